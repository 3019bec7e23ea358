"""``under:the``: the subject becomes definite, so that two sentences of one tell of the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from litgen.lexicon import lemmas_with
from litgen.transformations.definite import with_definite_subject
from litgen.transformations.protocol import Outcome, TextTransformation
from litgen.transformations.statements import cores_of, parser

if TYPE_CHECKING:
    from litgen.engines.dependency.clauses import Sentence

_OPINIONS = lemmas_with("opinion", "verb")
#: More words than this read badly under further operators.
_LONGEST = 22


class MadeDefinite(TextTransformation):
    """Puts *the* before an indefinite subject; one that is definite already stays.

    Whether *A man failed to leave* contradicts *A man left* is a matter of whether they tell of the
    same man; *The man failed to leave* and *The man left* do. The text is written as a sentence,
    with a capital and a full stop.

    Example:
        >>> definite.apply(["a man is riding a bike"])[0].variants[0].text  # doctest: +SKIP
        'The man is riding a bike.'
    """

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        return [each if isinstance(each, Outcome) else self._of(each) for each in cores_of(texts)]

    def _of(self, sentence: Sentence) -> Outcome:
        doc, root = sentence.doc, sentence.root
        assert root is not None  # of a statement
        if root.modal or len(doc) > _LONGEST:
            return self._declined("modal" if root.modal else "long")
        if doc[root.head].lemma_ in _OPINIONS:
            return self._declined("an opinion")  # *I guess* is said of the sentence
        text = with_definite_subject(sentence)
        if text is None:
            return self._declined("no subject that may be definite")
        return self._changed(f"{text[:1].upper()}{text[1:]}.")

    def describe(self) -> Mapping[str, Any]:
        return {"name": self.name, **parser()}
