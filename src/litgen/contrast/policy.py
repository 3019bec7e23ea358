"""The label policy: the label of a rewritten pair, and its basis (logic or convention).

The policy cuts a contrast into elementary contrasts for which it has rules. Each rule maps a label
to the set of labels that remain possible, and the rules are applied one after the other. The pair
gets a label only if a single label remains or, if the source has two classes, if entailment has
become impossible. ``rules/labels.toml`` defines which labels weaker and stronger sentences keep.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import get_args

from litgen.contrast.conditions import RELATIONS, Case, fits
from litgen.contrast.cutting import cut, part
from litgen.contrast.decision import ROLES, Decision, Step, proof_of
from litgen.contrast.notation import Contrast, Form
from litgen.contrast.policy_file import (
    LETTERS,
    NEW,
    Cell,
    Guard,
    LabelRule,
    PolicyFile,
    pattern_text,
    read_policy,
)
from litgen.contrast.proofs import refuse_unsound
from litgen.data.labels import LABELS, NOT_ENTAILMENT, TWO_CLASSES, in_classes
from litgen.data.splitting import leak_key
from litgen.exceptions import RuleError, UsageError, did_you_mean
from litgen.logic import MEANINGS, load_meanings
from litgen.options import Grounds
from litgen.tables import rules_folder
from litgen.transformations.protocol import Variant

#: The reason why a pair of equal texts has no label: the rules do not give entailment.
EQUAL_TEXTS = "equal texts"
#: The reason why a pair has no label: every rule is for other parameters.
NO_RULE_FOR_THIS = "no rule for this kind"
#: Maps each value of a guard's ``sides`` to the rewritten sentences that it selects.
Sides = Mapping[str, Sequence[Variant]]
#: A sentence about which nothing is known.
_NOTHING = Variant(("",))
#: Maps each source label to the letters of the labels that it allows.
_OF = {name: (letter,) for letter, name in LETTERS.items()} | {NOT_ENTAILMENT: ("C", "N")}
_RANK = {"logic": 0, "default": 1, "corruption": 2}


@dataclass(eq=False)
class LabelPolicy:
    """Decides labels by the rules in a policy file."""

    file: PolicyFile
    #: ``default`` accepts labels by logic or convention, ``logic`` only those that follow
    #: logically, ``paper`` only those of Li et al. 2020
    grounds: Grounds = "default"
    conventions: Sequence[str] | None = None  #: accepted conventions; None for all
    guarded: bool = field(default=True, kw_only=True)  #: whether guards are checked

    def __post_init__(self) -> None:
        if self.grounds not in get_args(Grounds):
            known = ", ".join(get_args(Grounds))
            raise UsageError(f"--labels: {self.grounds!r} is not one of {known}")
        for name in self.conventions or ():
            if name not in self.file.meanings.conventions:
                hint = did_you_mean(name, self.file.meanings.conventions)
                raise UsageError(f"conventions: there is no convention {name!r}; {hint}")
        #: the rules for each pattern; the parameters of variants select one of them
        self._of: dict[Contrast, list[LabelRule]] = {}
        self._by_form: dict[Form, list[LabelRule]] = {}
        for rule in self.file.paper if self.grounds == "paper" else self.file.rules:
            self._by_form.setdefault(rule.pattern.form, []).append(rule)
            self._of.setdefault(rule.pattern, []).append(rule)
        self._proofs: dict[tuple[Step, ...], str] = {}
        self._cuts: dict[Contrast, list[LabelRule] | None] = {}
        self._unasked: dict[tuple[Contrast, str | None, bool], Decision] = {}

    def decide(
        self,
        contrast: Contrast,
        label: str | None,
        premise: Variant = _NOTHING,
        hypothesis: Variant = _NOTHING,
        *,
        two_classes: bool = False,
    ) -> Decision:
        """Return the label of a pair rewritten by ``contrast`` from a pair with ``label``.

        Args:
            label: the name of the source pair's label; None for a new pair.
            two_classes: whether the source has two classes. The label is then *entailment* if only
                entailment is possible, and *not_entailment* if entailment is impossible.

        Example:
            >>> from litgen.contrast.notation import parse_contrast
            >>> load_policy().decide(parse_contrast("original;frame:true"), "not_entailment")[:2]
            ('not_entailment', 'logic')
        """
        rules = self.cut(contrast)
        if rules is None:
            return Decision(None, reason="no rule for this contrast")
        sides = {
            "premise": [premise],
            "hypothesis": [hypothesis],
            "both": [premise, hypothesis],
            "edited": [premise] * bool(contrast.premise.steps)
            + [hypothesis] * bool(contrast.hypothesis.steps),
        }
        all_rules = self.rules_for(contrast)
        if any(rule.when for rule in all_rules) or next(_guards_of(all_rules), None):
            decision = self._in_classes(contrast, rules, label, sides, two_classes)
        else:
            # The decision does not depend on the sentences, only on the source label.
            key = contrast, label, two_classes
            if key not in self._unasked:
                self._unasked[key] = self._in_classes(contrast, rules, label, sides, two_classes)
            decision = self._unasked[key]
        if self.grounds == "paper" or decision.basis == "corruption":
            return decision
        if decision.label != LETTERS["E"] and _equal(premise.text, hypothesis.text):
            return decision._replace(label=None, basis=None, reason=decision.reason or EQUAL_TEXTS)
        return decision

    def _in_classes(
        self,
        contrast: Contrast,
        rules: Sequence[LabelRule],
        label: str | None,
        sides: Sides,
        two_classes: bool,
    ) -> Decision:
        """Return the label; with two classes, conventions decide only if logic allows both."""
        if not two_classes and label != NOT_ENTAILMENT:
            return self._decide(contrast, rules, label, sides, LABELS, self.grounds)
        if self.grounds == "default":
            found = self._decide(contrast, rules, label, sides, TWO_CLASSES, "logic")
            if found.label is not None:
                return found
        return self._decide(contrast, rules, label, sides, TWO_CLASSES, self.grounds)

    def _decide(
        self,
        contrast: Contrast,
        rules: Sequence[LabelRule],
        label: str | None,
        sides: Sides,
        classes: tuple[str, ...],
        grounds: Grounds,
    ) -> Decision:
        before = frozenset([NEW] if label is None else _OF[label])
        steps, at = list[Step](), (0, 0)
        for first in rules:
            rule = next((each for each in self._of[first.pattern] if _fit(each, sides)), None)
            if rule is None:
                return Decision(None, reason=NO_RULE_FOR_THIS, steps=tuple(steps))
            made, at = part(contrast, rule.pattern, at)
            step = self._step(rule, before, sides, grounds)._replace(made=made)
            steps.append(step)
            if step.failed is not None:
                return Decision(None, reason=step.failed, steps=tuple(steps))
            before = frozenset(letter for name in step.after for letter in _OF[name])
        found = in_classes([LETTERS[letter] for letter in before], classes)
        if found is None:
            return Decision(None, reason="more than one label possible", steps=tuple(steps))
        basis = max((step.ground for step in steps), key=_RANK.__getitem__)
        return Decision(found, basis, steps=tuple(steps))

    def proof(self, decision: Decision, premise: Variant, hypothesis: Variant) -> str | None:
        """Return a one-line proof of a label, with the reason for a variant's direction, if any."""
        if decision.label is None:
            return None
        if decision.steps not in self._proofs:
            published = self.grounds == "paper"
            self._proofs[decision.steps] = proof_of(decision.steps, published, self.file)
        parts = [self._proofs[decision.steps]]
        for role, side in zip(ROLES, (premise, hypothesis), strict=True):
            if side.because:
                parts.append(f"{role}: {side.because}")
        if decision.label == NOT_ENTAILMENT:
            parts.append(f"so {NOT_ENTAILMENT}, in the two classes of the source")
        return "; ".join(parts)

    def cut(self, contrast: Contrast) -> list[LabelRule] | None:
        """Return the rules for the fewest elementary contrasts that make up a contrast, or None.

        ``past+cleft;future+cleft`` is ``past;future`` and then ``cleft;cleft``.
        """
        if contrast not in self._cuts:
            self._cuts[contrast] = cut(contrast, self._by_form, self.file.classes)
        return self._cuts[contrast]

    def rules_for(self, contrast: Contrast) -> list[LabelRule]:
        """Return all rules that may apply to a contrast, whatever the variants' parameters."""
        return [each for rule in self.cut(contrast) or () for each in self._of[rule.pattern]]

    def asks_about(self, contrast: Contrast, role: str) -> bool:
        """Check whether a guard needs facts about a side even if the side is not rewritten."""
        names = _guards_of(self.rules_for(contrast))
        return any(self.file.guards[name].sides in ("both", role) for name in names)

    def _step(
        self, rule: LabelRule, before: frozenset[str], sides: Sides, grounds: Grounds
    ) -> Step:
        labels = tuple(LETTERS.get(letter, letter) for letter in sorted(before))
        step = Step(pattern_text(rule.pattern), rule.because, labels, (), rule.guards)
        if rule.void:
            return step._replace(failed="no label: " + rule.because)
        cells = [rule.cells.get(letter, Cell()) for letter in sorted(before)]
        asked = tuple(dict.fromkeys((*rule.guards, *(n for cell in cells for n in cell.guards))))
        failed = self._failed(asked, sides)
        if failed is not None:
            return step._replace(failed=failed, guards=asked)
        images = [(cell, *self._image(cell, grounds)) for cell in cells]
        letters = frozenset[str]().union(*(after for _, after, _ in images))
        rests_on = (cell.conventions for cell, _, ground in images if ground == "default")
        return step._replace(
            after=tuple(LETTERS[letter] for letter in sorted(letters)),
            guards=asked,
            when=tuple(rule.when.items()),
            ground=max((ground for _, _, ground in images), key=_RANK.__getitem__),
            conventions=tuple(dict.fromkeys(itertools.chain.from_iterable(rests_on))),
        )

    def _image(self, cell: Cell, grounds: Grounds) -> tuple[frozenset[str], str]:
        """Return the labels that a cell leaves possible, and their basis."""
        if len(cell.logic) > 1 and grounds != "logic":
            held = self.conventions is None or set(cell.conventions).issubset(self.conventions)
            if cell.default is not None and held:
                return frozenset(cell.default), "default"
            if cell.target is not None:
                return frozenset([cell.target]), "corruption"
        return cell.logic, "logic"

    def _failed(self, names: Sequence[str], sides: Sides) -> str | None:
        """Return the first guard that does not hold, or None if all hold."""
        for name in names if self.guarded else ():
            held = _holds(self.file.guards[name], sides)
            if held is None:
                if self.file.guards[name].unknown == "fails":
                    return f"{name} (not known)"
            elif not held:
                return name
        return None


