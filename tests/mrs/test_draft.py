from delphin.mrs import is_isomorphic, is_well_formed

from litgen.mrs.draft import Draft, phrase_of
from litgen.mrs.scope import Scope
from tests.mrs.samples import can_swim, ride, smiles_while_eating


def test_a_draft_without_edits_is_the_source():
    source = ride()
    copy = Draft(source).finish()
    assert copy == source
    assert [ep.lnk for ep in copy.rels] == [ep.lnk for ep in source.rels]


def test_edits_leave_the_source_alone():
    source, before = ride(), ride()
    draft = Draft(source)
    draft.set_property("e2", "TENSE", "past")
    draft.change(source.rels[2], "_drive_v_1", {"ARG1": "x14"})
    draft.put_over("h1", draft.fresh("h"))
    draft.remove(source.rels[:1])
    assert source == before


def test_fresh_variables_are_new_and_added_predications_have_no_characters():
    source = ride()
    draft = Draft(source)
    label, hole, event = draft.fresh("h"), draft.fresh("h"), draft.fresh("e", {"SF": "prop"})
    assert not {label, hole, event} & set(source.variables)
    draft.put_over("h1", label)
    draft.add_qeq(hole, "h1")
    draft.add("neg", label, {"ARG0": event, "ARG1": hole})
    negated = draft.finish()
    assert is_well_formed(negated)
    assert (negated.rels[-1].cfrom, negated.rels[-1].cto) == (-1, -1)
    assert Scope(negated).low["h0"] == label
    assert negated.rels[:-1] == source.rels


def test_a_direct_scopal_argument_is_moved_as_well():
    draft = Draft(can_swim())
    draft.put_over("h9", "h99")
    assert Scope(draft.finish()).low["h8"] == "h99"


def test_a_change_keeps_characters_and_other_arguments():
    source = ride()
    draft = Draft(source)
    draft.change(source.rels[2], None, {"ARG1": "x14", "ARG2": "x3"})
    changed = draft.finish().rels[2]
    assert changed.args == {"ARG0": "e2", "ARG1": "x14", "ARG2": "x3"}
    assert changed.lnk == source.rels[2].lnk
    draft.change(source.rels[2], None, {"ARG1": "x3", "ARG2": "x14"})
    assert is_isomorphic(draft.finish(), source)


def test_the_phrase_of_a_variable_is_removed_with_its_scope():
    source = ride()
    phrase = phrase_of(source.rels, Scope(source).low, "x3")
    assert [ep.predicate for ep in phrase] == ["_a_q", "_man_n_1"]
    draft = Draft(source)
    draft.remove(phrase)
    draft.change(source.rels[2], None, {"ARG1": draft.fresh("i")})
    left = draft.finish()
    assert is_well_formed(left)
    assert not {"x3", "h4", "h5", "h7"} & set(left.variables)


def test_a_phrase_that_something_else_needs_is_not_given():
    source = smiles_while_eating()
    assert phrase_of(source.rels, Scope(source).low, "x3") is None
    assert phrase_of(source.rels, Scope(source).low, "e2") is None
