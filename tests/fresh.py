"""What code loads in a Python of its own."""

from __future__ import annotations

import json
import subprocess
import sys

#: Packages that take long to import; whoever only wants help must not wait for them.
HEAVY = {
    "delphin", "lemminflect", "nltk", "numpy", "rich", "scipy", "spacy", "torch", "transformers",
    "xgboost",
}  # fmt: skip


def imports_of(code: str) -> set[str]:
    """The packages that some code imports."""
    code += "\nimport json, sys\njson.dump(sorted(sys.modules), sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in json.loads(done.stderr)}
