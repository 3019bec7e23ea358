"""Polarity from scope: whether what a word says may be made broader or narrower, and follows.

A position is *up* where a sentence entails what it becomes with something broader there, *down*
where with something narrower, *none* where neither is certain (Sanchez Valencia 1991; MacCartney
2009, chapter 6). What quantifiers and operators do stands in ``rules/polarity.toml``.
Of quantifiers over one label (:mod:`litgen.mrs.resolution`) those before others are wider.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from delphin.mrs import EP, MRS

from litgen.lexicon import has_feature
from litgen.mrs.monotonicity import Monotonicity, Value, monotonicity, times
from litgen.mrs.operators import is_coordination, joins
from litgen.mrs.resolution import Binder, Resolution, is_said
from litgen.mrs.scope import Scope

#: What is drawn behind a word, by its polarity.
ARROWS: Mapping[Value, str] = {"up": "↑", "down": "↓", "none": "="}
_WORD = re.compile(r"\w+(?:['’-]\w+)*")
#: Predicates that stand for no word of their own.
_UNSAID = re.compile(r"(udef_q|proper_q|def_implicit_q|pronoun_q|number_q|compound|appos|unknown"
                     r"|parg_d|nominalization|generic_entity|subord|implicit_conj)$")  # fmt: skip


class Polarity(NamedTuple):
    """The polarity of a position, and what above it has made it so, outermost first.

    Attributes:
        rests_on: the conventions by which it is so, once for each word above that needs one.

    Example:
        *dog* of *No young dog barks* is ``down``, ``through`` being ``("_no_q",)``.
    """

    value: Value
    through: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()

    def under(self, value: Value, predicate: str, convention: str | None = None) -> Polarity:
        through = self.through if value == "up" else (*self.through, predicate)
        rests_on = (*self.rests_on, convention) if convention else self.rests_on
        return Polarity(times(self.value, value), through, rests_on)


class Marked(NamedTuple):
    """A word of a text, from ``start`` to ``end``, with its polarity where it has one."""

    text: str
    start: int
    end: int
    polarity: Polarity | None


class Polarities:
    """The polarities of an MRS, worked out when asked for.

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
        #: label -> the quantifier that has it
        self._quantifier_at = {q.label: q for q in self.scope.quantifier.values()}
        index = self.mrs.index
        force = self.scope.properties(index).get("SF") if index else None
        asked = force in ("ques", "comm", "prop-or-ques")
        self._top = Polarity("none", (str(force),)) if asked else Polarity("up")

    def of(self, ep: EP) -> Polarity:
        """The polarity of an elementary predication; of a quantifier that of its place."""
        if "RSTR" in ep.args:
            return self._outside(ep)
        bound = self._quantifier_at.get(ep.label)
        if bound is not None:  # a degree word of a quantifier
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
        """The words of the text that the character links point into, in order."""
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
        """The polarity of what stands at a label, below all that binds it; of a binder, over it."""
        polarity = self._above(label)
        for binder in self._binders(label):
            if binder.ep is before:
                break
            if self._reaches(binder, before, label):
                polarity = polarity.under(binder.value, binder.ep.predicate, binder.convention)
        return polarity

    def _reaches(self, binder: Binder, ep: EP, label: str) -> bool:
        """Whether what binds at a label of coordinated clauses binds in that of a predicate.

        Example:
            *No man sings and dances*: *no* does; *He eats no fruit and drinks milk*: not in the
            second clause.
        """
        start = binder.ep.cfrom
        if ep.cfrom < start and ep.args.get("ARG1") == binder.ep.args.get("ARG0"):
            return False  # *very rarely*
        for joint in () if is_coordination(binder.ep) else self._joints.get(label, ()):
            if (start < joint) == (ep.cfrom < joint):
                continue
            uses = self.resolution.uses(binder.ep.args.get("ARG0", ""))
            if start > joint or not any(use.cfrom > joint for use, _ in uses):
                return False
        return True

    @cached_property
    def _joints(self) -> dict[str, list[int]]:
        """Label -> where conjunctions of its clauses stand."""
        found: dict[str, list[int]] = {}
        for ep in self.mrs.rels:
            if is_coordination(ep):
                found.setdefault(ep.label, []).append(ep.cfrom)
        return found

    def _above(self, label: str) -> Polarity:
        if label not in self._known:
            self._known[label] = Polarity("none")  # for a circle, which no scoped MRS has
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
        """Of *every dog and cat*, the quantifier of *dog* for that of *cat*, which has it, too."""
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
        """Variable of a nominal coordination -> those of what it joins."""
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

    def _binders(self, label: str) -> list[Binder]:
        return self._all_binders.get(label, [])

    @cached_property
    def _all_binders(self) -> dict[str, list[Binder]]:
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
        """What a quantifier does, with the amount and the degree words that go with it."""
        entry = monotonicity("quantifier", quantifier.predicate) or Monotonicity()
        degrees = [
            ep for ep in self.scope.by_label.get(quantifier.label, ()) if "RSTR" not in ep.args
        ]
        restriction = self.scope.by_label.get(self.scope.label_of(quantifier.args["RSTR"]), [])
        variable = quantifier.args["ARG0"]
        for ep in restriction:
            if entry.generic is None or variable not in (ep.args.get("ARG1"), ep.args["ARG0"]):
                continue
            amount = monotonicity("amount", ep.predicate)
            if amount is not None:
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
        """Whether something below a quantifier's place turns the polarity of its clause."""
        variable = quantifier.args["ARG0"]
        site = self.resolution.sites[variable].label
        return any(
            value == "down"
            for use, _ in self.resolution.uses(variable)
            for _, value in self.resolution.climb(use.label, site)
        )

    def _may_be_kind(self, quantifier: EP) -> bool:
        """Whether what is said is no episode, so that a bare noun may stand for a kind."""
        return any(
            self._is_timeless(ep, quantifier)
            for ep, _ in self.resolution.uses(quantifier.args["ARG0"])
        )

    def _is_timeless(self, ep: EP, quantifier: EP) -> bool:
        event = ep.args.get("ARG0", "")
        properties = self.scope.properties(event)
        if "_p" in ep.predicate and ep.args.get("ARG1", "")[:1] == "e":  # *in parks*: of its clause
            host = self.scope.by_event.get(ep.args["ARG1"])
            return host is not None and host is not ep and self._is_timeless(host, quantifier)
        if ep.predicate in ("_be_v_there",) or "_p_" in ep.predicate:
            return False
        if quantifier.predicate == "_a_q":
            subject = ep.args.get("ARG1") == quantifier.args["ARG0"]
            # *A dog is an animal*, *A hungry dog is dangerous*: of the kind (Krifka et al. 1995)
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


def _place(binder: Binder) -> tuple[int, int]:
    """Those before others are wider, groups wider than what they join, conjunctions widest."""
    ep = binder.ep
    return (-1 if ep.predicate.endswith("_c") else ep.cfrom), -ep.cto


def _tightness(ep: EP) -> tuple[int, bool, bool]:
    """The shortest span first, then what is said before quantifiers and before what is inferred."""
    return ep.cto - ep.cfrom, "RSTR" in ep.args, not ep.predicate.startswith("_")
