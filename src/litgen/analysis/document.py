"""An analysis as a document, written as an HTML page, Markdown and JSON."""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litgen.analysis.analysis import Analysis
from litgen.analysis.figures import figures
from litgen.analysis.tables import tables
from litgen.analysis.verdict import Verdict, judge
from litgen.contrast.manifest import in_words
from litgen.data import ALL_LABELS
from litgen.evaluation.assessment import plain
from litgen.files import write_texts
from litgen.reporting.document import Document, Section, document_texts, refuse_document
from litgen.reporting.wording import counted, number, percent

#: Name of the files, without extension.
NAME = "analysis"
TITLES = {
    "baselines": "Accuracy without understanding the pair",
    "words": "Words associated with a label",
    "types": "Sentence types",
    "shape": "Length and overlap",
    "transformed": "Before and after the transformation",
}


def document_of(analysis: Analysis, verdict: Verdict | None = None) -> Document:
    verdict = verdict or judge(analysis)
    drawn, tabled = figures(analysis), tables(analysis)
    sections = tuple(
        Section(key, title, _sentences(analysis, key), drawn.get(key, ()), tabled[key])
        for key, title in TITLES.items()
        if tabled[key]
    )
    return Document(
        title=f"Analysis of {Path(analysis.source).name}",
        lead=lead(analysis),
        verdict=verdict.sentence,
        points=tuple(finding.sentence for finding in verdict.findings) + verdict.gaps,
        caveats=verdict.caveats,
        sections=sections,
        signature=analysis.signature,
        commands=(_command(analysis),),
    )


def lead(analysis: Analysis) -> str:
    left = {reason: n for reason, n in analysis.skipped.items() if reason != "read"}
    without = ", ".join(f"{number(n)} {reason}" for reason, n in left.items())
    return (
        f"{counted(analysis.pairs, 'labelled pair')} with "
        f"{counted(analysis.premises, 'distinct premise')}: {_labels(analysis.labels)}. "
        f"Skipped rows: {without or 'none'}."
    )


def _sentences(analysis: Analysis, key: str) -> tuple[str, ...]:
    if key == "types" and analysis.types is not None and analysis.types.declined:
        often = analysis.types.declined.most_common(5)
        reasons = "; ".join(f"{in_words(reason)} ({number(n)})" for reason, n in often)
        return (f"Most frequent reasons why sentences could not be parsed: {reasons}.",)
    if key == "transformed" and analysis.transformed is not None:
        found = analysis.transformed
        return (
            f"Contrasts: {', '.join(found.contrasts)}.",
            f"Labels before: {_labels(found.before.labels)}; after: {_labels(found.after.labels)}. "
            "If only one label is left, every word that the transformation adds predicts it.",
        )
    return ()


def _labels(labels: Mapping[str, int]) -> str:
    total = sum(labels.values())
    return ", ".join(
        f"{percent(labels[label] / total)} % {label}" for label in ALL_LABELS if labels.get(label)
    )


def _command(analysis: Analysis) -> str:
    asked = analysis.examination
    parts = ["litgen", "analyze", analysis.source, "-o", "DIR"]
    parts += ["--no-types"] if asked.engine is None else ["--engine", asked.engine]
    parts += [] if asked.baselines else ["--no-baselines"]
    parts += ["--after", asked.after] if asked.after is not None else []
    for contrast in asked.contrasts:
        parts += ["--contrast", contrast]
    return shlex.join([*parts, "--seed", str(asked.seed)])


def as_json(analysis: Analysis, verdict: Verdict | None = None) -> dict[str, Any]:
    verdict = verdict or judge(analysis)
    types, transformed = analysis.types, analysis.transformed
    found: dict[str, Any] = {
        "signature": analysis.signature,
        "source": {"name": analysis.source, "sha256": analysis.sha256},
        "pairs": analysis.pairs,
        "premises": analysis.premises,
        "rows": analysis.skipped,
        "labels": analysis.labels,
        "verdict": verdict,
        "baselines": {each.key: each for each in analysis.baselines},
        "baselines_missing": analysis.missing,
        "words": analysis.words.artefacts()[:300],
        "hypotheses_with_such_a_word": analysis.covered,
        "premise_words": analysis.premise_words.artefacts()[:300],
        "premises_with_such_a_word": analysis.premise_covered,
        "shape": analysis.shapes,
        "hypotheses_within_premise": analysis.copied,
        "types": None,
        "transformed": None,
    }
    if types is not None:
        pairs = {f"{ours};{theirs}": n for (ours, theirs), n in types.tense_pairs.most_common()}
        found["types"] = {**types._asdict(), "tense_pairs": pairs}
    if transformed is not None:
        found["transformed"] = {
            "contrasts": transformed.contrasts,
            "before": transformed.before.artefacts()[:100],
            "after": transformed.after.artefacts()[:100],
            "changed": transformed.changes.changed,
            "sentences": transformed.changes.sentences,
            "substitutions": [
                [*pair, n] for pair, n in transformed.changes.substitutions.most_common(100)
            ],
            "lengths": transformed.lengths,
        }
    value: dict[str, Any] = plain(found)
    return value


def write_analysis(analysis: Analysis, folder: Path, overwrite: bool = False) -> list[Path]:
    """Write an analysis to a folder; all texts are built before the first file is written.

    Raises:
        UsageError: the folder is refused.
    """
    refuse_document(folder, NAME, overwrite)
    verdict = judge(analysis)
    texts = document_texts(document_of(analysis, verdict), NAME, as_json(analysis, verdict))
    return write_texts(folder, texts)
