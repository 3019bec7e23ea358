"""``--fast`` leaves out every test that needs a parser, a neural network or another program.

A test is skipped at the moment when it imports one of ``HEAVY`` or starts a program, so that no
list of fast tests has to be maintained.
"""

import subprocess
import sys

import pytest

#: Libraries that take seconds to import and load models.
HEAVY = ("matplotlib", "scipy", "sklearn", "spacy", "torch", "transformers")


class _Skipping:
    """An import hook that finds nothing and skips the test that imports one of ``HEAVY``."""

    def find_spec(self, name, path=None, target=None):
        if name in HEAVY:
            raise pytest.skip.Exception(f"--fast: imports {name}", allow_module_level=True)


def _start(*args, **kwargs):
    pytest.skip("--fast: starts a program")


def pytest_addoption(parser):
    parser.addoption(
        "--fast", action="store_true", help="leave out tests that need a parser or a network"
    )


def pytest_configure(config):
    if config.getoption("--fast"):
        sys.meta_path.insert(0, _Skipping())


@pytest.fixture(scope="session", autouse=True)
def starts_no_program(request):
    if request.config.getoption("--fast"):
        subprocess.Popen.__init__ = _start


def pytest_collection_modifyitems(config, items):
    if config.getoption("--fast"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


def pytest_sessionfinish(session):
    if session.config.getoption("--fast") and not sys.modules.keys().isdisjoint(HEAVY):
        raise pytest.UsageError("--fast: a test imported one of " + ", ".join(HEAVY))
