"""What every transformation is, whichever paper it comes from (``docs/transformations.md``)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from litgen.engines.protocol import Engine
from litgen.failures import Failure
from litgen.options import Mode, TaggerName
from litgen.ranking import Ranker
from litgen.replacement import Edit
from litgen.transformations.wording import Wording


def generator(seed: int, name: str, text: str) -> Random:
    """A generator of its own for what one transformation does to one text.

    Example:
        >>> draws = [generator(0, "spelling", "A man.").random() for _ in range(2)]
        >>> draws[0] == draws[1]
        True
    """
    key = "\0".join((str(seed), name, text)).encode("utf-8", "surrogatepass")
    return Random(int.from_bytes(hashlib.blake2b(key, digest_size=8).digest(), "big"))


Level = Literal["sentence", "pair"]
Stage = Literal[
    "unparsed", "inapplicable", "not generated", "not read back", "below threshold", "kept"
]


class Variant(NamedTuple):
    """One rewritten version of a text, or of a pair of texts.

    Attributes:
        candidates: distinct surface forms in the engine's order of preference, at least one; a
            ranker chooses among them, the first stands where nothing ranks. A chosen variant has
            that one alone.
        parameters: what distinguishes this variant from the others of the same transformation,
            such as ``{"role": "ARG1"}``; pairs take variants of equal parameters on both sides.
        form: ``"clause"`` or ``"caption"``.
        engine: name of the engine that made it, None for a transformation without one; ``ace:2``
            where the second-best reading was rewritten.
        traits: facts about the *source* sentence that label guards ask for, such as
            ``{"tense": "pres", "stative": True}`` (names in ``rules/labels.toml``).
        edits: which words were replaced, in the order of the text; they are written into the
            record. Empty where that cannot be told word by word.
        counts: numbers that are summed up in the manifest for each contrast and side:
            ``changed``, how many words were changed, dropped or added (also written into the
            record), and ``tokens``, of how many, where that is counted.
        hypothesis: by a transformation of pairs the new hypothesis; its candidate is the premise.
        because: why it has the ``direction`` that its parameters say, in one line; None where they
            say none.
        score: the ranker's, None where there was nothing to choose or nothing ranks.
        confidence: the probability that it is right (:mod:`litgen.acceptability`), None of what no
            grammar made.
        wordings: the candidates of a grammar with their styles; of a chosen variant one of each
            style, the best first, among which a pair takes those that agree.
    """

    candidates: tuple[str, ...]
    parameters: Mapping[str, str] = {}
    form: str = "clause"
    engine: str | None = None
    traits: Mapping[str, Any] = {}
    edits: tuple[Edit, ...] = ()
    counts: Mapping[str, int] = {}
    hypothesis: str | None = None
    score: float | None = None
    because: str | None = None
    confidence: float | None = None
    wordings: tuple[Wording, ...] = ()

    @property
    def text(self) -> str:
        """The surface that stands: the candidate that was chosen, or the first."""
        return self.candidates[0]

    @property
    def is_settled(self) -> bool:
        """Whether its confidence is final: the network has read it, or will not."""
        return self.confidence is None or self.forms[0].confidence is not None

    @property
    def forms(self) -> tuple[Wording, ...]:
        """The wordings; without a grammar the candidates, of whose style nothing is known."""
        return self.wordings or tuple(map(Wording, self.candidates))

    def chosen(self, *wordings: Wording) -> Variant:
        """The variant with the first of some wordings, which a pair may exchange for another."""
        text, _, score, confidence = wordings[0]
        confidence = self.confidence if confidence is None else confidence
        return self._replace(
            candidates=(text,), score=score, confidence=confidence, wordings=wordings
        )

    def __repr__(self) -> str:
        return _shown(self, but=("engine", "traits", "wordings"))


class Outcome(NamedTuple):
    """All variants of one text, or of one pair; ``declined`` says why there are none.

    ``stage`` says how far it came: ``parsed`` (no), ``applicable``, ``generated``, ``kept``.
    ``dropped`` are the outputs below threshold, each with its confidence.
    ``passed_over`` says of each engine that was asked before and made nothing why, such as
    ``ace: timed out``. ``failures`` are what went wrong (:class:`litgen.failures.Failure`), also
    where something came of it all the same. ``words`` are those that the guard is about.
    """

    variants: tuple[Variant, ...] = ()
    declined: str | None = None
    stage: Stage = "kept"
    passed_over: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    words: tuple[str, ...] = ()
    dropped: tuple[tuple[str, float], ...] = ()

    def __repr__(self) -> str:
        return _shown(self)


def _shown(record: Any, but: Sequence[str] = ()) -> str:
    """A record as people look at it: the fields that differ from their defaults, some left out."""
    defaults = record._field_defaults
    given = (
        f"{name}={value!r}"
        for name, value in record._asdict().items()
        if name not in but and (name not in defaults or value != defaults[name])
    )
    return f"{type(record).__name__}({', '.join(given)})"


#: What transformations made of one text, by their names.
Outcomes = dict[str, Outcome]


class Described(Protocol):
    """What transformations of sentences and of pairs have in common."""

    name: str

    def describe(self) -> Mapping[str, Any]:
        """Name, parameters and versions, as JSON values that are the same from run to run.

        They stand in the manifest: what data was used (a tagger, WordNet) is named here, with its
        version or checksum. A run goes on only where they are what they were.
        """
        ...


class Transformation(Described, Protocol):
    """Maps a batch of texts to variants, deterministically given (seed, text, name)."""

    level: Level  # "sentence"

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Transform texts, in order, one ``Outcome`` each; never raises for a bad text."""
        ...


