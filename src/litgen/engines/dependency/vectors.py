"""A cache of spaCy's contextual word vectors: a text and its outputs share most of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

#: Number of vectors at which the cache is cleared: 60 MB, or about 600 sentences and their outputs.
KEPT = 1 << 17
#: Number of texts per batch.
BATCH = 128
#: Attributes that determine a word's vector before context is added.
_WORD: list[int | str] = ["ORTH", "NORM", "SHAPE", "SPACY"]


class Encoder:
    """A ``tok2vec`` network with windows of three words; its results are bit-identical to spaCy's.

    In each layer, a word's vector depends on three vectors in the layer below, those of the word
    and its two neighbours, and is cached under their three numbers. Padding has the number 0.
    """

    def __init__(self, model: Any) -> None:
        self._model, self._xp = model, model.ops.xp
        self._layers = [
            layer.layers[0].layers[1] for layer in model.get_ref("encode").layers[0].layers
        ]
        self._forget()

    def _forget(self, min_size: int = 0) -> None:
        self._known: dict[Hashable, int] = {None: 0}
        self._vectors = self._model.ops.alloc2f(max(KEPT, min_size), self._model.get_dim("nO"))

    def __call__(self, docs: Iterable[Doc]) -> Iterator[Doc]:
        """Yield the texts in order, each with its vectors as its ``tensor``."""
        left = iter(docs)
        while batch := [*islice(left, BATCH)]:
            self._encode(batch)
            yield from batch

    def _encode(self, docs: Sequence[Doc]) -> None:
        depth = len(self._layers)
        size = 1 + (depth + 1) * sum(len(doc) + 2 * depth for doc in docs)
        if len(self._known) + size > len(self._vectors):
            self._forget(size)
        known, outside = self._known, [0] * depth
        words = [[*map(tuple, doc.to_array(_WORD).tolist())] for doc in docs]
        if new := [i for i, each in enumerate(words) if not known.keys() >= {*each}]:
            vectors = self._model.get_ref("embed").predict([docs[i] for i in new])
            self._add([word for i in new for word in words[i]], self._xp.concatenate(vectors))
        rows = [[*outside, *(known[word] for word in each), *outside] for each in words]
        for layer in self._layers:
            windows = [[*zip(row, row[1:], row[2:], strict=False)] for row in rows]
            if wanted := [*{w: None for each in windows for w in each if w not in known}]:
                below = self._vectors[self._xp.array(wanted)]
                self._add(wanted, layer.predict(below.reshape(len(wanted), -1)) + below[:, 1])
            rows = [[known[window] for window in each] for each in windows]
        for doc, row in zip(docs, rows, strict=True):
            doc.tensor = self._vectors[row]

    def _add(self, keys: Sequence[Hashable], vectors: Any) -> None:
        self._vectors[[self._known.setdefault(key, len(self._known)) for key in keys]] = vectors


@lru_cache(maxsize=2)
def encoder_of(nlp: Language) -> Encoder | None:
    """Return the encoder of a pipeline, or None if its network has another architecture."""
    pipe: Any = nlp.get_pipe("tok2vec") if nlp.has_pipe("tok2vec") else None
    if pipe is None or not pipe.model.has_ref("encode") or not pipe.model.get_ref("encode").layers:
        return None
    encode = pipe.model.get_ref("encode")
    layers = encode.layers[0].layers
    alike = all(each.name.startswith("residual(expand_window>>maxout") for each in layers)
    return Encoder(pipe.model) if alike and encode.attrs.get("pad") == len(layers) else None
