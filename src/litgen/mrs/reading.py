"""Reading the parts of a rule from its table: patterns, tests and edits."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast, get_args

from litgen.mrs.fields import FieldReader, Raw
from litgen.mrs.matching import SORTS
from litgen.mrs.rule import (
    ANCHORS,
    EP_ANCHORS,
    GROUPS,
    Addition,
    Change,
    Condition,
    EPPattern,
    Follow,
    Form,
    Hangs,
    Insertion,
    Setting,
)

_KINDS = ("neg", "modal", "raising", "control", "cleft")
_PATTERN_KEYS = {"ep", "predicate", "feature", "reason"}
_TEST_KEYS = {
    "variable", "quantifier", "ep", "predicate", "feature", "operators", "voice", "force",
    "coordinated", "subordinated", "subject", "exists", "scope", "icons", "same", "reason",
    "except",
}  # fmt: skip


def _early(test: Condition) -> bool:
    """Whether a test asks about anchors alone."""
    names = [test.variable, *(test.same or ())]
    if test.scope is not None:
        names += [test.scope[0], test.scope[2]]
    if test.icons is not None:
        names += [n for n in (test.icons[0], test.icons[2]) if n != "*"]
    if test.exists is not None:
        names += [n for role, n in test.exists.arguments.items() if role != "CARG"]
    return all(n is None or n in ANCHORS for n in names) and test.ep in (None, *EP_ANCHORS)


class FormReader(FieldReader):
    """Reads the form of one rule, keeping track of the names it may use."""

    def form(self, raw: Raw) -> Form:
        """The form that a table describes."""
        match = self.each(raw, "match", lambda r: self.pattern(r, binds=True))
        fresh = self.fresh(raw.get("fresh", {}))
        over = raw.get("over")
        return Form(
            parameters=self.strings_by_name(raw.get("parameters", {}), "parameters"),
            unavailable=self.text(raw, "unavailable") or None,
            match=match,
            where=self.each(raw, "where", self.test),
            unless=self.each(raw, "unless", self.test),
            fresh=fresh,
            over=self.insertion(over) if over is not None else None,
            change=self.each(raw, "change", self.change),
            remove=tuple(self.ep(e) for e in self.strings(raw.get("remove", []), "remove")),
            remove_phrase=tuple(
                self.name(n) for n in self.strings(raw.get("remove_phrase", []), "remove_phrase")
            ),
            add=self.each(raw, "add", self.addition),
            hcons=tuple(self.relation(h, ("qeq",)) for h in self.strings(raw.get("hcons", []), "")),
            icons_remove=tuple(self.icon(i) for i in raw.get("icons_remove", [])),
            icons_add=tuple(self.icon(i) for i in raw.get("icons_add", [])),
            index=self.name(raw["index"]) if raw.get("index") else None,
            set=self.each(raw, "set", self.setting),
            follow=self.each(raw, "follow", self.follow),
        )

    def pattern(self, raw: Raw, binds: bool = False) -> EPPattern:
        """``{ ep = "q", predicate = "_a_q", ARG0 = "x" }``"""
        self.keys(raw, _PATTERN_KEYS, upper=True, what="pattern")
        arguments = {k: self.text(raw, k) or "" for k in raw if k[:1].isupper()}
        name = self.text(raw, "ep")
        for role, value in arguments.items():
            if role == "CARG":
                continue
            self.sort(value)
            if binds:
                self.names.add(value)
            elif value not in self.names and value[:1] not in SORTS:
                self.fail(f"name {value!r} is bound nowhere")
        if binds and name:
            self.eps.add(name)
        predicates = self.strings(raw.get("predicate", []), "predicate")
        return EPPattern(name, predicates, arguments, self.features(raw), self.text(raw, "reason"))

    def test(self, raw: Raw) -> Condition:
        """``{ variable = "t", TENSE = ["pres", "past"], reason = "not finite" }``"""
        self.keys(raw, _TEST_KEYS, upper=True, what="test")
        properties = {k: self.strings(v, k) for k, v in raw.items() if k[:1].isupper()}
        variable, ep = self.text(raw, "variable"), self.text(raw, "ep")
        quantifiers = self.strings(raw.get("quantifier", []), "quantifier")
        if (properties or quantifiers) and variable is None:
            self.fail("a test of properties or quantifiers needs 'variable'")
        if variable is not None:
            self.name(variable)
        if ep is not None:
            self.ep(ep)
        elif raw.get("predicate") or raw.get("feature"):
            self.fail("a test of predicates or features needs 'ep'")
        voice, subject = self.text(raw, "voice"), self.text(raw, "subject")
        self.one_of(voice, ("active", "passive"), "voice")
        self.one_of(subject, ("shared", "distinct"), "subject")
        operators = self.strings(raw.get("operators", []), "operators")
        for kind in operators:
            self.one_of(kind, _KINDS, "operators")
        same = self.strings(raw["same"], "same") if "same" in raw else None
        if same is not None and len(same) != 2:
            self.fail("'same' needs two names")
        test = Condition(
            variable=variable,
            properties=properties,
            quantifiers=quantifiers,
            ep=ep,
            predicates=self.strings(raw.get("predicate", []), "predicate"),
            excluded=self.strings(raw.get("except", []), "except"),
            features=self.features(raw),
            operators=operators,
            voice=voice,
            force=self.strings(raw.get("force", []), "force"),
            coordinated=self.boolean(raw, "coordinated"),
            subordinated=self.boolean(raw, "subordinated"),
            subject=subject,
            exists=self.pattern(raw["exists"]) if "exists" in raw else None,
            scope=self.relation(raw["scope"], ("qeq", "=")) if "scope" in raw else None,
            icons=self.icon(raw["icons"]) if "icons" in raw else None,
            same=(self.name(same[0]), self.name(same[1])) if same else None,
            reason=self.text(raw, "reason"),
        )
        if test._replace(reason=None) == Condition():
            self.fail("a test that tests nothing")
        return test._replace(early=_early(test))

    def fresh(self, raw: Any) -> dict[str, dict[str, str]]:
        """``e1 = { SF = "@o.SF", TENSE = "pres" }``: a value ``@name.PROPERTY`` is copied."""
        found = {}
        for name, properties in self.table_of(raw, "fresh").items():
            if name in self.names or name[:1] not in "exhil" or len(name) < 2:
                self.fail(f"fresh {name!r}: a new name that begins with its sort, such as e1 or h1")
            found[name] = self.strings_by_name(properties, f"fresh {name}")
            for value in found[name].values():
                if value.startswith("@"):
                    self.name(value[1:].partition(".")[0])
        self.names |= set(found)
        return found

    def insertion(self, raw: Any) -> Insertion:
        """``over = { label = "l0", new = "l1", hole = "h1" }``"""
        table = self.table_of(raw, "over")
        self.keys(table, {"label", "new", "hole"}, what="over")
        hole = self.text(table, "hole")
        label, new = self.text(table, "label"), self.text(table, "new")
        if label is None or new is None:
            self.fail("'over' needs 'label' and 'new'")
        return Insertion(self.name(label), self.name(new), self.name(hole) if hole else None)

    def change(self, raw: Raw) -> Change:
        """``{ ep = "head", ARG1 = "y", ARG2 = "x" }``"""
        self.keys(raw, {"ep", "predicate", "when"}, upper=True, what="change")
        arguments = {k: self.name(self.text(raw, k) or "") for k in raw if k[:1].isupper()}
        name = self.text(raw, "ep")
        if name is None:
            self.fail("a change needs 'ep'")
        return Change(self.ep(name), self.text(raw, "predicate"), arguments, self.when(raw))

    def addition(self, raw: Raw) -> Addition:
        """``{ predicate = "neg", LBL = "l1", ARG0 = "e1", ARG1 = "h1" }``"""
        self.keys(raw, {"predicate"}, upper=True, what="addition")
        predicate = self.text(raw, "predicate")
        if predicate is None or "*" in predicate:
            self.fail("an addition needs 'predicate', without wildcards")
        if "LBL" not in raw or "ARG0" not in raw:
            self.fail(f"addition of {predicate}: needs LBL and ARG0")
        arguments = {}
        for role in (k for k in raw if k[:1].isupper()):
            value = self.text(raw, role) or ""
            arguments[role] = value if role == "CARG" else self.name(value)
        return Addition(predicate, arguments)

    def setting(self, raw: Raw) -> Setting:
        """``{ variable = "tensed", TENSE = "past", when = { voice = "passive" } }``"""
        self.keys(raw, {"variable", "when"}, upper=True, what="set")
        variable = self.text(raw, "variable")
        if variable is None:
            self.fail("'set' needs 'variable'")
        if variable not in GROUPS:
            self.name(variable)
        properties = {k: self.text(raw, k) or "" for k in raw if k[:1].isupper()}
        if not properties:
            self.fail(f"'set' of {variable}: no property")
        return Setting(variable, properties, self.when(raw))

    def follow(self, raw: Raw) -> Follow:
        """``{ hangs = ["adverbial"], TENSE = "pres", to = { TENSE = "past" } }``"""
        self.keys(raw, {"hangs", "unless", "predicate", "to", "when"}, upper=True, what="follow")
        hangs = self.strings(raw.get("hangs", []), "hangs")
        for way in hangs:
            self.one_of(way, get_args(Hangs), "hangs")
        to = self.strings_by_name(raw.get("to", {}), "to")
        if not hangs or not to:
            self.fail("'follow' needs 'hangs' and 'to'")
        return Follow(
            hangs=cast("tuple[Hangs, ...]", hangs),
            unless=self.strings(raw.get("unless", []), "unless"),
            predicates=self.strings(raw.get("predicate", []), "predicate"),
            where={k: self.strings(v, k) for k, v in raw.items() if k[:1].isupper()},
            to=to,
            when=self.when(raw),
        )

    def when(self, raw: Raw) -> tuple[Condition, ...]:
        """The tests under which an edit is made."""
        when = raw.get("when", [])
        return tuple(self.test(t) for t in ([when] if isinstance(when, dict) else when))

    def relation(self, text: Any, relations: Collection[str]) -> tuple[str, str, str]:
        """``h1 qeq l``"""
        parts = text.split() if isinstance(text, str) else []
        if len(parts) != 3 or parts[1] not in relations:
            self.fail(f"{text!r}: write 'hi {' or '.join(relations)} lo'")
        return self.name(parts[0]), parts[1], self.name(parts[2])

    def icon(self, raw: Any) -> tuple[str, str, str]:
        """``["e", "topic", "x"]``, ``*`` for any"""
        parts = self.strings(raw, "icons")
        if len(parts) != 3:
            self.fail(f"icons {raw!r}: write [left, relation, right]")
        left, relation, right = parts
        return (
            left if left == "*" else self.name(left),
            relation,
            right if right == "*" else self.name(right),
        )
