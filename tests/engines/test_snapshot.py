"""The MRSs of the sentences of the golden corpus and of the gold MRSs, as they were last looked at.

``tests/data/mrs.tsv`` has a line for a sentence. Where a change is meant, write the file anew, and
read its difference before it is committed::

    .venv/bin/python -m tests.engines.test_snapshot
"""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from litgen.engines.dependency import DependencyEngine

DATA = Path(__file__).parents[1] / "data"
SNAPSHOT = DATA / "mrs.tsv"
#: What most variables have; only other values are written.
UNMARKED = {"SF": "prop", "MOOD": "indicative", "PROG": "-", "PERF": "-", "PERS": "3", "PT": "std"}


def sentences():
    """The distinct sentences, in order."""
    with (DATA / "golden.tsv").open(encoding="utf-8", newline="") as file:
        golden = [row["sentence"] for row in csv.DictReader(file, delimiter="\t")]
    lines = (DATA / "erg_gold.jsonl").read_text(encoding="utf-8").splitlines()
    return list(dict.fromkeys([*golden, *(json.loads(line)["text"] for line in lines)]))


def written(parse):
    """An MRS on one line: predications with their arguments, variables by their first mention."""
    if not parse.readings:
        return f"declined: {parse.declined}"
    mrs = parse.readings[0].mrs
    names = {}

    def name(variable):
        if variable not in names:
            named = names[variable] = f"{variable[0]}{len(names)}"
            properties = dict(mrs.variables.get(variable) or {})
            other = sorted(f"{k} {v}" for k, v in properties.items() if UNMARKED.get(k) != v)
            return f"{named}[{', '.join(other)}]" if other else named
        return names[variable]

    def said(value):
        return name(value) if re.fullmatch(r"[a-z]\d+", value) else value

    rels = [
        f"{name(ep.label)}:{ep.predicate}<{ep.cfrom}:{ep.cto}>"
        f"({', '.join(f'{role} {said(value)}' for role, value in ep.args.items())})"
        for ep in mrs.rels
    ]
    holes = sorted(f"{name(h.hi)}={name(h.lo)}" for h in mrs.hcons)
    icons = [f"{name(i.left)} {i.relation} {name(i.right)}" for i in mrs.icons]
    top = f"{name(mrs.top)} {name(mrs.index)}"
    return " ".join([top, *rels, *holes, *icons])


def test_the_mrss_are_those_that_were_looked_at():
    known = dict(line.split("\t") for line in SNAPSHOT.read_text("utf-8").splitlines())
    texts = sentences()
    assert set(known) == set(texts), "sentences come and go: write the file anew"
    changed = [
        f"{text}\n  was {known[text]}\n  is  {now}"
        for text, parse in zip(texts, DependencyEngine().parse(texts), strict=True)
        if (now := written(parse)) != known[text]
    ]
    if changed:
        pytest.fail(f"{len(changed)} MRSs changed, such as\n" + "\n".join(changed[:5]))


if __name__ == "__main__":
    TEXTS = sentences()
    SNAPSHOT.write_text(
        "".join(
            f"{text}\t{written(parse)}\n"
            for text, parse in zip(TEXTS, DependencyEngine().parse(TEXTS), strict=True)
        ),
        encoding="utf-8",
    )
