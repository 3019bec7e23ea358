"""Guards are data: each stops its rule on its example and not on its counterexample."""

import pytest

from litgen.acceptability.guards import load_guards, stopped_by
from litgen.engines import Request, load_engine
from litgen.engines.dependency.edits import NAME
from litgen.engines.dependency.engine import check_guards
from litgen.engines.dependency.features import KNOWN, Features, facts_of, unknown
from litgen.engines.dependency.sentences import read_sentences
from litgen.exceptions import RuleError
from litgen.mrs import load_rules
from litgen.mrs.application import apply_sequence
from litgen.mrs.frame import Source
from litgen.tables import read_toml, rules_folder

#: Operations that are a new order as well.
REORDERED = dict.fromkeys(("cleft-subject", "cleft-object", "question"), ("reorder",))
#: What the files may grow to: a guard more is one less elsewhere.
MOST_GUARDS, MOST_CONDITIONS, MOST_BYTES = 115, 130, 170_000


def features_of(text):
    (sentence,) = read_sentences([text])
    assert not isinstance(sentence, str), sentence
    return Features(sentence)


def test_guards_are_few_and_each_has_an_id_of_its_own_and_a_reason():
    guards = load_guards()
    assert len({g.id for g in guards}) == len(guards) <= MOST_GUARDS
    assert len(guards) + sum(bool(g.exceptions) for g in guards) <= MOST_CONDITIONS
    files = (rules_folder() / name for name in ("guards.toml", "facts.toml"))
    assert sum(path.stat().st_size for path in files) <= MOST_BYTES
    assert all(g.name and g.reason.endswith(".") for g in guards)


@pytest.mark.parametrize(
    "entry", read_toml(rules_folder() / "guards.toml")["guard"], ids=lambda e: e["id"]
)
def test_a_guard_names_operations_and_features_that_exist(entry):
    assert all(map(NAME.fullmatch, entry["on"]))
    for condition in (entry["if"], entry.get("unless", {})):
        assert [unknown(*feature) for feature in condition.items()] == [None] * len(condition)


@pytest.fixture(scope="module")
def engine():
    engine = load_engine("dependency")
    engine.parse(
        [text for guard in load_guards() for text in (guard.example, guard.counterexample)]
    )
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


@pytest.mark.parametrize("guard", load_guards(), ids=lambda guard: guard.id)
def test_a_guard_stops_its_rule_on_its_example_and_not_on_its_counterexample(engine, guard):
    stopped = generated(engine, guard.rule, guard.example)
    variants = [key for key, what in stopped.items() if what == guard.id]
    assert variants, f"{guard.rule} of {guard.example!r} gives {stopped}"
    passed = generated(engine, guard.rule, guard.counterexample)
    assert guard.id not in passed.values(), f"{guard.rule} of {guard.counterexample!r} is stopped"
    written = [key for key in variants if isinstance(passed.get(key), tuple)]
    assert written, f"{guard.rule} of {guard.counterexample!r} gives {passed}"


