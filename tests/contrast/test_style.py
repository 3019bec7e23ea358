"""Both sides of a pair in one style: the wordings of two variants are chosen together."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from contrast_fakes import Fake, FakeRanker

from litgen.acceptability import Thresholds
from litgen.contrast.chunks import names_by_role
from litgen.contrast.notation import Side, parse_contrast
from litgen.contrast.options import wanted_contrasts
from litgen.contrast.pairing import Pairer, Tally, transformation_text
from litgen.contrast.pipeline import build
from litgen.contrast.policy import load_policy
from litgen.contrast.sentences import pack, rewrite, unpack
from litgen.contrast.style import in_one_style
from litgen.contrast.toolbox import Toolbox
from litgen.data import Pair
from litgen.options import Options
from litgen.transformations import find
from litgen.transformations.protocol import Outcome, Variant
from litgen.transformations.wording import Wording, differences, style_of

FULL, SHORT = {"contraction": "full"}, {"contraction": "short"}


def variant(*wordings: Wording) -> Variant:
    return Variant((wordings[0].text,), confidence=0.5).chosen(*wordings)


def together(premise: Variant, hypothesis: Variant, least: float = 0.0) -> tuple[str, str]:
    both = in_one_style(premise, hypothesis, least)
    return both[0].text, both[1].text


@pytest.mark.parametrize(
    ("scores", "chosen"),
    [
        (((-3.0, -3.1), (-4.0, -4.5)), ("full", "full")),
        (((-3.0, -3.6), (-4.5, -4.0)), ("full", "full")),  # loses less in all
        (((-3.1, -3.0), (-4.0, -4.5)), ("full", "full")),
        (((-3.6, -3.0), (-4.0, -4.5)), ("short", "short")),
        (((None, None), (None, None)), ("full", "full")),  # in the engine's order
        (((-3.0, -3.1), (None, None)), ("full", "full")),
    ],
)
def test_the_style_that_loses_least_of_what_the_ranker_likes(
    scores: Sequence[Sequence[float | None]], chosen: tuple[str, str]
) -> None:
    sides = [
        variant(
            *sorted(
                (Wording("full", FULL, full, 0.9), Wording("short", SHORT, short, 0.9)),
                key=lambda each: -(each.score or 0.0),
            )
        )
        for full, short in scores
    ]
    assert together(*sides) == chosen


def test_each_side_has_the_score_and_the_confidence_of_its_wording() -> None:
    premise = variant(Wording("it is", FULL, -3.0, 0.99), Wording("it's", SHORT, -3.1, 0.98))
    only = variant(Wording("it's too", SHORT, None, 0.97))
    chosen, other = in_one_style(premise, only)
    assert (chosen.text, chosen.score, chosen.confidence) == ("it's", -3.1, 0.98)
    assert (other.text, other.score, other.confidence) == ("it's too", None, 0.97)
    assert premise.text == "it is"  # of another pair


def test_styles_differ_where_no_wordings_of_one_are_sure_enough() -> None:
    premise = variant(Wording("it is", FULL, None, 0.99), Wording("it's", SHORT, None, 0.9))
    hypothesis = variant(Wording("it's too", SHORT, None, 0.99))
    assert together(premise, hypothesis, 0.9) == ("it's", "it's too")
    assert together(premise, hypothesis, 0.95) == ("it is", "it's too")
    assert together(premise, hypothesis, 0.999) == ("it's", "it's too")  # neither is


def test_of_wordings_in_one_style_those_with_the_highest_confidence() -> None:
    """Whatever the ranker likes; where it likes only one side's best, the surer ones."""
    premise = variant(Wording("full", FULL, None, 0.99), Wording("short", SHORT, None, 0.95))
    ranked = variant(Wording("short", SHORT, -3.0, 0.99), Wording("full", FULL, -3.9, 0.99))
    assert together(premise, ranked) == ("full", "full")
    hypothesis = variant(Wording("short", SHORT, None, 0.99), Wording("full", FULL, None, 0.98))
    assert together(premise, hypothesis) == ("full", "full")


def test_the_fewest_dimensions_differ() -> None:
    """One has *who* and the other *that*, which does not keep both from having *it's*."""
    person = variant(Wording("it's he", SHORT | {"link": "who"}, -3.0, 0.9),
                     Wording("it is he", FULL | {"link": "who"}, -3.5, 0.9))  # fmt: skip
    thing = variant(Wording("it is one", FULL | {"link": "that"}, -3.0, 0.9),
                    Wording("it's one", SHORT | {"link": "that"}, -3.1, 0.9),
                    Wording("it's one 0", SHORT | {"link": "none"}, -3.2, 0.9))  # fmt: skip
    assert together(person, thing) == ("it's he", "it's one")


def test_a_dimension_that_a_side_lacks_agrees_with_all() -> None:
    by = variant(Wording("by a man here", FULL | {"by-phrase": "first"}, -3.0, 0.9),
                 Wording("here by a man", FULL | {"by-phrase": "last"}, -3.1, 0.9))  # fmt: skip
    assert together(by, variant(Wording("by a dog", FULL))) == ("by a man here", "by a dog")
    last = variant(Wording("now by a dog", FULL | {"by-phrase": "last"}))
    assert together(by, last) == ("here by a man", "now by a dog")


