"""An MRS under construction: fresh variables and labels, elementary predications, constraints."""

from collections.abc import Mapping
from typing import NamedTuple

from delphin.lnk import Lnk
from delphin.mrs import EP, MRS, HCons, ICons

from litgen.trees.words import Span, Word

Properties = Mapping[str, str]

#: Properties of an untensed event (a modifier, a preposition).
UNTENSED = {"SF": "prop", "TENSE": "untensed", "MOOD": "indicative", "PROG": "-", "PERF": "-"}
#: Properties of an attributive adjective's event, with the progressive left open.
ATTRIBUTIVE = {**UNTENSED, "PROG": "bool"}
#: Properties of a reduced predicate, which has no aspect (*the dog chased by Browne*).
REDUCED = {"SF": "prop", "TENSE": "untensed", "MOOD": "indicative"}
#: Properties of an event that carries only sentence force (*if*, *subord*).
FORCE = {"SF": "prop"}
#: Properties of singular and plural things, of individuated things, and of masses (*tobacco*).
SINGULAR = {"PERS": "3", "NUM": "sg"}
PLURAL = {"PERS": "3", "NUM": "pl"}
ONE = {**SINGULAR, "IND": "+"}
SEVERAL = {**PLURAL, "IND": "+"}
MASS = {**SINGULAR, "GEND": "n", "IND": "-"}


class Proposition(NamedTuple):
    """A composed clause: its labels and events."""

    top: str  #: label of the outermost scopal operator or, without one, of the main predicate
    head: str  #: event of the clause: the main predicate's or the outermost modal's
    label: str  #: label of the main predicate, which intersective modifiers share
    event: str  #: the main predicate's own event


class Graph:
    """Elementary predications and constraints, in the order in which they are added.

    A predication that is added at a word has the word's span as its link and covers the word.
    """

    def __init__(self) -> None:
        self._count = 0
        self.rels: list[EP] = []
        #: the predication that introduces each variable
        self.heads: dict[str, EP] = {}
        #: for each hole, the label to which it is equal modulo quantifiers
        self.holes: dict[str, str] = {}
        self.icons: list[tuple[str, str, str]] = []
        self.variables: dict[str, Properties] = {}
        #: indices of tokens that have a predication or a grammatical function
        self.covered: set[int] = set()

    def handle(self) -> str:
        """Return a new label or hole."""
        self._count += 1
        return f"h{self._count}"

    def event(self, properties: Properties = UNTENSED) -> str:
        """Return a new event variable."""
        return self.variable("e", properties)

    def variable(self, kind: str = "i", properties: Properties | None = None) -> str:
        """Return a new variable, of kind ``i`` or ``u`` for an argument that is not expressed."""
        self._count += 1
        name = f"{kind}{self._count}"
        self.variables[name] = properties or {}
        return name

    def add(self, predicate: str, at: Word | Span, label: str, arg0: str, /, **args: str) -> EP:
        """Add an elementary predication, omitting empty arguments."""
        if isinstance(at, Word):
            self.covered.add(at.i)
            at = at.span
        given = {role: value for role, value in args.items() if value}
        found = EP(predicate, label, {"ARG0": arg0, **given}, Lnk.charspan(*at))
        self.rels.append(found)
        self.heads.setdefault(arg0, found)
        return found

    def modify(
        self, predicate: str, at: Word | Span, label: str, target: str,
        properties: Properties = UNTENSED, **args: str,
    ) -> str:  # fmt: skip
        """Add a predication about ``target``, and return its event."""
        event = self.event(properties)
        self.add(predicate, at, label, event, ARG1=target, **args)
        return event

    def qeq(self, label: str) -> str:
        """Return a new hole that is equal to ``label`` modulo quantifiers."""
        hole = self.handle()
        self.holes[hole] = label
        return hole

    def quantify(
        self, predicate: str, span: Span, referent: str, label: str, into: str = ""
    ) -> None:
        """Bind a referent with a quantifier labelled ``into``, whose restriction is ``label``."""
        args = {"ARG0": referent, "RSTR": self.qeq(label), "BODY": self.handle()}
        self.rels.append(EP(predicate, into or self.handle(), args, Lnk.charspan(*span)))

    def thing(
        self, noun: str, quantifier: str, span: Span, properties: Properties = SINGULAR, **args: str
    ) -> str:
        """Add a noun and its quantifier, and return the referent."""
        referent, label = self.variable("x", properties), self.handle()
        self.add(noun, span, label, referent, **args)
        self.quantify(quantifier, span, referent, label)
        return referent

    def merge(self, label: str, into: str) -> None:
        """Move the predications at ``label``, to which nothing may refer, to ``into``."""
        for ep in self.rels:
            if ep.label == label:
                ep.label = into

    def finish(self, proposition: Proposition) -> MRS:
        """Return the MRS whose top is ``proposition``."""
        holes = [HCons.qeq(*each) for each in (("h0", proposition.top), *self.holes.items())]
        icons = [ICons(*constraint) for constraint in self.icons]
        return MRS("h0", proposition.head, self.rels, holes, icons, self.variables)
