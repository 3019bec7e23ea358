"""Continuations scored by a tiny GPT-2, against a forward pass for each of them."""

from __future__ import annotations

import math

import pytest
import torch

from litgen.evaluation.evaluate import evaluate, evaluate_prompts
from litgen.evaluation.predictions import Predictions
from litgen.exceptions import LitgenError, UsageError
from litgen.models import ModelSpec, answers, causal, load_model
from litgen.models.causal import CausalClassifier
from litgen.models.continuations import ContinuationScorer
from litgen.models.prompts import Shot, load_prompt
from tests.evaluation.makers import make_contrast_set, record
from tests.ranking.tiny import tiny_model, tiny_tokenizer

#: Beginnings that are shared by some, by all, by none; one text is another's beginning.
TEXTS = [
    ("a man is riding the bike . a dog", [" is", " by the bike", " not"]),
    ("a man is riding the bike . a man is", [" riding the bike", " not"]),
    ("a man is riding the bike . a", [" dog"]),
    ("a man is riding the bike . a dog", [" was it that", " will be"]),
    ("a dog", [" is riding"]),
    ("who", [" will be", " was"]),
]
TEMPLATE = "{% for m in messages %}{{ m['role'] }} : {{ m['content'] }} . {% endfor %}"


def reference(model, tokenizer, text, continuation):
    """The log probability by one forward pass over text and continuation."""
    ids = tokenizer(text)["input_ids"]
    start = len(ids) if ids else 1
    whole = tokenizer(text + continuation)["input_ids"]
    whole = whole if ids else [tokenizer.eos_token_id, *whole]
    with torch.inference_mode():
        logs = model(torch.tensor([whole])).logits[0].double().log_softmax(dim=1)
    return sum(float(logs[at - 1, whole[at]]) for at in range(start, len(whole)))


def scorer(**given):
    return ContinuationScorer(tiny_model(), tiny_tokenizer(), **given)


def assert_right(found, texts, model=None):
    model, tokenizer = model or tiny_model(), tiny_tokenizer()
    for (text, continuations), row in zip(texts, found, strict=True):
        expected = [reference(model, tokenizer, text, each) for each in continuations]
        assert row == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("tokens", [1, 16, 4096])
@pytest.mark.parametrize("logits", [1, 2**20])
def test_the_same_as_a_pass_for_each(tokens, logits):
    given = scorer(tokens=tokens)
    given._logits = logits
    assert_right(given.score(TEXTS), TEXTS)
    assert given.score([]) == []


def test_no_token_is_read_twice(monkeypatch):
    shots = "a dog is not riding the bike by the man . it was ridden . "
    texts = [(shots + text, continuations) for text, continuations in TEXTS]
    texts += [(f"who {text}", continuations) for text, continuations in texts]
    given = scorer()
    assert_right(given.score(TEXTS[:1]), TEXTS[:1])  # what is read to see whether it reads trees
    read = []
    forward = given.model.forward

    def counted(input_ids, **more):
        read.append(input_ids.numel())
        return forward(input_ids=input_ids, **more)

    monkeypatch.setattr(given.model, "forward", counted)
    found = given.score(texts)
    ids = [(tiny_tokenizer()(text)["input_ids"], c) for text, c in texts]
    wholes = [text + tiny_tokenizer()(each)["input_ids"][:-1] for text, c in ids for each in c]
    beginnings = {tuple(whole[:end]) for whole in wholes for end in range(1, len(whole) + 1)}
    assert len(beginnings) <= sum(read) <= len(beginnings) + 1  # one of padding
    assert_right(found, texts)


def test_a_model_that_takes_no_mask_of_its_own_reads_each_text_with_each_continuation(monkeypatch):
    for other in (lambda mask: None, lambda mask: mask[:, 0, -1]):
        given = scorer()
        forward = given.model.forward

        def deaf(input_ids, attention_mask=None, _other=other, _forward=forward, **more):
            mask = None if attention_mask is None else _other(attention_mask)
            return _forward(input_ids=input_ids, attention_mask=mask, **more)

        monkeypatch.setattr(given.model, "forward", deaf)
        given._shares = None
        assert_right(given.score(TEXTS), TEXTS)
        assert given._shares is False


