"""litgen from Python: the same bytes as the command line, objects that notebooks show."""

from __future__ import annotations

import dataclasses
import gc
import importlib
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import datasets
import pandas as pd
import pytest

import litgen
from litgen.cli import run
from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.predictions import Predictions
from litgen.evaluation.procedure import Procedure
from litgen.exceptions import DataError, LitgenError, UsageError
from litgen.options import Run, declared
from litgen.transformations.protocol import Outcome, Variant
from litgen.version import install_command
from tests.api_model import by_length
from tests.fresh import imports_of

sys.path.insert(0, str(Path(__file__).parent / "contrast"))

LABELS = ("entailment", "neutral", "contradiction")
ROWS = [
    {
        "pairID": f"p{n}",
        "sentence1": f"Man {n // 3} is <b>riding</b>.",
        "sentence2": f"Thing {'x' * (n % 7)} is there.",
        "gold_label": LABELS[n % 3],
        "genre": "test",
    }
    for n in range(24)
]
CONTRASTS = ["past;future", "may;original", "past;past"]
PLAIN: dict[str, Any] = {"contrast": CONTRASTS, "rank": "none"}
COMMAND = [*(word for each in CONTRASTS for word in ("--contrast", each)), "--rank", "none"]


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    import contrast_fakes

    contrast_fakes.install(monkeypatch.setattr)
    yield
    contrast_fakes.install(lambda *_: None)  # forgets the toolbox of the fakes


