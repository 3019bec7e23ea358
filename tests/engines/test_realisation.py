"""Realisers: the candidates of each edit, the first of them today's, the others as sound."""

import pytest

from litgen.engines import Request, load_engine
from litgen.engines.dependency import engine as engine_module
from litgen.engines.dependency import readback
from litgen.engines.dependency.realisation import MAX_CANDIDATES
from litgen.mrs import load_rules
from litgen.mrs.application import apply_sequence
from litgen.mrs.frame import Source
from litgen.transformations import Settings, find


@pytest.fixture(scope="module")
def engine():
    return load_engine("dependency")


def requests(engine, name, text):
    (parse,) = engine.parse([text])
    reading, rules = parse.readings[0], load_rules()
    sequence = [rules.by_name[step] for step in name.split("+")]
    found = apply_sequence(sequence, Source(reading.mrs), engine.dialect).variants
    return [Request(variant.mrs, reading, variant.parameters) for variant in found]


@pytest.mark.parametrize(
    ("name", "text", "candidates"),
    [
        ("negation", "The man rides a bike.",
         ["The man does not ride a bike.", "The man doesn't ride a bike."]),
        ("negation", "There is a dog in the park.",
         ["There is no dog in the park.", "There isn't a dog in the park."]),
        ("negation", "There are big dogs in the park.",
         ["There are no big dogs in the park.", "There aren't big dogs in the park."]),
        ("negation", "There were a lot of towns.",
         ["There were not a lot of towns.", "There weren't a lot of towns."]),
        ("negation", "I am tired.", ["I am not tired."]),
        ("negation", "A boy plays.", ["No boy plays."]),
        ("cleft", "A man is singing.",
         ["It is a man who is singing.", "It's a man who is singing.",
          "It is a man that is singing.", "It's a man that is singing."]),
        ("cleft", "The dog barks.", ["It is the dog that barks.", "It's the dog that barks."]),
        ("cleft", "Mary left.", ["It was Mary that left."]),  # nor *It was Paris who*, a name, too
        ("cleft+negation", "A man is singing.",
         ["It is not a man who is singing.", "It isn't a man who is singing.",
          "It's not a man who is singing.", "It is not a man that is singing.",
          "It isn't a man that is singing.", "It's not a man that is singing."]),
        ("cleft", "The man who called is leaving.",
         ["It is the man who called that is leaving.", "It's the man who called that is leaving."]),
        ("cleft", "They play.", ["It is they who play.", "It is they that play."]),
        ("cleft", "Girl Scouts has grown.",
         ["It is Girl Scouts that has grown.", "It's Girl Scouts that has grown."]),
        ("cleft", "The plan and the idea has changed the town.",
         ["It is the plan and the idea that have changed the town.",
          "It's the plan and the idea that have changed the town."]),
        ("cleft", "The long working hours has changed the town.",
         ["It is the long working hours that have changed the town.",
          "It's the long working hours that have changed the town."]),
        ("cleft", "The work we have done has helped the town.",
         ["It is the work we have done that has helped the town.",
          "It's the work we have done that has helped the town."]),
        ("cleft", "The doctors are good at helping, and are always available.",
         ["It is the doctors who are good at helping, and are always available.",
          "It's the doctors who are good at helping, and are always available.",
          "It is the doctors that are good at helping, and are always available.",
          "It's the doctors that are good at helping, and are always available."]),
        ("cleft", "The dog isn't barking.",
         ["It is the dog that isn't barking.", "It's the dog that isn't barking."]),
        ("passive", "A man rides a bike.", ["A bike is ridden by a man."]),
        ("passive", "A woman rides a bike down the road.",
         ["A bike is ridden down the road by a woman.",
          "A bike is ridden by a woman down the road."]),
        ("past", "A large number of items is made.", ["A large number of items were made."]),
        ("passive", "The quote showed the emphasis.", ["The emphasis was shown by the quote."]),
        ("passive", "Bob could barely speak Spanish.",
         ["Spanish could barely be spoken by Bob."]),
        ("passive", "A woman cuts bread with a knife.", ["Bread is cut with a knife by a woman."]),
        ("passive", "A woman paints a wall today.",
         ["A wall is painted by a woman today.", "A wall is painted today by a woman."]),
        ("passive", "Four men are playing music outdoors.",
         ["Music is being played by four men outdoors.",
          "Music is being played outdoors by four men."]),
        ("passive", "A boy throws a ball into a basket.",
         ["A ball is thrown into a basket by a boy.", "A ball is thrown by a boy into a basket."]),
        ("passive", "Children play a game at the park.",
         ["A game is played by children at the park.",
          "A game is played at the park by children."]),
        ("passive", "Men are riding bicycles on the street.",
         ["Bicycles are being ridden on the street by men.",
          "Bicycles are being ridden by men on the street."]),
        ("passive", "The groups find solutions to the issues.",
         ["Solutions to the issues are found by the groups."]),
        ("passive", "A man wearing shorts is playing a guitar outside.",
         ["A guitar is being played outside by a man wearing shorts."]),
        ("passive", "Two horses, one black and one brown, are pulling a man.",
         ["A man is being pulled by two horses, one black and one brown."]),
        ("passive", "A man is using a vacuum to clean the street.",
         ["A vacuum is being used by a man to clean the street."]),
        ("passive", "A boy is playing baseball with his friends.",
         ["Baseball is being played by a boy with his friends."]),
        ("passive", "A man gave the boy a ball.",
         ["A ball was given to the boy by a man.", "A ball was given by a man to the boy."]),
        ("passive", "A man gave my brother a ball.",
         ["A ball was given to my brother by a man.", "A ball was given by a man to my brother."]),
        ("passive", "A man gave a ball to her brother.",
         ["A ball was given by a man to her brother."]),
        ("passive", "The men put out the fire.", ["The fire was put out by the men."]),
        ("passive", "The man sent the boys away.", ["The boys were sent away by the man."]),
        ("passive", "A woman was looking at an old car in the street.",
         ["An old car in the street was being looked at by a woman."]),
        ("passive", "In the park, a man reads a book.", ["In the park, a book is read by a man."]),
        ("passive", "The dog chased him, and the cat ran.",
         ["He was chased by the dog, and the cat ran."]),
        ("passive", "The man cancelled the show.", ["The show was cancelled by the man."]),
        ("passive", "Someone is juggling oranges.", ["Oranges are being juggled."]),
        ("passive-any", "She read the book.", ["The book was read by her."]),
        ("passive", "She has read the book.", ["The book has been read."]),
        ("passive", "I have read all of his books.", ["All of his books have been read."]),
        ("passive", "He read her book.", ["Her book was read."]),
        ("passive", "They asked Kim to sing.", ["Kim was asked to sing."]),
        ("past", "Manufacturing problems with test aircraft is experiencing cost growth.",
         ["Manufacturing problems with test aircraft were experiencing cost growth."]),
        ("past", "Riding bikes is fun.", ["Riding bikes was fun."]),
        ("past", "There's a few things left.", ["There were a few things left."]),
        ("past", "There's lots of water here.", ["There was lots of water here."]),
        ("past+cleft", "Jack's Sugar Shack offers better blues.",
         ["It was Jack's Sugar Shack that offered better blues."]),
        ("passive", "She and Kevin display cooperation.",
         ["Cooperation is displayed by her and Kevin."]),
        ("passive", "Jon saw her and me.", ["She and I were seen by Jon."]),
        ("passive", "A man is feeding some birds some bread.",
         ["Some bread is being fed to some birds by a man.",
          "Some bread is being fed by a man to some birds."]),
        ("passive", "A man washes and dries a car.", ["A car is washed and dried by a man."]),
        ("passive", "Two boys were catching and throwing a ball in a park.",
         ["A ball was being caught and thrown in a park by two boys.",
          "A ball was being caught and thrown by two boys in a park."]),
        ("passive", "The company will design, build and sell cars and boats.",
         ["Cars and boats will be designed, built and sold by the company."]),
        ("passive-short", "A man washed and then dried a car.",
         ["A car was washed and then dried."]),
        ("passive", "Critics dispute the claim that women talk.",
         ["The claim that women talk is disputed by critics."]),
        ("passive", "The law will change the world for the better.",
         ["The world will be changed by the law for the better.",
          "The world will be changed for the better by the law."]),
        ("passive", "The woman is quickly opening the door.",
         ["The door is quickly being opened by the woman.",
          "The door is being opened quickly by the woman."]),
        ("passive", "The woman quickly opened the door.",
         ["The door was quickly opened by the woman.",
          "The door was opened quickly by the woman."]),
        ("passive", "He opened the door carefully.",
         ["The door was opened carefully.", "The door was carefully opened."]),
        ("passive", "The woman finally opened the door.",
         ["The door was finally opened by the woman."]),
        ("passive", "The judge fairly and carefully interprets the material.",
         ["The material is fairly and carefully interpreted by the judge."]),
        ("present", "The US had left.", ["The US has left."]),
        ("present", "The crew all ate lunch.", ["The crew all eat lunch."]),
        ("passive-short", "He remembered Adrin all this time.",
         ["Adrin was remembered all this time."]),
        ("negation", "There was water on the floor.",
         ["There was no water on the floor.", "There wasn't water on the floor."]),
        ("must", "The man wasn't tired.", ["The man must not have been tired."]),
        ("question", "W lists two dates.", ["Does W list two dates?"]),
        ("question", "He isn't tired.", ["Isn't he tired?", "Is he not tired?"]),
        ("question", "The man will not leave.",
         ["Will the man not leave?", "Won't the man leave?"]),
        ("question", "The man won't leave.", ["Won't the man leave?", "Will the man not leave?"]),
        ("question", "A man rides a bike.", ["Does a man ride a bike?"]),
        ("active", "A bike is ridden by him.", ["He rides a bike."]),
        ("swap", "The dog chases him.", ["He chases the dog."]),
        ("past+cleft", "A man rides a bike.",
         ["It was a man who rode a bike.", "It was a man that rode a bike."]),
        ("future", "I can only meet you on Mondays.",
         ["I will only be able to meet you on Mondays."]),
        ("future", "You can't see the sea.", ["You won't be able to see the sea."]),
        ("future", "How can parents find time?", ["How will parents be able to find time?"]),
        ("past", "Must we leave?", ["Did we have to leave?"]),
        ("passive", "A girl is climbing a rock face beside a trail outside.",
         ["A rock face is being climbed by a girl beside a trail outside.",
          "A rock face is being climbed beside a trail outside by a girl."]),
    ],
)  # fmt: skip
def test_candidates(engine, name, text, candidates):
    generation = engine.generate(requests(engine, name, text)[:1])[0]
    assert list(generation.surfaces) == candidates


