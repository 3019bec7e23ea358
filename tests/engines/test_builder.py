"""The MRS builder: sentences of our own, what the parts of their MRSs must be."""

from __future__ import annotations

from random import Random

import pytest
from delphin.codecs import simplemrs
from delphin.mrs import is_connected, is_well_formed

from litgen.engines.dependency.builder import NotBuilt, build
from litgen.engines.dependency.clauses import Sentence, read_clauses
from litgen.engines.dependency.models import load_nlp
from litgen.mrs.wellformed import fit_together


def built(text):
    doc = load_nlp()(text)
    return build(Sentence(doc.text, doc, "clause", read_clauses(doc)))


def eps(result):
    return {ep.predicate: ep for ep in result.mrs.rels}


def noun(result, variable):
    """The predicate, or the name, that a variable is about."""
    for ep in result.mrs.rels:
        if ep.args["ARG0"] == variable and "RSTR" not in ep.args:
            return ep.carg or ep.predicate
    return variable


def arguments(result, predicate):
    ep = eps(result)[predicate]
    return {
        role: noun(result, value)
        for role, value in ep.args.items()
        if role.startswith("ARG") and role != "ARG0"
    }


def properties(result, predicate):
    return result.mrs.variables[eps(result)[predicate].args["ARG0"]]


def label_under(result, predicate, role):
    """The label that a hole leads to."""
    hole = eps(result)[predicate].args[role]
    return next((h.lo for h in result.mrs.hcons if h.hi == hole), hole)


SENTENCES = (
    "Two old dogs chased a red ball across the yard.",
    "Rita gave her brother a book about birds on Monday.",
    "There is a cat under the table.",
    "It is Rita who painted the fence.",
    "If it rains, the children stay at home and read.",
    "The man who lives next door may not have seen the letter that Rita wrote.",
    "Every teacher wanted to help the boy whose bike was stolen.",
    "Is the garden bigger than the house?",
    "Rita, Tom and the twins are happy but tired.",
    "The bridge that they walked across was built in 1932 by two engineers.",
    "She seems to be sleeping while the others are working.",
    "Nobody knows why the lights went out.",
    "Reading a good book is more relaxing than watching television.",
    "Some of the guests said that they had never been to Norway.",
    "It won't be any different than it has been in the past.",
    "My dad would like me to be better off than he is.",
    "Morality is of high value to everyone, no matter who they are.",
    "Rita is cold and shivering.",
)


@pytest.mark.parametrize("text", SENTENCES)
def test_well_formed_connected_and_covered(text):
    result = built(text)
    assert is_well_formed(result.mrs)
    assert is_connected(result.mrs)
    assert result.uncovered == ()


@pytest.mark.parametrize("text", SENTENCES)
def test_every_referent_is_bound_once_and_has_number_and_person(text):
    mrs = built(text).mrs
    bound = [ep.args["ARG0"] for ep in mrs.rels if "RSTR" in ep.args]
    introduced = [
        ep.args["ARG0"] for ep in mrs.rels if "RSTR" not in ep.args and ep.args["ARG0"][0] == "x"
    ]
    assert sorted(bound) == sorted(introduced)
    for variable in introduced:
        assert {"NUM", "PERS"} <= set(mrs.variables[variable])


def test_links_span_their_words():
    text = "The old dog barked loudly."
    for ep in built(text).mrs.rels:
        word = text[ep.cfrom : ep.cto].strip(".").lower()
        assert ep.predicate.split("_")[1][:3] == word[:3]


def test_subject_is_arg1_and_object_is_arg2():
    result = built("The dog chased the cat.")
    assert arguments(result, "_chase_v_1") == {"ARG1": "_dog_n_1", "ARG2": "_cat_n_1"}
    assert properties(result, "_chase_v_1")["TENSE"] == "past"


