"""Base class of monotonicity edits, which finds a change's direction and reparses the output."""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any, ClassVar, Literal, NamedTuple

from delphin.mrs import EP

from litgen.acceptability.source import source_problem
from litgen.engines import Engine, load_engine
from litgen.engines.loading import Fallback
from litgen.engines.protocol import Parse, Reading
from litgen.mrs.polarity import Marked, Polarities, Polarity
from litgen.replacement import Replacement, replace
from litgen.transformations.grammar import joined
from litgen.transformations.monotone.roles import has_unclear_scope
from litgen.transformations.parsing import beside, is_question, roots_of, trees_of
from litgen.transformations.polarity import polarity_at
from litgen.transformations.protocol import Order, Outcome, TextTransformation, Variant
from litgen.transformations.units import find_words
from litgen.trees.tokens import Doc, Token

Extent = Literal["broader", "narrower"]
#: ``weaker``: the source entails the output; ``stronger``: the output entails the source.
Direction = Literal["weaker", "stronger"]
#: Maximum number of versions of a sentence per engine.
MOST = 3
#: Maximum number of tokens; parses of longer sentences are not reliable enough for a label.
MAX_WORDS = 30
#: The argument that excludes subjects, so that a negation of the clause takes scope over the edit.
PREDICATE = "predicate"
_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_DEFINITE = ("the", "this", "that", "these", "those", "both")
_SLUG = re.compile(r"[^a-z0-9]+")
_DIRECTIONS: Mapping[tuple[str, Extent], Direction] = {
    ("up", "broader"): "weaker",
    ("up", "narrower"): "stronger",
    ("down", "broader"): "stronger",
    ("down", "narrower"): "weaker",
}


class Change(NamedTuple):
    """A possible change to a sentence.

    Attributes:
        extent: whether the new expression is broader or narrower.
        at: the offset of the word whose polarity determines the direction.
        description: such as ``dog -> animal``.
        gone: the dropped or replaced spans, in characters of the source.
        new: the maximum number of new predicates in place of these spans.
        rests_on: the convention that the direction depends on.
        own: a convention on which the changed word depends, but not the direction.
        phrase: whether to use the polarity of the phrase that the word heads.
    """

    replacements: tuple[Replacement, ...]
    extent: Extent
    at: int
    description: str
    gone: tuple[tuple[int, int], ...]
    new: int = 0
    rests_on: str | None = None
    own: str | None = None
    phrase: bool = False

    def conventions(self, polarity: Polarity) -> list[str]:
        """Return the conventions that the direction depends on, given the word's polarity."""
        own = [self.rests_on] if self.rests_on else []
        others = list(polarity.rests_on)
        if self.own in others:
            others.remove(self.own)
        return list(dict.fromkeys([*others, *own]))


class Sentence(NamedTuple):
    """A sentence with its tree, its reading and its polarities."""

    text: str
    tree: Doc
    starts: Sequence[int]  #: the offset of each token in the text
    reading: Reading
    scope: Mapping[int, Polarity]  #: maps a word's offset to its polarity from scope

    def span(self, first: Token, last: Token | None = None) -> tuple[int, int]:
        """Return the character span of a sequence of tokens."""
        last = first if last is None else last
        return self.starts[first.i], self.starts[last.i] + len(last.text)

    def without(self, first: Token, last: Token) -> Replacement:
        """Return a replacement that drops a sequence of tokens by merging it with a neighbour."""
        start, end = self.span(first, last)
        after = beside(last)
        if after is not None and not after.is_punct:
            return Replacement(start, self.span(after)[1], after.text)
        before = first.nbor(-1)
        return Replacement(self.span(before)[0], end, before.text)

    def at(self, token: Token) -> str | None:
        """Return the polarity of a word, or None if it has none."""
        found = self.place(self.starts[token.i])
        return None if found is None else found.value

    def place(self, start: int, *, phrase: bool = False) -> Polarity | None:
        """Return the polarity of the word at an offset, or of its phrase."""
        token = self.tree[self.starts.index(start)]
        scope = self.scope.get(self.starts[token.head.i] if phrase else start)
        return None if scope is None else polarity_at(scope, token, phrase=phrase).polarity


