from __future__ import annotations

import pytest

from litgen.engines.ace.alignment import Edit
from litgen.engines.ace.fidelity import Comparison, compare, nearest

SHELVES = "A man with a cart is studying the shelves in an aisle."


@pytest.mark.parametrize(
    ("source", "surface"),
    [
        ("A boy plays.", "No boy plays."),
        ("The children can swim.", "The children can't swim."),
        ("The man's dog swims.", "The man’s dog won't be swimming."),
        ("boys play football", "Boys will play football."),
        ("Alice saw Bob.", "Did Alice see Bob?"),
        ("That's convenient.", "That will be convenient."),
        ("he's not a starter", "He wasn't a starter."),
        ("I did my best.", "I do my best."),
        ("She is always late.", "She will always be late."),
        ("The dog quickly runs.", "The dog will quickly run."),
        ("He said, after all, that it rains.", "He says, after all, that it rains."),
    ],
)
def test_what_operators_change(source, surface):
    assert compare(surface, source).reason is None


@pytest.mark.parametrize(
    "surface",
    [
        "The shelves are being studied by a man with a cart in an aisle.",
        "It was the shelves that a man with a cart was studying in an aisle.",
        "It is a man with a cart who is studying the shelves in an aisle.",
    ],
)
def test_arguments_that_move(surface):
    assert compare(surface, SHELVES, Edit(moved=True, cleft=True)).reason is None


@pytest.mark.parametrize(
    ("source", "surface", "why"),
    [
        ("Boys of teams play.", "Boys of of teams will play.", "generation.other-words"),
        ("Two dogs run in a park.", "Two dogs ran.", "generation.other-words"),
        ("Two dogs chase a cat.", "Two dogs tried and chase a cat.", "generation.other-words"),
        ("Two dogs run.", "3 dogs ran.", "generation.other-words"),
        ("He says that it rains.", "He said that that it rains.", "generation.other-words"),
        ("She leaves after just eating.", "She left after eating just.", "generation.word-order"),
        (
            "A girl swings high in the air.",
            "A girl swung in the air high.",
            "generation.word-order",
        ),
        ("It is almost always kept.", "It almost may always be kept.", "generation.word-order"),
        ("They love who is old now.", "They loved who now is old.", "generation.word-order"),
        (
            "A girl swings high in the air.",
            "A girl, will swing high in the air.",
            "generation.added-comma",
        ),
        ("A dog barks.", "A dog did bark.", "generation.no-focus"),
        (
            "The way she walks isn't good.",
            "The way she did walk wasn't good.",
            "generation.no-focus",
        ),
    ],
)
def test_what_no_rule_asked_for(source, surface, why):
    assert compare(surface, source).reason == why


@pytest.mark.parametrize(
    ("source", "surface", "spelt"),
    [
        ("A dog runs in the sand.", "A dog ran in the Sand.", "A dog ran in the sand."),
        ("Two dogs run.", "2 dogs ran.", "Two dogs ran."),
        ("4 dogs run.", "Four dogs ran.", "4 dogs ran."),
        ("A man sees two dogs.", "2 dogs are seen by a man.", "Two dogs are seen by a man."),
        ("Two dogs see a man.", "A man is seen by 2 dogs.", "A man is seen by two dogs."),
        ("A well-known man runs.", "A well known man ran.", "A well-known man ran."),
        ("A well known man runs.", "A well-known man ran.", "A well known man ran."),
        (
            "It began in the Revolution.",
            "It begins in the revolution.",
            "It begins in the Revolution.",
        ),
        ("The man sees Bob.", "Bob is seen by the man.", "Bob is seen by the man."),
        ("Bob sees the man.", "The man is seen by Bob.", "The man is seen by Bob."),
    ],
)
def test_spelling_is_the_source_s(source, surface, spelt):
    assert compare(surface, source, Edit(moved=True))[:3] == (
        spelt,
        compare(surface, source).parted,
        None,
    )


@pytest.mark.parametrize(
    ("source", "surface", "reason"),
    [
        ("Girls kissed boys.", "Boys kissed girls.", None),
        ("The man is the doctor.", "The doctor is the man.", None),
        ("Men ate it nowhere else.", "It was eaten by men else nowhere.", "generation.word-order"),
    ],
)
def test_neighbours_that_change_places(source, surface, reason):
    assert compare(surface, source, Edit(moved=True)).reason == reason


def test_one_relative_word_is_a_cleft_s():
    surface = "It is a dog that barks."
    assert compare(surface, "A dog barks.", Edit(moved=True, cleft=True)).reason is None
    assert compare(surface, "A dog barks.", Edit(moved=True)).reason == "generation.other-words"


@pytest.mark.parametrize("surface", ["It was.", "", "...", "Is it?"])
def test_no_words_but_operators(surface):
    for edit in (Edit(), Edit(moved=True), Edit(moved=True, cleft=True)):
        assert compare(surface, "It is.", edit).parted == 0


