"""Rewrite single texts: each rewriting changes one sentence and copies the other columns."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from litgen.acceptability import BELOW_THRESHOLD
from litgen.contrast.notation import parse_contrast
from litgen.contrast.pairing import Line, Made, Tally, encoded, written
from litgen.contrast.policy import load_policy, rules_in
from litgen.contrast.proofs import meanings_of
from litgen.contrast.sentences import Key
from litgen.data import Pair, as_written
from litgen.data.reading import COLUMNS
from litgen.data.texts import sentence_spans
from litgen.exceptions import RuleError, UsageError
from litgen.logic import Rewriting, Side, spaces
from litgen.options import Meaning, Options
from litgen.replacement import Edit
from litgen.transformations.declarations import declared, needs_wordnet
from litgen.transformations.naming import split_steps
from litgen.transformations.protocol import Variant
from litgen.transformations.registry import check_names, rules_of

#: The convention by which a synonym has the same meaning.
_WORDING = "wording"
#: The value of ``transformation`` in rows with an original text.
ORIGINAL = "original"
#: litgen's own columns; a source column with one of these names becomes ``source_NAME``.
OWN = ("id", "row_id", "transformation", "meaning", "original", "sentence", "edit", "confidence")
#: The reason for leaving out a rewriting, by the value of the option ``meaning``.
_OTHERWISE = {"keep": "changes the meaning", "change": "keeps the meaning"}
#: The warning if the meaning is changed and no map of labels is given.
LABEL_LEFT_OUT = (
    "the labels ({}) are left out of rewritings that change the meaning; use --labels-map "
    "OLD=NEW,... to set the new labels, or --columns label=NAME to select the column of labels"
)


def label_columns(columns: Mapping[str, str]) -> tuple[str, ...]:
    """Return possible names of the label column: the user's choice, or the default names."""
    return (columns["label"],) if "label" in columns else COLUMNS["label"]


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, each on one line, as transformations receive them."""
    return [" ".join(text[start:end].split()) for start, end in sentence_spans(text)]


def keeps_meaning(
    name: str, parameters: Mapping[str, str] = MappingProxyType({}), rules: str | None = None
) -> bool:
    """Check by ``rules/meanings.toml`` whether a rewritten sentence means the same as the original.

    They mean the same if each entails the other in all small models. *Exhaustivity*, which
    makes a cleft stronger, is ignored, and the convention *wording* makes synonyms equivalent. A
    variant's ``parameters`` matter: a passive without its agent is weaker.

    Example:
        >>> keeps_meaning("passive"), keeps_meaning("passive", {"agent": "unsaid"})
        (True, False)
    """
    keys, decide = _meaning(name, rules)
    return decide(tuple((key, parameters.get(key, "")) for key in keys))


@lru_cache(maxsize=256)
def _meaning(
    name: str, rules: str | None
) -> tuple[tuple[str, ...], Callable[[tuple[tuple[str, str], ...]], bool]]:
    """Return the relevant parameters, and a function of them that checks if the meaning is kept."""
    file = rules_in(None if rules is None else Path(rules))
    try:
        steps = [meaning for _, meaning in meanings_of(split_steps(name), file)]
    except RuleError:  # the transformation has no declared meaning
        return (), lambda _: False
    if any(each.pairwise for each in steps):
        return (), lambda _: False
    bare = tuple(each._replace(by_convention={}) for each in steps)
    held = [file.meanings.conventions[_WORDING]]

    @lru_cache(maxsize=64)
    def decide(parameters: tuple[tuple[str, str], ...]) -> bool:
        old, new = Side("p"), Side("p", bare, dict(parameters))
        return all(
            space.possible == ("E",)
            for sides in ((old, new), (new, old))
            for space in spaces(Rewriting(*sides, None), held)
        )

    keys = {part for each in steps for key in each.by for part in key.split(", ")}
    return tuple(sorted(keys)), decide


@lru_cache(maxsize=4)
def default_names(meaning: Meaning, rules: str | None = None) -> tuple[str, ...]:
    """Return the transformations that are applied by default.

    These are the transformations that fit ``meaning`` and for which, if only the hypothesis is
    rewritten, ``rules/labels.toml`` has a label; those that accept any text are excluded.
    """
    policy = load_policy(folder=None if rules is None else Path(rules))
    names = [*rules_of(rules).by_name]
    names += [each for stated in declared().values() if not stated.any_text for each in stated.shown
              if stated.level == "sentence"]  # fmt: skip
    known = [
        name
        for name in dict.fromkeys(names)
        if (cut := policy.cut(parse_contrast(f"original;{name}"))) and not cut[0].void
    ]
    return tuple(each for each in known if keeps_meaning(each, rules=rules) == (meaning == "keep"))


class TextRewriter:
    """Builds the rows for rewritten texts; for pairs, see ``Pairer``.

    A row whose meaning has changed gets its label from ``options.labels_map``, or no label.

    Raises:
        UsageError: a name in ``options.transformation`` is unknown or a contrast, or the text
            column has the name of one of litgen's own columns.
    """

    covered: tuple[str, ...] = ()

    def __init__(self, options: Options) -> None:
        self._options, self._keep = options, options.meaning == "keep"
        self._labels = label_columns(options.columns)
        self._rules = rules = options.own_rules
        if options.text in OWN:
            raise UsageError(f"text: litgen writes a column {options.text!r}; rename your column")
        for name in options.transformation:
            if set(name) & set(";()"):
                raise UsageError(
                    f"contrast {name!r} requires pairs; for single texts, use a transformation, "
                    "such as --transformation passive (litgen list transformations)"
                )
            check_names(split_steps(name), rules)
        known = default_names(options.meaning, rules)
        default = (each for each in known if options.wordnet or not needs_wordnet(each))
        self.wanted = dict.fromkeys(options.transformation or default)
        #: transformations that never fit ``meaning`` but are applied because the user named them
        self._others = {each for each in options.transformation
                        if keeps_meaning(each, rules=rules) != self._keep}  # fmt: skip

    def unread(self, pair: Pair, made: Made) -> set[Key]:
        """Return the empty set: the network has already scored every rewriting of a text."""
        return set()

    def lines(self, pair: Pair, made: Made, tally: Tally) -> Iterator[Line]:
        """Yield the rows for one text: the original, then its distinct rewritings."""
        found = list(self._rewritten(pair, made, tally))
        if found:
            yield self._line(pair, {"id": pair.id, "transformation": ORIGINAL, "meaning": "kept"})
        yield from found
        tally["coverage", "texts with a version"] += bool(found)

    def _rewritten(self, pair: Pair, made: Made, tally: Tally) -> Iterator[Line]:
        seen = {pair.premise}
        for name in self.wanted:
            number_written = 0
            for number, edit, variant in _versions(pair.premise, name, made):
                text = edit.made_in(pair.premise)
                kept = keeps_meaning(name, variant.parameters, self._rules)
                if (reason := self._refused(name, kept, variant)) is not None:
                    tally["contrasts", name, reason] += 1
                elif text not in seen:
                    seen.add(text)
                    number_written += 1
                    values = (value for _, value in sorted(variant.parameters.items()))
                    parts = (pair.id, name, *values, str(number))
                    yield self._line(pair, {
                        "id": ":".join(parts), "transformation": name,
                        "meaning": "kept" if kept else "changed", "sentence": number,
                        "edit": edit._asdict(), "confidence": variant.confidence,
                    }, text)  # fmt: skip
            tally["contrasts", name, "records"] += number_written
            tally["contrasts", name, "pairs"] += bool(number_written)

    def _refused(self, name: str, kept: bool, variant: Variant) -> str | None:
        """Return the reason why a rewriting is left out, or None if it is written."""
        if variant.confidence is not None and variant.confidence < self._options.thresholds.each:
            return BELOW_THRESHOLD
        if name in self._others or kept == self._keep:
            return None
        return _OTHERWISE[self._options.meaning]

    def _line(self, pair: Pair, about: Mapping[str, Any], text: str | None = None) -> Line:
        own = {**dict.fromkeys(OWN), **about, "row_id": pair.id, "original": pair.premise}
        row: dict[str, Any] = {}
        for column, value in pair.source.items():
            if column == self._options.text:
                row[column] = pair.premise if text is None else text
            elif column not in self._labels or about["meaning"] == "kept":
                if (column, value) != ("id", pair.id):
                    row[f"source_{column}" if column in OWN else column] = written(value)
            elif (label := self._options.label_names.get(as_written(value))) is not None:
                row[column] = label
        return Line(encoded({**{name: own[name] for name in OWN[:4]}, **row, **own}))


def _versions(text: str, name: str, made: Made) -> Iterator[tuple[int, Edit, Variant]]:
    """Yield each rewriting of a text as a sentence number, an edit and a variant."""
    for number, (start, end) in enumerate(sentence_spans(text), 1):
        sentence = text[start:end]
        outcome = made.get(" ".join(sentence.split()), {}).get(name)
        for variant in () if outcome is None else outcome.variants:
            yield number, Edit(start, sentence, variant.text), variant
