"""Guards are data: each stops its rule on its example, and not on the sentence beside it."""

import pytest

from litgen.acceptability.guards import load_guards, stopped_by
from litgen.engines import Request, load_engine
from litgen.engines.dependency.features import KNOWN, Features, facts_of
from litgen.engines.dependency.sentences import read_sentences
from litgen.exceptions import RuleError
from litgen.mrs import load_rules
from litgen.mrs.application import apply_sequence
from litgen.mrs.frame import Source

#: Operations that are a new order as well.
REORDERED = dict.fromkeys(("cleft-subject", "cleft-object", "question"), ("reorder",))


def features_of(text):
    (sentence,) = read_sentences([text])
    assert not isinstance(sentence, str), sentence
    return Features(sentence)


def test_every_guard_has_a_name_of_its_own_and_a_reason():
    guards = load_guards()
    assert len({g.name for g in guards}) == len(guards) > 30
    assert all(g.reason for g in guards)


@pytest.fixture(scope="module")
def engine():
    engine = load_engine("dependency")
    engine.parse([text for guard in load_guards() for text in (guard.example, guard.not_on)])
    return engine


def generated(engine, rule, text):
    """What comes of each variant of a rule, or of several (*future+cleft*), by its parameters; or
    why there is none."""
    (parse,) = engine.parse([text])
    if not parse.readings:
        return {"unparsed": parse.declined}
    (reading,) = parse.readings
    rules = load_rules()
    edits = apply_sequence(
        [rules.by_name[name] for name in rule.split("+")], Source(reading.mrs), engine.dialect
    )
    if not edits.variants:
        return {"inapplicable": edits.declined}
    made = engine.generate([Request(v.mrs, reading, v.parameters) for v in edits.variants])
    return {
        tuple(variant.parameters.values()): generation.declined or generation.surfaces
        for variant, generation in zip(edits.variants, made, strict=True)
    }


@pytest.mark.parametrize("guard", load_guards(), ids=lambda guard: guard.name)
def test_a_guard_stops_its_rule_on_its_example_and_not_on_the_sentence_beside_it(engine, guard):
    stopped = generated(engine, guard.rule, guard.example)
    variants = [key for key, what in stopped.items() if what == guard.name]
    assert variants, f"{guard.rule} of {guard.example!r} gives {stopped}"
    passed = generated(engine, guard.rule, guard.not_on)
    assert guard.name not in passed.values(), f"{guard.rule} of {guard.not_on!r} is stopped, too"
    written = [key for key in variants if isinstance(passed.get(key), tuple)]
    assert written, f"{guard.rule} of {guard.not_on!r} gives {passed}"


@pytest.mark.parametrize(
    ("guard", "condition", "text"),
    [
        pytest.param(guard, condition, text, id=f"{guard.name}-{text}")
        for guard in load_guards()
        for condition, text in zip(guard.conditions, guard.examples, strict=True)
        if text
    ],
)
def test_a_condition_is_met_by_its_own_example(guard, condition, text):
    assert guard._replace(conditions=(condition,)).met(features_of(text))


@pytest.mark.parametrize(
    ("text", "plausible", "implausible"),
    [
        ("A man rides a bike.", "swap of unlike things", ("A bike rides a man.",)),
        ("A man feeds a dog.", "swap of person and animal", ("A dog feeds a man.",)),
        ("A man chases a dog.", ("A dog chases a man.",), "nothing implausible"),
        ("A man reads his book.", "possessive bound by the subject", None),
    ],
)
def test_what_is_implausible_comes_on_request_and_is_told_apart(
    engine, text, plausible, implausible
):
    """Guards of anything else stop both: the swap of his book is not English."""
    made = {(): plausible, ("no",): implausible or plausible}
    assert generated(engine, "swap-any", text) == made
    assert generated(engine, "swap", text) == {(): plausible}


