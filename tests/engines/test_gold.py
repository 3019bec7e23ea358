"""The MRSs of the embedded engine against those chosen by hand in the ERG's treebank.

``erg_gold.jsonl`` holds for each sentence its gold MRS and the ``match`` that the engine had when
the file was written (elementary dependency match, F1): no sentence may fall below it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from delphin import edm, eds
from delphin.codecs import simplemrs

from litgen.engines import load_engine

GOLD = Path(__file__).parents[1] / "data" / "erg_gold.jsonl"
RECORDS = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def parses():
    texts = [record["text"] for record in RECORDS]
    return dict(zip(texts, load_engine("dependency").parse(texts), strict=True))


def dependencies(mrs):
    return eds.from_mrs(mrs, predicate_modifiers=True)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
def test_match_does_not_fall(parses, record):
    parse = parses[record["text"]]
    assert parse.readings, f"{record['text']!r} is declined: {parse.declined}"
    got = parse.readings[0].mrs
    gold = simplemrs.decode(record["mrs"])
    match = edm.compute([dependencies(gold)], [dependencies(got)]).fscore
    assert match >= record["match"] - 0.0005, f"{record['text']!r}\n{simplemrs.encode(got)}"