@pytest.mark.parametrize("text", ["Rita gave Tom a book.", "Rita gave a book to Tom."])
def test_recipient_is_arg3(text):
    wanted = {"ARG1": "Rita", "ARG2": "_book_n_of", "ARG3": "Tom"}
    assert arguments(built(text), "_give_v_1") == wanted


def test_passive_has_topic_and_agent_as_arg1():
    result = built("The ball was kicked by a girl.")
    assert arguments(result, "_kick_v_1") == {"ARG1": "_girl_n_1", "ARG2": "_ball_n_1"}
    verb = eps(result)["_kick_v_1"]
    icon = result.mrs.icons[0]
    assert (icon.left, icon.relation, icon.right) == (
        verb.args["ARG0"],
        "topic",
        verb.args["ARG2"],
    )
    assert "parg_d" not in eps(result)


def test_agent_that_is_not_expressed_is_open():
    result = built("The ball was kicked.")
    assert eps(result)["_kick_v_1"].args["ARG1"].startswith("i")


def test_aspect():
    wanted = {"TENSE": "pres", "PROG": "+", "PERF": "+"}
    found = properties(built("The dogs have been barking."), "_bark_v_1")
    assert {name: found[name] for name in wanted} == wanted


def test_future_is_a_tense_and_no_modal():
    result = built("The dog will bark.")
    assert properties(result, "_bark_v_1")["TENSE"] == "fut"
    assert not any("modal" in name for name in eps(result))


def test_modal_takes_the_verb_and_carries_the_tense():
    result = built("The dog may bark.")
    assert label_under(result, "_may_v_modal", "ARG1") == eps(result)["_bark_v_1"].label
    assert properties(result, "_may_v_modal")["TENSE"] == "pres"
    assert properties(result, "_bark_v_1")["TENSE"] == "untensed"
    assert result.mrs.index == eps(result)["_may_v_modal"].args["ARG0"]


def test_negation_stands_over_the_verb_and_leaves_the_index():
    result = built("The dog does not bark.")
    assert label_under(result, "neg", "ARG1") == eps(result)["_bark_v_1"].label
    assert result.mrs.index == eps(result)["_bark_v_1"].args["ARG0"]
    assert result.mrs.hcons[0].lo == eps(result)["neg"].label


def test_contracted_negation_spans_the_whole_word():
    text = "The dog couldn't bark."
    result = built(text)
    for name in ("neg", "_can_v_modal"):
        ep = eps(result)[name]
        assert text[ep.cfrom : ep.cto] == "couldn't"


def test_one_modal_over_coordinated_verbs():
    result = built("The girl may sing and dance.")
    assert [ep.predicate for ep in result.mrs.rels].count("_may_v_modal") == 1
    assert label_under(result, "_may_v_modal", "ARG1") == eps(result)["_and_c"].label
    assert arguments(result, "_dance_v_1")["ARG1"] == "_girl_n_1"


def test_question_and_imperative_force():
    assert properties(built("Did the woman leave?"), "_leave_v_1")["SF"] == "ques"
    assert properties(built("Feed the dog."), "_feed_v_1")["SF"] == "comm"


def test_copula_gives_its_properties_to_the_predicate():
    result = built("The girl was tall.")
    assert properties(result, "_tall_a_1")["TENSE"] == "past"
    assert result.events[2] == eps(result)["_tall_a_1"].args["ARG0"]
    result = built("The cat is in the garden.")
    assert arguments(result, "_in_p_loc") == {"ARG1": "_cat_n_1", "ARG2": "_garden_n_1"}


def test_identity():
    wanted = {"ARG1": "Rita", "ARG2": "_teacher_n_of"}
    assert arguments(built("Rita is a teacher."), "_be_v_id") == wanted


def test_existential():
    result = built("There were two cats in the garden.")
    assert arguments(result, "_be_v_there") == {"ARG1": "_cat_n_1"}
    assert "pron" not in eps(result)