def test_what_a_rule_takes_away():
    source, surface = "The cats were chased by a dog.", "The cats were chased."
    assert compare(surface, source, Edit(moved=True, shorter=True)).reason is None
    assert compare(surface, source, Edit(moved=True)).reason == "generation.other-words"
    assert (
        compare("The cats were hunted.", source, Edit(True, True)).reason
        == "generation.other-words"
    )


@pytest.mark.parametrize(
    "surface",
    [
        "When it rains a cat is chased by a dog.",
        "While it rains was hugged by a dog.",
        "It is when it rains that a dog chases a cat.",
    ],
)
def test_orders_that_no_moved_argument_makes(surface):
    assert (
        compare(surface, "A dog chases a cat when it rains.", Edit(moved=True)).reason is not None
    )


@pytest.mark.parametrize(
    ("source", "surface", "right"),
    [
        ("A boy does a card trick.", "A card trick is done by a boy.", True),
        ("A boy puts on a red hat.", "A red hat is put on by a boy.", True),
        ("A woman is fixing her home.", "Her home is being fixed by a woman.", True),
        ("A man made a plan.", "A plan was made by a man.", True),
        ("A red bike was ridden by a boy.", "A boy rode a red bike.", True),
        ("A man plays a game outside.", "A game outside is played by a man.", False),
        ("A girl lights a fire to roast nuts.", "A fire to roast nuts is lit by a girl.", False),
        ("A girl hugs goodbye.", "Goodbye is hugged by a girl.", False),
        ("A girl does tricks while singing.", "Tricks while singing are done by a girl.", False),
        ("A girl saw him.", "He was seen by a girl.", True),
        ("They saw a girl.", "A girl was seen by them.", True),
    ],
)
def test_what_a_passive_moves(source, surface, right):
    assert (compare(surface, source, Edit(moved=True)).reason is None) is right


@pytest.mark.parametrize(
    ("source", "surface", "noun", "right"),
    [
        ("A boy kisses his grandpa.", "His grandpa is kissed by a boy.", "grandpa", True),
        ("A dog has chased the cats.", "The cats have been chased by a dog.", "cats", True),
        ("A boy kisses his grandpa on the nose.", "His grandpa on the nose is kissed by a boy.",
         "grandpa", False),
        ("A boy kisses his grandpa on the nose.", "His grandpa is kissed by a boy on the nose.",
         "grandpa", True),
        ("Men prepare a group of cars.", "A group of cars is prepared by men.", "group", True),
        ("Men take a walk carrying bags.", "A carrying walk was taken bags by men.", "walk", False),
        ("Men take a walk carrying bags.", "A walk carrying is taken bags by men.", "walk", False),
        ("While singing the man ate a cake.", "While singing a cake was eaten by the man.", "cake",
         True),
        ("While singing the man walked the path single file.",
         "While singing the single path file was walked by the man.", "file", False),
        ("A girl gets speed off it.", "Speed off it is got by a girl.", "speed", False),
        ("You see it just fine.", "It just fine is seen by you.", "it", False),
    ],
)  # fmt: skip
def test_a_passive_promotes_a_noun(source, surface, noun, right):
    edit = Edit(moved=True, promoted=frozenset({source.index(noun) + len(noun)}))
    assert (compare(surface, source, edit).reason is None) is right


@pytest.mark.parametrize(
    ("surface", "right"),
    [
        ("The stairs begin to be climbed by the dog.", True),
        ("The begin stairs to be climbed by the dog.", False),
    ],
)
def test_a_passive_below_a_verb_promotes_a_noun_to_its_subject(surface, right):
    source, verbs = "The dog begins to climb the stairs.", frozenset({"begin", "climb"})
    edit = Edit(moved=True, verbs=verbs, promoted=frozenset({len(source) - 1}))
    assert (compare(surface, source, edit).reason is None) is right


def test_an_object_follows_its_verb():
    surface, edit = "Sand is gathered by men on the beach.", Edit(True, verbs=frozenset({"gather"}))
    assert compare(surface, "Men gather on the beach sand.", edit).reason == "generation.word-order"
    assert compare(surface, "Men gather sand on the beach.", edit).reason is None


@pytest.mark.parametrize(
    ("source", "surface", "reason"),
    [
        ("They are playing.", "It is they who are playing.", None),
        ("They are playing.", "It is they who is playing.", "generation.agreement"),
        ("Men were ill.", "It was men who was ill.", "generation.agreement"),
        ("They are all playing.", "It is they who all is playing.", "generation.word-order"),
    ],
)
def test_agreement_in_clefts(source, surface, reason):
    assert compare(surface, source, Edit(cleft=True)).reason == reason


def test_a_cleft_keeps_the_order_of_its_phrase():
    source, edit = "She sees a rusted old car.", Edit(moved=True, cleft=True)
    assert compare("It is a rusted old car that she sees.", source, edit).reason is None
    assert (
        compare("It is an old car rusted that she sees.", source, edit).reason
        == "generation.word-order"
    )


