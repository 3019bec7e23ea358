"""The types of the sentences in a data set, determined by parsing (Li et al. 2020, section 5.2)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from litgen.contrast.sentences import screen
from litgen.data import Pair
from litgen.engines.protocol import Parse
from litgen.workers import worker_pool

#: Number of sentences that one task parses.
CHUNK = 256
TENSES = {"pres": "present", "past": "past", "fut": "future"}
NO_TENSE = "none"


class SentenceType(NamedTuple):
    """The type of a sentence's first main clause."""

    #: ``present``, ``past``, ``future``, or ``none`` for captions (*Dogs running.*) and clauses
    #: without a finite verb. A modal has its own tense: *may ride* is present.
    tense: str = NO_TENSE
    aspect: str = "simple"  #: ``simple``, ``progressive``, ``perfect`` or ``perfect progressive``
    #: passive, cleft, negated: whether the clause has this property
    passive: bool = False
    modal: str | None = None  #: modal verb such as ``may``; None without one
    cleft: bool = False
    negated: bool = False
    force: str = "statement"  #: ``statement``, ``question`` or ``command``
    caption: bool = False  #: whether it is a caption rather than a clause

    def names(self) -> Iterator[str]:
        yield "caption, no clause" if self.caption else f"tense: {self.tense}"
        yield f"aspect: {self.aspect}"
        if self.modal is not None:
            yield "modal: any"
            yield f"modal: {self.modal}"
        for name in ("passive", "cleft", "negated"):
            if getattr(self, name):
                yield name
        if self.force != "statement":
            yield self.force


#: The types, in the order of the report's tables; modals are added if they occur.
TYPES = (
    "tense: present", "tense: past", "tense: future", "tense: none", "caption, no clause",
    "aspect: simple", "aspect: progressive", "aspect: perfect", "aspect: perfect progressive",
    "passive", "cleft", "negated", "question", "command", "modal: any",
)  # fmt: skip


class Typed(NamedTuple):
    """The types of the sentences in a data set's pairs."""

    types: Mapping[str, SentenceType]  #: by sentence
    declined: Counter[str]  #: number of sentences that could not be parsed, by reason

    def tally(self, texts: Iterable[str]) -> Counter[str]:
        """Count distinct sentences by type; ``read`` is the number of parsed sentences."""
        found: Counter[str] = Counter()
        for text in dict.fromkeys(texts):
            kind = self.types.get(text)
            if kind is not None:
                found["read"] += 1
                found.update(kind.names())
        return found

    def labels(self, pairs: Iterable[Pair]) -> dict[str, Counter[str]]:
        found: dict[str, Counter[str]] = {}
        for pair in pairs:
            kind = self.types.get(pair.hypothesis)
            for name in () if kind is None else kind.names():
                found.setdefault(name, Counter())[pair.label] += 1
        return found

    def tense_pairs(self, pairs: Iterable[Pair]) -> Counter[tuple[str, str]]:
        found: Counter[tuple[str, str]] = Counter()
        for pair in pairs:
            premise, hypothesis = self.types.get(pair.premise), self.types.get(pair.hypothesis)
            if premise is not None and hypothesis is not None:
                found[premise.tense, hypothesis.tense] += 1
        return found


def read_types(
    texts: Iterable[str],
    engine: str = "dependency",
    *,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Typed:
    """Determine the type of every distinct sentence.

    Raises:
        LitgenError: the engine is unknown.
    """
    distinct = list(dict.fromkeys(texts))
    types: dict[str, SentenceType] = {}
    declined: Counter[str] = Counter()
    with worker_pool(jobs) as pool:
        starts = range(0, len(distinct), CHUNK)
        tasks = ((engine, distinct[at : at + CHUNK]) for at in starts)
        done = 0
        for found in pool.map(_read_chunk, tasks):
            for text, kind in zip(distinct[done:], found, strict=False):
                if isinstance(kind, str):
                    declined[kind] += 1
                else:
                    types[text] = kind
            done += len(found)
            if progress is not None:
                progress(done, len(distinct))
    return Typed(types, declined)


def _read_chunk(task: tuple[str, list[str]]) -> list[SentenceType | str]:
    """Return each text's type, or why it could not be parsed; this runs in a worker process."""
    name, texts = task
    engine = _at_hand(name)
    good = [text for text in texts if screen(text) is None]
    read = {parse.text: parse for parse in engine.parse(good)} if good else {}
    return [_type_of(read[text]) if text in read else str(screen(text)) for text in texts]


@lru_cache(maxsize=1)
def _at_hand(name: str) -> Any:
    from litgen.engines import load_engine

    return load_engine(name)


def _type_of(parse: Parse) -> SentenceType | str:
    from litgen.transformations.traits import traits_of

    if not parse.statements:
        return parse.declined or "parse.no-parse"
    reading = parse.statements[0]
    source = reading.source
    if not source.frames:
        return "parse.no-clause"
    caption = reading.form == "caption"
    frame = source.frames[0]
    modals = (
        operator.predicate.removeprefix("_").partition("_v_")[0].replace("+", " ")
        for operator in frame.clause.operators
        if operator.kind == "modal"
    )
    force = {"ques": "question", "comm": "command"}.get(frame.clause.force or "", "statement")
    return SentenceType(
        NO_TENSE if caption else TENSES.get(frame.clause.finite_tense or "", NO_TENSE),
        " ".join(each for each in ("perfect", "progressive") if getattr(frame.clause, each))
        or "simple",
        frame.voice == "passive" or frame.clause.voice == "passive",
        next(modals, None),
        "cleft" in frame.operators,
        bool(traits_of(source)["negated"]),
        force,
        caption,
    )
