"""Write tests/data/frequencies.tsv: how common the words are that rules insert.

    pip install wordfreq==3.1.1
    python scripts/word_frequencies.py

The values are Zipf values (the logarithm of the number of occurrences in a thousand million words;
van Heuven et al. 2014) from wordfreq's English list, which is built from Wikipedia, subtitles,
news, books, the web and other sources (Speer 2022, CC BY-SA 4.0). Words that are exchanged only in
the plural have the value of the plural (*pants*). Entries of several words are omitted, because
wordfreq only estimates their values.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wordfreq import zipf_frequency

from litgen.tables import rules_folder, rules_table
from litgen.transformations.antonyms.table import load_antonyms
from litgen.transformations.inflection import inflected
from litgen.transformations.synonyms.table import PARTS, load_table

ROOT = Path(__file__).resolve().parents[1]


def listed() -> Iterator[tuple[str, str]]:
    """The words of the tables, each with the form whose frequency counts."""
    for part in PARTS:
        for entry in (each for entries in load_table(part).entries.values() for each in entries):
            tag = "NNS" if entry.number == "plural" else "NN"
            yield from ((word, inflected(word, tag) or word) for word in (entry.word, entry.by))
    for entries in load_antonyms().entries.values():
        yield from ((word, word) for entry in entries for word in (entry.word, entry.by))
    for kind in ("noun", "verb"):
        for group in rules_table("broader")[kind]:
            yield from ((word, word) for word in (group["broader"], *group["narrower"]))


def main() -> None:
    values = {}
    for word, form in listed():
        if " " not in word:
            values[word] = max(zipf_frequency(form, "en"), values.get(word, 0.0))
    lines = [f"{word}\t{value:.2f}\n" for word, value in sorted(values.items())]
    path = ROOT / "tests" / "data" / "frequencies.tsv"
    path.write_text("word\tzipf\n" + "".join(lines), encoding="utf-8")
    print(f"{len(values)} words of {rules_folder()}: {path}")


if __name__ == "__main__":
    main()
