"""Find the numbers in a sentence that can be changed safely (``rules/numbers.toml``)."""

import re
from typing import NamedTuple

from litgen.lexicon import lemmas_with
from litgen.tables import rules_table
from litgen.transformations.parsing import SUBJECTS, beside, dependents
from litgen.trees.tokens import Doc, Token

_DIGITS = re.compile(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?|[1-9]\d*(\.\d+)?")
_YEAR = re.compile(r"1\d{3}|20\d{2}")
_DEFINITE = ("the", "this", "that", "these", "those")
_GOES = ("in", "into", "for", "on", "at", "from", "with", "toward", "towards")
_PLURAL = ("NNS", "NNPS")
_GROUPS = lemmas_with("counts", "noun")
_TABLE = rules_table("numbers")
#: The number words, in rows of units, teens and tens.
ROWS: tuple[tuple[str, ...], ...] = tuple(
    tuple(_TABLE["words"][row]) for row in ("units", "teens", "tens")
)
_SCALES, _CURRENCIES = (frozenset(_TABLE["words"][each]) for each in ("scales", "currencies"))
_MEASURES, _UNMARKED, _BODIES = (
    frozenset(_TABLE[each]["nouns"]) for each in ("measures", "unmarked", "bodies")
)
_GUARDS = [
    {key: frozenset(value) if isinstance(value, list) else value for key, value in guard.items()}
    for guard in _TABLE["guard"]
]
#: Map each word that blocks any change to the numbers in its sentence to the reason.
_GUARDED = {
    word: str(guard["reason"])
    for guard in _GUARDS
    if "not_in" not in guard
    for word in guard.get("lemmas", ())
}
PATH = {key: frozenset(value) for key, value in _TABLE["path"].items()}
_WORD = re.compile(r"[a-z]+(?=n't)|n't|[a-z]+")


class Quantity(NamedTuple):
    """A number that can be changed.

    Attributes:
        start: the offset where the number begins, including its currency.
        end: the offset where its first word ends, before any scale (*million*) or unit.
        number: the first word itself, such as ``five``, ``350``, ``twenty-five``.
        measured: whether the noun is a unit of measure (*miles*), not a count noun (*dogs*).
        shifts: whether the number measures a distance from a point in time (*five minutes ago*),
            which another distance does not contradict.
    """

    start: int
    end: int
    number: str
    measured: bool
    shifts: bool


def quantities_of(tree: Doc) -> tuple[list[Quantity], str]:
    """Return the changeable numbers in a sentence, and the reason if there are none."""
    numbers = [
        token for token in tree
        if is_number(token) and not (token.i and token.nbor(-1).text == "-")
    ]  # fmt: skip
    if not numbers:
        return [], "number.none"
    if any(token.tag_ in ("JJS", "RBS") for token in tree):
        return [], "number.superlative"
    none = frozenset[str]()
    for guard in _GUARDS:
        if _lemmas_of(tree, numbers, guard.get("not_in", none)) & guard.get("lemmas", none):
            return [], str(guard["reason"])
    if any(map(_refers_back, numbers)):
        return [], "number.anaphoric"
    read = [_read(token) for token in numbers]
    reasons = (each for each in read if isinstance(each, str))
    return [each for each in read if isinstance(each, Quantity)], next(reasons, "number.none")


def _lemmas_of(tree: Doc, numbers: list[Token], apart: frozenset[str]) -> set[str]:
    """Return all lemmas and forms, except those in an entity that has one of the types ``apart``
    and contains no number (*third quarter*)."""
    left_out = {
        token
        for entity in tree.ents
        if entity.label_ in apart and not any(token in entity for token in numbers)
        for token in entity
    }
    kept = (token for token in tree if token not in left_out)
    return {form for token in kept for form in (token.lemma_.lower(), token.lower_)}


def guarded_by_word(text: str) -> str | None:
    """Return why no number in a text can be changed if a single word rules this out, or None.

    Example:
        >>> guarded_by_word("They did not bring five dogs.")
        'number.negation-or-condition'
    """
    return next((_GUARDED[word] for word in _WORD.findall(text.lower()) if word in _GUARDED), None)


def row_of(word: str) -> tuple[str, ...] | None:
    """Return the row of number words that contains a word: units, teens or tens."""
    return next((row for row in ROWS if word in row), None)


def is_number(token: Token) -> bool:
    """Check for a number above one, in digits or words; a bare scale (*million*) does not count."""
    text = token.lower_
    if _DIGITS.fullmatch(text):
        return text != "1"
    return row_of(text.partition("-")[0]) is not None


def _refers_back(number: Token) -> bool:
    """Check whether a bare number refers back to an earlier noun: *Three sit while 2 stand.*"""
    alone = number.dep_ in (*SUBJECTS, "appos", "npadvmod", "dep", "conj")
    return number.i > 0 and alone and number.ent_type_ in ("", "CARDINAL")


class _Run(NamedTuple):
    """A number's first and last word, and its scale (*million*) or else the last word again."""

    first: Token
    last: Token
    scale: Token

    @property
    def money(self) -> bool:
        """Whether a currency symbol precedes the number."""
        return self.first.i > 0 and self.first.nbor(-1).text in _CURRENCIES

    @property
    def start(self) -> int:
        return self.first.i - self.money


def _run(token: Token) -> _Run:
    joint, units = beside(token), beside(token, 2)
    last = token
    if joint is not None and units is not None and joint.text == "-":
        last = units if _compound(f"{token.lower_}-{units.lower_}") else token
    scale = beside(last)
    return _Run(token, last, scale if scale is not None and scale.lower_ in _SCALES else last)


def _compound(word: str) -> bool:
    tens, _, units = word.partition("-")
    return tens in ROWS[2] and (units == "one" or units in ROWS[0])


def _read(token: Token) -> Quantity | str:
    if "-" in token.lower_ and not _compound(token.lower_):
        return "number.complex"
    run = _run(token)
    noun = _noun_of(run)
    if noun is None:
        return "number.no-plural-noun"
    if reason := _outside(run, noun) or _words(run, noun) or _path(noun):
        return reason
    measured = run.money or noun.lemma_.lower() in _MEASURES
    shifts = noun.dep_ == "npadvmod" and noun.head.pos_ in ("ADV", "ADP", "SCONJ")
    if _YEAR.fullmatch(token.text) and not measured:
        return "number.may-be-year"
    number = token.doc[token.i : run.last.i + 1].text
    end = run.last.idx + len(run.last)
    return Quantity(token.doc[run.start].idx, end, number, measured, shifts)


def _noun_of(run: _Run) -> Token | None:
    """Return the plural noun that the number counts, or the number itself for a sum of money."""
    last, head = run.scale, run.scale.head
    if run.money:
        return last if last.dep_ in ("dobj", "pobj", "attr", "nsubj", "npadvmod") else head
    plural = head.tag_ in _PLURAL or head.lower_ in _UNMARKED
    return head if last.dep_ == "nummod" and head.i > last.i and plural else None


def _outside(run: _Run, noun: Token) -> str | None:
    doc, first, last = run.first.doc, run.start, run.scale
    # *$5 in stocks*: the phrase describes the use of the money, not its amount
    own = {
        child for each in run for child in each.children
        if not (run.money and child.dep_ == "prep" and child.lower_ in _GOES)
    }  # fmt: skip
    if any(child.i < first or child.i > noun.i for child in own):
        return "number.modified"
    after = beside(last)
    if (first and not doc[first - 1].whitespace_) or (after is not None and (
        (run.money and after.lemma_.lower() in _MEASURES)  # as in *$4 million dollars*
        or (not last.whitespace_ and not after.is_punct and after.text != "%")
        or after.text in "-–/:"
        or after.like_num
    )):  # fmt: skip
        return "number.complex"
    if first and doc[first - 1].text == "," and noun.dep_ not in SUBJECTS:
        return "number.coordinated"
    for child in noun.children:
        if child.i < first and child.dep_ not in ("cc", "punct", "prep", "aux", "cop", "nsubj"):
            return "number.preceded"
        if child.dep_ in ("conj", "cc", "appos", "predet", "det", "poss"):
            return "number.coordinated"
    return None


def _words(run: _Run, noun: Token) -> str | None:
    """Return the reason of a guard for a modal, the noun, or a word before the number or noun."""
    doc = run.first.doc
    seen = {
        "before": {doc[run.start - 1].lower_} if run.start else set(),
        "between": {each.lower_ for each in doc[run.scale.i + 1 : noun.i]},
        "nouns": {noun.lower_, noun.lemma_.lower()},
        "modals": {each.lower_ for each in doc if each.tag_ == "MD"},
    }
    for guard in _GUARDS:
        for key, words in seen.items():
            if words & guard.get(key, frozenset()):
                return str(guard["reason"])
    return None


def _path(noun: Token) -> str | None:
    measure = noun.lemma_.lower() in _MEASURES
    if noun.dep_ == "attr" and dependents(noun.head, "nsubj", "csubj") and not measure:
        return "number.amount"
    for each in (noun, *noun.ancestors):
        if each.dep_ not in PATH["dependencies"]:
            return "number.not-in-main-clause"
        if each.dep_ == "pobj" and each.head.lower_ == "of":
            whole = each.head.head
            lemma = whole.lemma_.lower()
            if whole.pos_ != "NOUN" or whole.ent_type_ == "ORDINAL" or lemma in _GROUPS:
                return "number.partitive"  # as in *some of five* and *the third of five*
            known = any(child.dep_ == "poss" or child.lower_ in _DEFINITE for child in whole.lefts)
            if each == noun and known and (measure or lemma in _BODIES):
                return "number.definite"  # as in *the committee of 5 members*
    inside = {child.ent_type_ for child in noun.subtree if is_number(child)}
    return None if inside <= PATH["entities"] else "number.in-name"