@pytest.mark.parametrize(
    ("operation", "text", "guard"),
    [
        ("passive", "A man has a dog.", "verb has no passive"),
        ("passive", "A man reads his book.", "pronoun in the object"),
        ("cleft-object", "A man reads his book.", "possessive bound by the subject"),
        ("cleft-subject", "Nobody reads the book.", "pronoun out of focus"),
        ("cleft-subject", "Every man reads.", "quantified focus"),
        ("cleft-object", "A man sees himself.", "pronoun object"),
        ("negation", "There is no road.", "double negation"),
        ("swap", "A man rides a bike.", "swap of unlike things"),
        ("modal", "He must leave.", "modal already"),
        ("question", "A man sits on a bench and a woman reads a book.", "clause coordination"),
        ("tense", "He he rides a bike.", "transcribed speech"),
        ("any", "Daddy, Daddy, Daddy sends those girls home.", "transcribed speech"),
        ("any", "And it, it makes me sad.", "transcribed speech"),
        ("tense-past", "I hate dancing, you know.", "comment at the end"),
        ("cleft-object", "Two women have scarves on.", "object ends in a preposition"),
        ("cleft-subject", "You can hike to the summit.", "people in general in focus"),
        ("cleft-subject", "In Sarasota, Florida the President had arrived.", "bare apposition"),
        ("cleft-subject", "Even the children know it.", "not or even before what is in focus"),
        ("modal", "There are huts here, but they seemed small.", "modal over two tenses"),
        ("any", "The item called a diskette is made of plastic.", "two finite verbs"),
        ("negation", "We, we saw the dog.", "spoken style"),
        ("active", "A man is chased by another man.", "agent that cannot stand in front"),
        ("active", "Her education was paid for by the army.", "preposition without its object"),
        ("active", "Aircraft can't be seen by just anyone.", "agent that cannot stand in front"),
        ("permute", "This is the image of the king.", "what follows an identity"),
        ("permute", "The hall is the site of a mass each week.", "what follows an identity"),
        ("aspect", "The managers started notifying the staff.", "aspect of unlike verbs"),
        ("aspect", "The usage of this word varies.", "aspect of a thing"),
        ("control", "I leave again.", "wish for a habit"),
        ("swap", "Someone talked about a device.", "swap over a preposition"),
        ("cleft-subject", "Wow, I didn't think of that.", "exclamation in front"),
        ("tense-fut", "They caused instability in the 1980s.", "past date"),
        ("tense-fut", "They were better before.", "time left behind before the future"),
        ("tense-fut", "For a decade, it was good.", "time left behind before the future"),
        (
            "cleft-subject",
            "The very essence of play is self-restraint.",
            "predicate noun under a cleft",
        ),
        ("any", "A girl in green looks at the camera and stands there.", "two finite verbs"),
        ("tense-fut", "I was born in Rome.", "birth and origin to come"),
        ("cleft-subject", "A man, and a woman are walking.", "subject set off"),
        ("any", "Charlies I could barely speak, and Bob left.", "name in front without a role"),
        ("tense-fut", "He remembered her all this time.", "time left behind before the future"),
        (
            "tense-fut",
            "For years, he has been sleeping here.",
            "time left behind before the future",
        ),
        ("cleft-subject", "Together, we win.", "adverb of the subject in front"),
        ("aspect", "A man was spreading the cloth and not pulling it.", "aspect of unlike verbs"),
        ("tense-fut", "Derry was once strong.", "past date"),
        ("tense", "I deserve it, and so do these students.", "ellipsis"),
        (
            "cleft-object",
            "I was denied membership to the guild.",
            "phrase after an object in focus",
        ),
        ("cleft-subject", "They are built on the site.", "they of things in focus"),
        ("tense-fut", "They already finished their service.", "time left behind before the future"),
        ("tense-fut", "The budget is yet to be made.", "time left behind before the future"),
        ("cleft-subject", "Since 1998, Bob has overseen it.", "adverb of the whole under a cleft"),
        ("swap", "Bob became the president.", "swap of what one becomes"),
        ("active", "It is cited by terrorists as proof.", "phrase after the agent"),
        ("tense-fut", "Traditionally, this was a bank.", "past date"),
        ("any", "Support us to keep it, participants are taking courses.", "two finite verbs"),
        ("modal-can", "There are six main buildings.", "what is so under can"),
        ("modal-can", "At the end of the street is a club.", "what is so under can"),
        ("modal-can", "The shop sells books, and the club is old.", "what is so under can"),
        ("modal-can", "These chapters examine the rules.", "what is so under can"),
        ("modal-must", "Every time I go there the girls sing.", "duty of a habit"),
        ("modal-must", "I turned a corner.", "own past under a modal"),
        ("modal-should", "The boy slept because he was tired.", "what happened under should"),
        ("modal-should", "A store was at the corner.", "what happened under should"),
        ("modal-should", "It is remarkable that he left.", "judgement of a fact"),
        ("modal-might", "At last, she was not alone.", "becoming under a modal"),
        ("raising-have", "The road was closed because of the rain.", "duty of what befell"),
        ("raising-have", "A letter written in 1988.", "history under an operator"),
        ("raising-seem", "My number is 512.", "name of oneself"),
        ("raising-seem", "One of my favorites was Bob.", "taste of one's own"),
        ("raising-seem", "A form is enclosed.", "taste of one's own"),
        ("raising-go", "The coast is far from the town.", "quality of a thing to come"),
        ("raising-go", "The report is in the bag.", "feeling to come"),
        ("raising-go", "I realized that it was late.", "birth and what is long past"),
        ("negation", "A Stitch in Time uses the story.", "single one under a negation"),
        (
            "negation",
            "There is a plateau on the top, which is long.",
            "single one under a negation",
        ),
        ("negation", "One may well wonder.", "positive polarity"),
        (
            "question",
            "He slept late, causing trouble.",
            "participle after a comma under a negation",
        ),
        ("question", "To thank the boys we sing a song.", "fronted adverbial"),
        ("aspect-simple", "The girls are running at the moment.", "simple of what is so just now"),
        ("swap", "One man serenades the other man.", "another before the first"),
        ("raising", "They are actually twins.", "adverb after be"),
        ("modal-must", "The IRS has to get a record.", "seeming under a modal"),
        ("cleft-subject", "It is a book by Bob and which defines it.", "pronoun out of focus"),
        (
            "cleft-subject",
            "Suppliers that have continued to sing, as well as others, keep growing.",
            "relative clause in the subject",
        ),
        (
            "cleft-subject",
            "One route, that takes an hour, passes through a town.",
            "relative clause in the subject",
        ),
        ("tense-fut", "He is a 19th-century painter.", "past date"),
        ("tense-fut", "The men left on 9/11.", "past date"),
        ("tense-fut", "He fought in World War II.", "past date"),
        ("passive", "Women play volleyball fully covered.", "clause in a promoted object"),
        ("passive", "The men killed the king to be kings.", "participle controlled by the subject"),
        ("passive", "The man murdered the king in order to become one.", "without in a passive"),
        ("passive-short", "The play was seen by Bob.", "word on who is left out"),
        (
            "passive-short",
            "The king lost the game, but his queen won it.",
            "pronoun of one who is left out",
        ),
        (
            "passive",
            "The pub sells a larger range of beers than any other pub in the city.",
            "clause after the object",
        ),
        ("passive", "The man caught a lift on a truck.", "noun of an idiom"),
        ("tense-past", "It exists to this day.", "future date"),
        ("tense-fut", "I will leave and I am going to sing.", "going to beside a clause"),
        ("tense-past", "She is, I believe, a queen.", "comment at the end"),
        ("tense", "It's famous designer outlet stores are very popular.", "two finite verbs"),
        (
            "tense-past",
            "Then I said, Dear Lord, I said, what are we going to do about this?",
            "direct speech",
        ),
        (
            "impersonal",
            "Critics say that the law lacks support, leaving the court.",
            "participle controlled by the subject",
        ),
        ("tense-fut", "I know it was late.", "future beside another time"),
        ("modal", "Sure enough, there was the chest.", "two judgements"),
        ("tense-past", "It is, you know, late.", "comment at the end"),
        ("tense-fut", "See you Aug. 12, or soon thereafter, we hope.", "thinking aloud"),
        ("tense", "They, they have a lot of pride in it.", "transcribed speech"),
        (
            "tense-fut",
            "Five-year pledges don't matter and if you pledge we won't recognize you in any way.",
            "two finite verbs",
        ),
        ("tense", "He likes the verse in which bovids moo.", "unknown verb"),
    ],
)
def test_guard_stops(operation, text, guard):
    found = stopped_by({operation, "any", *REORDERED.get(operation, ())}, features_of(text))
    assert found is not None and found.name == guard
    assert found.words, guard


