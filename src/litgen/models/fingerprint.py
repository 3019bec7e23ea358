"""Compute checksums that distinguish models with the same name."""

import functools
import hashlib
import inspect
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from litgen.files import digest

#: files that do not affect predictions
_ASIDE = {"README.md", "run.json", "training.json", ".gitattributes"}
_SUFFIXES = {".json", ".safetensors", ".bin", ".txt", ".model", ".ubj"}


def fingerprint(name: str) -> dict[str, str]:
    """Return the checksum of a model's folder, or an empty string for a name on the hub."""
    folder = Path(name)
    if not name or not folder.is_dir():
        return {}
    total = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.suffix in _SUFFIXES and path.name not in _ASIDE:
            total.update(f"{path.name}\0{digest(path)}\0".encode())
    return {"sha256": total.hexdigest()}


def commit_of(config: Any) -> dict[str, str]:
    """Return the commit of a model from the hub, if it is known."""
    commit = getattr(config, "_commit_hash", None)
    return {"commit": commit} if commit else {}


#: folders of installed packages, whose code is identified by name, not by content
_INSTALLED = {"site-packages", "dist-packages"}


def function_digest(function: Any) -> str:
    """Return the checksum of a function: its source, closure, defaults and what these refer to.

    The checksum covers the source of the user's own functions, classes and modules, and plain
    values. For anything else, such as a model in memory, it covers only the type.

    Example:
        >>> function_digest(lambda pairs: 1) == function_digest(lambda pairs: 2)
        False
    """
    total = hashlib.sha256()
    for part in _parts(function, set()):
        total.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return total.hexdigest()


def _parts(value: Any, seen: set[int]) -> Iterator[str]:
    if value is None or isinstance(value, (str, bytes, int, float, complex)):
        yield repr(value)
        return
    yield f"{type(value).__module__}.{type(value).__qualname__}"
    if id(value) in seen:
        return
    seen.add(id(value))
    for part in _inner(value):
        yield from _parts(part, seen)


def _inner(value: Any) -> list[Any]:
    if isinstance(value, (FunctionType, type, ModuleType)) and not _is_users(value):
        return [getattr(value, "__module__", None), getattr(value, "__qualname__", value.__name__)]
    if isinstance(value, FunctionType):
        cells = [_content(cell) for cell in value.__closure__ or ()]
        used = [value.__globals__[name] for name in sorted(_names(value.__code__))
                if name in value.__globals__]  # fmt: skip
        defaults = value.__defaults__, value.__kwdefaults__
        return [_source(value), value.__code__, *defaults, cells, used]
    if isinstance(value, CodeType):  # distinguishes two lambdas on one line
        return [value.co_code, value.co_names, value.co_varnames, value.co_consts]
    if isinstance(value, type):
        return [_source(value), *vars(value).values()]
    if isinstance(value, ModuleType):
        return [_source(value)]
    if isinstance(value, MethodType):
        return [value.__func__, value.__self__]
    if isinstance(value, functools.partial):
        return [value.func, value.args, value.keywords]
    if isinstance(value, Mapping):
        return [each for item in value.items() for each in item]
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=repr)
    if _is_users(type(value)) and hasattr(value, "__dict__"):
        return [type(value), vars(value)]
    return []


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # the variable has no value yet
        return None


def _names(code: CodeType) -> set[str]:
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _source(value: Any) -> str | None:
    try:
        return inspect.getsource(value)
    except (OSError, TypeError):  # no file: typed interactively, or built in
        return None


def _is_users(value: Any) -> bool:
    """Check that a function, class or module is neither built in nor from an installed package."""
    name = str(getattr(value, "__module__", None) or getattr(value, "__name__", ""))
    if name.partition(".")[0] in sys.stdlib_module_names - {"__main__"} or name == "builtins":
        return False
    file = getattr(sys.modules.get(name), "__file__", None)
    return file is None or not _INSTALLED & set(Path(file).parts)
