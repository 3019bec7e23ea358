"""The classifier over a Hugging Face model, with a tiny one that is built here."""

from __future__ import annotations

import json
import time

import numpy as np
import pytest
import torch

from litgen.exceptions import LitgenError, UsageError
from litgen.models.huggingface import HuggingFaceClassifier, load_classifier
from litgen.neural import hub
from tests.models.tiny import PAIRS, save_encoder, save_tiny, tiny_model, tiny_tokenizer

LABELS = ("contradiction", "neutral", "entailment")


def classifier(**given):
    return HuggingFaceClassifier(tiny_model(), tiny_tokenizer(), LABELS, **given)


def one_by_one(model, tokenizer, pairs):
    """What transformers gives for each pair on its own."""
    rows = []
    for premise, hypothesis in pairs:
        # In lists: on its own, transformers takes an empty hypothesis for none.
        inputs = tokenizer([premise], [hypothesis], return_tensors="pt")
        with torch.inference_mode():
            rows.append(model(**inputs).logits.softmax(1)[0].numpy())
    return np.array(rows)


@pytest.mark.parametrize("tokens", [1, 24, 10_000])
def test_the_same_as_one_by_one(tokens):
    found = classifier(tokens=tokens).classify(PAIRS)
    expected = one_by_one(tiny_model(), tiny_tokenizer(), PAIRS)
    assert found.shape == (len(PAIRS), 3)
    np.testing.assert_allclose(found, expected, atol=1e-6)
    assert len({tuple(row) for row in expected.round(4)}) == len(set(PAIRS))


def test_padding_on_the_left():
    tokenizer = tiny_tokenizer()
    tokenizer.padding_side = "left"
    inputs = classifier().encoder
    inputs.tokenizer.padding_side = "left"
    encoded = inputs.encode(PAIRS[:2])
    batch = inputs.batch(encoded, [0, 1], torch.device("cpu"))
    expected = tokenizer(
        *map(list, zip(*PAIRS[:2], strict=True)), padding=True, return_tensors="pt"
    )
    for name in ("input_ids", "attention_mask", "token_type_ids"):
        assert batch[name].tolist() == expected[name].tolist()


def test_each_distinct_pair_once(monkeypatch):
    model = classifier()
    seen = []
    forward = model._forward
    monkeypatch.setattr(
        model, "_forward", lambda encoded, batch: (seen.extend(batch), forward(encoded, batch))[1]
    )
    found = model.classify(PAIRS * 3)
    assert len(seen) == len(set(PAIRS))
    np.testing.assert_array_equal(found[0], found[2])


def test_nothing():
    assert classifier().classify([]).shape == (0, 3)


def test_long_pairs_are_cut_and_counted():
    model = classifier(max_length=12)
    pairs = [("a man rides . " * 40, "a dog eats ."), ("a man .", "a dog .")]
    assert model.classify(pairs).shape == (2, 3)
    assert sum(model.truncated(pairs)) == 1
    assert classifier().encoder.max_length == 32
    assert classifier(max_length=500).encoder.max_length == 32


def test_long_premises_are_read_in_windows():
    """The last sentence, which is cut without them, counts; short pairs are as they were."""
    document = "a man rides . " * 20
    pairs = [(f"{document}a dog eats .", "a dog eats ."), ("a man .", "a dog .")]
    plain, windowed = classifier(), classifier(piece=12)
    assert plain.truncated(pairs) == [True, False] and windowed.truncated(pairs) == [False, False]
    found = windowed.classify(pairs)
    np.testing.assert_allclose(found[1], plain.classify(pairs)[1], atol=1e-6)
    pieces = windowed._pieces(pairs)[0]
    assert len(pieces) > 4 and pieces[-1][0].endswith("a dog eats .")
    assert found[0, 2] == pytest.approx(plain.classify(pieces)[:, 2].max(), abs=1e-6)
    assert windowed.describe()["window"] == 12 and "window" not in plain.describe()


def test_positions_that_begin_after_the_padding():
    """RoBERTa's table of positions is longer than its longest input."""
    from transformers import RobertaConfig, RobertaForSequenceClassification

    from litgen.models.encoding import longest_input

    config = RobertaConfig(
        vocab_size=30, hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, max_position_embeddings=34, pad_token_id=1,
    )  # fmt: skip
    model = RobertaForSequenceClassification(config).eval()
    longest = longest_input(tiny_tokenizer(), model)
    assert longest == 32
    model(input_ids=torch.full((1, longest), 5))  # fits
    with pytest.raises((IndexError, RuntimeError)):
        model(input_ids=torch.full((1, longest + 1), 5))


class Small:
    """A model whose memory holds batches of at most ``room`` pairs."""

    def __init__(self, room):
        self.model, self.room, self.sizes = tiny_model(), room, []
        self.config, self.device, self.dtype = self.model.config, self.model.device, torch.float32

    def named_modules(self):
        return self.model.named_modules()

    def __call__(self, **inputs):
        size = len(inputs["input_ids"])
        self.sizes.append(size)
        if size > self.room:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return self.model(**inputs)


def test_out_of_memory_halves_the_batch_and_goes_on(caplog):
    pairs = [(f"a man {'big ' * (i % 5)}", f"a dog {'red ' * (i // 5)}") for i in range(25)]
    small = Small(room=3)
    model = HuggingFaceClassifier(small, tiny_tokenizer(), LABELS, tokens=10_000)
    found = model.classify(pairs)
    np.testing.assert_allclose(found, classifier().classify(pairs), atol=1e-6)
    assert "the GPU is out of memory" in caplog.text
    failed = sum(size > 3 for size in small.sizes)
    assert 1 <= failed <= 4  # and does not fail again in later windows
    small.sizes.clear()
    model.classify(pairs)
    assert max(small.sizes) <= 3


