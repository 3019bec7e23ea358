"""The manifest: input, options, versions and all counts. Repeating a run does not change it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from litgen.acceptability import decider_of
from litgen.contrast.options import NO_WORDNET
from litgen.contrast.pairing import Tally
from litgen.data import LABELS
from litgen.engines.limits import OVER
from litgen.failures import FAILURES
from litgen.wordnet.locations import INSTALL

#: The suite that rewrites claims about documents.
_CLAIMS = "grounded"
#: Names of counts that come first, in this order; the others follow in alphabetical order.
_ORDER = (
    "pairs", "sentences", "transformations", "guards", "limits", "contrasts", "coverage",
    "read", "distinct", "parsed", "not parsed",
    "applicable", "generated", "read back", "kept", "kept by engine", "skipped", "versions",
    "below threshold", "not needed", "declined", "skipped",
    "records", "labels", "unlabelled", "entailment", "contradiction", "neutral",
)  # fmt: skip


def manifest(
    source: str,
    run_signature: Mapping[str, Any],
    reading: Mapping[str, Any],
    tally: Tally,
    contrasts: Mapping[str, Mapping[str, Any]],
    covered: Sequence[str],
    records_sha256: str,
    surveys_sha256: str | None = None,
    left_out: Mapping[str, int] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the manifest of a run that is finished, except for output lost because of ``faults``.

    Args:
        contrasts: each contrast with its ``phenomenon``, and whether it is a ``control``.
        reading: numbers of source rows that were ``read``, ``kept`` and ``skipped`` (by reason)
            and, for one shard of a run, the number ``of this shard``.
        left_out: number of contrasts that were left out of the suites, by reason.
    """
    counts = _nested(tally)
    made = counts.get("contrasts", {})
    by_contrast = {
        name: {**known, "pairs": 0, "records": 0, **made.get(name, {})}
        for name, known in contrasts.items()
    }
    coverage = {"contrasts": list(covered), **counts.get("coverage", {})}
    pairs = pairs_done(reading)
    for key in (
        "pairs with a version of each sentence", "two-sided pairs", "two-sided pairs with a label",
    ) if covered else ("texts with a version",):  # fmt: skip
        coverage.setdefault(key, 0)
        coverage[f"{key}, %"] = round(100 * coverage[key] / pairs, 2) if pairs else 0.0
    records = sum(each["records"] for each in by_contrast.values())
    faults = counts.get("faults")
    return {
        "input": {"source": source, "sha256": run_signature["input_sha256"]},
        "records": records,
        "records_sha256": records_sha256,
        **({} if surveys_sha256 is None else {"surveys_sha256": surveys_sha256}),
        **({"faults": faults} if faults else {}),
        "counts": {
            "pairs": dict(reading),
            "sentences": counts.get("sentences", {}),
            "transformations": counts.get("transformations", {}),
            "guards": counts.get("guards", {}),
            **({"limits": counts["limits"]} if "limits" in counts else {}),
            "contrasts": by_contrast,
            **({"contrasts left out": dict(left_out)} if left_out else {}),
            "coverage": coverage,
        },
        "signature": dict(run_signature),
    }


