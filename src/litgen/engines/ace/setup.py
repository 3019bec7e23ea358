"""``litgen setup --ace``: fetch the ACE and the ERG image that fit each other, and try them."""

import os
import shutil
import tempfile
from pathlib import Path

from litgen.engines.ace.engine import AceEngine
from litgen.engines.ace.installation import Installation, installation_of, setup_folder
from litgen.engines.ace.releases import DEFAULT, Package, Release, find_release, package_for
from litgen.exceptions import EngineError
from litgen.fetching import FetchError, Progress, download
from litgen.unpacking import decompress, unpack

SENTENCE = "A man is riding a bike."


def install(erg: str = DEFAULT, progress: Progress | None = None) -> list[str]:
    """Fetch a release of the grammar with its ACE, check that they work, and put them in place.

    Raises:
        UsageError: there is no such release.
        LitgenError: ACE does not run here, something cannot be fetched, or does not work.
    """
    release = find_release(erg)
    package = package_for(release)
    folder = setup_folder(release.name)
    ace, image = folder / "ace", folder / "erg.dat"
    if not (ace.is_file() and image.is_file()):
        _fetch(release, package, folder, progress)
    try:
        checked = check(ace, image)
    except EngineError as error:
        raise EngineError(f"{error}; remove {folder} and fetch it again") from error
    return [
        f"ACE {checked.version}: {ace}",
        f"{checked.title}: {image}",
        f"parses {SENTENCE!r}; litgen transform --engine ace uses it",
    ]


def _fetch(release: Release, package: Package, folder: Path, progress: Progress | None) -> None:
    downloads = folder.parent / "downloads"
    by_hand = (
        f"without a network, put the files of {package.ace.url} and {package.image.url} "
        f"into {downloads} and say it again"
    )
    archives = [downloads / each.url.rpartition("/")[2] for each in (package.ace, package.image)]
    for source, archive in zip((package.ace, package.image), archives, strict=True):
        download(source.url, archive, sha256=source.sha256, progress=progress, by_hand=by_hand)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as work:
        new = Path(work) / "release"
        unpack(archives[0], new)
        programs = [path for path in sorted(new.rglob("ace")) if path.is_file()]
        if not programs:
            raise FetchError(f"{archives[0]}: holds no program named ace")
        # It lies in a folder named after its version.
        for path in list(programs[0].parent.iterdir()) if programs[0].parent != new else ():
            path.rename(new / path.name)
        (new / "ace").chmod(0o755)
        decompress(archives[1], new / "erg.dat")
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(new, folder)
    for archive in archives:
        archive.unlink()


def check(ace: Path, image: Path) -> Installation:
    """Start ACE with an image and parse a sentence.

    Raises:
        EngineError: it does not start, they do not fit, or it does not parse.
    """
    installation = installation_of(ace, image, "named")
    engine = AceEngine(installation=installation)
    try:
        (parse,) = engine.parse([SENTENCE])
    finally:
        engine.close()
    if not parse.readings:
        raise EngineError(f"{ace} with {image}: does not parse {SENTENCE!r}: {parse.declined}")
    return installation
