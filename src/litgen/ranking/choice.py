"""Which language model ranks: GPT-2 where it can be had, else the packaged SmolLM2, else none."""

from __future__ import annotations

import importlib.util
import logging
from typing import Any, NamedTuple

from litgen.exceptions import LitgenError
from litgen.neural.hub import HUB_PATIENCE, hub_address, hub_has, load_pretrained
from litgen.ranking import packaged
from litgen.ranking.ranker import Measure, TokenScorer
from litgen.version import install_command

logger = logging.getLogger(__name__)

#: Names of GPT-2 in a model hub's cache, the older one last.
GPT2 = ("openai-community/gpt2", "gpt2")
#: Files of GPT-2 that must be cached: one of each.
_FILES = (
    ("config.json",),
    ("model.safetensors", "pytorch_model.bin"),
    ("tokenizer.json", "vocab.json"),
)
REQUIRED = ("torch", "transformers")
INSTALL = install_command("ranking")


class Choice(NamedTuple):
    """The language model that will rank, by name, and why; ``model`` is None where none will.

    The name can be passed to ``load_ranker``, so that many workers all load the same model.
    """

    model: str | None
    why: str


def choose_model(name: str = "auto", *, hub: bool = True) -> Choice:
    """Choose a language model without loading it; takes at most some three seconds.

    Where there is none, a warning says why.

    Args:
        name: ``"auto"``; ``"none"``; ``"gpt2"``; ``"smollm2"``; or a folder or a hub's name of any
            other causal language model.

    Raises:
        LitgenError: if the model asked for by name cannot be had.

    >>> choose_model("none")
    Choice(model=None, why='not asked for')
    """
    if name == "none":
        return Choice(None, "not asked for")
    missing = [module for module in REQUIRED if importlib.util.find_spec(module) is None]
    if missing:
        return _absent(name, f"{' and '.join(missing)} not installed ({INSTALL})")
    if name in ("auto", "gpt2"):
        if cached := _gpt2_cached():
            return Choice(cached, "in the model hub's cache")
        if hub and hub_answers():
            return Choice(GPT2[0], "from the model hub")
        if name == "gpt2":
            return _absent(name, f"it is not cached, and {hub_address()} does not answer")
    if name in ("auto", "smollm2"):
        if packaged.weights() is not None:
            return Choice("smollm2", f"packaged with {packaged.PACKAGE} {packaged.version()}")
        why = f"the packaged model is not installed ({packaged.INSTALL})"
        return _absent(name, why if name == "smollm2" else f"no model hub in reach, and {why}")
    return Choice(name, "asked for by name")


def load_ranker(
    name: str = "auto",
    *,
    measure: Measure = "mean",
    device: str | None = None,
    threads: int | None = 1,
) -> TokenScorer | None:
    """Load a language model that ranks, None where there is none (a warning says why).

    Args:
        name: as for ``choose_model``.
        measure: ``"mean"`` or ``"lit"`` (see ``litgen.ranking.ranker``).
        device: ``"cpu"``, ``"cuda"``, ``"cuda:1"``; the GPU where there is one when None. A GPU
            computes in bfloat16, a CPU in float32.
        threads: CPU threads; None leaves PyTorch's setting.

    Raises:
        LitgenError: if the model asked for by name cannot be loaded.

    >>> ranker = load_ranker("smollm2", measure="lit")  # doctest: +SKIP
    >>> ranker.score(["A man rides a bike."])  # doctest: +SKIP
    [-5.11]
    """
    choice = choose_model(name)
    if choice.model is None:
        return None
    import torch

    target = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    dtype = torch.bfloat16 if target.type == "cuda" else torch.float32
    try:
        model, tokenizer, label = _load(choice.model, dtype)
    except LitgenError as error:
        if name != "auto":
            raise
        logger.warning("%s", error)
        choice = choose_model("auto", hub=False)
        if choice.model is None:
            return None
        model, tokenizer, label = _load(choice.model, dtype)
    return TokenScorer(
        model.to(target), tokenizer, measure=measure, threads=threads, description={"model": label}
    )


def _load(name: str, dtype: Any) -> tuple[Any, Any, str]:
    """Load the model, its tokenizer and its name for the manifest."""
    if name == "smollm2":
        return *packaged.load(dtype), packaged.label()
    fix = "name another for --rank, or none"
    what, options = f"the language model {name!r} cannot be loaded", {"dtype": dtype}
    found = load_pretrained("AutoModelForCausalLM", name, lambda _: options, what, fix)
    return *found, name


def hub_answers(patience: float = HUB_PATIENCE) -> bool:
    """Whether the model hub has GPT-2 and says so within ``patience`` seconds."""
    return hub_has(GPT2[0], patience)


def _absent(name: str, why: str) -> Choice:
    """No model: a line and an answer for ``auto``, an error for a model asked for by name."""
    if name == "auto":
        logger.warning("nothing is ranked: %s", why)
        return Choice(None, why)
    raise LitgenError(f"the language model {name!r} cannot be used: {why}")


def _gpt2_cached() -> str | None:
    """The name under which GPT-2 is whole in the hub's cache."""
    from huggingface_hub import try_to_load_from_cache

    for name in GPT2:
        if all(
            any(isinstance(try_to_load_from_cache(name, file), str) for file in files)
            for files in _FILES
        ):
            return name
    return None
