"""``litgen list labels``."""

from __future__ import annotations

import json
from functools import partial

import pytest

from litgen.contrast import proofs
from litgen.options import Options

PAIR = '{"premise": "A man rides.", "hypothesis": "A man is out.", "label": "neutral"}\n'


@pytest.fixture
def labels(litgen):
    return partial(litgen, "list", "labels")


@pytest.fixture
def few(tmp_path):
    """A rules folder with two rules before the shipped ones, one of which does not hold."""
    (tmp_path / "labels.toml").write_text(
        '[[rule]]\npatterns = ["may;original"]\nN = { logic = "N" }\nbecause = "weaker"\n'
        '[[rule]]\npatterns = ["original;may"]\nC = { logic = "C" }\nbecause = "wrong"\n',
        encoding="utf-8",
    )
    return tmp_path


def test_list(labels, litgen):
    code, out, _ = labels()
    assert code == 0
    lines = [line.strip() for line in out.splitlines()]
    assert "past;future  E -> N default by independence; C -> N default by independence; N -> N " \
        "default by independence" in lines  # fmt: skip
    assert "original;negation  E -> C logic; C -> E logic; N -> N logic" in lines
    assert "would;original  no label" in lines
    _, out, _ = litgen("list", "conventions")
    assert "  exhaustivity  a cleft is exhaustive" in out


def test_list_as_json(labels):
    assert "cleft;cleft" in [rule["name"] for rule in json.loads(labels("--json")[1])["labels"]]
    cells = json.loads(labels("cleft;cleft", "--json")[1])[0]["labels"]
    assert cells["C"] == {"logic": "C", "default": None, "target": None, "conventions": []}
    assert cells["E"]["conventions"] == ["one scene"]


def test_show(labels):
    code, out, _ = labels("may+cleft;cleft")
    assert code == 0
    assert "  may: it is the case in some possible world [some w' accessible: p(w')]" in out
    assert "  may;original, N -> N (logic)  holds" in out
    assert "  cleft;cleft, E -> E (default by one scene)  holds" in out


def test_show_what_has_no_rule(labels):
    code, _, err = labels("past;original")
    assert code == 2
    assert "'past;original': no rule applies" in err


def test_check(labels, few, monkeypatch):
    def find(claim, meanings, proved=proofs.find):  # test_proofs.py proves what is shipped
        own = claim.contrast in ("may;original", "original;may")
        return proved(claim, meanings) if own else proofs.Finding(claim, None)

    monkeypatch.setattr(proofs, "find", find)
    code, out, _ = labels("--check", "--rules", few)
    assert code == 1
    first, second, *shipped, last = out.splitlines()
    assert first == "may;original, N -> N (logic)  holds"
    assert second.startswith("original;may, C -> C (logic)  does not hold: p is true in world")
    assert last == f"{len(shipped) + 2} claims, 1 do not hold"
    assert len(shipped) > 150


def test_a_rule_of_ones_own_stands_before_the_shipped_one(labels, few):
    _, shipped, _ = labels("may;original")
    assert "may;original, E -> N (default by independence)  holds" in shipped
    _, own, _ = labels("may;original", "--rules", few)
    assert "may;original, N -> N (logic)  holds" in own and "E -> N" not in own


def test_check_as_json(labels, few):
    code, out, _ = labels("--check", "original;may", "--rules", few, "--json")
    assert code == 1
    assert [(each["claim"], each["holds"]) for each in json.loads(out)] == [
        ("original;may, C -> C (logic)", False)
    ]


def test_check_one_contrast(labels):
    code, out, _ = labels("--check", "original;negation")
    assert code == 0
    assert out.splitlines()[-1] == "3 claims, 0 do not hold"
    assert labels("--check", "nothing;known")[0] == 2


def test_transform_refuses_a_rule_that_does_not_hold(litgen, few, tmp_path):
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text(PAIR)
    code, _, err = litgen(
        "transform", pairs, "-o", tmp_path / "out", "--contrast", "original;may", "--rules", few
    )
    assert code == 1
    assert "original;may, C -> C (logic) does not hold: " in err
    assert len(err.strip().splitlines()) == 1


def test_transform_with_chosen_conventions(litgen, tmp_path):
    pairs, out = tmp_path / "pairs.jsonl", tmp_path / "out"
    pairs.write_text(PAIR)
    contrasts = ("--contrast", "overlap", "--contrast", "spelling:swap", "--mode", "paper")
    code, _, err = litgen("transform", pairs, "-o", out, *contrasts, "--conventions", "none")
    assert code == 0, err
    records = [json.loads(line) for line in (out / "contrast.jsonl").read_text().splitlines()]
    assert [each["contrast"] for each in records] == ["original;overlap"]
    options = Options.from_json(
        json.loads((out / "manifest.json").read_text())["signature"]["options"]
    )
    assert options.conventions == ()


def test_a_convention_that_there_is_not(litgen, tmp_path):
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text(PAIR)
    given = ("--contrast", "overlap", "--conventions", "wordin")
    code, _, err = litgen("transform", pairs, "-o", tmp_path / "out", *given)
    assert code == 2
    assert "there is no convention 'wordin'; did you mean wording?" in err
