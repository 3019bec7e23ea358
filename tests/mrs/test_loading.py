"""Rule files: what is inherited, and that every mistake is one line with file, rule and reason."""

import pytest

from litgen.exceptions import RuleError
from litgen.mrs import load_rules
from litgen.mrs.rule import DIALECTS

RULE = """
[[rule]]
name = "{name}"
phenomenon = "tense"
gloss = "A rule of the user's."
source = "none"
position = 30
set = [{{ variable = "tensed", TENSE = "past" }}]
{more}
"""


@pytest.fixture
def folder(tmp_path):
    def write(more="", name="mine", file="mine.toml"):
        (tmp_path / file).write_text(RULE.format(name=name, more=more), encoding="utf-8")
        return tmp_path

    return write


def test_every_shipped_rule_carries_five_examples_and_a_decline_reason_or_more():
    rules = load_rules()
    for rule in rules.by_name.values():
        assert len(rule.examples) >= 5, rule.name
        assert set(rule.forms) == set(DIALECTS)
        assert rule.gloss[-1] in ".)", rule.name


def test_shipped_rules_cover_the_phenomena():
    assert set(load_rules().by_name) >= {
        "past", "present", "future", "simple", "progressive", "perfect", "perfect-progressive",
        "may", "might", "must", "should", "would", "can", "could", "negation", "passive",
        "passive-short", "active", "cleft", "question", "swap", "permute", "seem", "want", "try",
        "persuade",
    }  # fmt: skip


def test_a_later_dialect_takes_over_from_an_earlier_one():
    forms = load_rules().by_name["passive"].forms
    assert [a.predicate for a in forms["erg-1214"][0].add] == ["parg_d"]
    for dialect in ("erg-2018", "erg-2020", "erg-2025", "dependency"):
        assert forms[dialect][0].add == ()
        assert forms[dialect][0].icons_add == (("e", "topic", "x2"),)


def test_dialect_differences_of_the_other_rules():
    rules = load_rules().by_name
    cleft = {dialect: forms[0].unavailable for dialect, forms in rules["cleft"].forms.items()}
    assert cleft["erg-1214"] is None
    assert cleft["dependency"] is None
    assert cleft["erg-2025"] == "cleft.not-in-grammar"
    negation = {d: forms[1].fresh["e1"]["TENSE"] for d, forms in rules["negation"].forms.items()}
    assert negation["erg-1214"] == negation["erg-2018"] == "untensed"
    assert negation["erg-2020"] == negation["dependency"] == "@o.TENSE"
    would = {d: forms[0].fresh["e1"]["TENSE"] for d, forms in rules["would"].forms.items()}
    assert (would["erg-1214"], would["erg-2018"], would["erg-2025"]) == ("pres", "tensed", "tensed")
    seem = {d: forms[0].add[0].arguments["ARG1"] for d, forms in rules["seem"].forms.items()}
    assert (seem["erg-1214"], seem["erg-2018"], seem["erg-2020"]) == ("i1", "i1", "h1")
    perfect = {d: forms[0].set[0].variable for d, forms in rules["past"].forms.items()}
    assert (perfect["erg-1214"], perfect["erg-2018"]) == ("clause", "aspect")
    assert perfect["dependency"] == "aspect"


def test_a_users_rule_is_added_and_one_of_the_same_name_replaces(folder):
    path = folder()
    assert load_rules(path).by_name["mine"].path == path / "mine.toml"
    assert load_rules(path).signature != load_rules().signature
    (path / "mine.toml").unlink()
    assert load_rules(folder(name="past", file="other.toml")).by_name["past"].gloss == (
        "A rule of the user's."
    )


def test_a_users_rule_may_be_like_a_shipped_one(tmp_path):
    (tmp_path / "a.toml").write_text(
        '[[rule]]\nname = "pretérite"\nlike = "past"\ngloss = "Past."\n', encoding="utf-8"
    )
    rule = load_rules(tmp_path).by_name["pretérite"]
    assert rule.unchanged == "tense.already-past"
    assert rule.forms["dependency"] == load_rules().by_name["past"].forms["dependency"]


