"""Synonyms and antonyms over the tests' own WordNet."""

from __future__ import annotations

import pytest

from litgen.wordnet import WordNet
from tests.wordnet.tiny import write_tiny


@pytest.fixture(scope="session")
def wordnet(tmp_path_factory: pytest.TempPathFactory) -> WordNet:
    """The tests' own database, which the registry finds as well."""
    from litgen.wordnet import load_wordnet

    folder = write_tiny(tmp_path_factory.mktemp("wordnet"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LITGEN_WORDNET", str(folder))
        return load_wordnet()


@pytest.fixture(autouse=True)
def found(wordnet: WordNet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITGEN_WORDNET", str(wordnet.place.path))
