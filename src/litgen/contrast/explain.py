"""Explain a contrast pair and its label by repeating the run for this pair."""

import json
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from litgen.acceptability import Assessment, assess
from litgen.contrast.chunks import names_by_role, needed_by, plan_for
from litgen.contrast.claims import sides_of
from litgen.contrast.decision import Decision
from litgen.contrast.folder import RECORDS, SURVEYS, read_manifest
from litgen.contrast.manifest import labels_of
from litgen.contrast.notation import Contrast, parse_contrast
from litgen.contrast.options import settings_of
from litgen.contrast.pairing import DISPUTED, Made, couples, transformation_text
from litgen.contrast.policy import load_policy
from litgen.contrast.policy_file import Guard
from litgen.contrast.preparation import ranker_of
from litgen.contrast.sentences import rewrite
from litgen.contrast.toolbox import Recipe, Toolbox, open_toolbox
from litgen.data import TWO_CLASSES, Pair
from litgen.exceptions import LitgenError
from litgen.options import Options
from litgen.transformations.grammar import GrammarTransformation
from litgen.transformations.naming import split_steps
from litgen.transformations.protocol import Transformation, Variant
from litgen.transformations.surveys import is_scored


class Explanation(NamedTuple):
    record: Mapping[str, Any]  #: the record in ``contrast.jsonl``
    #: how the premise was made: ``source``, ``transformation``, ``text`` and the ``traits`` of the
    #: source
    premise: Mapping[str, Any]
    hypothesis: Mapping[str, Any]
    decision: Decision
    guards: Mapping[str, Guard]
    proof: str | None  #: one line that shows how the label follows; None without a label
    #: whether repeating the run produced the same sentences; None if they differ because a language
    #: model chose among wordings in the original run
    same: bool | None

    def as_record(self) -> dict[str, Any]:
        because = {name: {"name": name, "because": g.because} for name, g in self.guards.items()}
        return {
            "record": dict(self.record),
            "premise": self.premise,
            "hypothesis": self.hypothesis,
            "label": self.decision.label,
            "label_basis": self.decision.basis,
            "label_proof": self.proof,
            "reason": self.decision.reason,
            "steps": [
                {**step._asdict(), "guards": [because[name] for name in step.guards]}
                for step in self.decision.steps
            ],
            "made_again_the_same": self.same,
        }


def explain(folder: Path, identity: str) -> Explanation:
    """Explain one contrast pair of a finished contrast set.

    Raises:
        LitgenError: the contrast set does not exist, or does not contain the pair.
    """
    manifest = read_manifest(folder)
    record = find_record(folder, identity)
    options = Options.from_json(manifest["signature"]["options"])
    contrast = parse_contrast(record["contrast"])
    surveys = folder / SURVEYS
    known = str(surveys.resolve()) if surveys.exists() else None
    lenient = manifest["signature"]["versions"]["quality_model"] is not None
    settings = settings_of(options)._replace(surveys=known, lenient=lenient)
    recipe = Recipe(
        (), options.engine, options.own_rules, settings, parser=options.parser,
        quality_model=lenient and contrast.pairwise is None,
    )  # fmt: skip
    premise, hypothesis, toolbox = _variants(record, contrast, recipe, options)
    policy = load_policy(options.labels, options.rules_path, options.conventions)
    decision = policy.decide(
        contrast,
        record["original_label"],
        premise._replace(candidates=(record["premise"],)),
        hypothesis._replace(candidates=(record["hypothesis"],)),
        two_classes=labels_of(manifest) == TWO_CLASSES,
    )
    if record["label"] is None and decision.label is not None:
        # Only the whole source shows that its labels disagree; the rules are given a single label.
        decision = decision._replace(label=None, basis=None, reason=DISPUTED)
    asked = {name for step in decision.steps for name in step.guards}
    same = (premise.text, hypothesis.text) == (record["premise"], record["hypothesis"])
    return Explanation(
        record,
        _side(record, "premise", contrast, premise, toolbox),
        _side(record, "hypothesis", contrast, hypothesis, toolbox),
        decision,
        {name: policy.file.guards[name] for name in sorted(asked)},
        policy.proof(decision, premise, hypothesis),
        True if same else False if options.rank == "none" else None,
    )


