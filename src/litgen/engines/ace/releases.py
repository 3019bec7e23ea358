"""Releases of the English Resource Grammar: download addresses, ACE versions and dialects."""

import platform
import re
import sys
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from litgen.exceptions import LitgenError, UsageError, did_you_mean
from litgen.mrs.rule import DIALECTS
from litgen.tables import grammars_folder

DEFAULT = "1214"


class Source(NamedTuple):
    """A file to fetch; ``sha256`` is None if it is not known."""

    url: str
    sha256: str | None = None


class Package(NamedTuple):
    """A version of ACE and a matching image for one kind of machine."""

    version: str
    ace: Source
    image: Source


class Release(NamedTuple):
    """A release of the grammar.

    Attributes:
        name: a name such as ``1214``.
        reports: the version strings by which an image may identify this release.
        packages: the package to fetch for each kind of machine.
    """

    name: str
    title: str
    dialect: str
    reports: tuple[str, ...]
    packages: dict[str, Package]


@lru_cache(maxsize=1)
def releases() -> dict[str, Release]:
    """Read the releases in ``grammars/erg-*.toml``, by name.

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
        raise LitgenError(
            f"{path} is not a valid grammar manifest ({error!r}); correct the file"
        ) from error
    if release.dialect not in DIALECTS:
        known = did_you_mean(release.dialect, DIALECTS)
        raise LitgenError(f"{path}: unknown dialect {release.dialect!r}: {known}")
    return release


def find_release(name: str) -> Release:
    """Return the release with a given name.

    Raises:
        UsageError: there is none.
    """
    known = releases()
    if name not in known:
        raise UsageError(f"unknown ERG release {name!r}: use one of {', '.join(known)}")
    return known[name]


def release_of(title: str) -> Release | None:
    """Return the release that an image's title names, or None if litgen does not support it.

    Example:
        >>> release_of("ERG (1214)").name
        '1214'
    """
    words = set(re.findall(r"[A-Za-z0-9]+", title))
    return next((each for each in releases().values() if words & set(each.reports)), None)


def this_machine() -> str:
    """Return the name that the manifests in ``grammars`` use for this kind of machine.

    Raises:
        LitgenError: ACE does not run on this machine.
    """
    if sys.platform == "win32":
        raise LitgenError("ACE does not run on Windows; use WSL or the dependency engine")
    if sys.platform == "darwin":
        return "darwin"
    return f"{sys.platform}-{platform.machine()}"


def package_for(release: Release) -> Package:
    """Return the package of a release for this machine.

    Raises:
        LitgenError: no package is published for this machine.
    """
    machine = this_machine()
    if machine in release.packages:
        return release.packages[machine]
    others = [r.name for r in releases().values() if machine in r.packages]
    hint = f"--erg {' or '.join(others)}" if others else "a linux-x86_64 machine"
    raise LitgenError(
        f"no image of ERG {release.name} is published for {machine}; use {hint}, or compile one "
        "and pass it with --grammar"
    )
