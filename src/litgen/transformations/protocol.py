"""The interface that all transformations implement (``docs/transformations.md``)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, runtime_checkable

from litgen.engines.protocol import Engine
from litgen.exceptions import UsageError
from litgen.failures import Failure
from litgen.options import Mode, TaggerName
from litgen.ranking import Ranker
from litgen.replacement import Edit
from litgen.transformations.naming import refuse_unknown
from litgen.transformations.wording import Wording


def generator(seed: int, name: str, text: str) -> Random:
    """Return a random generator seeded with the run's seed, a transformation's name and a text."""
    key = "\0".join((str(seed), name, text)).encode("utf-8", "surrogatepass")
    return Random(int.from_bytes(hashlib.blake2b(key, digest_size=8).digest(), "big"))


Level = Literal["sentence", "pair"]
Stage = Literal[
    "unparsed", "inapplicable", "not generated", "not read back", "below threshold", "kept"
]


class Variant(NamedTuple):
    """One rewritten version of a text, or of a pair of texts.

    Attributes:
        candidates: one or more distinct surface forms, in the engine's order of preference; once a
            ranker has chosen, only the chosen form.
        parameters: the values that distinguish this variant from the transformation's other
            variants, such as ``{"role": "ARG1"}``; a pair combines variants with equal parameters.
        form: ``"clause"`` or ``"caption"``.
        engine: the name of the engine that made the variant, or None if no engine was used;
            ``ace:2`` means that the second-best reading was rewritten.
        traits: facts about the *source* sentence that label guards test (``rules/labels.toml``).
        edits: the replaced words, in text order; empty if the change does not replace words.
        counts: numbers that the manifest sums for each contrast and side: ``changed`` (words
            changed, dropped or added) and ``tokens`` (all words).
        hypothesis: the new hypothesis, for a transformation of pairs; the candidate is the premise.
        because: one line that explains the ``direction`` in the variant's parameters.
        score: the ranker's score, or None if there was no choice or no ranker.
        confidence: the probability that the variant is right (:mod:`litgen.acceptability`); None if
            no grammar made it.
        wordings: the candidates of a grammar with their styles. A chosen variant has one wording
            for each style, the best first; a pair uses two wordings whose styles agree.
        otherwise: the next engine's version, used if the quality model rejects this version.
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
    otherwise: Variant | None = None

    @property
    def text(self) -> str:
        """The chosen candidate, or the first if none was chosen."""
        return self.candidates[0]

    @property
    def is_settled(self) -> bool:
        """Whether the confidence is final: the network has scored the variant or never will."""
        return self.confidence is None or self.forms[0].confidence is not None

    @property
    def forms(self) -> tuple[Wording, ...]:
        """The wordings or, if no grammar made the variant, the candidates with unknown style."""
        return self.wordings or tuple(map(Wording, self.candidates))

    def chosen(self, *wordings: Wording) -> Variant:
        """Return the variant with the first wording as its text; a pair may use another wording."""
        text, _, score, confidence = wordings[0]
        confidence = self.confidence if confidence is None else confidence
        return self._replace(
            candidates=(text,), score=score, confidence=confidence, wordings=wordings
        )

    def __repr__(self) -> str:
        return _shown(self, but=("engine", "traits", "wordings", "otherwise"))


class Outcome(NamedTuple):
    """All variants of one text or pair, or the reason why there are none.

    Attributes:
        declined: the reason why there are no variants.
        stage: the stage at which processing ended; ``kept`` if there are variants.
        passed_over: the reason why each earlier engine made nothing, such as ``ace: timed out``.
        failures: technical failures, which may occur even if there are variants.
        words: the words that triggered a guard.
        dropped: the outputs below the threshold, each with its confidence.
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
    """Return a representation of a record with only the fields that differ from their defaults."""
    defaults = record._field_defaults
    given = (
        f"{name}={value!r}"
        for name, value in record._asdict().items()
        if name not in but and (name not in defaults or value != defaults[name])
    )
    return f"{type(record).__name__}({', '.join(given)})"


#: The outcomes of one text, by transformation name.
Outcomes = dict[str, Outcome]


class Described(Protocol):
    """The interface that sentence and pair transformations share."""

    name: str

    def describe(self) -> Mapping[str, Any]:
        """Return the name, parameters and data versions as JSON values for the manifest.

        An interrupted run resumes only if these values are unchanged.
        """
        ...


class Transformation(Described, Protocol):
    """Map a batch of texts to variants; seed, text and name alone determine the result."""

    level: Level  # "sentence"

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Return one ``Outcome`` for each text, in order; never raise for a bad text."""
        ...


