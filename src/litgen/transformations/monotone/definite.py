"""``under:the`` makes the subject definite, so that both sentences are about the same one."""

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
#: Maximum number of tokens; longer sentences are awkward under further operators.
_LONGEST = 22


class MadeDefinite(TextTransformation):
    """``under:the`` puts *the* before an indefinite subject; it keeps a definite one.

    *A man failed to leave* contradicts *A man left* only if both are about the same man; *The man
    failed to leave* and *The man left* are.
    """

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        return [each if isinstance(each, Outcome) else self._of(each) for each in cores_of(texts)]

    def _of(self, sentence: Sentence) -> Outcome:
        doc, root = sentence.doc, sentence.root
        assert root is not None  # a statement has a root clause
        if root.modal or len(doc) > _LONGEST:
            return self._declined("modal" if root.modal else "long")
        if doc[root.head].lemma_ in _OPINIONS:
            return self._declined("an opinion")  # *I guess* comments on the sentence
        text = with_definite_subject(sentence)
        if text is None:
            return self._declined("no subject that may be definite")
        return self._changed(f"{text[:1].upper()}{text[1:]}.")

    def describe(self) -> Mapping[str, Any]:
        return {"name": self.name, **parser()}
