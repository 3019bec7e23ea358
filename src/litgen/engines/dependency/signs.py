"""What guards ask about a sentence as a whole: its marks, its dates, signs of speech."""

from __future__ import annotations

from litgen.engines.dependency.clauses import is_elliptic
from litgen.engines.dependency.phrases import Named, Part, Property

#: Facts that no pattern tells.
TOLD_BY_CODE = ("capitals", "inverted")


def _phrases(p: Part) -> Named:
    """Two and three words that follow each other: *as it were*, *the fact remains*."""
    words = [t.lower_.replace("’", "'") for t in p.doc]
    for size in (2, 3):
        for at in range(len(words) - size + 1):
            yield " ".join(words[at : at + size]), p.doc[at]


def _clauses(p: Part) -> Named:
    """Their kinds; below the root's a *past perfect*, and what is *past relative*, *pres adverbial*
    and so on; *elliptic* ones: *but he didn't*, *nor did she*."""
    for clause in p.sentence.clauses:
        verb = p.doc[clause.head]
        yield clause.kind, verb
        if clause.tense:
            yield f"{clause.tense} {clause.kind}", verb
        if clause is not p.clause and clause.tense == "past" and clause.perfect:
            yield "past perfect", verb
        if clause.finite and is_elliptic(p.doc, clause):
            yield "elliptic", verb


def _facts(p: Part) -> Named:
    yield from p.told("sentence", "facts")
    if 2 * sum(map(str.isupper, p.doc.text)) > sum(map(str.isalpha, p.doc.text)):
        yield "capitals", p.head
    if p.clause.inverted and not p.clause.question:
        yield "inverted", p.head


PROPERTIES: dict[str, Property] = {
    "facts": _facts,
    "clauses": _clauses,
    "capital": lambda p: p.told("sentence", "capital"),
    "dates": lambda p: p.told("sentence", "dates"),
    "phrases": _phrases,
    "size": lambda p: ((f"over {n}", p.head) for n in (20, 25, 40) if len(p.doc) > n),
    # the apostrophe of *the retailers' costs* is no quotation mark
    "words": lambda p: ((t.lower_ if t.tag_ != "POS" else "POS", t) for t in p.doc),
}
