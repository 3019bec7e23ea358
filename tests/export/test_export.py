"""Exported tasks run in the real harnesses, and their logs are what litgen reports."""

from __future__ import annotations

import json
import shutil

import pytest

from litgen.evaluation.assessment import assess
from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.evaluate import evaluate_prompts
from litgen.evaluation.logs import open_predictions
from litgen.evaluation.predictions import Predictions
from litgen.evaluation.procedure import Procedure
from litgen.exceptions import DataError, UsageError
from litgen.export import export
from litgen.export.rows import rows_of
from litgen.export.templates.measures import MEASURES
from litgen.models import ModelSpec
from litgen.models.prompts import load_prompt
from litgen.models.reading import AnswerReader
from tests.evaluation.makers import make_contrast_set, record
from tests.export.harness import run_lm_eval
from tests.ranking.tiny import WORDS, tiny_model, tiny_tokenizer

PROCEDURE = Procedure(replicates=2_000, min_pairs=5)
LABELS = ("entailment", "neutral", "contradiction")


@pytest.fixture(scope="module")
def contrast_set(tmp_path_factory):
    records = []
    for number in range(18):
        label = LABELS[number % 3]
        pair = f"p{chr(97 + number)}"
        said = {"hypothesis": " ".join(WORDS[number % 7 :: 3])}
        before = {"original_hypothesis": " ".join(WORDS[number % 5 :: 4])}
        records.append(record(pair, "past;future", "neutral", label, **said, **before))
        records.append(record(pair, "past;past", label, label, **before))
    records.append(record("pz", "past;past", None, "neutral"))
    return make_contrast_set(tmp_path_factory.mktemp("export") / "set", records)


def test_rows_are_the_labelled_pairs_and_their_originals_once_a_contrast(contrast_set):
    rows = list(rows_of(contrast_set))
    assert len(rows) == 4 * 18
    assert len({(row["contrast"], row["side"], row["id"]) for row in rows}) == len(rows)
    assert {row["contrast_set"] for row in rows} == {contrast_set.sha256}


def test_what_cannot_be_exported_is_refused_and_nothing_is_written(contrast_set, tmp_path):
    out = tmp_path / "tasks"
    with pytest.raises(UsageError, match="can only be scored"):
        export(contrast_set.path, "inspect", out, ["right"])
    with pytest.raises(UsageError, match="did you mean"):
        export(contrast_set.path, "lm-eval", out, ["anly"])
    assert list(tmp_path.iterdir()) == []
    export(contrast_set.path, "lm-eval", out)
    with pytest.raises(UsageError, match="exists"):
        export(contrast_set.path, "lm-eval", out)
    export(contrast_set.path, "lm-eval", out, ["lettered"], overwrite=True)
    assert not (out / "data" / "anli").exists()


def test_two_classes_are_asked_of_with_two_choices(tmp_path):
    rows = [
        record("pa", "original;negation", "not_entailment", "entailment"),
        record("pb", "original;passive", "entailment", "entailment"),
    ]
    labels = ["entailment", "not_entailment"]
    path = make_contrast_set(tmp_path / "set", rows, labels=labels).path
    with pytest.raises(UsageError, match="such as supported for two classes"):
        export(path, "lm-eval", tmp_path / "tasks", ["anli"])
    out = export(path, "lm-eval", tmp_path / "tasks")
    data = (out / "data" / "supported" / "original__negation.jsonl").read_text().splitlines()
    row = json.loads(data[-1])
    assert (row["label"], row["choices"]) == ("not_entailment", [" yes", " no"])


PROMPT = """
template = "{premise} . {hypothesis} ."
max_tokens = 4
[choices]
entailment = "is the"
neutral = "a"
contradiction = "not"
"""


