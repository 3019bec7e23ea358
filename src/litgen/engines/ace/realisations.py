"""Select the realisations that meet an edit's demands (``grammars/derivations.toml``)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from delphin.mrs import EP, MRS

from litgen.engines.ace.answers import Result
from litgen.lexicon import lemma_of, lemmas_with
from litgen.mrs.matching import fits
from litgen.mrs.operators import entry_of, joins
from litgen.mrs.scope import Scope
from litgen.mrs.skeleton import Clause, Voice, skeleton, voice_of
from litgen.tables import grammars_table
from litgen.trees.morphology import inflect


class Demand(NamedTuple):
    """Conditions on a realisation.

    Attributes:
        must: names of derivation nodes, at least one of which must occur.
        must_not: names of derivation nodes, none of which may occur.
        surface_not: a pattern that the string must not match.
    """

    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    surface_not: re.Pattern[str] | None = None


@lru_cache(maxsize=1)
def demands() -> dict[str, Demand]:
    """Read the demands in ``grammars/derivations.toml``, by name."""
    return {
        name: Demand(
            tuple(table.get("must", ())),
            tuple(table.get("must_not", ())),
            re.compile(table["surface_not"]) if "surface_not" in table else None,
        )
        for name, table in grammars_table("derivations").items()
    }


def demanded(mrs: MRS) -> list[str]:
    """Return the names of the demands that an edited MRS makes.

    Example:
        The MRS of *Did Alice see Bob?* demands ``question``, that of *Bob was seen.* ``passive``.
        Every MRS demands ``idiom``.
    """
    scope = Scope(mrs)
    asked = skeleton(scope)
    found = ["idiom"]
    if asked.force == "ques":
        found.append("question")
    if any(verb.voice == "passive" for verb in verbs(scope)):
        found.append("passive")
    for clause in asked.clauses:
        for operator in clause.operators:
            if operator.kind == "cleft":
                ep = scope.by_event.get(operator.arguments["ARG1"])
                # If a person, a name or a pronoun is clefted, *who* may follow it.
                who = ep is None or (
                    ep.predicate in ("named", "pron")
                    or lemma_of(ep.predicate).partition("/")[0] in lemmas_with("person", "noun")
                )
                found.append("cleft" if who else "thing")
    return found


def refused(result: Result, names: Iterable[str]) -> str | None:
    """Return the first demand that a realisation does not meet, or None if it meets all."""
    for name in names:
        must, must_not, surface_not = demands()[name]
        if (
            (must and not any(fits(node, must) for node in result.nodes))
            or (must_not and any(fits(node, must_not) for node in result.nodes))
            or (surface_not is not None and surface_not.search(result.surface))
        ):
            return name
    return None


def most_active(results: Sequence[Result]) -> list[Result]:
    """Return the results with the fewest passives, for an MRS without a passive.

    From the 2018 ERG on, an MRS without a topic in ICONS generates both *The boys eat an apple*
    and *An apple is eaten by the boys*. Passive participles elsewhere count equally in both.
    """
    passive = demands()["passive"].must
    counts = [sum(fits(node, passive) for node in result.nodes) for result in results]
    fewest = min(counts, default=0)
    return [each for each, count in zip(results, counts, strict=True) if count == fewest]


def shapes_of(mrs: MRS) -> tuple[Any, ...]:
    """Return the parts of an MRS's clausal skeleton that can be compared between MRSs."""
    scope = Scope(mrs)
    found = skeleton(scope)
    clauses = [
        (
            clause.predicate,
            clause.finite_tense or "",
            (clause.progressive, clause.perfect),
            clause.voice,
            tuple((o.predicate, voice_of(scope, o.event)) for o in clause.operators),
            tuple(
                (role, head.predicate if (head := scope.by_event.get(variable)) else "")
                for role, variable in sorted(clause.arguments.items())
                if variable[:1] == "x"
            ),
        )
        for clause in found.clauses
    ]
    return found.force, *sorted(clauses)


