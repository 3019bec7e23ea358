"""Whatever files, options, rules and predictions hold, the command line ends in one line.

``scripts/fuzz`` runs the same with thousands of examples: ``LITGEN_FUZZ`` of each kind.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from litgen import cli
from litgen.cli import command
from litgen.tables import rules_folder
from tests.evaluation.makers import make_contrast_set, predict, record
from tests.training.examples import write_pairs

EXAMPLES = int(os.environ.get("LITGEN_FUZZ", "25"))
fuzzed = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize="LITGEN_FUZZ" not in os.environ,
    database=None,
    suppress_health_check=list(HealthCheck),
)
#: Contrasts that need no grammar, so that thousands of runs take minutes.
QUICK = ("--contrast", "swap-pair", "--contrast", "shuffle:1", "--rank", "none")


# --- running ---------------------------------------------------------------------------------


@contextmanager
def streams(stdin: bytes = b"") -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Standard streams as a pipe has them, in strict UTF-8."""
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors=e) for e in ("strict", "replace"))
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    sys.stdout, sys.stderr = out, err
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def text_of(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]


@lru_cache
def crash(where: str) -> type[AssertionError]:
    """A class for each place where something crashes, so that each is reported."""
    return type("Crash", (AssertionError,), {"__doc__": where})


def litgen(*arguments: object, stdin: bytes = b"") -> int:
    """Run a command; it must end well, or with one line that says what is wrong."""
    typed = [str(each) for each in arguments]
    with streams(stdin) as (out, err):
        code = cli.run(typed, debug=True)
        out.flush()
    said = text_of(err)
    if "internal error" in said or code not in (0, 1, 2):
        frames = [line.strip() for line in said.splitlines() if line.startswith("  File ")]
        raise crash(frames[-1] if frames else said)(f"{' '.join(typed)}\n{said}")
    if code:
        assert "litgen: " in said or text_of(out), f"{' '.join(typed)}: {code} without a word"
    return code


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_DATASETS_OFFLINE"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("OMP_NUM_THREADS", "1")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Good input of every kind: pairs, a contrast set, predictions, rules."""
    folder = tmp_path_factory.mktemp("fuzz")
    write_pairs(folder / "pairs.jsonl")
    records = [
        record(f"{name}{number}", contrast, label, original)
        for number in range(12)
        for name, contrast, label, original in (
            ("a", "may;may", "neutral", "neutral"),
            ("b", "past;future", "neutral", "entailment"),
            ("c", "original;premise+antonym", "contradiction", None),
        )
    ]
    contrast_set = make_contrast_set(folder / "set", records)
    for name in ("one", "two"):
        predict(folder / name, contrast_set, {}, name=name, confidence=0.9)
    assert litgen("transform", folder / "pairs.jsonl", "-o", folder / "made", *QUICK) == 0
    return folder


def apart(*arguments: object) -> None:
    """Run a command in a process of its own: rules change what all of a process knows of words."""
    if child := os.fork():
        _, status = os.waitpid(child, 0)
        if status:
            litgen(*arguments)  # to show it; this process is at its end anyway
            raise AssertionError(f"{arguments}: failed in a process of its own")
        return
    try:
        litgen(*arguments)
    except BaseException:
        os._exit(1)
    os._exit(0)


@contextmanager
def place() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="litgen-fuzz-") as name:
        yield Path(name)


# --- what files hold -------------------------------------------------------------------------

texts = st.one_of(
    st.sampled_from(
        ["A man sleeps.", "", " ", "\u2028", "entailment", "2", "-", "None", "\ufeffA b."]
    ),
    st.text(max_size=20),
)
values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), texts,
        st.sampled_from([10**400, -1, 0, 1, "1", 1e308, "\ud800"]),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
