"""Rewrite sentences: apply every transformation once, then choose one wording of each style.

The network of the quality model scores a candidate, converted to one style, given its source. It
scores all candidates, or only those that the pairs of a run need (``Pairer.unread``). litgen drops
candidates below the threshold. Among the candidates that the network scores highest, litgen chooses
the first or, with ``--rank MODEL``, the candidate that MODEL scores highest. Both sides of a pair
get wordings in one style (``style``).
"""

import json
import math
import re
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

from litgen.acceptability import BELOW_THRESHOLD, Thresholds, combine
from litgen.contrast.toolbox import Toolbox
from litgen.failures import Failure
from litgen.replacement import Edit
from litgen.transformations.declarations import is_grammar
from litgen.transformations.protocol import Outcome, Outcomes, Variant
from litgen.transformations.wording import Wording, in_full

#: Maximum size of a sentence; longer texts would only waste the engine's time.
MAX_WORDS, MAX_CHARACTERS = 200, 4000
#: Control characters (Unicode category Cc) except tabs and line ends.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
#: Outcomes with fewer bytes are not compressed: setting up zlib takes more time than it saves.
_SMALL = 1024
#: Candidates whose log odds are within this distance of the best count as equally good.
ALIKE = 2.0
#: Number of decimal places of scores in the output.
SCORE_DIGITS = 4
#: Maps strings to scores or failures.
Scores = Mapping[str, float | Failure]
#: Maps (source, output) to the network's log odds, or to a failure.
LogOdds = Mapping[tuple[str, str], float | Failure]
#: Identifies a variant (``key_of``).
Key = tuple[Any, ...]


def screen(text: str) -> str | None:
    """Return the reason for skipping a text, or None if it can be transformed."""
    if not any(character.isalnum() for character in text):
        return "parse.empty"
    if len(text) > MAX_CHARACTERS:
        return "parse.too-long"
    # A word and a space take up at least two characters.
    if len(text) > 2 * MAX_WORDS and len(text.split()) > MAX_WORDS:
        return "parse.too-long"
    return "parse.control-characters" if _CONTROL.search(text) else None


def rewrite(
    wanted: Mapping[str, Sequence[str]], toolbox: Toolbox, min_confidence: float = 0.0
) -> dict[str, Outcomes]:
    """Apply to each sentence the transformations it needs, in batches, and choose wordings.

    Args:
        wanted: distinct sentences, each with the names of its transformations.
        min_confidence: the minimum confidence of outputs made by a grammar; others are dropped.

    Returns:
        For each sentence and transformation, the best wording of each variant in each style.
    """
    outcomes = make(wanted, toolbox)
    settle(outcomes, toolbox, Thresholds(min_confidence, min_confidence))
    return outcomes


def make(wanted: Mapping[str, Sequence[str]], toolbox: Toolbox) -> dict[str, Outcomes]:
    """Apply to each sentence the transformations it needs, without scoring or choosing."""
    outcomes: dict[str, Outcomes] = {text: {} for text in wanted}
    tried = {text: screen(text) for text in wanted}
    for name in dict.fromkeys(name for names in wanted.values() for name in names):
        texts = [text for text, names in wanted.items() if name in names]
        any_text = toolbox.takes_any(name)
        good = [text for text in texts if any_text or tried[text] is None]
        made = dict(zip(good, toolbox.apply(name, good) if good else (), strict=True))
        for text in texts:
            refused = Outcome(declined=tried[text], stage="unparsed")
            outcomes[text][name] = made.get(text, refused)
    return outcomes


def key_of(text: str, name: str, variant: Variant) -> Key:
    """Return the key of a variant: its sentence, transformation and parameters."""
    return text, name, *sorted(variant.parameters.items())


