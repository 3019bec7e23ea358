"""``entity`` replaces a name or a year in a claim with another one from the claim's document.

*Bugs Bunny is owned by Warner Bros.* -> *Bugs Bunny is owned by Disney.*, if the document also
names Disney (entity swap: Kryściński et al. 2020, section 3.1). litgen searches the document for
capitalised names and parses only the sentences that supply the new names, three at most.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from litgen.data.texts import sentence_spans
from litgen.engines.dependency.models import describe_nlp
from litgen.replacement import Edit
from litgen.transformations.parsing import roots_of, trees_of
from litgen.transformations.protocol import Outcome, OwnTransformation, Variant
from litgen.transformations.statements import STATES
from litgen.trees.tokens import Doc, Span

#: Maximum length, in characters, of a claim and of a sentence in a document.
MAX_CHARACTERS = 300
#: Maximum number of new names to try for a claim.
_TRIED = 3
#: Names (several capitalised words, or one that does not begin a sentence), and years.
_NAMES = re.compile(
    r"(?<![\w.'’-])(?:[A-Z][\w-]*\w(?: [A-Z][\w-]*\w)+|(?<=[a-z,] )[A-Z][\w-]*[a-z])(?![\w'’-])"
)
_YEARS = re.compile(r"(?<![\w.,-])(?:1[6-9]|20)\d\d(?![\w-]|[.,]\d)")
_WORD = re.compile(r"\w+")
#: Types of names that are replaced if they are subjects, objects or agents. In other positions, the
#: old and the new claim may both be true, since one place may lie inside another.
_TYPES = ("PERSON", "ORG", "GPE")
_ARGUMENTS = ("nsubj", "nsubjpass", "dobj")
_CONTENT = ("NOUN", "PROPN", "VERB", "ADJ", "NUM")


class _Trial(NamedTuple):
    type: str
    edit: Edit
    claim: str
    source: str  #: the sentence of the document that contains the new name


class Entity(OwnTransformation):
    """Replace a name or a year of the claim with one of the same type from the document.

    No sentence of the document may contain both the new name and another content word of the claim;
    otherwise, the document might also support the new claim.

    Example:
        >>> from litgen.transformations.protocol import Order
        >>> document = "Tom Hanks met Mary Brown. Later that day, Bill Clinton left."
        >>> made, = Entity(Order("entity")).apply_pairs([(document, "Tom Hanks met Mary Brown.")])
        >>> "Bill Clinton" in made.variants[0].hypothesis
        True
    """

    level = "pair"
    arguments = ()

    def apply_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        short = [claim for _, claim in pairs if len(claim) <= MAX_CHARACTERS]
        trees = dict(zip(short, trees_of(short, names=True), strict=True))
        trials = [self._trials(text, claim, trees.get(claim)) for text, claim in pairs]
        texts = dict.fromkeys(
            text for each in trials if isinstance(each, list) for t in each for text in t[2:]
        )
        read = dict(zip(texts, trees_of([*texts], names=True), strict=True))
        return [
            _outcome(document, each, read)
            for (document, _), each in zip(pairs, trials, strict=True)
        ]

    def _trials(self, document: str, claim: str, tree: Doc | None) -> list[_Trial] | str:
        if tree is None:
            return "parse.too-long"
        if tree.text != claim or not (spans := [*_exchangeable(tree)]):
            return "name.none"
        draw = self._draw(claim)
        sentences = [document[start:end] for start, end in sentence_spans(document)]
        found = [trial for span in spans for trial in _others(span, sentences, draw)]
        return found[:_TRIED] or "name.no-replacement"

    def describe(self) -> Mapping[str, Any]:
        return {**super().describe(), "seed": self.settings.seed, "parser": describe_nlp()}


def _exchangeable(tree: Doc) -> Iterator[tuple[Span, str]]:
    """Yield the replaceable names and years in a claim, each with its type."""
    roots = roots_of(tree)
    happened = len(roots) == 1 and roots[0].pos_ == "VERB" and roots[0].lemma_ not in STATES
    for span in tree.ents:
        before, after = tree[max(0, span.start - 1) : span.start], tree[span.end : span.end + 1]
        if _YEARS.fullmatch(span.text):
            if happened and before.text.lower() == "in":
                yield span, span.label_
        elif span.label_ in _TYPES and (
            span.root.dep_ in _ARGUMENTS
            or (span.root.dep_ == "pobj" and span.root.head.dep_ == "agent")
        ):
            # Not *the Beatles*, *Apple's*, *(WHO)*: other names would need a different form.
            tags = {t.tag_ for t in (*before, *span)} & {"DT", "POS", "NNPS", "-LRB-", "``"}
            if not (tags or after.text == "(" or span.text.endswith(".")):
                yield span, span.label_


def _others(found: tuple[Span, str], sentences: Sequence[str], draw: Random) -> list[_Trial]:
    """Return versions of the claim in which other names from the document replace a given name."""
    span, kind = found
    claim = span.doc.text
    content = {_stem(t.text) for t in span.doc if t.pos_ in _CONTENT and not t.is_stop}
    others: dict[str, str] = {}
    refused: set[str] = set()
    for sentence in sentences:
        names = (_YEARS if span.text.isdecimal() else _NAMES).findall(sentence)
        words = {_stem(word) for word in _WORD.findall(sentence)}
        for name in names:
            if content & words or _may_be_same(name, span.text):
                refused.update(_WORD.findall(name))
            elif len(sentence) <= MAX_CHARACTERS:
                others.setdefault(name, sentence)
    names = sorted(each for each in others if not refused.intersection(_WORD.findall(each)))
    draw.shuffle(names)
    edits = (Edit(span.start_char, span.text, name) for name in names[:_TRIED])
    return [_Trial(kind, edit, edit.made_in(claim), others[edit.after]) for edit in edits]


def _stem(word: str) -> str:
    return word.lower()[:5]


def _may_be_same(name: str, other: str) -> bool:
    one, two = ({_stem(word) for word in _WORD.findall(each)} for each in (name, other))
    initials = {"".join(word[0] for word in _WORD.findall(each)) for each in (name, other)}
    return bool(one & two) or bool(initials & {name.replace(".", ""), other.replace(".", "")})


def _outcome(document: str, trials: list[_Trial] | str, read: Mapping[str, Doc]) -> Outcome:
    """Return the first claim whose new name has the right type there and in the document."""
    if isinstance(trials, str):
        return Outcome(declined=trials, stage="inapplicable")
    for each in trials:
        if all(_is_of(each.type, each.edit.after, read[text]) for text in each[2:]):
            variant = Variant((document,), hypothesis=each.claim, edits=(each.edit,))
            return Outcome((variant._replace(counts={"changed": 1}),))
    return Outcome(declined="name.no-replacement-of-type", stage="inapplicable")


def _is_of(kind: str, name: str, tree: Doc) -> bool:
    """Check whether a name is an entire, singular entity of the given type in a sentence."""
    found = [entity for entity in tree.ents if entity.text == name and entity.label_ == kind]
    return any(entity[-1].tag_ != "NNPS" for entity in found)
