"""What ``litgen list`` shows: everything has an example, and the examples are what is made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgen.catalogue import APART, SECTIONS, catalogue
from litgen.cli import run
from litgen.contrast.names import examples
from litgen.contrast.notation import parse_contrast
from litgen.contrast.pipeline import build
from litgen.contrast.suites import load_suites
from litgen.exceptions import UsageError
from litgen.models.loading import SCHEMES
from litgen.options import Options


def test_everything_has_an_example() -> None:
    found = catalogue()
    assert list(found) == [name for name in SECTIONS if name not in APART]
    for section, entries in found.items():
        names = [each.name for each in entries]
        assert names and len(set(names)) == len(names)
        without = [each.name for each in entries if not each.example or not each.summary]
        assert not without, f"{section}: add examples to rules/examples.toml, to the rule ..."
    assert {*SCHEMES} <= {each.name for each in found["models"]}
    assert all(each.summary != "of another package" for each in found["models"][: len(SCHEMES)])


@pytest.mark.slow
@pytest.mark.parametrize("of_the_hypothesis", [False, True])
def test_examples_are_what_is_made(of_the_hypothesis: bool, tmp_path: Path) -> None:
    def asked(name: str) -> bool:
        contrast = parse_contrast(name)
        new = contrast.form == "new" and contrast.premise.origin == "hypothesis"
        return new == of_the_hypothesis

    found = examples()
    shipped = [str(each) for suite in load_suites().values() for each in suite.all]
    names = tuple(filter(asked, dict.fromkeys([*shipped, *found])))
    originals = list(dict.fromkeys(found[name].original for name in names if name in found))
    pairs = tmp_path / "pairs.jsonl"
    with pairs.open("w") as file:
        for number, (premise, hypothesis, label) in enumerate(originals):
            row = {"id": number, "premise": premise, "hypothesis": hypothesis, "label": label}
            file.write(json.dumps(row) + "\n")
    options = Options(contrast=names, rank="none", tagger="spacy", keep_unlabelled=True)
    build(pairs, tmp_path / "out", options)
    made: dict[str, list[tuple[tuple[str, str, str], tuple[str, str, str]]]] = {}
    for line in (tmp_path / "out" / "contrast.jsonl").read_text().splitlines():
        record = json.loads(line)
        texts = record["premise"], record["hypothesis"], record["label"] or "-"
        made.setdefault(record["contrast"], []).append((originals[int(record["pair_id"])], texts))
    for name in names:
        first = made.get(name, [(("", "", ""), ("", "", ""))])[0]
        entry = json.dumps(first[1], ensure_ascii=False)
        assert name in found, f'of {first[0]}, add to rules/examples.toml: "{name}" = {entry}'
        assert tuple(found[name]) in made[name], f'"{name}" = {entry}'


def test_a_section_and_a_near_miss(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list", "suites"]) == 0
    out = capsys.readouterr().out
    assert "litgen transform PAIRS -o DIR --suite lit" in out and "may;original" not in out
    assert run(["list", "suits"]) == 2
    assert "did you mean suites?" in capsys.readouterr().err
    with pytest.raises(UsageError, match="did you mean models"):
        catalogue("model")


def test_a_phenomenon_says_what_becomes_of_each_label() -> None:
    found = {each.name: each.summary for each in catalogue("phenomena")["phenomena"]}
    assert found["swap"].startswith("labels E → E, C → C, N → N; ")
    assert "needs WordNet for" in found["words"] and "WordNet" not in found["negation"]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == [name for name in SECTIONS if name not in APART]
    (past,) = [each for each in found["contrasts"] if each["name"] == "past;future"]
    assert past["summary"].startswith("Past, then future. Premise: past; hypothesis: future. In")
    assert "A person will be riding a vehicle. (neutral)" in past["example"]


def test_own_rules_are_listed(tmp_path: Path) -> None:
    (tmp_path / "suites.toml").write_text('[mine]\ntitle = "Mine"\ncontrasts = ["may;past"]\n')
    found = catalogue(rules=tmp_path)
    assert "mine" in [each.name for each in found["suites"]]
    assert "may;past" in [each.name for each in found["contrasts"]]
