"""Use a causal language model as a classifier that returns the most probable answer to a prompt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import softmax

from litgen.exceptions import UsageError
from litgen.models.continuations import ContinuationScorer
from litgen.models.fingerprint import commit_of, fingerprint
from litgen.models.loading import ModelSpec
from litgen.models.prompts import SCORINGS, Prompt, Shot, default_prompt, load_prompt
from litgen.models.protocol import Answer, Classifier, Reply
from litgen.neural.devices import choose_device, choose_dtype, need_torch, versions
from litgen.neural.hub import load_pretrained

if TYPE_CHECKING:
    from litgen.models.protocol import Probabilities

PACKAGED = "smollm2"  #: the name of the packaged model (``litgen.ranking.packaged``)
CPU_WINDOW, GPU_WINDOW = 512, 8192


@dataclass(eq=False)
class CausalClassifier(Classifier):
    """A ``PairClassifier`` over a causal language model and a prompt.

    A reply contains the log probabilities of the answers (``sum``) and, for unconditional scoring,
    their log probabilities without the question (``alone``), in the order of ``labels``.
    """

    scorer: ContinuationScorer
    prompt: Prompt
    shots: tuple[Shot, ...] = ()  # labelled pairs shown before the question
    template: bool = False  # whether to use the tokenizer's chat template
    scoring: str | None = None  # how answers are compared; None uses the prompt's setting
    description: Mapping[str, Any] = field(default_factory=dict)  # the model's name and version
    kind: str = field(default="causal", init=False)

    def __post_init__(self) -> None:
        self.scoring = self.scoring or self.prompt.scoring
        self.labels = self.prompt.labels
        self.device = self.scorer.device
        self.dtype = str(self.scorer.model.dtype).removeprefix("torch.")
        self.window = CPU_WINDOW if self.device.type == "cpu" else GPU_WINDOW
        self._alone: dict[str, float] = {}
        if self.scoring not in SCORINGS:
            raise UsageError(f"--scoring {self.scoring}: use one of {', '.join(SCORINGS)}")
        if self.template and not self.scorer.tokenizer.chat_template:
            raise UsageError(
                f"{self.description.get('name', 'the model')}: the model has no chat template, "
                f"which the prompt {self.prompt.name!r} needs; use --chat-template none or another "
                "prompt"
            )

    def texts(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[str, list[str]]]:
        """Return the model's input and its continuations, in label order, for each pair."""
        separator = "" if self.template else self.prompt.separator
        return [
            (self._text(*pair), [separator + each for each in self.prompt.answers(*pair).values()])
            for pair in pairs
        ]

    def classify(self, pairs: Sequence[tuple[str, str]]) -> Probabilities:
        (replies,) = self.replies(pairs)
        rows = [self._probabilities(*pairs[place], reply) for place, reply in replies]
        return np.array(rows).reshape(len(pairs), len(self.labels))

    def replies(self, pairs: Sequence[tuple[str, str]]) -> Iterator[list[tuple[int, Reply]]]:
        """Yield the log probabilities of the answers to all pairs at once."""
        texts = self.texts(pairs)
        replies: list[dict[str, list[float]]] = [
            {"sum": found} for found in self.scorer.score(texts)
        ]
        if self.scoring == "unconditional":
            distinct = dict.fromkeys(each for _, continuations in texts for each in continuations)
            new = [each for each in distinct if each not in self._alone]
            if new:
                scores = self.scorer.score([("", new[at : at + 1]) for at in range(len(new))])
                self._alone.update(zip(new, (row[0] for row in scores), strict=True))
            for reply, (_, continuations) in zip(replies, texts, strict=True):
                reply["alone"] = [self._alone[each] for each in continuations]
        yield list(enumerate(replies))

    def read(self, premise: str, hypothesis: str, reply: Reply) -> Answer:
        return super().read(premise, hypothesis, self._probabilities(premise, hypothesis, reply))

    def describe(self) -> Mapping[str, Any]:
        return {
            **self.description,
            "prompt": self.prompt.describe(),
            "shots": [list(shot) for shot in self.shots],
            "chat_template": self.template,
            "scoring": self.scoring,
            "max_length": self.scorer.max_length,
            **versions(),
        }

    def usage(self, replies: Iterable[Reply]) -> Mapping[str, Any]:
        return {"device": str(self.device), "tokens_a_batch": self.scorer.tokens}

    def truncated(self, pairs: Sequence[tuple[str, str]]) -> list[bool]:
        """Check for each pair whether its input is too long, so that the beginning is cut off."""
        return self.scorer.truncated(self.texts(pairs))

    def _text(self, premise: str, hypothesis: str) -> str:
        if not self.template:
            return self.prompt.text(premise, hypothesis, self.shots)
        text: str = self.scorer.tokenizer.apply_chat_template(
            self.prompt.messages(premise, hypothesis, self.shots),
            tokenize=False,
            add_generation_prompt=True,
        )
        return text

    def _probabilities(self, premise: str, hypothesis: str, reply: Reply) -> list[float]:
        scores = list(reply["sum"])
        if self.scoring == "per-character":
            answers = self.prompt.answers(premise, hypothesis).values()
            scores = [score / len(answer) for score, answer in zip(scores, answers, strict=True)]
        elif self.scoring == "unconditional":
            scores = [score - alone for score, alone in zip(scores, reply["alone"], strict=True)]
        found: list[float] = softmax(scores).tolist()
        return found


def load_causal(name: str, **options: Any) -> CausalClassifier:
    """Load a causal language model and a prompt; see ``load_model`` for options and errors.

    The name is a folder, a model on the hub, or ``smollm2``, the model that a package provides.
    """
    need_torch(f"the model {name!r}")
    spec = ModelSpec(name, **options)
    prompt = load_prompt(spec.prompt or default_prompt("causal"))
    device = choose_device(spec.device)
    dtype = spec.dtype or ("float32" if device.type == "cpu" else "bfloat16")
    model, tokenizer, description = _load(name, dtype, str(device))
    scorer = ContinuationScorer(
        model, tokenizer, max_length=spec.max_length, tokens=spec.tokens, threads=spec.threads
    )
    template = prompt.chat and spec.chat_template == "auto"
    return CausalClassifier(scorer, prompt, spec.shots, template, spec.scoring, description)


@lru_cache(maxsize=1)
def _load(name: str, dtype: str, device: str) -> tuple[Any, Any, dict[str, Any]]:
    number_format = choose_dtype(dtype)
    if name == PACKAGED:
        from litgen.ranking import packaged

        model, tokenizer = packaged.load(number_format)
        description = {"name": name, "package": f"{packaged.PACKAGE} {packaged.version()}"}
        return model.to(device), tokenizer, description
    what = f"the model {name!r} cannot be loaded"
    fix = f"use {PACKAGED}, or a folder or hub model that generates text"
    options = {"dtype": number_format}
    model, tokenizer = load_pretrained(
        "AutoModelForCausalLM", name, lambda _: options, what, fix, choose_device(device)
    )
    return model, tokenizer, {"name": name, **fingerprint(name), **commit_of(model.config)}
