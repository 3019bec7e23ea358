"""Check what is installed and what is missing, and suggest commands to fix the installation.

The check does not contact a model hub, and it loads only spaCy's model.
"""

import importlib.metadata
import importlib.util
import json
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from litgen.cache import cache_dir
from litgen.exceptions import LitgenError
from litgen.version import DISTRIBUTION, install_command

State = Literal["found", "missing", "broken"]
SENTENCE = "A man is riding a bike."
REINSTALL = f"scripts/setup, or pip install --force-reinstall {DISTRIBUTION}"
#: A note on components that the embedded engine does not use.
UNUSED = "the embedded engine does not need it"
ACE_SETUP = "litgen doctor --fetch ace"


class Check(NamedTuple):
    name: str
    state: State  #: ``found``, ``missing`` or ``broken``
    detail: str
    fix: str | None = None  #: the command that fixes it; None if it is found
    needed: bool = False


def diagnose() -> list[Check]:
    """Check everything that litgen uses.

    >>> works(diagnose())  # doctest: +SKIP
    True
    """
    checks: list[Callable[[], Check]] = [
        _python,
        lambda: _package("spaCy", "spacy", "pip install 'spacy>=3.8,<3.9'"),
        _pipeline,
        lambda: _package("LemmInflect", "lemminflect", "pip install lemminflect"),
        lambda: _package("PyDelphin", "pydelphin", "pip install pydelphin"),
        _engine,
        _torch,
        _quality_model,
        _ace,
        _image,
        _wordnet,
        _cache,
    ]
    return [check() for check in checks]


def works(checks: Iterable[Check]) -> bool:
    return all(check.state == "found" for check in checks if check.needed)


def _python() -> Check:
    detail = f"{platform.python_version()}, {sys.executable}"
    return Check("Python", "found", detail, needed=True)


def _package(label: str, name: str, fix: str) -> Check:
    try:
        return Check(label, "found", importlib.metadata.version(name), needed=True)
    except importlib.metadata.PackageNotFoundError:
        return Check(label, "missing", f"the package {name} is not installed", fix, True)


def _pipeline() -> Check:
    from litgen.trees.parsers import INSTALL, find_parser, parser_in_use

    name = parser_in_use()
    try:
        version = json.loads((find_parser(name) / "meta.json").read_text("utf-8"))["version"]
    except (LitgenError, OSError, ValueError, KeyError) as error:
        problem = str(error).partition(": run pip")[0]
        return Check("English pipeline", "missing", problem, INSTALL, True)
    return Check("English pipeline", "found", f"{name} {version}", needed=True)


def _engine() -> Check:
    """Parse a sentence, because an engine may be installed but not work."""
    label, fix = "embedded engine", REINSTALL
    try:
        from litgen.engines.dependency import DependencyEngine

        (parse,) = DependencyEngine().parse([SENTENCE])
    except LitgenError as error:
        return Check(label, "broken", str(error), fix, True)
    except Exception as error:  # the libraries of a damaged installation can raise any error
        return Check(label, "broken", f"{type(error).__name__}: {error}", fix, True)
    if not parse.readings:
        why = f"the engine does not parse {SENTENCE!r}: {parse.declined}"
        return Check(label, "broken", why, fix, True)
    return Check(label, "found", f"parses {SENTENCE!r}", needed=True)


def _torch() -> Check:
    label, fix = "PyTorch", install_command("ranking")
    missing = [name for name in ("torch", "transformers") if not importlib.util.find_spec(name)]
    if missing:
        verb = "are" if missing[1:] else "is"
        return Check(label, "missing", f"{' and '.join(missing)} {verb} not installed", fix)
    try:
        import torch
    except (ImportError, OSError) as error:
        return Check(label, "broken", str(error), fix)
    device = torch.cuda.get_device_name() if torch.cuda.is_available() else "CPU"
    transformers = importlib.metadata.version("transformers")
    return Check(label, "found", f"{torch.__version__} on {device}, transformers {transformers}")


def _quality_model() -> Check:
    from litgen.acceptability.arithmetic import choose_arithmetic
    from litgen.ranking import packaged

    label = "quality model"
    if packaged.weights() is None:
        return Check(label, "missing", f"{packaged.PACKAGE} is not installed", packaged.INSTALL)
    return Check(label, "found", f"{packaged.label()}, in {choose_arithmetic().name}")


def _ace() -> Check:
    from litgen.engines.ace import installation

    label = "ACE"
    ace, _, how = installation.looked_up()
    if ace is None:
        return Check(label, "missing", f"the program is not on PATH; {UNUSED}", ACE_SETUP)
    try:
        version = installation.ace_version(ace)
    except LitgenError as error:
        why = str(error).removesuffix(f"; {installation.SETUP}")
        return Check(label, "broken", why, ACE_SETUP)
    return Check(label, "found", f"{version}, {ace} ({how})")


def _image() -> Check:
    """Check whether the grammar image fits the ACE program, and whether both work."""
    from litgen.engines.ace import installation
    from litgen.engines.ace.setup import check

    label = "ERG image"
    ace, image, how = installation.looked_up()
    if image is None:
        folder = cache_dir() / "grammars"
        return Check(label, "missing", f"there is no image in {folder}; {UNUSED}", ACE_SETUP)
    try:
        maker, title = installation.read_image(image)
        detail = f"{title} for ACE {maker}, {image} ({how})"
        if ace is None:
            return Check(label, "found", detail)
        found = check(ace, image)
    except LitgenError as error:
        why = str(error).removesuffix(f"; {installation.SETUP}")
        return Check(label, "broken", why, ACE_SETUP)
    return Check(label, "found", f"{detail}; parses {SENTENCE!r} in dialect {found.dialect}")


def _wordnet() -> Check:
    from litgen.contrast.suites import load_suites
    from litgen.transformations.declarations import declared
    from litgen.wordnet.locations import VARIABLE, find_wordnet

    label, fix = "WordNet", "litgen doctor --fetch wordnet"
    if importlib.util.find_spec("nltk") is None:
        return Check(label, "missing", "nltk is not installed", f"pip install nltk; {fix}")
    try:
        place = find_wordnet()
        if place is None:
            steps = [name for name, each in declared().items() if each.wordnet]
            suites = [
                name
                for name, suite in load_suites().items()
                if any(contrast.needs_wordnet for contrast, _ in suite.named)
            ]
            detail = (
                "WordNet is not in the data folders of NLTK or the system; the transformations "
                f"{', '.join(steps)}, the suites {', '.join(suites)} and litgen analyze --prove "
                "need it"
            )
            return Check(label, "missing", detail, fix)
        from litgen.wordnet.lexicon import WordNet

        version = WordNet(place).describe()["version"]
    except LitgenError as error:
        return Check(label, "broken", str(error), f"unset {VARIABLE}; {fix}")
    return Check(label, "found", f"{version}, {place} ({place.source})")


def _cache() -> Check:
    folder = cache_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        fix = "set LITGEN_CACHE to a writable folder"
        return Check("cache folder", "broken", f"{folder}: {error.strerror or error}", fix)
    free = shutil.disk_usage(folder).free / 1e9
    return Check("cache folder", "found", f"{folder}, {free:.0f} GB free")
