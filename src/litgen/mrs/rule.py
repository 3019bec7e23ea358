"""The parts of a rule as loaded from its file: patterns, tests and edits for each dialect.

``docs/rules.md`` documents each key and the names that a rule may use.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SkipValidation,
    StrictBool,
    ValidationInfo,
)

from litgen.mrs import fields
from litgen.mrs.fields import capitals, fail, listed, or_none
from litgen.mrs.operators import Kind

#: Map each dialect to the dialect from which it inherits what it does not define.
DIALECTS: Mapping[str, str | None] = {
    "erg-1214": None,
    "erg-2018": "erg-1214",
    "erg-2020": "erg-2018",
    "erg-2023": "erg-2020",
    "erg-2025": "erg-2023",
    "dependency": "erg-2025",
}

Hangs = Literal["adverbial", "complement", "relative"]
_Predicates = Annotated[fields.Strings, Field(alias="predicate")]


class EPPattern(NamedTuple):
    """A pattern for a predication: predicates with wildcards, named arguments, features.

    ``{ ep = "q", predicate = "_a_q", ARG0 = "x" }``
    """

    name: Annotated[str | None, Field(alias="ep")] = None
    predicates: _Predicates = ()
    arguments: Mapping[str, str] = {}
    features: Annotated[fields.Features, Field(alias="feature")] = ()
    reason: str | None = None


def _pattern(pattern: EPPattern, info: ValidationInfo[fields.Names]) -> EPPattern:
    for value in _names_of(pattern):
        if value not in info.context.variables and value[:1] not in fields.SORTS:
            fail(f"name {value!r} must begin with its sort, one of {', '.join(fields.SORTS)}")
    return pattern


def _bind(pattern: EPPattern, info: ValidationInfo[fields.Names]) -> EPPattern:
    info.context.variables.update(_names_of(pattern))
    info.context.eps.update([pattern.name] if pattern.name else ())
    return pattern


def _names_of(pattern: EPPattern) -> list[str]:
    return [value for role, value in pattern.arguments.items() if role != "CARG"]


Pattern = Annotated[EPPattern, capitals("arguments"), AfterValidator(_pattern)]
BindingPattern = Annotated[Pattern, AfterValidator(_bind)]


class Condition(NamedTuple):
    """A condition on a clause; it holds if every field that is set holds.

    ``{ variable = "t", TENSE = ["pres", "past"], reason = "parse.nonfinite" }``. An ``early``
    condition concerns only anchors, so it is tested before the patterns are matched.
    """

    variable: fields.Name | None = None
    properties: Mapping[str, fields.Strings] = {}
    quantifiers: Annotated[fields.Strings, Field(alias="quantifier")] = ()
    ep: fields.EPName | None = None
    predicates: _Predicates = ()
    excluded: Annotated[fields.Strings, Field(alias="except")] = ()
    features: Annotated[fields.Features, Field(alias="feature")] = ()
    lacks: fields.Features = ()
    operators: Annotated[tuple[Kind, ...], BeforeValidator(listed)] = ()
    voice: Literal["active", "passive"] | None = None
    force: fields.Strings = ()
    coordinated: StrictBool | None = None
    subordinated: StrictBool | None = None
    subject: Literal["shared", "distinct"] | None = None
    exists: Pattern | None = None
    outside: Annotated[tuple[Hangs, ...], BeforeValidator(listed)] = ()
    scope: fields.Scope | None = None
    icons: fields.Icon | None = None
    same: tuple[fields.Name, fields.Name] | None = None
    reason: str | None = None
    early: bool = True


def _condition(test: Condition) -> Condition:
    if test.variable is None and (test.properties or test.quantifiers):
        fail("a test of properties or quantifiers needs 'variable'")
    if test.ep is None and (test.predicates or test.features or test.lacks):
        fail("a test of predicates or features needs 'ep'")
    if test.outside and test.exists is None:
        fail("'outside' needs 'exists'")
    if test._replace(reason=None) == Condition():
        fail("a test must have at least one condition")
    names = [test.variable, *(test.same or ())]
    for relation in (test.scope, test.icons):
        names += [] if relation is None else [n for n in relation[::2] if n != "*"]
    names += [] if test.exists is None else _names_of(test.exists)
    of_anchors = all(n is None or n in fields.ANCHORS for n in names)
    return test._replace(early=of_anchors and test.ep in (None, *fields.EP_ANCHORS))


Test = Annotated[Condition, capitals("properties"), AfterValidator(_condition)]
When = Annotated[tuple[Test, ...], BeforeValidator(listed)]


def _group_or_name(value: str, info: ValidationInfo[fields.Names]) -> str:
    return value if value in fields.GROUPS else fields.name(value, info)


class Setting(NamedTuple):
    """Properties to set on a variable or a group if the tests hold.

    ``{ variable = "tensed", TENSE = "past", when = { voice = "passive" } }``
    """

    variable: Annotated[str, AfterValidator(_group_or_name)]
    properties: Annotated[Mapping[str, str], Field(min_length=1)]
    when: When = ()


class Addition(NamedTuple):
    """A predication to add; its arguments are names, except CARG, which is a constant.

    ``{ predicate = "parg_d", LBL = "@e", ARG0 = "e1", ARG1 = "e" }``. LBL ``@e`` is the label of
    the predication that introduces ``e``.
    """

    predicate: str
    arguments: Mapping[str, str]


def _addition(added: Addition, info: ValidationInfo[fields.Names]) -> Addition:
    if "*" in added.predicate:
        fail(f"the added predicate {added.predicate} must not contain wildcards")
    if not {"LBL", "ARG0"} <= added.arguments.keys():
        fail(f"the addition of {added.predicate} needs LBL and ARG0")
    for role, value in added.arguments.items():
        if role != "CARG":
            fields.name(value.removeprefix("@") if role == "LBL" else value, info)
    return added


class Change(NamedTuple):
    """A new predicate or new arguments for a matched predication.

    ``{ ep = "head", ARG1 = "y", ARG2 = "x" }``
    """

    ep: fields.EPName
    arguments: Mapping[str, fields.Name]
    predicate: str | None = None
    when: When = ()


class Insertion(NamedTuple):
    """The label ``new`` replaces ``label`` as an argument; ``hole``, if set, is qeq ``label``."""

    label: fields.Name
    new: fields.Name
    hole: fields.Name | None = None


class Follow(NamedTuple):
    """How subordinate clauses change to agree with the main clause (sequence of tense).

    ``{ hangs = ["adverbial"], TENSE = "pres", to = { TENSE = "past" } }``
    """

    hangs: Annotated[tuple[Hangs, ...], BeforeValidator(listed), Field(min_length=1)]
    to: Annotated[Mapping[str, str], Field(min_length=1)]
    over: str = ""
    where: Mapping[str, fields.Strings] = {}
    unless: fields.Strings = ()
    predicates: _Predicates = ()
    when: When = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One variant of a rule in one dialect: what must match and what to edit.

    A field may use names that earlier fields define.
    """

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}

    each: Annotated[Literal["conjunct", "first", "phrases"] | None, or_none] = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    unavailable: Annotated[str | None, or_none] = None
    match: tuple[BindingPattern, ...] = ()
    fresh: fields.Fresh = field(default_factory=dict)
    where: tuple[Test, ...] = ()
    unless: tuple[Test, ...] = ()
    over: Insertion | None = None
    change: tuple[Annotated[Change, capitals("arguments")], ...] = ()
    remove: fields.ListOfEPs = ()
    remove_phrase: fields.ListOfNames = ()
    add: tuple[Annotated[Addition, capitals("arguments"), AfterValidator(_addition)], ...] = ()
    hcons: Annotated[tuple[fields.Qeq, ...], BeforeValidator(listed)] = ()
    icons_remove: tuple[fields.Icon, ...] = ()
    icons_add: tuple[fields.Icon, ...] = ()
    index: Annotated[fields.Name | None, or_none] = None
    set: tuple[Annotated[Setting, capitals("properties")], ...] = ()
    follow: tuple[Annotated[Follow, capitals("where")], ...] = ()


