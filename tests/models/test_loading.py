"""What a model's name means: schemes, bare names, what other packages add."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from litgen.exceptions import UsageError
from litgen.models import ModelSpec, answers, load_model, loading
from litgen.models.loading import SCHEMES, schemes, split_name, with_absolute_paths


def test_what_a_bare_name_means(tmp_path):
    assert split_name("owner/model")[0] == "huggingface"
    assert split_name("module.part:function")[0] == "python"
    for name, kind in (
        ("config.json", "huggingface"), ("bow.json", "bow"), ("p.csv.gz", "predictions"),
    ):  # fmt: skip
        folder = tmp_path / kind
        folder.mkdir()
        (folder / name).touch()
        assert split_name(str(folder))[0] == kind
    assert split_name(str(tmp_path / "predictions" / "p.csv.gz"))[0] == "predictions"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_can_be_named(scheme):
    assert split_name(f"{scheme}:a/b:c#d") == (scheme, "a/b:c#d")


def test_a_worker_in_another_folder_finds_the_same_model(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "bow.json").touch()
    (tmp_path / "prompt.toml").touch()
    spec = with_absolute_paths(ModelSpec("model", prompt="prompt.toml"))
    assert spec.name == f"bow:{tmp_path / 'model'}"
    assert spec.prompt == str(tmp_path / "prompt.toml")
    for name in ("owner/model", "module:function", "openai:http://localhost/v1#m"):
        assert with_absolute_paths(ModelSpec(name, prompt="anli")) == ModelSpec(name, prompt="anli")


@pytest.mark.parametrize("name", ["./nowhere", "nowhere.jsonl", "/nowhere/at/all"])
def test_a_path_that_is_not_there(name):
    with pytest.raises(UsageError, match="no such file or folder"):
        split_name(name)


def test_a_module_that_is_not_there():
    with pytest.raises(UsageError, match="no scheme or module 'nope'"):
        split_name("nope:predict")


def test_folders_that_hold_no_model(tmp_path):
    with pytest.raises(UsageError, match="contains no model"):
        split_name(str(tmp_path))
    with pytest.raises(UsageError, match="must be trained"):
        split_name("bow")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("casual:gpt2", "did you mean causal:gpt2"),
        ("opnai:http://localhost#x", "did you mean openai:http://localhost#x"),
        ("ftp://host/x", "use one of huggingface, bow, causal"),
        ("causal:", "add the name of the model after the colon"),
        ("", "the value is empty"),
    ],
)
def test_schemes_that_are_none(name, message):
    with pytest.raises(UsageError, match=message):
        split_name(name)


def test_a_module_may_be_called_like_a_scheme(tmp_path, monkeypatch):
    (tmp_path / "casual.py").write_text(
        "def predict(pairs):\n    return ['neutral'] * len(pairs)\n"
    )
    monkeypatch.chdir(tmp_path)
    assert split_name("casual:predict") == ("python", "casual:predict")


def test_options_that_a_scheme_does_not_take():
    with pytest.raises(UsageError, match="only to causal, openai models, but m:f is a python"):
        load_model(ModelSpec("m:f", prompt="anli"))
    with pytest.raises(UsageError, match="only to openai models, but causal:x is a causal"):
        load_model(ModelSpec("causal:x", max_calls=3))


class Always:
    """A model of another package."""

    kind, labels, dtype, window = "always", ("entailment", "neutral", "contradiction"), None, 8

    def __init__(self, name, labels):
        self.name = name

    def replies(self, pairs):
        yield [(place, self.name) for place in range(len(pairs))]

    def read(self, premise, hypothesis, reply):
        from litgen.models import Answer

        return Answer(reply)


Always.options = ("labels",)


def test_another_package_adds_a_scheme(monkeypatch):
    there = EntryPoint("always", "tests.models.test_loading:Always", "litgen.models")
    missing = EntryPoint("broken", "no.such.module:X", "litgen.models")
    monkeypatch.setattr(loading, "entry_points", lambda group: (there, missing))
    loading._registered.cache_clear()
    try:
        assert schemes() == [*SCHEMES, "always", "broken"]
        model = load_model(ModelSpec("always:neutral", labels="any"))
        assert [each.label for each in answers(model, [("a", "b")])] == ["neutral"]
        with pytest.raises(UsageError, match="cannot load the scheme"):
            load_model(ModelSpec("broken:x"))
    finally:
        loading._registered.cache_clear()
