"""Which image a pair is about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgen.data import read_pairs
from litgen.data.splitting import image_of


@pytest.mark.parametrize(
    ("identity", "source", "image"),
    [
        ("4705552913.jpg#2r1n", {"captionID": "4705552913.jpg#2"}, "4705552913.jpg"),
        ("p1", {"captionID": "4705552913.jpg#0"}, "4705552913.jpg"),
        ("p1", {"Flickr30kID": "4705552913.jpg"}, "4705552913.jpg"),
        ("p1", {"Flikr30kID": 4705552913}, None),  # a number is no name of a file
        ("4705552913.jpg#2r1n", {}, "4705552913.jpg"),
        ("4705552913.jpg#2r1n", {"captionID": None}, "4705552913.jpg"),
        ("4705552913.jpg#2r1x", {}, None),
        ("4705552913.jpg", {}, None),
        ("vg_len10r1n", {"captionID": "vg_len10"}, None),
        ("63735n", {"genre": "slate"}, None),
        ("snli-dev-0", {}, None),
    ],
)
def test_only_what_names_an_image_does(identity, source, image):
    assert image_of(identity, source) == image


def test_the_reader_keeps_what_names_it(tmp_path: Path) -> None:
    """SNLI as it is published: the id is taken for the pair's, the caption's stays."""
    row = {
        "captionID": "4705552913.jpg#2", "pairID": "4705552913.jpg#2r1n", "gold_label": "neutral",
        "sentence1": "Two women are embracing.", "sentence2": "The sisters are hugging.",
    }  # fmt: skip
    path = tmp_path / "snli.jsonl"
    path.write_text(json.dumps(row) + "\n")
    (pair,) = read_pairs(path)
    assert image_of(pair.id, pair.source) == "4705552913.jpg"
    assert image_of("another id", pair.source) == "4705552913.jpg"
