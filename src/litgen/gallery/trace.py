"""Trace one sentence and one rule through the embedded engine, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.acceptability import DEFAULT_THRESHOLD, decider_of
from litgen.contrast.explain import assess_output
from litgen.contrast.sentences import rewrite
from litgen.contrast.toolbox import Toolbox
from litgen.engines.protocol import UNCOVERED, Request
from litgen.gallery.gallery import encode
from litgen.mrs.application import Application, apply_sequence, canonical
from litgen.mrs.loading import load_rules
from litgen.transformations import GrammarTransformation, find_rule
from litgen.transformations.naming import split_steps

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from litgen.engines.dependency.clauses import Sentence

#: Maximum width, in characters, of the column with the words of a tree.
_WIDTH = 60


class Trace(NamedTuple):
    """The stages and the outcome of applying one rule to one sentence."""

    record: dict[str, Any]  #: JSON values; ``docs/formats.md`` lists them
    doc: Doc | None  #: the repaired tree, None if the text was not parsed


def trace_of(sentence: str, name: str, rules: str | None = None) -> Trace:
    """Trace a sentence and one or more rules (``past+cleft``) through the dependency engine.

    Raises:
        UsageError: a rule does not exist, or the rules cannot be composed.

    Example:
        >>> trace_of("A man rides a bike.", "past").record["outcome"]["surfaces"]
        ['A man rode a bike.']
    """
    from litgen.acceptability.network import load_network
    from litgen.engines.dependency import DependencyEngine, builder
    from litgen.engines.dependency.sentences import read_sentences

    engine, loaded = DependencyEngine(), load_rules(rules)
    sequence = canonical(find_rule(step, rules) for step in split_steps(name))
    network = load_network()
    names = [rule.name for rule in sequence]
    transformation = GrammarTransformation(names, engine, loaded, lenient=network is not None)
    toolbox = Toolbox({transformation.name: transformation}, network=network)
    threshold = 0.0 if network is None else DEFAULT_THRESHOLD
    (parse,) = engine.parse([sentence])
    made = rewrite({sentence: [transformation.name]}, toolbox, threshold)
    outcome = made[sentence][transformation.name]
    reading = next(iter(parse.readings), None)
    (found,) = [reading.analysis] if reading else read_sentences([sentence])
    read: Sentence | None = None if isinstance(found, str) else found
    doc = read.doc if read else None
    lacking = read and parse.declined == UNCOVERED
    uncovered = (
        [read.doc[i].text for i in builder.build(read).uncovered] if read and lacking else []
    )
    listed = []
    application = Application()
    for number, rule in enumerate(sequence, 1):
        reached = bool(parse.statements) and application.declined is None
        if reading and reached:
            application = apply_sequence(sequence[:number], reading.mrs, engine.dialect)
        why = application.declined if reached else None
        listed.append({"name": rule.name, "gloss": rule.gloss, "reached": reached, "declined": why})
    variants = [
        {"parameters": dict(edited.parameters), "mrs": encode(edited.mrs),
         **engine.trace(Request(edited.mrs, reading, edited.parameters, network is not None))}
        for edited in application.variants if reading
    ]  # fmt: skip
    record = {
        "sentence": sentence,
        "rule": transformation.name,
        "engine": dict(engine.describe()),
        "form": read.form if read else None,
        "read_as": read.text if read else None,
        "repairs": list(doc.user_data.get("litgen_repairs", ())) if doc else [],
        "tree": [_token(token) for token in doc or ()],
        "uncovered": uncovered,
        "mrs": encode(reading.mrs) if reading else None,
        "rules": listed,
        "variants": variants,
        "outcome": {
            "stage": outcome.stage,
            "declined": outcome.declined,
            "words": outcome.words,
            "surfaces": [text for variant in outcome.variants for text in variant.candidates],
            "assessments": [
                {"output": text, **each._asdict()}
                for text in (*(v.text for v in outcome.variants), *(t for t, _ in outcome.dropped))
                if (each := assess_output(transformation, sentence, text, toolbox))
            ],
            "failures": [failure._asdict() for failure in outcome.failures],
        },
    }  # fmt: skip
    return Trace(record, doc)


def _token(t: Token) -> dict[str, Any]:
    return {"word": t.text, "lemma": t.lemma_, "pos": t.pos_, "tag": t.tag_, "label": t.dep_,
            "head": t.head.i, "entity": t.ent_type_}  # fmt: skip


def lines_of(record: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    same = record["read_as"] in (None, record["sentence"])
    form = "" if same else f"as a {record['form']}: {record['read_as']}"
    yield "sentence", [record["sentence"], *filter(None, [form])]
    if record["repairs"]:
        yield "repairs of the tree", list(record["repairs"])
    if record["tree"]:
        yield "tree", list(_drawn(record["tree"]))
    if record["uncovered"]:
        yield "words without a predication", record["uncovered"]
    if record["mrs"]:
        yield "MRS", record["mrs"].splitlines()
    applies = {
        rule["name"]: f"does not apply: {rule['declined']}" if rule["declined"] else "applies"
        for rule in record["rules"] if rule["reached"]
    }  # fmt: skip
    yield "rules", [f"{rule['name']}: {applies.get(rule['name'], 'not reached')} ({rule['gloss']})"
                    for rule in record["rules"]]  # fmt: skip
    words = [token["word"] for token in record["tree"]]
    for variant in record["variants"]:
        named = _listed(variant["parameters"])
        yield f"edits{f' ({named})' if named else ''}", list(_edited(variant, words))
        for candidate in variant["candidates"]:
            yield f"candidate  {candidate['surface']}", list(_candidate(candidate))
    outcome = record["outcome"]
    if outcome["surfaces"]:
        yield "outcome: kept", outcome["surfaces"]
    else:
        yield f"outcome: {outcome['stage']}", [_why(outcome)]
    for assessment in outcome["assessments"]:
        yield assessment["output"], [*assessed(assessment)]
    for failure in outcome["failures"]:
        yield f"failure: {failure['reason']}", [f"{failure['error']}, {failure['where']}"]


def assessed(found: Mapping[str, Any]) -> Iterator[str]:
    network = "" if found["network"] is None else f", from the network {found['network']}"
    yield (
        f"quality model: confidence {found['confidence']}; "
        f"log odds from the evidence {found['evidence']}{network}"
    )
    counted = ", ".join(f"{name} {value:+}" for name, value in found["counted"])
    yield f"strongest evidence, in log odds: {counted}"


def _drawn(tree: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of a tree: each word indented below its head, with tag and label."""
    below: dict[int, list[int]] = {}
    for index, token in enumerate(tree):
        below.setdefault(-1 if token["head"] == index else token["head"], []).append(index)
    stack = [(index, 0) for index in reversed(below[-1])]
    rows = []
    while stack:
        index, depth = stack.pop()
        token = tree[index]
        rows.append((f"{'  ' * depth}{token['word']}", token["tag"], token["label"]))
        stack += [(each, depth + 1) for each in reversed(below.get(index, []))]
    width = min(max(len(word) for word, *_ in rows), _WIDTH)
    return (f"{word:{width}}  {tag:5} {label}" for word, tag, label in rows)