@pytest.mark.parametrize(
    ("name", "text", "first", "more"),
    [
        ("passive", "We found a degree in biology.", "A degree was found in biology.",
         ["A degree in biology was found."]),
        ("passive", "A dental association has pledged $1million to the dental school.",
         "$1million to the dental school has been pledged by a dental association.",
         ["$1million has been pledged to the dental school by a dental association."]),
        ("cleft", "In 1990, the town had a school.", "In 1990, it was the town that had a school.",
         ["It was the town that, in 1990, had a school."]),
        ("passive", "Time magazine runs two stories.", "Two stories are run by time magazine.",
         ["Two stories are run by Time magazine."]),
    ],
)  # fmt: skip
def test_a_lenient_request_tries_both_what_the_tree_says_and_what_it_may_have_wrong(
    engine, name, text, first, more
):
    asked = requests(engine, name, text)[0]
    sure = engine.generate([asked])[0].surfaces
    assert sure[0] == first and not {*more} & {*sure}
    surfaces = engine.generate([asked._replace(lenient=True)])[0].surfaces
    assert surfaces[0] == first and {*more} <= {*surfaces}


def test_a_place_is_where_something_is_ridden(engine):
    asked = requests(engine, "passive", "A woman is riding a bike in a park.")[0]
    surfaces = engine.generate([asked._replace(lenient=True)])[0].surfaces
    assert "A bike is being ridden in a park by a woman." in surfaces
    assert not [each for each in surfaces if each.startswith("A bike in a park")]
    asked = requests(engine, "passive", "A woman is riding a bike with a basket.")[0]
    surfaces = engine.generate([asked._replace(lenient=True)])[0].surfaces
    assert "A bike with a basket is being ridden by a woman." in surfaces


