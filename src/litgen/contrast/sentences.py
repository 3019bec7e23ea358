"""What is done to sentences: every transformation once, then one candidate chosen by the ranker."""

from __future__ import annotations

import json
import math
import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from litgen.contrast.toolbox import Toolbox
from litgen.failures import Failure
from litgen.replacement import Edit
from litgen.transformations.protocol import Outcome, Variant

#: Longer strings are not sentences; they would only cost the engine's time.
MAX_WORDS, MAX_CHARACTERS = 200, 4000
#: Control characters (Unicode's class Cc) but for tabs and line ends.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
#: Rewritings of fewer bytes are kept as they are: setting zlib up takes longer than it saves.
_SMALL = 1024
#: Scores are written with this many digits after the point.
SCORE_DIGITS = 4


class Version(NamedTuple):
    """One rewritten version of a sentence, its surface chosen.

    Attributes:
        text: the surface.
        score: the ranker's, None where there was nothing to choose or nothing ranks.
        parameters: of the variant.
        form: ``clause`` or ``caption``.
        engine: that made it, if any.
        traits: facts about the source sentence.
        edits: which words were replaced.
        counts: numbers that are summed up in the manifest.
    """

    text: str
    score: float | None = None
    parameters: Mapping[str, str] = {}
    form: str = "clause"
    engine: str | None = None
    traits: Mapping[str, Any] = {}
    edits: tuple[Edit, ...] = ()
    counts: Mapping[str, int] = {}


class Rewriting(NamedTuple):
    """What one transformation did to one sentence: how far it came, the versions, what failed."""

    stage: str
    declined: str | None = None
    versions: tuple[Version, ...] = ()
    passed_over: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()


#: What all transformations did to one sentence, by their names.
Rewritings = dict[str, Rewriting]


def screen(text: str) -> str | None:
    """Why a text is not even tried, None where it is.

    Example:
        >>> screen(" "), screen("word " * 10_000), screen("A man sleeps.")
        ('empty', 'too long', None)
    """
    if not any(character.isalnum() for character in text):
        return "empty"
    if len(text) > MAX_CHARACTERS:
        return "too long"
    # A word and its space are two characters at least.
    if len(text) > 2 * MAX_WORDS and len(text.split()) > MAX_WORDS:
        return "too long"
    return "control characters" if _CONTROL.search(text) else None


def rewrite(wanted: Mapping[str, Sequence[str]], toolbox: Toolbox) -> dict[str, Rewritings]:
    """Apply to each sentence the transformations it needs, in batches, and choose surfaces.

    Args:
        wanted: distinct sentences, each with the names of its transformations.
        toolbox: the transformations, and the ranker if any.
    """
    outcomes: dict[str, dict[str, Outcome]] = {text: {} for text in wanted}
    tried = {text: screen(text) for text in wanted}
    for name in dict.fromkeys(name for names in wanted.values() for name in names):
        texts = [text for text, names in wanted.items() if name in names]
        any_text = toolbox.takes_any(name)
        good = [text for text in texts if any_text or tried[text] is None]
        made = dict(zip(good, toolbox.apply(name, good) if good else (), strict=True))
        for text in texts:
            refused = Outcome(declined=tried[text], stage="unparsed")
            outcomes[text][name] = made.get(text, refused)
    scores = _score(outcomes, toolbox)
    return {
        text: {name: _rewriting(outcome, scores) for name, outcome in by_name.items()}
        for text, by_name in outcomes.items()
    }


#: Scores of strings, or what went wrong.
Scores = Mapping[str, float | Failure]


def _score(outcomes: Mapping[str, Mapping[str, Outcome]], toolbox: Toolbox) -> Scores:
    """Scores of the candidates among which there is a choice, each distinct string once."""
    if toolbox.ranker is None:
        return {}
    strings: dict[str, None] = {}
    for by_name in outcomes.values():
        for outcome in by_name.values():
            for variant in outcome.variants:
                candidates = dict.fromkeys(variant.candidates)
                if len(candidates) > 1:
                    strings.update(candidates)
    return toolbox.score(list(strings))


def _rewriting(outcome: Outcome, scores: Scores) -> Rewriting:
    """What is kept of an outcome; a variant with a candidate that cannot be scored is not."""
    good: list[Version] = []
    failures = list(outcome.failures)
    for variant in outcome.variants:
        known = {each: scores[each] for each in variant.candidates if each in scores}
        failed = [each for each in known.values() if isinstance(each, Failure)]
        failures += failed
        if not failed:
            good.append(_choose(variant, known))  # type: ignore[arg-type]
    passed = outcome.passed_over
    distinct = tuple(dict.fromkeys(failures))
    if outcome.variants and not good:
        return Rewriting("not read back", failures[-1].reason, (), passed, distinct)
    return Rewriting(outcome.stage, outcome.declined, (*good,), passed, distinct)


def _choose(variant: Variant, scores: Mapping[str, float]) -> Version:
    """The best candidate by score, the first of equals; the first where nothing is ranked."""
    best = max(variant.candidates, key=lambda each: scores.get(each, 0.0)) if scores else None
    if best is None or best not in scores:
        best = variant.candidates[0]
    ranked = len(variant.candidates) > 1
    return Version(
        best,
        _rounded(scores.get(best)) if ranked else None,
        dict(variant.parameters),
        variant.form,
        variant.engine,
        dict(variant.traits),
        variant.edits,
        dict(variant.counts),
    )


def _rounded(score: float | None) -> float | None:
    """The score as it is written; None for a string in which nothing could be scored."""
    return None if score is None or not math.isfinite(score) else round(score, SCORE_DIGITS)


def pack(rewritings: Rewritings) -> bytes:
    """Rewritings as JSON, compressed where there is much of it."""
    packed = json.dumps(rewritings, ensure_ascii=False).encode()
    return packed if len(packed) < _SMALL else zlib.compress(packed, 3)


def unpack(data: bytes) -> Rewritings:
    """Rewritings from ``pack``."""
    found = json.loads(data if data.startswith(b"{") else zlib.decompress(data))
    return {
        name: Rewriting(
            stage,
            declined,
            tuple(map(_version, versions)),
            tuple(passed_over),
            tuple(Failure(*each) for each in failures),
        )
        for name, (stage, declined, versions, passed_over, failures) in found.items()
    }


def _version(values: list[Any]) -> Version:
    version = Version(*values)
    return version._replace(edits=tuple(Edit(*edit) for edit in version.edits))