def test_a_pair_that_does_not_fit_at_all():
    model = HuggingFaceClassifier(Small(room=0), tiny_tokenizer(), LABELS)
    with pytest.raises(LitgenError, match="does not fit into GPU memory"):
        model.classify(PAIRS)


def test_what_is_no_number():
    broken = tiny_model()
    broken.classifier.bias.data[0] = float("nan")
    model = HuggingFaceClassifier(broken, tiny_tokenizer(), LABELS)
    with pytest.raises(LitgenError, match=r"no finite number for 4 of 4 pairs.*--dtype"):
        model.classify(PAIRS)


def test_loading_a_folder(tmp_path):
    model = load_classifier(str(save_tiny(tmp_path / "m")))
    assert model.labels == LABELS
    assert model.dtype == "float32"
    expected = one_by_one(tiny_model(), tiny_tokenizer(), PAIRS)
    np.testing.assert_allclose(model.classify(PAIRS), expected, atol=1e-6)
    about = model.describe()
    assert len(about["sha256"]) == 64
    other = load_classifier(str(save_tiny(tmp_path / "other", seed=2))).describe()
    assert other["sha256"] != about["sha256"]


def test_loading_with_fewer_bits(tmp_path):
    model = load_classifier(str(save_tiny(tmp_path / "m")), dtype="bfloat16")
    assert model.dtype == "bfloat16"
    np.testing.assert_allclose(model.classify(PAIRS), classifier().classify(PAIRS), atol=0.05)


def test_opaque_labels(tmp_path):
    folder = str(save_tiny(tmp_path / "m", ("LABEL_0", "LABEL_1", "LABEL_2")))
    with pytest.raises(UsageError, match="--labels entailment,neutral,contradiction"):
        load_classifier(folder)
    assert load_classifier(folder, labels="n,e,c").labels == (
        "neutral", "entailment", "contradiction",
    )  # fmt: skip


def test_a_configuration_that_contradicts_itself(tmp_path):
    folder = save_tiny(tmp_path / "m")
    path = folder / "config.json"
    config = json.loads(path.read_text())
    config["label2id"] = {"ENTAILMENT": 0, "NEUTRAL": 1, "CONTRADICTION": 2}
    path.write_text(json.dumps(config))
    with pytest.raises(UsageError, match=r"output 0 is 'CONTRADICTION' in id2label") as caught:
        load_classifier(str(folder))
    assert "--labels" in str(caught.value) and "\n" not in str(caught.value)
    given = load_classifier(str(folder), labels="entailment,neutral,contradiction")
    assert given.labels == ("entailment", "neutral", "contradiction")
    del config["label2id"]
    path.write_text(json.dumps(config))
    assert load_classifier(str(folder)).labels == LABELS


def test_another_number_of_classes(tmp_path):
    folder = str(save_tiny(tmp_path / "m", tuple("abcde")))
    with pytest.raises(UsageError, match="has 5 classes"):
        load_classifier(folder)


def test_an_encoder_without_a_head_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"no classification head.*litgen study train"):
        load_classifier(str(save_encoder(tmp_path / "m")))


def test_a_damaged_folder(tmp_path):
    folder = save_tiny(tmp_path / "m")
    (folder / "model.safetensors").write_bytes(b"half a file")
    with pytest.raises(LitgenError, match="cannot be loaded"):
        load_classifier(str(folder))


def test_no_such_model_without_waiting(monkeypatch):
    monkeypatch.setattr(hub, "hub_has", lambda name: False)
    started = time.monotonic()
    with pytest.raises(LitgenError, match=r"'no/such-model' cannot be loaded"):
        load_classifier("no/such-model")
    assert time.monotonic() - started < 30


def test_no_such_device():
    with pytest.raises(UsageError, match="--device cuda:99"):
        load_classifier("any", device="cuda:99")


def test_a_decoder_that_knows_no_padding(tmp_path):
    from transformers import GPT2Config, GPT2ForSequenceClassification

    torch.manual_seed(0)
    config = GPT2Config(
        vocab_size=30, n_positions=32, n_embd=16, n_layer=1, n_head=2, num_labels=3,
        id2label=dict(enumerate(LABELS)),
    )  # fmt: skip
    GPT2ForSequenceClassification(config).save_pretrained(tmp_path)
    tokenizer = tiny_tokenizer()
    tokenizer.pad_token = None
    tokenizer.eos_token = "[SEP]"
    tokenizer.save_pretrained(tmp_path)
    model = load_classifier(str(tmp_path), tokens=10_000)
    rows = np.vstack([model.classify([pair]) for pair in PAIRS[:2]])
    np.testing.assert_allclose(model.classify(PAIRS[:2]), rows, atol=1e-5)


def test_a_folder_without_a_tokenizer(tmp_path):
    """transformers would make up one that knows no words."""
    folder = save_tiny(tmp_path / "m")
    for path in folder.glob("tokenizer*"):
        path.unlink()
    with pytest.raises(LitgenError, match=r"'.*m' has no tokenizer"):
        load_classifier(str(folder))


def test_the_tokenizer_of_another_model():
    tokenizer = tiny_tokenizer()
    tokenizer.add_tokens(["unicycle"])
    model = HuggingFaceClassifier(tiny_model(), tokenizer, LABELS)
    assert len(model.classify([("A man rides .", "A man rides a bike .")])) == 1
    with pytest.raises(LitgenError, match=r"the tokenizer does not belong to the model"):
        model.classify([("A man rides .", "A man rides a unicycle .")])
