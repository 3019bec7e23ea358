"""Releases of the English Resource Grammar: download addresses, matching ACE, dialect."""

import platform
import re
import sys
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from litgen.exceptions import LitgenError, UsageError
from litgen.mrs.rule import DIALECTS
from litgen.tables import grammars_folder

DEFAULT = "1214"


class Source(NamedTuple):
    """A file to fetch; ``sha256`` is None if it is not known."""

    url: str
    sha256: str | None = None


class Package(NamedTuple):
    """A matching ACE and image for one kind of machine."""

    version: str
    ace: Source
    image: Source


class Release(NamedTuple):
    """A release of the grammar.

    Attributes:
        name: such as ``1214``.
        reports: the version strings by which an image may identify this release.
        packages: maps each kind of machine to the package to fetch.
    """

    name: str
    title: str
    dialect: str
    reports: tuple[str, ...]
    packages: dict[str, Package]


@lru_cache(maxsize=1)
def releases() -> dict[str, Release]:
    """Read the releases of ``grammars/erg-*.toml``, by name.

    Raises:
        LitgenError: a file is not valid.

    Example:
        >>> releases()["1214"].dialect
        'erg-1214'
    """
    found = [_read(path) for path in sorted(grammars_folder().glob("erg-*.toml"))]
    return {release.name: release for release in found}


def _read(path: Path) -> Release:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        packages = {
            key: Package(said["ace"].pop("version"), Source(**said["ace"]), Source(**said["image"]))
            for key, said in raw.items()
            if isinstance(said, dict)
        }
        release = Release(
            raw["name"], raw["title"], raw["dialect"], tuple(raw["reports"]), packages
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise LitgenError(f"{path}: no manifest of a grammar ({error!r})") from error
    if release.dialect not in DIALECTS:
        raise LitgenError(f"{path}: there is no dialect {release.dialect!r}")
    return release


def find_release(name: str) -> Release:
    """Return the release with a given name.

    Raises:
        UsageError: there is none.
    """
    known = releases()
    if name not in known:
        raise UsageError(f"there is no ERG {name!r}: there are {', '.join(known)}")
    return known[name]


def release_of(title: str) -> Release | None:
    """Return the release that an image's title names, or None if litgen does not know it.

    Example:
        >>> release_of("ERG (1214)").name
        '1214'
    """
    words = set(re.findall(r"[A-Za-z0-9]+", title))
    return next((each for each in releases().values() if words & set(each.reports)), None)


def this_machine() -> str:
    """Return the kind of this machine, as the manifests in ``grammars`` name it.

    Raises:
        LitgenError: ACE does not run on it.
    """
    if sys.platform == "win32":
        raise LitgenError(
            "ACE does not run on Windows: use WSL, or the dependency engine, which needs no ACE"
        )
    if sys.platform == "darwin":
        return "darwin"
    return f"{sys.platform}-{platform.machine()}"


def package_for(release: Release) -> Package:
    """Return the package of a release for this machine.

    Raises:
        LitgenError: none is published for it.
    """
    machine = this_machine()
    if machine in release.packages:
        return release.packages[machine]
    others = [r.name for r in releases().values() if machine in r.packages]
    hint = f"for this machine there is ERG {', '.join(others)}" if others else "use WSL or Linux"
    raise LitgenError(
        f"no image of ERG {release.name} is published for {machine}: {hint}; or build one and "
        "name it with --grammar"
    )