def verbs_in(mrs: MRS) -> frozenset[str]:
    """Return the verbs of an MRS: *look* for ``_look_v_up``."""
    lemmas = (lemma_of(ep.predicate).rpartition("/") for ep in mrs.rels)
    return frozenset(
        part for lemma, _, kind in lemmas if kind == "v" for part in re.split(r"[+-]", lemma)
    )


def promoted(source: MRS, asked: MRS) -> frozenset[int]:
    """Return the end offsets in the source of the nouns that an edit makes subjects of passives.

    Example:
        The result is {23} if *The boy kisses her nose* becomes *Her nose is kissed by the boy*.
    """
    scope = Scope(source)
    before = {verb.event: verb.voice for verb in verbs(scope)}
    found: set[int] = set()
    for verb in verbs(Scope(asked)):
        if verb.voice == "passive" and before.get(verb.event) == "active":
            for role in ("ARG2", "ARG3"):
                found.update(ep.cto for ep in parts_of(scope, verb.arguments.get(role, ""))[-1:])
    return frozenset(found)


def parts_of(scope: Scope, variable: str) -> list[EP]:
    """Return the heads of a noun phrase: those of its conjuncts in order, or a single head."""
    ep = scope.by_event.get(variable)
    if ep is None or variable[:1] != "x":
        return []
    # The roles depend on the release of the ERG.
    roles = ("L-INDEX", "R-INDEX") if "R-INDEX" in ep.args else ("ARG1", "ARG2")
    below = [ep.args.get(role, "") for role in roles] if joins(ep) else []
    return [part for each in below for part in parts_of(scope, each)] or [ep]


def words_added(source: MRS, asked: MRS) -> frozenset[str]:
    """Return all forms of the words that express an edit's new predicates, such as *managed*."""
    there = {(ep.predicate, ep.carg) for ep in source.rels}
    new = (ep for ep in asked.rels if (ep.predicate, ep.carg) not in there)
    return frozenset().union(*map(words_of, new))


def words_of(ep: EP) -> frozenset[str]:
    """Return the words, in all their forms, that may express a predication.

    Example:
        >>> sorted(words_of(EP("_begin_v_1", "h1")))
        ['began', 'begin', 'beginning', 'begins', 'begun']
        >>> words_of(EP("neg", "h1"))
        frozenset()
    """
    if ep.carg is not None:
        return frozenset({ep.carg.lower()})
    if not ep.predicate.startswith("_"):
        return frozenset()
    entry = entry_of(ep.predicate)
    verb = [inflect(entry.verb, tag) for tag in ("VB", "VBD", "VBG", "VBN", "VBZ")]
    return frozenset({*entry.verb.split("+"), *entry.words, entry.past, *verb} - {""})


def moves_arguments(source: MRS, asked: MRS) -> bool:
    """Check whether an edit changes a verb's voice, clefted phrase, or first or second argument."""
    before, after = _places(source), _places(asked)
    return any(after[event] != place for event, place in before.items() if event in after)


def _places(mrs: MRS) -> dict[str, tuple[object, ...]]:
    return {
        each.event: (each.voice, each.cleft, *map(each.arguments.get, ("ARG1", "ARG2")))
        for each in verbs(Scope(mrs))
    }


class Verb(NamedTuple):
    """A main predicate or a verb that governs one, such as *told* in *told Kim to leave*."""

    event: str
    voice: Voice
    arguments: Mapping[str, str]
    cleft: str | None = None


def verbs(scope: Scope) -> Iterator[Verb]:
    for clause in skeleton(scope).clauses:
        yield Verb(clause.event, clause.voice, clause.arguments, clefted(clause))
        for over in clause.operators:
            if over.kind in ("raising", "control"):
                yield Verb(over.event, voice_of(scope, over.event), over.arguments)


def clefted(clause: Clause) -> str | None:
    """Return the variable of the clefted phrase, or None if there is none or it is the subject."""
    subject = clause.arguments.get("ARG2" if clause.voice == "passive" else "ARG1")
    for operator in clause.operators:
        if operator.kind == "cleft":
            clefted = operator.arguments["ARG1"]
            return None if clefted == subject else clefted
    return None
