"""Test rules and tables by running their examples through an engine."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Any, NamedTuple

from litgen.engines import Engine, load_engine
from litgen.mrs.polarity import ARROWS, Polarities
from litgen.mrs.rule import Example, Rule
from litgen.tables import grammars_table, read_toml, rules_folder
from litgen.transformations.protocol import Outcome, Transformation
from litgen.transformations.registry import find, find_pairwise, find_rule, rules_of
from litgen.wordnet import find_wordnet

#: Transformations that need WordNet; their examples are skipped without it.
NEED_WORDNET = ("drop-modifier", "hypernym")
#: The word lists that block ``drop-conjunct``; the other lists block ``drop-modifier``.
_OF_CONJUNCTS = ("together", "reciprocal")
_STOPPING_AFFIRMATIVES = (
    "contrasting", "reasons", "negating", "minimizing", "smallest", "fixed_after_no", "idioms",
    "unable", "raising_negation",
)  # fmt: skip
_MARKED = re.compile(r"([\w'-]+)([↑↓=]?)")


class Check(NamedTuple):
    """The result of one example: outputs separated by `` | ``, or ``declined: REASON``."""

    rule: str
    text: str
    expected: str
    got: str
    passed: bool


class Asked(NamedTuple):
    """A transformation, a text and the expected output, or None if the text must be declined."""

    entry: str
    name: str
    text: str
    becomes: str | None


def check_examples(
    rules: Sequence[str] = (),
    extra: str | Path | None = None,
    engine: str | Engine = "dependency",
) -> list[Check]:
    """Run the examples in rules and in the tables of edits, frames and polarities.

    Args:
        rules: names of rules or tables (``dropping``); all of them by default.
        extra: a folder with the user's rules.
        engine: the engine or its name; ``grammars/beyond.toml`` lists its expected failures.

    Raises:
        UsageError: a name belongs to neither a rule nor a table.
    """
    tables = [name for name in rules or TABLES if name in TABLES]
    chosen = [find_rule(name, extra) for name in rules if name not in TABLES]
    if not rules:
        chosen = list(rules_of(extra).by_name.values())
    loaded = load_engine(engine) if isinstance(engine, str) else engine
    checks = check_rules(chosen, lambda name: find(name, engine=loaded, rules=extra))
    checks += check_tables(tables, Path(extra) if extra else None, loaded) if tables else []
    return [beyond(check, loaded.dialect) for check in checks]


def check_rules(rules: Iterable[Rule], find: Callable[[str], Transformation]) -> list[Check]:
    """Run the examples of rules.

    An example passes if a variant with the example's parameters has one of the expected outputs,
    or if the rule declines the sentence for the expected reason.
    """
    checks: list[Check] = []
    for rule in rules:
        outcomes = find(rule.name).apply([example.text for example in rule.examples])
        found = zip(rule.examples, outcomes, strict=True)
        checks += [_of_rule(rule.name, example, outcome) for example, outcome in found]
    return checks


def beyond(check: Check, dialect: str) -> Check:
    """Invert a check whose failure ``grammars/beyond.toml`` lists as expected for a dialect."""
    for entry in grammars_table("beyond").get(dialect, ()):
        if check.text in entry["examples"].get(check.rule, ()):
            expected = f"not in {dialect}: {entry['reason']}"
            return check._replace(expected=expected, passed=not check.passed)
    return check


def _of_rule(rule: str, example: Example, outcome: Outcome) -> Check:
    surfaces = [
        surface
        for variant in outcome.variants
        if example.parameters.items() <= dict(variant.parameters).items()
        for surface in variant.candidates
    ]
    got = " | ".join(surfaces) or f"declined: {outcome.declined} ({outcome.stage})"
    if not surfaces and outcome.variants:
        made = ((v.text, (f"{k} {x}" for k, x in v.parameters.items())) for v in outcome.variants)
        got = "only " + " | ".join(f"{text} ({', '.join(named)})" for text, named in made)
    if example.declined is not None:
        passed = not surfaces and outcome.declined == example.declined
        return Check(rule, example.text, f"declined: {example.declined}", got, passed)
    passed = any(output in surfaces for output in example.outputs)
    return Check(rule, example.text, " | ".join(example.outputs), got, passed)


def check_tables(
    tables: Sequence[str] = (),
    extra: Path | None = None,
    engine: str | Engine = "dependency",
) -> list[Check]:
    """Run the examples of tables; by default, of all ``TABLES``."""
    loaded = load_engine(engine) if isinstance(engine, str) else engine
    checks: list[Check] = []
    for table in tables or TABLES:
        if table == "polarity":
            checks += _check_polarity(loaded)
            continue
        by_name: dict[str, list[Asked]] = {}
        for each in _ASKED[table](extra):
            if find_wordnet() or each.name not in NEED_WORDNET:
                by_name.setdefault(each.name, []).append(each)
        for name, asked in by_name.items():
            outcomes = _outcomes(name, [each.text for each in asked], extra, loaded)
            checks += map(_compared, asked, outcomes)
    return checks


def _outcomes(name: str, texts: list[str], extra: Path | None, engine: Engine) -> list[Outcome]:
    if not name.startswith("conditional:"):
        return find(name, engine, extra).apply(texts)
    pairs = [(p, h) for p, h in (text.split(" / ") for text in texts)]
    return find_pairwise(name, engine, extra).apply_pairs(pairs)


def _compared(asked: Asked, outcome: Outcome) -> Check:
    made = [
        f"{text} / {variant.hypothesis}" if variant.hypothesis else text
        for variant in outcome.variants
        for text in variant.candidates
    ]
    passed = asked.becomes in made if asked.becomes is not None else not made
    got = " | ".join(made) or f"declined: {outcome.declined} ({outcome.stage})"
    return Check(asked.entry, asked.text, asked.becomes or "nothing", got, passed)


def _table(name: str) -> Mapping[str, Any]:
    return read_toml(rules_folder() / f"{name}.toml")


def _exchanges(_: Path | None) -> Iterator[Asked]:
    table = _table("exchanges")
    edited = {
        f"{part} {name}": entry
        for part in ("scale", "more_than", "negative")
        for name, entry in table[part].items()
    }
    for name, entry in {**edited, "at_least": table["at_least"]}.items():
        yield Asked(f"exchanges: {name}", "quantifier", entry["example"], entry["becomes"])
    entry = table["counterparts"]
    yield Asked("exchanges: counterparts", "affirmative", entry["example"], entry["becomes"])
    for name in _STOPPING_AFFIRMATIVES:
        yield Asked(f"exchanges: {name}", "affirmative", table[name]["example"], None)
    for name, entry in table["under"].items():
        step = f"under:{name}"
        yield Asked(f"exchanges: under {name}", step, entry["example"], entry["becomes"])
        yield Asked("exchanges: stopping", step, table["stopping"]["example"], None)


def _dropping(_: Path | None) -> Iterator[Asked]:
    table = _table("dropping")
    for name, entry in table["kind"].items():
        for example in entry["examples"]:
            yield Asked(f"dropping: {name}", "drop-modifier", *example.split(" -> "))
    for name, entry in table["lists"].items():
        edit = "drop-conjunct" if name in _OF_CONJUNCTS else "drop-modifier"
        yield Asked(f"dropping: {name}", edit, entry["example"], None)


def _broader(_: Path | None) -> Iterator[Asked]:
    table = _table("broader")
    for entry in (*table["noun"], *table["verb"]):
        name = f"broader: {entry['broader']}"
        yield Asked(name, "hypernym", entry["example"], entry["becomes"])
    yield Asked("broader: relative", "hypernym", table["relative"]["example"], None)


def _frames(extra: Path | None) -> Iterator[Asked]:
    from litgen.transformations.framing import entries_of

    for kind in ("frame", "conditional", "adverb"):
        for name, entry in entries_of(kind, extra).items():
            step = f"{kind}:{name}"
            if "example" in entry:
                yield Asked(f"frames: {step}", step, *entry["example"].split(" -> "))


_ASKED: Mapping[str, Callable[[Path | None], Iterator[Asked]]] = {
    "dropping": _dropping,
    "broader": _broader,
    "exchanges": _exchanges,
    "frames": _frames,
}
#: Names of the tables in ``rules/`` that have runnable examples.
TABLES = ("polarity", *_ASKED)


def _check_polarity(engine: Engine) -> list[Check]:
    asked = [
        (f"polarity: {kind} {entry['predicates'][0]}", example)
        for kind, entries in _table("polarity").items()
        for entry in entries
        for example in entry["examples"]
    ]
    parses = engine.parse([re.sub("[↑↓=]", "", example) for _, example in asked])
    checks = []
    for (entry, example), parse in zip(asked, parses, strict=True):
        got, wanted = f"declined: {parse.declined}", _MARKED.findall(example)
        arrows = chain((arrow for _, arrow in wanted), repeat(""))
        if parse.readings:
            reading = parse.readings[0]
            words = Polarities(reading.mrs).words(reading.text)
            got = " ".join(
                word.text + (ARROWS[word.polarity.value] if word.polarity and arrow else "")
                for word, arrow in zip(words, arrows, strict=False)
            )
        expected = " ".join(word + arrow for word, arrow in wanted)
        checks.append(Check(entry, parse.text, expected, got, got == expected))
    return checks