class PairTransformation(Described, Protocol):
    """Maps a batch of (premise, hypothesis) to variants, deterministically, as above."""

    level: Level  # "pair"

    def apply_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        """Transform pairs, in order, one ``Outcome`` each; never raises for a bad pair."""
        ...


@runtime_checkable
class Surveying(Protocol):
    """A transformation that must see the whole corpus before it can work.

    It declares ``surveys``. ``litgen transform`` reads its input once and hands all sentences over;
    what is returned is kept beside the records and given to the factory of every worker as
    ``Order.survey``. Without it (``litgen show``) the transformation declines.
    """

    def survey(self, texts: Iterable[str]) -> Any:
        """Look at every sentence of the corpus, repeats included; return JSON values.

        What comes back must not depend on the order of the texts, nor hold them all.
        """
        ...


class Settings(NamedTuple):
    """What the user says to all transformations of a run; plain values, written to the manifest.

    Attributes:
        seed: for transformations that draw (:func:`generator`).
        mode: ``sound`` or ``paper``, for those that have both; ``synonym:paper`` overrides it.
        tagger: ``auto``, ``nltk`` or ``spacy``.
        tokenized: whether texts are split at spaces already and are to be taken so.
        tautologies: the user's own, by name, such as ``(("up", "and up is not down"),)``.
        surveys: path of what was learnt of the corpus, None before.
        lenient: as :class:`litgen.engines.protocol.Request` says; set where the quality model
            decides.
    """

    seed: int = 0
    mode: Mode = "sound"
    tagger: TaggerName = "auto"
    tokenized: bool = False
    tautologies: tuple[tuple[str, str], ...] = ()
    surveys: str | None = None
    lenient: bool = False


class Order(NamedTuple):
    """What a factory makes a transformation of.

    Attributes:
        name: the whole name, such as ``drop:NOUN+PRON``.
        arguments: what follows the colon, cut at commas: ``("NOUN+PRON",)``.
        engine: the engine or its name; load it (:func:`litgen.engines.load_engine`) only if it is
            needed.
        rules: a folder of the user's rules and tables, None for none.
        survey: what ``Surveying.survey`` returned, None before.
        ranker: a language model that may refuse what reads badly, None where there is none.
    """

    name: str
    arguments: tuple[str, ...] = ()
    engine: str | Engine = "dependency"
    rules: str | None = None
    settings: Settings = Settings()
    survey: Any = None
    ranker: Ranker | None = None

    @property
    def mode(self) -> Mode:
        """The mode: an argument of that name, else the run's."""
        if "paper" in self.arguments:
            return "paper"
        return "sound" if "sound" in self.arguments else self.settings.mode


class TextTransformation:
    """What litgen's own transformations of sentences share; each is made of its order."""

    level: Level = "sentence"

    def __init__(self, order: Order) -> None:
        self.name = order.name
        self.mode = order.mode
        self.settings = order.settings

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Transform texts, in order, one outcome each."""
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> Outcome:
        raise NotImplementedError

    @staticmethod
    def _declined(reason: str) -> Outcome:
        """The outcome of a text to which it does not apply."""
        return Outcome(declined=reason, stage="inapplicable")

    @staticmethod
    def _changed(text: str, *edits: Edit, **counts: int) -> Outcome:
        """The outcome of a text of which one version was made."""
        return Outcome((Variant((text,), edits=edits, counts=counts),))

    def _draw(self, text: str) -> Random:
        """What draws for one text."""
        return generator(self.settings.seed, self.name, text)
