"""Apply rules to an MRS: match patterns, test conditions, edit the MRS and check the result."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from delphin.mrs import MRS

from litgen.exceptions import RuleError, UsageError
from litgen.mrs.draft import Draft, phrase_of
from litgen.mrs.frame import Source
from litgen.mrs.matching import Bindings, fits, holds, match
from litgen.mrs.operators import FINITE
from litgen.mrs.rule import Condition, Form, Rule, Setting
from litgen.mrs.subordinate import subordinates
from litgen.mrs.wellformed import is_well_formed

#: The reason for declining coordinated clauses, given by rules that apply only to single clauses.
COORDINATED = "clause.coordinated"
#: Maximum number of cached results: several sequences may apply the same rule to a sentence.
_KEPT = 2048


@dataclass(frozen=True)
class Edited:
    """An edited MRS and the parameters of the variant that produced it."""

    mrs: MRS
    parameters: Mapping[str, str]

    @cached_property
    def source(self) -> Source:
        return Source(self.mrs)


class Application(NamedTuple):
    """The result of applying a rule to an MRS: variants, or the reason why there are none."""

    variants: tuple[Edited, ...] = ()
    declined: str | None = None


def apply(rule: Rule, mrs: MRS | Source, dialect: str) -> Application:
    """Apply a rule to an MRS.

    Args:
        mrs: an MRS; pass a ``Source`` if you apply several rules to the same MRS.
        dialect: one of :data:`litgen.mrs.rule.DIALECTS`.

    Raises:
        RuleError: the rule turned a well-formed MRS into an ill-formed one.

    Example:
        >>> from delphin.codecs import simplemrs
        >>> from litgen.mrs import load_rules
        >>> rules = load_rules()
        >>> mrs = simplemrs.decode(
        ...     "[ LTOP: h0 INDEX: e2 [ e SF: prop TENSE: past ] "
        ...     "RELS: < [ _rain_v_1 LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ]"
        ... )
        >>> apply(rules.by_name["past"], mrs, "dependency").declined
        'tense.already-past'
    """
    return _applied(rule, mrs if isinstance(mrs, Source) else Source(mrs), dialect)


@lru_cache(_KEPT)
def _applied(rule: Rule, source: Source, dialect: str) -> Application:
    if not source.frames:
        return Application(declined="parse.no-clause")
    variants: list[Edited] = []
    reasons: list[str] = []
    for form in rule.forms[dialect]:
        if any(variant.parameters == form.parameters for variant in variants):
            continue  # skip the fallback of a variant that has applied
        result = _apply_form(rule, form, source)
        if isinstance(result, str):
            reasons.append(result)
            continue
        if not is_well_formed(result) and source.well_formed:
            of = f" of {source.mrs.surface!r}" if source.mrs.surface else ""
            raise RuleError(
                f"{rule.path}: rule {rule.name}: the edited MRS{of} is ill-formed in dialect "
                f"{dialect}"
            )
        variants.append(Edited(result, form.parameters))
        if rule.alternatives:
            break
    if variants:
        return Application(tuple(variants))
    return Application(declined=reasons[-1] if rule.alternatives else reasons[0])


def apply_sequence(rules: Sequence[Rule], mrs: MRS | Source, dialect: str) -> Application:
    """Apply rules one after the other in their canonical order.

    Each rule's ``position`` determines the order: voice and arguments, aspect, tense, raising and
    control, modality, cleft, negation, question. Thus *cleft+past* is the same as *past+cleft*: the
    verb gets the tense, and the cleft adopts it. The parameters of the rules are merged.
    """
    first, *others = canonical(rules)
    application = apply(first, mrs, dialect)
    for rule in others:
        reached, declined = list[Edited](), application.declined
        for each in application.variants:
            further = apply(rule, each.source, dialect)
            declined = declined or further.declined
            reached += [
                Edited(v.mrs, {**each.parameters, **v.parameters}) for v in further.variants
            ]
        application = Application(tuple(reached), None if reached else declined)
    return application


def canonical(rules: Iterable[Rule]) -> list[Rule]:
    """Sort rules in order of application; rules with the same position keep their order.

    Raises:
        UsageError: one rule of the sequence would undo another (*past+future*).
    """
    ordered = sorted(rules, key=lambda rule: rule.position)
    for i, rule in enumerate(ordered):
        others = {other.name for other in (*ordered[:i], *ordered[i + 1 :])}
        for other in sorted(rule.excludes & others):
            raise UsageError(f"{other} and {rule.name} cannot be composed: one undoes the other")
    return ordered


def _apply_form(rule: Rule, form: Form, source: Source) -> MRS | str:
    """Return the edited MRS, or the reason why the form does not apply."""
    if form.unavailable:
        return form.unavailable
    first, *others = source.frames
    sharing = [f for f in others if f.names.get("subject") == first.names.get("subject")]
    if (form.each is None and others) or (form.each == "first" and sharing):
        return COORDINATED
    frames = {"first": [first], "phrases": [first, *sharing]}.get(form.each or "", source.frames)
    bindings = Bindings(source, frames[0])
    for frame in frames:
        bindings.move_to(frame)
        reason = _declined(form, bindings)
        if reason is not None:  # coordinated verb phrases are edited together or not at all
            return COORDINATED if form.each == "phrases" and len(frames) > 1 else reason
    draft = Draft(source.mrs)
    several = frames if form.each == "phrases" else frames[:1]
    for frame in several:
        bindings.move_to(frame)
        _make_fresh(form, draft, bindings)
        reason = _restructure(form, draft, bindings, len(several), frame is frames[0])
        if reason is not None:
            return reason
    changed = bool(form.add or form.change or form.remove or form.remove_phrase)
    changed |= bool(form.icons_add or form.icons_remove)
    for frame in frames:
        bindings.move_to(frame)
        for setting in form.set:
            changed |= _set(setting, draft, bindings)
    if not changed and not rule.keeps:
        return rule.unchanged or "rule.nothing-to-change"
    if form.follow:
        bindings.move_to(frames[0])
        _follow(form, draft, bindings)
    return draft.finish()


def _declined(form: Form, bindings: Bindings) -> str | None:
    """Return the reason why a main clause does not fit a form, or None if it does."""
    failing = _failing(form, bindings, early=True)
    if failing is not None:
        return failing
    failed = match(form.match, bindings)
    if failed is not None:
        wanted = "|".join(failed.predicates) or failed.name or "*"
        roles = " ".join(f"{r} {v}" for r, v in failed.arguments.items())
        return failed.reason or f"rule.no-match: {wanted}{f' ({roles})' if roles else ''}"
    return _failing(form, bindings, early=False)


def _failing(form: Form, bindings: Bindings, early: bool) -> str | None:
    for tests, stops in ((form.unless, True), (form.where, False)):
        for test in tests:
            if test.early is early and holds(test, bindings) is stops:
                return test.reason or _describe(test)
    return None


def _describe(test: Condition) -> str:
    properties = ", ".join(f"{k} {'|'.join(v)}" for k, v in test.properties.items())
    what = properties or test.voice or " ".join((*test.operators, *test.predicates, *test.features))
    return f"rule.condition: {test.ep or test.variable or 'clause'} {what}".rstrip()


def _make_fresh(form: Form, draft: Draft, bindings: Bindings) -> None:
    for name, properties in form.fresh.items():
        copied = ((key, _value(value, bindings)) for key, value in properties.items())
        values = {key: value for key, value in copied if value}
        bindings.names[name] = draft.fresh("h" if name[0] == "l" else name[0], values)


def _value(value: str, bindings: Bindings) -> str:
    """Resolve a property's value: ``@e.PROG`` is the PROG of the variable ``e`` in the source."""
    if not value.startswith("@"):
        return value
    name, _, key = value[1:].partition(".")
    return bindings.source.scope.properties(bindings.names.get(name, "")).get(key, "")


