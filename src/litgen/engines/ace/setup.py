"""``litgen doctor --fetch ace``: fetch ACE and a matching ERG image."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from litgen.engines.ace.engine import AceEngine
from litgen.engines.ace.installation import SETUP, Installation, installation_of, setup_folder
from litgen.engines.ace.releases import DEFAULT, Package, find_release, package_for
from litgen.exceptions import EngineError
from litgen.fetching import FetchError, Progress, download, note
from litgen.unpacking import decompress, unpack

SENTENCE = "A man is riding a bike."


def install(erg: str = DEFAULT, progress: Progress | None = None) -> list[str]:
    """Fetch a release of the grammar and the matching ACE, test them, and install them.

    Raises:
        UsageError: there is no such release.
        LitgenError: ACE does not run on this machine, or a file cannot be fetched or does not work.
    """
    release = find_release(erg)
    package = package_for(release)
    folder = setup_folder(release.name)
    ace, image = folder / "ace", folder / "erg.dat"
    checked = None
    if ace.is_file() and image.is_file():
        with contextlib.suppress(EngineError):  # a broken installation is fetched again
            checked = check(ace, image)
    if checked is None:
        _fetch(package, folder, progress)
        checked = installation_of(ace, image, "from litgen doctor --fetch")
    return [
        f"ACE {checked.version}: {ace}",
        f"{checked.title}: {image}",
        f"this installation parses {SENTENCE!r}; pass --engine ace to use it",
    ]


def _fetch(package: Package, folder: Path, progress: Progress | None) -> None:
    """Download, check and install a release; files that the user put into ``downloads`` remain."""
    downloads = folder.parent / "downloads"
    by_hand = (
        f"without a network, put the files from {package.ace.url} and {package.image.url} "
        f"into {downloads} and repeat the command"
    )
    archives = [downloads / each.url.rpartition("/")[2] for each in (package.ace, package.image)]
    ours = [archive for archive in archives if not archive.is_file()]
    try:
        sums = {
            source.url: download(source.url, archive, sha256=source.sha256, progress=progress,
                                 by_hand=by_hand, noted=False)
            for source, archive in zip((package.ace, package.image), archives, strict=True)
        }  # fmt: skip
        _put_in_place(archives, folder)
    finally:
        for archive in ours:
            archive.unlink(missing_ok=True)
    for url, found in sums.items():
        note(url, found)


def _put_in_place(archives: Sequence[Path], folder: Path) -> None:
    """Unpack ACE and an image, check them, and move them to ``folder``."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as work:
        new = Path(work) / "release"
        unpack(archives[0], new)
        programs = [path for path in sorted(new.rglob("ace")) if path.is_file()]
        if not programs:
            raise FetchError(
                f"{archives[0]} does not contain a program named ace; nothing was installed"
            )
        # The archive has a top folder named after the version.
        for path in list(programs[0].parent.iterdir()) if programs[0].parent != new else ():
            path.rename(new / path.name)
        (new / "ace").chmod(0o755)
        decompress(archives[1], new / "erg.dat")
        try:
            check(new / "ace", new / "erg.dat")
        except EngineError as error:
            named = " and ".join(archive.name for archive in archives)
            why = str(error).replace(str(new), "").removesuffix(f"; {SETUP}")
            raise EngineError(f"{named} do not work: {why}; nothing was installed") from error
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(new, folder)


def check(ace: Path, image: Path) -> Installation:
    """Start ACE with an image and parse a sentence.

    Raises:
        EngineError: ACE does not start, the two do not match, or the sentence does not parse.
    """
    installation = installation_of(ace, image, "named")
    engine = AceEngine(installation=installation)
    try:
        (parse,) = engine.parse([SENTENCE])
    finally:
        engine.close()
    if not parse.readings:
        raise EngineError(f"{ace} with {image} does not parse {SENTENCE!r}: {parse.declined}")
    return installation
