"""Default scopes for the quantifiers of an MRS, which leaves their scopes open.

A quantifier has scope over the lowest label that has all uses of its variable below it, and over
the negations, modals and adverbs that follow it in its clause. It never leaves a noun phrase or a
clause with its own tense.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from delphin.mrs import EP

from litgen.mrs.monotonicity import Value, monotonicity
from litgen.mrs.operators import joins, main_label, operator_kind
from litgen.mrs.scope import NOT_ARGUMENTS, Scope


class Binder(NamedTuple):
    """A predication with scope over a label or an argument, and its effect on polarity there."""

    ep: EP
    value: Value
    convention: str | None = None


class Site(NamedTuple):
    """Where a quantifier has scope: over a label, or inside an argument that it cannot leave."""

    label: str
    slot: Binder | None = None


def is_said(quantifier: EP) -> bool:
    """Check whether a quantifier corresponds to a word in the sentence or to a possessive."""
    return bool(quantifier.predicate.startswith(("_", "def_explicit_q")))


class Resolution:
    """The scopes of the quantifiers of an MRS.

    Attributes:
        restrictions: maps each label to the quantifier whose restriction it is.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.restrictions = {scope.label_of(q.args["RSTR"]): q for q in scope.quantifier.values()}

    @cached_property
    def sites(self) -> dict[str, Site]:
        """Map each variable to the site of its quantifier's scope."""
        return {variable: self._site(variable) for variable in self.scope.quantifier}

    def parent(self, label: str) -> tuple[EP, Value] | None:
        """Return the predicate that takes a label as argument, and its effect on polarity there."""
        for ep in self.scope.above.get(label, ()):
            if ep.label == label:
                continue
            for role, lower in self.scope.holes(ep):
                if lower == label:
                    entry = monotonicity("operator", ep.predicate)
                    return ep, entry.of_argument(role, clause=True) if entry else "up"
        return None

    def climb(self, label: str, to: str | None) -> Iterator[tuple[EP, Value]]:
        """Yield the predicates from one label up to another, with their effects on polarity."""
        seen: set[str] = set()
        while label != to and label not in seen:
            seen.add(label)
            over = self.parent(label)
            if over is None:
                return
            yield over
            label = over[0].label

    def uses(self, variable: str, seen: Sequence[str] = ()) -> list[tuple[EP, str]]:
        """List the uses of a variable as an argument outside its restriction.

        The uses of a coordination count as uses of its conjuncts unless the coordination has its
        own determiner (*every [dog and cat]*).
        """
        found = []
        quantifier = self.scope.quantifier.get(variable)
        own = self.scope.label_of(quantifier.args["RSTR"]) if quantifier is not None else ""
        # A degree word may also take the variable, as in *not everyone*.
        inside = (own, quantifier.label if quantifier is not None else "")
        for ep in self.scope.mrs.rels:
            for role, value in ep.args.items():
                if value != variable or role in NOT_ARGUMENTS or ep.label in inside:
                    continue
                group = ep.args.get("ARG0", "")
                if (
                    joins(ep)
                    and group[:1] == "x"
                    and group not in seen
                    and not self.is_determined(group)
                ):
                    found += self.uses(group, (*seen, group))
                elif own not in self._chain(ep.label):
                    found.append((ep, role))
        return found

    def is_determined(self, variable: str) -> bool:
        """Check whether a variable has a determiner that is a word or a possessive."""
        quantifier = self.scope.quantifier.get(variable)
        return quantifier is not None and is_said(quantifier)

    def _site(self, variable: str) -> Site:
        quantifier = self.scope.quantifier[variable]
        uses = self.uses(variable)
        if not uses:
            return Site(self.scope.label_of(self.scope.mrs.top or ""))
        label = self._lowest([ep.label for ep, _ in uses])
        slots = [self._slot(ep, role) for ep, role in uses if ep.label == label]
        if len(slots) == 1 and slots[0] is not None and slots[0].ep.cfrom < quantifier.cfrom:
            return Site(label, slots[0])
        return Site(self._raised(quantifier, label))

    def _slot(self, ep: EP, role: str) -> Binder | None:
        entry = monotonicity("operator", ep.predicate)
        value = entry.of_argument(role, clause=False) if entry else "up"
        if value == "up":
            entry = monotonicity("modifier", ep.predicate)
            value = entry.polarity if entry is not None and role == "ARG2" else "up"
        return Binder(ep, value) if value != "up" else None

    def _raised(self, quantifier: EP, label: str) -> str:
        """Return the label above the clause's operators and adverbs that follow the quantifier."""
        while label not in self.restrictions:
            over = self.parent(label)
            if (
                over is None
                or joins(over[0])
                or quantifier.cfrom >= over[0].cfrom
                or not self._passes(over[0], label)
            ):
                return label
            label = over[0].label
        return label

    def _passes(self, ep: EP, label: str) -> bool:
        kind = operator_kind(self.scope, ep)
        return kind in ("neg", "modal", "raising") or main_label(self.scope, ep) == label

    def _chain(self, label: str) -> list[str]:
        return [label, *(ep.label for ep, _ in self.climb(label, None))]

    def _lowest(self, labels: Sequence[str]) -> str:
        """Return the lowest label that has all given labels below it."""
        chains = [self._chain(label) for label in dict.fromkeys(labels)]
        for label in chains[0]:
            if all(label in chain for chain in chains):
                return label
        return chains[0][-1]