def _restructure(
    form: Form, draft: Draft, bindings: Bindings, several: int, first: bool
) -> str | None:
    """Edit predications, handle constraints, ICONS and INDEX, or return the reason for a failure.

    Args:
        several: number of clauses that share the phrases to remove.
        first: whether this clause is the first of them; only the first removes the phrases.
    """
    names, eps = bindings.names, bindings.eps
    for name in form.remove_phrase if first else ():
        phrase = phrase_of(draft.rels, bindings.source.scope.low, names[name], several)
        if phrase is None:
            return "rule.shared-phrase"
        draft.remove(phrase)
    if form.remove:
        draft.remove([eps[name] for name in form.remove])
    for change in form.change:
        if all(holds(test, bindings) for test in change.when):
            arguments = {role: names[name] for role, name in change.arguments.items()}
            draft.change(eps[change.ep], change.predicate, arguments)
    if form.over is not None:
        draft.put_over(names[form.over.label], names[form.over.new])
        if form.over.hole is not None:
            draft.add_qeq(names[form.over.hole], names[form.over.label])
    for addition in form.add:
        roles = dict(addition.arguments)
        label = roles.pop("LBL")
        missing = [v for r, v in roles.items() if r != "CARG" and v not in names]
        if missing:  # such as *subject* in a clause without a subject
            return f"no {missing[0]}"
        arguments = {r: v if r == "CARG" else names[v] for r, v in roles.items()}
        beside = (
            bindings.source.scope.by_event[names[label[1:]]].label
            if label[0] == "@"
            else names[label]
        )
        draft.add(addition.predicate, beside, arguments)
    for hi, _, lo in form.hcons:
        draft.add_qeq(names[hi], names[lo])
    for pattern in form.icons_remove:
        draft.remove_icons(*(n if n == "*" else names.get(n, n) for n in pattern))
    for left, relation, right in form.icons_add:
        draft.add_icon(names[left], relation, names[right])
    if form.index is not None and draft.index in (names["o"], names["e"], names["t"]):
        draft.index = names[form.index]
    return None


