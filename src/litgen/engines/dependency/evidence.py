"""What speaks for and against an output being right: facts of its source's analysis, as numbers.

What is learned from them stands in :mod:`litgen.confidence`. They are cheap: one pass over the
words of a sentence, done once, and the names of the edits of each output.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from litgen.confidence import readings
from litgen.engines.dependency.edits import Edit, names_of
from litgen.engines.dependency.features import object_of
from litgen.engines.dependency.models import load_nlp
from litgen.engines.dependency.morphology import known_as
from litgen.engines.dependency.repairs import REPAIRED
from litgen.engines.parsers import parser_in_use
from litgen.lexicon import NOUNS, features_of
from litgen.tables import LISTS

if TYPE_CHECKING:
    from litgen.engines.dependency.analysis import Analysis
    from litgen.engines.dependency.words import Word

_OPEN = frozenset(("NOUN", "VERB", "ADJ", "ADV"))
_NOMINAL = frozenset(("NOUN", "PROPN", "PRON", "NUM"))
_KIND = dict.fromkeys(_NOMINAL, "nominal") | {"VERB": "verbal", "AUX": "verbal"}
_ODD = frozenset(("dep", "parataxis", "intj", "meta", "appos", "npadvmod", "oprd", "dative"))
_DETERMINED = ("det", "poss", "nummod", "predet")
_MARKS = frozenset(("-", "--", "–", "—", "(", ")", ":", ";", "...", "/"))
_STOPS = frozenset((".", "!", "?", '"', "''"))
_SPEAKING = frozenset(("i", "we", "you", "me", "us"))
_CLAUSES = ("relative", "adverbial", "complement", "participial", "infinitive", "conjunct")
#: Key of ``Doc.user_data`` for the evidence of a sentence.
_EVIDENCE = "litgen_evidence"
#: More words than this make a sentence long.
_SHORT = 10


def of_sentence(analysis: Analysis) -> Mapping[str, float]:
    """What a sentence shows, whatever is made of it, and how sure its analysis is by that.

    Example:
        *A man who sings rides a bike.* has ``relative clauses`` 1, ``subject clause`` 1.
    """
    known = analysis.doc.user_data
    if _EVIDENCE not in known:
        shown = {name: float(value) for name, value in _shown(analysis).items() if value}
        known[_EVIDENCE] = {**shown, **readings(shown)}
    found: Mapping[str, float] = known[_EVIDENCE]
    return found


def _shown(analysis: Analysis) -> dict[str, float]:
    words, root = analysis.words, analysis.words[analysis.root_clause.head]
    found: dict[str, float] = {
        **_of_text(words),
        **_of_tree(analysis, words),
        **_of_verb(analysis, root),
        **_doubts(analysis),
    }
    subject, target = analysis.root_clause.subject, object_of(analysis.doc, analysis.root_clause)
    if subject is not None:
        found |= _of_phrase("subject", words[subject])
        found["something in front"] = min(w.i for w in words[subject].subtree()) > 0
    if target is not None:
        found |= _of_phrase("object", words[target])
        last = max(w.i for w in words[target].subtree())
        found["phrases after the object"] = sum(
            w.i > last and w.pos != "PUNCT" for w in root.dependents
        )
    return found


def _of_text(words: Sequence[Word]) -> dict[str, float]:
    return {
        "words over ten": max(0, len(words) - _SHORT),
        "commas": sum(w.text == "," for w in words),
        "marks": sum(w.text in _MARKS for w in words),
        "quoted": any(w.text in LISTS.quotation_marks and w.tag != "POS" for w in words),
        "no final stop": words[-1].text not in _STOPS,
        "small first letter": words[0].text[:1].islower(),
        "first or second person": any(w.lower in _SPEAKING for w in words),
        "unknown words": sum(
            w.pos in _OPEN and w.text.islower() and not known_as(w.lower) for w in words
        ),
    }


def _of_tree(analysis: Analysis, words: Sequence[Word]) -> dict[str, float]:
    labels, tags = Counter(w.dep for w in words), Counter(w.tag for w in words)
    kinds = Counter[str](clause.kind for clause in analysis.clauses)
    joined = [w for w in words if w.dep == "conj"]
    return {
        "caption": analysis.form == "caption",
        "repairs": len(analysis.doc.user_data.get(REPAIRED, ())),
        "uncovered words": len(analysis.uncovered),
        "several sentences": labels["ROOT"] - 1,
        "clauses": len(analysis.clauses) - 1,
        **{f"{kind} clauses": kinds[kind] for kind in _CLAUSES},
        "names": tags["NNP"] + tags["NNPS"],
        "numbers": tags["CD"],
        "prepositions": labels["prep"],
        "odd labels": sum(labels[label] for label in _ODD),
        "conjuncts": len(joined),
        "unlike conjuncts": sum(_kind(w) != _kind(w.head) for w in joined),
        "gerund as a conjunct": any(
            w.lower.endswith("ing") and not w.head.lower.endswith("ing") for w in joined
        ),
    }


def _kind(word: Word) -> str:
    return _KIND.get(word.pos, word.pos)


def _of_verb(analysis: Analysis, root: Word) -> dict[str, float]:
    """The root clause's verb: its group, its entry in the lexicon."""
    clause = analysis.root_clause
    found = {
        "copular": clause.copular, "passive voice": clause.passive, "past": clause.tense == "past",
        "in the progressive": clause.progressive, "in the perfect": clause.perfect,
        "with a modal": clause.modal is not None, "negated": clause.negation is not None,
    }  # fmt: skip
    if not clause.copular:
        found["verb may be a noun"] = "NOUN" in known_as(root.lower)
        found["verb unknown"] = "VERB" not in known_as(root.lemma)
        found |= {f"verb {name}": True for name in features_of(root.lemma, "verb")}
    return {name: float(value) for name, value in found.items()}


