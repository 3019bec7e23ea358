"""What guards ask about a sentence as a whole: its marks, its dates, its flaws, signs of speech."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import SUBJECTS, is_elliptic, is_fragment
from litgen.engines.dependency.facts import told
from litgen.engines.dependency.flaws import flaws
from litgen.engines.dependency.phrases import Named, Part, Property, with_told
from litgen.tables import LISTS

if TYPE_CHECKING:
    from spacy.tokens import Token

#: A sentence of so many words may be written, though its *I* is small.
_SHORT = 20


def _is_disfluent(token: Token) -> bool:
    """A word said twice in writing, or a verb said twice in speech, which would change once."""
    word = token.lower_
    if token.dep_ == "intj":
        return any(t.lower_ == word and t.pos_ in ("VERB", "AUX") for t in token.doc[token.i :])
    again = token.i > 0 and token.nbor(-1).lower_ == word and token.nbor(-1).dep_ != "intj"
    if token.dep_ in ("conj", "appos") and token.nbor(-1).text == ",":
        again = again or token.head.lower_ == word  # *Daddy, Daddy, Daddy sends those girls*
    if token.i > 1 and token.pos_ in ("PRON", "ADP", "DET"):  # *They, they will sing*
        again = again or [t.lower_ for t in token.doc[token.i - 2 : token.i]] == [word, ","]
    return word in LISTS.broken_forms or (again and word.isalpha() and word not in LISTS.doubled)


def _is_spoken(token: Token) -> bool:
    """*i* for *I* in a long sentence, a subject said twice."""
    again = token.dep_ in ("intj", "npadvmod") and any(
        t.lower_ == token.lower_ and t.dep_ in SUBJECTS for t in token.head.children
    )
    small = token.text == "i" and token.pos_ == "PRON" and len(token.doc) > _SHORT
    return again or small


def _fragments(p: Part) -> Iterable[Token]:
    """Roots of the text that are no verbs."""
    return (p.doc[w.i] for w in p.sentence.words if is_fragment(w))


def _glued(p: Part) -> Iterable[Token]:
    """A heading before a sentence: *History and Context Few people know it*."""
    capitals = takewhile(
        lambda t: t.is_title or t.is_digit or t.lower_ in LISTS.small_in_headings, p.doc
    )
    begins = LISTS.beginning_a_sentence
    glued = [t.i for t in capitals if t.i > 1 and t.is_title and t.lower_ in begins]
    heading = p.doc[: glued[0]] if glued else ()
    return heading if all(not t.is_punct for t in heading) else ()


def _phrases(p: Part) -> Named:
    """Two and three words that follow each other: *as it were*, *the fact remains*."""
    words = [t.lower_.replace("’", "'") for t in p.doc]
    for size in (2, 3):
        for at in range(len(words) - size + 1):
            yield " ".join(words[at : at + size]), p.doc[at]


def _clauses(p: Part) -> Named:
    """Their kinds; below the root's a *past perfect*, and what is *past relative* and so on."""
    for clause in p.sentence.clauses:
        yield clause.kind, p.doc[clause.head]
        if clause.tense == "past":
            yield f"past {clause.kind}", p.doc[clause.head]
        if clause is not p.clause and clause.tense == "past" and clause.perfect:
            yield "past perfect", p.doc[clause.head]


def _elliptic(p: Part) -> Iterable[Token]:
    """*but he didn't*, *nor did she*: what is left out."""
    clauses = (c for c in p.sentence.clauses if c.finite and is_elliptic(p.doc, c))
    return (p.doc[c.head] for c in clauses)


def _sentences(p: Part) -> Iterable[Token]:
    """The roots of several sentences."""
    roots = [t for t in p.doc if t.dep_ == "ROOT"]
    return roots if len(roots) > 1 else ()


FACTS = with_told(
    "sentence",
    {
        "capitals": lambda p: (
            p.doc
            if 2 * sum(map(str.isupper, p.doc.text)) > sum(map(str.isalpha, p.doc.text))
            else ()
        ),
        "disfluent": lambda p: filter(_is_disfluent, p.doc),
        "ellipsis": _elliptic,
        "fragment": _fragments,
        "heading": _glued,
        "inverted": lambda p: (p.head,) if p.clause.inverted and not p.clause.question else (),
        "long": lambda p: p.doc if len(p.doc) > 40 else (),
        "question": lambda p: p.doc[-1:] if p.clause.question or p.doc[-1].text == "?" else (),
        "several": _sentences,
        "spoken": lambda p: filter(_is_spoken, p.doc),
        "wordy": lambda p: p.doc if len(p.doc) > 25 else (),
        "wh": lambda p: (t for t in p.head.children if t.tag_ in ("WP", "WRB", "WDT", "WP$")),
    },
)
PROPERTIES: dict[str, Property] = {
    "clauses": _clauses,
    "dates": lambda p: told(p.doc, "facts", "sentence", "dates"),
    "flaws": lambda p: flaws(p.doc),
    "phrases": _phrases,
    # the apostrophe of *the retailers' costs* is no quotation mark
    "words": lambda p: ((t.lower_ if t.tag_ != "POS" else "POS", t) for t in p.doc),
}
