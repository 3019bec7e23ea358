"""Edits by polarity: their direction and the reason for it, reading back, arguments."""

from __future__ import annotations

import pytest

from litgen.exceptions import UsageError
from litgen.transformations import find
from litgen.wordnet import find_wordnet

pytestmark = pytest.mark.skipif(find_wordnet() is None, reason="WordNet is not there")


def directions(name, text):
    (outcome,) = find(name).apply([text])
    return {variant.text: variant.parameters["direction"] for variant in outcome.variants}


@pytest.mark.parametrize(
    ("name", "source", "made", "direction"),
    [
        ("drop-modifier", "A young man is sleeping.", "A man is sleeping.", "weaker"),
        ("drop-modifier", "No young man is sleeping.", "No man is sleeping.", "stronger"),
        ("drop-modifier", "A man with no hat is sleeping.", "A man is sleeping.", "weaker"),
        (
            "drop-modifier",
            "A man who did not buy a red car is sleeping.",
            "A man is sleeping.",
            "weaker",
        ),
        (
            "drop-modifier",
            "Nobody asked, but a man is sleeping in the park.",
            "Nobody asked, but a man is sleeping.",
            "weaker",
        ),
        ("drop-modifier", "Every young man is sleeping.", "Every man is sleeping.", "stronger"),
        ("hypernym", "A man is petting a dog.", "A man is petting an animal.", "weaker"),
        ("hypernym", "No man is petting a dog.", "No man is petting an animal.", "stronger"),
        ("hypernym", "Every dog is sleeping.", "Every animal is sleeping.", "stronger"),
        ("hyponym", "Kim isn't driving a vehicle.", None, "weaker"),
        ("drop-conjunct", "A man is sitting and reading.", "A man is sitting.", "weaker"),
        ("drop-conjunct", "No man or woman is sleeping.", "No man is sleeping.", "weaker"),
        ("drop-conjunct", "A man and a woman are walking.", "A man is walking.", "weaker"),
        ("quantifier", "All men are sleeping.", "Some men are sleeping.", "weaker"),
        ("quantifier", "Some men are sleeping.", "All men are sleeping.", "stronger"),
        ("quantifier", "No man is sleeping.", "Not every man is sleeping.", "weaker"),
    ],
)
def test_the_direction_is_that_of_the_position(name, source, made, direction):
    found = directions(name, source)
    assert found
    if made is None:
        assert set(found.values()) == {direction}
    else:
        assert found[made] == direction


IMPORT, AT_LEAST, EXACT = "existential import", "at-least numbers", "exact numbers"


@pytest.mark.parametrize(
    ("name", "source", "made", "convention"),
    [
        ("quantifier", "All men are sleeping.", "Some men are sleeping.", IMPORT),
        ("quantifier", "All men are sleeping.", "Most men are sleeping.", IMPORT),
        ("quantifier", "Every man is sleeping.", "A man is sleeping.", IMPORT),
        ("quantifier", "A man is sleeping.", "Every man is sleeping.", IMPORT),
        ("quantifier", "No man is sleeping.", "Not every man is sleeping.", IMPORT),
        ("quantifier", "Most men are sleeping.", "Some men are sleeping.", None),
        ("quantifier", "Some men are sleeping.", "Most men are sleeping.", None),
        ("quantifier", "Several men are sleeping.", "Some men are sleeping.", None),
        ("quantifier", "Three men are sleeping.", "At least two men are sleeping.", None),
        ("quantifier", "Two men are sleeping.", "At least two men are sleeping.", EXACT),
        ("drop-modifier", "Three young men are sleeping.", "Three men are sleeping.", AT_LEAST),
        ("drop-modifier", "Three men are sleeping outside.", "Three men are sleeping.", AT_LEAST),
        ("drop-modifier", "At least three young men are sleeping.",
         "At least three men are sleeping.", None),
        ("drop-modifier", "Several young men are sleeping.", "Several men are sleeping.", None),
        ("drop-modifier", "Every young man is sleeping.", "Every man is sleeping.", None),
        ("hypernym", "Two men are petting a dog.", "Two men are petting an animal.", AT_LEAST),
    ],
)  # fmt: skip
def test_what_takes_a_convention_names_it(name, source, made, convention):
    (outcome,) = find(name).apply([source])
    found = {variant.text: variant for variant in outcome.variants}
    assert found[made].parameters.get("rests_on") == convention
    assert (f" by {convention}" in found[made].because) == (convention is not None)


def test_nothing_says_less_than_several_but_some():
    assert directions("quantifier", "Several men are sleeping.") == {
        "Some men are sleeping.": "weaker"
    }


def test_two_conventions_at_once_are_too_many():
    assert directions("quantifier", "Two young men are petting dogs.") != {}
    made = directions("quantifier", "Three men are petting two dogs.")
    assert "Three men are petting at least two dogs." not in made


def test_nothing_is_changed_where_there_is_no_polarity():
    assert directions("hypernym", "Is a man petting a dog?") == {}
    assert directions("drop-modifier", "The young man is sleeping.") == {}
    assert directions("hypernym", "She says that the man was petting a dog.") == {}


def test_why_is_told_in_one_line():
    (outcome,) = find("hypernym").apply(["No man is petting a dog."])
    (variant,) = (v for v in outcome.variants if v.parameters["edit"] == "dog-animal")
    assert variant.because == (
        "dog -> animal is broader and the position is down under _no_q, "
        "so the output entails the source"
    )


