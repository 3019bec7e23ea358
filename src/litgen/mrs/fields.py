"""The types of a rule's fields, which pydantic checks; see :mod:`litgen.mrs.rule`.

The validation context is a :class:`Names`: the names that the rule has defined so far.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, NoReturn

from pydantic import AfterValidator, BeforeValidator, ValidationInfo

from litgen.lexicon import is_feature

#: Variables and labels of a main clause; ``c`` requires a cleft, ``subject`` a subject.
ANCHORS = frozenset(("e", "l", "t", "o", "l0", "c", "subject", "top", "index"))
#: Predications of a main clause (``cleft`` only if there is one).
EP_ANCHORS = frozenset(("head", "tensed", "verb", "cleft"))
#: Groups of events whose properties an edit sets together.
GROUPS = frozenset(("tensed", "aspect", "clause"))
#: Map the first letter of a name to the sorts of variables that the name can denote.
SORTS = {"x": "x", "e": "e", "h": "h", "l": "h", "i": "iu", "u": "xeiup", "v": "xeiuhp"}


class Names(NamedTuple):
    """The names that a rule's anchors, patterns and ``fresh`` have defined so far."""

    variables: set[str]
    eps: set[str]


def anchors() -> Names:
    return Names(set(ANCHORS), set(EP_ANCHORS))


def fail(reason: str) -> NoReturn:
    raise ValueError(reason)


def listed(value: Any) -> Any:
    """Wrap a single string or table in a list."""
    return [value] if isinstance(value, str | dict) else value


def capitals(field: str) -> BeforeValidator:
    """Collect the keys of a table that begin with a capital letter (``TENSE``, ``ARG1``)."""

    def collected(raw: Any) -> Any:
        if not isinstance(raw, dict):
            return raw
        if field in raw:
            fail(f"unknown key {field!r}")
        upper = {key: value for key, value in raw.items() if key[:1].isupper()}
        return {field: upper, **{key: value for key, value in raw.items() if key not in upper}}

    return BeforeValidator(collected)


def name(value: str, info: ValidationInfo[Names]) -> str:
    """Check that an anchor, a pattern or ``fresh`` defines the name."""
    return _defined("name", value, info.context.variables)


def _ep(value: str, info: ValidationInfo[Names]) -> str:
    return _defined("predication", value, info.context.eps)


def _defined(what: str, value: str, names: set[str]) -> str:
    if value not in names:
        fail(
            f"{what} {value!r} is not defined; define it in a pattern or in 'fresh', or use one of "
            f"{', '.join(sorted(names))}"
        )
    return value


def _features(values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if not is_feature(value):
            fail(f"there is no feature {value!r} in the lexicon")
    return values


def _relation(*relations: str) -> BeforeValidator:
    """Split a constraint such as ``h1 qeq l`` into its three parts."""

    def parts(value: Any) -> Any:
        found = value.split() if isinstance(value, str) else []
        if len(found) != 3 or found[1] not in relations:
            fail(f"{value!r} must have the form {' or '.join(f'hi {r} lo' for r in relations)}")
        return found

    return BeforeValidator(parts)


def _icon(value: Any) -> Any:
    if not isinstance(value, list) or len(value) != 3:
        fail(f"{value!r} must have the form [left, relation, right]")
    return value


def _any_or_name(value: str, info: ValidationInfo[Names]) -> str:
    return value if value == "*" else name(value, info)


def _fresh(values: Mapping[str, Mapping[str, str]], info: ValidationInfo[Names]) -> Any:
    """Check variables such as ``e1 = { SF = "@o.SF", TENSE = "pres" }``; ``@o.SF`` copies SF."""
    variables = info.context.variables
    for new, properties in values.items():
        if new in variables or new[:1] not in "exhil" or len(new) < 2:
            fail(f"{new!r}: use an unused name that begins with its sort, such as e1 or h1")
        for value in properties.values():
            if value.startswith("@"):
                name(value[1:].partition(".")[0], info)
    variables.update(values)
    return values


Strings = Annotated[tuple[str, ...], BeforeValidator(listed)]
Features = Annotated[Strings, AfterValidator(_features)]
Name = Annotated[str, AfterValidator(name)]
EPName = Annotated[str, AfterValidator(_ep)]
ListOfNames = Annotated[tuple[Name, ...], BeforeValidator(listed)]
ListOfEPs = Annotated[tuple[EPName, ...], BeforeValidator(listed)]
Qeq = Annotated[tuple[Name, str, Name], _relation("qeq")]
Scope = Annotated[tuple[Name, str, Name], _relation("qeq", "=")]
_NameOrAny = Annotated[str, AfterValidator(_any_or_name)]
Icon = Annotated[tuple[_NameOrAny, str, _NameOrAny], BeforeValidator(_icon)]
Fresh = Annotated[Mapping[str, Mapping[str, str]], AfterValidator(_fresh)]
#: Read an empty value as None, so that a variant can remove a key of its rule.
or_none = BeforeValidator(lambda value: value or None)