def test_cleft_takes_the_label_of_its_clause():
    result = built("It is the girl who is singing.")
    cleft = eps(result)["_be_v_itcleft"]
    assert noun(result, cleft.args["ARG1"]) == "_girl_n_1"
    assert cleft.args["ARG2"] == eps(result)["_sing_v_1"].label
    assert result.mrs.index == cleft.args["ARG0"]
    assert "pron" not in eps(result)


def test_raising_shares_its_subject_downwards():
    result = built("The dog seems to sleep.")
    assert label_under(result, "_seem_v_to", "ARG1") == eps(result)["_sleep_v_1"].label
    assert arguments(result, "_sleep_v_1")["ARG1"] == "_dog_n_1"


def test_control():
    result = built("The girl wants to sing.")
    assert arguments(result, "_want_v_1")["ARG1"] == "_girl_n_1"
    assert label_under(result, "_want_v_1", "ARG2") == eps(result)["_sing_v_1"].label
    assert arguments(result, "_sing_v_1")["ARG1"] == "_girl_n_1"
    result = built("Rita persuaded Tom to sing.")
    assert arguments(result, "_sing_v_1")["ARG1"] == "Tom"
    assert arguments(result, "_persuade_v_of")["ARG2"] == "Tom"


def test_weather_has_no_subject():
    result = built("It rained.")
    assert set(eps(result)) == {"_rain_v_1"}
    assert set(eps(result)["_rain_v_1"].args) == {"ARG0"}


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("The dog that chased Rita slept.", "ARG1"),
        ("The dog that Rita chased was asleep.", "ARG2"),
        ("The dog Rita chased was asleep.", "ARG2"),
    ],
)
def test_relative_clause_shares_label_and_referent(text, role):
    result = built(text)
    chase, dog = eps(result)["_chase_v_1"], eps(result)["_dog_n_1"]
    assert chase.label == dog.label
    assert chase.args[role] == dog.args["ARG0"]


def test_stranded_preposition_takes_the_noun():
    result = built("The house she lives in is old.")
    prepositions = [ep for ep in result.mrs.rels if ep.predicate.startswith("_in_p")]
    assert noun(result, prepositions[0].args["ARG2"]) == "_house_n_of"


def test_coordination_of_nouns_keeps_both_referents():
    result = built("Cats and dogs play.")
    both = eps(result)["_and_c"]
    assert arguments(result, "_play_v_1")["ARG1"] == "_and_c"
    assert result.joined == {0: both.args["ARG0"]}
    assert result.referents[0] == both.args["ARG1"]
    assert result.referents[2] == both.args["ARG2"]
    assert result.mrs.variables[both.args["ARG0"]]["NUM"] == "pl"


def test_coordinated_verbs_share_the_subject():
    result = built("The boy sat down and ate an apple.")
    assert arguments(result, "_eat_v_1")["ARG1"] == "_boy_n_1"
    assert eps(result)["_and_c"].label == eps(result)["_eat_v_1"].label


def test_subordinate_clause():
    result = built("The dog barked because it rained.")
    assert label_under(result, "_because_x", "ARG1") == eps(result)["_bark_v_1"].label
    assert label_under(result, "_because_x", "ARG2") == eps(result)["_rain_v_1"].label


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Some dog barked.", "_some_q_indiv"),
        ("Many people wait.", "much-many_a"),
        ("Three women smiled.", "card"),
        ("A few people left.", "_a+few_a_1"),
        ("My dog barked.", "poss"),
        ("Somebody barked.", "person"),
        ("The dog barks here.", "loc_nonsp"),
        ("The woman left on Monday.", "dofw"),
        ("The woman left in May.", "_in_p_temp"),
        ("The garden dog barked.", "compound"),
        ("The taller girl sang.", "more_comp"),
        ("The dog barked softly.", "_soft_a_1"),
        ("The dog probably barked.", "_probable_a_1"),
        ("The first dog barked.", "ord"),
        ("Some of the dogs barked.", "part_of"),
    ],
)
def test_construction(text, expected):
    assert expected in eps(built(text))


