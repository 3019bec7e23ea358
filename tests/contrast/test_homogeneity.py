"""Labels of pairs about pluralities, masses and habits against small three-valued models."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from litgen.contrast.chunks import names_by_role
from litgen.contrast.notation import parse_contrast
from litgen.contrast.options import wanted_contrasts
from litgen.contrast.pairing import Made, Pairer, couples
from litgen.contrast.policy import load_policy
from litgen.contrast.sentences import rewrite
from litgen.contrast.toolbox import Recipe, open_toolbox
from litgen.data import Pair
from litgen.options import Options
from tests.homogeneity_models import LABELS, Meaning, Said, families, label

#: What a contrast makes of the two sentences of a pair; the source pair has its own label.
PAIRS: dict[str, Callable[[Meaning, Meaning], tuple[Meaning, Meaning]]] = {
    "original;negation": lambda p, h: (p, h.denied),
    "negation;original": lambda p, h: (p.denied, h),
    "negation;negation": lambda p, h: (p.denied, h.denied),
    "hypothesis+negation;premise+negation": lambda p, h: (h.denied, p.denied),
}
_FRAMES = ("not-true", "pretends-that", "lied-that", "not-possible")
#: Of one sentence, with a definite subject.
SINGLE: dict[str, Callable[[Said], tuple[Meaning, Meaning]]] = {
    **{
        f"premise+ongoing+under:the+frame:{frame};premise+ongoing+under:the+negation": (
            lambda said: (said.definite.untrue, said.definite.denied)
        )
        for frame in _FRAMES
    },
    "premise+ongoing+under:the+negation;premise+ongoing+under:the": (
        lambda said: (said.definite.denied, said.definite)
    ),
    # Of each of the guests it is said that they fail to read the books: that not all are read.
    "premise+under:the+preterite+fail-to;premise+under:the+preterite+negation": (
        lambda said: (
            said.definite.denied if said.of == "subject" else said.definite.untrue,
            said.definite.denied,
        )
    ),
}


#: What becomes an episode in contrasts of one sentence: *The woman is singing in a choir.*
CAPTIONS = ("The woman always sings in a choir.",)


class Given(NamedTuple):
    """A label that litgen gives, and the one that the models give."""

    contrast: str
    premise: str
    hypothesis: str
    ground: str
    label: str
    right: str | None

    @property
    def is_right(self) -> bool:
        return self.label == self.right


def written(names: dict[str, tuple[str, ...]]) -> Made:
    """What the engine makes of each text, all texts at once."""
    recipe = Recipe(tuple(dict.fromkeys(itertools.chain.from_iterable(names.values()))))
    return rewrite(names, open_toolbox(recipe))  # type: ignore[return-value]


def given() -> Iterator[Given]:
    policy = load_policy()
    wanted = wanted_contrasts(Options(contrast=(*PAIRS, *SINGLE)))
    roles = names_by_role(wanted, policy)
    every = tuple(dict.fromkeys((*roles["premise"], *roles["hypothesis"])))
    texts = [said.text for first, second in families() for said in (*first, *second)]
    made = written(dict.fromkeys(texts, every))
    pairer = Pairer(wanted, policy)
    for first, second in families():
        for p, h in itertools.product(first, second):
            source = label(p.meaning, h.meaning)
            if source is None:
                continue
            pair = Pair("p", p.text, h.text, LABELS[source])
            for name, contrast in PAIRS.items():
                right = label(*contrast(p.meaning, h.meaning))
                yield from decided(pairer, name, pair, made, right)
        for said in first if first[0].text not in CAPTIONS else ():
            pair = Pair("p", said.text, said.text, "entailment")
            for name, of_one in SINGLE.items():
                if said.of == "habit" and "preterite" in name:
                    continue  # *Tom played chess* is an episode
                yield from decided(pairer, name, pair, made, label(*of_one(said)))


def decided(
    pairer: Pairer, name: str, pair: Pair, made: Made, right: str | None
) -> Iterator[Given]:
    contrast = parse_contrast(name)
    for premise, hypothesis in couples(contrast, pair, made):
        found = pairer.decide(contrast, pair, premise, hypothesis)
        if found.label is not None:
            wanted = LABELS[right] if right else None
            yield Given(name, premise.text, hypothesis.text, found.basis or "", found.label, wanted)


@pytest.mark.slow
def test_no_label_is_given_that_the_models_do_not_give() -> None:
    found = list(dict.fromkeys(given()))
    wrong = [each for each in found if not each.is_right and each.ground == "logic"]
    wrong += [
        each
        for each in found
        if not each.is_right and each.ground == "default" and each.label != "neutral"
    ]
    assert wrong == []
    counts = Counter((each.contrast, each.label) for each in found)
    # What is entailed becomes a contradiction; the others have labels where there is no gap.
    assert counts["original;negation", "contradiction"] > 100
    assert counts["original;negation", "entailment"] > 5
    assert counts["original;negation", "neutral"] > 20


def test_the_models_know_the_gap_between_all_and_none() -> None:
    said = {each.text: each for family, _ in families() for each in reversed(family)}
    few, the = (said[f"{who} guests are outside."] for who in ("Few of the", "The"))
    assert label(few.meaning, the.meaning) == "C"
    assert label(few.meaning, the.meaning.denied) == "N"
    rarely, habit = (said[f"Tom {how}plays chess."] for how in ("rarely ", ""))
    assert label(rarely.meaning, habit.meaning) == "C"
    assert label(rarely.meaning, habit.meaning.denied) == "C"
    every = said["All the guests are outside."]
    assert label(every.meaning, the.meaning) == label(the.meaning, every.meaning) == "E"
    assert label(the.meaning.denied, said["A guest is outside."].meaning) == "C"
