"""ACE's answer for one item, or the reason why there is none."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from litgen.failures import Failure

#: Reasons why an item has no results; the manifest counts each separately.
NO_PARSE = "parse.no-parse"
NOTHING = "generation.empty"
TIMED_OUT = "parse.timed-out"
OUT_OF_MEMORY = "parse.out-of-memory"
TOO_LONG = "parse.too-long"
ILL_FORMED = "parse.ill-formed"
UNKNOWN = "parse.unknown-predicate"
DID_NOT_START = "parse.program-did-not-start"

#: Parts of ACE's messages (in ``:error`` or on standard error), each with the problem it reports.
_PROBLEMS = (
    ("ran out of ram", OUT_OF_MEMORY),
    ("out of memory", OUT_OF_MEMORY),
    ("bad_alloc", OUT_OF_MEMORY),
    ("cannot allocate", OUT_OF_MEMORY),
    ("couldn't allocate", OUT_OF_MEMORY),
    ("couldn't mmap", OUT_OF_MEMORY),
    ("timeout", TIMED_OUT),
    ("out of time", TIMED_OUT),
    ("too many words", TOO_LONG),
    ("illformed input", ILL_FORMED),
    ("ep not in index", UNKNOWN),
)
#: The beginning of a node: ``(12 hd_yesno_c`` or, for a root, ``(root_strict``.
_NODE = re.compile(r"\((?:\d+ ([^\s()]+) |([^\s()\d-][^\s()]*))")
#: A string in double quotes, with backslash escapes; an unclosed one extends to the end.
_STRING = re.compile(r'"(?:[^"\\]|\\.?)*+(?:"|$)', re.DOTALL)
_ERROR = re.compile(r'\(:error \. "([^"]*)"')


class Result(NamedTuple):
    """One reading, or one realisation.

    Attributes:
        mrs: the MRS of a reading; empty for a realisation.
        surface: the string of a realisation; empty for a reading.
        nodes: names of the derivation's nodes, from the root down, left to right; empty for a
            reading.
    """

    mrs: str = ""
    surface: str = ""
    nodes: tuple[str, ...] = ()


class Answer(NamedTuple):
    """The results for one item, best first.

    Attributes:
        problem: why there are no results; None if ACE completed the item.
        failure: the fault in the process, if there was one; such an answer is never cached.
    """

    results: tuple[Result, ...] = ()
    problem: str | None = None
    failure: Failure | None = None


def problem_in(text: str) -> str | None:
    """Return the problem that a message from ACE reports, if any.

    Example:
        >>> problem_in("ran out of RAM while unpacking")
        'parse.out-of-memory'
    """
    lowered = text.lower()
    return next((problem for words, problem in _PROBLEMS if words in lowered), None)


def is_whole(response: Mapping[str, Any]) -> bool:
    said = response.get("error", "")
    if "incomplete output" in str(said):  # PyDelphin's message for a partial answer
        return False
    return "readings" in response or bool(said) or bool(_end(response))


def _end(response: Mapping[str, Any]) -> str:
    """Return ACE's final note, or PyDelphin's note about an item that it did not send."""
    for note in response.get("NOTES", ()):
        ends = note.startswith("tsdb parse:") and "(:" in note
        if ends or "could not validate" in note:
            return str(note)
    return ""


def _problem(response: Mapping[str, Any]) -> str | None:
    end = _end(response)
    if "could not validate" in end:
        return ILL_FORMED
    found = _ERROR.search(end)
    return problem_in(found.group(1) if found else str(response.get("error", "")))


def read_parse(response: Mapping[str, Any]) -> Answer:
    """Return the readings in a response.

    If ACE exceeds a limit, it may return readings that do not include the best one; they are
    discarded.
    """
    problem = _problem(response)
    if problem is not None:
        return Answer(problem=problem)
    return Answer(tuple(Result(mrs=each["mrs"]) for each in response["results"] if "mrs" in each))


def read_realisations(response: Mapping[str, Any]) -> Answer:
    """Return the realisations in a response, each distinct surface once."""
    problem = _problem(response)
    if problem == TIMED_OUT:  # how many results ACE has found by then is random
        return Answer(problem=problem)
    found: dict[str, Result] = {}
    for each in response["results"]:
        surface = " ".join(each.get("SENT", "").split())  # an empty word leaves two spaces
        if surface and "derivation" in each:
            nodes = node_names(each["derivation"])
            found.setdefault(surface, Result(surface=surface, nodes=nodes))
    return Answer(tuple(found.values()), None if found else problem)


def node_names(derivation: str) -> tuple[str, ...]:
    """Return the names of the nodes of a derivation (UDF), without words.

    Example:
        >>> node_names('(1 sb-hd_mc_c 0.5 0 2 (2 it 0 0 1 ("it" 5 "token [ +FORM x ]")))')
        ('sb-hd_mc_c', 'it')
    """
    return tuple(match[1] or match[2] for match in _NODE.finditer(_STRING.sub("", derivation)))
