"""``litgen list rules``."""

from __future__ import annotations

import json
from functools import partial

import pytest

from litgen import transformations
from litgen.transformations import Check


@pytest.fixture
def rules(litgen):
    return partial(litgen, "list", "rules")


def test_list(rules):
    code, out, _ = rules()
    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    assert ["past", "tense:"] in [line[:2] for line in lines]


def test_list_as_json(rules):
    _, out, _ = rules("--json")
    assert "past" in [rule["name"] for rule in json.loads(out)["rules"]]
    past, future = json.loads(rules("past", "future", "--json")[1])
    assert (past["phenomenon"], future["name"]) == ("tense", "future")
    assert len(past["examples"]) >= 5


def test_show(rules):
    code, out, _ = rules("cleft")
    assert code == 0
    assert "rules/mrs/cleft.toml" in out
    assert out.count("[[rule]]") == 1 and 'name = "cleft"' in out  # the rule itself
    assert 'out = "It is bubbles that a boy is blowing."' in out


def test_unknown_rule(rules):
    code, _, err = rules("clefts")
    assert code == 2
    assert "did you mean cleft" in err


def test_check_one_rule(rules):
    code, out, _ = rules("--check", "future")
    assert code == 0, out
    assert " 0 failed" in out


def test_check_fails(rules, monkeypatch):
    checks = [
        Check("past", "A man rides.", "A man rode.", "A man rode.", True),
        Check("past", "A man sings.", "A man sang.", "A man sung.", False),
    ]
    monkeypatch.setattr(transformations, "check_examples", lambda names, extra, engine: checks)
    code, out, _ = rules("--check")
    assert code == 1
    assert "A man sung." in out
    assert "A man rode." not in out
    assert "2 examples, 1 failed" in out
    code, out, _ = rules("--check", "--json")
    assert code == 1
    assert json.loads(out)[1]["passed"] is False


def test_bad_rule_file_names_file_and_rule(rules, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("[[rule]]\nname = 'mine'\nphenomenon = 'x'\n")
    code, _, err = rules("--rules", str(tmp_path))
    assert code == 1
    assert str(path) in err
    assert "mine" in err