@pytest.fixture
def made(fakes: None) -> ContrastSet:
    return litgen.contrast_set(ROWS, **PLAIN)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def files_of(folder: Path) -> dict[str, bytes]:
    """What a folder holds, without what changes from run to run."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "run.json"}


def test_the_same_bytes_as_the_command_line(fakes: None, source: Path, tmp_path: Path) -> None:
    assert run(["transform", str(source), "-o", str(tmp_path / "cli"), *COMMAND]) == 0
    made = litgen.contrast_set(source, tmp_path / "api", **PLAIN)
    assert files_of(made.path) == files_of(tmp_path / "cli")
    wanted = (tmp_path / "cli" / "contrast.jsonl").read_bytes()
    for rows in (ROWS, iter(ROWS), pd.DataFrame(ROWS), datasets.Dataset.from_list(ROWS)):
        assert litgen.contrast_set(rows, **PLAIN).file.read_bytes() == wanted

    model = "tests.api_model:by_length"
    said = [str(tmp_path / "said-cli"), str(tmp_path / "said-api")]
    assert run(["evaluate", str(made.path), "--model", model, "-o", said[0]]) == 0
    predictions = litgen.evaluate(made, by_length, said[1])
    assert files_of(Path(said[1])) == files_of(Path(said[0]))
    temporary = litgen.evaluate(made, by_length)
    assert list(temporary) == list(predictions) == list(Predictions(Path(said[0])))

    options = ["--min-pairs", "5", "--replicates", "2000", "--margin", "0.1"]
    assert run(["report", said[1], "-o", str(tmp_path / "report-cli"), *options]) == 0
    given: dict[str, Any] = {"min_pairs": 5, "replicates": 2000, "margin": 0.1}
    figure = tmp_path / "figure.svg"
    litgen.report(predictions, tmp_path / "report-api", **given, figure=figure)
    assert "<svg" in figure.read_text()
    assert files_of(tmp_path / "report-api") == files_of(tmp_path / "report-cli")
    again = litgen.report(said[1], **given).as_json()
    assert again == json.loads((tmp_path / "report-cli" / "report.json").read_text())


def test_a_run_goes_on_in_its_folder(fakes: None, tmp_path: Path) -> None:
    first = litgen.contrast_set(ROWS, tmp_path / "out", **PLAIN)
    again = litgen.contrast_set(pd.DataFrame(ROWS), tmp_path / "out", **PLAIN)
    assert (len(again), again.sha256) == (len(first), first.sha256)
    with pytest.raises(UsageError, match="contains another run"):
        litgen.contrast_set(ROWS[:3], tmp_path / "out", **PLAIN)


def test_every_option_is_there() -> None:
    for function, defaults in ((litgen.contrast_set, {}), (litgen.rewrite, {"text": "text"})):
        given = inspect.signature(function).parameters
        own = {each.name: each.default for each in dataclasses.fields(Run)} | defaults
        assert [*given][2:] == [*declared(), "progress"]
        assert {name: given[name].default for name in declared()} == {
            name: own[name] for name in declared()
        }
        assert all(f"    {name}: " in (function.__doc__ or "") for name in declared())
    tests = inspect.signature(litgen.report).parameters
    for field in dataclasses.fields(Procedure):
        assert tests[OPTIONS.get(field.name, field.name)].default == field.default, field.name


def test_an_option_that_there_is_not() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'sed'"):
        litgen.contrast_set(ROWS, sed=1)  # type: ignore[call-arg]


#: What is called otherwise inside, where several are meant.
OPTIONS = {"contrasts": "contrast", "suites": "suite"}
#: Options of the command line only: how its output looks, where programs are, and those for which
#: Python has another way (``use_parser``; ``prove`` returns its records).
ONLY_THERE = {"json", "html", "csv", "latex", "readings", "manifest", "join", "ace_path", "grammar"}
OTHERWISE = {
    "show": {"parser", "rule", "declined"},
    "analyze": {"parser", "output", "prove"},
    "evaluate": {"reread"},
    "report": {"log", "every_eval_ever"},
}
#: Verbs, and the function for each.
FUNCTIONS = {
    "transform": litgen.contrast_set, "evaluate": litgen.evaluate, "report": litgen.report,
    "show": litgen.show, "analyze": litgen.prove,
}  # fmt: skip
#: What ``litgen analyze`` has without ``--prove``.
ANALYSIS = {"after", "contrast", "engine", "no_types", "no_baselines", "seed", "overwrite"}


@pytest.mark.parametrize("verb", FUNCTIONS)
def test_options_have_the_names_of_the_command_line(verb: str) -> None:
    command = importlib.import_module(f"litgen.cli.{verb}").command
    there = {
        each.opts[-1].lstrip("-").replace("-", "_")
        for each in command.params
        if isinstance(each, click.Option)
    } - (ANALYSIS if verb == "analyze" else set())
    parameters = [*inspect.signature(FUNCTIONS[verb]).parameters.values()]
    given = {each.name for each in parameters if each.default is not each.empty} - {"progress"}
    assert given <= there
    given |= {each.name for each in parameters}
    if verb == "evaluate":
        given |= set(litgen.ModelSpec._fields)
    assert there - given - ONLY_THERE == OTHERWISE.get(verb, set())


def test_a_contrast_set_is_iterated_and_filtered(made: ContrastSet) -> None:
    records = list(made)
    assert len(made) == len(records) == 72
    assert made.contrasts == ("past;future", "may;original", "past;past")
    assert records[0]["contrast"] == "past;future" and dict(records[0])["source"]
    some = made.filter("past;past", where=lambda record: record["label"] == "neutral")
    assert list(some) == [
        each for each in records if each["contrast"] == "past;past" and each["label"] == "neutral"
    ]
    assert some.manifest["records"] == len(some) == 8
    assert some.manifest["counts"]["contrasts"] == {
        "past;past": {
            "phenomenon": "tense",
            "pairs": 8,
            "records": 8,
            "labels": {"neutral": 8},
        }
    }
    assert "| `past;past` | 8 | 8 | 0 | 0 | 8 |" in (some.path / "README.md").read_text()
    assert len(made.filter("past;future", "may;original")) == 48
    with pytest.raises(UsageError, match=r"contrast 'past;pasd' is not in .*did you mean past"):
        made.filter("past;pasd")


def test_saved_and_loaded(made: ContrastSet, tmp_path: Path) -> None:
    before, wanted = made.path, files_of(made.path)
    assert made.is_temporary and "not saved" in repr(made)
    assert made.save(tmp_path / "a" / "kept") == made.path
    assert not before.exists() and not made.is_temporary
    found = litgen.load(tmp_path / "a" / "kept")
    assert isinstance(found, ContrastSet) and files_of(found.path) == wanted
    assert found.save(found.path) == found.path  # where it is
    with pytest.raises(UsageError, match="exists; use another folder"):
        made.filter("past;past").save(found.path)
    made.filter("past;past").save(found.path, overwrite=True)
    assert len(litgen.load(found.path)) == 24


def test_a_part_is_not_taken_for_the_whole(made: ContrastSet, tmp_path: Path) -> None:
    made.filter("past;past").save(tmp_path / "part")
    with pytest.raises(UsageError, match="contains another run"):
        litgen.contrast_set(ROWS, tmp_path / "part", **PLAIN)


def test_what_is_not_saved_goes_with_its_object(made: ContrastSet) -> None:
    part = made.filter("past;past")
    said = litgen.evaluate(part, by_length)
    folders = part.path, said.path
    assert all(each.is_dir() for each in folders)
    del part, said
    gc.collect()
    assert not any(each.exists() for each in folders)


def test_tables_of_other_libraries(made: ContrastSet) -> None:
    frame = made.to_pandas()
    records = list(made)
    assert frame["id"].tolist() == [each["id"] for each in records]
    assert set(frame["source.genre"]) == {"test"}
    assert list(made.to_dataset()) == records
    named = made.to_dataset(LABELS)
    assert named.features["label"].names == list(LABELS)
    assert [LABELS[each] for each in named["label"]] == frame["label"].tolist()
    with pytest.raises(UsageError, match="label_names lacks neutral"):
        made.to_dataset(["entailment", "contradiction"])
    empty = made.filter(where=lambda record: False)
    assert (len(empty), len(empty.to_pandas()), len(empty.to_dataset())) == (0, 0, 0)


def test_made_of_what_it_gave(made: ContrastSet) -> None:
    """The pairs of a contrast set, as a Dataset with numbers for labels, are pairs again."""
    again = litgen.contrast_set(made.to_dataset(LABELS), contrast="may;original", rank="none")
    assert len(again) == 72
    assert {each["original_label"] for each in again} == {each["label"] for each in made}


@pytest.mark.parametrize(("name", "extra"), [("pandas", "pandas"), ("datasets", "hub")])
def test_a_missing_library_says_which_extra(
    made: ContrastSet, monkeypatch: pytest.MonkeyPatch, name: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(UsageError, match=f"needs {name}.*{re.escape(install_command(extra))}"):
        (made.to_pandas if name == "pandas" else made.to_dataset)()


def test_nothing_imports_them_unasked() -> None:
    code = "import litgen.api, litgen.contrast.pipeline, litgen.evaluation, litgen.reporting, "
    assert not {"pandas", "datasets"} & imports_of(code + "litgen.gallery, litgen.cli.transform")


def test_predictions(made: ContrastSet, tmp_path: Path) -> None:
    said = litgen.evaluate(made, by_length, name="length")
    assert len(said) == 24 + 72 == len(list(said))
    frame = said.to_pandas()
    of_contrast = frame[frame["side"] == "contrast"].merge(made.to_pandas(), on="id")
    right = (of_contrast["label_x"] == of_contrast["label_y"]).mean()
    assert said.accuracy()["contrast"] == pytest.approx(right, abs=1e-6)
    assert frame["scores.neutral"].between(0, 1).all()
    with pytest.raises(UsageError, match="the contrast set is not saved"):
        said.save(tmp_path / "said")
    with pytest.raises(UsageError, match="the contrast set is not saved"):
        litgen.evaluate(made, by_length, tmp_path / "said")
    made.save(tmp_path / "set")
    expected = list(said)
    said.save(tmp_path / "deep" / "said")
    found = litgen.load(tmp_path / "deep" / "said")
    assert isinstance(found, Predictions) and list(found) == expected
    assert found.contrast_set.sha256 == made.sha256
    assert found.accuracy() == said.accuracy()


def test_models_in_memory(made: ContrastSet) -> None:
    from litgen.models.callable import CallableClassifier

    class Model:
        def __call__(self, pairs: Sequence[tuple[str, str]]) -> list[str]:
            return ["neutral"] * len(pairs)

    assert {each.label for each in litgen.evaluate(made, Model())} == {"neutral"}
    ready = CallableClassifier(by_length, "ready")
    assert list(litgen.evaluate(made, ready)) == list(litgen.evaluate(made, by_length))


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (None, "model: NoneType is not a model; pass a name"),
        (dict, "model: dict is a class; pass an instance"),
        (lambda pairs: [2] * len(pairs), "returned 2; set the function's attribute labels"),
        (lambda pairs: None, "failed on the pair"),
        ("no-such.csv", "no-such.csv: there is no such file or folder"),
    ],
)
def test_what_is_no_model(made: ContrastSet, model: Any, message: str) -> None:
    with pytest.raises(LitgenError, match=message) as caught:
        litgen.evaluate(made, model)
    assert "\n" not in str(caught.value)


def test_a_function_stays_in_this_process(made: ContrastSet) -> None:
    with pytest.raises(UsageError, match="a model in memory runs only in this process"):
        litgen.evaluate(made, by_length, jobs=2)


def test_a_report_of_two_models(made: ContrastSet) -> None:
    both = [
        litgen.evaluate(made, by_length, name="length"),
        litgen.evaluate(made, lambda pairs: ["neutral"] * len(pairs), name="neutral"),
    ]
    report = litgen.report(both, min_pairs=5, replicates=500, contrast=["past;past"])
    measures = report.to_pandas()
    cell = measures.query("model == 'neutral' and by == 'contrast' and name == 'past;past'")
    metrics = report.assessment.metrics("neutral", "contrast", "past;past")
    assert metrics is not None
    assert cell["contrast"].item() == pytest.approx(metrics.contrast.value)
    assert cell["contrast.low"].item() == pytest.approx(metrics.contrast.low)
    tests = report.to_pandas("tests")
    assert set(tests[tests["tested"]]["contrast"]) == {"past;past", "originals"}
    for name in ("controls", "originals", "contrasts", "label_errors"):
        assert len(report.to_pandas(name)) == len(report.as_json()[litgen_frame(name)])
    with pytest.raises(UsageError, match="no table 'test': did you mean tests"):
        report.to_pandas("test")


def litgen_frame(name: str) -> str:
    from litgen.reporting.content import FRAMES

    return FRAMES[name]


def test_the_contrast_set_may_have_moved(made: ContrastSet, tmp_path: Path) -> None:
    made.save(tmp_path / "set")
    litgen.evaluate(made, by_length, tmp_path / "said")
    (tmp_path / "set").rename(tmp_path / "moved")
    with pytest.raises(DataError, match="the contrast set of these predictions is not at"):
        litgen.report(tmp_path / "said")
    found = litgen.report(tmp_path / "said", contrast_set=str(tmp_path / "moved"), min_pairs=5)
    assert len(found.assessment.columns) == 72


def test_what_people_see_is_short_and_escaped(made: ContrastSet) -> None:
    said = litgen.evaluate(made, by_length, name="<i>mine</i>")
    report = litgen.report(said, min_pairs=5, replicates=500)
    shown = [made, said, report, *report.tables, report.assessment]
    for each in shown[:3]:
        assert len(repr(each)) < 130 and "\n" not in repr(each)
    assert repr(made) == "ContrastSet(72 pairs of 3 contrasts, not saved)"
    assert repr(report.assessment) == "Assessment(of <i>mine</i> on 72 labelled contrast pairs)"
    for each in shown[:-1]:
        page = each._repr_html_()
        assert "<table>" in page and "<i>" not in page and "<b>riding" not in page
    assert "&lt;b&gt;riding" in made._repr_html_()
    assert "24" in said._repr_html_() and "72" in said._repr_html_()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: litgen.contrast_set(None), "pairs: NoneType has no rows"),
        (lambda: litgen.contrast_set([{**ROWS[0], "sentence2": None}]),
         r"pairs\[0\]: the hypothesis \(column 'sentence2'\) is missing"),
        (lambda: litgen.contrast_set(ROWS, labels="strict"), "labels: there is no 'strict'"),
        (lambda: litgen.contrast_set(ROWS, on_error="skp"), "on_error: .*did you mean skip"),
        (lambda: litgen.contrast_set(ROWS, limit=-1), "limit: -1 is not a number"),
        (lambda: litgen.contrast_set(ROWS, columns={"text": "a"}), "'text=a' does not have"),
        (lambda: litgen.contrast_set(ROWS, labels_map={0: "maybe"}),
         "labels_map: 0: there is no label 'maybe'"),
        (lambda: litgen.contrast_set(ROWS, suite="lti"), "no suite 'lti': did you mean lit"),
        (lambda: litgen.contrast_set(ROWS, contrast="past"), "does not specify which sentence"),
        (lambda: litgen.evaluate(pd.DataFrame(ROWS), by_length), "contrast_set: DataFrame is not"),
        (lambda: litgen.report([]), "pass at least one folder of predictions"),
        (lambda: litgen.report([by_length]), "predictions: function objects are not predictions"),
        (lambda: litgen.report(3), "predictions: int objects are not predictions"),
        (lambda: litgen.report(pd.DataFrame(ROWS)), "predictions: DataFrame objects are not"),
        (lambda: litgen.show("  "), "the sentence is empty"),
        (lambda: litgen.show(float("nan")), "sentence: the value must be a string, not float: nan"),
        (lambda: litgen.transform(["A man rides.", None]), r"sentences\[1\]: the value must be a"),
        (lambda: litgen.transform(3), "sentences: the value must be one or more strings, not int"),
    ],
)  # fmt: skip
def test_errors_are_one_line(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(LitgenError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_a_report_of_a_contrast_set(made: ContrastSet) -> None:
    with pytest.raises(UsageError, match=r"this is a contrast set; evaluate a model on it first"):
        litgen.report(made)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"this is a contrast set"):
        litgen.report([made])  # type: ignore[list-item]


def test_load_says_what_it_holds(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="contains neither a contrast set"):
        litgen.load(tmp_path)


def test_what_faults_cost_is_warned_of(fakes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITGEN_TEST_FAULT", "3")
    with pytest.warns(UserWarning, match="lost|fault|again"):
        made = litgen.contrast_set(ROWS, **PLAIN)
    assert made.manifest["faults"] and 0 < len(made) < 72


def test_half_a_character_in_another_column(fakes: None) -> None:
    rows = [{**ROWS[0], "genre": "\ud800", "more": {"a": "\udc80"}}]
    (first, *_) = litgen.contrast_set(rows, **PLAIN)
    assert first["source"] == {"genre": "?", "more": {"a": "?"}}


def test_an_empty_contrast_set_is_warned_of(fakes: None) -> None:
    with pytest.warns(UserWarning, match="contains no pairs"):
        assert len(litgen.contrast_set([], **PLAIN)) == 0
    stones = [{**row, "sentence1": "A stone.", "sentence2": "A stone lies."} for row in ROWS]
    with pytest.warns(UserWarning, match="no contrast pair could be made"):
        assert len(litgen.contrast_set(stones, **PLAIN)) == 0


def test_single_sentences(tmp_path: Path) -> None:
    made = litgen.contrast_set(
        ["Tim has 350 pounds of cement.", "A man has 20 bags."], tmp_path / "set",
        contrast="numerical", sentences=True, rank="none",
    )  # fmt: skip
    assert {each["pair_id"] for each in made} == {"pairs-1", "pairs-2"}
    assert len(list(made.items())) == len(made)  # new pairs have no originals
    said = litgen.evaluate(made, by_length)
    assert said.accuracy()["original"] is None
    report = litgen.report(said, tmp_path / "report", min_pairs=1, replicates=500)
    assert report.to_pandas("originals").empty


class Shout:
    """Upper case; remembers its texts."""

    name, level = "shout", "sentence"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        self.texts += texts
        return [Outcome((Variant((text.upper(),)),)) for text in texts]

    def describe(self) -> dict[str, str]:
        return {}


@pytest.fixture
def shout(monkeypatch: pytest.MonkeyPatch) -> Shout:
    shout = Shout()
    monkeypatch.setattr("litgen.transformations.find", lambda name, **options: shout)
    return shout


def test_one_sentence(shout: Shout) -> None:
    done = litgen.transform("A man rides.", "shout")
    assert done["shout"].variants[0].candidates == ("A MAN RIDES.",)


def test_many_sentences_each_done_once(shout: Shout) -> None:
    done = litgen.transform(pd.Series(["a", "b", "a"]), ["shout"])
    assert [each["shout"].variants[0].candidates[0] for each in done] == ["A", "B", "A"]
    assert shout.texts == ["a", "b"]


def test_outcomes_are_short_to_look_at() -> None:
    done = Outcome((Variant(("A MAN.",), {"role": "ARG1"}, engine="dependency", traits={"a": 1}),))
    assert repr(done) == (
        "Outcome(variants=(Variant(candidates=('A MAN.',), parameters={'role': 'ARG1'}),))"
    )
    assert repr(Outcome((), "parse.no-parse", "unparsed")) == (
        "Outcome(declined='parse.no-parse', stage='unparsed')"
    )


def test_no_names(shout: Shout) -> None:
    with pytest.raises(UsageError, match="transformation: the value is empty"):
        litgen.transform("a", [])


def test_unknown_name() -> None:
    with pytest.raises(UsageError, match="there is no transformation 'pasd'"):
        litgen.transform("A man rides.", "pasd")


def test_the_real_engine() -> None:
    done = litgen.transform("A man is riding a bike.", ["past", "cleft"])
    assert done["past"].variants[0].candidates[0] == "A man was riding a bike."
    assert {variant.parameters["role"] for variant in done["cleft"].variants} == {"ARG1", "ARG2"}
    shown = litgen.show("A man is riding a bike.", "past")
    assert repr(shown).splitlines()[-1] == "  past  A man was riding a bike."
    assert "<td>A man <b>was</b> riding a bike.</td>" in shown._repr_html_()