@pytest.mark.parametrize(
    ("name", "text", "surface"),
    [
        ("be-going-to", "He never came back.", "He was never going to come back."),
        ("be-going-to", "The case was never solved.", "The case was never going to be solved."),
        ("used-to", "They never let us in.", "They never used to let us in."),
        ("seem", "These things are never discussed.", "These things never seem to be discussed."),
    ],
)
def test_never_stands_above_an_infinitive(engine, name, text, surface):
    asked = [each._replace(lenient=True) for each in requests(engine, name, text)]
    assert engine.generate(asked)[0].surfaces[:1] == (surface,)


def test_what_is_not_read_back_is_kept_with_evidence_against_it(engine, monkeypatch):
    asked = requests(engine, "past", "A man rides a bike.")[0]
    monkeypatch.setattr(
        readback, "mismatch", lambda *_: readback.Fault("generation.not-read-back: verb")
    )
    engine = engine_module.DependencyEngine()
    lost = engine.generate([asked])[0]
    assert (lost.surfaces, lost.declined, lost.evidence) == (
        (),
        "generation.not-read-back: verb",
        {},
    )
    kept = engine.generate([asked._replace(lenient=True)])[0]
    assert kept.surfaces == ("A man rode a bike.",) and kept.declined is None
    assert kept.evidence["not read back"] == 1


