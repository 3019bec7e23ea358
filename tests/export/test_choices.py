"""Items about negation: what they are made of, and that both harnesses run them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from litgen.cli.export import command
from litgen.exceptions import DataError, UsageError
from litgen.export import export_choices
from litgen.export.choices import KINDS, items_of
from tests.evaluation.makers import make_contrast_set, record
from tests.export.harness import run_lm_eval
from tests.ranking.tiny import tiny_model, tiny_tokenizer

SENTENCE = "The man in a hat is happy."
MADE = {
    "original;premise+negation": "The man in a hat is not happy.",
    "original;premise+local-negation": "The man not in a hat is happy.",
    "original;premise+antonym": "The man in a hat is unhappy.",
    "original;premise+double-negation": "It is not true that the man in a hat is not happy.",
}


def made(pair, texts, sentence=SENTENCE):
    return [
        record(f"{pair}{n}", contrast, None, "contradiction", premise=sentence, hypothesis=text)
        for n, (contrast, text) in enumerate(texts.items())
    ]


@pytest.fixture(scope="module")
def contrast_set(tmp_path_factory):
    records = [
        each
        for number in range(12)
        for each in made(
            f"p{number}",
            {name: text.replace("man", f"man {number}") for name, text in MADE.items()},
            SENTENCE.replace("man", f"man {number}"),
        )
    ]
    return make_contrast_set(tmp_path_factory.mktemp("choices") / "set", records)


def test_an_item_has_one_choice_of_each_kind_in_an_order_drawn_by_the_seed(contrast_set):
    items = items_of(contrast_set)
    assert len(items) == 12
    assert all(sorted(item.kinds) == sorted(KINDS) for item in items)
    assert all(item.choices[item.target].endswith("is not happy.") for item in items)
    assert all("It is not true" not in item.choices[item.target] for item in items)
    assert len({item.target for item in items}) == 4
    assert items_of(contrast_set) == items != items_of(contrast_set, seed=1)


def test_what_is_rewritten_may_be_the_hypothesis(contrast_set):
    texts = {f"original;{name.partition('+')[2]}": text for name, text in MADE.items()}
    records = [
        {"contrast": name, "premise": "P.", "hypothesis": text, "original_hypothesis": SENTENCE}
        for name, text in texts.items()
    ]
    (item,) = items_of(records)
    assert item.sentence == SENTENCE and len(item.choices) == 4


@pytest.mark.parametrize("left_out", [("negation",), ("local-negation", "antonym")])
def test_a_sentence_needs_its_negation_and_two_others(left_out):
    texts = {n: t for n, t in MADE.items() if n.partition("+")[2] not in left_out}
    others = {"past;future": "The man was happy.", "negation;negation": "No man is happy."}
    records = [
        {"contrast": name, "premise": SENTENCE, "original_hypothesis": "H.", "hypothesis": text}
        for name, text in (texts | others).items()
    ]
    with pytest.raises(DataError, match="--suite negation-choices"):
        items_of(records)


def test_nothing_is_written_over_and_other_options_are_refused(contrast_set, tmp_path):
    out = tmp_path / "tasks"
    export_choices(contrast_set.path, "lm-eval", out)
    with pytest.raises(UsageError, match="exists"):
        export_choices(contrast_set.path, "lm-eval", out)
    export_choices(contrast_set.path, "datasets", out, overwrite=True)
    assert not (out / "negation_utils.py").exists()
    where = [str(contrast_set.path), "--to", "lm-eval", "-o", str(tmp_path / "no")]
    for options, said in (
        (
            ["--negation-choices", "--prompt", "anli"],
            "--prompt does not apply: --negation-choices",
        ),
        (["--negation-choices", "--max-tokens", "9"], "--max-tokens does not apply"),
        (["--seed", "1"], "--seed needs --negation-choices"),
    ):
        result = CliRunner().invoke(command, [*where, *options])
        assert said in str(result.exception) + result.output
    assert not (tmp_path / "no").exists()


@pytest.mark.slow
def test_lm_evaluation_harness_runs_the_items(contrast_set, tmp_path):
    pytest.importorskip("lm_eval")
    export_choices(contrast_set.path, "lm-eval", tmp_path / "tasks")
    tiny_model().save_pretrained(tmp_path / "model")
    tiny_tokenizer().save_pretrained(tmp_path / "model")
    run_lm_eval(
        tmp_path / "model", tmp_path / "tasks", "litgen_negation_choices", tmp_path / "logs"
    )
    (path,) = (tmp_path / "logs").rglob("results_*.json")
    results = json.loads(path.read_text())["results"]["litgen_negation_choices"]
    chosen = [results[f"{name},none"] for name in ("acc", *(f"chose_{k}" for k in KINDS[1:]))]
    assert sum(chosen) == pytest.approx(1)


def test_inspect_runs_the_items(contrast_set, tmp_path, monkeypatch):
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    export_choices(contrast_set.path, "inspect", tmp_path / "tasks")
    rows = [
        json.loads(line)
        for line in (tmp_path / "tasks/data/negation_choices.jsonl").read_text().splitlines()
    ]

    def say(messages, *_):
        asked = next(r for r in rows if r["question"] in messages[-1].text)
        paraphrased = rows.index(asked) < 3  # else it is right
        at = asked["kinds"].index("paraphrase") if paraphrased else asked["target"]
        output = ModelOutput.from_content("mockllm/model", f"ANSWER: {'ABCD'[at]}")
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    monkeypatch.chdir(tmp_path)
    (log,) = inspect_ai.eval(
        "tasks/negation_tasks.py", log_dir=str(tmp_path / "logs"),
        model=get_model("mockllm/model", custom_outputs=say), display="none",
    )  # fmt: skip
    assert log.status == "success", log.error
    values = {score.name: score.metrics["mean"].value for score in log.results.scores}
    assert values["accuracy"] == pytest.approx(9 / 12)
    assert values["chose paraphrase"] == pytest.approx(3 / 12)
    assert values["chose local-negation"] == 0
