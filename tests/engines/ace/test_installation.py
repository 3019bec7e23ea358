from __future__ import annotations

import pytest

from litgen import diagnosis
from litgen.engines.ace import installation, releases
from litgen.engines.ace.installation import ACE, GRAMMAR, find_installation, setup_folder
from litgen.engines.ace.releases import find_release, package_for, release_of
from litgen.exceptions import EngineError, LitgenError, UsageError
from tests.engines.ace.conftest import HEADER


def image(path, version="0.9.30", title="ERG (1214)"):
    text = f"frozen grammar file: ace |{version}| grammar |ace/..;;{title}|"
    path.write_bytes(text.encode() + bytes(64))
    return path


def test_named_by_the_environment(standin):
    found = find_installation()
    assert (found.ace, found.image) == (standin.ace, standin.image)
    assert (found.version, found.title, found.dialect) == ("0.9.30", "ERG (1214)", "erg-1214")


@pytest.mark.parametrize(
    ("title", "dialect"),
    [
        ("ERG (1212)", "erg-1214"),
        ("ERG (2018)", "erg-2018"),
        ("ERG (2020)", "erg-2020"),
        ("ERG (2023)", "erg-2023"),
        ("ERG (2025)", "erg-2025"),
        ("ERG (trunk)", "erg-2025"),
    ],
)
def test_the_dialect_is_the_images_own(standin, title, dialect):
    image(standin.image, title=title)
    assert find_installation().dialect == dialect


def test_what_setup_fetched_is_used(standin, monkeypatch):
    monkeypatch.delenv(ACE)
    monkeypatch.delenv(GRAMMAR)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EngineError, match="ACE was not found; run litgen doctor --fetch ace"):
        find_installation()
    for release in ("2018", "1214"):
        folder = setup_folder(release)
        folder.mkdir(parents=True)
        (folder / "ace").symlink_to(standin.ace)
        image(folder / "erg.dat", title=f"ERG ({release})")
    assert find_installation().title == "ERG (1214)"  # the default of the two


def test_a_version_is_asked_for_again(standin, tmp_path):
    """One failing call of ten must end no run."""
    installation.ace_version.cache_clear()
    asked = tmp_path / "asked"
    script = standin.ace.read_text()
    standin.ace.write_text(
        script.replace("exec", f'test -e "{asked}" || {{ touch "{asked}"; exit 1; }}\nexec')
    )
    assert find_installation().version == "0.9.30"
    assert asked.exists()


def test_a_version_that_is_never_said(standin, monkeypatch):
    monkeypatch.setattr(installation, "_PAUSE", 0)
    for script, message in (
        ("exit 3", r"ace -V failed 6 times \(exit code 3\); run litgen doctor --fetch ace"),
        ("sleep 60", r"ace -V failed 6 times \(no answer in 0.2 seconds\)"),
    ):
        installation.ace_version.cache_clear()
        monkeypatch.setattr(installation, "_PATIENCE", 0.2 if "sleep" in script else 10.0)
        standin.ace.write_text(f"#!/bin/sh\n{script}\nexit 1\n")
        with pytest.raises(EngineError, match=message):
            find_installation()


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (lambda s: image(s.image, version="0.9.34"), "by ACE 0.9.34, but .* is version 0.9.30"),
        (lambda s: image(s.image, title="Jacy (2017)"), "is the grammar 'Jacy"),
        (lambda s: s.image.write_bytes(b"x"), "is not a grammar image of ACE"),
        (lambda s: s.image.unlink(), "No such file"),
        (lambda s: s.ace.write_text("#!/bin/sh\necho hello\n"), "is not ACE"),
        (lambda s: s.ace.chmod(0o644), "is not an executable file"),
        (lambda s: s.ace.write_text("#!/no/such/interpreter\n"), "does not start"),
    ],
)
def test_one_line_says_what_is_wrong(standin, break_it, message):
    installation.ace_version.cache_clear()
    break_it(standin)
    with pytest.raises(EngineError, match=message) as raised:
        find_installation()
    assert "\n" not in str(raised.value) and str(standin.ace.parent) in str(raised.value)


def test_an_image_still_packed(standin, monkeypatch, tmp_path):
    packed = tmp_path / "erg.dat.bz2"
    packed.write_bytes(b"BZh9")
    monkeypatch.setenv(GRAMMAR, str(packed))
    with pytest.raises(EngineError, match="unpack it first"):
        find_installation()


def test_releases():
    assert set(releases.releases()) == {"1214", "2018", "2020", "2023", "2025"}
    assert release_of("Some grammar") is None
    with pytest.raises(UsageError, match="use one of 1214"):
        find_release("1066")


@pytest.mark.parametrize(
    ("platform", "machine", "message"),
    [("win32", "AMD64", "WSL"), ("linux", "aarch64", "no image .* is published for linux-aarch64")],
)
def test_other_machines(monkeypatch, platform, machine, message):
    monkeypatch.setattr(releases.sys, "platform", platform)
    monkeypatch.setattr(releases.platform, "machine", lambda: machine)
    with pytest.raises(LitgenError, match=message):
        package_for(find_release("1214"))


def test_package_of_this_release(monkeypatch):
    monkeypatch.setattr(releases.sys, "platform", "linux")
    monkeypatch.setattr(releases.platform, "machine", lambda: "x86_64")
    for name in ("1214", "2018", "2025"):
        package = package_for(find_release(name))
        assert package.version in package.ace.url and package.version in package.image.url
        assert name in package.image.url


def test_doctor(standin, monkeypatch):
    installation.ace_version.cache_clear()
    ace, grammar = diagnosis._ace(), diagnosis._image()
    assert (ace.state, grammar.state) == ("found", "broken")  # the stand-in knows no bikes
    assert "does not parse" in grammar.detail
    monkeypatch.setattr("litgen.engines.ace.setup.SENTENCE", "The dog barks.")
    assert diagnosis._image().state == "found"
    image(standin.image, version="0.9.34")
    assert "was compiled by ACE 0.9.34" in diagnosis._image().detail
    monkeypatch.setenv(ACE, str(standin.image))
    assert diagnosis._ace().state == "broken"
    assert HEADER  # the stand-in's own image
