"""Read the parts of a rule from its table: patterns, tests and edits."""

from typing import Any, get_args

from litgen.mrs.fields import FieldReader, Raw, Reader
from litgen.mrs.matching import SORTS
from litgen.mrs.operators import Kind
from litgen.mrs.rule import (
    ANCHORS,
    EP_ANCHORS,
    GROUPS,
    Addition,
    Change,
    Condition,
    EPPattern,
    Example,
    Follow,
    Form,
    Hangs,
    Insertion,
    Setting,
)

#: Keys of a test whose field in :class:`Condition` has another name.
_RENAMED = {
    "quantifier": "quantifiers", "predicate": "predicates", "except": "excluded",
    "feature": "features",
}  # fmt: skip


class RuleReader(FieldReader):
    """Reads the parts of one rule."""

    def form(self, raw: Raw) -> Form:
        """The form that a table describes; its later keys may use the names its patterns bind."""
        one_each = self.one_of(("conjunct", "first", "phrases"))
        readers = {
            "each": lambda value, key: one_each(value, key) if value else None,
            "match": self.each(lambda r: self.pattern(r, binds=True)),
            "fresh": self.fresh,
            "parameters": self.strings_by_name,
            "unavailable": lambda value, key: self.text(value, key) or None,
            "where": self.each(self.test),
            "unless": self.each(self.test),
            "over": self.insertion,
            "change": self.each(self.change),
            "remove": self.all_of(self.ep),
            "remove_phrase": self.all_of(self.name),
            "add": self.each(self.addition),
            "hcons": self.all_of(self.relation("qeq")),
            "icons_remove": self.all_of(self.icon),
            "icons_add": self.all_of(self.icon),
            "index": lambda value, key: self.name(value) if value else None,
            "set": self.each(self.setting),
            "follow": self.each(self.follow),
        }
        return Form(**self.record(raw, "form", readers)[0])

    def pattern(self, raw: Any, binds: bool = False) -> EPPattern:
        """``{ ep = "q", predicate = "_a_q", ARG0 = "x" }``"""
        readers = {
            "ep": self.text, "predicate": self.strings, "feature": self.feature,
            "reason": self.text,
        }  # fmt: skip
        said, arguments = self.record(raw, "pattern", readers, self.text)
        for role, value in arguments.items():
            if role == "CARG":
                continue
            if value not in self.names and value[:1] not in SORTS:
                self.fail(f"name {value!r}: begin it with its sort, one of {', '.join(SORTS)}")
            if binds:
                self.names.add(value)
        name = said.get("ep")
        if binds and name:
            self.eps.add(name)
        return EPPattern(
            name, said.get("predicate", ()), arguments, said.get("feature", ()), said.get("reason")
        )

    def test(self, raw: Raw) -> Condition:
        """``{ variable = "t", TENSE = ["pres", "past"], reason = "not finite" }``"""
        readers: dict[str, Reader] = {
            "variable": self.name,
            "quantifier": self.strings,
            "ep": self.ep,
            "predicate": self.strings,
            "except": self.strings,
            "feature": self.feature,
            "lacks": self.feature,
            "operators": self._kinds,
            "voice": self.one_of(("active", "passive")),
            "force": self.strings,
            "coordinated": self.boolean,
            "subordinated": self.boolean,
            "subject": self.one_of(("shared", "distinct")),
            "exists": lambda value, key: self.pattern(value),
            "outside": self.all_of(self.one_of(get_args(Hangs))),
            "scope": self.relation("qeq", "="),
            "icons": self.icon,
            "same": self.all_of(self.name),
            "reason": self.text,
        }
        said, properties = self.record(raw, "test", readers, self.strings)
        of_one = properties or said.get("quantifier")
        if "variable" not in said and of_one:
            self.fail("a test of properties or quantifiers needs 'variable'")
        if "ep" not in said and any(said.get(key) for key in ("predicate", "feature", "lacks")):
            self.fail("a test of predicates or features needs 'ep'")
        if "outside" in said and "exists" not in said:
            self.fail("'outside' needs 'exists'")
        if len(said.get("same", "12")) != 2:
            self.fail("'same' needs two names")
        fields = {_RENAMED.get(key, key): value for key, value in said.items()}
        test = Condition(properties=properties, **fields)
        if test._replace(reason=None) == Condition():
            self.fail("a test that tests nothing")
        return test._replace(early=_early(test))

    def _kinds(self, value: Any, key: str) -> tuple[str, ...]:
        return tuple(self.one_of(get_args(Kind))(kind, key) for kind in self.strings(value, key))

    def fresh(self, raw: Any, key: str) -> dict[str, dict[str, str]]:
        """``e1 = { SF = "@o.SF", TENSE = "pres" }``: a value ``@name.PROPERTY`` is copied."""
        found = {}
        for name, properties in self.table_of(raw, key).items():
            if name in self.names or name[:1] not in "exhil" or len(name) < 2:
                self.fail(f"fresh {name!r}: a new name that begins with its sort, such as e1 or h1")
            found[name] = self.strings_by_name(properties, f"fresh {name}")
            for value in found[name].values():
                if value.startswith("@"):
                    self.name(value[1:].partition(".")[0])
        self.names |= set(found)
        return found

    def insertion(self, raw: Any, key: str) -> Insertion:
        """``over = { label = "l0", new = "l1", hole = "h1" }``"""
        readers = {"label": self.name, "new": self.name, "hole": self.name}
        said, _ = self.record(raw, key, readers)
        if not {"label", "new"} <= said.keys():
            self.fail("'over' needs 'label' and 'new'")
        return Insertion(**said)

    def change(self, raw: Raw) -> Change:
        """``{ ep = "head", ARG1 = "y", ARG2 = "x" }``"""
        readers = {"ep": self.ep, "predicate": self.text, "when": self.when}
        said, arguments = self.record(raw, "change", readers, self.name)
        if "ep" not in said:
            self.fail("a change needs 'ep'")
        return Change(arguments=arguments, **said)

    def addition(self, raw: Raw) -> Addition:
        """``{ predicate = "parg_d", LBL = "@e", ARG0 = "e1", ARG1 = "e" }``: at the label of e."""
        said, roles = self.record(raw, "addition", {"predicate": self.text}, self.text)
        predicate = said.get("predicate")
        if predicate is None or "*" in predicate:
            self.fail("an addition needs 'predicate', without wildcards")
        if not {"LBL", "ARG0"} <= roles.keys():
            self.fail(f"addition of {predicate}: needs LBL and ARG0")
        roles = {role: value for role, value in raw.items() if role != "predicate"}
        for role, value in roles.items():
            if role != "CARG":
                self.name(value.removeprefix("@") if role == "LBL" else value)
        return Addition(predicate, roles)

    def setting(self, raw: Raw) -> Setting:
        """``{ variable = "tensed", TENSE = "past", when = { voice = "passive" } }``"""
        readers = {
            "variable": lambda name, key: name if name in GROUPS else self.name(name),
            "when": self.when,
        }
        said, properties = self.record(raw, "set", readers, self.text)
        if "variable" not in said:
            self.fail("'set' needs 'variable'")
        if not properties:
            self.fail(f"'set' of {said['variable']}: no property")
        return Setting(properties=properties, **said)

    def follow(self, raw: Raw) -> Follow:
        """``{ hangs = ["adverbial"], TENSE = "pres", to = { TENSE = "past" } }``"""
        readers = {
            "hangs": self.all_of(self.one_of(get_args(Hangs))),
            "unless": self.strings,
            "predicate": self.strings,
            "to": self.strings_by_name,
            "over": self.text,
            "when": self.when,
        }
        said, where = self.record(raw, "follow", readers, self.strings)
        if not said.get("hangs") or not said.get("to"):
            self.fail("'follow' needs 'hangs' and 'to'")
        return Follow(where=where, predicates=said.pop("predicate", ()), **said)

    def when(self, raw: Any, key: str) -> tuple[Condition, ...]:
        return tuple(self.test(t) for t in ([raw] if isinstance(raw, dict) else raw))

    def example(self, raw: Raw) -> Example:
        """``{ in = "A man rides.", out = "A man rode." }``"""
        readers = {
            "in": self.text, "out": self.strings, "declined": self.text,
            "parameters": self.strings_by_name,
        }  # fmt: skip
        said, _ = self.record(raw, "example", readers)
        text, outputs, declined = said.get("in"), said.get("out", ()), said.get("declined")
        if text is None or bool(outputs) == bool(declined):
            self.fail(f"example {text!r}: needs 'in', and either 'out' or 'declined'")
        return Example(text, outputs, declined, said.get("parameters", {}))


def _early(test: Condition) -> bool:
    """Whether a test concerns anchors alone."""
    names = [test.variable, *(test.same or ())]
    for relation in (test.scope, test.icons):
        names += [] if relation is None else [n for n in relation[::2] if n != "*"]
    if test.exists is not None:
        names += [n for role, n in test.exists.arguments.items() if role != "CARG"]
    return all(n is None or n in ANCHORS for n in names) and test.ep in (None, *EP_ANCHORS)