class PolarEdit(TextTransformation):
    """Make versions of a sentence and record whether each is weaker or stronger."""

    #: The reason given if there is nothing to change.
    nothing: ClassVar[str]
    arguments = (PREDICATE,)

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._predicate_only = PREDICATE in order.arguments
        self._engine: Engine = (
            load_engine(order.engine) if isinstance(order.engine, str) else order.engine
        )
        self._fallback = (
            self._engine if isinstance(self._engine, Fallback) else Fallback([self._engine])
        )

    @abstractmethod
    def _changes(self, sentence: Sentence) -> Iterator[Change]:
        """Yield the possible changes to a sentence."""

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        return self._fallback.ask(texts, self._made_by, _joined)

    def _made_by(self, engine: Engine, texts: Sequence[str]) -> list[Outcome]:
        read = zip(texts, trees_of(texts, names=True), engine.parse(texts), strict=True)
        found = [_read(*each) for each in read]
        drafts = [
            self._draft(each, engine.name) if isinstance(each, Sentence) else [] for each in found
        ]
        made = [variant.text for draft in drafts for _, variant in draft]
        again = dict(zip(made, engine.parse(made), strict=True)) if made else {}
        outcomes = []
        for sentence, draft in zip(found, drafts, strict=True):
            if isinstance(sentence, str):
                outcomes.append(Outcome(declined=sentence, stage="unparsed"))
                continue
            good = [v for change, v in draft if _reads_back(sentence, change, again[v.text])]
            if good:
                outcomes.append(Outcome(tuple(good[:MOST])))
            elif draft:
                outcomes.append(Outcome(declined="generation.not-read-back", stage="not read back"))
            else:
                outcomes.append(self._declined(self.nothing))
        return outcomes

    def describe(self) -> Mapping[str, Any]:
        engine = dict(self._engine.describe())
        return {**super().describe(), "seed": self.settings.seed, "engine": engine}

    def _draft(self, sentence: Sentence, engine: str) -> list[tuple[Change, Variant]]:
        changes = [
            change for change in self._changes(sentence)
            if not _may_pick_another(sentence, change)
            and not (self._predicate_only and _in_subject(sentence, change))
        ]  # fmt: skip
        self._draw(sentence.text).shuffle(changes)
        found: dict[str, tuple[Change, Variant]] = {}
        for change in changes:
            polarity = sentence.place(change.at, phrase=change.phrase)
            direction = _DIRECTIONS.get((polarity.value if polarity else "", change.extent))
            if polarity is None or direction is None:
                continue
            conventions = change.conventions(polarity)
            if len(conventions) > 1:
                continue  # no label rule covers two conventions together
            rests_on = {"rests_on": conventions[0]} if conventions else {}
            text, edits = replace(sentence.text, change.replacements)
            name = _SLUG.sub("-", change.description.lower()).strip("-")[:40]
            variant = Variant(
                (text,),
                {"direction": direction, **rests_on, "edit": name},
                form=sentence.reading.form,
                engine=engine,
                edits=edits,
                counts={"changed": len(edits)},
                because=_because(change, polarity, direction, conventions),
            )
            found.setdefault(name, (change, variant))
        return list(found.values())


def _read(text: str, tree: Doc, parse: Parse) -> Sentence | str:
    starts = find_words(text, tree)
    if not parse.statements:
        return parse.declined or "parse.no-parse"
    if starts is None:
        return "text.words-not-found"
    if len(roots_of(tree)) != 1:
        return "parse.several-sentences"
    if is_question(tree):
        return "text.question"
    if len(tree) > MAX_WORDS:
        return "parse.too-long"
    if problem := source_problem(tree):
        return problem.id
    if has_unclear_scope(tree):
        return "polarity.clause-with-negation"
    reading = parse.statements[0]
    return Sentence(text, tree, starts, reading, _polarity_in(text, _marked(reading)))


