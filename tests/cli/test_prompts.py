"""``litgen prompts``."""

from __future__ import annotations

import json

from litgen.cli import run


def test_list_and_show(capsys):
    assert run(["prompts", "list"]) == 0
    assert "anli " in capsys.readouterr().out
    assert run(["prompts", "list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 7
    assert run(["prompts", "show", "few-shot", "--premise", "P", "--hypothesis", "H"]) == 0
    shown = capsys.readouterr().out
    assert "Premise: P\nHypothesis: H\n" in shown and shown.count("Premise:") == 4
    assert run(["prompts", "show", "chat"]) == 0
    assert "system:\nYou judge" in capsys.readouterr().out
    assert run(["prompts", "show", "lettered", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["letters"] is True


def test_check(tmp_path, capsys):
    assert run(["prompts", "check"]) == 0
    assert ", 0 failed" in capsys.readouterr().out
    path = tmp_path / "mine.toml"
    path.write_text(
        'template = "{hypothesis}"\n[choices]\nentailment = "a"\nneutral = "b"\n'
        'contradiction = "c"\n[[example]]\nhypothesis = "H"\nquestion = "G"\n'
    )
    assert run(["prompts", "check", str(path)]) == 1
    assert "expected  {'question': 'G'}" in capsys.readouterr().out
    path.write_text('template = "{hypotheses}"\n[choices]\nentailment = "a"\nneutral = "b"\n'
                    'contradiction = "c"\n')  # fmt: skip
    assert run(["prompts", "check", str(path)]) == 2
    assert "did you mean {hypothesis}?" in capsys.readouterr().err