def labels_of(manifest: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the labels of a run's source: ``LABELS`` or ``TWO_CLASSES``."""
    return tuple(manifest.get("counts", {}).get("pairs", {}).get("labels", LABELS))


def pairs_done(reading: Mapping[str, Any]) -> int:
    """Return the number of pairs that a run processed: those of its shard, or all kept pairs."""
    return int(reading.get("of this shard", reading["kept"]))


def warnings_of(manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield warnings: what was left out, why the contrast set is empty, and how to fix it."""
    source, counts = manifest["input"]["source"], manifest["counts"]
    options = manifest["signature"]["options"]
    if number := counts.get("contrasts left out", {}).get(NO_WORDNET):
        named = (options["suite"], *options["phenomenon"])
        names = ", ".join(filter(None, named)) or "the default"
        yield without_wordnet(names, number, number + len(counts["contrasts"]))
    if language := counts["pairs"].get("language"):
        yield f"{source} seems to be in another language ({language}); litgen rewrites only English"
    yield from _limits(counts, options["suite"])
    if failed := [each for each in FAILURES if each in counts["guards"]]:
        some = {each: counts["guards"][each] for each in failed}
        number = sum(some.values())
        yield (
            f"{number:,} rewriting{'s' * (number != 1)} failed ({_most(some)}); use litgen show "
            "DIR --declined to list them, fix the cause and repeat the command with --overwrite"
        )
    if manifest["records"]:
        return
    one, what = ("pair", "contrast set") if options.get("text") is None else ("text", "set")
    if not counts["pairs"]["read"] and options["limit"] != 0:
        yield f"{source} contains no {one}s, so the {what} is empty"
    elif not counts["pairs"]["kept"]:
        reasons = ", ".join(counts["pairs"]["skipped"]) or "--limit 0"
        yield f"{source}: no {one} was used ({reasons}), so the {what} is empty"
    elif unlabelled := _summed(counts["contrasts"], "unlabelled"):
        yield (
            f"none of the {unlabelled.total():,} contrast pairs has a label, so none is written "
            f"({_most(unlabelled)}); use --keep-unlabelled to write them, or --labels paper for "
            "the labels of the paper"
        )
    else:
        made = "contrast pair" if one == "pair" else "rewriting"
        declined = _summed(counts["transformations"], "declined")  # includes unparsed sentences
        why = "; ".join(in_words(name) for name, _ in declined.most_common(3)) or "nothing applies"
        yield f"no {made} could be made: {why}; use --keep-declined to list every reason"


def in_words(reason: str) -> str:
    """Return the sentence for a reason's id, without a full stop; other reasons are unchanged."""
    decider = decider_of(reason)
    return decider.reason.rstrip(".") if decider else reason


def _summed(tables: Mapping[str, Any], name: str) -> Counter[str]:
    """Add up the counts for each reason over all contrasts or all transformations."""
    return sum((Counter(each.get(name, {})) for each in tables.values()), Counter())


def _most(counts: Mapping[str, int]) -> str:
    some = Counter(counts).most_common(3)
    return ", ".join(f"{number:,} {name}" for name, number in some)


def _limits(counts: Mapping[str, Any], suite: str | None) -> Iterator[str]:
    """Yield a warning with a suggestion if most premises, or most hypotheses, are too long."""
    pairs = pairs_done(counts["pairs"])
    for role, reasons in counts.get("limits", {}).items():
        number = sum(reasons.values())
        if 2 * number <= pairs:
            continue
        if role == "premise":
            instead = f"use contrasts that rewrite only the hypothesis, such as --suite {_CLAIMS}"
        elif suite != _CLAIMS:
            instead = f"use --suite {_CLAIMS} to rewrite one sentence of a hypothesis at a time"
        else:
            instead = "litgen does not rewrite such texts"
        plural = {"premise": "premises", "hypothesis": "hypotheses"}[role]
        has = "has" if number == 1 else "have"
        over = " or ".join(OVER[reason] for reason in reasons)
        yield f"{number:,} of {pairs:,} {plural} {has} {over}; {instead}"


def without_wordnet(named: str, number: int, of: int) -> str:
    """Return the warning that contrasts of some suites are left out because WordNet is missing."""
    are = "is" if number == 1 else "are"
    return f"{number} of {of} contrasts of {named} {are} left out: {NO_WORDNET}; {INSTALL}"


def _nested(tally: Tally) -> dict[str, Any]:
    """Convert counts by path to nested tables, in the order of ``_ORDER``."""
    place = {part: number for number, part in reversed(list(enumerate(_ORDER)))}
    tree: dict[str, Any] = {}
    for path in sorted(tally, key=lambda path: [(place.get(p, len(_ORDER)), p) for p in path]):
        table = tree
        for part in path[:-1]:
            table = table.setdefault(part, {})
        table[path[-1]] = tally[path]
    return tree
