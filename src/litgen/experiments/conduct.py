"""Run an experiment: claim its folder, find or compute its results, and write its page."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from litgen.contrast.options import rules_digest
from litgen.contrast.pipeline import plain_errors
from litgen.experiments.data import Data
from litgen.experiments.learner import Learner
from litgen.files import run_facts, write_json, write_texts
from litgen.folders import Folder
from litgen.options import Options
from litgen.reporting.document import Document, document_texts
from litgen.version import __version__

#: File name of the HTML page and of its Markdown version, without extension.
REPORT = "report"
RUN = "run.json"
FILES = (f"{REPORT}.html", f"{REPORT}.md", RUN)


def conduct(
    out: Folder,
    signature: Callable[[], dict[str, Any]],
    work: Callable[[], dict[str, Any]],
    page: Callable[[Mapping[str, Any]], Document],
    *,
    jobs: int,
    scheduler: str | None,
    overwrite: bool,
) -> dict[str, Any]:
    """Return an experiment's stored results; if there are none, call ``work`` and store them.

    Raises:
        UsageError: the folder contains the results of another design.
        Interrupted: on Ctrl-C.
    """
    with plain_errors(out), out.locked():
        known = signature()
        if not out.take(known, overwrite=overwrite):
            started = time.monotonic()
            found = {**work(), "signature": known}
            write_texts(out.path, document_texts(page(found), REPORT))
            facts = run_facts(time.monotonic() - started)
            write_json(out.path / RUN, {**facts, "jobs": jobs, "scheduler": scheduler})
            write_json(out.path / out.manifest, found)  # last: marks the folder as finished
            out.finish()
    return out.result()


def signature_of(
    data: Data, learner: Learner, design: Mapping[str, Any], options: Options
) -> dict[str, Any]:
    return {
        "litgen": __version__,
        "data": data.signature(),
        "model": learner.describe(),
        "design": design,
        "transformation": {**options.as_json(), "rules_sha256": rules_digest(options.rules_path)},
    }