class Example(NamedTuple):
    """A sentence with its acceptable outputs, or with the reason why the rule declines it.

    ``{ in = "A man rides.", out = "A man rode." }``
    """

    text: Annotated[str, Field(alias="in")]
    outputs: Annotated[fields.Strings, Field(alias="out")] = ()
    declined: str | None = None
    parameters: Mapping[str, str] = {}


def _example(example: Example) -> Example:
    if bool(example.outputs) == bool(example.declined):
        fail(f"example {example.text!r} must have either 'out' or 'declined'")
    return example


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule for a phenomenon.

    Attributes:
        alternatives: whether only the first variant that applies is used.
        unchanged: the reason for declining a sentence that the rule does not change.
        keeps: whether such a sentence is kept unchanged instead.
        position: position in the canonical order of a sequence, lowest first.
        excludes: rules that cannot be combined with this one because one would undo the other.
        forms: maps each dialect to its variants.
    """

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}

    name: str
    phenomenon: Annotated[str, Field(min_length=1)]
    gloss: Annotated[str, Field(min_length=1)]
    source: Annotated[str, Field(min_length=1)]
    position: Annotated[int, Field(strict=True)]
    path: Path
    forms: Annotated[Mapping[str, tuple[Form, ...]], SkipValidation]
    examples: tuple[Annotated[Example, AfterValidator(_example)], ...] = ()
    alternatives: StrictBool = False
    unchanged: str | None = None
    keeps: StrictBool = False
    excludes: Annotated[frozenset[str], BeforeValidator(listed)] = frozenset()
