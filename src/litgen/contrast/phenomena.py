"""The phenomenon of a contrast, and all labelled contrasts of a phenomenon.

A grammar rule in ``rules/mrs`` names its phenomenon; any other transformation declares it
(``Declaration.phenomenon``). Everything else is derived from the suites and the label rules, so a
new rule needs no further registration.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from litgen.contrast.notation import Contrast, Side, common_start, expand
from litgen.contrast.policy import LabelPolicy, load_policy
from litgen.contrast.policy_file import LETTERS, NEW
from litgen.contrast.suites import Suite, load_suites
from litgen.exceptions import UsageError, did_you_mean
from litgen.options import Grounds
from litgen.transformations.declarations import base_of, declaration, declared
from litgen.transformations.protocol import Variant

#: Phenomena in display order; phenomena that are not listed follow. A contrast with several
#: phenomena belongs to the last of them.
ORDER = (
    "tense", "aspect", "modality", "negation", "voice", "cleft", "question", "swap",
    "permutation", "raising", "control", "prospective", "phase", "necessity", "implicatives",
)  # fmt: skip
#: Maps the letter of a source label (or ``new``) to the letters of the possible new labels.
Labels = Mapping[str, str]


def in_order(phenomena: Iterable[str]) -> list[str]:
    """Sort phenomena into display order, without duplicates."""
    found = dict.fromkeys(phenomena)
    return [each for each in ORDER if each in found] + [each for each in found if each not in ORDER]


def phenomenon_of(contrast: Contrast, of_rules: Mapping[str, str]) -> str:
    """Return the phenomenon that a contrast tests; ignore steps shared by both sides of a new pair.

    Example:
        >>> from litgen.contrast.notation import parse_contrast
        >>> phenomenon_of(parse_contrast("past+cleft;future+cleft"), phenomena_of_rules())
        'cleft'
    """
    return _phenomena(contrast, of_rules)[-1]


def in_suites(suites: Iterable[Suite], of_rules: Mapping[str, str]) -> dict[Contrast, str]:
    """Map each contrast in the suites to its phenomenon, controls to that of their contrasts.

    If several suites list a contrast, the first decides.
    """
    decided: dict[Contrast, str] = {}
    for suite in suites:
        controls = suite.every_control
        found = {each: _phenomena(each, of_rules) for each, _ in suite.named}
        about = {names[-1] for each, names in found.items() if each not in controls}
        for each, names in found.items():
            own = (n for n in reversed(names) if each in controls and n in about)
            decided.setdefault(each, next(own, names[-1]))
    return decided


def phenomena_of_rules(rules: Path | None = None) -> dict[str, str]:
    from litgen.mrs import load_rules

    return {name: rule.phenomenon for name, rule in load_rules(rules).by_name.items()}


@lru_cache(maxsize=4)
def load_phenomena(
    rules: Path | None = None,
    grounds: Grounds = "default",
    conventions: tuple[str, ...] | None = None,
) -> Mapping[str, Suite]:
    """Map each phenomenon to a suite of its labelled contrasts and their controls.

    The controls are those of suites that have contrasts with the same phenomenon and, if some
    contrasts of the phenomenon do not keep every label, the contrasts that do.
    """
    file = load_policy(grounds, rules, conventions).file
    policy = LabelPolicy(file, grounds, conventions, guarded=False)
    of_rules = phenomena_of_rules(rules)
    suites = tuple(load_suites(rules).values())
    strict = Suite("", "", (), parts=suites).by_logic
    about = in_suites(suites, of_rules)
    found: dict[str, dict[Contrast, Labels]] = {}
    for contrast in dict.fromkeys(_candidates(suites, policy, of_rules)):
        if labels := labels_of(contrast, policy):
            name = about.setdefault(contrast, phenomenon_of(contrast, of_rules))
            found.setdefault(name, {})[contrast] = labels
    beside = {suite.name: {about.get(each) for each in suite.contrasts} for suite in suites}
    controls = {each for suite in suites for each in suite.controls
                if about.get(each) in beside[suite.name]}  # fmt: skip
    named = {each for suite in suites for each in suite.contrasts}
    families = {family: {phenomenon_of(each, of_rules) for each in family}
                for suite in suites for family in suite.families}  # fmt: skip
    return {
        name: _suite(
            name,
            tuple(found[name]),
            (controls | _keeping(found[name], of_rules)) - named,
            strict,
            tuple(family for family, of in families.items() if of == {name}),
        )
        for name in in_order(found)
    }


def find_phenomenon(
    name: str, rules: Path | None, grounds: Grounds, conventions: tuple[str, ...] | None
) -> Suite:
    """Return the suite of a phenomenon; see :func:`load_phenomena`.

    Raises:
        UsageError: the phenomenon does not exist, or none of its contrasts has a label.
    """
    found = load_phenomena(rules, grounds, conventions)
    if name in found:
        return found[name]
    of_others = {each.phenomenon for each in declared().values()}
    if name in of_others.union(phenomena_of_rules(rules).values()):
        raise UsageError(f"no contrast of the phenomenon {name!r} has a label; use another one")
    raise UsageError(f"there is no phenomenon {name!r}: {did_you_mean(name, found)}")


def labels_of(contrast: Contrast, policy: LabelPolicy) -> Labels:
    """Map each source label to the labels that a contrast can give; empty if it can give none.

    Example:
        >>> from litgen.contrast.notation import parse_contrast
        >>> policy = LabelPolicy(load_policy().file, guarded=False)
        >>> labels_of(parse_contrast("original;negation"), policy)
        {'E': 'C', 'C': 'E', 'N': 'N'}
    """
    kinds = {tuple(rule.when.items()) for rule in policy.rules_for(contrast)}
    found: dict[str, str] = {}
    for letter, source in ((NEW, None),) if contrast.form == "new" else LETTERS.items():
        made = {
            policy.decide(contrast, source, variant, variant).label
            for kind in kinds
            for variant in [Variant(("",), dict(kind))]
        }
        if letters := "".join(key for key, name in LETTERS.items() if name in made):
            found[letter] = letters
    return found


def _phenomena(contrast: Contrast, of_rules: Mapping[str, str]) -> list[str]:
    """Return the phenomena of a contrast, without duplicates, in display order."""
    sides = contrast.premise.steps, contrast.hypothesis.steps
    shared = common_start(*sides) if contrast.form == "new" else 0
    known = dict.fromkeys([*ORDER, *(stated.phenomenon for stated in declared().values())])
    found = {_of_step(step, of_rules) for side in sides for step in side[shared:]}
    others = sorted(found.difference(known))
    return [each for each in (*known, *others) if each in found] or ["exchange"]


def _of_step(step: str, of_rules: Mapping[str, str]) -> str:
    stated = declaration(step)
    return of_rules.get(step, "others") if stated is None else stated.phenomenon


def _candidates(
    suites: Iterable[Suite], policy: LabelPolicy, of_rules: Mapping[str, str]
) -> Iterator[Contrast]:
    """Yield contrasts that may have a label, from suites, label rules and lone transformations."""
    bases = set[str]()
    for contrast in (each for suite in suites for each, _ in suite.named):
        bases.update(base_of(step) for side in contrast for step in side.steps)
        yield contrast
    for rule in policy.file.rules:
        steps = [step for side in rule.pattern for step in side.steps]
        if steps and not any(step.startswith("class:") for step in steps):
            yield from _of_either(rule.pattern)
    for name in of_rules:
        ours, theirs = Side("premise", (name,)), Side("hypothesis", (name,))
        yield Contrast(ours, Side("hypothesis"))
        yield Contrast(Side("premise"), theirs)
        yield Contrast(ours, theirs)
        yield from _of_either(Contrast(Side("premise"), ours))
        yield from _of_either(Contrast(ours, Side("premise")))
    for name, stated in declared().items():
        for shown in stated.shown if name not in bases else ():
            yield from expand(shown)


def _of_either(contrast: Contrast) -> Iterator[Contrast]:
    """Yield the contrast itself or, for a new pair, its versions from either source sentence."""
    if contrast.form == "new":
        yield from (contrast.from_("premise"), contrast.from_("hypothesis"))
    else:
        yield contrast


def _keeping(found: Mapping[Contrast, Labels], of_rules: Mapping[str, str]) -> set[Contrast]:
    """Return the contrasts that keep every label; none if no other has only this phenomenon."""
    pairs = {each: labels for each, labels in found.items() if each.form == "pair"}
    keep = {each for each, labels in pairs.items() if all(a == b for a, b in labels.items())}
    changing = any(len(_phenomena(each, of_rules)) == 1 for each in pairs if each not in keep)
    return keep if changing else set()


def _suite(
    name: str,
    contrasts: tuple[Contrast, ...],
    controls: set[Contrast],
    strict: frozenset[Contrast],
    families: tuple[tuple[Contrast, ...], ...],
) -> Suite:
    """Build a suite with two parts: contrasts with any label, and those labelled by logic only."""
    within = {each for family in families for each in family}
    parts = (
        Suite(
            name,
            name.capitalize(),
            tuple(each for each in some if each not in controls | within),
            tuple(each for each in some if each in controls - within),
            families=families if by_logic else (),
            strict=by_logic,
        )
        for by_logic in (False, True)
        for some in ([each for each in contrasts if (each in strict) == by_logic],)
    )
    return Suite(name, name.capitalize(), (), parts=tuple(parts))