def _of_phrase(name: str, noun: Word) -> dict[str, float]:
    """A noun phrase, subject or object."""
    below = [w for w in noun.subtree() if w is not noun]
    deps = {w.dep for w in below}
    found = {
        "": True,
        " words": len(below),
        " pronoun": noun.pos == "PRON",
        " name": noun.pos == "PROPN",
        " animate": (
            noun.lower in LISTS.person_pronouns
            or noun.lemma in NOUNS.person
            or noun.lemma in NOUNS.animal
        ),
        " bare": noun.tag == "NN" and noun.first(*_DETERMINED) is None,
        " no noun": noun.pos not in _NOMINAL,
        " may be a verb": "VERB" in known_as(noun.lower),
        " preposition": "prep" in deps,
        " coordinated": "conj" in deps,
        " clause": any(w.pos == "VERB" for w in below),
        " commas": any(w.text == "," for w in below),
    }
    return {name + what: float(value) for what, value in found.items()}


@lru_cache(maxsize=2)
def _tag_layer(parser: str) -> tuple[Any, Any] | None:
    """Weights and biases of the last layer of a parser's tagger, None of one built otherwise."""
    model: Any = load_nlp().get_pipe("tagger")
    layer = next((each for each in model.model.walk() if each.name == "softmax"), None)
    return None if layer is None else (layer.get_param("W").T, layer.get_param("b"))


def _doubts(analysis: Analysis) -> dict[str, float]:
    """How unsure the tagger was: the probability that it gives to other tags than the best.

    Of a pipeline whose tagger is built otherwise nothing is known.
    """
    import numpy as np

    vectors, clause = analysis.doc.tensor, analysis.root_clause
    layer = _tag_layer(parser_in_use())
    if layer is None or vectors.shape != (len(analysis.doc), layer[0].shape[0]):
        return {}
    weights, biases = layer
    scores = vectors @ weights + biases
    scores -= scores.max(axis=1, keepdims=True)
    doubt = 1 - 1 / np.exp(scores).sum(axis=1)
    return {
        "tag doubt": float(doubt.sum()),
        "tag doubt at most": float(doubt.max()),
        "tag doubt of the verb": float(doubt[clause.head]),
        "tag doubt of the subject": 0.0 if clause.subject is None else float(doubt[clause.subject]),
    }


def of_output(analysis: Analysis, edits: Iterable[Edit]) -> dict[str, float]:
    """The evidence of an output: its sentence's, and its edits in the names that guards use."""
    return {**of_sentence(analysis), **dict.fromkeys(names_of(edits), 1.0)}
