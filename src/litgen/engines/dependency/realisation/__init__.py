"""Realise edits as surfaces; each type of edit has a function that changes a clause's fields."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, get_args

from litgen.engines.dependency import edits as e
from litgen.engines.dependency.analysis import Analysis, Declined
from litgen.engines.dependency.realisation import cleft, passive, verb_group
from litgen.engines.dependency.realisation.fields import Fields, fields_of

#: The realiser of each type of edit, in order of application; each returns the best result first.
REALISERS: dict[type[e.Edit], Callable[[Fields, Any], list[Fields]]] = {
    e.Promotion: passive.promote,
    e.Impersonal: passive.impersonal,
    e.Demotion: passive.demote,
    e.Swap: passive.swap,
    e.Determiner: verb_group.determiner,
    e.Operators: verb_group.operators,
    e.Tense: verb_group.tense,
    e.Aspect: verb_group.aspect,
    e.Negation: verb_group.negation,
    e.Focus: cleft.focus,
    e.Question: verb_group.ask,
}
if missing := set(get_args(e.Edit)) - set(REALISERS):
    raise TypeError(f"no realiser for {', '.join(sorted(t.__name__ for t in missing))}")

#: Maximum number of candidates per edited MRS; the preferred ones are kept.
MAX_CANDIDATES = 6


class Candidate(NamedTuple):
    """A possible output for a set of edits."""

    surface: str
    fields: Fields
    #: the strings to parse, tried in order until one parses back to the requested structure: the
    #: sentence, or variants that are easier to parse: a statement instead of a question, since the
    #: parser misreads inverted clauses; a cleft with the other link; a form with *do*, since a form
    #: without it may also be a noun or another tense
    probes: tuple[str, ...]


def realise(analysis: Analysis, edits: Iterable[e.Edit], lenient: bool = False) -> list[Candidate]:
    """Return candidate sentences for the edits to a sentence, in order of preference.

    If there are no edits, litgen rebuilds every verb group, to show what rebuilding alone changes.

    Raises:
        Declined: the edits cannot be expressed.
    """
    edits = tuple(edits)
    asked = [edit for edit in edits if isinstance(edit, e.Question)]
    stated = [edit for edit in edits if not isinstance(edit, e.Question)]
    if asked and any(isinstance(edit, e.Focus) for edit in stated):
        raise Declined("generation.question-of-cleft")
    candidates: dict[str, Candidate] = {}
    for fields in _realised(stated, fields_of(analysis, "reorder" in e.names_of(edits), lenient)):
        statement = verb_group.written(fields, every=not edits)
        emphatic = verb_group.written(fields._replace(emphatic=True), every=not edits)
        probes = tuple(dict.fromkeys((*statement.probes(), *emphatic.probes())))
        forms = map(verb_group.written, _realised(asked, fields)) if asked else [statement]
        for form in forms:
            for text in form.surfaces:
                candidates.setdefault(text, Candidate(text, form, probes))
    return list(candidates.values())[:MAX_CANDIDATES]


def _realised(edits: Iterable[e.Edit], start: Fields) -> list[Fields]:
    """Apply edits to fields; the results closest to the preferred choices come first."""
    ways = [(0, start)]
    for kind, realiser in REALISERS.items():
        for edit in edits:
            if type(edit) is kind:
                ways = [
                    (cost + more, after)
                    for cost, fields in ways
                    for more, after in enumerate(realiser(fields, edit))
                ]
    return [fields for _, fields in sorted(ways, key=lambda way: way[0])][:MAX_CANDIDATES]
