"""The predications above a clause: operators, coordinations and subordinators."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from delphin.mrs import EP
from pydantic import Field

from litgen.mrs.scope import NOT_ARGUMENTS, Scope
from litgen.tables import rules_table, validated

Kind = Literal["neg", "modal", "raising", "control", "cleft"]

#: Values of TENSE that make a clause finite.
FINITE = frozenset(("pres", "past", "fut", "tensed"))
#: The predicate of it-clefts in the ERG 1214.
CLEFT = "_be_v_itcleft"
#: Endings of modal predicates; the entry of a quasi-modal such as *have to* records the *to*.
_MODALS = ("_v_modal", "_v_qmodal")


class Entry(NamedTuple):
    """The surface form of an operator (``rules/operators.toml``)."""

    predicate: Annotated[str, Field(pattern=r"^_[^_\s]+_[a-z](_[^_\s]+)?$")]
    verb: str
    words: tuple[str, ...] = ()
    complement: Literal["bare", "to", "gerund"] = "to"
    support: bool = False
    tenses: frozenset[Literal["pres", "past", "fut", "tensed"]] = frozenset()
    past: str = ""
    example: str = ""

    def verb_of(self, tense: str | None) -> str:
        """Return the verb in the given tense.

        Example:
            >>> entry_of("_can_v_modal").verb_of("past"), entry_of("_seem_v_to").verb_of("past")
            ('could', 'seem')
        """
        return self.past if self.past and tense == "past" else self.verb


#: Entries from users' ``operators.toml`` files, by predicate.
_OWN: dict[str, Entry] = {}


def entry_of(predicate: str) -> Entry:
    """Return the surface form of an operator: its entry, or else the verb in its predicate.

    Example:
        >>> entry_of("_about_a_1").words, entry_of("_seem_v_to").verb
        (('about',), 'seem')
    """
    bare = predicate.endswith(_MODALS)
    verb = predicate.split("_")[1]
    return _listed(predicate) or Entry(predicate, verb, complement="bare" if bare else "to")


def read_entries(data: Mapping[str, Any], path: Path) -> dict[str, Entry]:
    """Return the entries of an ``operators.toml`` file, by predicate.

    Raises:
        RuleError: an entry is not valid; the message states the file, entry and reason.
    """
    table = {
        "operator": [
            {"verb": str(entry.get("predicate")).lstrip("_").split("_")[0], **entry}
            for entry in data.get("operator", ())
        ]
    }
    entries = validated(dict[str, list[Entry]], table, path)["operator"]
    return {entry.predicate: entry for entry in entries}


def add_entries(own: Mapping[str, Entry]) -> None:
    _OWN.update(own)


@cache
def _shipped() -> dict[str, Entry]:
    return read_entries(rules_table("operators"), Path("operators.toml"))


def _listed(predicate: str) -> Entry | None:
    """Return a predicate's entry; the ERG 2025 numbers its senses (``_have_v_qmodal-2``)."""
    name = re.sub(r"-\d+$", "", predicate)
    return _OWN.get(name) or _shipped().get(name)


def operator_kind(scope: Scope, ep: EP) -> Kind | None:
    """Return the kind of operator that an elementary predication is, or None if it is not one.

    A verb over an infinitive is a *raising* verb if it has no argument of its own
    (``_seem_v_to``: ARG1 h) and a *control* verb if it shares one with the infinitive
    (``_want_v_1``, ``_persuade_v_of``).
    """
    predicate = ep.predicate
    if predicate == "neg":
        return "neg"
    entry = _listed(predicate)
    listed = entry is not None
    if predicate.endswith(_MODALS) and (entry is None or entry.complement == "bare"):
        return "modal"
    if predicate == CLEFT:
        return "cleft"
    if "_v_" not in predicate and not listed:
        return None
    own = [v for r, v in ep.args.items() if v[:1] == "x" and r not in NOT_ARGUMENTS]
    for _, label in scope.holes(ep):
        lower = _verbs(scope, label)
        if not lower:
            continue
        if not own:
            return "raising"
        verbs = [e for e in lower if "_v_" in e.predicate]  # excludes *put it on a table*
        if any(v in own for e in verbs for r, v in e.args.items() if r not in NOT_ARGUMENTS):
            return "control"
    return None