@pytest.mark.parametrize(
    ("operation", "text", "words"),
    [
        ("passive", "A man has a dog.", "has"),
        ("passive", "A man photographs a woman in a red dress.", "in red dress"),
        ("control", "I always itemize.", "always"),
        ("question", "A man sits on a bench and a woman reads a book.", "reads"),
        ("passive", "The hat suits the girl.", "suits"),
    ],
)
def test_a_guard_tells_the_words_that_it_is_about(operation, text, words):
    found = stopped_by({operation, "any", "reorder"}, features_of(text))
    assert " ".join(found.words) == words


def test_a_guard_that_is_known_to_stop_what_is_right_but_doubts_where_that_is_asked_for(
    monkeypatch,
):
    elsewhere = "end that belongs elsewhere"
    known = {"verb has no passive": -1.0, "uncertain end of the object": -1.0, elsewhere: -2.0}
    monkeypatch.setattr("litgen.acceptability.guards.doubt", known.get)
    found = features_of("A man has a dog.")
    assert stopped_by({"passive"}, found) == ("verb has no passive", ("has",), None)
    doubts = stopped_by({"passive"}, found, doubtful=True)
    assert doubts == ("verb has no passive", ("has",), -1.0)
    firm = features_of("A man photographs a woman in a red dress.")
    assert stopped_by({"passive"}, firm, doubtful=True) == (elsewhere, ("in", "red", "dress"), None)


