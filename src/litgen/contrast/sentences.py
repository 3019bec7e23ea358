"""What is done to sentences: every transformation once, then one candidate chosen.

The judge, who reads each candidate after its source, leaves those that it is surest of, and the
ranker chooses among them. What is not sure enough goes last.
"""

from __future__ import annotations

import json
import math
import re
import zlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from litgen.confidence import with_judge
from litgen.contrast.toolbox import Toolbox
from litgen.failures import Failure
from litgen.replacement import Edit
from litgen.transformations.declarations import is_grammar
from litgen.transformations.protocol import Outcome, Outcomes, Variant

#: Longer strings are not sentences; they would only cost the engine's time.
MAX_WORDS, MAX_CHARACTERS = 200, 4000
#: Control characters (Unicode's class Cc) but for tabs and line ends.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
#: Outcomes of fewer bytes are kept as they are: setting zlib up takes longer than it saves.
_SMALL = 1024
#: Candidates whose log odds are less than the best by no more are as good to the judge.
ALIKE = 2.0
#: How far an output came that is less sure than was asked for, and why it was declined.
UNSURE: Final = "not sure enough"
#: Scores are written with this many digits after the point.
SCORE_DIGITS = 4
#: Scores of strings, or what went wrong.
Scores = Mapping[str, float | Failure]
#: What the judge says of outputs, given as (source, output), or what went wrong.
Judged = Mapping[tuple[str, str], float | Failure]


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


def rewrite(
    wanted: Mapping[str, Sequence[str]], toolbox: Toolbox, confidence: float = 0.0
) -> dict[str, Outcomes]:
    """Apply to each sentence the transformations it needs, in batches, and choose surfaces.

    Args:
        wanted: distinct sentences, each with the names of its transformations.
        confidence: outputs that are less sure to be right are dropped. The judge has a say in
            that and in the choice, where something is asked for: to read every candidate takes
            about twice as long as to score those among which there is a choice.

    Returns:
        By sentence and name, variants that have one candidate each.
    """
    outcomes: dict[str, Outcomes] = {text: {} for text in wanted}
    tried = {text: screen(text) for text in wanted}
    every_name = dict.fromkeys(name for names in wanted.values() for name in names)
    for name in every_name:
        texts = [text for text, names in wanted.items() if name in names]
        any_text = toolbox.takes_any(name)
        good = [text for text in texts if any_text or tried[text] is None]
        made = dict(zip(good, toolbox.apply(name, good) if good else (), strict=True))
        for text in texts:
            refused = Outcome(declined=tried[text], stage="unparsed")
            outcomes[text][name] = made.get(text, refused)
    grammar = {name for name in every_name if confidence and is_grammar(name)}
    judged = _judged(outcomes, grammar, toolbox)
    for text, by_name in outcomes.items():
        by_name.update({n: _best(text, o, judged) for n, o in by_name.items() if n in grammar})
    scores = _score(outcomes, toolbox)
    for text, by_name in outcomes.items():
        for name, outcome in by_name.items():
            chosen = _chosen(outcome, scores)
            read = _read(text, chosen, judged) if name in grammar else chosen
            by_name[name] = _sure(read, confidence)
    return outcomes


def _judged(outcomes: Mapping[str, Outcomes], grammar: Collection[str], toolbox: Toolbox) -> Judged:
    """What the judge says of what a grammar made, each candidate of a sentence once."""
    pairs = dict.fromkeys(
        (text, candidate)
        for text, by_name in outcomes.items()
        for name, outcome in by_name.items()
        if name in grammar
        for variant in outcome.variants
        if variant.confidence is not None
        for candidate in variant.candidates
    )
    return toolbox.judged([*pairs])


