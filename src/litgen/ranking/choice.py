"""Choose a language model for ranking: the packaged SmolLM2, another model, or none."""

import importlib.util
import logging
from typing import Any, NamedTuple

from litgen.exceptions import LitgenError
from litgen.neural.hub import load_pretrained
from litgen.ranking import packaged
from litgen.ranking.ranker import Measure, TokenScorer
from litgen.version import install_command

logger = logging.getLogger(__name__)

REQUIRED = ("torch", "transformers")
INSTALL = install_command("ranking")


class Choice(NamedTuple):
    """The name of the chosen language model, or None, and the reason for the choice.

    The name can be passed to ``load_ranker``, so that all workers load the same model.
    """

    model: str | None
    why: str


def choose_model(name: str = "auto") -> Choice:
    """Choose a language model without loading it or contacting a hub.

    Args:
        name: ``"auto"`` (the packaged SmolLM2 if it is installed, and otherwise none, with a
            warning), ``"smollm2"``, ``"none"``, or the folder or hub name of another causal
            language model, such as ``"gpt2"``.

    Raises:
        LitgenError: a model is requested by name, and a package that it needs is missing.

    >>> choose_model("none")
    Choice(model=None, why='not requested')
    """
    if name == "none":
        return Choice(None, "not requested")
    required = (*REQUIRED, "gguf") if name in ("auto", "smollm2") else REQUIRED
    missing = [module for module in required if importlib.util.find_spec(module) is None]
    if missing:
        verb = "are" if missing[1:] else "is"
        return _absent(name, f"{' and '.join(missing)} {verb} not installed; run {INSTALL}")
    if name in ("auto", "smollm2"):
        if packaged.weights() is not None:
            return Choice("smollm2", f"packaged with {packaged.PACKAGE} {packaged.version()}")
        return _absent(name, f"the packaged model is not installed; run {packaged.INSTALL}")
    return Choice(name, "requested by name")


def load_ranker(
    name: str = "auto",
    *,
    measure: Measure = "mean",
    device: str | None = None,
    threads: int | None = 1,
) -> TokenScorer | None:
    """Load a language model for ranking; return None, with a warning, if there is none.

    Args:
        name: as for ``choose_model``.
        measure: ``"mean"`` or ``"lit"`` (see ``litgen.ranking.ranker``).
        device: a device such as ``"cpu"`` or ``"cuda:1"``; None selects the GPU if there is one. A
            GPU computes in bfloat16, a CPU in float32.
        threads: CPU threads; None leaves PyTorch's setting.

    Raises:
        LitgenError: a model that was requested by name cannot be loaded.

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
    model, tokenizer, label = _load(choice.model, dtype)
    return TokenScorer(
        model.to(target), tokenizer, measure=measure, threads=threads, description={"model": label}
    )


def _load(name: str, dtype: Any) -> tuple[Any, Any, str]:
    if name == "smollm2":
        return *packaged.load(dtype), packaged.label()
    fix = "use another model for --rank, or none"
    what, options = f"the language model {name!r} cannot be loaded", {"dtype": dtype}
    found = load_pretrained("AutoModelForCausalLM", name, lambda _: options, what, fix)
    return *found, name


def _absent(name: str, why: str) -> Choice:
    """Warn and return no model for ``auto``; raise an error for other names."""
    if name == "auto":
        logger.warning("litgen cannot rank outputs: %s", why)
        return Choice(None, why)
    raise LitgenError(f"the language model {name!r} cannot be used: {why}")