@pytest.fixture(scope="module")
def prompt(tmp_path_factory):
    path = tmp_path_factory.mktemp("prompts") / "mine.toml"
    path.write_text(PROMPT)
    return str(path)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models") / "tiny"
    tiny_model().save_pretrained(folder)
    tiny_tokenizer().save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def lm_eval_logs(contrast_set, prompt, model, tmp_path_factory):
    folder = tmp_path_factory.mktemp("lm-eval")
    export(contrast_set.path, "lm-eval", folder / "tasks", [prompt])
    made = folder / "elsewhere"  # tasks do not need the place where they were written
    shutil.move(folder / "tasks", made)
    options = ("--batch_size", "4", "--log_samples")
    run_lm_eval(model, made, "litgen,litgen_generate", folder / "logs", *options)
    return folder / "logs"


def by_way(logs):
    """The predictions of some logs: scored, and generated."""
    opened = open_predictions(logs)
    scored, generated = sorted(opened, key=lambda each: "generated" in each.info.name)
    return scored, generated


@pytest.mark.slow
def test_lm_evaluation_harness_measures_what_the_report_measures(lm_eval_logs, contrast_set):
    (path,) = lm_eval_logs.rglob("results_*.json")
    results = json.loads(path.read_text())["results"]
    found = assess([by_way(lm_eval_logs)[0]], PROCEDURE, contrast_set.path)
    for contrast, slug in (("past;future", "past__future"), ("past;past", "past__past")):
        ours = found.metrics(found.models[0].name, "contrast", contrast)
        expected = {
            "acc_original": ours.original.value,
            "acc_contrast": ours.contrast.value,
            "same_answer": ours.consistency.same_prediction.value,
            "both_right": ours.consistency.both_right.value,
        }
        assert set(expected) == set(MEASURES)
        for name, value in expected.items():
            theirs = results[f"litgen_mine_{slug}"][f"{name},none"]
            assert theirs == pytest.approx(value, abs=1e-12)


@pytest.mark.slow
def test_its_answers_are_those_of_litgen_evaluate(
    lm_eval_logs, contrast_set, prompt, model, tmp_path
):
    spec = ModelSpec(f"causal:{model}")
    (made,) = evaluate_prompts(contrast_set.path, spec, tmp_path / "p", [prompt])
    ours = {(each.side, each.id): each for each in Predictions(made)}
    theirs = list(by_way(lm_eval_logs)[0])
    assert len(theirs) == 18 + 36 and len({each.label for each in theirs}) > 1
    for each in theirs:
        own = ours[each.side, each.id]
        assert each.label == own.label
        assert each.scores == pytest.approx(own.scores, abs=1e-3)


@pytest.mark.slow
def test_generated_answers_are_read_and_kept(lm_eval_logs, prompt):
    reader = AnswerReader(load_prompt(prompt))
    said = list(by_way(lm_eval_logs)[1])
    assert len(said) == 18 + 36 and all(each.raw is not None for each in said)
    for each in said:
        assert (each.outcome, each.label) == reader.generated("", "", each.raw)


@pytest.mark.slow
def test_logs_of_other_pairs_and_half_written_ones_are_refused(
    lm_eval_logs, tmp_path, contrast_set
):
    other = make_contrast_set(tmp_path / "other", [record("pa", "past;past", "neutral", "neutral")])
    scored = [by_way(lm_eval_logs)[0]]
    with pytest.raises(DataError, match="for another contrast set"):
        assess(scored, PROCEDURE, other.path)
    with pytest.raises(DataError, match="--contrast-set DIR"):
        assess(scored, PROCEDURE)
    log = next(lm_eval_logs.rglob("samples_litgen_mine_past__past_2*.jsonl"))
    broken = tmp_path / log.name
    broken.write_bytes(log.read_bytes()[:-200])
    with pytest.raises(DataError, match=r"samples_.*:36: this is not an answer"):
        list(open_predictions(broken)[0])


