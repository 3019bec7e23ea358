"""Frames, adverbs and conditionals: every example of ``frames.toml``, and what they decline."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgen.contrast.policy import load_policy
from litgen.exceptions import RuleError, UsageError
from litgen.lexicon import lemmas_with
from litgen.tables import read_toml, rules_folder
from litgen.transformations import find
from litgen.transformations.registry import find_pairwise

TABLE = read_toml(rules_folder() / "frames.toml")


def made(name: str, text: str) -> str:
    """What a transformation makes of a text, or why it makes nothing."""
    (outcome,) = find(name).apply([text])
    return outcome.variants[0].text if outcome.variants else str(outcome.declined)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Is a man riding a bike?", "text.question"),
        ("However, the man left.", "statement.continues"),
        ("That shell is nice.", "statement.continues"),
        ("The man left, too.", "statement.refers-back"),
        ("The man left as well.", "statement.refers-back"),
        ("He says, Don't go.", "statement.quotation"),
        ("i think the man left", "statement.spoken"),
        ("The man undoubtedly left.", "statement.speaker-comment"),
        ("The man left and the woman stayed.", "text.several-clauses"),
        ("The man left. The woman stayed.", "text.several-clauses"),
        ("In the park a man is singing.", "statement.fronted-phrase"),
        ("dog eats an apple", "statement.bare-noun"),
        ("Criminal discovered in last chapter.", "statement.bare-noun"),
        ("They fisherman caught 500 fish.", "verb.unknown"),
        ("In Sarasota, Florida the President had arrived at a school.", "statement.fronted-phrase"),
        ("Two dogs and a ball", "parse.no-finite-verb"),
        ("The church in particular is old.", "statement.refers-back"),
        ("The man, however, left.", "statement.refers-back"),
        ("The man said: it is late.", "text.several-clauses"),
        ("The man " + "and the boy " * 12 + "left.", "statement.too-long"),
        ("He went with any weapon.", "statement.free-choice-any"),
        ("The wages have rise by over ten percent.", "verb.form"),
        ("", "parse.empty"),
    ],
)
def test_what_is_no_single_statement_is_declined(text: str, reason: str) -> None:
    assert made("frame:true", text) == reason


def test_names_keep_their_capitals_and_a_missing_full_stop_is_written() -> None:
    assert made("frame:true", "Alice left") == "It is true that Alice left."
    assert made("frame:asks-whether-known", "Al left.") == "Does Kim know that Al left?"


def test_a_caption_is_framed_as_the_clause_that_it_stands_for() -> None:
    assert made("frame:true", "A dog running.") == "It is true that a dog is running."


@pytest.mark.parametrize("text", ["I left.", "My brother and I left.", "We are here."])
def test_who_speaks_is_not_framed(text: str) -> None:
    assert made("frame:possible", text) == "statement.first-person"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("adverb:still", "A man rides a bike.", "adverb.aspect"),
        ("adverb:still", "A man may be riding a bike.", "adverb.aspect"),
        ("adverb:still", "A man is not riding a bike.", "clause.negated"),
        ("adverb:still", "I am riding a bike.", "statement.first-person"),
        ("adverb:still", "A man is now riding a bike.", "adverb.time-habit-or-negative"),
        ("adverb:still", "A man is slowly riding a bike.", "adverb.position-taken"),
        ("adverb:still", "A man is singing and decides to leave.", "adverb.further-verbs"),
        ("adverb:almost", "A man is painting a fence.", "adverb.aspect"),
        ("adverb:before", "A man was riding a bike.", "adverb.aspect"),
        ("adverb:no-longer", "A man was riding a bike.", "adverb.tense"),
        ("adverb:no-longer", "Nobody is riding a bike.", "adverb.time-habit-or-negative"),
        ("adverb:again", "A man is going to leave.", "adverb.going-to"),
        ("adverb:almost", "A man paints a fence.", "adverb.tense"),
        ("adverb:almost", "A man rode a bike.", "adverb.atelic"),
        ("adverb:almost", "A man ate apples.", "adverb.atelic"),
    ],
)
def test_where_an_adverb_does_not_fit(name: str, text: str, reason: str) -> None:
    assert made(name, text) == reason


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("The man is singing.", True), ("The man is not singing.", True),
        ("There is no box here.", True), ("The man knows the song.", True),
        ("The man has left.", True), ("The man left.", True), ("The man sings.", False),
    ],
)  # fmt: skip
def test_a_frame_for_no_habits(text: str, made: bool) -> None:
    (outcome,) = find("frame:beside-negation").apply([text])
    assert bool(outcome.variants) == made
    assert made or outcome.declined == "frame.habit-or-caption"


def test_an_adverb_under_a_rule() -> None:
    assert made("adverb:still+question", "The man is singing.") == "Is the man still singing?"
    assert made("adverb:still+may", "The man is singing.") == "The man may still be singing."


@pytest.mark.parametrize(
    ("premise", "hypothesis", "reason"),
    [
        ("A man is singing.", "A man is singing.", "conditional.overlap"),
        ("A man in a hat is singing.", "A man is singing.", "conditional.overlap"),
        ("An old man is singing.", "A man is singing in a bar.", "conditional.overlap"),
        ("A man is singing.", "A man in a hat is tired.", "conditional.two-subjects"),
        ("A man is singing.", "A woman is tired.", "conditional.two-subjects"),
        ("A man is singing.", "He and I are tired.", "statement.first-person"),
        ("A man is singing while a dog sleeps.", "A man is tired.", "conditional.adverbial-clause"),
        ("Two boys jump.", "Two boys jump after their big win.", "conditional.overlap"),
        ("A man runs on a trail.", "A man runs in the woods.", "conditional.overlap"),
        ("Kim is singing.", "Kim is tired.", "conditional.no-pronoun"),
        ("A woman sitting on a bench reads.", "A woman is sitting.", "conditional.overlap"),
        ("A man is singing.", "A man is not asleep.", "conditional.comma-or-negation"),
        ("A man in a hat, smiling, is singing.", "A man is here.", "conditional.comma-or-negation"),
        ("Is he here?", "A man is here.", "text.question"),
        ("The firm pays well.", "The firm is new.", "aspect.habit"),
        ("I am from Texas.", "I am from Ohio.", "statement.first-person"),
        ("He liked the room.", "He preferred the heat.", "conditional.two-states"),
    ],
)
def test_pairs_that_are_not_joined(premise: str, hypothesis: str, reason: str) -> None:
    (outcome,) = find_pairwise("conditional:or").apply_pairs([(premise, hypothesis)])
    assert outcome.declined == reason


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        ("A woman is old.", "A woman is tired.", "Either the woman is old or she is tired."),
        ("Two dogs are running.", "Two dogs are old.",
         "Either the two dogs are running or they are old."),
        ("A big dog is running.", "A dog is old.",
         "Either the dog is running or it is old."),
        ("A lumberjack is running.", "A lumberjack is old.",
         "Either the lumberjack is running or they are old."),
        ("A worker is resting.", "A worker eats his lunch.",
         "Either the worker is resting or he is eating his lunch."),
        ("Two men clean.", "People are inside.",
         "Either the two men are cleaning or they are inside."),
        ("A house is old.", "It was sold.", "Either the house is old or it was sold."),
        ("Mr. Li is old.", "Mr. Li is tired.", "Either Mr. Li is old or he is tired."),
        ("After the war, a man was sad.", "A man is here.",
         "Either the man was sad or he is here."),
        ("She is running.", "She is old.", "Either she is running or she is old."),
    ],
)  # fmt: skip
def test_the_subject_is_taken_up(premise: str, hypothesis: str, expected: str) -> None:
    (outcome,) = find_pairwise("conditional:or").apply_pairs([(premise, hypothesis)])
    assert outcome.variants[0].text == expected


def test_faults_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no frame 'knows'"):
        find("frame:knows")
    (tmp_path / "frames.toml").write_text('[[frame]]\nname = "odd"\n', encoding="utf-8")
    with pytest.raises(RuleError, match="frame 'odd': the key 'text' is missing"):
        find("frame:odd", rules=tmp_path)


#: What a class of labels.toml says of the clause of its verbs, and of their negation.
SIGNATURES = {
    "so_not": "+/-", "not_so": "-/+", "not_open": "-/o", "so_open": "+/o", "open_so": "o/+",
    "open_open": "o/o",
}  # fmt: skip


@pytest.mark.parametrize("name", SIGNATURES)
def test_the_classes_of_operators_are_their_verbs_signatures(name: str) -> None:
    verbs = lemmas_with("signature", "verb")
    for operator in load_policy().file.classes[name]:
        lemma = operator.removesuffix("-to").replace("be-forced", "force")
        said = verbs[lemma]
        forms = [said[form] for form in ("to", "object_to", "gerund") if form in said]
        assert SIGNATURES[name] in forms, operator


@pytest.mark.parametrize("frame", [each for each in TABLE["frame"] if "verb" in each])
def test_the_class_of_a_frame_is_its_verbs_signature(frame: dict[str, str]) -> None:
    plain, _, denied = lemmas_with("signature", "verb")[frame["verb"]]["that"].partition("/")
    under = frame.get("under")
    expected = {None: plain, "not": denied}.get(under, plain if plain == denied else "o")
    classes = load_policy().file.classes
    found = [
        sign for name, sign in (("frame_so", "+"), ("frame_not", "-"), ("frame_open", "o"))
        if f"frame:{frame['name']}" in classes[name]
    ]  # fmt: skip
    assert found == [expected]


def test_every_frame_has_a_label_rule() -> None:
    classes = load_policy().file.classes
    listed = {*classes["frame_so"], *classes["frame_not"], *classes["frame_open"]}
    listed |= {name for name in classes["context"] if name.startswith("frame:")}
    assert listed == {f"frame:{each['name']}" for each in TABLE["frame"]}


@pytest.mark.parametrize(
    ("name", "pair", "premise", "hypothesis"),
    [
        ("if", ("A man in a hat is singing.", "A person is asleep."),
         "If the man in a hat is singing, then he is asleep.", "The man is asleep."),
        # What describes the subject is said of both alternatives, which it may exclude.
        ("or", ("A man in a hat is singing.", "A person is asleep."),
         "Either the man is singing or he is asleep.", "The man is asleep."),
        ("or", ("The empty bus is standing at the station.", "The bus is full of passengers."),
         "Either the bus is standing at the station or it is full of passengers.",
         "The bus is full of passengers."),
        ("or", ("A house on a hill is burning.", "A house is old."),
         "Either the house on a hill is burning or it is old.", "The house on a hill is old."),
    ],
)  # fmt: skip
def test_who_is_meant_is_told_in_full_where_it_is_named_first(
    name: str, pair: tuple[str, str], premise: str, hypothesis: str
) -> None:
    (outcome,) = find_pairwise(f"conditional:{name}").apply_pairs([pair])
    (variant,) = outcome.variants
    assert (variant.text, variant.hypothesis) == (premise, hypothesis)


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        ("Performers in hats are singing.", "Performers are athletes.",
         "The performers are athletes."),
        ("Two men in hats are singing.", "People are tired.", "The two men are tired."),
        # What is no person is told in full again: *The time is long* says less.
        ("A house on a hill is old.", "A house was sold.", "The house on a hill was sold."),
    ],
)  # fmt: skip
def test_who_is_meant_in_the_hypothesis(premise: str, hypothesis: str, expected: str) -> None:
    (outcome,) = find_pairwise("conditional:or").apply_pairs([(premise, hypothesis)])
    assert outcome.variants[0].hypothesis == expected
