"""What guards ask about a sentence as a whole: its marks, its dates, signs of speech, of breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import Clause, Sentence, is_elliptic
from litgen.engines.dependency.flaws import flaws
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

MARKS = {
    "quote": frozenset("\"“”```''‘") | {"''", "``"},
    "dash": frozenset(("-", "--", "—", "–")),
    "bracket": frozenset("()[]{}"),
    "colon": frozenset((":", ";")),
    "slash": frozenset(("/", "&", "*", "#", "@", "%")),
    "ellipsis": frozenset(("...", "…", "..")),
}
#: Tags of words that end no sentence: it was cut off.
_NEVER_LAST_TAGS = frozenset(("CC", "TO", "PRP$", "WDT", "WP$"))
_NEVER_LAST = word_list("never_last")
_ECHOES = word_list("echoes")
_PAST = word_list("past_dates")
_LATER = word_list("later_dates")
_PRESENT = word_list("present_dates")
_ORDER = word_list("order")
_FILLERS = word_list("fillers")
_SPOKEN = word_list("spoken")
_DOUBLED = word_list("doubled")


def sentence_features(sentence: Sentence, clause: Clause, found: dict[str, set[str]]) -> None:
    """Add ``sentence.facts``, ``sentence.words`` and ``sentence.kinds``."""
    doc = sentence.doc
    facts = found.setdefault("sentence.facts", set())
    facts.add(sentence.form)
    texts = {t.text for t in doc if t.tag_ != "POS"}  # *the retailers' costs* quotes nothing
    for name, marks in MARKS.items():
        if texts & marks:
            facts.add(name)
    quotes = sum(t.text in MARKS["quote"] and t.tag_ != "POS" for t in doc)
    if quotes % 2:
        facts.add("odd quote")
    if clause.question or doc[-1].text == "?":
        facts.add("question")
    if any(t.tag_ in ("WP", "WRB", "WDT", "WP$") and t.head.i == clause.head for t in doc):
        facts.add("wh")
    facts |= _dates(doc)
    last = _last_word(doc)
    if _breaks_off(last):
        facts.add("cut off")
    numbered = doc[0].like_num and len(doc) > 1 and doc[1].pos_ == "DET" and doc[1].is_title
    if numbered or any(t.text == ":" for t in doc[: clause.head]):
        facts.add("heading")
    if _disfluent(doc):
        facts.add("disfluent")
    if doc[0].lower_ == "well":
        facts.add("spoken")
    if any(t.text == "i" and t.pos_ == "PRON" for t in doc) or not _SPOKEN.isdisjoint(
        t.lower_ for t in doc
    ):
        facts.add("spoken")
    facts |= flaws(doc)
    echoed = any(t.lower_ in _ECHOES and t.nbor().lemma_ == "do" for t in doc[:-1])
    if echoed or any(c.finite and is_elliptic(doc, c) for c in sentence.clauses):
        facts.add("ellipsis")
    if clause.inverted and not clause.question:
        facts.add("inverted")
    roots = [c for c in sentence.clauses if doc[c.head].dep_ == "ROOT"]
    if len(roots) > 1:
        facts.add("several sentences")
        if len({c.tense for c in roots}) > 1 or any(c.question for c in roots):
            facts.add("unlike sentences")
    if len(doc) > 40:
        facts.add("long")
    found["sentence.words"] = {t.lower_ for t in doc}
    found["sentence.kinds"] = {c.kind for c in sentence.clauses}
    letters = [c for c in doc.text if c.isalpha()]
    if letters and sum(c.isupper() for c in letters) > len(letters) / 2:
        facts.add("capitals")


def _last_word(doc: Doc) -> Token:
    return next((t for t in reversed(doc) if any(c.isalnum() for c in t.text)), doc[-1])


def _breaks_off(last: Token) -> bool:
    """*a form and the*; not *more than I wanted to*, *he said no*, *got an A*, *not in the U.S.*"""
    if last.tag_ == "TO":
        return last.head.i > last.i or not last.head.pos_.startswith(("V", "A"))
    if last.lower_ in ("no", "like"):
        return last.dep_ in ("det", "prep", "mark")
    if last.is_upper and last.i and last.text != "I":
        return False
    return last.tag_ in _NEVER_LAST_TAGS or last.lower_ in _NEVER_LAST


def _next_to(token: Token) -> bool:
    return token.lower_ == "next" and token.i + 1 < len(token.doc) and token.nbor().lower_ == "to"


def _dates(doc: Doc) -> set[str]:
    """Whether the sentence says when: in a year that is past, yesterday, tomorrow."""
    found = set()
    for token in doc:
        number = token.text.removesuffix("s")  # *the 1980s*
        year = number.isdigit() and len(number) == 4 and number[0] in "12"
        if token.lower_ in _ORDER and token.dep_ == "amod" and not token.ent_type_:
            continue  # *my last name*, *the next page*
        if year or token.lower_ in _PAST or token.lower_.endswith("century"):
            found.add("past date")
        days = token.lower_ == "days" and token.i and token.nbor(-1).lower_ == "these"
        right_now = token.lower_ == "now" and token.i and token.nbor(-1).lower_ == "right"
        if days or right_now or token.lower_ in _PRESENT:
            found |= {"future date", "present date"}
        if token.lower_ == "once" and token.dep_ == "advmod":
            found.add("past date")
        if token.lower_ in _LATER and not _next_to(token):
            found.add("future date")
    return found


def _disfluent(doc: Doc) -> bool:
    """Transcribed speech: fillers, a word said twice, *i* for *I*."""
    words = [t.lower_ for t in doc]
    if not _FILLERS.isdisjoint(words):
        return True
    pairs = zip(words, words[1:], strict=False)
    return any(a == b and a.isalpha() and a not in _DOUBLED for a, b in pairs)
