"""The results of a gate's checks as JUnit XML and as Markdown."""

from xml.etree import ElementTree

from litgen.evaluation.gate import Gate

_MARKS = {"passed": "✅", "failed": "❌", "undecided": "⚠️"}


def junit_xml(gate: Gate) -> str:
    """Return a test suite as XML, with one test case per check; undecided checks are errors.

    Example:
        >>> from litgen.evaluation.gate import Check, parse_condition
        >>> check = Check(parse_condition("accuracy < 80 %"), "original;negation", "failed", 100)
        >>> 'failures="1"' in junit_xml(Gate("minilm", (check,)))
        True
    """
    failed = sum(check.outcome == "failed" for check in gate.checks)
    undecided = sum(check.outcome == "undecided" for check in gate.checks)
    suite = ElementTree.Element("testsuite", {
        "name": f"litgen gate {gate.model}", "tests": str(len(gate.checks)),
        "failures": str(failed), "errors": str(undecided),
    })  # fmt: skip
    for check in gate.checks:
        case = ElementTree.SubElement(suite, "testcase", {
            "classname": f"litgen.{gate.model}",
            "name": f"{check.contrast}: {check.condition.text}",
        })  # fmt: skip
        if check.outcome != "passed":
            kind = "failure" if check.outcome == "failed" else "error"
            ElementTree.SubElement(case, kind, {"message": check.line})
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def markdown_summary(gate: Gate) -> str:
    rows = [
        f"| {_MARKS[check.outcome]} {check.outcome} | `{check.contrast}` | {check.condition.text} "
        f"| {check.line.split(': ', 1)[1]} |"
        for check in gate.checks
    ]
    head = [f"### litgen gate: {gate.model} {gate.outcome}", ""]
    return "\n".join([*head, "| | contrast | fails if | found |", "|---|---|---|---|", *rows, ""])
