"""Find ACE and a grammar image, and check that they match."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from litgen.cache import cache_dir
from litgen.engines.ace.releases import DEFAULT, release_of, releases
from litgen.exceptions import EngineError

#: Environment variables for the paths of the program and the image.
ACE, GRAMMAR = "LITGEN_ACE", "LITGEN_ERG"
SETUP = "run litgen doctor --fetch ace, or pass --ace-path and --grammar"
_HEADER = re.compile(rb"frozen grammar file: ace \|([^|]*)\| grammar \|([^|]*)\|")
#: Timeout in seconds for ``ace -V``, and the maximum number of attempts, since any call may fail.
_PATIENCE, _TRIES = 10.0, 6
#: Seconds before the second attempt; each later pause is twice as long as the one before.
_PAUSE = 0.05


class Installation(NamedTuple):
    """A program and an image that match; ``how`` describes how they were found."""

    ace: Path
    version: str
    image: Path
    title: str
    dialect: str
    how: str


def setup_folder(release: str) -> Path:
    """Return the folder into which ``litgen doctor --fetch ace`` puts a release."""
    return cache_dir() / "ace" / f"erg-{release}"


def find_installation() -> Installation:
    """Find the program and the image to use.

    litgen tries, in this order, the paths in the environment (which ``--ace-path`` and
    ``--grammar`` set), the files from ``litgen doctor --fetch ace``, and ``ace`` on PATH with an
    image in the cache.

    Raises:
        EngineError: one is missing or broken, or they do not match.
    """
    ace, image, how = looked_up()
    if ace is None:
        raise EngineError(f"ACE was not found; {SETUP}")
    if image is None:
        raise EngineError(f"no ERG image was found for {ace}; {SETUP}")
    return installation_of(ace, image, how)


def installation_of(ace: Path, image: Path, how: str) -> Installation:
    """Check that a program and an image work and match.

    Raises:
        EngineError: one is missing or broken, or they do not match.
    """
    if not (ace.is_file() and os.access(ace, os.X_OK)):
        raise EngineError(f"{ace} is not an executable file; {SETUP}")
    maker, title = read_image(image)
    version = ace_version(ace)
    if version != maker:
        raise EngineError(
            f"{image} was compiled by ACE {maker}, but {ace} is version {version}, which cannot "
            f"load it; {SETUP}"
        )
    release = release_of(title)
    if release is None:
        known = ", ".join(release.title for release in releases().values())
        raise EngineError(
            f"{image} is the grammar {title!r}, but litgen has rules only for {known}; {SETUP}"
        )
    return Installation(ace, version, image, title, release.dialect, how)


def looked_up() -> tuple[Path | None, Path | None, str]:
    """Return the program and the image, each None if not found, and how they were found."""
    named = [os.environ.get(ACE), os.environ.get(GRAMMAR)]
    for folder in _fetched():
        if not all(named):
            ace, image = (Path(n).expanduser() if n else None for n in named)
            how = ("set by you, or " if any(named) else "") + "from litgen doctor --fetch"
            return ace or folder / "ace", image or folder / "erg.dat", how
    program = named[0] or shutil.which("ace")
    images = sorted((cache_dir() / "grammars").glob("*.dat"))
    image = Path(named[1]).expanduser() if named[1] else (images[0] if images else None)
    how = f"{ACE if named[0] else 'ace on PATH'} and {GRAMMAR if named[1] else 'the cache'}"
    return (Path(program).expanduser() if program else None), image, how


def _fetched() -> Iterator[Path]:
    for name in sorted(releases(), key=lambda name: (name != DEFAULT, name)):
        folder = setup_folder(name)
        if (folder / "ace").is_file() and (folder / "erg.dat").is_file():
            yield folder


@lru_cache(maxsize=16)
def ace_version(ace: Path) -> str:
    """Return the version that ``ace -V`` reports; failed calls are repeated.

    Raises:
        EngineError: the program does not start, is not ACE, or fails on every call.
    """
    how = ""
    for tried in range(_TRIES):
        time.sleep(_PAUSE * 2**tried if tried else 0)
        try:
            said, how = _asked_version(ace)
        except OSError as error:
            raise EngineError(f"{ace} does not start ({error.strerror}); {SETUP}") from error
        if match := re.search(r"ACE version ([.0-9]+)", said):
            return match.group(1)
        if how == "exit code 0":
            raise EngineError(f"{ace} is not ACE (ace -V prints no version); {SETUP}")
    raise EngineError(f"{ace}: ace -V failed {_TRIES} times ({how}); {SETUP}")


def _asked_version(ace: Path) -> tuple[str, str]:
    """Run ``ace -V``; return its output and how it ended. On a timeout, kill its process group."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [ace, "-V"], stdout=pipe, stderr=subprocess.DEVNULL, text=True, errors="replace",
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            said, _ = process.communicate(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return "", f"no answer in {_PATIENCE:g} seconds"
    return said, f"exit code {process.returncode}"


def read_image(path: Path) -> tuple[str, str]:
    """Return the version of ACE that compiled an image, and the image's title, from its header.

    Raises:
        EngineError: the file is missing or is not an image.
    """
    try:
        with path.open("rb") as file:
            match = _HEADER.match(file.read(1024))
    except OSError as error:
        raise EngineError(f"{path}: {error.strerror}; {SETUP}") from error
    if match is None:
        packed = " (unpack it first)" if path.suffix in (".bz2", ".gz") else ""
        raise EngineError(f"{path} is not a grammar image of ACE{packed}; {SETUP}")
    version, title = (part.decode(errors="replace") for part in match.groups())
    return version, title.rpartition(";")[2].strip()