@pytest.mark.parametrize(
    ("source", "chosen"),
    [
        ("A dog barks.", "is not"),
        ("A dog isn't here.", "isn't"),
        ("A dog is not here.", "is not"),
        ("He’s here.", "isn't"),
        ("They'll come.", "isn't"),
        ("The dog's tail wags.", "isn't"),  # a genitive, or a verb: the ranker's
        ("The dog's tail is not there.", "is not"),
    ],
)
def test_the_style_of_a_side_that_is_left_as_it_is_wins(source: str, chosen: str) -> None:
    negation = variant(
        Wording("isn't", {"contraction": "short", "negation": "n't"}, -3.0),
        Wording("is not", {"contraction": "full", "negation": "not"}, -3.2),
    )
    assert together(Variant((source,)), negation) == (source, chosen)
    assert together(negation, Variant((source,))) == (chosen, source)


@pytest.mark.parametrize(
    ("source", "text", "style"),
    [
        ("A man left.", "It was a man who left.", {"contraction": "full", "link": "who"}),
        ("A man eats it.", "It's a man who eats it.", {"contraction": "short", "link": "who"}),
        ("He's here.", "It is he who's here.", {"contraction": "full", "link": "who"}),
        ("The man's here.", "It is the man who's here.", {"contraction": "full", "link": "who"}),
        ("The man's here.", "It's the man who's here.", {"contraction": "short", "link": "who"}),
        ("He can go.", "He cannot go.", {"contraction": "full", "negation": "not"}),
        ("He can go.", "He can’t go.", {"contraction": "short", "negation": "n't"}),
        ("He isn't here.", "He wasn't here.", {"negation": "n't"}),
        ("A man rides it.", "It's it a man rides.", {"contraction": "short", "link": "none"}),
        ("A man's bike is red.", "A man's bike was red.", {}),
        ("Bob's left.", "Bob had left.", {"contraction": "full"}),
        ("He isn't here.", "Isn't he here?", {"negation": "n't"}),
        ("", "It is he who left.", {"contraction": "full"}),
        ("", "", {"contraction": "full"}),
    ],
)  # fmt: skip
def test_the_style_that_words_show(source: str, text: str, style: Mapping[str, str]) -> None:
    assert style_of(text, source) == style


class Linked(Fake):
    """Clefts with *who* and *that*."""

    def _one(self, text: str) -> Outcome:
        (made,) = super()._one(text).variants[:1]
        forms = [Wording(f"It is he {link} left.", FULL | {"link": link}) for link in LINKS]
        forms.append(Wording("It is he left.", FULL | {"link": "none"}))
        candidates = tuple(each.text for each in forms)
        return Outcome((made._replace(candidates=candidates, wordings=(*forms,)),))


LINKS = ("who", "that")


