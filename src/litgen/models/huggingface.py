"""Classify sentence pairs with Hugging Face models, in batches of similar length."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from litgen.exceptions import LitgenError, UsageError
from litgen.models.encoding import Encoded, PairEncoder, combined, parts_of, pieces_of
from litgen.models.fingerprint import commit_of, fingerprint
from litgen.models.label_names import class_labels, refuse_contradiction
from litgen.models.loading import ModelSpec
from litgen.models.protocol import Classifier
from litgen.neural.devices import (
    batches,
    choose_device,
    choose_dtype,
    cpu_threads,
    emulates,
    need_torch,
    versions,
)
from litgen.neural.hub import load_pretrained

if TYPE_CHECKING:
    import torch

    from litgen.models.protocol import Probabilities

logger = logging.getLogger(__name__)

CPU_TOKENS, GPU_TOKENS = 1024, 32768  #: tokens per batch, padding included
_MIN_PIECE = 8  #: minimum tokens of a piece, even if the hypothesis leaves less room
CPU_WINDOW, GPU_WINDOW = 1024, 16384  #: pairs sorted together; the most that a stopped run loses


class HuggingFaceClassifier(Classifier):
    """A ``PairClassifier`` over a Hugging Face model for sequence classification.

    The model must be on its device and in evaluation mode. ``labels`` are the labels of its
    outputs, ``name`` is its folder or name on the hub, and ``piece`` is the option ``window``.
    ``litgen.models.ModelSpec`` describes the options; ``tokens`` is reduced when a batch does not
    fit into GPU memory.
    """

    kind = "huggingface"

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        labels: Sequence[str],
        *,
        max_length: int | None = None,
        tokens: int | None = None,
        threads: int | None = 1,
        name: str = "",
        piece: int | None = None,
    ) -> None:
        self.model = model
        self.name = name
        self.labels = tuple(labels)
        self.encoder = PairEncoder(tokenizer, model, max_length)
        self.device: torch.device = model.device
        self.dtype: str | None = str(model.dtype).removeprefix("torch.")
        on_cpu = self.device.type == "cpu"
        self.tokens = tokens or (CPU_TOKENS if on_cpu else GPU_TOKENS)
        self.window = CPU_WINDOW if on_cpu else GPU_WINDOW
        self.threads = threads
        self.piece = piece

    def classify(self, pairs: Sequence[tuple[str, str]]) -> Probabilities:
        """Return label probabilities for pairs; each distinct pair is classified once."""
        pieces = self._pieces(pairs)
        distinct = list(dict.fromkeys(each for some in pieces for each in some))
        rows = dict(zip(distinct, self._classify_distinct(distinct), strict=True))
        found = (
            rows[some[0]]
            if len(some) == 1
            else combined(np.array([rows[each] for each in some]), self.labels)
            for some in pieces
        )
        return np.array([*found]).reshape(len(pairs), len(self.labels))

    def describe(self) -> Mapping[str, Any]:
        return {
            "name": self.name,
            **fingerprint(self.name),
            **commit_of(self.model.config),
            "max_length": self.encoder.max_length,
            **({} if self.piece is None else {"window": self.piece}),
            **versions(),
        }

    def truncated(self, pairs: Sequence[tuple[str, str]]) -> list[bool]:
        pieces = self._pieces(pairs)
        cut = iter(self.encoder.encode([each for some in pieces for each in some]).truncated)
        return [sum(next(cut) for _ in some) > 0 for some in pieces]

    def _pieces(self, pairs: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
        """Return each pair's inputs: the pair, or its hypothesis with each piece of the premise."""
        if self.piece is None:
            return [[pair] for pair in pairs]
        sizes = {
            hypothesis: max(_MIN_PIECE, min(self.piece, self.encoder.room_for_premise(hypothesis)))
            for _, hypothesis in pairs
        }
        parts = lru_cache(maxsize=None)(partial(parts_of, lengths=self.encoder.lengths))
        return [
            [(piece, hypothesis) for piece in pieces_of(premise, parts(premise, size), size)]
            for premise, hypothesis in pairs
            for size in [sizes[hypothesis]]
        ]

    def _classify_distinct(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        import torch

        encoded = self.encoder.encode(pairs)
        lengths = encoded.lengths()
        order = sorted(range(len(pairs)), key=lambda i: (lengths[i], i))
        parts: list[torch.Tensor] = []
        done: list[int] = []
        with cpu_threads(self.threads if self.device.type == "cpu" else None):
            while len(done) < len(order):  # after a failed batch, continue with smaller ones
                for batch in batches(order[len(done) :], lengths, self.tokens):
                    part = self._forward(encoded, batch)
                    if part is None:
                        break
                    parts.append(part)
                    done += batch
            found = np.empty((len(pairs), len(self.labels)))
            if parts:  # fetch all results at once, so that the GPU need not wait between batches
                found[done] = torch.cat(parts).cpu().double().numpy()
        broken = np.flatnonzero(~np.isfinite(found).all(axis=1))
        if len(broken):
            premise, hypothesis = pairs[int(broken[0])]
            raise LitgenError(
                f"the model returned no finite number for {len(broken)} of {len(pairs)} pairs (the "
                f"first is {premise[:60]!r}, {hypothesis[:60]!r}); {self.dtype} may overflow, so "
                "use --dtype float32 or bfloat16"
            )
        return found

    def _forward(self, encoded: Encoded, batch: Sequence[int]) -> torch.Tensor | None:
        """Return a batch's probabilities; if it does not fit, reduce ``tokens`` and return None."""
        import torch

        try:
            inputs = self.encoder.batch(encoded, batch, self.device)
            with torch.inference_mode():
                probabilities: torch.Tensor = self.model(**inputs).logits.float().softmax(dim=1)
            return probabilities
        except torch.OutOfMemoryError as error:
            if len(batch) == 1:
                raise LitgenError(
                    f"a pair of {len(encoded.ids[batch[0]])} tokens does not fit into GPU memory; "
                    "use --max-length, --dtype bfloat16 or --device cpu"
                ) from error
        # This follows the handler because the error keeps alive the tensors that did not fit.
        torch.cuda.empty_cache()
        width = max(len(encoded.ids[i]) for i in batch)
        self.tokens = max(1, len(batch) // 2) * width
        logger.warning("the GPU is out of memory; continuing with %d tokens a batch", self.tokens)
        return None


def load_classifier(name: str, **options: Any) -> HuggingFaceClassifier:
    """Load a classifier from a folder, the local cache of the hub or, if it responds, the hub.

    See ``load_model`` for options and errors. Models without a classification head are rejected,
    and so are models with uninformative class names, unless ``labels`` is set.
    """
    need_torch(f"the model {name!r}")
    spec = ModelSpec(name, **options)
    target, dtype = choose_device(spec.device), choose_dtype(spec.dtype or "float32")
    if emulates(dtype, target):
        logger.warning(
            "this processor has no instructions for %s; use --dtype float32, which is faster here",
            spec.dtype,
        )
    meanings: list[str] = []

    def configured(config: Any) -> dict[str, Any]:
        _refuse_headless(name, config)
        names = [str(config.id2label[number]) for number in sorted(config.id2label)]
        if spec.labels is None:
            refuse_contradiction(names, config.label2id or {}, name)
        meanings[:] = class_labels(names, spec.labels, name)
        return {"dtype": dtype}

    what = f"the model {name!r} cannot be loaded"
    fix = "use a folder or hub model for sequence classification, or a file of predictions"
    auto = "AutoModelForSequenceClassification"
    model, tokenizer = load_pretrained(auto, name, configured, what, fix, target)
    settle_padding(model, tokenizer)
    limits = {each: getattr(spec, each) for each in ("max_length", "tokens", "threads")}
    return HuggingFaceClassifier(model, tokenizer, meanings, name=name, piece=spec.window, **limits)


def _refuse_headless(name: str, config: Any) -> None:
    architectures = getattr(config, "architectures", None) or []
    if architectures and not any("ForSequenceClassification" in each for each in architectures):
        causal = any(each.endswith(("ForCausalLM", "LMHeadModel")) for each in architectures)
        generative = f", or use --model causal:{name} to prompt it" if causal else ""
        raise UsageError(
            f"the model {name!r} is a {architectures[0]}, which has no classification head; "
            f"train one (litgen study train PAIRS --model {name} -o FOLDER){generative}"
        )


def settle_padding(model: Any, tokenizer: Any) -> None:
    """Set a padding token if a model has none; decoders need it to find the last token."""
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token or tokenizer.unk_token
    if model.config.pad_token_id is None:
        model.config.pad_token_id = tokenizer.pad_token_id