def _guards_of(rules: Iterable[LabelRule]) -> Iterator[str]:
    for rule in rules:
        yield from itertools.chain(rule.guards, *(cell.guards for cell in rule.cells.values()))


def _equal(premise: str, hypothesis: str) -> bool:
    """Check whether two texts have the same letters; a much longer premise is not compared."""
    if len(premise) > 10 * len(hypothesis) + 100:
        return False
    return bool(premise) and leak_key(premise) == leak_key(hypothesis)


def _fit(rule: LabelRule, sides: Sides) -> bool:
    """Check whether the edited sides have the values in a rule's ``when`` if they have its keys.

    Each key must occur on at least one of these sides.
    """
    known = [{**side.traits, **side.parameters} for side in sides["edited"] if rule.when]
    return all(
        {side[key] for side in known if key in side} == {value} for key, value in rule.when.items()
    )


def _holds(guard: Guard, sides: Sides) -> bool | None:
    asked, (premise, hypothesis) = sides[guard.sides], sides["both"]
    held = []
    for side in asked:
        held += [fits(side.traits.get(key), want) for key, want in guard.traits.items()]
        held += [fits(side.parameters.get(key), want) for key, want in guard.parameters.items()]
    if guard.relation is not None:
        case = Case(premise, hypothesis, asked, guard.options)
        held.append(RELATIONS[guard.relation](case))
    if False in held:
        return False
    return None if None in held else True


