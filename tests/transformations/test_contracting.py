"""``contraction``: *is not* and *isn't*, one for the other."""

from __future__ import annotations

import pytest

from litgen.transformations.contracting import Contraction
from litgen.transformations.protocol import Order


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Do not miss this film.", "Don't miss this film."),
        ("It isn't good, and I don’t care.", "It is not good, and I do not care."),
        ("They cannot come and will not call.", "They can't come and won't call."),
        ("She WON'T go.", "She WILL NOT go."),
        ("Why did he do what he did not want?", "Why did he do what he didn't want?"),
        ("Isn't it good?", None),
        ("It is not only good, it is not all good.", None),
        ("The will not to fail helps.", None),
        ("You may not enter.", None),
        ("Let's go.", None),
    ],
)
def test_what_is_contracted_and_what_is_written_in_full(text: str, made: str | None) -> None:
    (found,) = Contraction(Order("contraction")).apply([text])
    assert [each.text for each in found.variants] == ([] if made is None else [made])
    for variant in found.variants:
        assert all(text[e.start : e.start + len(e.before)] == e.before for e in variant.edits)
