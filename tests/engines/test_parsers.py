"""Which pipeline parses: named, installed, fetched; and what ``litgen doctor --fetch`` fetches."""

from __future__ import annotations

import http.server
import json
import shutil
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import spacy

from litgen import cli, fetching
from litgen.engines import load_engine
from litgen.engines.dependency import models, setup
from litgen.engines.dependency.evidence import of_sentence
from litgen.engines.dependency.models import describe_nlp, load_nlp
from litgen.engines.dependency.sentences import read_sentences
from litgen.exceptions import EngineError, UsageError
from litgen.files import digest
from litgen.tables import grammars_table
from litgen.trees.parsers import (
    PACKAGED,
    VARIABLE,
    digest_of,
    find_parser,
    parser_in_use,
    setup_folder,
    use_parser,
)

NAME = "en_core_web_lg"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache of the test's own; afterwards the packaged pipeline parses again."""
    monkeypatch.setenv("LITGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(VARIABLE, "")  # set, so that it is restored whatever a test does
    yield
    models._load.cache_clear()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The packaged pipeline under another name."""
    folder = tmp_path / "pipelines" / "other-1.0"
    shutil.copytree(find_parser(PACKAGED), folder)
    meta = json.loads((folder / "meta.json").read_text())
    meta |= {"name": "other", "version": "1.0"}
    (folder / "meta.json").write_text(json.dumps(meta))
    return folder


def test_uncertainty_is_that_of_the_tagger_in_use(copy: Path) -> None:
    def uncertainty(text: str = "A man is riding a bike.") -> float:
        (parse,) = load_engine("dependency").parse([text])
        return of_sentence(parse.statements[0].analysis).get("tag uncertainty", 0.0)

    packaged = uncertainty()
    use_parser(str(copy))
    tagger = load_nlp().get_pipe("tagger")
    layer = next(each for each in tagger.model.walk() if each.name == "softmax")
    layer.set_param("b", layer.get_param("b") * 0 + 1)
    layer.set_param("W", layer.get_param("W") * 0.1)
    assert uncertainty() != packaged
    layer.name = "another"
    assert uncertainty("A man is riding a horse.") == 0


def test_the_packaged_one_parses_unless_another_is_named() -> None:
    assert parser_in_use() == PACKAGED
    assert describe_nlp()["pipeline"] == f"{PACKAGED}-3.8.0"
    assert "pipeline_sha256" not in describe_nlp()


def test_a_folder(copy: Path) -> None:
    packaged, engine = load_nlp(), load_engine()
    (sentence,) = read_sentences(["A dog barks."])
    use_parser(str(copy.parent))  # the folder of its package, too
    assert load_nlp() is not packaged
    assert describe_nlp()["pipeline"] == "en_other-1.0"
    told = describe_nlp()["pipeline_sha256"]
    assert load_engine() is not engine  # which keeps what the other one read
    (anew,) = read_sentences(["A dog barks."])
    assert anew is not sentence
    use_parser(PACKAGED)
    assert load_nlp() is packaged and load_engine() is engine
    assert read_sentences(["A dog barks."]) == [sentence]
    (copy / "LICENSE").write_text("another")
    digest_of.cache_clear()
    assert digest_of(copy) != told


def test_none_of_this_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"unknown parser 'en_core'.*the folder.*en_core_web_trf"):
        use_parser("en_core")
    with pytest.raises(UsageError, match=r"config.cfg or meta.json is missing"):
        use_parser(str(tmp_path))
    with pytest.raises(EngineError, match=r"litgen doctor --fetch en_core_web_trf$"):
        use_parser("en_core_web_trf")
    assert parser_in_use() == PACKAGED


def test_no_pipeline_that_can_be_used(copy: Path) -> None:
    shutil.rmtree(copy)
    spacy.blank("en").to_disk(copy)
    use_parser(str(copy))
    with pytest.raises(EngineError, match="has no tagger"):
        load_nlp()
    (copy / "config.cfg").write_text("[nlp]\n")
    with pytest.raises(EngineError, match="cannot be loaded"):
        load_nlp()


def test_the_options_of_verbs(
    copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs, out = tmp_path / "pairs.jsonl", tmp_path / "out"
    record = {"premise": "A dog barks.", "hypothesis": "A dog is loud.", "label": "neutral"}
    pairs.write_text(json.dumps(record))
    command = ["transform", str(pairs), "-o", str(out), "--contrast", "past;past", "--rank", "none"]
    assert cli.run([*command, "--parser", NAME]) == 1
    assert capsys.readouterr().err.strip() == (
        f"litgen: the parser {NAME} is not installed: run litgen doctor --fetch {NAME}"
    )
    assert cli.run([*command, "--parser", str(copy), "--jobs", "2"]) == 0
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["signature"]["options"]["parser"] == str(copy)
    run = json.dumps(json.loads((out / "run.json").read_text())) + json.dumps(manifest)
    assert "en_other-1.0" in run and PACKAGED not in run
    use_parser(PACKAGED)
    capsys.readouterr()
    assert cli.run(command) == 2
    assert "contains another run (different: options.parser)" in capsys.readouterr().err
    again = tmp_path / "again"
    written = str(out / "manifest.json")
    assert cli.run(["transform", "--manifest", written, "-o", str(again)]) == 0  # its parser, too
    assert (again / "manifest.json").read_bytes() == (out / "manifest.json").read_bytes()
    use_parser(PACKAGED)
    assert cli.run(["show", "A dog barks.", "--parser", str(copy), "--transformation", "past"]) == 0
    assert parser_in_use() == str(copy)


@pytest.fixture
def published(copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A server with a wheel of the copy, which grammars/parsers.toml names."""
    folder = tmp_path / "www"
    folder.mkdir()
    wheel = folder / f"{NAME}-9.whl"
    with zipfile.ZipFile(wheel, "w") as zipped:
        zipped.writestr(f"{NAME}/__init__.py", "")
        zipped.writestr(f"{NAME}-9.dist-info/METADATA", "")
        for path in copy.rglob("*"):
            zipped.write(path, f"{NAME}/{NAME}-9/{path.relative_to(copy)}")

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args: object) -> None:
            super().__init__(*args, directory=str(folder))  # type: ignore[arg-type]

        def log_message(self, *_: object) -> None:
            pass

    monkeypatch.setattr(fetching.time, "sleep", lambda _: None)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        release = {"version": "9", "url": f"{base}/{wheel.name}", "sha256": digest(wheel)}
        monkeypatch.setitem(grammars_table("parsers"), NAME, release)
        yield wheel
        server.shutdown()


