"""Evidence for and against an output: counts from the analysis of its source.

:mod:`litgen.acceptability` weights this evidence.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from litgen.engines.dependency.analysis import Analysis
from litgen.engines.dependency.models import load_nlp
from litgen.lexicon import features_of
from litgen.trees.repairs import REPAIRED

#: Key of ``Doc.user_data`` for the evidence of a sentence.
_EVIDENCE = "litgen_evidence"


def of_sentence(analysis: Analysis) -> Mapping[str, float]:
    """Count the evidence in a source sentence; the counts are the same for all of its outputs.

    For *A man sang and danced loudly.*, the counts are ``tag VBD`` 2, ``VERB beside VERB`` 1,
    ``verb activity`` 1, ``nsubj before verb`` 1.
    """
    data: dict[str, dict[str, float]] = analysis.doc.user_data
    return data.get(_EVIDENCE) or data.setdefault(_EVIDENCE, _shown(analysis))


def _shown(analysis: Analysis) -> dict[str, float]:
    words, root = analysis.words, analysis.words[analysis.root_clause.head]
    counted = Counter(f"label {w.dep}" for w in words)
    counted.update(f"tag {w.tag}" for w in words)
    counted.update(f"{w.pos} beside {w.head.pos}" for w in words if w.dep == "conj")
    counted.update(f"{w.dep} {'before' if w.i < root.i else 'after'} verb" for w in root.dependents)
    counted.update(f"verb {name}" for name in features_of(root.lemma, "verb"))
    return {
        **{name: float(count) for name, count in counted.items()},
        "caption": float(analysis.form == "caption"),
        "repairs": float(len(analysis.doc.user_data.get(REPAIRED, ()))),
        **_uncertainty(analysis),
    }


def _uncertainty(analysis: Analysis) -> dict[str, float]:
    """Measure how uncertain the tagger is; return no measures if its architecture is unknown."""
    tagger: Any = load_nlp().get_pipe("tagger")
    vectors = analysis.doc.tensor
    layer = next((each for each in tagger.model.walk() if each.name == "softmax"), None)
    if layer is None or vectors.shape != (len(analysis.doc), layer.get_dim("nI")):
        return {}
    scores = layer.ops.affine(vectors, layer.get_param("W"), layer.get_param("b"))
    other = 1 - layer.ops.softmax(scores).max(axis=1)
    return {"tag uncertainty": float(other.sum()), "greatest tag uncertainty": float(other.max())}