class PairTransformation(Described, Protocol):
    """Map a batch of (premise, hypothesis) pairs to variants, in the same deterministic way."""

    level: Level  # "pair"

    def apply_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        """Return one ``Outcome`` for each pair, in order; never raise for a bad pair."""
        ...


@runtime_checkable
class Surveying(Protocol):
    """A transformation that must survey the whole corpus before it can rewrite a text.

    Its declaration sets ``surveys``. ``litgen transform`` first passes all sentences to ``survey``
    and then passes the result to the factory in every worker as ``Order.survey``. Without a survey,
    as in ``litgen show``, the transformation declines every text.
    """

    def survey(self, texts: Iterable[str]) -> Any:
        """Read every sentence of the corpus, in any order; return the result as JSON values."""
        ...


class Settings(NamedTuple):
    """The user's settings for all transformations in a run, as plain values for the manifest.

    Attributes:
        seed: the seed for transformations that choose at random (:func:`generator`).
        mode: ``sound`` or ``paper``; an argument such as ``synonym:paper`` overrides it.
        tagger: ``auto``, ``nltk`` or ``spacy``.
        tokenized: whether the texts are already tokenized, with spaces between tokens.
        tautologies: the user's tautologies by name, such as ``(("up", "and up is not down"),)``.
        surveys: the path of the survey results, or None before the survey.
        lenient: see :class:`litgen.engines.protocol.Request`; set if the quality model decides.
    """

    seed: int = 0
    mode: Mode = "sound"
    tagger: TaggerName = "auto"
    tokenized: bool = False
    tautologies: tuple[tuple[str, str], ...] = ()
    surveys: str | None = None
    lenient: bool = False


class Order(NamedTuple):
    """The arguments from which a factory builds a transformation.

    Attributes:
        name: the whole name, such as ``drop:NOUN+PRON``.
        arguments: the part after the colon, split at commas: ``("NOUN+PRON",)``.
        engine: the engine or its name; load it (:func:`litgen.engines.load_engine`) only if needed.
        rules: a folder with the user's rules and tables, or None.
        survey: the result of ``Surveying.survey``, or None before the survey.
        ranker: a language model that may reject awkward outputs, or None.
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
        """The mode given as an argument, or else the run's mode."""
        if "paper" in self.arguments:
            return "paper"
        return "sound" if "sound" in self.arguments else self.settings.mode

    def parts_of_speech(self, known: Sequence[str]) -> tuple[str, ...]:
        """Return the parts of speech that a step requests (``synonym:VERB+ADJ``), if any.

        Raises:
            UsageError: an argument is unknown, or parts of speech are given in paper mode.
        """
        parts = tuple(part for each in self.arguments if each.isupper() for part in each.split("+"))
        others = [each for each in self.arguments if not each.isupper()]
        refuse_unknown(self.name, (*parts, *others), (*known, "sound", "paper"))
        if self.mode == "paper" and parts:
            raise UsageError(
                f"{self.name}: the paper mode has fixed parts of speech; remove {'+'.join(parts)}"
            )
        return parts


class OwnTransformation:
    """Base class of litgen's own transformations, built from an order.

    Raises:
        UsageError: an argument is unknown.
    """

    level: Level
    #: The arguments allowed after the colon; None if the class checks them itself.
    arguments: ClassVar[tuple[str, ...] | None] = None

    def __init__(self, order: Order) -> None:
        self.name, self.mode, self.settings = order.name, order.mode, order.settings
        if self.arguments is not None:
            refuse_unknown(order.name, order.arguments, self.arguments)

    def describe(self) -> Mapping[str, Any]:
        return {"name": self.name}

    @staticmethod
    def _declined(reason: str | None) -> Outcome:
        return Outcome(declined=reason, stage="inapplicable")

    def _draw(self, *texts: str) -> Random:
        return generator(self.settings.seed, self.name, "\0".join(texts))


class TextTransformation(OwnTransformation):
    """Base class of litgen's own sentence transformations."""

    level: Level = "sentence"

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> Outcome:
        raise NotImplementedError

    @staticmethod
    def _changed(text: str, *edits: Edit, **counts: int) -> Outcome:
        """Return an outcome with a single variant, the given text."""
        return Outcome((Variant((text,), edits=edits, counts=counts),))
