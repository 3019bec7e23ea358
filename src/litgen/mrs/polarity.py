"""Polarity from scope: whether a sentence stays true with a broader or a narrower word.

A position is *up* if the sentence entails the same sentence with a broader phrase there, *down* if
it entails the one with a narrower phrase, and *none* if neither is certain (Sanchez Valencia 1991;
MacCartney 2009, chapter 6). ``rules/polarity.toml`` lists the effects of quantifiers and operators.
If several quantifiers have scope over one label (:mod:`litgen.mrs.resolution`), the earlier one has
wider scope.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from delphin.mrs import EP, MRS

from litgen.lexicon import has_feature
from litgen.mrs.monotonicity import Monotonicity, Value, monotonicity, times
from litgen.mrs.operators import joins
from litgen.mrs.resolution import Binder, Resolution, is_said
from litgen.mrs.scope import Scope

#: Map each polarity to the symbol that is printed after a word.
ARROWS: Mapping[Value, str] = {"up": "↑", "down": "↓", "none": "="}
_WORD = re.compile(r"\w+(?:['’-]\w+)*")
#: Predicates without a corresponding word in the sentence.
_UNSAID = re.compile(r"(udef_q|proper_q|def_implicit_q|pronoun_q|number_q|compound|appos|unknown"
                     r"|parg_d|nominalization|generic_entity|subord|implicit_conj)$")  # fmt: skip


class Polarity(NamedTuple):
    """The polarity of a position, and the predicates that determine it from above, outermost first.

    Attributes:
        rests_on: the conventions on which the polarity depends, one per predicate that needs one.

    Example:
        *dog* in *No young dog barks* is ``down``, and ``through`` is ``("_no_q",)``.
    """

    value: Value
    through: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()

    def under(self, value: Value, predicate: str, convention: str | None = None) -> Polarity:
        through = self.through if value == "up" else (*self.through, predicate)
        rests_on = (*self.rests_on, convention) if convention else self.rests_on
        return Polarity(times(self.value, value), through, rests_on)


class Marked(NamedTuple):
    """A word of a text, from ``start`` to ``end``, with its polarity, if any."""

    text: str
    start: int
    end: int
    polarity: Polarity | None


class Polarities:
    """The polarities of an MRS, computed on demand.

    Example:
        >>> found = Polarities(mrs)  # doctest: +SKIP
        >>> found.of(mrs.rels[1]).value  # doctest: +SKIP
        'down'
    """

    def __init__(self, mrs: MRS | Scope) -> None:
        self.scope = mrs if isinstance(mrs, Scope) else Scope(mrs)
        self.mrs = self.scope.mrs
        self._known: dict[str, Polarity] = {}
        self.resolution = Resolution(self.scope)
        #: maps each label to the quantifier that has it
        self._quantifier_at = {q.label: q for q in self.scope.quantifier.values()}
        index = self.mrs.index
        force = self.scope.properties(index).get("SF") if index else None
        asked = force in ("ques", "comm", "prop-or-ques")
        self._top = Polarity("none", (str(force),)) if asked else Polarity("up")

    def of(self, ep: EP) -> Polarity:
        """Return the polarity of a predication or, for a quantifier, of its position."""
        if "RSTR" in ep.args:
            return self._outside(ep)
        bound = self._quantifier_at.get(ep.label)
        if bound is not None:  # a degree word that modifies a quantifier
            return self._outside(bound)
        here = self._of_label(ep.label, before=ep)
        event = ep.args.get("ARG0")
        for other in self.scope.by_label[ep.label]:
            if event and other.args.get("ARG1") == event and other is not ep:
                entry = monotonicity("modifier", other.predicate)
                if entry is not None and entry.alone:
                    here = here.under(entry.polarity, other.predicate)
        return here

    def words(self, text: str) -> list[Marked]:
        """List a text's words with their polarities; the MRS's character links must refer to it."""
        said = [ep for ep in self.mrs.rels if not _UNSAID.match(ep.predicate)]
        found = []
        for word in _WORD.finditer(text):
            start, end = word.span()
            over = [ep for ep in said if ep.cfrom <= start and end <= ep.cto]
            over += [ep for ep in said if start <= ep.cfrom < ep.cto <= end and ep not in over]
            best = min(over, key=_tightness, default=None)
            found.append(Marked(word[0], start, end, self.of(best) if best else None))
        return found

    def _of_label(self, label: str, before: EP) -> Polarity:
        """Return a predicate's polarity at a label, below the binders with wider scope."""
        polarity = self._above(label)
        joined: dict[str, Value] = {}  # maps a group to the joint effect of its quantifiers
        own = self._group_of(before.args["ARG0"]) if "RSTR" in before.args else None
        for binder in self._binders.get(label, ()):
            if binder.ep is before:
                break
            group = self._group_of(binder.ep.args.get("ARG0", ""))
            if group is not None and (group == own or joined.get(group) == binder.value):
                continue  # as in *no cats and no dogs*
            if self._reaches(binder, before, label):
                value = "none" if group in joined else binder.value
                polarity = polarity.under(value, binder.ep.predicate, binder.convention)
                if group is not None:
                    joined[group] = binder.value
        return polarity

    def _group_of(self, variable: str) -> str | None:
        """Return the coordination of a noun that has its own determiner, or else None."""
        if not self.resolution.is_determined(variable):
            return None
        return next((group for group, each in self._groups.items() if variable in each), None)

    def _reaches(self, binder: Binder, ep: EP, label: str) -> bool:
        """Check whether a binder at a label has a predicate of that label in its scope.

        Predicates with the same label are conjoined. A quantifier has scope only over those that
        have its variable as an argument, and over predicates that share an event with these.

        Example:
            *No* has scope over both verbs in *No man sings and dances*, over the first in *He eats
            no fruit and drinks milk*, and over *with* but not *man* in *a man with no hat*.
        """
        if ep.cfrom < binder.ep.cfrom and ep.args.get("ARG1") == binder.ep.args.get("ARG0"):
            return False  # as in *very rarely*
        here = self.scope.by_label[label]
        taken = self._events(ep, here)
        if "RSTR" in ep.args:
            taken = {e for use in self._used(ep, label) for e in self._events(use, here)}
        if "RSTR" not in binder.ep.args:
            return bool(taken & self._events(binder.ep, here, down=True))
        uses = self._used(binder.ep, label)
        return not uses or any(taken & self._events(use, here, down=True) for use in uses)

    def _used(self, quantifier: EP, label: str) -> list[EP]:
        """List the predicates at a label that take a variable directly or in a clausal argument."""
        found = []
        for use, _ in self.resolution.uses(quantifier.args["ARG0"]):
            below = {use.label, *(ep.label for ep, _ in self.resolution.climb(use.label, label))}
            found += [
                ep for ep in self.scope.by_label[label]
                if ep is use or any(lower in below for _, lower in self.scope.holes(ep))
            ]  # fmt: skip
        return found

    def _events(self, ep: EP, here: Sequence[EP], *, down: bool = False) -> set[int]:
        """Return the indices in ``here`` of the predicates that share an event with ``ep``.

        Args:
            down: whether to include the conjuncts of coordinations.
        """
        found, new = set[int](), {at for at, each in enumerate(here) if each is ep}
        while new:
            found |= new
            new = {
                at
                for at, other in enumerate(here)
                if at not in found
                for each in (here[k] for k in found)
                if _is_linked(each, other) or (down and _joins(each, other))
            }
        return found

    def _above(self, label: str) -> Polarity:
        if label not in self._known:
            self._known[label] = Polarity("none")  # stops at a cycle, which no scoped MRS has
            self._known[label] = self._find_above(label)
        return self._known[label]

    def _find_above(self, label: str) -> Polarity:
        bound = self.resolution.restrictions.get(label)
        if bound is not None:
            return self._in_restriction(bound)
        over = self.resolution.parent(label)
        if over is None:
            return self._top
        ep, value = over
        return self._of_label(ep.label, before=ep).under(value, ep.predicate)

    def _in_restriction(self, quantifier: EP) -> Polarity:
        first = self._shared(quantifier)
        if first is not None:
            return self._above(self.scope.label_of(first.args["RSTR"]))
        restriction, said = self._restriction(quantifier), self.said_of(quantifier)
        return self._outside(quantifier).under(restriction, quantifier.predicate, said.convention)

    def _shared(self, quantifier: EP) -> EP | None:
        """Return a conjunct's shared quantifier: *every* for *cat* in *every dog and cat*."""
        variable, groups = quantifier.args["ARG0"], self._groups
        within = {first: group for group, (first, _) in groups.items()}
        before = {last: first for first, last in groups.values()}
        if is_said(quantifier) or variable in groups:
            return None
        while variable not in before and variable in within:
            variable = within[variable]
        variable = before.get(variable, "")
        while variable in groups:
            variable = groups[variable][0]
        found = self.scope.quantifier.get(variable)
        return found if found is None or is_said(found) else self._shared(found)

    @cached_property
    def _groups(self) -> dict[str, tuple[str, str]]:
        """Map each nominal coordination's variable to the variables that it joins."""
        return {
            ep.args["ARG0"]: (ep.args[first], ep.args[last])
            for ep in self.mrs.rels
            for first, last in (("L-INDEX", "R-INDEX"), ("ARG1", "ARG2"))
            if joins(ep) and ep.args.get("ARG0", "")[:1] == "x" and ep.args.keys() >= {first, last}
        }

    def _outside(self, quantifier: EP) -> Polarity:
        label, slot = self.resolution.sites[quantifier.args["ARG0"]]
        if slot is not None:
            return self._of_label(label, before=slot.ep).under(slot.value, slot.ep.predicate)
        return self._of_label(label, before=quantifier)

    @cached_property
    def _binders(self) -> dict[str, list[Binder]]:
        found: dict[str, list[Binder]] = {}
        for variable, (label, slot) in self.resolution.sites.items():
            if slot is None:
                quantifier = self.scope.quantifier[variable]
                said = self.said_of(quantifier)
                binder = Binder(quantifier, said.body or "up", said.convention)
                found.setdefault(label, []).append(binder)
        for ep in self.mrs.rels:
            entry = monotonicity("modifier", ep.predicate)
            if entry is not None and not entry.alone and not self._measures(ep):
                found.setdefault(ep.label, []).append(Binder(ep, entry.polarity))
        for binders in found.values():
            binders.sort(key=_place)
        return found

    def _measures(self, ep: EP) -> bool:
        if ep.label in self._quantifier_at:
            return True
        modified = self.scope.by_event.get(ep.args.get("ARG1", ""))
        return modified is not None and monotonicity("amount", modified.predicate) is not None

    def said_of(self, quantifier: EP) -> Monotonicity:
        """Return the monotonicity of a quantifier combined with its amount and degree words."""
        entry = monotonicity("quantifier", quantifier.predicate) or Monotonicity()
        degrees = [
            ep for ep in self.scope.by_label.get(quantifier.label, ()) if "RSTR" not in ep.args
        ]
        restriction = self.scope.by_label.get(self.scope.label_of(quantifier.args["RSTR"]), [])
        variable = quantifier.args["ARG0"]
        for ep in restriction:
            if variable not in (ep.args.get("ARG1"), ep.args["ARG0"]):
                continue
            amount = monotonicity("amount", ep.predicate)
            if amount is not None and (entry.generic is not None or amount.body == "none"):
                entry, event = amount, ep.args.get("ARG0")
                degrees += [each for each in restriction if each.args.get("ARG1") == event]
        for ep in degrees:
            degree = monotonicity("degree", ep.predicate)
            if degree is not None and degree.flips:
                entry = entry.turned()
            elif degree is not None:
                entry = entry._replace(
                    restriction=degree.restriction or entry.restriction,
                    body=degree.body or entry.body,
                    convention=degree.convention,
                    licensed=entry.licensed and not degree.restriction,
                )
        return entry

    def _restriction(self, quantifier: EP) -> Value:
        entry = self.said_of(quantifier)
        if entry.generic is not None and self._may_be_kind(quantifier):
            return entry.generic
        if entry.licensed and self._outside(quantifier).value == "up":
            return "none"
        if entry.either and self._negated_later(quantifier):
            return "none"
        return entry.restriction or "up"

    def _negated_later(self, quantifier: EP) -> bool:
        """Check whether anything below a quantifier's position reverses its clause's polarity."""
        variable = quantifier.args["ARG0"]
        site = self.resolution.sites[variable].label
        return any(
            value == "down"
            for use, _ in self.resolution.uses(variable)
            for _, value in self.resolution.climb(use.label, site)
        )

    def _may_be_kind(self, quantifier: EP) -> bool:
        """Check whether a bare noun may denote a kind, as the clause describes no episode."""
        return any(
            self._is_timeless(ep, quantifier)
            for ep, _ in self.resolution.uses(quantifier.args["ARG0"])
        )

    def _is_timeless(self, ep: EP, quantifier: EP) -> bool:
        event = ep.args.get("ARG0", "")
        properties = self.scope.properties(event)
        if "_p" in ep.predicate and ep.args.get("ARG1", "")[:1] == "e":  # timeless if its verb is
            host = self.scope.by_event.get(ep.args["ARG1"])
            return host is not None and host is not ep and self._is_timeless(host, quantifier)
        if ep.predicate in ("_be_v_there",) or "_p_" in ep.predicate:
            return False
        if quantifier.predicate == "_a_q":
            subject = ep.args.get("ARG1") == quantifier.args["ARG0"]
            # *A dog is an animal*, *A hungry dog is dangerous* describe kinds (Krifka et al. 1995)
            quality = "_a_" in ep.predicate and properties.get("TENSE") == "pres"
            lasting = quality and not has_feature(ep.predicate, "felt")
            return subject and (ep.predicate == "_be_v_id" or lasting)
        tense = properties.get("TENSE")
        for operator, _ in self.resolution.climb(ep.label, None):
            tense = self.scope.properties(operator.args.get("ARG0", "")).get("TENSE") or tense
        if tense not in ("pres", "past", "fut", "tensed", "untensed") or event[:1] != "e":
            return False
        if "_a_" in ep.predicate:
            return True
        return bool(
            tense != "past" and properties.get("PROG") != "+" and properties.get("PERF") != "+"
        )


def _is_linked(one: EP, other: EP) -> bool:
    """Check whether two predicates share an event other than through a coordination."""
    return any(
        not joins(upper) and lower.args.get("ARG0") in _arguments(upper)
        for upper, lower in ((one, other), (other, one))
    )


def _joins(coordination: EP, conjunct: EP) -> bool:
    return joins(coordination) and conjunct.args.get("ARG0") in _arguments(coordination)


def _arguments(ep: EP) -> set[str]:
    return {value for role, value in ep.args.items() if role != "ARG0" and value[:1] == "e"}


def _place(binder: Binder) -> tuple[int, int]:
    """Return a sort key: conjunctions first, then left to right, with groups before members."""
    ep = binder.ep
    return (-1 if ep.predicate.endswith("_c") else ep.cfrom), -ep.cto


def _tightness(ep: EP) -> tuple[int, bool, bool]:
    """Return a sort key: shortest span first, then non-quantifiers, then surface predicates."""
    return ep.cto - ep.cfrom, "RSTR" in ep.args, not ep.predicate.startswith("_")