@pytest.mark.parametrize(
    ("operation", "text", "guard"),
    [
        ("passive", "A man has a dog.", "passive.verb-without-passive"),
        ("cleft-subject", "Nobody reads the book.", "cleft.unfocusable-pronoun"),
        ("cleft-subject", "Every man reads.", "cleft.quantified-focus"),
        ("negation", "There is no road.", "negation.double"),
        ("question", "A man sits on a bench and a woman reads a book.", "order.coordinated-clause"),
        ("cleft-subject", "Even the children know it.", "cleft.focusing-adverb"),
        (
            "modal",
            "There are huts here, but they seemed small.",
            "operator.conjunct-of-other-tense",
        ),
        ("any", "The item called a diskette is made of plastic.", "source.stray-finite-verb"),
        ("aspect", "The usage of this word varies.", "aspect.inanimate-subject"),
        ("tense-fut", "They caused instability in the 1980s.", "tense.past-time-adverbial"),
        (
            "any",
            "A girl in green looks at the camera and stands there.",
            "source.stray-finite-verb",
        ),
        ("tense-fut", "Derry was once strong.", "tense.past-time-adverbial"),
        ("cleft-subject", "They are built on the site.", "cleft.passive-they"),
        ("tense-fut", "Traditionally, this was a bank.", "tense.past-time-adverbial"),
        ("modal-can", "There are six main buildings.", "modal.can-individual-level"),
        ("question", "He slept late, causing trouble.", "negation.final-participle"),
        ("modal-must", "The IRS has to get a record.", "modal.semi-modal"),
        ("cleft-subject", "It is a book by Bob and which defines it.", "cleft.unfocusable-pronoun"),
        (
            "cleft-subject",
            "Suppliers that have continued to sing, as well as others, keep growing.",
            "cleft.relative-clause-in-focus",
        ),
        (
            "cleft-subject",
            "One route, that takes an hour, passes through a town.",
            "cleft.relative-clause-in-focus",
        ),
        ("tense-fut", "The men left on 9/11.", "tense.past-time-adverbial"),
        ("passive", "Women play volleyball fully covered.", "passive.misparsed-object"),
        ("passive", "The men killed the king to be kings.", "order.controlled-adjunct"),
        (
            "tense",
            "It's famous designer outlet stores are very popular.",
            "source.stray-finite-verb",
        ),
        ("cleft-subject", "The door opened, but Bob stayed inside.", "order.coordinated-clause"),
        (
            "cleft-subject",
            "I had freedom when I was home, and there was no curfew.",
            "order.coordinated-clause",
        ),
        ("cleft-subject", "At least two callers complained.", "cleft.quantified-focus"),
        ("cleft-subject", "That is cool.", "cleft.unfocusable-pronoun"),
        ("cleft-subject", "Queensferry is where the bridges are.", "cleft.clausal-predicate"),
        ("cleft-subject", "They are the only ones.", "cleft.pronominal-predicate"),
        ("cleft-subject", "When they learned it, Bob left.", "cleft.fronted-clause"),
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


@pytest.mark.parametrize("guard", load_guards(), ids=lambda guard: guard.id)
def test_a_guard_is_about_words_of_its_example_and_of_none_of_its_counterexample(guard):
    assert guard.met(features_of(guard.example))
    (beside,) = read_sentences([guard.counterexample])
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
        for condition in (guard.condition, guard.exceptions)
        for name, values in condition.items()
        for fact in (*(values[0] if values else ()), "any")
    }
    asked |= {("root.facts", "there is no"), ("root.facts", "what is said")}  # by realisers
    phrases = ("subject", "object")
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


ENTRY = """[[guard]]
id = "passive.odd"
name = "odd"
on = ["passive"]
if = { "root.lemma" = ["have"] }
reason = "It is odd."
rule = "passive"
example = "e"
counterexample = "c"
"""


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('reason = "It is odd."', "", "missing .* 'reason'"),
        ('["have"]', '["@x"]', "'x' is missing"),
        ('"passive.odd"', '"Odd one"', '"id" must be FAMILY.WHAT'),
        ("if =", "firm = true\nif =", '"firm" is from an earlier release; remove it'),
        ("if =", "plausibility = true\nif =", '"plausibility" is from an earlier release'),
        ("counterexample", "not_on", '"not_on" is from an earlier release; call it "co'),
        ('{ "root.lemma" = ["have"] }', "[{}, {}]", 'a list under "if" .* a separate guard'),
    ],
)
def test_a_bad_guard_is_one_line_that_names_file_guard_and_cure(tmp_path, before, after, message):
    (tmp_path / "guards.toml").write_text(ENTRY.replace(before, after), "utf-8")
    with pytest.raises(RuleError, match=message) as error:
        load_guards(tmp_path)
    assert "guards.toml: guard '" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"passive"]', '"fly"]', "'on' contains"),
        ('"root.lemma" = ["have"]', '"root.lema" = ["have"]', 'unknown feature "root.lema"'),
        ('"root.lemma" = ["have"]', '"object.facts" = ["lon"]', 'no value "lon"'),
    ],
)
def test_an_engine_refuses_guards_of_what_does_not_exist(tmp_path, before, after, message):
    assert before in ENTRY
    (tmp_path / "guards.toml").write_text(ENTRY.replace(before, after), "utf-8")
    with pytest.raises(RuleError, match=message) as error:
        check_guards(tmp_path)
    assert "guards.toml" in str(error.value) and "passive.odd" in str(error.value)
