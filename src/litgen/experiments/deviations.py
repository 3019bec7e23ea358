"""Deviations of an IE test from Salvatore et al. (2023), with reasons: ``deviations.toml``."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple


class Deviation(NamedTuple):
    """A deviation: the point, litgen's choice, that of the paper or its code, and the reason."""

    what: str
    here: str
    paper: str
    why: str


def deviations(result: Mapping[str, Any]) -> list[Deviation]:
    """Return the deviations of a run, from its results (``litgen.experiments.sweep.ie_test``)."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(undefined=StrictUndefined)
    table = files("litgen.experiments").joinpath("deviations.toml").read_text("utf-8")
    found = []
    for each in tomllib.loads(table)["deviation"]:
        holds = environment.compile_expression(each.get("when", "true"), undefined_to_none=False)
        if holds(**result):
            here = environment.from_string(each["here"]).render(result)
            found.append(Deviation(each["what"], here, each["paper"], each["why"]))
    return found
