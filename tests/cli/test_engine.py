"""``litgen doctor``."""

from __future__ import annotations

import json
from functools import partial

import pytest

GOLD = (
    "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: pres MOOD: indicative PROG: - PERF: - ] RELS: < "
    "[ proper_q<0:6> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg IND: + ] RSTR: h5 BODY: h6 ] "
    '[ named<0:6> LBL: h7 ARG0: x3 CARG: "Abrams" ] '
    "[ _work_v_1<7:12> LBL: h1 ARG0: e2 ARG1: x3 ] > HCONS: < h0 qeq h1 h5 qeq h7 > ]"
)


@pytest.fixture
def check(litgen):
    return partial(litgen, "doctor")


@pytest.fixture
def sentences(tmp_path):
    path = tmp_path / "sentences.txt"
    path.write_text("A man is riding a bike.\n\nTwo dogs chased a ball.\nof the to and\n")
    return path


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps({"id": "1", "text": "Abrams works.", "mrs": GOLD}) + "\n")
    return path


def test_plain_sentences(check, sentences):
    code, out, err = check(sentences)
    assert (code, err) == (0, "")
    assert "3 sentences" in out
    assert "regenerated    100.00 %  2 of 2" in out
    assert "not parsed" in out
    assert "dependency match" not in out


def test_gold(check, gold):
    _, out, _ = check(gold)
    assert "dependency match with 1 gold MRSs" in out
    _, out, _ = check(gold, "--json")
    report = json.loads(out)
    assert report["match"]["all"]["f1"] == 1.0
    assert report["engine"]["dialect"] == "dependency"


def test_parse_only_and_limit(check, sentences):
    _, out, _ = check(sentences, "--no-regenerate", "--limit", "1", "--json")
    report = json.loads(out)
    assert (report["sentences"], report["parsed"], report["regenerated"]) == (1, 1, None)


def test_empty_file(check, tmp_path):
    path = tmp_path / "empty.txt"
    path.touch()
    code, out, _ = check(path)
    assert code == 0
    assert "0 sentences" in out


def test_broken_line_is_named(check, gold):
    gold.write_text(gold.read_text() + '{"text": 1}\n')
    code, _, err = check(gold)
    assert code == 1
    assert f"{gold}:2" in err


def test_missing_file(check, tmp_path):
    code, _, err = check(tmp_path / "no.txt")
    assert code == 2
    assert "no.txt" in err


def test_unknown_engine(check, sentences):
    code, _, err = check(sentences, "--engine", "dependancy")
    assert code == 2
    assert "did you mean dependency" in err


def test_sentences_of_pairs_count_once(check, tmp_path):
    path = tmp_path / "pairs.jsonl"
    pairs = [("A man sits.", "A man is tired."), ("A man sits.", "A man sleeps.")]
    lines = [json.dumps({"sentence1": p, "sentence2": h}) for p, h in pairs]
    path.write_text("\n".join(lines))
    _, out, _ = check(path, "--json")
    assert json.loads(out)["sentences"] == 3


def test_not_utf8(check, tmp_path):
    path = tmp_path / "latin.txt"
    path.write_bytes(b"A caf\xe9 is open.\n")
    code, _, err = check(path)
    assert code == 1
    assert "not UTF-8" in err
