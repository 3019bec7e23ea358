"""spaCy's vectors, of which those that came before are remembered."""

from __future__ import annotations

import numpy as np
import pytest

from litgen.engines.dependency import vectors
from litgen.engines.dependency.models import load_nlp
from litgen.engines.dependency.vectors import Encoder, encoder_of

TEXTS = (
    "A man is riding a bike.",
    "A man was riding a bike.",
    "It is a man who is riding a bike, isn't it?",
    "Dogs bark.",
    "dogs  bark .",
    "No",
    "A man is riding a bike.",
)


@pytest.mark.parametrize("kept", [5, 1000])
def test_vectors_are_those_that_spacy_gives(monkeypatch, kept):
    monkeypatch.setattr(vectors, "KEPT", kept)  # of five all are forgotten after each batch
    monkeypatch.setattr(vectors, "BATCH", 2)
    nlp = load_nlp()
    network = nlp.get_pipe("tok2vec").model
    encoder = Encoder(network)
    for _ in range(2):
        docs = list(encoder(nlp.make_doc(text) for text in TEXTS))
        assert [doc.text for doc in docs] == list(TEXTS)
        for doc in docs:
            assert np.array_equal(doc.tensor, network.predict([nlp.make_doc(doc.text)])[0])


def test_what_came_before_is_not_computed_again(monkeypatch):
    nlp = load_nlp()
    encoder = Encoder(nlp.get_pipe("tok2vec").model)
    first = [doc.tensor for doc in encoder(map(nlp.make_doc, TEXTS))]
    monkeypatch.setattr(encoder, "_add", lambda keys, _: pytest.fail(f"computed anew: {keys}"))
    again = [doc.tensor for doc in encoder(map(nlp.make_doc, reversed(TEXTS)))]
    assert all(np.array_equal(*each) for each in zip(first, reversed(again), strict=True))


def test_a_network_of_another_kind_is_left_to_spacy():
    import spacy

    nlp = spacy.blank("en")
    assert encoder_of(nlp) is None
    network = {"@architectures": "spacy.MaxoutWindowEncoder.v2", "width": 8, "depth": 2}
    embed = {"@architectures": "spacy.MultiHashEmbed.v2", "width": 8, "attrs": ["NORM"],
             "rows": [10], "include_static_vectors": False}  # fmt: skip
    encode = {**network, "window_size": 2, "maxout_pieces": 2}
    model = {"@architectures": "spacy.Tok2Vec.v2", "embed": embed, "encode": encode}
    nlp.add_pipe("tok2vec", config={"model": model})
    nlp.initialize()
    assert encoder_of(nlp) is None
    assert encoder_of(load_nlp()) is not None
