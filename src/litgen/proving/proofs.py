"""The result of proving a pair of sentences."""

from typing import NamedTuple

from litgen.proving.places import AtomicEdit
from litgen.proving.relations import ANY, Label, Relation, name_of

#: The beginning of the reason if the edits are known but their join is not certain.
NOTHING = "nothing follows for certain from these edits:"
TOO_DIFFERENT = "the sentences differ in too many places"


class Proof(NamedTuple):
    """A proof for a pair, or the reason why there is none.

    Attributes:
        answer: the label of the pair, or None if no label is certain.
        relation: everything that is known about the relation between the two sentences.
    """

    answer: Label | None
    edits: tuple[AtomicEdit, ...] = ()
    why: str = ""
    relation: Relation = ANY

    @property
    def line(self) -> str:
        """The proof in one line.

        Example: ``drop 'red' (up): follows; so entailment``
        """
        if self.answer is None:
            return self.why
        steps = [
            f"{edit.said}{f' ({edit.because})' if edit.because else ''}: {name_of(edit.relation)}"
            for edit in self.edits
        ]
        return "; ".join([*(steps or ["the same words"]), f"so {self.answer}"])