def test_models_whose_memory_cannot_be_shared():
    for name, value in (("_shares", False), ("_window", 9)):
        given = scorer()
        setattr(given, name, value)
        assert_right(given.score(TEXTS), TEXTS)


def test_another_kind_of_positions():
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(1)
    config = LlamaConfig(
        vocab_size=len(tiny_tokenizer()), hidden_size=16, intermediate_size=32,
        num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
        max_position_embeddings=64,
    )  # fmt: skip
    model = LlamaForCausalLM(config).eval()
    found = ContinuationScorer(model, tiny_tokenizer(), tokens=16).score(TEXTS)
    assert_right(found, TEXTS, model)


def test_trailing_spaces_go_with_the_continuation_and_an_empty_text_begins():
    texts = [("a man ", ["is riding", "was"]), ("", ["a man", "dog"])]
    assert_right(scorer().score(texts), texts)


def test_long_texts_lose_their_beginning():
    given = scorer(max_length=8)
    text = " ".join(["the"] * 20) + " man is riding a bike"
    texts = [(text, [" not by", " who"]), ("the man", [" who"])]
    row, _ = given.score(texts)
    assert sum(given.truncated(texts)) == 1
    kept = "the the man is riding a bike"  # seven tokens, and the first of two is read, too
    assert_right([row], [(kept, [" not by", " who"])])


def test_less_memory_halves_the_batch(monkeypatch):
    given = scorer(tokens=512)
    score = given._score

    def full(trees, encoded, start):
        if len(trees) * max(len(tree.tokens) for tree in trees) > 20:
            raise torch.OutOfMemoryError
        return score(trees, encoded, start)

    monkeypatch.setattr(given, "_score", full)
    given._shares = True
    assert_right(given.score(TEXTS), TEXTS)
    assert given.tokens < 512


def test_one_text_that_does_not_fit(monkeypatch):
    given = scorer(tokens=4)

    def full(*args, **more):
        raise torch.OutOfMemoryError

    monkeypatch.setattr(given, "_score", full)
    given._shares = True
    with pytest.raises(LitgenError, match="a text of"):
        given.score(TEXTS)


def test_no_numbers_are_refused():
    model = tiny_model()
    with torch.no_grad():
        model.lm_head.weight[0, 0] = math.nan
    with pytest.raises(LitgenError, match="returned no finite number"):
        ContinuationScorer(model, tiny_tokenizer()).score(TEXTS)


def test_an_answer_without_a_token_is_refused():
    with pytest.raises(LitgenError, match="an answer adds no token"):
        scorer().score([("a man", ["", " is"])])


def classifier(prompt="anli", **given):
    return CausalClassifier(scorer(), load_prompt(prompt), **given)


PAIRS = [("a man is riding", "a man is"), ("the dog", "it was not ridden by who")]


@pytest.fixture
def prompt_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'template = "{premise} . {hypothesis} ."\n[choices]\n'
        'entailment = "is the"\nneutral = "a"\ncontradiction = "not"\n'
    )
    return str(path)


def test_ways_of_scoring(prompt_file):
    sums = [
        [reference(tiny_model(), tiny_tokenizer(), f"{p} . {h} .", f" {each}")
         for each in ("is the", "a", "not")] for p, h in PAIRS
    ]  # fmt: skip
    alone = [reference(tiny_model(), tiny_tokenizer(), "", f" {each}")
             for each in ("is the", "a", "not")]  # fmt: skip
    expected = {
        "sum": sums,
        "per-character": [[a / n for a, n in zip(row, (6, 1, 3), strict=True)] for row in sums],
        "unconditional": [[a - b for a, b in zip(row, alone, strict=True)] for row in sums],
    }
    for scoring, rows in expected.items():
        model = classifier(prompt_file, scoring=scoring)
        found = model.classify(PAIRS)
        for row, scores in zip(found, rows, strict=True):
            softmax = torch.tensor(scores, dtype=torch.float64).softmax(dim=0).tolist()
            assert row.tolist() == pytest.approx(softmax, abs=1e-5)
        assert [each.label for each in answers(model, PAIRS)] == [
            model.labels[int(row.argmax())] for row in found
        ]
    with pytest.raises(UsageError, match="--scoring most"):
        classifier(scoring="most")