def settle(
    outcomes: Mapping[str, Outcomes],
    toolbox: Toolbox,
    thresholds: Thresholds,
    asked: Collection[Key] | None = None,
) -> None:
    """Score a grammar's outputs, drop those below a threshold and choose wordings, in place.

    Args:
        asked: the variants to settle; if None, all variants.
    """
    own: dict[tuple[str, str], set[Key]] = {}
    pairs: dict[tuple[str, str], None] = {}
    for text, by_name in outcomes.items():
        for name, outcome in by_name.items():
            for variant in outcome.variants:
                key = key_of(text, name, variant)
                if asked is None or key in asked:
                    own.setdefault((text, name), set()).add(key)
                    if is_grammar(name):
                        pairs |= {(text, read): None for each in _versions(variant)
                                  if each.confidence is not None
                                  for read in _read_for(each).values()}  # fmt: skip
    log_odds = toolbox.read([*pairs])
    alike: dict[tuple[str, str], list[list[str]]] = {}
    for (text, name), each in own.items():
        outcome, odds = outcomes[text][name], log_odds if is_grammar(name) else {}
        variants = [
            _read(text, variant, odds) if key_of(text, name, variant) in each else variant
            for variant in outcome.variants
        ]
        kept = outcomes[text][name] = _kept(outcome._replace(variants=(*variants,)), thresholds)
        alike[text, name] = [
            _alike(text, variant, odds) if key_of(text, name, variant) in each else []
            for variant in kept.variants
        ]
    ranked = chain.from_iterable(of for (_, name), of in alike.items() if toolbox.ranks(name))
    choices = chain.from_iterable(texts for texts in ranked if len(texts) > 1)
    scores = toolbox.score([*dict.fromkeys(choices)])
    for (text, name), of in alike.items():
        outcomes[text][name] = _chosen(outcomes[text][name], of, scores)


def _versions(variant: Variant) -> Iterator[Variant]:
    """Yield a variant, followed by its versions from later engines."""
    yield variant
    if variant.otherwise is not None:
        yield from _versions(variant.otherwise)


def _read_for(variant: Variant) -> dict[str, str]:
    """Map each wording to the wording that the network scores in its place.

    Instead of *it's he that left*, it scores *it is he who left*, which is equally acceptable.
    """
    first: dict[tuple[str, bool], str] = {}
    return {each.text: first.setdefault(in_full(each), each.text) for each in variant.forms}


def _read(text: str, variant: Variant, log_odds: LogOdds) -> Variant:
    """Set the confidence of wordings that the network scored; if it scored any, drop the others."""
    if variant.otherwise is not None:
        variant = variant._replace(otherwise=_read(text, variant.otherwise, log_odds))
    if variant.confidence is None:
        return variant
    odds = {each: log_odds.get((text, read)) for each, read in _read_for(variant).items()}
    sure = {
        wording: combine(variant.confidence, found)
        for wording, found in odds.items()
        if isinstance(found, float)
    } or dict.fromkeys(odds, variant.confidence)
    read = (w._replace(confidence=sure[w.text]) for w in variant.forms if w.text in sure)
    return variant._replace(wordings=(*read,))


def _kept(outcome: Outcome, thresholds: Thresholds) -> Outcome:
    """Remove from an outcome the wordings whose confidence is known to be too low."""
    left, dropped = list[Variant](), [*outcome.dropped]
    for variant in outcome.variants:
        kept = _version(variant, thresholds)
        if kept is not None:
            left.append(kept)
        else:
            best = max(variant.forms, key=lambda each: each.confidence or 0.0)
            dropped.append((best.text, best.confidence or 0.0))
    if left or not dropped:
        return outcome._replace(variants=(*left,), dropped=(*dropped,))
    why: dict[str, Any] = {"stage": BELOW_THRESHOLD, "declined": BELOW_THRESHOLD}
    return outcome._replace(variants=(), dropped=(*dropped,), **why)


