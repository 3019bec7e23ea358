from __future__ import annotations

import json

import pytest

from litgen import cli, diagnosis
from litgen.diagnosis import Check
from litgen.wordnet import locations
from tests.wordnet.tiny import write_tiny

GOOD = Check("Python", "found", "3.11", needed=True)
OPTIONAL = Check("ACE", "missing", "no ace on PATH", "fetch ace")
BAD = Check("spaCy", "missing", "not installed", "pip install spacy", needed=True)


@pytest.fixture
def found(monkeypatch):
    checks = [GOOD, OPTIONAL]
    monkeypatch.setattr(diagnosis, "diagnose", lambda: checks)
    return checks


def test_ready(found, capsys):
    assert cli.run(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "fix: fetch ace" in out
    assert out.endswith("The embedded engine works.\n")


def test_not_ready(found, capsys):
    found.append(BAD)
    assert cli.run(["doctor"]) == 1
    assert "fix: pip install spacy" in capsys.readouterr().out


def test_json(found, capsys):
    found.append(BAD)
    assert cli.run(["doctor", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["ready"] is False
    assert report["checks"][2] == {
        "name": "spaCy",
        "state": "missing",
        "detail": "not installed",
        "fix": "pip install spacy",
        "needed": True,
    }


def test_the_real_machine_is_ready(capsys):
    assert cli.run(["doctor"]) == 0, capsys.readouterr().out


def test_missing_package_has_a_fix():
    check = diagnosis._package("Nothing", "no-such-package", "pip install it")
    assert (check.state, check.fix) == ("missing", "pip install it")


def test_broken_engine_is_reported_not_raised(monkeypatch):
    import litgen.engines.dependency as package

    def fail(self):
        raise RuntimeError("damaged")

    monkeypatch.setattr(package, "DependencyEngine", fail)
    check = diagnosis._engine()
    assert check.state == "broken"
    assert check.fix


def test_no_ace_and_no_image(monkeypatch, tmp_path):
    monkeypatch.setenv("LITGEN_CACHE", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("LITGEN_ACE", "LITGEN_ERG"):
        monkeypatch.delenv(name, raising=False)
    for check in (diagnosis._ace(), diagnosis._image()):
        assert (check.state, check.fix) == ("missing", "litgen doctor --fetch ace")
    monkeypatch.setenv("LITGEN_ERG", str(tmp_path / "no.dat"))
    assert diagnosis._image().state == "broken"


def test_cache_that_cannot_be_written(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("LITGEN_CACHE", str(tmp_path / "file"))
    assert diagnosis._cache().state == "broken"


def test_wordnet(monkeypatch, tmp_path):
    for variable in ("LITGEN_WORDNET", "WNHOME", "WNSEARCHDIR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LITGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(locations, "SYSTEM", ())
    monkeypatch.setattr(locations, "_nltk_folders", list)
    missing = diagnosis._wordnet()
    assert (missing.state, missing.fix) == ("missing", "litgen doctor --fetch wordnet")
    for name in (
        "antonym",
        "hypernym",
        "drop-modifier",
        "monotonicity",
        "all",
        "litgen analyze --prove",
    ):
        assert name in missing.detail
    folder = write_tiny(tmp_path / "wordnet")
    monkeypatch.setenv("LITGEN_WORDNET", str(folder))
    found = diagnosis._wordnet()
    assert found.state == "found"
    assert found.detail == f"3.0, {folder} (LITGEN_WORDNET)"
    (folder / "data.noun").write_bytes(b"")
    assert diagnosis._wordnet().state == "broken"