def test_a_chat_template():
    with pytest.raises(UsageError, match="no chat template, which the prompt 'chat' needs"):
        classifier("chat", template=True)
    given = scorer()
    given.tokenizer.chat_template = TEMPLATE
    shots = [Shot("a dog", "it", "neutral")]
    model = CausalClassifier(given, load_prompt("chat"), shots=shots, template=True)
    ((text, continuations),) = model.texts(PAIRS[:1])
    assert text.startswith("system : You judge") and "assistant : neutral . user :" in text
    assert continuations == ["entailment", "neutral", "contradiction"]
    plain = CausalClassifier(given, load_prompt("chat"), shots=shots)
    assert plain.texts(PAIRS[:1])[0][1] == [" entailment", " neutral", " contradiction"]


@pytest.fixture
def folder(tmp_path):
    tiny_model().save_pretrained(tmp_path / "tiny")
    tiny_tokenizer().save_pretrained(tmp_path / "tiny")
    causal._load.cache_clear()
    return tmp_path / "tiny"


@pytest.fixture
def contrast_set(tmp_path):
    records = [
        record(f"a{i}", "past;future", "neutral", "entailment", hypothesis="the dog " * i)
        for i in range(1, 5)
    ]
    return make_contrast_set(tmp_path / "contrast", records).path


def test_evaluated_with_several_prompts(folder, contrast_set, tmp_path, prompt_file):
    spec = ModelSpec(f"causal:{folder}", max_length=31)
    prompts = [prompt_file, "right"]
    found = evaluate_prompts(contrast_set, spec, tmp_path / "p", prompts)
    assert list(found) == [tmp_path / "p" / "mine", tmp_path / "p" / "right"]
    first, second = (Predictions(path).info for path in found)
    assert (first.name, second.name) == ("tiny mine", "tiny right")
    assert first.model["prompt"]["name"] == "mine" and first.model["scoring"] == "sum"
    assert first.dtype == "float32" and first.outcomes is None
    for each in Predictions(tmp_path / "p" / "mine"):
        assert each.outcome == "answered" and each.raw is None and each.readings is None
        assert sum(each.scores.values()) == pytest.approx(1, abs=1e-5)
        assert max(each.scores, key=each.scores.get) == each.label
    again = evaluate_prompts(contrast_set, spec, tmp_path / "p", prompts)
    assert [each.classified for each in again.values()] == [0, 0]
    more = evaluate_prompts(contrast_set, spec, tmp_path / "p", [*prompts, "anli"])
    assert [bool(each.classified) for each in more.values()] == [False, False, True]


def test_shots_are_written_down_and_of_no_premise_of_the_set(folder, contrast_set, tmp_path):
    shots = tmp_path / "shots.jsonl"
    shots.write_text(
        '{"premise": "premise of  A.", "hypothesis": "x", "label": "entailment"}\n'
        '{"premise": "Mine.", "hypothesis": "y", "label": "entailment"}\n'
    )
    info = evaluate(
        contrast_set, f"causal:{folder}", tmp_path / "p", shots=1, shots_file=shots
    ).info
    assert info.model["shots"] == [["Mine.", "y", "entailment"]]
    with pytest.raises(UsageError, match="has only 1 labelled pairs"):
        evaluate(contrast_set, f"causal:{folder}", tmp_path / "q", shots=2, shots_file=shots)
    with pytest.raises(UsageError, match="does not use a prompt; omit --shots"):
        evaluate(contrast_set, "json:loads", tmp_path / "q", shots=2)


def test_what_cannot_be_loaded(folder, tmp_path):
    with pytest.raises(LitgenError, match="cannot be loaded"):
        load_model(ModelSpec(f"causal:{tmp_path / 'nowhere'}"))
    with pytest.raises(UsageError, match=f"--model causal:{folder}"):
        load_model(ModelSpec(str(folder)))
