"""Substitutes for words that a grammar's lexicon lacks (``grammars/standins.toml``)."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from delphin.mrs import EP, MRS

from litgen.engines.ace.answers import Answer
from litgen.engines.protocol import Request
from litgen.replacement import Replacement, replace
from litgen.tables import grammars_table

#: The ERG's predicate for a word that it does not know, with its part of speech.
_MADE_UP = re.compile(r"_(?P<word>.+)/(?P<tag>[a-z]+)_u_unknown")


def stand_in(request: Request) -> tuple[MRS, Mapping[tuple[str, ...], str]]:
    """Replace the words in an edited MRS that the lexicon lacks with substitutes.

    The second result maps the forms of each substitute to the source word that it replaces. Unknown
    words for which there is no substitute remain; ACE reports them.

    Example:
        *The umpire waved.* becomes *The table waved.*, ``{("table", "tables"): "umpire"}``.
    """
    used = set(re.findall(r"\w+", request.source.text.lower()))
    words: dict[tuple[str, ...], str] = {}
    rels = []
    for ep in request.mrs.rels:
        found = _word_for(ep, request.source.text, used)
        if found is not None:
            predicate, forms, original = found
            used.update(forms)
            words[forms] = original
            ep = EP(predicate, ep.label, dict(ep.args), ep.lnk, ep.surface, ep.base)
        rels.append(ep)
    mrs = request.mrs
    if words:
        mrs = MRS(mrs.top, mrs.index, rels, mrs.hcons, mrs.icons, mrs.variables)
    return mrs, words


def _word_for(ep: EP, text: str, used: set[str]) -> tuple[str, tuple[str, ...], str] | None:
    """Return a substitute for an unknown predicate, the forms of its word, and the source word."""
    unknown = _MADE_UP.fullmatch(ep.predicate)
    if unknown is None:
        return None
    kind = _kinds().get(unknown["tag"])
    original = re.search(re.escape(unknown["word"]), text[ep.cfrom : ep.cto], re.IGNORECASE)
    if kind is None or original is None:
        return None
    for word in kind["words"]:
        forms = tuple(form.replace("*", word) for form in kind["forms"])
        if used.isdisjoint(forms):
            begins = not text[: ep.cfrom].strip()
            written = original[0].lower() if begins else original[0]
            return kind["predicate"].replace("*", word), forms, written
    return None


def restored(answer: Answer, words: Mapping[tuple[str, ...], str]) -> Answer:
    """Replace the substitutes in each result with the words of the source."""
    if not words:
        return answer
    results = []
    for result in answer.results:
        replacements = [
            Replacement(match.start(), match.end(), original)
            for forms, original in words.items()
            for match in re.finditer(rf"\b(?:{'|'.join(forms)})\b", result.surface, re.IGNORECASE)
        ]
        if len(replacements) == len(words):  # otherwise a substitute is missing or repeated
            results.append(result._replace(surface=replace(result.surface, replacements)[0]))
    return answer._replace(results=tuple(results))


@lru_cache(maxsize=1)
def _kinds() -> dict[str, Mapping[str, Any]]:
    tables = grammars_table("standins").values()
    return {tag: table for table in tables for tag in table["tags"]}
