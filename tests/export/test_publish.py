"""A contrast set goes to the hub whole or not at all, and comes back as one."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from litgen.cli import run
from litgen.evaluation.assessment import assess
from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.logs import open_predictions
from litgen.evaluation.procedure import Procedure
from litgen.exceptions import DataError, UsageError
from litgen.export.publish import publish
from tests.evaluation.makers import make_contrast_set, record
from tests.export.hub import TOKEN, Hub, serving

WRONG = "hf_wrongTokenThatNobodyMayPrint"


@pytest.fixture(scope="module")
def contrast_set(tmp_path_factory):
    rows = []
    for pair, label in (("pa", "entailment"), ("pb", "contradiction"), ("pc", "neutral")):
        rows.append(record(pair, "past;future", "neutral", label, premise='It is {"a": 1}.'))
        rows.append(record(pair, "past;past", label, label))
        rows.append(record(pair, "original;may", None, label))
    made = make_contrast_set(tmp_path_factory.mktemp("publish") / "set", rows)
    manifest = json.loads((made.path / "manifest.json").read_text())
    manifest["input"]["source"] = "/home/someone/pairs.jsonl"
    counts = {"phenomenon": "tense", "pairs": 3, "records": 3}
    manifest["counts"]["contrasts"] = {
        "past;future": counts, "past;past": {**counts, "control": True},
        "original;may": {**counts, "phenomenon": "modality"},
    }  # fmt: skip
    manifest["signature"]["options"]["engine"] = "dependency"
    (made.path / "manifest.json").write_text(json.dumps(manifest))
    (made.path / "run.json").write_text("{}")
    return ContrastSet(made.path)


@pytest.fixture
def send(contrast_set, tmp_path, monkeypatch, capsys):
    """Publish to a hub with the real client: exit code and all that was printed."""
    pytest.importorskip("huggingface_hub")
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(tmp_path / "no-token"))
    monkeypatch.setattr("time.sleep", lambda _: None)

    def call(hub: Hub, *options: str, token: str | None = TOKEN, to: str = "hub:someone/set"):
        monkeypatch.setattr(constants, "ENDPOINT", hub.url)
        monkeypatch.setenv("HF_TOKEN", token or "")
        command = ["publish", str(contrast_set.path), "--license", "mit", "--to", to, *options]
        code = run(command)
        printed = capsys.readouterr()
        said = printed.out + printed.err
        assert TOKEN not in said and WRONG not in said
        return code, said

    return call


def test_the_folder_is_a_contrast_set_and_loads(contrast_set, tmp_path):
    datasets = pytest.importorskip("datasets")
    out = publish(contrast_set.path, tmp_path / "hub", "cc-by-sa-4.0")
    assert [dict(each) for each in ContrastSet(out)] == [dict(each) for each in contrast_set]
    assert ContrastSet(out).sha256 == contrast_set.sha256
    assert "/home/someone" not in "".join(
        path.read_text() for path in out.rglob("*") if path.is_file()
    )
    assert "\nlicense: cc-by-sa-4.0\n" in (out / "README.md").read_text()
    loaded = {
        name: {split: len(rows) for split, rows in datasets.load_dataset(
            str(out), name, cache_dir=str(tmp_path / "cache")).items()}
        for name in datasets.get_dataset_config_names(str(out))
    }  # fmt: skip
    tense = {"contrast": 3, "control": 3}
    assert loaded == {"default": {"test": 9}, "original": {"test": 3}, "tense": tense}


def test_what_is_there_is_not_lost(contrast_set, tmp_path):
    with pytest.raises(UsageError, match="exists"):
        publish(contrast_set.path, contrast_set.path, "mit", overwrite=True)
    out = publish(contrast_set.path, tmp_path / "hub", "mit")
    with pytest.raises(UsageError, match="exists"):
        publish(contrast_set.path, out, "mit")
    with pytest.raises(UsageError, match="not a licence identifier of the hub"):
        publish(contrast_set.path, out, "CC BY-SA", overwrite=True)
    unlabelled = make_contrast_set(tmp_path / "none", [record("pa", "may;may", None, "neutral")])
    with pytest.raises(DataError, match="no contrast pair has a label"):
        publish(unlabelled.path, out, "mit", overwrite=True)
    assert len(ContrastSet(out)) == 9
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hub", "none"]


def test_all_files_arrive_in_one_commit(contrast_set, send, tmp_path):
    with serving(Hub()) as hub:
        code, said = send(hub, "--private", "-o", str(tmp_path / "hub"))
        assert code == 0, said
        files = hub.files["someone/set"]
        assert hub.private == {"someone/set"} and len(hub.commits["someone/set"]) == 2
        ours = {path.relative_to(tmp_path / "hub").as_posix(): path.read_bytes()
                for path in (tmp_path / "hub").rglob("*") if path.is_file()}  # fmt: skip
        assert files == {".gitattributes": b"", **ours}
        assert files["contrast.jsonl"] == contrast_set.file.read_bytes()

        files["data/gone.jsonl"] = b"{}"
        code, said = send(hub)
        assert code == 2 and "contains files" in said and "data/gone.jsonl" in files
        code, said = send(hub, "--overwrite")
        assert code == 0, said
        assert "data/gone.jsonl" not in hub.files["someone/set"]
        hub.private.clear()
        code, said = send(hub, "--overwrite", "--private")
        assert code == 2 and "the repository is public" in said


@pytest.mark.parametrize(
    ("token", "to", "code", "what"),
    [
        (None, "hub:someone/set", 2, "there is no token"),
        (WRONG, "hub:someone/set", 1, "rejects the token (401)"),
        (TOKEN, "hub:stranger/set", 1, "has no write access (403)"),
        (TOKEN, "hub:unpaid/set", 1, "returned 402: no plan for TOKEN"),
        (TOKEN, "someone/set", 2, "use the form hub:OWNER/NAME"),
    ],
)
def test_a_token_that_is_missing_or_wrong_publishes_nothing(send, token, to, code, what):
    with serving(Hub()) as hub:
        found, said = send(hub, token=token, to=to)
        assert (found, said.count("\n")) == (code, 1) and what in said
        assert hub.files == {}


@pytest.mark.parametrize("at", ["/repos/create", "/preupload", "/commit"])
def test_a_hub_that_goes_down_has_all_files_or_none(send, at):
    with serving(Hub(down_at=at)) as hub:
        code, said = send(hub)
        assert code == 1 and "nothing was published" in said.splitlines()[-1]
        assert all(set(files) == {".gitattributes"} for files in hub.files.values())
        hub.down, hub.down_at = False, None
        assert send(hub)[0] == 0
        assert "contrast.jsonl" in hub.files["someone/set"]


_ASK = """
import sys
import datasets, inspect_ai
from inspect_ai.model import ModelOutput, ModelUsage, get_model

