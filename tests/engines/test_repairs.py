"""Repairs of trees: every entry of ``rules/repairs.toml`` on its examples, and trees by hand."""

from __future__ import annotations

import pytest
import spacy
from spacy.matcher import DependencyMatcher
from spacy.tokens import Doc

from litgen.engines.dependency.models import load_nlp
from litgen.exceptions import RuleError
from litgen.trees.patterns import RELATIONS
from litgen.trees.repairs import COMPONENT, REPAIRED, load_repairs, repair
from litgen.trees.words import read_words, reattach

REPAIRS = load_repairs().all


@pytest.mark.parametrize("entry", REPAIRS, ids=lambda entry: entry.name)
def test_a_repair_is_made_on_its_example_and_not_on_its_counterexample(entry):
    doc = load_nlp()(entry.example)
    assert entry.name in doc.user_data.get(REPAIRED, ())
    found = [f"{t.text} {t.lemma_} {t.pos_} {t.tag_} {t.dep_} {t.head.text}" for t in doc]
    assert entry.repaired
    assert set(entry.repaired) <= set(found)
    raw = load_nlp()(entry.example, disable=[COMPONENT])
    before = [f"{t.text} {t.lemma_} {t.pos_} {t.tag_} {t.dep_} {t.head.text}" for t in raw]
    assert not set(entry.repaired) & set(before), "what is repaired was so before"
    other = load_nlp()(entry.counterexample)
    assert entry.name not in other.user_data.get(REPAIRED, ())


def test_every_repair_has_a_name_of_its_own():
    assert len({entry.name for entry in REPAIRS}) == len(REPAIRS) > 30


@pytest.mark.parametrize("operator", sorted(RELATIONS.keys() - {"^", "=", "again"}))
def test_a_relation_is_the_one_that_spacy_has_under_its_operator(operator):
    doc = load_nlp()("Two old dogs that bark chased a red ball and a cat across the muddy yard.")
    matcher = DependencyMatcher(doc.vocab)
    second = {"LEFT_ID": "a", "REL_OP": operator, "RIGHT_ID": "b", "RIGHT_ATTRS": {}}
    matcher.add("pairs", [[{"RIGHT_ID": "a", "RIGHT_ATTRS": {}}, second]])
    words = read_words(doc)
    found = {(a.i, b.i) for a in words for b in RELATIONS[operator](words, a)}
    assert found
    assert found == {tuple(pair) for _, pair in matcher(doc)}


@pytest.mark.parametrize(
    ("pattern", "actions", "message"),
    [
        ('{ RIGHT_ID = "a", OP = "+" }', "", "OP must be"),
        ('{ RIGHT_ID = "a", OP = "!" }', "", "must begin with"),
        ('{ RIGHT_ID = "a", RIGHT_ATTRS = { SHAPE = "x" } }', "", "RIGHT_ATTRS may"),
        ('{ RIGHT_ID = "a", RIGHT_ATTRS = { _ = { odd = true } } }', "", "RIGHT_ATTRS may"),
        ('{ RIGHT_ID = "a", RIGHT_ATTRS = { TAG = { FUZZY = "x" } } }', "", "not FUZZY"),
        (
            '{ RIGHT_ID = "a" }, { RIGHT_ID = "b", LEFT_ID = "c", REL_OP = "<" }',
            "",
            "unknown rel",
        ),
        (
            '{ RIGHT_ID = "a" }, { RIGHT_ID = "b", LEFT_ID = "a", REL_OP = "~" }',
            "",
            "unknown rel",
        ),
        ('{ RIGHT_ID = "a" }', '{ ID = "b", TAG = "NN" }', "an action must"),
        ('{ RIGHT_ID = "a" }', '{ ID = "a", HEAD = "b" }', "an action must"),
        ('{ RIGHT_ID = "a" }', '{ ID = "a", MORPH = "b" }', "an action must"),
    ],
)
def test_a_bad_repair_names_file_repair_and_reason(tmp_path, pattern, actions, message):
    (tmp_path / "repairs.toml").write_text(
        f'[[repair]]\nname = "odd"\nexample = "e"\ncounterexample = "n"\nrepaired = []\n'
        f"pattern = [{pattern}]\ndo = [{actions}]\n"
    )
    with pytest.raises(RuleError, match=message) as error:
        load_repairs(tmp_path)
    assert "repairs.toml: repair 'odd'" in str(error.value)


def test_a_tree_without_a_parse_is_left_alone():
    doc = Doc(VOCAB, words=["Dogs", "bark"], tags=["NNS", "VBP"])
    assert [t.tag_ for t in repair(doc)] == ["NNS", "VBP"]


def test_a_move_that_would_make_a_circle_is_not_made():
    doc = Doc(VOCAB, words=["Dogs", "bark"], heads=[1, 1], deps=["nsubj", "ROOT"])
    dogs, bark = read_words(doc)
    reattach(bark, dogs)
    assert bark.head is bark


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
    return [f"{t.text}/{t.lemma_}/{t.tag_}/{t.dep_}/{t.head.i}" for t in repair(doc)]


POS = {
    "DT": "DET", "NN": "NOUN", "NNS": "NOUN", "IN": "ADP", "VBZ": "VERB", "VBP": "VERB",
    "VBD": "VERB", "VBN": "VERB", "VBG": "VERB", "VB": "VERB", "JJ": "ADJ", "CC": "CCONJ",
    "RB": "ADV", "PRP": "PRON", "TO": "PART",
}  # fmt: skip

TRAIN = "They/they/PRP/nsubj/1 watch/watch/VBP/ROOT/1 as/as/IN/prep/1 "
HELP = "It/it/PRP/nsubj/1 helps/help/VBZ/ROOT/1 people/people/NNS/nsubj/3 "


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
            HELP + "gain/gain/VBP/ccomp/1 hope/hope/NN/dobj/3",
            HELP + "gain/gain/VB/ccomp/1 hope/hope/NN/dobj/3",
        ),
        (
            HELP.replace("helps/help/", "says/say/") + "gain/gain/VBP/ccomp/1 hope/hope/NN/dobj/3",
            None,
        ),
        (HELP + "can/can/IN/aux/4 gain/gain/VBP/ccomp/1", None),
    ],
)
def test_mend(tree, wanted):
    assert mended(tree) == (wanted or tree).split()
