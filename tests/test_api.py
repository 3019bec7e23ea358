"""``litgen.transform`` on one sentence and on many."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import pytest

import litgen
from litgen.exceptions import UsageError
from litgen.transformations.protocol import Outcome, Variant


class Shout:
    """Upper case; remembers its texts."""

    name, level = "shout", "sentence"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        self.texts += texts
        return [Outcome((Variant((text.upper(),)),)) for text in texts]

    def describe(self) -> dict[str, str]:
        return {}


@pytest.fixture
def shout(monkeypatch: pytest.MonkeyPatch) -> Shout:
    shout = Shout()
    monkeypatch.setattr("litgen.transformations.find", lambda name, **options: shout)
    return shout


def test_one_sentence(shout: Shout) -> None:
    done = litgen.transform("A man rides.", "shout")
    assert done["shout"].variants[0].candidates == ("A MAN RIDES.",)


def test_many_sentences_each_done_once(shout: Shout) -> None:
    done = litgen.transform(["a", "b", "a"], ["shout"])
    assert [each["shout"].variants[0].candidates[0] for each in done] == ["A", "B", "A"]
    assert shout.texts == ["a", "b"]


def test_no_names(shout: Shout) -> None:
    with pytest.raises(UsageError, match="no transformation named"):
        litgen.transform("a", [])


def test_unknown_name() -> None:
    with pytest.raises(UsageError, match="there is no transformation 'pasd'"):
        litgen.transform("A man rides.", "pasd")


def test_import_is_light() -> None:
    code = "import litgen, sys; print({'spacy', 'torch', 'delphin', 'click'} & set(sys.modules))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert out.stdout.strip() == "set()"


def test_the_real_engine() -> None:
    done = litgen.transform("A man is riding a bike.", ["past", "cleft"])
    assert done["past"].variants[0].candidates[0] == "A man was riding a bike."
    assert {variant.parameters["role"] for variant in done["cleft"].variants} == {"ARG1", "ARG2"}