@lru_cache(maxsize=8)
def load_policy(
    grounds: Grounds = "default",
    folder: Path | None = None,
    conventions: tuple[str, ...] | None = None,
) -> LabelPolicy:
    """Load litgen's policy, with the additions of a user's rules folder.

    Raises:
        RuleError: a policy file is invalid, or a user's rule is unsound.
        UsageError: ``grounds`` is not one of ``default``, ``logic``, ``paper``.
    """
    return LabelPolicy(_sound_rules_in(folder), grounds, conventions)


@lru_cache(maxsize=8)
def rules_in(folder: Path | None = None) -> PolicyFile:
    """Read the rules in a user's folder, followed by litgen's, without proving any of them."""
    meanings = load_meanings(folder)
    shipped = read_policy(rules_folder() / "labels.toml", meanings)
    if folder is None or not (own := folder / "labels.toml").exists():
        return shipped
    return read_policy(own, meanings, shipped)


@lru_cache(maxsize=8)
def _sound_rules_in(folder: Path | None) -> PolicyFile:
    """Return the rules of ``rules_in`` after proving the user's rules."""
    file = rules_in(folder)
    if folder is not None and any((folder / name).exists() for name in ("labels.toml", MEANINGS)):
        try:
            refuse_unsound(file, rules_in())
        except RuleError as error:
            raise RuleError(f"{folder}: {error}") from None
    return file
