"""Install WordNet from NLTK's data or from Debian for ``litgen doctor --fetch wordnet``."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from litgen.exceptions import LitgenError
from litgen.fetching import FetchError, Progress, download
from litgen.unpacking import unpack
from litgen.wordnet.lexicon import WordNet
from litgen.wordnet.locations import BY_HAND, Place, find_wordnet, missing_files, setup_folder

#: The file that ``nltk.download("wordnet")`` downloads.
URL = "https://raw.githubusercontent.com/nltk/nltk_data/gh-pages/packages/corpora/wordnet.zip"
#: Debian's package of the database, used as a fallback.
PACKAGE = "wordnet-base"
_PATIENCE = 300


def install(progress: Progress | None = None) -> list[str]:
    """Install WordNet if it is missing, check it by looking up a word, and describe it.

    Raises:
        LitgenError: WordNet cannot be downloaded, or is damaged.
    """
    place = find_wordnet()
    if place is not None:
        try:
            return _lines(place, "found")
        except LitgenError:
            if place.path != _fetched():
                raise  # do not replace a database that litgen did not install
    _fetch(progress)
    return _lines(Place(_fetched(), "", "litgen doctor --fetch wordnet"), "fetched")


def _fetched() -> Path:
    return setup_folder() / "wordnet"


def _lines(place: Place, how: str) -> list[str]:
    wordnet = WordNet(place)
    if not wordnet.senses("dog", "n"):
        raise LitgenError(f"{place}: this WordNet lacks the word 'dog': {BY_HAND}")
    return [f"WordNet {wordnet.describe()['version']} {how}: {place} ({place.source})"]


def _fetch(progress: Progress | None) -> None:
    """Install NLTK's database or, if it cannot be downloaded, Debian's."""
    archive = setup_folder().with_name("wordnet.zip")
    try:
        download(URL, archive, progress=progress, by_hand=BY_HAND)
        unpack(archive, setup_folder())
        archive.unlink()
    except FetchError as error:
        archive.unlink(missing_ok=True)
        if (reason := _fetch_debian()) is not None:
            raise FetchError(f"{error} ({reason})") from error
    if missing := missing_files(_fetched()):
        raise FetchError(f"{setup_folder()}: the download lacks {missing[0]}: {BY_HAND}")


def _fetch_debian() -> str | None:
    """Unpack Debian's package, which needs no root privileges; return the reason if this fails."""
    tools = [name for name in ("apt-get", "dpkg-deb") if shutil.which(name) is None]
    if tools:
        return f"{tools[0]}, which would download Debian's {PACKAGE}, is not installed"
    setup_folder().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=setup_folder().parent, prefix=".wordnet-") as work:
        try:
            _run("apt-get", "download", "-q", PACKAGE, folder=work)
            (package,) = Path(work).glob("*.deb")
            _run("dpkg-deb", "-x", str(package), "unpacked", folder=work)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            return f"apt-get download {PACKAGE} failed: {_reason(error)}"
        made = Path(work) / "made"
        made.mkdir()
        os.replace(Path(work) / "unpacked" / "usr" / "share" / "wordnet", made / "wordnet")
        shutil.rmtree(setup_folder(), ignore_errors=True)
        os.replace(made, setup_folder())
    return None


def _run(*command: str, folder: str) -> None:
    subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True, timeout=_PATIENCE
    )


def _reason(error: Exception) -> str:
    return " ".join(str(getattr(error, "stderr", None) or error).split())[-200:]