def _edited(variant: Mapping[str, Any], words: list[str]) -> Iterator[str]:
    for edit in variant["edits"]:
        values = {
            key: words[value] if type(value) is int else value  # an int is a token of the tree
            for key, value in edit.items()
            if key != "edit"
        }
        yield f"{edit['edit']}: {_listed(values)}" if values else edit["edit"]
    yield f"guards check {', '.join(variant['names'])}"
    if variant["declined"]:
        yield f"declined: {_why(variant)}"
    for wanted in variant["wanted"]:
        yield f"to be read back: {_listed(wanted)}"


def _candidate(candidate: Mapping[str, Any]) -> Iterator[str]:
    yield "fields: " + " | ".join(text or "-" for text in candidate["fields"].values())
    if candidate["probes"] != [candidate["surface"]]:
        yield f"parsed: {' or '.join(candidate['probes'])}"
    differs = candidate["differs"]
    if differs is None:
        yield "read back: equal"
    elif differs["field"]:
        yield (
            f"{differs['reason']} differs: wanted {as_text(differs['wanted'])}, "
            f"got {as_text(differs['got'])}"
        )
    else:
        yield str(differs["reason"])


def _why(found: Mapping[str, Any]) -> str:
    words = f" ({', '.join(found['words'])})" if found["words"] else ""
    decider = decider_of(found["declined"])
    if decider is None:
        return f"{found['declined']}{words}"
    return str(decider._replace(id=decider.id + words))


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name} {as_text(value)}" for name, value in values.items() if value not in (None, [], ())
    )


def as_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and hasattr(value, "_asdict"):  # a verb in a verb group
        value = {name: each for name, each in value._asdict().items() if each}
    if isinstance(value, dict):
        return "(" + ", ".join(f"{name} {as_text(each)}" for name, each in value.items()) + ")"
    if isinstance(value, set | frozenset):
        value = sorted(value)
    if isinstance(value, list | tuple):
        return " ".join(map(as_text, value)) or "none"
    return str(value)


def page_of(trace: Trace) -> str:
    from spacy import displacy

    drawn = "" if trace.doc is None else displacy.render(trace.doc, style="dep", jupyter=False)
    text = "\n\n".join("\n  ".join((title, *lines)) for title, lines in lines_of(trace.record))
    title = escape(f"{trace.record['sentence']} – {trace.record['rule']}")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>'
        f"</head>\n<body>\n<h1>{title}</h1>\n{drawn}\n<pre>{escape(text)}</pre>\n</body>\n</html>\n"
    )