def test_scopal_adverb_stands_over_the_verb():
    result = built("The dog probably barked.")
    assert label_under(result, "_probable_a_1", "ARG1") == eps(result)["_bark_v_1"].label


def test_number_words_are_read():
    result = built("Rita has twenty-three books.")
    assert eps(result)["card"].carg == "23"


def test_build_reports_what_it_cannot_build():
    with pytest.raises(NotBuilt, match=r"parse\.no-finite-verb"):
        built("Yes.")


@pytest.mark.parametrize(
    ("text", "said"),
    [("A red car.", "_car_n_1"), ("Kim and Sandy.", "_and_c"), ("Short and steep.", "_and_c")],
)
def test_a_fragment_stands_under_unknown(text, said):
    result = built(text)
    unknown = eps(result)["unknown"]
    assert noun(result, unknown.args["ARG"]) == said
    assert result.mrs.index == unknown.args["ARG0"]
    assert result.mrs.hcons[0].lo == unknown.label
    assert is_well_formed(result.mrs)


def test_a_preposition_that_stands_alone_is_said_of_nothing():
    result = built("In the mountain forest.")
    assert eps(result)["unknown"].args["ARG"].startswith("u")
    assert eps(result)["_in_p_loc"].label == eps(result)["unknown"].label
    assert is_connected(result.mrs)


def test_soundness_is_what_pydelphin_says_of_damaged_graphs():
    """Predications dropped, arguments and labels exchanged: the verdicts are the same."""
    random = Random(1)
    sound = 0
    for _ in range(200):
        result = built(SENTENCES[random.randrange(4)])
        graph = result.graph
        ep, other = random.sample(graph.rels, 2)
        damage = random.randrange(4)
        if damage == 0:
            graph.rels.remove(ep)
        elif damage == 1:
            role = random.choice([role for role in ep.args if role != "CARG"])
            kind = ep.args[role][0]
            values = [v for e in graph.rels for v in (e.label, *e.args.values()) if v[0] == kind]
            ep.args[role] = random.choice(values)
        elif damage == 2:
            ep.label = other.label
        else:
            graph.holes[random.choice(list(graph.holes))] = ep.label
        graph.heads = {e.args["ARG0"]: e for e in graph.rels if "RSTR" not in e.args}
        verdict = is_well_formed(graph.finish(result.main))
        assert fit_together(result.main.top, graph.rels, graph.holes) is verdict
        sound += verdict
    assert 10 < sound < 290


def test_building_is_deterministic():
    text = SENTENCES[5]
    assert simplemrs.encode(built(text).mrs) == simplemrs.encode(built(text).mrs)


@pytest.mark.parametrize(
    ("text", "predicate", "force"),
    [
        ("Who left is unclear.", "_leave_v_1", "ques"),
        ("What he saw is unknown.", "_see_v_1", "ques"),
        ("It is unclear who left.", "_leave_v_1", "ques"),
        ("Rita asked who left.", "_leave_v_1", "ques"),
        ("Rita said that he left.", "_leave_v_1", "prop"),
        ("Whose dog barked?", "_bark_v_1", "ques"),
        ("Sit down.", "_sit_v_down", "comm"),
    ],
)
def test_force_of_a_clause(text, predicate, force):
    assert properties(built(text), predicate)["SF"] == force


@pytest.mark.parametrize(
    ("text", "preposition"),
    [
        ("They met in 1990.", "_in_p_temp"),
        ("They met in Rome.", "_in_p_state"),
        ("They met on a Monday.", "_on_p_temp"),
        ("They met on January 1st.", "_on_p_temp"),
        ("They met on a boat.", "_on_p_state"),
        ("They met with five dogs.", "_with_p"),
    ],
)
def test_prepositions_of_time_and_place(text, preposition):
    assert eps(built(text))[preposition].args["ARG1"] == eps(built(text))["_meet_v_1"].args["ARG0"]