def test_fetched_checked_and_used(published: Path, capsys: pytest.CaptureFixture[str]) -> None:
    part = fetching.cache_dir() / "downloads" / f"{published.name}.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(published.read_bytes()[:1000])  # a fetch that was killed
    assert cli.run(["doctor", "--fetch", NAME]) == 0
    assert capsys.readouterr().out.startswith(f"{NAME} 1.0: {setup_folder(NAME)}")
    assert list(part.parent.iterdir()) == []
    use_parser(NAME)
    assert describe_nlp()["pipeline"] == "en_other-1.0"
    assert load_engine().parse(["A dog barks."])[0].readings
    published.unlink()
    assert cli.run(["doctor", "--fetch", NAME]) == 0  # what is there is not fetched again


def test_another_file_than_it_should_be(
    published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    published.write_bytes(published.read_bytes() + b" ")
    assert cli.run(["doctor", "--fetch", NAME]) == 1
    said = capsys.readouterr().err
    assert "SHA-256 is" in said and said.count("\n") == 1
    assert not setup_folder(NAME).exists()
    assert not list((fetching.cache_dir() / "downloads").iterdir())


def test_not_there(published: Path, capsys: pytest.CaptureFixture[str]) -> None:
    published.unlink()
    assert cli.run(["doctor", "--fetch", NAME]) == 1
    said = capsys.readouterr().err
    assert "404" in said and "put the file into" in said and said.count("\n") == 1


def test_put_there_by_hand(published: Path) -> None:
    downloads = fetching.cache_dir() / "downloads"
    downloads.mkdir(parents=True)
    shutil.move(published, downloads / published.name)
    assert cli.run(["doctor", "--fetch", NAME]) == 0


def test_what_a_pipeline_needs_is_said_before_it_is_fetched(
    published: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    needs = {"no_such_module": "such-a-package>=1"}
    monkeypatch.setitem(grammars_table("parsers")[NAME], "needs", needs)
    assert cli.run(["doctor", "--fetch", NAME]) == 1
    assert "requires no_such_module: run pip install 'such-a-package>=1'" in capsys.readouterr().err
    assert not (fetching.cache_dir() / "downloads").exists()


def test_no_such_parser(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["doctor", "--fetch", "en_core_web_xl"]) == 2
    assert "did you mean" in capsys.readouterr().err


def test_the_releases_have_checksums() -> None:
    for name, release in grammars_table("parsers").items():
        assert len(release["sha256"]) == 64, name
        assert f"{name}-{release['version']}" in release["url"]
    assert setup.install.__doc__
