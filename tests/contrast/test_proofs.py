"""Label rules as claims: all of them hold, and one that is broken is caught."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from litgen.contrast.notation import parse_contrast
from litgen.contrast.policy import LabelPolicy, load_policy, rules_in
from litgen.contrast.proofs import (
    Finding,
    check_rules,
    claims_of,
    find,
    meaning_of,
    meanings_of,
)
from litgen.exceptions import LitgenError, RuleError
from litgen.logic import Assumption, load_meanings, parse_formula
from litgen.tables import rules_folder
from litgen.transformations.protocol import Variant

SHIPPED = (rules_folder() / "labels.toml").read_text(encoding="utf-8")


def edited(tmp_path: Path, old: str, new: str) -> Path:
    """A rules folder with one thing of ``labels.toml`` changed."""
    assert SHIPPED.count(old) == 1, old
    (tmp_path / "labels.toml").write_text(SHIPPED.replace(old, new), encoding="utf-8")
    return tmp_path


def against(folder: Path, wanted: str) -> str | None:
    """What speaks against a claim."""
    file = rules_in(folder)
    claims = {str(claim): claim for rule in file.rules for claim in claims_of(rule, file)}
    return find(claims[wanted], file.meanings).against


@pytest.fixture(scope="module")
def findings() -> list[Finding]:
    return list(check_rules(rules_in()))


def test_every_rule_holds(findings: list[Finding]) -> None:
    assert len(findings) > 150
    assert [(str(each.claim), each.against) for each in findings if not each.passed] == []


@pytest.mark.parametrize("text", ["past;future", "future;past"])
@pytest.mark.parametrize("sides", [(0,), (1,), (0, 1)])
def test_what_lasts_for_ever_keeps_neutral_alone(
    text: str, sides: tuple[Literal[0, 1], ...]
) -> None:
    # Why `eventive` is asked of entailments and contradictions, and not of neutral pairs.
    file = rules_in()
    lasting = Assumption(parse_formula("p -> all t': p(t')"), sides)
    claims = [c for rule in file.rules for c in claims_of(rule, file) if c.contrast == text]
    found = {
        claim.source: find(
            claim._replace(rewriting=claim.rewriting._replace(assumptions=(lasting,))),
            file.meanings,
        ).passed
        for claim in claims
    }
    assert found == {"E": False, "C": False, "N": True}


def test_default_rules_need_their_conventions(findings: list[Finding]) -> None:
    # The present tense of present sentences is no change; the others of its class need them.
    assert {each.claim.contrast for each in findings if each.needless} <= {"present;present"}


BROKEN = [
    # What is so need not be open to be possible.
    ('N = { logic = "EN" }\nbecause = "the hypothesis becomes weaker: what is actual is possible"',
     'N = { logic = "N" }\nbecause = "the hypothesis becomes weaker: what is actual is possible"',
     "original;may, N -> N (logic)"),
    # Two things that exclude one another may have been at different times.
    ('C = { default = "C" }\nN = { default = "N" }\nbecause = "both sentences move',
     'C = { logic = "C" }\nN = { default = "N" }\nbecause = "both sentences move',
     "past;past, C -> C (logic)"),
    # Without its guard: that one man does not sleep says nothing of another.
    ("assume = [\"(some x': h(x')) -> h\"]", "", "original;negation, C -> E (logic)"),
    ('assume = ["p(y, x) <-> p"]', "", "swap;original, E -> E (logic)"),
    # What is not true of all need not be false: it may be so of some.
    ('relation = "true_or_false"\nassume = ["bivalent"]', 'relation = "true_or_false"',
     "original;negation, C -> E (logic)"),
    ('relation = "true_or_false"\nassume = ["bivalent"]', 'relation = "true_or_false"',
     "original;negation, N -> N (logic)"),
    # A convention that does not carry the label.
    ('E = { default = "E", guards = ["focus covered"], conventions = ["one scene"] }',
     'E = { default = "E", guards = ["focus covered"], conventions = ["same setting"] }',
     "cleft;cleft, E -> E (default by same setting)"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "claim"), BROKEN)
def test_a_broken_rule_is_caught(tmp_path: Path, old: str, new: str, claim: str) -> None:
    assert "the new" in str(against(edited(tmp_path, old, new), claim))


def test_a_meaning_that_changes_is_caught(tmp_path: Path) -> None:
    meaning = (
        '[[meaning]]\nof = ["may"]\ngloss = "it ought to be so"\nsays = "all w\' ideal: p(w\')"\n'
    )
    (tmp_path / "meanings.toml").write_text(meaning, encoding="utf-8")
    assert against(tmp_path, "original;may, E -> E (logic)")


def refused(folder: Path) -> str:
    with pytest.raises(RuleError) as error:
        load_policy("default", folder)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_users_rule_with_a_counterexample_is_refused(tmp_path: Path) -> None:
    old, new, claim = BROKEN[0]
    told = refused(edited(tmp_path, old, new))
    assert told.startswith(f"{tmp_path}: {claim} does not hold: ")
    assert "the new hypothesis is true wherever the new premise is" in told


def test_a_rule_without_a_meaning(tmp_path: Path) -> None:
    rule = '[[rule]]\npatterns = ["hum;original"]\nE = { logic = "E" }\nbecause = "humming"\n'
    (tmp_path / "labels.toml").write_text(rule, encoding="utf-8")
    assert "'hum' has no meaning; declare in meanings.toml" in refused(tmp_path)
    meaning = '[[meaning]]\nof = ["hum"]\ngloss = "the same, humming"\nsays = "p and hum"\n'
    (tmp_path / "meanings.toml").write_text(meaning, encoding="utf-8")
    for cached in (load_policy, rules_in, load_meanings):
        cached.cache_clear()
    decision = load_policy("default", tmp_path).decide(parse_contrast("hum;original"), "entailment")
    assert decision.basis == "logic"


def test_a_class_without_a_meaning(tmp_path: Path) -> None:
    rule = (
        '[classes]\nhums = []\n[[rule]]\npatterns = ["{hums};original"]\nE = { logic = "E" }\n'
        'because = "humming"\n'
    )
    (tmp_path / "labels.toml").write_text(rule, encoding="utf-8")
    assert "class 'hums' has no meaning" in refused(tmp_path)


@pytest.mark.parametrize(
    ("meaning", "said"),
    [
        (
            'of = ["hum"]\ngloss = "g"\nsays = "p and not p"',
            "the meaning of hum: no model satisfies",
        ),
        ('of = ["hum"]\ngloss = "g"\nsays = "p(t\')"', "no quantifier binds t'"),
        ('of = ["hum"]\ngloss = "g"\nsays = "p and"', "a word is missing at the end"),
        ('of = ["hum"]\ngloss = "g"\nsays = "h"', "mentions 'h', the other sentence"),
        ('of = ["hum"]\ngloss = "g"', "use 'says', or 'pairwise'"),
        ('of = ["hum"]\nsays = "p"', "'gloss' is missing"),
        ('of = ["hum"]\ngloss = "g"\nsay = "p"', "unknown key 'say': did you mean says?"),
        (
            'of = ["hum"]\ngloss = "g"\nsays = "p"\nby_convention.fun = "p"',
            "unknown convention 'fun'",
        ),
    ],
)
def test_a_meaning_at_fault(tmp_path: Path, meaning: str, said: str) -> None:
    (tmp_path / "meanings.toml").write_text(f"[[meaning]]\n{meaning}\n", encoding="utf-8")
    assert said in refused(tmp_path)


def test_a_default_names_conventions_that_there_are(tmp_path: Path) -> None:
    known = 'E = { default = "E", guards = ["focus covered"], conventions = ["one scene"] }'
    told = refused(edited(tmp_path, known, known.replace("one scene", "one scen")))
    assert "rule cleft;cleft: there is no convention 'one scen': did you mean one scene?" in told


def test_a_default_without_conventions(tmp_path: Path) -> None:
    known = 'E = { default = "E", guards = ["focus covered"], conventions = ["one scene"] }'
    told = refused(edited(tmp_path, known, known.replace(', conventions = ["one scene"]', "")))
    assert "must name its conventions" in told


def test_a_label_goes_with_its_convention() -> None:
    contrast = parse_contrast("original;spelling:swap")
    assert load_policy().decide(contrast, "neutral").basis == "default"
    for conventions in ((), ("independence",)):
        decision = load_policy("default", None, conventions).decide(contrast, "neutral")
        assert (decision.label, decision.reason) == (None, "more than one label possible")
    assert load_policy("default", None, ("wording",)).decide(contrast, "neutral").label == "neutral"
    logical = parse_contrast("original;overlap")
    assert load_policy("default", None, ()).decide(logical, "neutral").label == "neutral"


EVERY = Variant(("Every man is asleep.",))
SOME = Variant(
    ("A man is asleep.",), {"direction": "weaker", "rests_on": "existential import"}, because="so"
)


def test_that_there_are_some_is_a_convention() -> None:
    contrast = parse_contrast("original;premise+quantifier")
    policy = load_policy()
    decision = policy.decide(contrast, None, EVERY, SOME)
    assert (decision.label, decision.basis) == ("entailment", "default")
    assert policy.proof(decision, EVERY, SOME) == (
        "original;premise+quantifier (weaker) (existential import), new pair: the premise is p, "
        "the sentence itself; the hypothesis says what the edited sentence says [edited "
        "where (p and there-are-some) -> edited]; so entailment by existential import; "
        "hypothesis: so"
    )
    for without in (load_policy("logic"), load_policy("default", None, ("exact numbers",))):
        assert without.decide(contrast, None, EVERY, SOME).label is None
    # The other way round nothing is assumed: some may be all or not, if there are some or none.
    back = load_policy("logic").decide(
        parse_contrast("premise+quantifier;premise"), None, SOME, EVERY
    )
    assert back.label == "neutral"


@pytest.mark.parametrize(
    ("contrast", "direction"),
    [("premise+quantifier;premise", "weaker"), ("original;premise+quantifier", "stronger")],
)
def test_two_or_at_least_two_is_not_decided(contrast: str, direction: str) -> None:
    edit = Variant(("At least two sing.",), {"direction": direction, "rests_on": "exact numbers"})
    sides = (edit, Variant(("Two sing.",)))
    if contrast.startswith("original"):
        sides = (sides[1], sides[0])
    decision = load_policy().decide(parse_contrast(contrast), None, *sides)
    assert decision.label is None
    assert "the reading of the numbers" in str(decision.reason)


def edits(direction: str, tmp_path: Path) -> tuple[LabelPolicy, Variant]:
    """A policy in which ``trim`` is an edit by polarity, and a variant of it."""
    edited(tmp_path, "\nedit = []", '\nedit = ["trim"]')
    return load_policy("default", tmp_path), Variant(
        ("A car.",), {"direction": direction}, because="upward: no operator above *red*"
    )


@pytest.mark.parametrize(
    ("direction", "label"),
    [("weaker", "entailment"), ("stronger", "neutral"), ("sideways", None)],
)
def test_the_direction_of_an_edit_chooses_its_rule(
    tmp_path: Path, direction: str, label: str | None
) -> None:
    policy, variant = edits(direction, tmp_path)
    contrast = parse_contrast("original;premise+trim")
    source = Variant(("A red car.",))
    decision = policy.decide(contrast, None, source, variant)
    assert decision.label == label
    if label is None:
        assert decision.reason == "no rule for this kind"
        return
    proof = policy.proof(decision, source, variant)
    assert proof is not None
    assert proof.startswith(f"original;premise+trim ({direction}), new pair: the premise is p")
    assert proof.endswith(f"so {label} in all models; hypothesis: upward: no operator above *red*")
    if direction == "weaker":
        assert "[edited where p -> edited]" in proof


@pytest.mark.parametrize(
    ("contrast", "label", "proof"),
    [
        ("original;negation", "contradiction",
         "original;negation, entailment: the hypothesis says it is false of everybody "
         "[all x': not h(x') and bivalent(x')]; so contradiction in all models"),
        ("hypothesis;premise", None, None),
        ("shuffle:1;original", "entailment",
         "shuffle:1;original: entailment is kept as the target of corrupted text"),
        ("past+cleft;past+cleft", "entailment",
         "past;past, entailment: both say it was the case at some earlier time "
         "[some t' < t: p(t')]; so entailment in all models; then cleft;cleft, entailment: both "
         "say the same about the focus, presupposing that somebody did it "
         "[p, presupposing some x': p(x')]; so entailment by one scene"),
    ],
)  # fmt: skip
def test_a_proof(contrast: str, label: str | None, proof: str | None) -> None:
    policy = LabelPolicy(rules_in(), guarded=False)
    nothing = Variant(("",))
    decision = policy.decide(parse_contrast(contrast), "entailment", nothing, nothing)
    assert decision.label == label
    found = policy.proof(decision, nothing, nothing)
    assert (found and re.sub(r" \(given: [^)]*\)", "", found)) == proof


def test_the_papers_rules_prove_nothing() -> None:
    policy = load_policy("paper")
    decision = policy.decide(parse_contrast("may;original"), "entailment")
    proof = policy.proof(decision, Variant(("",)), Variant(("",)))
    assert proof == (
        "may;original: entailment becomes neutral as published: *May* cancels the truth value of "
        "the premise"
    )


def test_every_labelled_rule_has_a_meaning_for_its_members() -> None:
    file = rules_in()
    assert meaning_of("tautology:green", file).gloss.startswith("the same")
    with pytest.raises(LitgenError, match="has no meaning"):
        meaning_of("nonsense", file)


MORE = """
[[word]]
name = "afoot"
because = "what is done was under way"
where = ["p -> afoot"]
[[meaning]]
of = ["going-on"]
gloss = "it is under way"
says = "afoot"
[[meaning]]
of = ["stopped"]
gloss = "it is no more under way, and was"
says = "not afoot"
presupposes = "some t' < t: afoot(t')"
[[meaning]]
of = ["was-going-on"]
gloss = "it was under way"
says = "some t' < t: afoot(t')"
[[meaning]]
of = ["cleft+not"]
gloss = "not of the one in focus"
says = "not p"
[[meaning]]
of = ["not"]
gloss = "it is so of nobody"
says = "no x': p(x')"
"""
RULES = """
[[rule]]
patterns = ["premise+stopped;premise+was-going-on", "premise;premise+going-on"]
new = { logic = "E" }
because = "what is under way is the same on both sides"
"""


def test_a_word_is_the_same_of_the_same_sentence(tmp_path: Path) -> None:
    (tmp_path / "meanings.toml").write_text(MORE, encoding="utf-8")
    (tmp_path / "labels.toml").write_text(RULES, encoding="utf-8")
    assert all(each.passed for each in _own(tmp_path))
    # Words that are not declared are each sentence's own.
    own = MORE.replace('name = "afoot"', 'name = "another"')
    (tmp_path / "meanings.toml").write_text(own, encoding="utf-8")
    for cached in (rules_in, load_meanings):
        cached.cache_clear()
    assert not any(each.passed for each in _own(tmp_path))


def _own(folder: Path) -> list[Finding]:
    """What there is to say of a folder's own rules, which come first."""
    file = rules_in(folder)
    patterns = {rule.pattern for rule in rules_in().rules}
    rules = [rule for rule in file.rules if rule.pattern not in patterns]
    assert rules
    return [find(claim, file.meanings) for rule in rules for claim in claims_of(rule, file)]


def test_two_steps_with_a_meaning_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "meanings.toml").write_text(MORE, encoding="utf-8")
    file = rules_in(tmp_path)
    together = [name for name, _ in meanings_of(("past", "cleft", "not"), file)]
    assert together == ["past", "cleft+not"]
    assert [name for name, _ in meanings_of(("not", "cleft"), file)] == ["not", "cleft"]


@pytest.mark.parametrize(
    ("steps", "units"),
    [
        ("cleft negation", ["cleft+negation"]),
        ("activity stop preterite negation", ["activity", "stop+preterite+negation"]),
        ("past negation", ["past", "negation"]),
    ],
)
def test_steps_that_litgen_gives_a_meaning_together(steps: str, units: list[str]) -> None:
    found = meanings_of(tuple(steps.split()), load_policy().file)
    assert [name for name, _ in found] == units