columns = st.sampled_from(
    ["premise", "hypothesis", "label", "gold_label", "sentence1", "sentence2", "id", "pairID",
     "genre", "captionID", "original_premise", "original_id", "sentence", "pair_id"]
)  # fmt: skip
good_rows = st.fixed_dictionaries(
    {
        "premise": texts,
        "hypothesis": texts,
        "label": st.sampled_from(["e", "neutral", "c", "-", 0]),
    },
    optional={"id": values, "genre": values, "captionID": values},
)
rows = st.one_of(good_rows, good_rows, st.dictionaries(columns | texts, values, max_size=5), values)


def as_lines(items: list[Any]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in items)


def as_table(items: list[list[str]], sign: str) -> bytes:
    return "\n".join(sign.join(each) for each in items).encode("utf-8", "surrogatepass")


tables = st.lists(st.lists(texts | columns, min_size=1, max_size=4), max_size=6)
contents = st.one_of(
    st.lists(rows, max_size=6).map(as_lines),
    st.lists(rows, max_size=6).map(lambda each: json.dumps(each, indent=1).encode()),
    tables.map(lambda each: as_table([["premise", "hypothesis", "label"], *each], ",")),
    tables.map(lambda each: as_table([["sentence1", "sentence2", "gold_label"], *each], "\t")),
    st.binary(max_size=60),
    st.binary(max_size=20).map(lambda each: b"PAR1" + each),
)


@st.composite
def damaged(draw: st.DrawFn, whole: st.SearchStrategy[bytes] = contents) -> bytes:
    """A file, some with a piece cut out, put twice or replaced; some packed."""
    data = draw(whole)
    if data and draw(st.booleans()):
        at, size = draw(st.integers(0, len(data))), draw(st.integers(0, 12))
        data = (
            data[:at]
            + draw(st.sampled_from([b"", b"\xff", b"\0", b'"', data[:9]]))
            + data[at + size :]
        )
    if draw(st.integers(0, 5)) == 0:
        data = gzip.compress(data)
        data = data[: draw(st.integers(0, len(data)))]
    return data


names = st.sampled_from(
    ["p.jsonl", "p.json", "p.csv", "p.tsv", "p.parquet", "p.txt", "p", "p.jsonl.gz", "ü ;.csv"]
)
readings = st.lists(
    st.sampled_from(
        [("--on-error", "skip"), ("--on-error", "skip"), ("--limit", "2"), ("--format", "csv"),
         ("--format", "jsonl"), ("--labels-map", "0=entailment,1=n"), ("--columns", "id=genre"),
         ("--columns", "premise=sentence")]
    ),
    max_size=2,
)  # fmt: skip
VERBS = (
    ("transform", *QUICK, "-o", "out"),
    ("transform", "--sentences", "--contrast", "numerical", "--rank", "none", "-o", "out"),
    ("study", "train", "--model", "bow", "--rounds", "1", "--min-count", "1", "-o", "out"),
    ("analyze", "--no-types", "--no-baselines", "-o", "out"),
    ("augment", "--contrast", "swap-pair", "--rank", "none", "--balance", "none", "-o", "out"),
)


@fuzzed
@given(
    data=damaged(), name=names, options=readings, verb=st.sampled_from(VERBS), piped=st.booleans()
)
def test_files(
    data: bytes, name: str, options: list[tuple[str, str]], verb: tuple[str, ...], piped: bool
) -> None:
    with place() as folder:
        path = folder / name
        path.write_bytes(data)
        typed = [str(folder / "out") if each == "out" else each for each in verb]
        piped = piped and verb[0] == "transform"
        more = [each for pair in options for each in pair]
        litgen(typed[0], "-" if piped else path, *typed[1:], *more, stdin=data if piped else b"")


# --- options ---------------------------------------------------------------------------------

#: Verbs that fetch, and what takes long or leaves this machine whatever else is said.
_NOT = {"doctor"}
_LEFT = {"--scheduler", "--jobs", "--help", "--device", "--ace-path", "--grammar", "--engine"}