def test_of_guards_that_doubt_the_one_that_doubts_most_is_told(monkeypatch):
    text, on = "yeah they think it is late.", {"question"}
    names = {g.name for g in load_guards() if g.on & {"question", "reorder"} and g.firm is None}
    found = features_of(text)
    met = sorted({g.name for g in load_guards() if g.name in names and g.met(found)})
    assert len(met) > 1
    for most in met:
        says = dict.fromkeys(names, -1.0) | {most: -3.0}
        monkeypatch.setattr("litgen.acceptability.guards.doubt", says.get)
        told = stopped_by({*on, "reorder"}, found, doubtful=True)
        assert told is not None and (told.name, told.doubt) == (most, -3.0)


def test_what_a_guard_doubts_is_made_and_what_speaks_against_it_told(monkeypatch):
    says = {"verb has no passive": -1.5}
    monkeypatch.setattr("litgen.acceptability.guards.doubt", says.get)
    (parse,) = (engine := load_engine("dependency")).parse(["A man has a dog."])
    edited = apply_sequence(
        [load_rules().by_name["passive"]], parse.readings[0].source, "dependency"
    )
    (variant,) = edited.variants
    asked = Request(variant.mrs, parse.readings[0], variant.parameters)
    stopped, doubtful = engine.generate([asked, asked._replace(doubtful=True)])
    assert (stopped.surfaces, stopped.declined) == ((), "verb has no passive")
    assert doubtful.surfaces == ("A dog is had by a man.",)
    assert (doubtful.declined, doubtful.words) == ("verb has no passive", ("has",))
    assert doubtful.evidence["doubt"] == -1.5


@pytest.mark.parametrize("guard", load_guards(), ids=lambda guard: guard.name)
def test_a_guard_is_about_words_of_its_example_and_of_none_beside_it(guard):
    assert guard.met(features_of(guard.example))
    (beside,) = read_sentences([guard.not_on])
    if not isinstance(beside, str):
        assert not guard.met(Features(beside))