def test_rules_share_conditions_by_name(folder):
    path = folder('unless = ["plain", "mine"]')
    (path / "conditions.toml").write_text(
        '[conditions]\nmine = ["modal", { voice = "passive", reason = "no" }]\n', encoding="utf-8"
    )
    shipped, own = load_rules().by_name, load_rules(path).by_name["mine"].forms["dependency"][0]
    reasons = [each.reason for each in own.unless]
    assert "clause.distinct-subjects" in reasons and reasons[-2:] == ["clause.modal", "no"]
    assert shipped["begin-to"].forms["dependency"][0].unless[-1].voice == "passive"


def test_a_rule_that_is_like_another_adds_to_its_variables():
    fresh = load_rules().by_name["be-forced-to"].forms["dependency"][0].fresh
    assert set(fresh) == {"h1", "l1", "i1", "e1", "e2"}


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ('unless = ["nothing"]', "condition 'nothing' does not exist"),
        (
            "unless = ['loop']\n[conditions]\nloop = ['loop']",
            "condition 'loop' does not exist",
        ),
        ('nonsense = "1"', "unknown key 'nonsense'"),
        (
            'unless = [{ variable = "x1", NUM = "pl" }]',
            "'x1' is not defined",
        ),
        (
            'unless = [{ ep = "noun", predicate = "_*_n_*" }]',
            "'noun' is not defined",
        ),
        ("unless = [{ predicate = '_*_n_*' }]", "needs 'ep'"),
        ('unless = [{ reason = "why" }]', "at least one condition"),
        ('unless = [{ voice = "middle" }]', "Input should be 'active' or 'passive'"),
        ('unless = [{ operators = ["adverb"] }]', "Input should be 'neg', 'modal'"),
        ('unless = [{ ep = "head", feature = "fruit" }]', "no feature 'fruit'"),
        ('unless = [{ ep = "head", lacks = "fruit" }]', "no feature 'fruit'"),
        ('match = [{ ep = "verb", ARG1 = "q1" }]', "must begin with its sort"),
        ('match = [{ ep = "verb", arg1 = "x1" }]', "unknown key 'arg1'"),
        ('match = "verb"', "match: Input should be a valid list"),
        (
            'add = [{ predicate = "neg", LBL = "l1", ARG0 = "e1" }]',
            "'l1' is not defined",
        ),
        ('add = [{ predicate = "_*_v_1", LBL = "l", ARG0 = "e" }]', "must not contain wildcards"),
        ('add = [{ predicate = "neg", ARG0 = "e" }]', "needs LBL and ARG0"),
        ('hcons = ["top above l"]', "must have the form hi qeq lo"),
        ('icons_add = [["e", "topic"]]', "must have the form [left, relation, right]"),
        ('each = "sentence"', "Input should be 'conjunct', 'first' or 'phrases'"),
        ("position = 'first'", "Cannot overwrite a value"),
        ('like = "nothing"', "refers to an unknown rule or forms a cycle"),
        ('examples = [{ in = "A.", out = "B.", declined = "c" }]', "either 'out' or 'declined'"),
        (
            'follow = [{ hangs = ["loose"], to = { TENSE = "past" } }]',
            "Input should be 'adverbial', 'complement'",
        ),
        ("[rule.fresh]\ne = {}", "an unused name that begins with its sort"),
        ("[rule.dialect.erg-1999]\nadd = []", "erg-1214"),
        ('[rule.dialect.erg-2018]\ngloss = "x"', "unknown key 'gloss'"),
        ('[[rule.variant]]\ngloss = "x"', "unknown key 'gloss'"),
        ("[[rule]]\nname = 'mine'", "already has a rule of this name"),
        ("[[rule]]\nname = 'two'", "'phenomenon' is missing"),
        ("= broken", "line"),
    ],
)
def test_mistakes(folder, more, reason):
    with pytest.raises(RuleError) as error:
        load_rules(folder(more))
    message = str(error.value)
    assert reason in message
    assert "mine.toml" in message
    assert "\n" not in message


def test_a_folder_without_rules(tmp_path):
    with pytest.raises(RuleError, match="no rule files"):
        load_rules(tmp_path)