def leaves(group: click.Command, before: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            if name not in _NOT:
                found = group.get_command(context, name)
                assert found is not None
                yield from leaves(found, (*before, name))
    else:
        yield before, group


COMMANDS = dict(leaves(command, ()))
_FILES = (
    "pairs.jsonl", "set", "one", "two", "made", "set/contrast.jsonl", "one/predictions.jsonl",
    "made/manifest.json", "nowhere", "", "pairs.jsonl/x",
)  # fmt: skip
numbers = st.sampled_from(
    ["0", "1", "2", "-1", "3", "0.5", "1e3", "nan", "inf", "x", "", "0,1", "0:1:.5"]
)
words = st.sampled_from(
    ["swap-pair", "may;may", "past;future", "lit", "x", "", ";", "(a;b)+c", "drop:NOUN", "a=b",
     "premise=x", "0=e", "none", "label", "cues", "*", "all", "bow", "synonym", "python:os:sep",
     "math:sqrt", "json:dumps", "predictions:x", "ø", "a\nb", "e,n,c", "green=x"]
)  # fmt: skip


@st.composite
def commands(draw: st.DrawFn) -> list[str]:
    """A verb with some of its options, of which some values fit. ``@`` stands for good input."""
    words_of, found = draw(st.sampled_from(list(COMMANDS.items())))
    files = st.sampled_from(_FILES).map("@{}".format)
    typed = list(words_of)
    for each in found.params:
        if isinstance(each, click.Argument):
            typed += draw(st.lists(files | words, min_size=draw(st.integers(0, 1)), max_size=2))
    options = [each for each in found.params if isinstance(each, click.Option)]
    for option in options:
        name = option.opts[-1]
        if name in _LEFT or not (option.required or draw(st.integers(0, 5)) == 0):
            continue
        typed.append(name)
        if option.is_flag:
            continue
        if name == "--output":
            typed.append("@out")
        elif isinstance(option.type, click.Choice):
            typed.append(draw(st.sampled_from([*option.type.choices, "x"])))
        elif name == "--model":
            typed.append(draw(files | words))
        else:
            typed.append(draw(numbers | words | files))
    return typed


@fuzzed
@given(typed=commands())
def test_options(made: Path, typed: list[str]) -> None:
    if (
        typed[0] == "study"
        and typed[1] in ("train", "ie-test", "inoculate")
        and "--model" not in typed
    ):
        typed += ["--model", "bow"]  # and no name on the hub
    with place() as folder:
        good = folder / "good"
        shutil.copytree(made, good)
        here = os.getcwd()
        os.chdir(folder)
        try:
            litgen(*(str(good / each[1:]) if each[:1] == "@" else each for each in typed))
        finally:
            os.chdir(here)


# --- rules and prompts -----------------------------------------------------------------------

RULES = sorted(
    str(path.relative_to(rules_folder()))
    for path in rules_folder().rglob("*.toml")
    if path.stat().st_size < 20_000
)


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    """A file whose lines were cut, put twice, exchanged, or whose values were replaced."""
    lines = text.splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        how = draw(st.integers(0, 4))
        if how == 0:
            del lines[at : at + draw(st.integers(1, 4))]
        elif how == 1:
            lines.insert(at, lines[draw(st.integers(0, len(lines) - 1))])
        elif how == 2 and "=" in lines[at]:
            value = draw(
                st.sampled_from(["1", '""', "[]", "{}", "true", "[1]", '"x"', '[["a"]]', "1e9"])
            )
            lines[at] = f"{lines[at].partition('=')[0]}= {value}"
        elif how == 3:
            place = draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:place] + draw(
                st.sampled_from(["[", '"', "x", "=", "*", "ø", "{"])
            )
        else:
            lines[at] = lines[at].replace("[", "[[", 1).replace("]", "]]", 1)
        lines = lines or [""]
    return "\n".join(lines) + "\n"