def _joined(old: Outcome, new: Outcome, before: Engine) -> Outcome:
    """Join the outcomes of two engines; for a change that both made, keep the first direction."""
    return joined(old, new, before, lambda variant: variant.parameters["edit"])


@lru_cache(maxsize=512)  # several edits need the polarities of the same sentences
def _marked(reading: Reading) -> list[Marked]:
    return Polarities(reading.mrs).words(reading.text)


def _because(
    change: Change, polarity: Polarity, direction: Direction, conventions: Sequence[str]
) -> str:
    under = f" under {', '.join(polarity.through)}" if polarity.through else ""
    follows = "follows from" if direction == "weaker" else "entails"
    by = f" by {conventions[0]}" if conventions else ""
    return (
        f"{change.description} is {change.extent} and the position is {polarity.value}{under}, "
        f"so the output {follows} the source{by}"
    )


def _may_pick_another(sentence: Sentence, change: Change) -> bool:
    """Check for a change in a relative clause of a definite noun. The noun may then refer to other
    individuals: *those men you will see*."""
    token = sentence.tree[sentence.starts.index(change.at)]
    return any(
        clause.dep_ == "relcl"
        and any(word.dep_ == "poss" or word.lower_ in _DEFINITE for word in clause.head.lefts)
        for clause in (token, *token.ancestors)
    )


def _in_subject(sentence: Sentence, change: Change) -> bool:
    token = sentence.tree[sentence.starts.index(change.at)]
    return any(each.dep_ in ("nsubj", "nsubjpass") for each in (token, *token.ancestors))


def _polarity_in(text: str, words: Sequence[Marked]) -> dict[int, Polarity]:
    """Map the offsets of a text's words to polarities by aligning the text with its reading."""
    own = list(_WORD.finditer(text))
    pairs = _aligned([w[0].lower() for w in own], [w.text.lower() for w in words])
    found = {own[a].start(): words[b].polarity for a, b in pairs.items()}
    return {start: polarity for start, polarity in found.items() if polarity is not None}


def _aligned(one: Sequence[str], other: Sequence[str]) -> dict[int, int]:
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return {block.a + k: block.b + k for block in blocks for k in range(block.size)}


def _reads_back(sentence: Sentence, change: Change, parse: Parse) -> bool:
    """Check that the output parses like the source apart from the change."""
    if not parse.statements:
        return False
    gone = [_in_reading(sentence, span) for span in change.gone]
    kept = _predicates(sentence.reading.mrs.rels, gone)
    new = _predicates(parse.statements[0].mrs.rels, [])
    return not kept - new and (new - kept).total() <= change.new


def _in_reading(sentence: Sentence, span: tuple[int, int]) -> tuple[int, int]:
    if sentence.reading.text == sentence.text:
        return span
    places = _aligned(sentence.text, sentence.reading.text)
    inside = [places[at] for at in range(*span) if at in places]
    return (min(inside), max(inside) + 1) if inside else (-1, -1)


def _predicates(rels: Sequence[EP], gone: Sequence[tuple[int, int]]) -> Counter[str]:
    return Counter(
        _plain(ep) for ep in rels
        if ep.predicate.startswith("_") or ep.predicate in ("named", "card", "neg", "pron")
        if not any(start <= ep.cfrom < end for start, end in gone)
    )  # fmt: skip


def _plain(ep: EP) -> str:
    """Return a predicate without its sense, except for verbs and quantifiers."""
    parts = ep.predicate.split("_")
    if len(parts) > 2 and parts[2] in ("n", "a", "p", "x", "c"):
        return f"{parts[1]}_{parts[2]}"
    return f"{ep.predicate}{ep.args.get('CARG', '')}"
