"""Sense names from a SEM-I: a small one of our own."""

from __future__ import annotations

import pytest
from delphin.semi import SynopsisRole

from litgen.engines.dependency.composition.lexicon import fits, load_semi
from litgen.exceptions import EngineError

SMI = """\
predicates:
  _glim_n_1 : ARG0 x { IND + }.
  _glim_n_of : ARG0 x { IND + }, ARG1 x.
  _gleb_v_1 : ARG0 e, ARG1 x.
  _gleb_v_cause : ARG0 e, ARG1 x, ARG2 x.
  _gleb_v_with : ARG0 e, ARG1 x, ARG2 x.
  _glum_a_with : ARG0 e, ARG1 x, [ ARG2 x ].
"""


@pytest.fixture
def semi(tmp_path):
    (tmp_path / "surface.smi").write_text(SMI, encoding="utf-8")
    return load_semi(tmp_path / "surface.smi")


def test_senses(semi):
    assert semi.noun("glim", False) == "_glim_n_1"
    assert semi.noun("glim", True) == "_glim_n_of"
    assert semi.noun("unheard", False) is None
    assert semi.adjective("glum", "") == "_glum_a_with"
    assert semi.verb("gleb", "x") == "_gleb_v_1"
    assert semi.verb("gleb", "xx") != "_gleb_v_1"
    assert semi.prepositional("gleb", "with") == "_gleb_v_with"
    assert semi.prepositional("gleb", "of") is None


def test_frames():
    frame = [SynopsisRole("ARG1", "x"), SynopsisRole("ARG2", "h")]
    assert fits(frame, "xh")
    assert fits(frame, "ih")
    assert fits([*frame, SynopsisRole("ARG3", "x", optional=True)], "xh")
    assert not fits(frame, "x")
    assert not fits(frame, "xx")
    assert not fits(frame[:1], "xx")


def test_missing_file_says_what_to_give(tmp_path):
    with pytest.raises(EngineError, match=r"surface\.smi"):
        load_semi(tmp_path / "nothing.smi")
