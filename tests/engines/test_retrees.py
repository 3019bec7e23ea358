"""Mends of spaCy's own tree, on trees written by hand so that no model has a say."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc

from litgen.engines.dependency.retrees import mend_tree

VOCAB = spacy.blank("en").vocab


def mended(tree):
    """``word/lemma/tag/dep/head`` tokens, mended and written in the same way."""
    rows = [token.split("/") for token in tree.split()]
    doc = Doc(
        VOCAB,
        words=[row[0] for row in rows],
        lemmas=[row[1] for row in rows],
        tags=[row[2] for row in rows],
        deps=[row[3] for row in rows],
        heads=[int(row[4]) for row in rows],
        pos=["AUX" if row[1] == "be" else POS[row[2]] for row in rows],
    )
    return [f"{t.text}/{t.lemma_}/{t.tag_}/{t.dep_}/{t.head.i}" for t in mend_tree(doc)]


POS = {
    "DT": "DET", "NN": "NOUN", "NNS": "NOUN", "IN": "ADP", "VBZ": "VERB", "VBP": "VERB",
    "VBD": "VERB", "VBN": "VERB", "VBG": "VERB", "VB": "VERB", "JJ": "ADJ", "CC": "CCONJ",
    "RB": "ADV", "PRP": "PRON", "TO": "PART",
}  # fmt: skip

TRAIN = "They/they/PRP/nsubj/1 watch/watch/VBP/ROOT/1 as/as/IN/prep/1 "
PLAN = "It/it/PRP/nsubj/1 was/be/VBD/ROOT/1 old/old/JJ/acomp/1 and/and/CC/cc/1 "
HELP = "It/it/PRP/nsubj/1 helps/help/VBZ/ROOT/1 people/people/NNS/nsubj/3 "
EXAM = "It/it/PRP/nsubj/1 is/be/VBZ/ROOT/1 hard/hard/JJ/acomp/1 "


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        (
            TRAIN + "a/a/DT/det/5 train/train/NN/compound/5 passes/pass/NNS/pobj/2",
            "They/they/PRP/nsubj/1 watch/watch/VBP/ROOT/1 as/as/IN/mark/5 a/a/DT/det/4 "
            "train/train/NN/nsubj/5 passes/pass/VBZ/advcl/1",
        ),
        # plurals that are no verbs, or follow a plural, another preposition, no article
        (TRAIN + "a/a/DT/det/5 train/train/NN/compound/5 elephants/elephant/NNS/pobj/2", None),
        (TRAIN + "the/the/DT/det/5 trains/train/NNS/compound/5 passes/pass/NNS/pobj/2", None),
        (
            TRAIN.replace("as/as", "at/at")
            + "a/a/DT/det/5 train/train/NN/compound/5 passes/pass/NNS/pobj/2",
            None,
        ),
        (TRAIN + "my/my/JJ/amod/5 train/train/NN/compound/5 passes/pass/NNS/pobj/2", None),
        (
            TRAIN + "a/a/DT/det/5 train/train/NN/compound/5 passes/pass/NNS/pobj/2 "
            "and/and/CC/cc/5 stops/stop/NNS/conj/5",
            None,
        ),
        (
            PLAN + "well/well/RB/advmod/5 thought/think/VBD/conj/1 out/out/IN/prt/5",
            "It/it/PRP/nsubj/1 was/be/VBD/ROOT/1 old/old/JJ/acomp/1 and/and/CC/cc/2 "
            "well/well/RB/advmod/5 thought/think/VBN/conj/2 out/out/IN/prt/5",
        ),
        (PLAN + "then/then/RB/advmod/5 thought/think/VBD/conj/1 out/out/IN/prt/5", None),
        (PLAN + "well/well/RB/advmod/5 thought/think/VBD/conj/1 it/it/PRP/dobj/5", None),
        (
            HELP + "gain/gain/VBP/ccomp/1 hope/hope/NN/dobj/3",
            HELP + "gain/gain/VB/ccomp/1 hope/hope/NN/dobj/3",
        ),
        (HELP.replace("help/", "say/") + "gain/gain/VBP/ccomp/1 hope/hope/NN/dobj/3", None),
        (HELP + "can/can/IN/aux/4 gain/gain/VBP/ccomp/1", None),
        (
            "They/they/PRP/nsubj/1 want/want/VBP/ROOT/1 it/it/PRP/nsubj/3 eased/ease/VBD/ccomp/1",
            "They/they/PRP/nsubj/1 want/want/VBP/ROOT/1 it/it/PRP/nsubj/3 eased/ease/VBN/ccomp/1",
        ),
        ("They/they/PRP/nsubj/1 say/say/VBP/ROOT/1 it/it/PRP/nsubj/3 eased/ease/VBD/ccomp/1", None),
        (
            "They/they/PRP/nsubj/1 want/want/VBP/ROOT/1 it/it/PRP/nsubj/3 rode/ride/VBD/ccomp/1",
            None,
        ),
        (
            EXAM + "and/and/CC/cc/2 people/people/NNS/nsubj/5 talking/talk/VBG/ccomp/1",
            EXAM + "and/and/CC/cc/1 people/people/NNS/nsubj/5 talking/talk/VBG/conj/1",
        ),
        (EXAM + "that/that/IN/mark/5 people/people/NNS/nsubj/5 talking/talk/VBG/ccomp/1", None),
        (EXAM + "and/and/CC/cc/2 people/people/NNS/dobj/5 talking/talk/VBG/ccomp/1", None),
    ],
)
def test_mend(tree, wanted):
    assert mended(tree) == (wanted or tree).split()