def test_an_uncovered_word_declines_unless_the_request_is_lenient(engine):
    text = "You rarely call on the phone, nor webcam."
    (parse,) = engine.parse([text])
    assert parse.declined == "parse.uncovered-word" and parse.readings and not parse.statements
    for lenient, made in ((False, []), (True, ["You rarely called on the phone, nor webcam."])):
        past = find("past", engine=engine, settings=Settings(lenient=lenient))
        (outcome,) = past.apply([text])
        assert (outcome.declined is None) == lenient
        assert [variant.candidates[0] for variant in outcome.variants] == made


def test_a_recipient_that_the_parser_reads_as_an_object_takes_to(engine):
    """The tree has two objects, of which the first is the recipient."""
    text = "The Alumni Association is sending all graduates a packet."
    made = engine.generate(requests(engine, "passive", text))
    assert [surface for each in made for surface in each.surfaces] == [
        "A packet is being sent to all graduates by the Alumni Association.",
        "A packet is being sent by the Alumni Association to all graduates.",
    ]


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("A man rides a bike.", ["It was a bike that a man rode.", "It was a bike a man rode."]),
        ("He sells the book.", ["It was the book that he sold.", "It was the book he sold."]),
        ("Children sell the old flowers.", ["It was the old flowers that children sold."]),
    ],
)
def test_candidates_of_objects_in_focus(engine, text, candidates):
    generation = engine.generate(requests(engine, "past+cleft", text)[1:])[0]
    assert list(generation.surfaces) == candidates


def test_who_and_that_are_read_back_for_each_other(engine):
    (request, *_) = requests(engine, "cleft", "A man is singing.")
    found = engine.trace(request)["candidates"]
    assert [c["probes"] for c in found] == [
        ["It is a man who is singing.", "It is a man that is singing."],
        ["It's a man who is singing.", "It's a man that is singing."],
    ] * 2