def _set(setting: Setting, draft: Draft, bindings: Bindings) -> bool:
    """Apply a setting if its tests hold, and return whether anything changed."""
    if not all(holds(test, bindings) for test in setting.when):
        return False
    group = bindings.frame.groups.get(setting.variable)
    if group is None:
        variable = bindings.names.get(setting.variable)
        if variable is None:
            return False
        group = (variable,)
    before = bindings.source.scope.properties(group[0])
    changed = False
    for key, value in setting.properties.items():
        new = _value(value, bindings)
        old = before.get(key, "")
        changed |= draft.property_of(group[0], key) != new
        draft.set_property(group[0], key, new)
        for copy in group[1:]:
            if draft.property_of(copy, key) in (old, new) and key in (
                bindings.source.scope.properties(copy)
            ):
                draft.set_property(copy, key, new)
    return changed


def _follow(form: Form, draft: Draft, bindings: Bindings) -> None:
    source = bindings.source
    follows = [f for f in form.follow if all(holds(test, bindings) for test in f.when)]
    if not follows:
        return
    for clause in subordinates(source):
        properties = source.scope.properties(clause.tensed)
        for follow in follows:
            if (
                clause.hangs in follow.hangs
                and not (follow.unless and fits(clause.on, follow.unless))
                and fits(clause.predicate, follow.predicates)
                and all(properties.get(k, "") in values for k, values in follow.where.items())
            ):
                for key, value in follow.to.items():
                    for event in (clause.tensed, *clause.copies):
                        if source.scope.properties(event).get(key) == properties.get(key):
                            draft.set_property(event, key, value)
                if follow.over:
                    _put_over(source.scope.by_event[clause.tensed].label, follow.over, draft)
                    for event in clause.copies:
                        if source.scope.properties(event).get("TENSE") in FINITE:
                            draft.set_property(event, "TENSE", "tensed")
                break


def _put_over(label: str, predicate: str, draft: Draft) -> None:
    """Put a modal over a subordinate clause, below its negation, as in *would not*."""
    new, hole = draft.fresh("h"), draft.fresh("h")
    event = draft.fresh("e", {"SF": "prop", "TENSE": "tensed", "MOOD": "indicative",
                              "PROG": "-", "PERF": "-"})  # fmt: skip
    draft.put_over(label, new)
    draft.add(predicate, new, {"ARG0": event, "ARG1": hole})
    draft.add_qeq(hole, label)