def test_features_are_found_once_and_only_when_asked_for(monkeypatch):
    asked = []
    properties = KNOWN["subject"]
    counted = {
        name: lambda p, n=name, f=f: asked.append(n) or f(p) for name, f in properties.items()
    }
    monkeypatch.setitem(KNOWN, "subject", counted)
    found = features_of("The man kicks the ball.")
    assert not asked
    for _ in range(2):
        stopped_by({"aspect"}, found)
    assert len(asked) == len(set(asked)) < len(counted)


#: What code alone asks: of nouns, and of a part of other properties.
OF_CODE = {"capital", "dependents", "link", "name", "number", "verb"}


def test_every_feature_is_asked_for_by_a_guard():
    asked = {
        (name, fact)
        for guard in load_guards()
        for condition in (*guard.conditions, guard.exceptions)
        for name, values in condition.items()
        for fact in (*(values[0] if values else ()), "any")
    }
    asked |= {("root.facts", "there is no"), ("root.facts", "what is said")}  # by realisers
    phrases = ("subject", "object", "agent")
    for part, properties in KNOWN.items():
        every = phrases if part in phrases else (part,)
        for fact in facts_of(part):
            assert any((f"{each}.facts", fact) in asked for each in every), (part, fact)
        for name in properties.keys() - OF_CODE:
            assert any((f"{each}.{name}", "any") in asked for each in every), (part, name)


@pytest.mark.parametrize(
    ("operation", "text"),
    [
        ("tense-fut", "They last for years."),
        ("tense-fut", "We get to one that seems the last of the bunch."),
        ("tense-fut", "I water the flowers once a week."),
        ("tense-fut", "Since there is no train, we walk home."),
        ("tense", "This single, voluntary program helps farmers."),
        ("tense", "What we are able to do is a result of his work."),
        ("cleft-subject", "The door opened, but Bob stayed inside."),
        ("cleft-subject", "The door opened; Bob stayed inside."),
        ("cleft-subject", "The door opened and, at nine, Bob stepped out."),
        ("cleft-subject", "The office, which controls the budget, has a plan."),
        ("tense-fut", "The man invites us once again."),
        ("tense-fut", "It was not at once clear."),
        ("tense-past", "Every now and then the man sings."),
        ("tense-fut", "The hotel is a 16th-century house."),
        ("tense-fut", "The Star Wars film opened in theaters."),
        ("tense", "The man brings [the book] to the girl."),
        ("tense", "This is an LSC decision."),
        ("tense", "Many youth are lazy."),
        ("tense", "The other 11% are old."),
        ("tense-fut", "It was too late."),
        ("tense-fut", "No, Dave Hanson, you were too important to us."),
        ("tense-fut", "He read a book about the Civil War."),
        ("tense", "All mine are old."),
    ],
)
def test_guards_let_pass(operation, text):
    assert stopped_by({operation, "any"}, features_of(text)) is None


def test_a_plain_sentence_passes_every_guard():
    found = features_of("The man kicks the ball.")
    for operation in ("passive", "cleft-subject", "cleft-object", "question", "negation", "tense"):
        assert stopped_by({operation, "any", "reorder"}, found) is None, operation


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('on = ["fly"]\nif = {}\nreason = "r"', "'on' takes"),
        ('on = ["any"]\nif = {}', "missing .* 'reason'"),
        ('on = ["any"]\nif = { "root.lema" = ["have"] }\nreason = "r"', 'no feature "root.lema"'),
        ('on = ["any"]\nif = { "object.facts" = ["lon"] }\nreason = "r"', 'no "lon"'),
        (
            'on = ["any"]\nif = { "root.lemma" = ["@x"] }\nreason = "r"',
            "'x' is missing",
        ),
    ],
)
def test_a_bad_guard_names_file_guard_and_reason(tmp_path, entry, message):
    (tmp_path / "guards.toml").write_text(
        f'[[guard]]\nname = "odd"\n{entry}\nrule = "past"\nexample = "e"\nnot_on = "n"\n'
    )
    with pytest.raises(RuleError, match=message) as error:
        load_guards(tmp_path)
    assert "guards.toml" in str(error.value)
    assert "odd" in str(error.value)