@pytest.mark.parametrize(
    "text",
    [
        "A man is pushing a bike with signs in the background.",
        "A man in a t-shirt is stirring something in a pot which is on a counter near an oven.",
    ],
)
def test_a_passive_without_a_good_order_is_declined(engine, text):
    (request,) = requests(engine, "passive", text)
    assert engine.generate([request])[0].declined == "generation.no-by-phrase-position"


def test_a_recipient_becomes_the_subject(engine):
    request = requests(engine, "passive", "A man gave the boy a ball.")[1]
    assert engine.generate([request])[0].surfaces == ("The boy was given a ball by a man.",)


def test_no_more_candidates_than_are_worth_reading(engine):
    text = "He's not quickly opening the doors of the house."
    for request in requests(engine, "passive+cleft", text):
        assert len(engine.generate([request])[0].surfaces) <= MAX_CANDIDATES


def test_a_trace_tells_every_stage_of_one_edit(engine):
    (request,) = requests(engine, "past", "A man rides a bike.")
    trace = engine.trace(request)
    assert trace["edits"] == [{"edit": "Tense", "clause": 2, "tense": "past"}]
    assert trace["names"] == ["any", "tense", "tense-past"]
    assert trace["declined"] is None
    (wanted,) = trace["wanted"]
    assert (wanted["verb"], wanted["tense"], wanted["ARG2"]) == ("ride", "past", "bike")
    (candidate,) = trace["candidates"]
    assert candidate["surface"] == "A man rode a bike."
    assert candidate["differs"] is None
    assert set(candidate["fields"]) == {"front", "subject", "middle", "rest", "final"}


def test_a_trace_names_the_field_that_differs_with_both_values(engine):
    (request,) = requests(
        engine, "past", "The changes managers make in production will save money."
    )
    (candidate,) = engine.trace(request)["candidates"]
    assert candidate["differs"] == {
        "reason": "generation.not-read-back: ARG1", "field": "ARG1", "wanted": "changes",
        "got": "managers", "failure": None,
    }  # fmt: skip


def test_a_trace_names_the_guard(engine):
    (request, *_) = requests(engine, "swap", "A man rides a bike.")
    trace = engine.trace(request)
    assert (trace["declined"], trace["candidates"]) == ("swap.inanimate-object", [])
    assert trace["words"] == ["bike"]
    assert trace["edits"][0]["edit"] == "Swap"


def test_a_clause_that_no_edit_touches_stays_as_it_is():
    text = "Albert was a dog that came running when he heard the whistle."
    (outcome,) = find("negation").apply([text])
    assert outcome.variants[0].candidates[0] == text.replace("was", "was not")


@pytest.mark.parametrize(
    ("name", "text", "styles"),
    [
        ("passive", "A man rides a bike.", [{}]),
        ("passive", "A man rides a bike down the road.",
         [{"by-phrase": "last"}, {"by-phrase": "first"}]),
        ("passive", "A man plays music outdoors in the park.",
         [{"by-phrase": "first"}, {"by-phrase": "between"}, {"by-phrase": "last"}]),
        ("passive", "A woman quickly opened the door.",
         [{"adverb": "before"}, {"adverb": "after"}]),
        ("passive", "A woman opened the door quickly.",
         [{"by-phrase": "last", "adverb": "after"}, {"by-phrase": "last", "adverb": "before"},
          {"by-phrase": "first", "adverb": "after"}]),
        ("cleft", "On Sundays, the family watches a movie.",
         [{"front": "first"}, {"front": "behind"}] * 3),
    ],
)  # fmt: skip
def test_each_candidate_says_where_its_phrases_stand(engine, name, text, styles):
    request = requests(engine, name, text)[0]._replace(lenient=name == "cleft")
    (generation,) = engine.generate([request])
    assert list(generation.styles) == styles
    assert len(generation.surfaces) == len(styles)
