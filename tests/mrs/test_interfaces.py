"""Rules against the semantic interfaces of the ERG's releases (``data/erg_interfaces.tsv``)."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from delphin.mrs import EP

from litgen.engines.ace.realisations import words_of
from litgen.mrs.loading import load_rules
from litgen.mrs.rule import DIALECTS

RELEASES = [name.removeprefix("erg-") for name in DIALECTS if name.startswith("erg-")]
#: Sorts of variables, each with those that it may be a kind of.
SORTS = {"h": "hpu", "e": "eiu", "x": "xipu", "i": "xeipu", "u": "u"}
VALUES = {
    "SF": {"prop", "ques", "prop-or-ques", "comm"},
    "TENSE": {"past", "pres", "fut", "tensed", "untensed"},
    "MOOD": {"indicative", "subjunctive"},
    "PROG": {"+", "-"},
    "PERF": {"+", "-"},
    "PERS": {"1", "2", "3"},
    "NUM": {"sg", "pl"},
    "GEND": {"m", "f", "n", "m-or-f"},
    "IND": {"+", "-"},
    "PT": {"refl", "std", "zero"},
}


def _frames():
    found = defaultdict(list)
    lines = (Path(__file__).parents[1] / "data" / "erg_interfaces.tsv").read_text().splitlines()
    for line in (line for line in lines if not line.startswith(("#", "predicate\t"))):
        predicate, releases, frame = line.split("\t")
        for release in releases.split():
            found[predicate, release] += [] if frame == "-" else [_roles(frame)]
    return found


def _roles(frame):
    """Role -> its sort and whether it may be left out."""
    said = re.findall(r"(\[ )?([A-Z0-9-]+) (\w)", frame)
    return {role: (sort, bool(optional)) for optional, role, sort in said}


FRAMES = _frames()


def _forms(release):
    for rule in load_rules().by_name.values():
        for form in rule.forms[f"erg-{release}"]:
            if not form.unavailable:
                yield rule.name, form


def _fits(roles, frame):
    return roles.keys() <= frame.keys() and all(
        optional if role not in roles else sort in SORTS[roles[role]]
        for role, (sort, optional) in frame.items()
        if role not in ("CARG",)
    )


@pytest.mark.parametrize("release", RELEASES)
def test_what_rules_add_is_in_each_release(release):
    wrong = []
    for name, form in _forms(release):
        for added in form.add:
            sorts = {
                role: "x" if said == "subject" else "h" if said[0] == "l" else said[0]
                for role, said in added.arguments.items()
                if role not in ("LBL", "CARG")
            }
            frames = FRAMES[added.predicate, release]
            if added.predicate != "_be_v_itcleft" and not any(_fits(sorts, f) for f in frames):
                wrong.append((name, added.predicate, sorts))
        others = [change.predicate for change in form.change if change.predicate]
        others += [follow.over for follow in form.follow if follow.over]
        wrong += [(name, other) for other in others if not FRAMES[other, release]]
    assert not wrong


@pytest.mark.parametrize("release", RELEASES)
def test_what_rules_look_for_is_in_each_release(release):
    """One of the predicates that a pattern names; another release may have another one."""
    wrong = [
        (name, pattern.predicates)
        for name, form in _forms(release)
        for pattern in form.match
        if pattern.predicates
        and not any("*" in each or FRAMES[each, release] for each in pattern.predicates)
    ]
    assert not wrong


@pytest.mark.parametrize("release", RELEASES)
def test_the_properties_that_rules_set_have_values_of_the_grammar(release):
    said = [
        (name, key, value)
        for name, form in _forms(release)
        for properties in (*form.fresh.values(), *(each.properties for each in form.set),
                           *(each.to for each in form.follow))
        for key, value in properties.items()
        if value and not value.startswith("@")
    ]  # fmt: skip
    assert said
    assert not [each for each in said if each[2] not in VALUES.get(each[1], ())]


def test_what_rules_add_has_words():
    """Without them every realisation is refused for *other words*."""
    added = {
        each.predicate
        for release in RELEASES
        for _, form in _forms(release)
        for each in (*form.add, *form.change)
        if each.predicate and each.predicate.startswith("_")
    }
    assert added >= {"_manage_v_1", "_able_a_1"}
    assert not [each for each in added if not words_of(EP(each, "h1"))]
    assert {"dared", "dares"} <= words_of(EP("_dare_v_1", "h1"))
    assert {"was", "forced"} <= words_of(EP("_force_v_1", "h1"))
    assert words_of(EP("named", "h1", {"CARG": "Carol"})) == {"carol"}
