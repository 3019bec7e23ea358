"""Find pairs of gold MRSs that differ only in one phenomenon, and apply a rule to them.

In ``She hired him.`` / ``He was hired by her.``, everything below the operators of the main
predicate must be the same (``content``), and the features of the main clauses may differ only in
those of the phenomenon. Both are read from the MRSs, so that pairs are not selected because a rule
gets them right.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from delphin.mrs import EP, MRS, is_isomorphic

from litgen.mrs.application import apply_sequence
from litgen.mrs.draft import phrase_of
from litgen.mrs.frame import Frame, Source
from litgen.mrs.loading import Rules

#: Phenomenon of a pair -> the features in which the main clauses differ, with the target value.
TARGETS: dict[str, dict[str, Any]] = {
    "past": {"tense": "past"},
    "present": {"tense": "pres"},
    "future": {"tense": "fut"},
    "simple": {"aspect": (False, False)},
    "progressive": {"aspect": (True, False)},
    "perfect": {"aspect": (False, True)},
    "perfect-progressive": {"aspect": (True, True)},
    "question": {"force": "ques"},
    "passive": {"voice": "passive"},
    "passive-short": {"voice": "passive"},
    "active": {"voice": "active"},
    "negation": {"negated": 1},
    "swap": {},
    **{m: {"modal": m} for m in ("may", "might", "must", "should", "would", "can", "could")},
}


class Gold(NamedTuple):
    """A sentence of the treebank, with the features by which pairs are found."""

    text: str
    mrs: MRS
    source: Source
    features: tuple[dict[str, Any], ...]


class Pair(NamedTuple):
    """Two sentences and the rules that should turn one into the other."""

    one: Gold
    other: Gold
    rules: tuple[str, ...]


def gold(text: str, mrs: MRS) -> Gold | None:
    """Prepare a record; None if it does not have a complete clause."""
    source = Source(mrs)
    if not source.frames:
        return None
    return Gold(text, mrs, source, tuple(_features(source, frame) for frame in source.frames))


def _features(source: Source, frame: Frame) -> dict[str, Any]:
    clause = frame.clause
    modals = [o.predicate.split("_")[1] for o in clause.operators if o.kind == "modal"]
    return {
        "tense": clause.finite_tense,
        "aspect": (clause.progressive, clause.perfect),
        "force": source.skeleton.force,
        "voice": clause.voice,
        "negated": frame.operators.count("neg"),
        "modal": "+".join(modals),
        "others": tuple(kind for kind in frame.operators if kind not in ("neg", "modal")),
        "scope": frame.operators if {"neg", "modal"} <= set(frame.operators) else (),
    }


def content(item: Gold, kind: str = "") -> tuple[object, ...] | None:
    """What the two sentences of a pair share: everything except operators and the main events.

    Args:
        item: a sentence.
        kind: ``swap`` or ``passive-short``, to get the key of the other sentence of such a pair.

    Returns:
        A key, or None if the sentence cannot be part of such a pair.
    """
    source, scope = item.source, item.source.scope
    own = {item.mrs.index} | set(source.skeleton.coordinations)
    skipped: set[str] = set()
    for frame in source.frames:
        own |= {event for group in frame.groups.values() for event in group}
        above = [o for o in frame.clause.operators if o.kind in ("neg", "modal")]
        skipped |= {o.event for o in above}
    own |= skipped
    heads = [frame.eps["head"] for frame in source.frames]
    dropped: set[int] = set()
    arguments = {id(ep): dict(ep.args) for ep in item.mrs.rels}
    if kind:
        (head, *more) = heads
        first, second = head.args.get("ARG1", ""), head.args.get("ARG2", "")
        if more or first[:1] != "x" or second[:1] != "x":
            return None
        if kind == "swap":
            arguments[id(head)].update(ARG1=second, ARG2=first)
        else:
            phrase = phrase_of(item.mrs.rels, scope.low, first)
            if phrase is None:
                return None
            dropped = {id(ep) for ep in phrase}
            arguments[id(head)]["ARG1"] = "i"

    def shape(variable: str) -> tuple[object, ...]:
        variable = scope.low.get(variable, variable)
        if variable in own:
            return ("main",)
        ep = scope.by_event.get(variable)
        quantifier = scope.quantifier.get(variable)
        properties = tuple(sorted(scope.properties(variable).items()))
        return (
            variable[0] if variable[0] != "u" else "i",
            ep.predicate if ep else "",
            (ep.carg or "") if ep else "",
            quantifier.predicate if quantifier else "",
            properties if variable[0] in "ex" else (),
        )

    def line(ep: EP) -> tuple[object, ...]:
        roles = sorted(arguments[id(ep)].items())
        return (ep.predicate, *((r, v if r == "CARG" else shape(v)) for r, v in roles))

    lines = sorted(
        (line(ep) for ep in item.mrs.rels if id(ep) not in dropped and ep.iv not in skipped),
        key=repr,
    )
    focus = sorted(shape(i.left) for i in item.mrs.icons if i.relation != "topic")
    return (*lines, *focus)


def pairs(items: Sequence[Gold], name: str) -> Iterator[Pair]:
    """The pairs of a phenomenon; each two sentences occur once."""
    groups: dict[object, list[Gold]] = defaultdict(list)
    for item in items:
        groups[content(item)].append(item)
    seen = set()
    kind = name if name in ("swap", "passive-short") else ""
    for one in items:
        key = content(one, kind)
        for other in groups[key] if key is not None else ():
            if (one.text, other.text) in seen or (kind == "swap" and one.text == other.text):
                continue
            rules = _rules(one, other, name)
            if rules is not None:
                seen.add((one.text, other.text))
                yield Pair(one, other, rules)


def _rules(one: Gold, other: Gold, name: str) -> tuple[str, ...] | None:
    """The rules that should turn one sentence into the other, or None if they are not a pair."""
    target = TARGETS[name]
    if len(one.features) != len(other.features):
        return None
    sequence: tuple[str, ...] = (name,)
    for before, after in zip(one.features, other.features, strict=True):
        changed = {key for key in before if before[key] != after[key]} - {"scope"}
        aimed = {**before, **target, "scope": after["scope"]}
        if "modal" in target:  # the tense belongs to the modal; *could have* is may + past
            if before["modal"] or before["tense"] not in ("pres", "past"):
                return None
            if name == "can" and after["tense"] != "pres":
                return None
            aimed["tense"] = after["tense"]
            changed -= {"tense"}
            if before["tense"] == "past":
                sequence = ("present", name)
        elif "negated" not in target and before["scope"] != after["scope"]:
            return None
        if aimed != after or changed != set(target):
            return None
    return sequence


def outcome(pair: Pair, dialect: str, rules: Rules) -> str | None:
    """Why a rule does not turn one sentence into the other, or None if it does."""
    chosen = [rules.by_name[name] for name in pair.rules]
    application = apply_sequence(chosen, pair.one.mrs, dialect)
    if any(is_isomorphic(variant.mrs, pair.other.mrs) for variant in application.variants):
        return None
    if application.declined is not None:
        return f"declined: {application.declined}"
    return min((difference(v.mrs, pair.other.mrs) for v in application.variants), key=len)


def difference(made: MRS, wanted: MRS) -> str:
    """The difference between two MRSs, in a readable form."""
    here, there = _tokens(made), _tokens(wanted)
    told = [
        f"{sign}{token}" for sign, c in (("+", here - there), ("-", there - here)) for token in c
    ]
    return "differs: " + (" ".join(sorted(told)) or "scope or INDEX")


def _tokens(mrs: MRS) -> Counter[str]:
    found: Counter[str] = Counter()
    for ep in mrs.rels:
        for key, value in (mrs.variables.get(ep.iv) or {"": ""}).items():
            found[f"{ep.predicate}.{key}={value}" if key else ep.predicate] += 1
    for icon in mrs.icons:
        found[f"ICONS {icon.relation}"] += 1
    index = next(
        (ep.predicate for ep in mrs.rels if ep.iv == mrs.index and not ep.is_quantifier()), ""
    )
    found[f"INDEX={index}"] += 1
    return found
