"""Finding patterns in an MRS and testing conditions on a main clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from delphin.mrs import EP

from litgen.lexicon import has_feature
from litgen.mrs.frame import Frame, Source
from litgen.mrs.rule import ANCHORS, Condition, EPPattern

#: First letter of a name -> first letters of the variables it may stand for.
SORTS = {"x": "x", "e": "e", "h": "h", "l": "h", "i": "iu", "u": "xeiup", "v": "xeiuhp"}


class Bindings:
    """What the names of a rule stand for in one clause."""

    __slots__ = ("eps", "frame", "names", "source")

    def __init__(self, source: Source, frame: Frame) -> None:
        self.source = source
        self.frame = frame
        self.names: dict[str, str] = dict(frame.names)
        self.eps: dict[str, EP] = dict(frame.eps)

    def move_to(self, frame: Frame) -> None:
        """Go on to another conjunct: the anchors are its own, other names keep their meaning."""
        self.frame = frame
        self.names.update(frame.names)
        self.eps.update(frame.eps)


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")))


def fits(predicate: str, patterns: tuple[str, ...]) -> bool:
    """Whether a predicate fits one of the patterns (``*`` any characters); no pattern fits all.

    Example:
        >>> fits("_ride_v_1", ("_*_v_*",)), fits("_ride_v_1", ("_*_v_modal", "neg"))
        (True, False)
    """
    if not patterns:
        return True
    return any(
        predicate == p if "*" not in p else _compiled(p).fullmatch(predicate) is not None
        for p in patterns
    )


def match(patterns: tuple[EPPattern, ...], bindings: Bindings) -> EPPattern | None:
    """Bind the names of the patterns; the pattern that nothing fits, None where all fit.

    The first solution in the order of RELS counts.
    """
    if not patterns:
        return None
    failed = patterns[0]
    for names, ep in _solutions(patterns[0], bindings):
        saved_names, saved_eps = dict(bindings.names), dict(bindings.eps)
        bindings.names.update(names)
        if patterns[0].name:
            bindings.eps[patterns[0].name] = ep
        deeper = match(patterns[1:], bindings)
        if deeper is None:
            return None
        failed = deeper
        bindings.names, bindings.eps = saved_names, saved_eps
    return failed


def _solutions(pattern: EPPattern, bindings: Bindings) -> Iterator[tuple[dict[str, str], EP]]:
    if pattern.name and pattern.name in bindings.eps:
        candidates = [bindings.eps[pattern.name]]
    else:
        candidates = bindings.source.mrs.rels
    for ep in candidates:
        names = _bind(pattern, ep, bindings)
        if names is not None:
            yield names, ep


def _bind(pattern: EPPattern, ep: EP, bindings: Bindings) -> dict[str, str] | None:
    """The names a predication binds, None where it does not fit."""
    if not fits(ep.predicate, pattern.predicates):
        return None
    if pattern.features and not any(has_feature(ep.predicate, f) for f in pattern.features):
        return None
    found: dict[str, str] = {}
    for role, name in pattern.arguments.items():
        value = ep.label if role == "LBL" else ep.args.get(role)
        if value is None:
            return None
        if role == "CARG":
            if value != name:
                return None
            continue
        known = bindings.names.get(name) or found.get(name)
        if known is None:
            if name in ANCHORS:  # a clause without a subject
                return None
            if value[:1] not in SORTS[name[0]]:
                return None
            found[name] = value
        elif known != value and bindings.source.scope.label_of(value) != known:
            return None
    return found


def holds(test: Condition, bindings: Bindings) -> bool:
    """Whether everything that a test says holds of the clause."""
    frame = bindings.frame
    if test.voice is not None and frame.voice != test.voice:
        return False
    if test.operators and not any(kind in test.operators for kind in frame.operators):
        return False
    if test.force and (frame.clause.force or "") not in test.force:
        return False
    if test.coordinated is not None:
        several = len(bindings.source.frames) > 1
        if several != test.coordinated:
            return False
    if test.subordinated is not None:
        if bool(bindings.source.skeleton.subordinators) != test.subordinated:
            return False
    if test.subject is not None and _subject(bindings) != test.subject:
        return False
    if test.same is not None:
        one, other = (bindings.names.get(n) for n in test.same)
        if one != other or one is None:
            return False
    return (
        _variable_holds(test, bindings)
        and _ep_holds(test, bindings)
        and (test.exists is None or any(True for _ in _solutions(test.exists, bindings)))
        and (test.scope is None or _scope_holds(test.scope, bindings))
        and (test.icons is None or _icons_hold(test.icons, bindings))
    )


def _subject(bindings: Bindings) -> str:
    subjects = {frame.names.get("subject") for frame in bindings.source.frames}
    return "shared" if len(subjects) == 1 else "distinct"


def _variable_holds(test: Condition, bindings: Bindings) -> bool:
    if test.variable is None:
        return True
    variable = bindings.names.get(test.variable)
    if variable is None:
        return False
    if test.properties:
        properties = bindings.source.scope.properties(variable)
        for name, values in test.properties.items():
            if properties.get(name, "") not in values:
                return False
    if test.quantifiers:
        quantifier = bindings.source.scope.quantifier.get(variable)
        return quantifier is not None and fits(quantifier.predicate, test.quantifiers)
    return True


def _ep_holds(test: Condition, bindings: Bindings) -> bool:
    if test.ep is None:
        return True
    ep = bindings.eps.get(test.ep)
    if ep is None or not fits(ep.predicate, test.predicates):
        return False
    if test.excluded and fits(ep.predicate, test.excluded):
        return False
    return not test.features or any(has_feature(ep.predicate, f) for f in test.features)


def _scope_holds(relation: tuple[str, str, str], bindings: Bindings) -> bool:
    hi, how, lo = relation
    high, low = bindings.names.get(hi), bindings.names.get(lo)
    if high is None or low is None:
        return False
    return high == low if how == "=" else bindings.source.scope.low.get(high) == low


def _icons_hold(wanted: tuple[str, str, str], bindings: Bindings) -> bool:
    left, relation, right = wanted
    names = bindings.names
    return any(
        left in ("*",) or names.get(left) == icon.left
        for icon in bindings.source.mrs.icons
        if relation in ("*", icon.relation) and (right == "*" or names.get(right) == icon.right)
    )