def test_words_that_a_rule_adds():
    source, surface = "Two dogs ran.", "Two dogs managed to run."
    assert compare(surface, source).reason == "generation.other-words"
    edit = Edit(added=frozenset({"manage", "managed"}))
    assert compare(surface, source, edit).reason is None
    assert compare("Two dogs managed to run.", "Two dogs managed to run.", edit).parted == 0


@pytest.mark.parametrize(
    "surface", ["The t- shirt was moldy.", "The t shirt was moldy.", "The t -shirt was moldy."]
)
def test_a_compound_is_written_as_its_source(surface):
    assert compare(surface, "The t-shirt is moldy.").surface == "The t-shirt was moldy."


@pytest.mark.parametrize(
    ("source", "surface", "reason"),
    [
        ("It is a feature that is not new.", "It may be a feature that is not new.", None),
        (
            "It is a feature that is not new.",
            "It may be a feature who is not new.",
            "generation.other-words",
        ),
        ("It is a man who sings.", "It was a man that sang.", "generation.other-words"),
        ("They see whom we like.", "They saw who we liked.", "generation.other-words"),
        ("He likes a feature that is new.", "It is a feature who is new that he likes.",
         "generation.other-words"),
        ("He likes a feature that is new.", "It is a feature that is new that he likes.", None),
        ("He likes a man who sings.", "It is he who likes a man who sings.", None),
    ],
)  # fmt: skip
def test_a_relative_word_is_the_source_s(source, surface, reason):
    edit = Edit(moved="that he likes" in surface, cleft=source.startswith("He"))
    assert compare(surface, source, edit).reason == reason


@pytest.mark.parametrize(
    ("surface", "reason"),
    [
        (
            "It is historians who the flight has been debated by for centuries.",
            "generation.stranded-by",
        ),
        (
            "It is historians who the flight for centuries has been debated by.",
            "generation.stranded-by",
        ),
        ("It is the flight that has been debated by historians for centuries.", None),
    ],
)
def test_a_cleft_leaves_no_by_behind(surface, reason):
    source = "Historians have debated the flight for centuries."
    assert compare(surface, source, Edit(moved=True, cleft=True)).reason == reason


@pytest.mark.parametrize(
    ("source", "surface", "spelt"),
    [
        ("He swings up high.", "He will swing, up high.", "He will swing up high."),
        (
            "It moves in a hand, calmly.",
            "It moved, in a hand calmly.",
            "It moved in a hand, calmly.",
        ),
        ("Here we are.", "Here, we were.", "Here we were."),
    ],
)
def test_commas_are_the_source_s_where_nothing_moved(source, surface, spelt):
    assert compare(surface, source)[:3] == (spelt, 0, None)


def test_no_words_are_added_at_will():
    def kept(source, made, **edit):
        return nearest([compare(each, source, Edit(**edit)) for each in made], "cleft" in edit)

    made = ["They will make it be easier.", "They will make it easier."]
    assert kept("They make it easier.", made) == made[1:]
    made = ["He said it rained.", "He said that it rained."]
    assert kept("He says that it rains.", made) == made[1:]
    made = ["It is the cuts that make it be easier.", "It is the cuts that make it easier."]
    assert kept("The cuts make it easier.", made, moved=True, cleft=True) == made[1:]
    made = ["A ball was given to the boy by a man.", "A ball was given by a man to the boy."]
    assert kept("A man gave the boy a ball.", made, moved=True) == made


def test_only_verbs_change_their_form():
    source, surface = "She looks at a window mannequin.", "She looked at a windowed mannequin."
    assert (
        compare(surface, source, Edit(verbs=frozenset({"look"}))).reason == "generation.other-words"
    )
    assert compare(surface, source, Edit(verbs=frozenset({"look", "window"}))).reason is None


def test_parted_neighbours():
    assert compare(SHELVES, SHELVES).parted == 0
    assert compare("In an aisle a man with a cart is studying the shelves.", SHELVES).parted == 1
    assert compare("Something else.", SHELVES).parted > 5


def test_nearest_keeps_what_was_not_edited():
    made = ["In a park two men run.", "Two men run in a park."]
    found = [compare(each, "Two men ran in a park.", Edit(moved=True)) for each in made]
    assert nearest(found) == made[::-1]
    made = ["He slowly may eat.", "He may slowly eat."]
    assert nearest([compare(each, "He slowly eats.") for each in made]) == made[::-1]
    clefts = ["It is a cat the dog chased.", "It is a cat that the dog chased."]
    assert nearest([Comparison(each, 0) for each in clefts], cleft=True)[0] == clefts[1]
    made = ["A book was read and a boy sang.", "A book was read, and a boy sang."]
    edit = Edit(moved=True, shorter=True)
    found = [compare(each, "A man read a book, and a boy sang.", edit) for each in made]
    assert [each.parted for each in found] == [3, 2]
    assert nearest([]) == []