@fuzzed
@given(data=st.data())
def test_rules(made: Path, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(RULES), label="file")
    text = data.draw(edited((rules_folder() / name).read_text("utf-8")), label="text")
    verb = data.draw(
        st.sampled_from(
            [("list", "rules"), ("list", "rules", "past"), ("list",),
             ("transform", str(made / "pairs.jsonl"), "--limit", "2", *QUICK)]
        ),
        label="verb",
    )  # fmt: skip
    with place() as folder:
        path = folder / "rules" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
        more = ("-o", folder / "out") if verb[0] == "transform" else ()
        apart(*verb, "--rules", folder / "rules", *more)


@fuzzed
@given(data=st.data())
def test_prompts(data: st.DataObject) -> None:
    prompts = sorted((rules_folder().parent / "prompts").glob("*.toml"))
    path = data.draw(st.sampled_from(prompts), label="file")
    text = data.draw(edited(path.read_text("utf-8")), label="text")
    more = data.draw(st.sampled_from([(), ("--check",)]), label="more")
    with place() as folder:
        (folder / "mine.toml").write_text(text, "utf-8")
        litgen("list", "prompts", folder / "mine.toml", *more)


# --- what litgen wrote, changed --------------------------------------------------------------


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """A JSON value with something within it replaced or left out."""
    if isinstance(value, dict) and value and draw(st.integers(0, 4)):
        key = draw(st.sampled_from(sorted(value)))
        if draw(st.integers(0, 5)) == 0:
            return {each: value[each] for each in value if each != key}
        return {**value, key: draw(changed(value[key]))}
    if isinstance(value, list) and value and draw(st.integers(0, 4)):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], draw(changed(value[at])), *value[at + 1 :]]
    return draw(values)


FILES = {
    "made/manifest.json": (
        ("transform", "--manifest", "made/manifest.json", "-o", "again"),
        ("evaluate", "made", "--model", "predicted.jsonl", "-o", "p"),
        ("show", "made", "x"),
    ),
    "made/contrast.jsonl": (
        ("evaluate", "made", "--model", "predicted.jsonl", "-o", "p"),
        ("export", "made", "--to", "datasets", "-o", "e"),
        ("study", "sample", "made", "-o", "s", "--per", "2"),
        ("augment", "pairs.jsonl", "--from", "made", "-o", "a", "--balance", "none"),
        ("analyze", "pairs.jsonl", "--after", "made", "--no-types", "--no-baselines"),
    ),
    "set/contrast.jsonl": (("report", "one", "two", "-o", "r"), ("report", "one", "-o", "r")),
    "set/manifest.json": (("report", "one", "two", "-o", "r"),),
    "one/predictions.jsonl": (
        ("report", "one", "two", "-o", "r"),
        ("evaluate", "set", "--model", "one/predictions.jsonl", "-o", "p"),
    ),
    "one/manifest.json": (
        ("report", "one", "-o", "r"),
        ("evaluate", "set", "--model", "two/predictions.jsonl", "-o", "one"),
    ),
}  # fmt: skip


@fuzzed
@given(data=st.data())
def test_what_litgen_wrote(made: Path, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(FILES)), label="file")
    verb = data.draw(st.sampled_from(FILES[name]), label="verb")
    text = (made / name).read_text("utf-8")
    if name.endswith(".jsonl"):
        lines = text.splitlines()
        at = data.draw(st.integers(0, len(lines) - 1), label="line")
        lines[at] = json.dumps(data.draw(changed(json.loads(lines[at])), label="value"))
        if data.draw(st.integers(0, 9), label="cut") == 0:
            del lines[data.draw(st.integers(0, len(lines) - 1)) :]
        text = "\n".join(lines) + "\n"
    else:
        text = json.dumps(data.draw(changed(json.loads(text)), label="value"))
    with place() as folder:
        good = folder / "good"
        shutil.copytree(made, good)
        (good / name).write_text(text, "utf-8")
        (good / "predicted.jsonl").write_text('{"id": "x", "label": "neutral"}\n')
        here = os.getcwd()
        os.chdir(good)
        try:
            litgen(*verb)
        finally:
            os.chdir(here)
