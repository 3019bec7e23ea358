"""Look-up of predications in an MRS by variable, label and handle, to determine scope."""

from collections.abc import Container, Iterable

from delphin.mrs import EP, MRS

#: Roles that are not arguments of a predicate: its variable, its constant, RSTR and BODY.
NOT_ARGUMENTS = frozenset(("ARG0", "CARG", "RSTR", "BODY"))


class Scope:
    """Look-up tables for an MRS, built in a single pass.

    Attributes:
        by_label: maps each label to its elementary predications, in the order of RELS.
        by_event: maps each intrinsic variable to the elementary predication that introduces it
            (excluding quantifiers).
        quantifier: maps each variable to the quantifier that binds it.
        low: maps each hole (``hi`` of a handle constraint) to its label.
        above: maps each label to the elementary predications, except quantifiers, that take it
            as an argument, directly or through a handle constraint.
    """

    __slots__ = ("above", "by_event", "by_label", "low", "mrs", "quantifier")

    def __init__(self, mrs: MRS) -> None:
        self.mrs = mrs
        self.low: dict[str, str] = {h.hi: h.lo for h in mrs.hcons}
        self.by_label: dict[str, list[EP]] = {}
        self.by_event: dict[str, EP] = {}
        self.quantifier: dict[str, EP] = {}
        for ep in mrs.rels:
            self.by_label.setdefault(ep.label, []).append(ep)
            variable = ep.args.get("ARG0")
            if variable is None:
                continue
            if "RSTR" in ep.args:
                self.quantifier[variable] = ep
            else:
                self.by_event.setdefault(variable, ep)
        self.above: dict[str, list[EP]] = {}
        for ep in mrs.rels:
            for role, value in ep.args.items():
                if value[:1] == "h" and role not in NOT_ARGUMENTS:
                    self.above.setdefault(self.low.get(value, value), []).append(ep)

    def label_of(self, handle: str) -> str:
        """Return the label to which a handle's constraint leads, or the handle if it is a label."""
        return self.low.get(handle, handle)

    def below(self, labels: Iterable[str]) -> set[str]:
        found, pending = set[str](), [*labels]
        while pending:
            label = pending.pop()
            if label not in found:
                found.add(label)
                eps = self.by_label.get(label, ())
                pending += [self.label_of(value) for ep in eps for _, value in self.holes(ep)]
        return found

    def within(self, labels: Container[str]) -> tuple[EP, ...]:
        """Return the predications at labels, and the quantifiers of variables used only there."""
        inside, outside = set[str](), set[str]()
        for ep in self.mrs.rels:
            values = {v for role, v in ep.args.items() if role not in NOT_ARGUMENTS}
            (inside if ep.label in labels else outside).update(values)
        eps = (ep for ep in self.mrs.rels if ep.label in labels)
        bound = inside - outside
        return (*eps, *(q for variable, q in self.quantifier.items() if variable in bound))

    def properties(self, variable: str) -> dict[str, str]:
        """Return the properties of a variable, or an empty mapping if it has none."""
        found: dict[str, str] = self.mrs.variables.get(variable) or {}
        return found

    def holes(self, ep: EP) -> list[tuple[str, str]]:
        """Return the scopal arguments of an elementary predication as pairs of role and label."""
        return [
            (role, self.low.get(value, value))
            for role, value in ep.args.items()
            if value[:1] == "h" and role not in NOT_ARGUMENTS
        ]
