"""Words are exchanged for words as common: what tables list is no rarer than that.

``python scripts/word_frequencies.py`` writes the frequencies.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from litgen.tables import rules_table
from litgen.transformations.antonyms.table import load_antonyms
from litgen.transformations.entries import Entries
from litgen.transformations.synonyms.table import PARTS, load_table

FILE = Path(__file__).parents[2] / "data" / "frequencies.tsv"
#: How much rarer a synonym may be, in powers of ten, and how rare a word may be at all.
RARER, RARE = 1.2, 3.0
#: How rare an antonym (*unfashionable*) and a narrower word (*rowboat*) may be: none are as common.
RAREST = 2.3


@pytest.fixture(scope="module")
def zipf() -> dict[str, float]:
    with FILE.open(encoding="utf-8", newline="") as file:
        return {row["word"]: float(row["zipf"]) for row in csv.DictReader(file, delimiter="\t")}


def too_rare(entries: Entries, zipf: dict[str, float]) -> Iterator[tuple[str, str]]:
    """Words with synonyms that are rarer than they may be; those of several words are not known."""
    for entry in (each for several in entries.values() for each in several):
        if " " in entry.by:
            continue
        least = RARE if " " in entry.word else max(RARE, zipf[entry.word] - RARER)
        if zipf[entry.by] < least:
            yield entry.word, entry.by


@pytest.mark.parametrize("part", PARTS)
def test_synonyms_are_as_common(part: str, zipf: dict[str, float]) -> None:
    assert list(too_rare(load_table(part).entries, zipf)) == []


def test_what_is_rarer_is_found(zipf: dict[str, float]) -> None:
    entry = load_table("NOUN").entries["man"][0]
    rarer = {"man": (entry, entry._replace(by="artisan"))}
    assert list(too_rare(rarer, zipf)) == [("man", "artisan")]


def test_antonyms_and_narrower_words_are_known(zipf: dict[str, float]) -> None:
    words = {entry.by for entries in load_antonyms().entries.values() for entry in entries}
    for kind in ("noun", "verb"):
        for group in rules_table("broader")[kind]:
            words |= {group["broader"], *group.get("typical", group["narrower"])}
    assert {word for word in words if " " not in word and zipf[word] < RAREST} == set()


def test_nobody_is_an_adult_male() -> None:
    """WordNet's words for *man*, *woman* and *dog* that nobody would write."""
    odd = {"adult male", "adult female", "domestic dog", "domestic animal"}
    listed = {e.by for entries in load_table("NOUN").entries.values() for e in entries}
    broader = {
        group["broader"] for kind in ("noun", "verb") for group in rules_table("broader")[kind]
    }
    assert not odd & (listed | broader)
