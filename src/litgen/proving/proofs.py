"""What was found of a pair of sentences."""

from typing import NamedTuple

from litgen.proving.places import AtomicEdit
from litgen.proving.relations import ANY, Label, Relation, name_of

#: How the reason begins where the edits are known, and their join is not certain.
NOTHING = "nothing follows for certain from"


class Proof(NamedTuple):
    """What was found of a pair.

    Attributes:
        answer: its label, None where none is certain.
        relation: all that is known of it.
    """

    answer: Label | None
    edits: tuple[AtomicEdit, ...] = ()
    why: str = ""
    relation: Relation = ANY

    @property
    def line(self) -> str:
        """The proof in a line.

        Example: ``drop 'red' (up): follows; so entailment``
        """
        if self.answer is None:
            return self.why
        steps = [
            f"{edit.said}{f' ({edit.because})' if edit.because else ''}: {name_of(edit.relation)}"
            for edit in self.edits
        ]
        return "; ".join([*(steps or ["the same words"]), f"so {self.answer}"])