def _verbs(scope: Scope, label: str) -> list[EP]:
    """List the untensed predicates that a label leads to through negation, modals and raising."""
    found = []
    for ep in scope.by_label.get(label, ()):
        event = ep.args.get("ARG0", "")
        if ep.predicate == "neg" or ep.predicate.endswith(_MODALS):
            for _, lower in scope.holes(ep):
                found += _verbs(scope, lower)
        elif (main := main_label(scope, ep)) is not None and main != label:
            found += _verbs(scope, main)  # as in *seems to play while taking pictures*
        elif ep.args.get("ARG1", "")[:1] == "e":  # an adverb: *ensure that they are met quickly*
            continue
        elif scope.properties(event).get("TENSE") == "untensed" and "PROG" in scope.properties(
            event
        ):
            found.append(ep)
    return found


def main_label(scope: Scope, ep: EP) -> str | None:
    """Return the label of the main clause under a subordinator or scopal adverb, or None.

    The main clause is the ARG1 of such a predicate: ``subord``, ``_while_x`` (ARG2 is the adverbial
    clause), ``_probable_a_1`` (ARG1 alone). Verbs and nouns with a scopal argument do not count.
    """
    predicate = ep.predicate
    if "_v_" in predicate or "_n_" in predicate or predicate == "neg" or "_q" in predicate:
        return None
    first = ep.args.get("ARG1", "")
    if first[:1] != "h":
        return None
    below = scope.label_of(first)
    if "_a_" in predicate:
        bearers = [ep]
        above = (each.predicate for each in scope.above.get(ep.label, ()))
        if any(name.endswith(_MODALS) or _listed(name) for name in above):
            bearers += scope.by_label.get(below or "", [])  # as in *may be obvious that it barks*
        if any(scope.properties(b.args.get("ARG0", "")).get("TENSE") in FINITE for b in bearers):
            return None  # *That the cat barks is obvious*: the adjective is the main predicate
    return below


def joins(ep: EP) -> bool:
    """Check whether an elementary predication coordinates (``_and_c``, ``implicit_conj``)."""
    return bool(ep.predicate.endswith("_c") or ep.predicate == "implicit_conj")


def is_coordination(ep: EP) -> bool:
    """Check whether an elementary predication coordinates events."""
    return joins(ep) and ep.args.get("ARG0", "").startswith("e")


def conjuncts_of(ep: EP) -> list[str]:
    """List the events that a coordination joins, in order; this works for all ERG releases."""
    for roles in (("L-INDEX", "R-INDEX"), ("ARG1", "ARG2")):
        if ep.args.keys() >= set(roles):
            return [ep.args[role] for role in roles if ep.args[role].startswith("e")]
    return []


def tense_bearer(scope: Scope, event: str) -> str:
    """Return the event that carries the tense of a head without a modal, usually the head's own.

    Example:
        The ERG leaves a head untensed if something else carries its tense: the coordination in
        *Two girls are running and jumping* (for the second verb), the negation in *Abrams hasn't
        hired Browne*, or the subordinator in *It will work if they come*.
    """
    if _is_finite(scope, event):
        return event
    over = (ep for ep in scope.mrs.rels if is_coordination(ep) and event in conjuncts_of(ep))
    joined = next(over, None)
    if joined is not None and _is_finite(scope, joined.args["ARG0"]):
        return str(joined.args["ARG0"])
    here, seen = scope.by_event[event].label, set[str]()
    while here not in seen:
        seen.add(here)
        for ep in scope.above.get(here, ()):
            if ep.predicate == "neg" or main_label(scope, ep) == here:
                if _is_finite(scope, ep.args["ARG0"]):
                    return str(ep.args["ARG0"])
                here = ep.label
                break
    return event


def _is_finite(scope: Scope, event: str) -> bool:
    return scope.properties(event).get("TENSE") in FINITE


def joint_label(scope: Scope, label: str) -> str:
    """Return the label of the outermost coordination around a label, or else the label itself.

    The ERG 1214 gives each conjunct its own label (``L-HNDL``, ``R-HNDL``); an operator over
    the coordination takes the label of the coordination.
    """
    for ep in scope.above.get(label, ()):
        if is_coordination(ep) and ep.label != label:
            return joint_label(scope, ep.label)
    return label
