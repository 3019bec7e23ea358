"""Find patterns in an MRS and test conditions on a main clause."""

import re
from collections.abc import Iterator
from functools import lru_cache

from delphin.mrs import EP

from litgen.lexicon import has_feature
from litgen.mrs.fields import ANCHORS, SORTS
from litgen.mrs.frame import Frame, Source
from litgen.mrs.rule import Condition, EPPattern, Hangs
from litgen.mrs.subordinate import subordinates


class Bindings:
    """The variables and predications that a rule's names denote in a clause."""

    __slots__ = ("eps", "frame", "names", "source")

    def __init__(self, source: Source, frame: Frame) -> None:
        self.source = source
        self.frame = frame
        self.names: dict[str, str] = dict(frame.names)
        self.eps: dict[str, EP] = dict(frame.eps)

    def move_to(self, frame: Frame) -> None:
        """Switch to another conjunct: its anchors replace the old ones; other names remain."""
        self.frame = frame
        self.names.update(frame.names)
        self.eps.update(frame.eps)


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")))


def fits(predicate: str, patterns: tuple[str, ...]) -> bool:
    """Check whether a predicate fits one of the patterns, if any; ``*`` matches any text.

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
    """Bind the names in patterns to the first solution in the order of RELS.

    Returns:
        None if all patterns match; otherwise, a pattern that no predication fits.
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
    """Return the names that a predication binds, or None if it does not fit."""
    if not _is_one_of(ep, pattern.predicates, pattern.features):
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
            if name in ANCHORS:  # for example, *subject* in a clause without a subject
                return None
            if value[:1] not in SORTS[name[0]]:
                return None
            found[name] = value
        elif known != value and bindings.source.scope.label_of(value) != known:
            return None
    return found


def _is_one_of(ep: EP, predicates: tuple[str, ...], features: tuple[str, ...]) -> bool:
    listed = not features or any(has_feature(ep.predicate, f) for f in features)
    return listed and fits(ep.predicate, predicates)


def holds(test: Condition, bindings: Bindings) -> bool:
    frame, source, names = bindings.frame, bindings.source, bindings.names
    if test.voice is not None and frame.voice != test.voice:
        return False
    if test.operators and not any(kind in test.operators for kind in frame.operators):
        return False
    if test.force and (frame.clause.force or "") not in test.force:
        return False
    if test.coordinated not in (None, len(source.frames) > 1):
        return False
    if test.subordinated not in (None, bool(source.skeleton.subordinators)):
        return False
    if test.subject is not None:
        subjects = {frame.names.get("subject") for frame in source.frames}
        if test.subject != ("shared" if len(subjects) == 1 else "distinct"):
            return False
    if test.same is not None:
        one, other = map(names.get, test.same)
        if one != other or one is None:
            return False
    return (
        _variable_holds(test, bindings)
        and _ep_holds(test, bindings)
        and (test.exists is None or _exists(test.exists, test.outside, bindings))
        and (test.scope is None or _scope_holds(test.scope, bindings))
        and (test.icons is None or _icons_hold(test.icons, bindings))
    )


def _exists(pattern: EPPattern, outside: tuple[Hangs, ...], bindings: Bindings) -> bool:
    """Check whether a pattern matches outside the subordinate clauses of the given kinds."""
    below = _below(bindings.source, outside) if outside else ()
    return any(not any(found is ep for found in below) for _, ep in _solutions(pattern, bindings))


@lru_cache(maxsize=64)  # several rules need this for the same source
def _below(source: Source, hangs: tuple[Hangs, ...]) -> tuple[EP, ...]:
    scope, found = source.scope, set[str]()
    for clause in subordinates(source):
        if clause.hangs in hangs:
            labels = {scope.by_event[event].label for event in (clause.tensed, *clause.copies)}
            over = (ep for label in labels for ep in scope.above.get(label, ()))  # such as *never*
            labels |= {ep.label for ep in over if "_v_" not in ep.predicate and len(ep.args) == 2}
            found |= scope.below(labels)
    return scope.within(found)


def _variable_holds(test: Condition, bindings: Bindings) -> bool:
    if test.variable is None:
        return True
    variable, scope = bindings.names.get(test.variable), bindings.source.scope
    if variable is None:
        return False
    properties = scope.properties(variable)
    if any(properties.get(name, "") not in values for name, values in test.properties.items()):
        return False
    quantifier = scope.quantifier.get(variable)
    return not test.quantifiers or (
        quantifier is not None and fits(quantifier.predicate, test.quantifiers)
    )


def _ep_holds(test: Condition, bindings: Bindings) -> bool:
    if test.ep is None:
        return True
    ep = bindings.eps.get(test.ep)
    if ep is None or (test.excluded and fits(ep.predicate, test.excluded)):
        return False
    if any(has_feature(ep.predicate, feature) for feature in test.lacks):
        return False
    return _is_one_of(ep, test.predicates, test.features)


def _scope_holds(relation: tuple[str, str, str], bindings: Bindings) -> bool:
    high, low = bindings.names.get(relation[0]), bindings.names.get(relation[2])
    if high is None or low is None:
        return False
    return low == (high if relation[1] == "=" else bindings.source.scope.low.get(high))


def _icons_hold(wanted: tuple[str, str, str], bindings: Bindings) -> bool:
    named = tuple(name if name == "*" else bindings.names.get(name) for name in wanted)
    left, relation, right = named[0], wanted[1], named[2]
    return any(
        left in ("*", icon.left) and relation in ("*", icon.relation) and right in ("*", icon.right)
        for icon in bindings.source.mrs.icons
    )
