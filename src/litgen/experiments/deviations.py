"""Where an IE test departs from Salvatore et al. (2023), and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class Deviation(NamedTuple):
    """A point at which a run differs from the paper, or from the code published with it.

    Attributes:
        what: differs.
        here: what was done.
        paper: what the paper says, or where it says nothing, what its code does.
        why: the reason.
    """

    what: str
    here: str
    paper: str
    why: str


def deviations(result: Mapping[str, Any]) -> list[Deviation]:
    """The points at which the run of a result differs.

    Args:
        result: of ``litgen.experiments.sweep.ie_test``; its model, design and signature are read.
    """
    bow = result["model"]["name"] == "bow"
    learner = _baseline(result) if bow else _fine_tuning()
    return [*_hypothesis(result), *_test(result), *_data(result), *learner]


def _hypothesis(result: Mapping[str, Any]) -> Iterator[Deviation]:
    yield Deviation(
        "hypothesis",
        "first one for the whole sweep, by a joint test; then one for each rho, corrected for all",
        "one for each rho, not corrected for their number",
        "of many values of rho some are rejected by chance",
    )
    yield Deviation(
        "SNR",
        "of single trainings, with an interval; not for a model near chance",
        "mean over standard deviation, of which sample is not said; no interval",
        "over means for each rho it grows with M; a model that says one label has an infinite one",
    )


def _test(result: Mapping[str, Any]) -> Iterator[Deviation]:
    design = result["design"]
    if design["unit"] == "premise":
        yield Deviation(
            "what is drawn and exchanged",
            "all pairs of a premise together (--unit premise); t has their standard error",
            "each pair (--unit pair)",
            "pairs of a premise are answered alike; as independent ones they reject far too often",
        )
    if design["p_value"] == "symmetric":
        yield Deviation(
            "p value",
            "ties count on both sides and the sample among the replicates (--p-value symmetric)",
            "equation 14 (--p-value paper)",
            "equation 14 can be 0, and 3 lost pairs and 3 gained ones give different values",
        )
    else:
        yield Deviation(
            "p value without discordant pairs",
            "1",
            "equation 14 gives 0",
            "where nothing differs there is no evidence of a difference",
        )
    if design["replicates"] != 1_000:
        yield Deviation(
            "replicates",
            f"{design['replicates']:,} (--replicates); too few for the level are refused",
            "1,000",
            "counts are drawn, not rows, so that more cost little",
        )
    if design["test"] != "bootstrap":
        yield Deviation(
            "test",
            f"{design['test']}, exact and two-sided (--test bootstrap is the paper's)",
            "the bootstrap paired t; McNemar's, one-tailed, is an alternative",
            "asked for",
        )
    if design["votes"] > 1 or design["search"] == "each":
        yield Deviation(
            "alternatives 2 and 3",
            f"{design['votes']} classifiers on each sample, search {design['search']}",
            "named, not used",
            "asked for",
        )


def _data(result: Mapping[str, Any]) -> Iterator[Deviation]:
    transformation, data = result["signature"]["transformation"], result["signature"]["data"]
    if result["design"]["phi"] != "synonym" and "synonym:paper" not in result["design"]["phi"]:
        yield Deviation(
            "phi", result["design"]["phi"], "synonyms of nouns", "any phi that keeps labels will do"
        )
    elif transformation["mode"] == "sound" and ":paper" not in result["design"]["phi"]:
        yield Deviation(
            "synonyms",
            "sound ones: word sense, number and inflection kept, a/an repaired, names and "
            "multi-word units left alone (--mode paper is the paper's function)",
            "the word of a WordNet synset that is most frequent in the corpus, else the nearest in "
            "spelling",
            "the paper's are unsound in places (baseball hat -> baseball game hat), and what does "
            "not keep the label is no equivalence",
        )
    else:
        yield Deviation(
            "block list",
            "none",
            "words that stay unchanged; not printed, a file beside its code",
            "it belongs to SNLI and MultiNLI, chosen by eye",
        )
        yield Deviation(
            "corpus",
            "words are counted in the pairs of the experiment",
            "in the whole of each data set",
            "what is given is used",
        )
    yield Deviation(
        "what phi declines",
        "the pair stays as it is, in training and in the test; counted",
        "the same (8 % of the test pairs of SNLI); not counted at each test",
        "it makes every difference smaller",
    )
    yield Deviation(
        "replaced pairs",
        "each with probability rho, of training and of validation pairs",
        "the same (section 3.1); its code replaces an exact share of the training pairs alone",
        "the paper's text counts",
    )
    if not data["test"]:
        yield Deviation(
            "test pairs",
            f"a share of {data['test_share']:g} of the premises (--test-set names others)",
            "the test set of SNLI; both development sets of MultiNLI",
            "one file is enough to begin",
        )
    yield Deviation(
        "premises",
        "no premise stands in two of training, validation and test",
        "the splits as published",
        "a premise known from training is easier",
    )
    if data["train_limit"] != 50_000:
        limit = data["train_limit"]
        yield Deviation(
            "training pairs",
            "all" if limit is None else f"a sample of {limit:,} (--train-limit)",
            "a sample of 50,000",
            "what is given is used",
        )


def _baseline(result: Mapping[str, Any]) -> Iterator[Deviation]:
    if result["model"]["fixed"].get("bags") != "joint":
        yield Deviation(
            "baseline: bags",
            "two, one of each sentence (--set bags=joint makes one)",
            "a bag of words; in its code one joint bag of both sentences",
            "two do better, since they tell whose a word is",
        )
    yield Deviation(
        "baseline: weights",
        "a word is there or not",
        "a bag of words; in its code TF-IDF",
        "sentences are short, and few words stand in one twice",
    )
    if result["data"]["validation"]["pairs"]:
        yield Deviation(
            "baseline: early stopping",
            "boosting stops where the loss on the (transformed) validation pairs has not fallen "
            "for 20 rounds (--set patience=N)",
            "equation 5 trains with validation pairs, for what is not said; its code takes a fixed "
            "number of 10 to 30 trees",
            "the number of trees need not be searched for",
        )
    if result["design"]["budget"]:
        yield Deviation(
            "baseline: search",
            f"{result['design']['budget']} points of litgen's space; the best on validation pairs",
            "10 points; in its code by cross-validation within the training pairs, other space",
            "equation 4 searches on validation pairs; row and column samples stay below 1, since "
            "otherwise a seed changes nothing",
        )


def _fine_tuning() -> Iterator[Deviation]:
    yield Deviation(
        "fine-tuning: early stopping",
        "the epoch that is best on the (transformed) validation pairs is kept; it stops after two "
        "without a better one (--set patience=N)",
        "not said; its code takes the last weights of a fixed number of epochs",
        "equation 5 trains with validation pairs",
    )
    yield Deviation(
        "fine-tuning: search",
        "learning rate, epochs, batch, weight decay and warm-up, in litgen's space",
        "in its code epochs, length, learning rate, weight decay, epsilon and clipping, no warm-up",
        "the recipe of Li et al. (2020) is the centre",
    )
