"""Run the examples of tables: edits by polarity, frames and polarities."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Any, NamedTuple

from litgen.engines import Engine, load_engine
from litgen.mrs.polarity import ARROWS, Polarities
from litgen.tables import read_toml, rules_folder
from litgen.transformations.examples import Check
from litgen.transformations.framing import entries_of
from litgen.transformations.protocol import Outcome
from litgen.transformations.registry import find, find_pairwise
from litgen.wordnet import find_wordnet

#: Transformations that need WordNet and are skipped without it.
NEED_WORDNET = ("drop-modifier", "hypernym")
#: The word lists that block ``drop-conjunct``; the other lists block ``drop-modifier``.
_OF_CONJUNCTS = ("together", "reciprocal")
_STOPPING_AFFIRMATIVES = (
    "contrasting", "reasons", "negating", "minimizing", "smallest", "fixed_after_no", "idioms",
    "unable", "raising_negation",
)  # fmt: skip
_NOTHING = "nothing"
_MARKED = re.compile(r"([\w'-]+)([↑↓=]?)")


class Asked(NamedTuple):
    """An example: a transformation, a text and one expected output, None if it must decline."""

    entry: str
    name: str
    text: str
    becomes: str | None


def check_tables(
    tables: Sequence[str] = (),
    extra: Path | None = None,
    engine: str | Engine = "dependency",
) -> list[Check]:
    """Run the examples of some tables, by default of all (``TABLES``)."""
    loaded = load_engine(engine) if isinstance(engine, str) else engine
    checks: list[Check] = []
    for table in tables or TABLES:
        if table == "polarity":
            checks += _check_polarity(loaded)
            continue
        asked = [each for each in _ASKED[table](extra) if find_wordnet() or _needs_none(each)]
        for name in dict.fromkeys(each.name for each in asked):
            checks += _check([each for each in asked if each.name == name], extra, loaded)
    return checks


def _needs_none(asked: Asked) -> bool:
    return asked.name not in NEED_WORDNET


def _check(asked: Sequence[Asked], extra: Path | None, engine: Engine) -> list[Check]:
    name, texts = asked[0].name, [each.text for each in asked]
    outcomes: list[Outcome]
    if name.startswith("conditional:"):
        pairs = [(p, h) for p, h in (text.split(" / ") for text in texts)]
        outcomes = list(find_pairwise(name, engine, extra).apply_pairs(pairs))
    else:
        outcomes = list(find(name, engine, extra).apply(texts))
    return [_compared(*each) for each in zip(asked, outcomes, strict=True)]


def _compared(asked: Asked, outcome: Outcome) -> Check:
    made = [
        f"{text} / {variant.hypothesis}" if variant.hypothesis else text
        for variant in outcome.variants
        for text in variant.candidates
    ]
    passed = asked.becomes in made if asked.becomes is not None else not made
    got = " | ".join(made) or f"declined: {outcome.declined} ({outcome.stage})"
    return Check(asked.entry, asked.text, asked.becomes or _NOTHING, got, passed)


def _table(name: str) -> Mapping[str, Any]:
    """Read a table with its examples, which ``rules_table`` omits."""
    return read_toml(rules_folder() / f"{name}.toml")


def _exchanges(_: Path | None) -> Iterator[Asked]:
    table = _table("exchanges")
    edited = {
        f"{part} {name}": entry
        for part in ("scale", "more_than", "negative")
        for name, entry in table[part].items()
    }
    for name, entry in {**edited, "at_least": table["at_least"]}.items():
        yield Asked(f"exchanges: {name}", "quantifier", entry["example"], entry["becomes"])
    yield Asked("exchanges: counterparts", "affirmative", *_both(table["counterparts"]))
    for name in _STOPPING_AFFIRMATIVES:
        yield Asked(f"exchanges: {name}", "affirmative", table[name]["example"], None)
    for name, entry in table["under"].items():
        yield Asked(f"exchanges: under {name}", f"under:{name}", *_both(entry))
        yield Asked("exchanges: stopping", f"under:{name}", table["stopping"]["example"], None)


def _both(entry: Mapping[str, Any]) -> tuple[str, str]:
    return entry["example"], entry["becomes"]


def _dropping(_: Path | None) -> Iterator[Asked]:
    table = _table("dropping")
    for name, entry in table["kind"].items():
        for example in entry["examples"]:
            yield Asked(f"dropping: {name}", "drop-modifier", *example.split(" -> "))
    for name, entry in table["lists"].items():
        edit = "drop-conjunct" if name in _OF_CONJUNCTS else "drop-modifier"
        yield Asked(f"dropping: {name}", edit, entry["example"], None)


def _broader(_: Path | None) -> Iterator[Asked]:
    table = _table("broader")
    for entry in (*table["noun"], *table["verb"]):
        yield Asked(f"broader: {entry['broader']}", "hypernym", *_both(entry))
    yield Asked("broader: relative", "hypernym", table["relative"]["example"], None)


def _frames(extra: Path | None) -> Iterator[Asked]:
    for kind in ("frame", "conditional", "adverb"):
        for name, entry in entries_of(kind, extra).items():
            step = f"{kind}:{name}"
            if "example" in entry:
                yield Asked(f"frames: {step}", step, *entry["example"].split(" -> "))


_ASKED: Mapping[str, Callable[[Path | None], Iterator[Asked]]] = {
    "dropping": _dropping,
    "broader": _broader,
    "exchanges": _exchanges,
    "frames": _frames,
}
#: Names of the tables in ``rules/`` that have runnable examples.
TABLES = ("polarity", *_ASKED)


def _check_polarity(engine: Engine) -> list[Check]:
    """Compare the polarities of the words that an example marks with an arrow."""
    asked = [
        (f"polarity: {kind} {entry['predicates'][0]}", example)
        for kind, entries in _table("polarity").items()
        for entry in entries
        for example in entry["examples"]
    ]
    parses = engine.parse([re.sub("[↑↓=]", "", example) for _, example in asked])
    checks = []
    for (entry, example), parse in zip(asked, parses, strict=True):
        got, wanted = f"declined: {parse.declined}", _MARKED.findall(example)
        arrows = chain((arrow for _, arrow in wanted), repeat(""))
        if parse.readings:
            reading = parse.readings[0]
            words = Polarities(reading.mrs).words(reading.text)
            got = " ".join(
                word.text + (ARROWS[word.polarity.value] if word.polarity and arrow else "")
                for word, arrow in zip(words, arrows, strict=False)
            )
        expected = " ".join(word + arrow for word, arrow in wanted)
        checks.append(Check(entry, parse.text, expected, got, got == expected))
    return checks
