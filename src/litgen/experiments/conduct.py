"""Running an experiment: claiming its folder, finding or making results, writing the page."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from litgen.contrast.options import rules_digest
from litgen.contrast.pipeline import plain_errors
from litgen.experiments.data import Data
from litgen.experiments.learner import Learner
from litgen.experiments.report_page import ReportPage, write_page
from litgen.files import run_facts, write_json
from litgen.folders import Folder
from litgen.options import Options
from litgen.version import __version__

RUN = "run.json"


def conduct(
    out: Folder,
    signature: Callable[[], dict[str, Any]],
    work: Callable[[], dict[str, Any]],
    page: Callable[[Mapping[str, Any]], ReportPage],
    *,
    jobs: int,
    scheduler: str | None,
    overwrite: bool,
) -> dict[str, Any]:
    """Run an experiment, unless its folder has its results, and write the results.

    Args:
        work: runs the experiment; its return value is written as results, with the signature.
        jobs, scheduler, overwrite: see ``litgen.experiments.sweep.ie_test``.

    Raises:
        UsageError: the folder contains the results of another design.
        Interrupted: on Ctrl-C.
    """
    with plain_errors(out), out.locked():
        known = signature()
        if not out.take(known, overwrite=overwrite):
            started = time.monotonic()
            found = {**work(), "signature": known}
            write_page(page(found), out.path)
            facts = run_facts(time.monotonic() - started)
            write_json(out.path / RUN, {**facts, "jobs": jobs, "scheduler": scheduler})
            write_json(out.path / out.manifest, found)  # last: marks the folder finished
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
