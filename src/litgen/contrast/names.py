"""Readable names of contrasts, with a gloss and an example (``rules/names.toml``).

The name of a contrast is composed of the names of its steps, so every contrast has a name. Files
and options identify a contrast by its notation, not by its name.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from litgen.contrast.notation import Contrast, common_start, pairwise, parse_contrast
from litgen.exceptions import UsageError
from litgen.tables import faults_of, read_toml, rules_folder
from litgen.transformations.declarations import base_of, declared


class Example(NamedTuple):
    """A pair before and after rewriting, each time as premise, hypothesis and label."""

    original: tuple[str, str, str]
    made: tuple[str, str, str]

    def __str__(self) -> str:
        return "  →  ".join(
            f"{premise or '(nothing)'} / {hypothesis} ({label})"
            for premise, hypothesis, label in self
        )


class Named(NamedTuple):
    """How a contrast is displayed."""

    name: str  #: a short name, such as ``Past, then future``
    gloss: str  #: the edits of both sentences in one line
    example: Example | None  #: None if ``rules/examples.toml`` has none


def named(contrast: str) -> Named:
    """Return a contrast's name, gloss and example; text that is not a contrast is its own name.

    Example:
        >>> named("past+cleft;future+cleft").gloss
        'Premise: past and cleft; hypothesis: future and cleft.'
    """
    try:
        parsed = parse_contrast(contrast) if ";" in contrast else pairwise(contrast)
    except UsageError:
        return Named(contrast, "", None)
    return Named(_name(parsed), _gloss(parsed), examples().get(contrast))


def phenomenon_name(phenomenon: str) -> str:
    """Return the readable name of a phenomenon: from ``names.toml``, or its id, capitalized."""
    stated: Mapping[str, str] = _tables()["phenomena"]
    own = phenomenon.replace("-", " ")
    return stated.get(phenomenon, f"{own[:1].upper()}{own[1:]}")


@lru_cache(maxsize=1)
def examples() -> Mapping[str, Example]:
    """Return an example for each contrast in the shipped suites (``rules/examples.toml``).

    If a contrast makes a new pair from the hypothesis, its example is that of its counterpart that
    starts from the premise, with the two original sentences exchanged.
    """
    path = rules_folder() / "examples.toml"
    with faults_of(path):
        found = {
            name: Example(tuple(each["original"]), tuple(made))
            for each in read_toml(path)["example"]
            for name, made in each["contrasts"].items()
        }
    for name, ((premise, hypothesis, label), made) in list(found.items()):
        contrast = parse_contrast(name)
        if contrast.form == "new" and contrast.premise.origin == "premise":
            exchanged = label if label == "contradiction" else "neutral"
            twin = str(contrast.from_("hypothesis"))
            found.setdefault(twin, Example((hypothesis, premise, exchanged), made))
    return found


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Any]:
    path = rules_folder() / "names.toml"
    with faults_of(path):
        return read_toml(path)


def _word(step: str) -> str:
    steps: Mapping[str, str] = _tables()["steps"]
    base, colon, argument = step.partition(":")
    stated = steps.get(step) or steps.get(base_of(step)) or steps.get(base)
    if stated is None:
        words = step.replace("-", " ").replace(":", " ")
        return f"‘{words}’" if step.endswith("-to") else words  # a verb, as in manage-to
    if colon and "{}" not in stated and step not in steps:
        stated += " ({})"
    return stated.format(argument.replace("-", " ").replace("+", ", "))


def _words(steps: Sequence[str]) -> str:
    return " and ".join(map(_word, steps)) or "plain"


def _name(contrast: Contrast) -> str:
    text = _short(contrast)
    at = 1 if text[0] == "‘" else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def _short(contrast: Contrast) -> str:
    if contrast.pairwise is not None:
        return _word(contrast.pairwise)
    kinds = _tables()["kinds"]
    first, second = ([step for step in side.steps if step not in kinds] for side in contrast)
    start = common_start(first, second)
    end = common_start(first[start:][::-1], second[start:][::-1])
    shared = [*first[:start], *first[len(first) - end :]]
    own = [some[start : len(some) - end] for some in (first, second)]
    shared = [step for step in shared if step not in _tables()["shared"]]
    if contrast.form == "exchanged":
        text = f"{_words(first)}, then {_words(second)}, "
        return f"{text if first or second else ''}sides exchanged"
    if not own[0] and not own[1]:
        text = f"{_words(shared)} on both sides"
        shared = []
    elif contrast.form == "pair" and not (own[0] and own[1]) and not shared:
        side = "premise" if own[0] else "hypothesis"
        text = f"{_words(own[0] or own[1])} in the {side}"
    else:
        text = f"{_words(own[0])}, then {_words(own[1])}"
    if shared:
        text += f", both with {_words(shared)}"
    notes = list(dict.fromkeys(step for side in contrast for step in side.steps if step in kinds))
    if contrast.form == "new" and contrast.premise.origin == "hypothesis":
        notes.append("from the hypothesis")
    return f"{text} ({', '.join(notes)})" if notes else text


def _gloss(contrast: Contrast) -> str:
    if contrast.pairwise is not None:
        stated = declared().get(base_of(contrast.pairwise))
        return "Rewrites both sentences together." if stated is None else f"{stated.summary}."
    if contrast.form == "new":
        first, second = (_words(side.steps) for side in contrast)
        return f"Both sentences come from the {contrast.premise.origin}: {first}; then {second}."
    lines = (
        f"{role}: {_words(side.steps) if side.steps else 'unchanged'}"
        + (f" (from the {side.origin})" if side.origin != role else "")
        for role, side in (("premise", contrast.premise), ("hypothesis", contrast.hypothesis))
    )
    text = "; ".join(lines)
    return f"{text[0].upper()}{text[1:]}."
