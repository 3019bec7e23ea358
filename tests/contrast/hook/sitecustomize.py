"""On a test process's PYTHONPATH: the registry gives the fake transformations, in workers too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import contrast_fakes

contrast_fakes.install()
