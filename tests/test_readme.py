"""The README's Python session runs as written."""

import doctest
from pathlib import Path


def test_the_python_session_of_the_readme():
    readme = Path(__file__).parents[1] / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted >= 6
    assert result.failed == 0