def test_of_relative_pronouns_the_network_reads_one() -> None:
    class Listening(Network):
        def log_odds(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
            heard.extend(output for _, output in pairs)
            return [9.0 for _ in pairs]

    heard = list[str]()
    ranker = FakeRanker()
    tools = Toolbox({"cleft": Linked("cleft")}, ranker, network=Listening())  # type: ignore[arg-type]
    (made,) = rewrite({"He left.": ("cleft",)}, tools, 0.05)["He left."]["cleft"].variants
    assert heard == ["It is he who left.", "It is he left."]
    assert ranker.seen == ["It is he who left.", "It is he that left.", "It is he left."]
    who, that = (next(w for w in made.wordings if w.style["link"] == link) for link in LINKS)
    assert who.confidence == that.confidence
    thing = variant(Wording("It is one that fell.", FULL | {"link": "that"}))
    assert together(made, thing)[0] == "It is he that left."
    person = variant(Wording("It is she who fell.", FULL | {"link": "who"}))
    assert together(made, person)[0] == "It is he who left."


class Styled(Fake):
    """Two places of a phrase, of which men have the one and women the other surer."""

    def _one(self, text: str) -> Outcome:
        (made,) = super()._one(text).variants[:1]
        forms = [Wording(f"{place} {text}", {"by-phrase": place}) for place in ("First", "Last")]
        candidates = tuple(each.text for each in forms)
        return Outcome((made._replace(candidates=candidates, wordings=(*forms,)),))


class Network:
    """Rates the last place higher for women and the first for men, neither for stones."""

    def log_odds(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        worse = {"Men ride.": ("Last",), "Stones fall.": ("First", "Last")}
        return [2.0 if out.startswith(worse.get(source, "First")) else 9.0 for source, out in pairs]


def made(pairs: Sequence[Pair], least: float) -> tuple[list[tuple[str, str]], Tally]:
    wanted = wanted_contrasts(Options(contrast=("cleft;cleft", "original;cleft")))
    needed = names_by_role(wanted, load_policy()).values()
    names = sorted({name for each in needed for name in each} - {"original"})
    tools = Toolbox({name: Styled(name) for name in names}, FakeRanker(), network=Network())  # type: ignore[arg-type]
    texts = dict.fromkeys(text for pair in pairs for text in (pair.premise, pair.hypothesis))
    done = rewrite(dict.fromkeys(texts, names), tools, least)
    assert {text: unpack(pack(each)) for text, each in done.items()} == done
    tally: Tally = Counter()
    pairer = Pairer(
        wanted, load_policy(), keep_unlabelled=True, thresholds=Thresholds(least, least)
    )
    written = [json.loads(line.text) for pair in pairs for line in pairer.lines(pair, done, tally)]
    return [(each["premise"], each["hypothesis"]) for each in written], tally


def test_one_sentence_has_different_styles_in_different_pairs() -> None:
    women, men, boys = "Women ride.", "Men ride.", "Boys ride."
    pairs = [Pair("p1", women, boys, "neutral"), Pair("p2", women, men, "neutral")]
    found, _ = made(pairs, 0.05)
    assert found == [
        ("Last Women ride.", "Last Boys ride."), (women, "Last Boys ride."),
        ("Last Women ride.", "Last Men ride."), (women, "First Men ride."),
    ]  # fmt: skip
    found, _ = made(pairs, 0.9)  # of which each sentence has one wording
    assert ("Last Women ride.", "First Men ride.") in found


def test_what_is_below_the_threshold_in_every_style_is_dropped() -> None:
    found, tally = made([Pair("p1", "Women ride.", "Stones fall.", "neutral")], 0.9)
    assert found == []
    assert tally["coverage", "two-sided pairs"] == 0


def test_the_ranker_reads_only_what_the_network_rates_alike() -> None:
    ranker = FakeRanker()
    tools = Toolbox({"cleft": Styled("cleft")}, ranker, network=Network())  # type: ignore[arg-type]
    rewrite({"Women ride.": ("cleft",), "Stones fall.": ("cleft",)}, tools, 0.05)
    assert ranker.seen == ["First Stones fall.", "Last Stones fall."]
    ranker.seen.clear()
    rewrite({"Women ride.": ("cleft",), "Stones fall.": ("cleft",)}, tools, 0.9)
    assert ranker.seen == []


class Fickle:
    """Likes contractions, links and places of by-phrases now more, now less."""

    def score(self, strings: Sequence[str]) -> list[float]:
        return [-float(sum(map(ord, string)) % 7) for string in strings]

    def describe(self) -> Mapping[str, str]:
        return {"model": "fickle"}


ROWS = [
    ("A man is riding a bike.", "A woman rides a horse."),
    ("A dog chases a cat in the park.", "The cat is chased."),
    ("The girls are eating an apple in the yard.", "A boy eats a pear on the bench."),
    ("He isn't late.", "She's reading a book."),
    ("The man opened the door quickly.", "A woman carefully closed the window."),
]
CONTRASTS = ("cleft;cleft", "original;cleft", "negation;original", "passive;passive",
             "negation;negation", "negation+cleft;cleft", "past;cleft")  # fmt: skip


def test_the_records_of_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the engine itself: no pair differs in a dimension in which it need not."""
    from litgen import ranking
    from litgen.contrast import toolbox
    from litgen.ranking.choice import Choice

    monkeypatch.setattr(ranking, "choose_model", lambda name: Choice("fickle", "asked for"))
    monkeypatch.setattr(ranking, "load_ranker", lambda name, measure: Fickle())
    toolbox._open.cache_clear()
    rows = [
        json.dumps({"premise": p, "hypothesis": h, "label": "neutral"}) + "\n"
        for one, other in ROWS
        for p, h in ((one, other), (other, one))
    ]
    (tmp_path / "pairs.jsonl").write_text("".join(rows), "utf-8")
    options = Options(contrast=CONTRASTS, rank="fickle", min_confidence=0, keep_unlabelled=True)
    build(tmp_path / "pairs.jsonl", tmp_path / "out", options)
    toolbox._open.cache_clear()
    records = [json.loads(line) for line in (tmp_path / "out" / "contrast.jsonl").open()]
    assert {each["contrast"] for each in records} == set(CONTRASTS)
    for record in records:
        contrast = parse_contrast(record["contrast"])
        ours, theirs = (
            styles(side, record[f"original_{role}"], record[f"{role}_transformation"])
            for side, role in zip(contrast, ("premise", "hypothesis"), strict=True)
        )
        fewest = min(differences(a, b) for a in ours.values() for b in theirs.values())
        assert differences(ours[record["premise"]], theirs[record["hypothesis"]]) == fewest


def styles(side: Side, source: str, made_by: str) -> dict[str, Mapping[str, str]]:
    """The wordings that a side might have, with their styles."""
    if side.transformation is None:
        return {source: style_of(source)}
    (outcome,) = find(side.transformation).apply([source])
    found = {transformation_text(side, each): each.wordings for each in outcome.variants}
    return {each.text: each.style for each in found[made_by]}