def find_record(folder: Path, identity: str) -> dict[str, Any]:
    """Find the record with an id in a contrast set; raise a LitgenError if it is missing."""
    near: list[str] = []
    with (folder / RECORDS).open(encoding="utf-8") as file:
        for line in file:
            record: dict[str, Any] = json.loads(line)
            if record["id"] == identity:
                return record
            if record["pair_id"] == identity:
                near.append(record["id"])
    hint = f"use one of {', '.join(near)}" if near else f"see {folder / RECORDS} for all ids"
    raise LitgenError(f"{folder}: there is no contrast pair {identity!r}; {hint}")


def _variants(
    record: Mapping[str, Any], contrast: Contrast, recipe: Recipe, options: Options
) -> tuple[Variant, Variant, Toolbox]:
    """Rewrite both sentences again, without ranking; return the variants that match the record."""
    pair = Pair(
        record["pair_id"], record["original_premise"], record["original_hypothesis"] or "", ""
    )
    made, toolbox = _made(pair, contrast, recipe, options)
    written = record["premise_transformation"], record["hypothesis_transformation"]
    for both in couples(contrast, pair, made):
        if tuple(map(transformation_text, contrast, both)) == written:
            return *both, toolbox
    raise LitgenError(
        f"{record['id']}: the pair cannot be reproduced because the engine or the rules have "
        "changed since the run; use the versions in manifest.json"
    )


def _made(pair: Pair, contrast: Contrast, recipe: Recipe, options: Options) -> tuple[Made, Toolbox]:
    """Repeat the transformations that a contrast needs; also return the toolbox."""
    texts = pair.premise, pair.hypothesis
    name = contrast.pairwise
    if name is not None:
        toolbox = open_toolbox(recipe._replace(pairwise=(name,)))
        (outcome,) = toolbox.apply_pairs(name, [texts])
        return {texts: {name: outcome}}, toolbox
    documents = plan_for(options).documents
    policy = load_policy(options.labels, options.rules_path)
    by_role = names_by_role((contrast,), policy, (contrast,) if documents else ())
    needed = needed_by((pair,), by_role, documents)
    names = tuple(sorted({*chain.from_iterable(needed.values())}))
    steps = [step for name in names for step in split_steps(name)]
    if any(is_scored(step, recipe.settings) for step in steps):
        recipe = recipe._replace(ranker=ranker_of(options, steps), measure=options.score)
    toolbox = open_toolbox(recipe._replace(names=names))
    done = rewrite(needed, toolbox)
    return dict((sides_of(pair, done) if documents else done).items()), toolbox


def _side(
    record: Mapping[str, Any], role: str, contrast: Contrast, variant: Variant, toolbox: Toolbox
) -> dict[str, Any]:
    side = contrast.premise if role == "premise" else contrast.hypothesis
    source = record[f"original_{role if side.origin == 'pair' else side.origin}"]
    made_by = toolbox.transformations.get(side.transformation or "")
    assessment = made_by and assess_output(made_by, source, record[role], toolbox)
    return {
        "source": source,
        "transformation": record[f"{role}_transformation"],
        "text": record[role],
        "traits": variant.traits,
        "assessment": assessment and assessment._asdict(),
    }


def assess_output(
    transformation: Transformation, source: str, output: str, toolbox: Toolbox
) -> Assessment | None:
    """Explain how an output's confidence is computed; return None if no grammar made the output."""
    if not isinstance(transformation, GrammarTransformation):
        return None
    evidence = transformation.evidence_of([source])[0].get(output, {})
    log_odds = toolbox.read([(source, output)]).get((source, output))
    rules = [rule.name for rule in transformation.rules]
    return assess(rules, evidence, log_odds if isinstance(log_odds, float) else None)