def test_tasks_say_where_answers_end(contrast_set, tmp_path):
    export(contrast_set.path, "lm-eval", tmp_path / "lm-eval", ["one-word"], max_tokens=9)
    task = (tmp_path / "lm-eval" / "litgen_one-word_past__past_generate.yaml").read_text()
    assert r'until: ["\nPremise:", "\nHypothesis:"], do_sample: false, max_gen_toks: 9' in task
    given = {"reasoning_effort": "low", "extra_body": '{"top_k": 1}'}
    export(contrast_set.path, "inspect", tmp_path / "inspect", ["chat"], **given)
    tasks = json.loads((tmp_path / "inspect" / "tasks.json").read_text())
    assert tasks["generation"] == {"reasoning_effort": "low", "extra_body": {"top_k": 1}}
    assert tasks["prompts"]["chat"]["max_tokens"] == 8192
    for harness, option in (("lm-eval", "reasoning_effort"), ("datasets", "extra_body")):
        with pytest.raises(UsageError, match="is only for inspect"):
            export(contrast_set.path, harness, tmp_path / "no", **{option: given[option]})
    with pytest.raises(UsageError, match="--max-tokens is only for lm-eval, inspect, not for data"):
        export(contrast_set.path, "datasets", tmp_path / "no", max_tokens=9)


def test_inspect_counts_answers_that_are_cut(contrast_set, tmp_path, monkeypatch):
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    export(contrast_set.path, "inspect", tmp_path / "tasks", ["chat"])
    asked = []

    def say(messages, tools, choice, config):
        asked.append(config)
        said = ModelOutput.from_content("mockllm/model", "Is it a contradiction?", "max_tokens")
        said.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return said

    monkeypatch.chdir(tmp_path)
    logs = inspect_ai.eval(
        "tasks/litgen_tasks.py", log_dir=str(tmp_path / "logs"), limit=3,
        model=get_model("mockllm/model", custom_outputs=say), display="none",
    )  # fmt: skip
    assert logs[0].status == "success", logs[0].error
    assert asked[0].stop_seqs == ["\nPremise:", "\nHypothesis:"] and asked[0].max_tokens == 32
    (predictions,) = open_predictions(tmp_path / "logs")
    assert {(each.outcome, each.label) for each in predictions} == {("cut off", None)}


def test_inspect_measures_what_the_report_measures(contrast_set, tmp_path, monkeypatch):
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    export(contrast_set.path, "inspect", tmp_path / "tasks", ["chat"])
    words = iter(["entailment", "It is neutral.", "contradiction"] * 100)

    def say(*_):
        output = ModelOutput.from_content("mockllm/model", next(words))
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    monkeypatch.chdir(tmp_path)
    logs = inspect_ai.eval(
        "tasks/litgen_tasks.py", log_dir=str(tmp_path / "logs"),
        model=get_model("mockllm/model", custom_outputs=say), display="none",
    )  # fmt: skip
    assert logs[0].status == "success", logs[0].error
    metrics = {
        name: metric.value
        for score in logs[0].results.scores
        for name, metric in score.metrics.items()
    }
    (predictions,) = open_predictions(tmp_path / "logs")
    found = assess([predictions], PROCEDURE, contrast_set.path)
    for contrast in ("past;future", "past;past"):
        ours = found.metrics(found.models[0].name, "contrast", contrast)
        assert metrics[f"{contrast} acc_contrast"] == pytest.approx(ours.contrast.value, abs=1e-12)
        both = ours.consistency.both_right.value
        assert metrics[f"{contrast} both_right"] == pytest.approx(both, abs=1e-12)
        same = ours.consistency.same_prediction.value
        assert metrics[f"{contrast} same_answer"] == pytest.approx(same, abs=1e-12)


def test_the_export_for_datasets_loads(contrast_set, tmp_path, monkeypatch):
    datasets = pytest.importorskip("datasets")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    export(contrast_set.path, "datasets", tmp_path / "rows", ["anli"])
    rows = datasets.load_dataset(
        str(tmp_path / "rows"), "anli.past__future", split="test", cache_dir=str(tmp_path / "cache")
    )
    assert len(rows) == 2 * 18
    assert rows[0]["answers"] == ["True", "Neither", "False"]
    assert ContrastSet(contrast_set.path).sha256 == rows[0]["contrast_set"]
