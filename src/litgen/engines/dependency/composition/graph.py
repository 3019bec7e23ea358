"""An MRS under construction: fresh variables and labels, elementary predications, constraints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from delphin.lnk import Lnk
from delphin.mrs import EP, MRS, HCons, ICons

Span = tuple[int, int]
Properties = Mapping[str, str]

#: Properties of an untensed event (a modifier, a preposition).
UNTENSED = {"SF": "prop", "TENSE": "untensed", "MOOD": "indicative", "PROG": "-", "PERF": "-"}
#: Properties of an attributive adjective's event: whether it is progressive is open.
ATTRIBUTIVE = {**UNTENSED, "PROG": "bool"}
#: Properties of a reduced predicate, which has no aspect (*the dog chased by Browne*).
REDUCED = {"SF": "prop", "TENSE": "untensed", "MOOD": "indicative"}
#: Properties of an event that carries sentence force alone (*if*, *subord*).
FORCE = {"SF": "prop"}


class Proposition(NamedTuple):
    """A composed clause: where it hangs, and what it is about.

    Attributes:
        top: label of the outermost scopal operator, else of the main predicate.
        head: its event: the main predicate's or the outermost modal's.
        label: label of the main predicate, where intersective modifiers go.
        event: the main predicate's own event.
    """

    top: str
    head: str
    label: str
    event: str


class Graph:
    """Elementary predications and constraints, in the order in which they are added."""

    __slots__ = ("_count", "hcons", "icons", "rels", "variables")

    def __init__(self) -> None:
        self._count = 0
        self.rels: list[EP] = []
        self.hcons: list[HCons] = []
        self.icons: list[ICons] = []
        self.variables: dict[str, dict[str, str]] = {}

    def handle(self) -> str:
        """A fresh label or hole."""
        self._count += 1
        return f"h{self._count}"

    def event(self, properties: Properties = UNTENSED) -> str:
        """A fresh event variable."""
        self._count += 1
        name = f"e{self._count}"
        self.variables[name] = dict(properties)
        return name

    def referent(self, properties: Properties) -> str:
        """A fresh referential variable."""
        self._count += 1
        name = f"x{self._count}"
        self.variables[name] = dict(properties)
        return name

    def open(self, kind: str = "i") -> str:
        """A variable for an argument that is not expressed."""
        self._count += 1
        name = f"{kind}{self._count}"
        self.variables[name] = {}
        return name

    def add(self, predicate: str, span: Span, label: str, arg0: str, /, **args: str) -> EP:
        """Add an elementary predication.

        Example:
            ``graph.add("_bark_v_1", (8, 14), label, event, ARG1=dog)``
        """
        ep = EP(predicate, label, {"ARG0": arg0, **args}, Lnk.charspan(*span))
        self.rels.append(ep)
        return ep

    def qeq(self, label: str) -> str:
        """A fresh hole that is equal to ``label`` modulo quantifiers."""
        hole = self.handle()
        self.hcons.append(HCons.qeq(hole, label))
        return hole

    def quantify(self, predicate: str, span: Span, referent: str, label: str, into: str = "") -> EP:
        """Bind a referent; its restriction is ``label``, its own label fresh or ``into``."""
        args = {"ARG0": referent, "RSTR": self.qeq(label), "BODY": self.handle()}
        ep = EP(predicate, into or self.handle(), args, Lnk.charspan(*span))
        self.rels.append(ep)
        return ep

    def inform(self, event: str, relation: str, target: str) -> None:
        """Add a constraint on information structure, such as a passive's topic."""
        self.icons.append(ICons(event, relation, target))

    def merge(self, label: str, into: str) -> None:
        """Make two labels one: what is at ``label`` is conjoined with what is at ``into``."""
        if label == into:
            return
        for ep in self.rels:
            if ep.label == label:
                ep.label = into
            for role, value in ep.args.items():
                if value == label:
                    ep.args[role] = into
        self.hcons = [HCons.qeq(h.hi, into) if h.lo == label else h for h in self.hcons]

    def finish(self, proposition: Proposition) -> MRS:
        """The MRS whose top is ``proposition``."""
        top = "h0"
        return MRS(
            top=top,
            index=proposition.head,
            rels=self.rels,
            hcons=[HCons.qeq(top, proposition.top), *self.hcons],
            icons=self.icons,
            variables=self.variables,
        )
