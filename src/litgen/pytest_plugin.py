"""A pytest plugin that runs one test for each contrast of a contrast set.

Set the contrast set in the configuration (``litgen_contrast_set = DIR``) or on the command line
(``--litgen-contrast-set DIR``). A test with the fixture ``litgen_gate`` runs once per contrast.

Example:
    A file ``test_model.py``::

        def classify(pairs):  # a list of (premise, hypothesis)
            return my_model.predict(pairs)

        def test_meaning(litgen_gate):
            litgen_gate(classify, "loss > 2 points", "accuracy < 80 %")
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from litgen.evaluation.contrast_set import ContrastSet

_OPTION = "litgen_contrast_set"
#: The folder of each model's predictions, which are computed once per session.
_FOLDERS = pytest.StashKey[dict[Any, Path]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option and a setting for the contrast set."""
    what = "contrast set of litgen transform, for the fixture litgen_gate"
    parser.getgroup("litgen").addoption("--litgen-contrast-set", metavar="DIR", help=what)
    parser.addini(_OPTION, what, type="string", default="")


def _folder(config: pytest.Config) -> Path | None:
    """Resolve the option against the current folder, or the setting against the root folder."""
    if option := config.getoption(_OPTION):
        return config.invocation_params.dir / str(option)
    setting = str(config.getini(_OPTION))
    return config.rootpath / setting if setting else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize tests with the gate, so that they run once per contrast."""
    if "litgen_gate" not in metafunc.fixturenames:
        return
    folder = _folder(metafunc.config)
    if folder is None:
        raise pytest.UsageError(f"litgen_gate: there is no contrast set; set {_OPTION} = DIR")
    from litgen.evaluation.contrast_set import ContrastSet
    from litgen.exceptions import LitgenError

    try:
        names = ContrastSet(folder).contrasts
    except LitgenError as error:
        raise pytest.UsageError(str(error)) from None
    metafunc.parametrize("litgen_gate", names, indirect=True)


@pytest.fixture(scope="session")
def litgen_contrast_set(pytestconfig: pytest.Config) -> ContrastSet:
    """The contrast set in the configuration."""
    from litgen.evaluation.contrast_set import ContrastSet

    folder = _folder(pytestconfig)
    if folder is None:
        pytest.fail(f"there is no contrast set; set {_OPTION} = DIR", pytrace=False)
    return ContrastSet(folder)


@pytest.fixture
def litgen_gate(
    request: pytest.FixtureRequest,
    litgen_contrast_set: ContrastSet,
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[..., None]:
    """A function that fails the test unless a model meets conditions on a contrast.

    Its arguments are a model (as for :func:`litgen.evaluate`) and conditions without a contrast
    (:func:`litgen.evaluation.gate.parse_condition`). A condition that does not apply to a contrast,
    such as ``loss`` without controls, skips the test.
    """
    contrast = request.param
    folders = request.session.stash.setdefault(_FOLDERS, {})

    def check(model: Any, *conditions: str, **given: Any) -> None:
        from litgen.evaluation.evaluate import evaluate
        from litgen.evaluation.gate import gate

        if model not in folders:
            folder = tmp_path_factory.mktemp("litgen") / "predictions"
            evaluate(litgen_contrast_set, model, folder)
            folders[model] = folder
        named = [f"{contrast}: {condition}" for condition in conditions]
        found = gate(folders[model], named, contrast_folder=litgen_contrast_set.path, **given)
        bad = [each for each in found.checks if each.outcome != "passed"]
        if bad and all(not each.n for each in bad):
            pytest.skip("; ".join(each.line for each in bad))
        if bad:
            lines = "\n".join(f"{each.outcome}: {each.line}" for each in bad)
            pytest.fail(lines, pytrace=False)

    return check
