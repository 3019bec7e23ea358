"""``litgen doctor --fetch``: fetch a larger spaCy pipeline and test it."""

import importlib.util

from litgen.cache import cache_dir
from litgen.engines.dependency.models import load_pipeline
from litgen.exceptions import EngineError, LitgenError, UsageError, did_you_mean
from litgen.fetching import Progress, download
from litgen.tables import grammars_table
from litgen.trees.parsers import find_parser, setup_folder
from litgen.unpacking import unpack

SENTENCE = "A man is riding a bike."


def install(parser: str, progress: Progress | None = None) -> list[str]:
    """Fetch a pipeline if it is not installed, and parse a sentence to test it.

    Raises:
        UsageError: litgen cannot fetch a pipeline of this name.
        LitgenError: the pipeline cannot be fetched, has the wrong checksum, or does not work.
    """
    known = grammars_table("parsers")
    if parser not in known:
        raise UsageError(f"litgen cannot fetch a parser {parser!r}: {did_you_mean(parser, known)}")
    release = known[parser]
    for module, wanted in release.get("needs", {}).items():
        if importlib.util.find_spec(module) is None:  # checked before downloading about 100 MB
            raise LitgenError(f"{parser} requires {module}: run pip install '{wanted}'")
    try:
        place = find_parser(parser)
    except EngineError:
        wheel = cache_dir() / "downloads" / release["url"].rpartition("/")[2]
        by_hand = f"without a network, put the file into {wheel.parent} and repeat the command"
        download(release["url"], wheel, sha256=release["sha256"], progress=progress,
                 by_hand=by_hand)  # fmt: skip
        unpack(wheel, setup_folder(parser))
        wheel.unlink()
        place = find_parser(parser)
    nlp = load_pipeline(place)
    if not any(token.dep_ == "ROOT" and token.pos_ == "VERB" for token in nlp(SENTENCE)):
        raise EngineError(f"{place} does not parse {SENTENCE!r}; remove it and fetch it again")
    return [
        f"{parser} {nlp.meta['version']}: {place}",
        f"this pipeline parses {SENTENCE!r}; pass --parser {parser} to use it",
    ]