def _version(variant: Variant, thresholds: Thresholds) -> Variant | None:
    """Return the first version with enough confidence for any pair, or else the most confident."""
    if not variant.is_settled:
        return variant
    kept = [
        (version._replace(otherwise=None, wordings=(*likely,)), max(sure))
        for version in _versions(variant)
        if (likely := [w for w in version.forms if _sure(w) >= min(thresholds)])
        and (sure := [*map(_sure, likely)])
    ]
    enough = (version for version, sure in kept if sure >= thresholds.each)
    return next(enough, max(kept, key=itemgetter(1), default=(None, 0.0))[0])


def _sure(wording: Wording) -> float:
    return 1.0 if wording.confidence is None else wording.confidence


def _alike(text: str, variant: Variant, log_odds: LogOdds) -> list[str]:
    """Return the wordings within ``ALIKE`` of the highest log odds; all if none has log odds."""
    read = _read_for(variant)
    odds = {each: log_odds.get((text, of)) for each, of in read.items()}
    known = {each: value for each, value in odds.items() if isinstance(value, float)}
    best = max(known.values(), default=0.0)
    return [each for each, value in known.items() if value >= best - ALIKE] or [*read]


def _chosen(outcome: Outcome, alike: Sequence[Sequence[str]], scores: Scores) -> Outcome:
    """Keep one wording of each style in an outcome; drop variants that cannot be scored."""
    good: list[Variant] = []
    failures = list(outcome.failures)
    for variant, texts in zip(outcome.variants, alike, strict=True):
        known = {each: scores[each] for each in texts if each in scores and len(texts) > 1}
        failed = [each for each in known.values() if isinstance(each, Failure)]
        failures += failed
        if not failed:  # a variant without texts is settled by another call
            good.append(_choose(variant, texts, known) if texts else variant)  # type: ignore[arg-type]
    made = outcome._replace(variants=(*good,), failures=tuple(dict.fromkeys(failures)))
    if outcome.variants and not good:
        return made._replace(stage="not read back", declined=failures[-1].reason)
    return made


def _choose(variant: Variant, alike: Sequence[str], scores: Mapping[str, float]) -> Variant:
    """Keep the best wording of each style in a variant; the best wording overall comes first.

    The wordings in ``alike`` come first, ordered by score; the others follow, ordered by
    confidence. Ties keep their order.
    """

    def place(wording: Wording) -> tuple[bool, float]:
        if wording.text in alike:
            return False, -scores.get(wording.text, 0.0)
        return True, -(wording.confidence or 0.0)

    of_style: dict[tuple[tuple[str, str], ...], Wording] = {}
    for each in sorted(variant.forms, key=place):
        score = scores.get(each.text, math.nan)  # not finite if no word could be scored
        scored = each._replace(score=round(score, SCORE_DIGITS) if math.isfinite(score) else None)
        of_style.setdefault(tuple(sorted(each.style.items())), scored)
    return variant.chosen(*of_style.values())


def pack(outcomes: Outcomes) -> bytes:
    """Encode outcomes as JSON, compressed if it is long."""
    packed = json.dumps(outcomes, ensure_ascii=False, default=dict).encode()
    return packed if len(packed) < _SMALL else zlib.compress(packed, 3)


def unpack(data: bytes) -> Outcomes:
    """Invert ``pack``."""
    found = json.loads(data if data.startswith(b"{") else zlib.decompress(data))
    return {
        name: Outcome(
            tuple(map(_variant, variants)),
            declined,
            stage,
            tuple(passed),
            tuple(Failure(*each) for each in failures),
            tuple(words),
            tuple((text, confidence) for text, confidence in dropped),
        )
        for name, (variants, declined, stage, passed, failures, words, dropped) in found.items()
    }


def _variant(values: list[Any]) -> Variant:
    variant = Variant(*values)
    return variant._replace(
        candidates=tuple(variant.candidates),
        edits=tuple(Edit(*edit) for edit in variant.edits),
        wordings=tuple(Wording(*wording) for wording in variant.wordings),
        otherwise=variant.otherwise and _variant([*variant.otherwise]),
    )