def test_only_what_the_negation_of_the_clause_has_in_its_scope():
    (outcome,) = find("hypernym:predicate").apply(["A man is petting a dog."])
    assert [variant.text for variant in outcome.variants] == ["A man is petting an animal."]


def test_what_is_read_otherwise_is_not_taken():
    (outcome,) = find("drop-modifier").apply(["A man in a hat and a woman are sleeping."])
    assert all("woman" in variant.text for variant in outcome.variants)


def test_an_unknown_argument_is_refused():
    with pytest.raises(UsageError, match="hypernym:often"):
        find("hypernym:often")
    with pytest.raises(UsageError, match="after the colon"):
        find("under")


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("hypernym", "A man is not petting a dog, smiling.", "polarity.clause-with-negation"),
        ("hypernym", "No man sat down and petted a dog.", "polarity.clause-with-negation"),
        ("drop-modifier", "This is a terrible idea.", "drop-modifier.none"),
        ("hypernym", "They have a child.", "hypernym.none"),
        ("hypernym", "A cart and horse were seen.", "hypernym.none"),
        ("quantifier", "No evaluation is being done of risks.", "quantifier.none"),
        (
            "hypernym",
            "The man is not sitting on a chair reading a book.",
            "polarity.clause-with-negation",
        ),
        (
            "hypernym",
            "Kim is not sitting in a chair ignoring a man.",
            "polarity.clause-with-negation",
        ),
        ("hypernym", "Kim would not pet a dog if he was here.", "polarity.clause-with-negation"),
    ],
)
def test_what_reads_badly_with_an_edit_is_left_alone(name, text, reason):
    (outcome,) = find(name).apply([text])
    assert outcome.declined == reason


def test_phrases_of_what_was_not_done_may_be_left_out():
    found = directions("drop-modifier", "Alice did not buy a house in the city.")
    assert found["Alice did not buy a house."] == "stronger"


def test_a_negation_beside_the_sentence_leaves_its_edits():
    found = directions("frame:beside-negation+hypernym:predicate", "No man is petting a dog.")
    assert list(found.values()) == ["stronger"]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("drop-modifier", "The women are wearing flip flops."),
        ("drop-modifier", "The temple was rendered in miniature."),
        ("drop-modifier", "A dad met a boy named Tom."),
        ("drop-modifier", "There is a lion on the ice."),
        ("hyponym", "The campaign drew a crowd."),
        ("hyponym", "A couple is walking quickly."),
        ("hyponym", "The road is running along the coast."),
        ("hyponym", "The dog is walking through a field."),
        ("hyponym", "The school has a chair."),
        ("hypernym", "The man drank a bottle of milk."),
        ("hypernym", "The woman is holding her child."),
        ("hypernym", "The man is eating at a restaurant."),
        ("drop-modifier", "Some skis are sitting in the snow."),
        ("drop-modifier", "The man replied in the affirmative."),
        ("drop-modifier", "The man had a seat on the committee."),
        ("drop-modifier", "The men wanted a focus on quality."),
        ("drop-modifier", "The airline was privately owned."),
        ("drop-modifier", "The beach is most easily reached."),
        ("drop-modifier", "The man used a chemical agent."),
        ("drop-modifier", "The men are building a top secret bomb."),
        ("drop-modifier", "A man holding a ball."),
        ("drop-conjunct", "The man took the blade and the sheath as well."),
        ("quantifier", "A man is sleeping while a child is watching him."),
        ("drop-modifier", "A blond woman and a brunette woman drink tea."),
        ("drop-modifier", "The men complained about overly long days."),
        ("drop-modifier", "Kim used a dimly-lit stairway."),
        ("drop-modifier", "The men walked one behind the other."),
        ("drop-modifier", "A man is driving a bike with the front wheel in the air."),
        ("hyponym", "The man is running late."),
        ("hypernym", "The center was lacking a library."),
        ("hypernym", "This year 20,349 girls are members."),
        ("quantifier", "Three horses, one black and two brown, are running."),
        ("drop-modifier", "The men have a reasonable grasp of the rule."),
        ("drop-modifier", "The men met a woman with a balanced viewpoint."),
        ("hypernym", "Kim met dental students."),
        ("drop-modifier", "The men are looking at a stage with a picture being shown behind them."),
        ("drop-modifier", "Those men and women you will see dancing it properly are smiling."),
        ("drop-conjunct", "The fund has a value of three dollars and nine cents."),
        ("drop-modifier", "Kim has a church named after her."),
        ("quantifier", "A decade of conflict gave the men a task."),
    ],
)
def test_what_would_be_no_english_is_not_made(name, source):
    assert not directions(name, source)


def test_little_girls_are_no_small_amount():
    found = directions("drop-modifier", "Little girls are playing in a park.")
    assert found["Little girls are playing."] == "weaker"


@pytest.mark.parametrize("context", ["under:every", "under:not-every"])
def test_what_is_said_of_all_is_short_and_of_persons_or_animals(context):
    assert directions_of(context, "A man is looking at me.") == []
    assert directions_of(context, "A storm is raging.") == []
    assert directions_of(context, "A man is looking at a dog.") != []


def directions_of(name, text):
    (outcome,) = find(name).apply([text])
    return [variant.text for variant in outcome.variants]


def test_a_narrower_verb_with_an_object_that_makes_its_sense_sure():
    assert "Alice is sketching a tree." in directions("hyponym", "Alice is drawing a tree.")
