"""Search for WordNet in the user's folder, NLTK's data, litgen's cache and system folders."""

import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from litgen.cache import cache_dir
from litgen.exceptions import LitgenError

#: The files that a database must have. NLTK expects two more: ``lexnames``, which Debian omits and
#: litgen includes, and ``cntlist.rev``, which counts how often a sense was tagged.
FILES = tuple(
    name
    for pos in ("noun", "verb", "adj", "adv")
    for name in (f"data.{pos}", f"index.{pos}", f"{pos}.exc")
)
VARIABLE = "LITGEN_WORDNET"
#: System folders of Debian's wordnet-base, Princeton's package and Homebrew.
SYSTEM = (
    "/usr/share/wordnet",
    "/usr/share/wordnet/dict",
    "/usr/local/share/wordnet/dict",
    "/usr/local/WordNet-3.0/dict",
    "/usr/local/WordNet-3.1/dict",
    "/opt/homebrew/opt/wordnet/dict",
    "/usr/local/opt/wordnet/dict",
)
#: Subfolders to search in a user's folder, which may be NLTK's data or an unpacked Debian package.
_BELOW = ("", "dict", "wordnet", "corpora/wordnet", "usr/share/wordnet")
BY_HAND = (
    "unpack WordNet 3.0 and set LITGEN_WORDNET to its folder (on Debian, without root: "
    "apt-get download wordnet-base && dpkg -x wordnet-base_*.deb wordnet)"
)
#: Installation instructions for messages.
INSTALL = "run litgen doctor --fetch wordnet (litgen doctor shows where litgen looks for WordNet)"


class Place(NamedTuple):
    """The place where a database was found."""

    path: Path
    inside: str  #: the folder inside an archive; empty if ``path`` is a folder
    source: str

    def __str__(self) -> str:
        return f"{self.path}/{self.inside}" if self.inside else str(self.path)


def find_wordnet() -> Place | None:
    """Return the first database found, or None if there is none.

    The search covers ``$LITGEN_WORDNET``, NLTK's data folders (``corpora/wordnet``, also zipped),
    the folder that ``litgen doctor --fetch wordnet`` writes, ``$WNSEARCHDIR``, ``$WNHOME/dict`` and
    system folders.

    Raises:
        LitgenError: the folder ``$LITGEN_WORDNET`` contains no complete database.
    """
    if named := os.environ.get(VARIABLE):
        found = _below(Path(named).expanduser(), VARIABLE)
        if found is None:
            missing = ", ".join(missing_files(Path(named).expanduser()))
            raise LitgenError(
                f"{VARIABLE}={named} contains no WordNet (missing: {missing}): {BY_HAND}"
            )
        return found
    return next(_elsewhere(), None)


def is_installed() -> bool:
    """Check whether a complete database is installed; False if ``$LITGEN_WORDNET`` has none."""
    try:
        return find_wordnet() is not None
    except LitgenError:
        return False


def setup_folder() -> Path:
    """Return the folder where ``litgen doctor --fetch wordnet`` puts the database."""
    return cache_dir() / "wordnet"


def missing_files(folder: Path) -> list[str]:
    return [name for name in FILES if not (folder / name).is_file()]


def _elsewhere() -> Iterator[Place]:
    for folder in _nltk_folders():
        if found := _below(folder / "corpora", "NLTK's data", ("wordnet",)):
            yield found
        if found := _zipped(folder / "corpora" / "wordnet.zip"):
            yield found
    if found := _below(setup_folder(), "litgen doctor --fetch wordnet"):
        yield found
    for variable, below in (("WNSEARCHDIR", ("",)), ("WNHOME", ("dict",))):
        if named := os.environ.get(variable):
            if found := _below(Path(named).expanduser(), variable, below):
                yield found
    for system in SYSTEM:
        if found := _below(Path(system), "installed on this system", ("",)):
            yield found


def _below(folder: Path, source: str, below: tuple[str, ...] = _BELOW) -> Place | None:
    if folder.suffix == ".zip" and folder.is_file():
        zipped = _zipped(folder)
        return zipped and zipped._replace(source=source)
    for part in below:
        if not missing_files(folder / part):
            return Place(folder / part, "", source)
    return None


def _zipped(path: Path) -> Place | None:
    if not path.is_file():
        return None
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (OSError, zipfile.BadZipFile):
        return None
    if all(f"wordnet/{name}" in names for name in FILES):
        return Place(path, "wordnet", "NLTK's data")
    return None


def _nltk_folders() -> list[Path]:
    """Return NLTK's data folders without importing NLTK, which takes seconds."""
    loaded = sys.modules.get("nltk.data")
    if loaded is not None:
        return [Path(str(folder)) for folder in loaded.path]
    named = [Path(part) for part in os.environ.get("NLTK_DATA", "").split(os.pathsep) if part]
    prefixes = [
        Path(sys.prefix) / part for part in ("nltk_data", "share/nltk_data", "lib/nltk_data")
    ]
    system = ("/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib")
    return [
        *named,
        Path.home() / "nltk_data",
        *prefixes,
        *(Path(folder) / "nltk_data" for folder in system),
    ]