def _best(text: str, outcome: Outcome, judged: Judged) -> Outcome:
    """The outcome with the candidates that the judge is surest of."""
    variants = []
    for variant in outcome.variants:
        read = {each: judged.get((text, each)) for each in variant.candidates}
        odds = {each: found for each, found in read.items() if isinstance(found, float)}
        least = max(odds.values(), default=0.0) - ALIKE
        best = tuple(each for each, found in odds.items() if found >= least)
        variants.append(variant._replace(candidates=best or variant.candidates))
    return outcome._replace(variants=(*variants,))


def _read(text: str, outcome: Outcome, judged: Judged) -> Outcome:
    """The outcome with confidences that know what the judge says, where it says something."""
    variants = []
    for variant in outcome.variants:
        odds = judged.get((text, variant.text))
        if variant.confidence is not None and isinstance(odds, float):
            variant = variant._replace(confidence=with_judge(variant.confidence, odds))
        variants.append(variant)
    return outcome._replace(variants=(*variants,))


def _sure(outcome: Outcome, least: float) -> Outcome:
    """The outcome without the variants whose confidence is known and too low."""
    unsure = [v for v in outcome.variants if v.confidence is not None and v.confidence < least]
    left = tuple(variant for variant in outcome.variants if variant not in unsure)
    dropped = tuple((v.text, v.confidence) for v in unsure if v.confidence is not None)
    if left:
        return outcome._replace(variants=left, declined=None, words=(), unsure=dropped)
    if not unsure:
        return outcome
    declined = outcome.declined or UNSURE
    return outcome._replace(variants=(), stage=UNSURE, declined=declined, unsure=dropped)


def _score(outcomes: Mapping[str, Outcomes], toolbox: Toolbox) -> Scores:
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


def _chosen(outcome: Outcome, scores: Scores) -> Outcome:
    """The outcome with one candidate of each variant, but those that cannot be scored."""
    good: list[Variant] = []
    failures = list(outcome.failures)
    for variant in outcome.variants:
        known = {each: scores[each] for each in variant.candidates if each in scores}
        failed = [each for each in known.values() if isinstance(each, Failure)]
        failures += failed
        if not failed:
            good.append(_choose(variant, known))  # type: ignore[arg-type]
    made = outcome._replace(variants=(*good,), failures=tuple(dict.fromkeys(failures)))
    if outcome.variants and not good:
        return made._replace(stage="not read back", declined=failures[-1].reason)
    return made


def _choose(variant: Variant, scores: Mapping[str, float]) -> Variant:
    """The best candidate by score, the first of equals; the first where nothing is ranked."""
    best = max(variant.candidates, key=lambda each: scores.get(each, 0.0)) if scores else None
    if best is None or best not in scores:
        best = variant.candidates[0]
    score = _rounded(scores.get(best)) if len(variant.candidates) > 1 else None
    return variant._replace(candidates=(best,), score=score)


def _rounded(score: float | None) -> float | None:
    """The score as it is written; None for a string in which nothing could be scored."""
    return None if score is None or not math.isfinite(score) else round(score, SCORE_DIGITS)


def pack(outcomes: Outcomes) -> bytes:
    """Outcomes as JSON, compressed where there is much of it."""
    packed = json.dumps(outcomes, ensure_ascii=False, default=dict).encode()
    return packed if len(packed) < _SMALL else zlib.compress(packed, 3)


def unpack(data: bytes) -> Outcomes:
    """Outcomes from ``pack``."""
    found = json.loads(data if data.startswith(b"{") else zlib.decompress(data))
    return {
        name: Outcome(
            tuple(map(_variant, variants)),
            declined,
            stage,
            tuple(passed_over),
            tuple(Failure(*each) for each in failures),
            tuple(words),
            tuple((text, confidence) for text, confidence in unsure),
        )
        for name, (variants, declined, stage, passed_over, failures, words, unsure) in found.items()
    }


def _variant(values: list[Any]) -> Variant:
    variant = Variant(*values)
    edits = tuple(Edit(*edit) for edit in variant.edits)
    return variant._replace(candidates=tuple(variant.candidates), edits=edits)
