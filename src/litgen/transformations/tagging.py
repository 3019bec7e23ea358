"""Part-of-speech tagging with the universal tags of Petrov, Das and McDonald (2012).

``nltk`` is the averaged perceptron tagger that Talman et al. (2021) used; you must download its
data. ``spacy`` is the pipeline of the embedded engine.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from litgen.cache import remembered
from litgen.exceptions import LitgenError, UsageError
from litgen.options import TaggerName

if TYPE_CHECKING:
    from nltk.tag.perceptron import AveragedPerceptron

#: The universal tags, with PUNCT for their ``.``.
TAGS = ("NOUN", "VERB", "ADJ", "ADV", "PRON", "DET", "ADP", "NUM", "CONJ", "PRT", "PUNCT", "X")
TAGGERS = get_args(TaggerName)
#: NLTK's data: the tagger's model and the mapping from Penn Treebank tags.
_MODEL = [
    f"taggers/averaged_perceptron_tagger_eng/averaged_perceptron_tagger_eng.{part}.json"
    for part in ("weights", "tagdict", "classes")
]
_MAP = "taggers/universal_tagset/en-ptb.map"
_FETCH = "python -m nltk.downloader averaged_perceptron_tagger_eng universal_tagset"
#: spaCy's tags (Universal Dependencies) that are not in the older universal tag set.
_SPACY = {
    "AUX": "VERB", "PROPN": "NOUN", "CCONJ": "CONJ", "SCONJ": "ADP", "PART": "PRT",
    "SYM": "PUNCT", "INTJ": "X", "SPACE": "X", "": "X",
}  # fmt: skip
#: Maximum number of cached sentences; several transformations tag the same sentences.
_KEPT = 2048


class Tagger(ABC):
    """Base class of taggers for tokenized sentences, with a cache of recent sentences."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, ...], list[str]] = OrderedDict()

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        keys = [tuple(words) for words in sentences]
        return remembered(self._kept, keys, self._tag, _KEPT)

    @abstractmethod
    def _tag(self, sentences: Sequence[tuple[str, ...]]) -> list[list[str]]:
        """Return the tags of sentences without using the cache."""

    @abstractmethod
    def describe(self) -> Mapping[str, Any]:
        """Return the tagger's name, version and data for the manifest."""


class NltkTagger(Tagger):
    """NLTK's averaged perceptron tagger."""

    def __init__(self) -> None:
        super().__init__()
        try:
            from nltk.tag.perceptron import PerceptronTagger

            self._tagger = PerceptronTagger()
            self._tagger.model.predict = Predictor(self._tagger.model)
            lines = _data(_MAP).read_text("utf-8").splitlines()
        except LookupError:
            raise LitgenError(
                f"the data of NLTK's tagger is missing; run {_FETCH} or use --tagger spacy"
            ) from None
        pairs = (line.split("\t") for line in lines if line.strip())
        self._map = {fine.strip(): tag.strip().replace(".", "PUNCT") for fine, tag in pairs}

    def _tag(self, sentences: Sequence[tuple[str, ...]]) -> list[list[str]]:
        return [
            [self._map.get(tag, "X") for _, tag in self._tagger.tag(list(words))]
            for words in sentences
        ]

    def describe(self) -> Mapping[str, Any]:
        import nltk

        digest = hashlib.sha256(b"".join(_data(part).read_bytes() for part in _MODEL))
        return {"name": "nltk", "nltk": nltk.__version__, "data_sha256": digest.hexdigest()}


class Predictor:
    """A version of ``AveragedPerceptron.predict`` that a weight matrix makes several times faster.

    It adds the weights in the order of the features, as NLTK does, so that scores are bit-identical
    to NLTK's. The alphabetically last label wins a tie.
    """

    def __init__(self, model: AveragedPerceptron) -> None:
        import numpy as np

        self._published = model.predict
        self._labels = sorted(model.classes, reverse=True)
        column = {label: at for at, label in enumerate(self._labels)}
        self._row = {feature: at for at, feature in enumerate(model.weights)}
        self._weights = np.zeros((len(self._row), len(column)))
        for at, weights in enumerate(model.weights.values()):
            for label, weight in weights.items():
                self._weights[at, column[label]] = weight

    def __call__(
        self, features: Mapping[str, int], return_conf: bool = False
    ) -> tuple[str, float | None]:
        """Return the best label for the features and, if requested, its confidence."""
        rows = [self._row[feature] for feature in features if feature in self._row]
        if return_conf or not rows or sum(features.values()) != len(features):
            label, sure = self._published(features, return_conf)
            return str(label), sure
        return self._labels[int(self._weights[rows].sum(axis=0).argmax())], None


class SpacyTagger(Tagger):
    """A tagger that uses the embedded engine's spaCy pipeline."""

    def _tag(self, sentences: Sequence[tuple[str, ...]]) -> list[list[str]]:
        from spacy.tokens import Doc

        from litgen.engines.dependency.models import load_nlp

        nlp = load_nlp()
        # Some pipeline components fail on empty documents.
        docs = [Doc(nlp.vocab, words=list(words)) for words in sentences if words]
        unused = [name for name in ("parser", "ner", "lemmatizer") if name in nlp.pipe_names]
        with nlp.select_pipes(disable=unused):
            done = iter(list(nlp.pipe(docs, batch_size=128)))
        return [
            [_SPACY.get(token.pos_, token.pos_) for token in next(done)] if words else []
            for words in sentences
        ]

    def describe(self) -> Mapping[str, Any]:
        from litgen.engines.dependency.models import describe_nlp

        return {"name": "spacy", **describe_nlp()}


def choose_tagger(wanted: TaggerName = "auto") -> TaggerName:
    """Resolve ``auto``: ``nltk`` if its data is installed, otherwise ``spacy``.

    Raises:
        UsageError: there is no such tagger.
    """
    if wanted not in TAGGERS:
        raise UsageError(f"--tagger: {wanted!r} is not one of {', '.join(TAGGERS)}")
    if wanted != "auto":
        return wanted
    try:
        for part in (*_MODEL, _MAP):
            _data(part)
    except LookupError:
        return "spacy"
    return "nltk"


@lru_cache(maxsize=3)
def load_tagger(wanted: TaggerName = "auto") -> Tagger:
    """Return a tagger, loaded once per process.

    Raises:
        LitgenError: its data is missing.
    """
    if wanted == "auto":
        return load_tagger(choose_tagger(wanted))
    return NltkTagger() if choose_tagger(wanted) == "nltk" else SpacyTagger()


def _data(name: str) -> Path:
    import nltk

    return Path(str(nltk.data.find(name)))