rows = datasets.load_dataset("someone/set", "tense", split="control")
assert len(rows) == 3, rows
asked = []

def say(messages, *_):
    asked.append([each.text for each in messages])
    said = ModelOutput.from_content("mockllm/model", "Not neutral: **contradiction**")
    said.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return said

logs = inspect_ai.eval("hf/someone/set", model=get_model("mockllm/model", custom_outputs=say),
                       log_dir=sys.argv[1], display="none")
for log in logs:
    assert log.status == "success", log.error
    print(log.eval.task, log.results.scores[0].metrics["accuracy"].value)
assert ["Premise: It is {\\"a\\": 1}.", "Hypothesis: Hypothesis of pa. (past;future)"] in [
    each[-1].split("\\n") for each in asked], asked
"""


@pytest.mark.slow
def test_inspect_runs_it_from_the_hub_and_the_report_reads_the_logs(contrast_set, send, tmp_path):
    pytest.importorskip("inspect_ai")
    with serving(Hub()) as hub:
        assert send(hub)[0] == 0
        fresh = {"HF_ENDPOINT": hub.url, "HF_HUB_OFFLINE": "0", "HF_HOME": str(tmp_path / "home"),
                 "XDG_CACHE_HOME": str(tmp_path / "cache")}  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-c", _ASK, str(tmp_path / "logs")],
            capture_output=True, text=True, env={**os.environ, **fresh}, check=False, cwd=tmp_path,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    measured = [each.rsplit(" ", 1) for each in done.stdout.splitlines() if each.startswith("hf/")]
    assert {name.removeprefix("hf/someone/set/"): float(value) for name, value in measured} == {
        "original": pytest.approx(1 / 3), "tense": 0.0, "tense-control": pytest.approx(1 / 3),
    }  # fmt: skip
    (predictions,) = open_predictions(tmp_path / "logs")
    assert {each.label for each in predictions} == {"contradiction"}
    found = assess([predictions], Procedure(replicates=200), contrast_set.path)
    ours = found.metrics(found.models[0].name, "contrast", "past;past")
    assert ours.contrast.hits == 1
