"""``litgen list prompts``."""

from __future__ import annotations

import json

from litgen.cli import run


def test_list_and_show(capsys):
    assert run(["list", "prompts"]) == 0
    assert "anli " in capsys.readouterr().out
    assert run(["list", "prompts", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["prompts"]) == 7
    assert run(["list", "prompts", "few-shot"]) == 0
    shown = capsys.readouterr().out
    assert (
        "Premise: A man rides a bike.\nHypothesis: A man is outside.\n" in shown
        and shown.count("Premise:") == 4
    )
    assert run(["list", "prompts", "chat"]) == 0
    assert "system:\nYou judge" in capsys.readouterr().out
    assert run(["list", "prompts", "lettered", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["letters"] is True


def test_check(tmp_path, capsys):
    assert run(["list", "prompts", "--check"]) == 0
    assert ", 0 failed" in capsys.readouterr().out
    path = tmp_path / "mine.toml"
    path.write_text(
        'template = "{hypothesis}"\n[choices]\nentailment = "a"\nneutral = "b"\n'
        'contradiction = "c"\n[[example]]\nhypothesis = "H"\nquestion = "G"\n'
    )
    assert run(["list", "prompts", "--check", str(path)]) == 1
    assert "expected  {'question': 'G'}" in capsys.readouterr().out
    path.write_text('template = "{hypotheses}"\n[choices]\nentailment = "a"\nneutral = "b"\n'
                    'contradiction = "c"\n')  # fmt: skip
    assert run(["list", "prompts", "--check", str(path)]) == 2
    assert "did you mean {hypothesis}?" in capsys.readouterr().err
