"""One chunk of the input, from pairs to records: what a worker does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from litgen.contrast.declined import is_lost, line_of
from litgen.contrast.options import Options, Wanted, wanted_contrasts
from litgen.contrast.original import ORIGINAL
from litgen.contrast.pairing import Pairer, SentenceView, Views
from litgen.contrast.policy import LabelPolicy, load_policy
from litgen.contrast.results import Done, Result, Tally, write_result
from litgen.contrast.sentences import Rewriting, Rewritings, pack, rewrite, unpack
from litgen.contrast.suites import find_suite
from litgen.contrast.toolbox import Recipe, Toolbox, open_toolbox
from litgen.data import Pair
from litgen.transformations.protocol import PairOutcome
from litgen.workers import MOST_IN_FLIGHT

#: Pairs in a chunk. Fixed: what stands in a batch can show in the last digit of a model's score.
CHUNK = 128
#: A chunk may use what was done to sentences this many chunks before it, and no later: so the
#: bytes that come out do not depend on which worker was faster.
LAG = MOST_IN_FLIGHT
#: The suite whose nine contrasts coverage is counted on.
COVERAGE_SUITE = "lit"


#: What transformations of pairs did, by pair and name.
Joint = dict[tuple[str, str], dict[str, PairOutcome]]


class Task(NamedTuple):
    """A chunk to do, with what is already known of its sentences (packed, by text)."""

    number: int
    pairs: tuple[Pair, ...]
    known: Mapping[str, bytes]
    options: Options
    recipe: Recipe


class Plan(NamedTuple):
    """What follows from the options, made once in a process."""

    wanted: Wanted
    names: Mapping[str, tuple[str, ...]]
    pairer: Pairer
    pairwise: tuple[str, ...] = ()

    @property
    def all_names(self) -> tuple[str, ...]:
        """All transformations of sentences of the run."""
        return tuple(sorted({name for names in self.names.values() for name in names}))


@lru_cache(maxsize=4)
def plan_for(options: Options) -> Plan:
    """The plan of a run.

    Raises:
        UsageError: no contrast, or one that is not right.
        RuleError: a rule file is at fault.
    """
    wanted = wanted_contrasts(options)
    nine = set(find_suite(COVERAGE_SUITE, options.rules_path).contrasts)
    pairer = Pairer(
        wanted,
        load_policy(options.labels, options.rules_path),
        keep_unlabelled=options.keep_unlabelled,
        covered=tuple(each for each in wanted.contrasts if each in nine),
    )
    pairwise = tuple(sorted({each.pairwise for each in wanted.contrasts if each.pairwise}))
    return Plan(wanted, names_by_role(wanted, pairer.policy), pairer, pairwise)


def names_by_role(wanted: Wanted, policy: LabelPolicy) -> dict[str, tuple[str, ...]]:
    """Which transformations premises need, and which hypotheses.

    A sentence that is left as it is needs ``original`` where a guard of the label asks about it.
    """
    names: dict[str, set[str]] = {"premise": set(), "hypothesis": set()}
    for contrast in wanted.contrasts:
        if contrast.pairwise is not None:
            continue
        for role, side in (("premise", contrast.premise), ("hypothesis", contrast.hypothesis)):
            if side.transformation is not None:
                names[side.origin].add(side.transformation)
            elif policy.asks_about(contrast, "premise" if role == "premise" else "hypothesis"):
                names[side.origin].add(ORIGINAL)
    return {role: tuple(sorted(each)) for role, each in names.items()}


def sentences_of(pairs: Sequence[Pair], options: Options) -> dict[str, tuple[str, ...]]:
    """The distinct sentences of some pairs, each with the transformations it needs."""
    by_role = plan_for(options).names
    needed: dict[str, set[str]] = {}
    for pair in pairs:
        needed.setdefault(pair.premise, set()).update(by_role["premise"])
        if not options.sentences:
            needed.setdefault(pair.hypothesis, set()).update(by_role["hypothesis"])
    return {text: tuple(sorted(names)) for text, names in needed.items()}


def sentence_key(text: str, names: Sequence[str]) -> str:
    """What a sentence is kept under: its text, and what was to be done to it."""
    return "\0".join((text, *names))


def do_chunk(task: Task) -> Result:
    """Do one chunk: rewrite its new sentences, pair up, label."""
    toolbox = open_toolbox(task.recipe)
    needed = sentences_of(task.pairs, task.options)
    keys = {text: sentence_key(text, names) for text, names in needed.items()}
    new = {text: names for text, names in needed.items() if keys[text] not in task.known}
    plan = plan_for(task.options)
    with toolbox.lock:
        rewritten = rewrite(new, toolbox)
        joint = _joint(task.pairs, plan.pairwise, toolbox)
    done = tuple(
        Done(keys[text], pack(rewritings), tuple(_counts(rewritings)), _failed(text, rewritings))
        for text, rewritings in rewritten.items()
    )
    for text in needed:
        if text not in rewritten:
            rewritten[text] = unpack(task.known[keys[text]])
    tally: Tally = Counter()
    lines = tuple(
        line
        for pair in task.pairs
        for line in plan.pairer.lines(pair, _views(pair, rewritten, joint), tally)
    )
    of_pairs = [(pair, name, made) for pair in joint for name, made in joint[pair].items()]
    declined = tuple(line_of(pair, name, made) for pair, name, made in of_pairs if made.failures)
    tally.update(_faults(made for *_, made in of_pairs))
    pairs_lost = sum(is_lost(made) for *_, made in of_pairs)
    if pairs_lost:
        tally["faults", "pairs"] += pairs_lost
    lost = any(is_lost(made) for text in needed for made in rewritten[text].values())
    return Result(task.number, lines, tally, done, declined, lost or bool(pairs_lost))


def do_chunk_to_file(task: Task, folder: str) -> str:
    """Do one chunk in another process: write the result to a file, return its path."""
    path = Path(folder) / f"result-{task.number}"
    write_result(do_chunk(task), path)
    return str(path)


def _joint(pairs: Sequence[Pair], names: Sequence[str], toolbox: Toolbox) -> Joint:
    """What transformations of pairs make of the distinct pairs of a chunk."""
    distinct = list(dict.fromkeys((pair.premise, pair.hypothesis) for pair in pairs))
    done: Joint = {pair: {} for pair in distinct}
    for name in names:
        for pair, outcome in zip(distinct, toolbox.apply_pairs(name, distinct), strict=True):
            done[pair][name] = outcome
    return done


def _views(pair: Pair, rewritten: Mapping[str, Rewritings], joint: Joint) -> Views:
    nothing: Rewritings = {}
    return Views(
        SentenceView(pair.premise, rewritten[pair.premise]),
        SentenceView(pair.hypothesis, rewritten.get(pair.hypothesis, nothing)),
        joint[pair.premise, pair.hypothesis],
    )


#: How far a sentence came with a transformation, by the stage of its outcome.
_REACHED = {
    "unparsed": (),
    "inapplicable": (),
    "not generated": ("applicable",),
    "not read back": ("applicable", "generated"),
    "kept": ("applicable", "generated", "read back"),
}


def _failed(text: str, rewritings: Rewritings) -> tuple[str, ...]:
    """What went wrong with a sentence, as lines."""
    made = rewritings.items()
    return tuple(line_of((text,), name, each) for name, each in made if each.failures)


def _counts(rewritings: Rewritings) -> Iterator[tuple[str, ...]]:
    """What to count for a sentence, as paths into the manifest's counts."""
    yield ("sentences", "distinct")
    # What the embedded engine read for its traits says nothing of the run's engine.
    rewritten = [each for name, each in rewritings.items() if name != ORIGINAL]
    tried = rewritten or list(rewritings.values())
    parsed = not tried or any(each.stage != "unparsed" for each in tried)
    yield ("sentences", "parsed" if parsed else "not parsed")
    if not parsed:
        reasons = [each.declined or each.stage for each in tried]
        yield ("sentences", "declined", reasons[0])
    for name, rewriting in rewritings.items():
        yield ("transformations", name, "sentences")
        for reached in _REACHED[rewriting.stage]:
            yield ("transformations", name, reached)
        yield from _kept_or_declined(name, rewriting)
        for reason in rewriting.passed_over:
            yield ("transformations", name, "passed over", reason)
    if any(map(is_lost, rewritings.values())):
        yield ("faults", "sentences")
    yield from _faults(rewritings.values())


def _faults(made: Iterable[Rewriting | PairOutcome]) -> Iterator[tuple[str, ...]]:
    """What to count for faults of the moment, by reason."""
    for each in made:
        yield from (("faults", failure.reason) for failure in each.failures if failure.transient)


def _kept_or_declined(name: str, rewriting: Rewriting) -> Iterator[tuple[str, ...]]:
    if rewriting.versions:
        yield ("transformations", name, "kept")
        for _ in rewriting.versions:
            yield ("transformations", name, "versions")
        for engine in {version.engine for version in rewriting.versions} - {None}:
            yield ("transformations", name, "kept by engine", str(engine))
    else:
        reason = rewriting.declined or rewriting.stage
        yield ("transformations", name, "declined", reason)
        yield ("guards", reason)
