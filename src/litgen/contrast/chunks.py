"""One chunk of the input, from pairs to records: what a worker does."""

import base64
import json
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.acceptability import BELOW_THRESHOLD
from litgen.contrast.claims import pieces_of, sides_of
from litgen.contrast.declined import is_lost, line_of
from litgen.contrast.notation import Contrast
from litgen.contrast.options import suites_of, wanted_contrasts
from litgen.contrast.original import ORIGINAL
from litgen.contrast.pairing import Line, Made, Pairer, Tally
from litgen.contrast.policy import LabelPolicy, load_policy
from litgen.contrast.sentences import key_of, make, pack, settle, unpack
from litgen.contrast.suites import find_suite
from litgen.contrast.texts import TextRewriter, label_columns, sentences
from litgen.contrast.toolbox import Recipe, Toolbox, open_toolbox
from litgen.data import Pair
from litgen.options import Options
from litgen.transformations.declarations import is_grammar
from litgen.transformations.protocol import Outcome, Outcomes
from litgen.workers import MOST_IN_FLIGHT

#: Pairs in a chunk. Fixed: what stands in a batch can show in the last digit of a model's score.
CHUNK = 128
#: A chunk may use what was done to sentences this many chunks before it, and no later: so the
#: bytes that come out do not depend on which worker was faster.
LAG = MOST_IN_FLIGHT
#: The suite whose nine contrasts coverage is counted on.
COVERAGE_SUITE = "lit"


class Task(NamedTuple):
    """A chunk to do, with what is already known of its sentences (packed, by text)."""

    number: int
    pairs: tuple[Pair, ...]
    known: Mapping[str, bytes]
    options: Options
    recipe: Recipe


class Result(NamedTuple):
    """A chunk done."""

    number: int  #: of the chunk
    lines: tuple[Line, ...]  #: its records
    tally: Tally  #: its counts, but for those of ``sentences``
    #: what was done to its new sentences, by ``sentence_key``: the outcomes, packed; what it adds
    #: to the counts, if no earlier chunk had it; its lines of ``declined.jsonl``
    sentences: Mapping[str, tuple[bytes, tuple[tuple[str, ...], ...], tuple[str, ...]]]
    declined: tuple[str, ...] = ()  #: those of its pairs
    lost: bool = False  #: whether a fault of the moment may have cost it something


class Plan(NamedTuple):
    """What follows from the options, made once in a process."""

    pairer: Pairer | TextRewriter  #: knows the contrasts and the label policy
    #: transformations that premises need, and that hypotheses need
    names: Mapping[str, tuple[str, ...]]
    pairwise: tuple[str, ...] = ()  #: transformations of pairs
    documents: bool = False  #: whether claims are rewritten sentence by sentence

    @property
    def all_names(self) -> tuple[str, ...]:
        return tuple(sorted({name for names in self.names.values() for name in names}))


@lru_cache(maxsize=4)
def plan_for(options: Options) -> Plan:
    """The plan of a run.

    Raises:
        UsageError: no contrast, or one that is not right.
        RuleError: a rule file is at fault.
    """
    if options.text is not None:
        rewriter = TextRewriter(
            tuple(options.transformation), options.meaning, options.text,
            label_columns(options.columns), options.label_names,
            options.thresholds.each, options.own_rules, options.wordnet,
        )  # fmt: skip
        return Plan(rewriter, {"premise": tuple(sorted(rewriter.wanted)), "hypothesis": ()})
    wanted = wanted_contrasts(options)
    nine = set(find_suite(COVERAGE_SUITE, options.rules_path).contrasts)
    suites = suites_of(options)
    policy = load_policy(options.labels, options.rules_path, options.conventions)
    pairer = Pairer(
        wanted,
        policy,
        keep_unlabelled=options.keep_unlabelled,
        keep_unchanged=options.keep_unchanged,
        thresholds=options.thresholds,
        covered=tuple(each for each in wanted if each in nine),
        families=tuple(family for suite in suites for family in suite.every_family),
        by_logic=frozenset[Contrast]().union(*(suite.by_logic for suite in suites)),
    )
    pairwise = tuple(sorted({each.pairwise for each in wanted if each.pairwise}))
    of_documents = frozenset[Contrast]().union(*(suite.of_documents for suite in suites))
    by_role = names_by_role(wanted, policy, of_documents)
    return Plan(pairer, by_role, pairwise, bool(of_documents))


def names_by_role(
    contrasts: Iterable[Contrast], policy: LabelPolicy, of_documents: Collection[Contrast] = ()
) -> dict[str, tuple[str, ...]]:
    """Which transformations premises need, and which hypotheses.

    A sentence that is left as it is needs ``original`` where a guard of the label asks about it,
    unless it is the premise of a contrast ``of_documents``.
    """
    names: dict[str, set[str]] = {"premise": set(), "hypothesis": set()}
    for contrast in contrasts:
        if contrast.pairwise is not None:
            continue
        for role, side in zip(names, contrast, strict=True):
            if side.transformation is not None:
                names[side.origin].add(side.transformation)
            elif contrast not in of_documents and policy.asks_about(contrast, role):
                names[side.origin].add(ORIGINAL)
    return {role: tuple(sorted(each)) for role, each in names.items()}


def sentences_of(pairs: Sequence[Pair], options: Options) -> dict[str, tuple[str, ...]]:
    """The distinct sentences of some pairs, each with the transformations it needs."""
    plan = plan_for(options)
    if options.text is not None:
        texts = dict.fromkeys(each for pair in pairs for each in texts_of(pair, options))
        return dict.fromkeys(texts, plan.names["premise"])
    return needed_by(pairs, plan.names, plan.documents, single=options.sentences)


def needed_by(
    pairs: Iterable[Pair],
    by_role: Mapping[str, Sequence[str]],
    documents: bool = False,
    *,
    single: bool = False,
) -> dict[str, tuple[str, ...]]:
    """The same, of the transformations that premises and hypotheses need.

    Args:
        documents: whether premises are documents, and claims are rewritten sentence by sentence.
        single: whether the pairs are single sentences.
    """
    needed: dict[str, set[str]] = {}
    for pair in pairs:
        if by_role["premise"] or not documents:
            needed.setdefault(pair.premise, set()).update(by_role["premise"])
        pieces = pieces_of(pair.hypothesis) if documents else ()
        for text in [piece.text for piece in pieces] or [pair.hypothesis] * (not single):
            needed.setdefault(text, set()).update(by_role["hypothesis"])
    return {text: tuple(sorted(names)) for text, names in needed.items()}


def texts_of(pair: Pair, options: Options) -> list[str]:
    """What is rewritten of the first text of a pair: the whole, or its sentences."""
    return [pair.premise] if options.text is None else sentences(pair.premise)


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
    made: dict[str | tuple[str, str], Outcomes] = {}
    with toolbox.lock:
        rewritten = make(new, toolbox)
        rewritten |= {text: unpack(task.known[keys[text]]) for text in needed if text not in new}
        joint = _joint(task.pairs, plan.pairwise, toolbox)
        made.update(rewritten.items())
        made.update(joint.items())
        _settle(rewritten, new, toolbox, task, made)
    for pair in task.pairs if plan.documents else ():
        made.update(sides_of(pair, rewritten).items())
    keep = task.options.keep_declined
    done = {
        keys[text]: (
            pack(rewritten[text]),
            tuple(sentence_counts(rewritten[text])),
            tuple(_declined((text,), rewritten[text], keep)),
        )
        for text in new
    }
    tally: Tally = Counter()
    lines = tuple(line for pair in task.pairs for line in plan.pairer.lines(pair, made, tally))
    declined = tuple(line for pair in joint for line in _declined(pair, joint[pair], keep))
    of_pairs = [outcome for outcomes in joint.values() for outcome in outcomes.values()]
    tally.update(_faults(of_pairs))
    pairs_lost = sum(map(is_lost, of_pairs))
    if pairs_lost:
        tally["faults", "pairs"] += pairs_lost
    lost = any(is_lost(outcome) for text in needed for outcome in rewritten[text].values())
    return Result(task.number, lines, tally, done, declined, lost or bool(pairs_lost))


def _settle(
    rewritten: Mapping[str, Outcomes],
    new: Collection[str],
    toolbox: Toolbox,
    task: Task,
    made: Made,
) -> None:
    """Settle what was made of sentences; the network reads only what the pairs need.

    Args:
        new: the sentences of which nothing is settled yet.
        made: all that was made, of sentences and of pairs.
    """
    least, plan = min(task.options.thresholds), plan_for(task.options)
    # Of claims and texts of several sentences, all is read.
    reads_all = toolbox.network is None or plan.documents or task.options.text is not None
    at_once = {
        key_of(text, name, variant)
        for text in new
        for name, outcome in rewritten[text].items()
        for variant in outcome.variants
        if reads_all or variant.confidence is None or not is_grammar(name)
    }
    settle({text: rewritten[text] for text in new}, toolbox, least, at_once)
    while unread := {key for pair in task.pairs for key in plan.pairer.unread(pair, made)}:
        settle(rewritten, toolbox, least, unread)


def do_chunk_to_file(task: Task, folder: str) -> str:
    """Do one chunk in another process: write the result to a file, return its path.

    A worker process that is killed while it sends a long message leaves its parent waiting for the
    rest for ever. So worker processes on this machine write a file and send only its name.
    """
    path = Path(folder) / f"result-{task.number}"
    path.write_bytes(zlib.compress(json.dumps(_packed(do_chunk(task))).encode(), 1))
    return str(path)


def take_result(path: Path) -> Result:
    """Read the result that ``do_chunk_to_file`` wrote, and remove the file."""
    result = _unpacked(json.loads(zlib.decompress(path.read_bytes())))
    path.unlink()
    return result


def _packed(result: Result) -> dict[str, Any]:
    """A result as JSON values: counts as lists, outcomes (bytes) in base 64."""
    return result._asdict() | {
        "lines": [(*line[:-1], counts_to_json(line.counts)) for line in result.lines],
        "tally": counts_to_json(result.tally),
        "sentences": {
            key: (base64.b64encode(packed).decode("ascii"), *rest)
            for key, (packed, *rest) in result.sentences.items()
        },
    }


def _unpacked(values: dict[str, Any]) -> Result:
    """The result of ``_packed``."""
    return Result(
        values["number"],
        tuple(
            Line(text, once, rank, counts_from_json(counts))
            for text, once, rank, counts in values["lines"]
        ),
        counts_from_json(values["tally"]),
        {
            key: (base64.b64decode(packed), tuple(map(tuple, counts)), tuple(declined))
            for key, (packed, counts, declined) in values["sentences"].items()
        },
        tuple(values["declined"]),
        values["lost"],
    )


def counts_to_json(counts: Mapping[tuple[str, ...], int]) -> list[list[str | int]]:
    """Counts as JSON values: paths, each followed by its number."""
    return [[*path, number] for path, number in counts.items()]


def counts_from_json(values: list[list[str | int]]) -> Tally:
    """The counts of ``counts_to_json``."""
    return Counter({tuple(map(str, path)): int(number) for *path, number in values})


def _joint(
    pairs: Sequence[Pair], names: Sequence[str], toolbox: Toolbox
) -> dict[tuple[str, str], Outcomes]:
    """What transformations of pairs make of the distinct pairs of a chunk."""
    distinct = list(dict.fromkeys((pair.premise, pair.hypothesis) for pair in pairs))
    made = {name: toolbox.apply_pairs(name, distinct) for name in names}
    return {
        pair: {name: outcomes[at] for name, outcomes in made.items()}
        for at, pair in enumerate(distinct)
    }


#: How far a sentence came with a transformation, by the stage of its outcome.
_REACHED = {
    "unparsed": (),
    "inapplicable": (),
    "not generated": ("applicable",),
    "not read back": ("applicable", "generated"),
    "below threshold": ("applicable", "generated", "read back"),
    "kept": ("applicable", "generated", "read back"),
}


def _declined(texts: tuple[str, ...], outcomes: Outcomes, keep: bool) -> Iterator[str]:
    """What went wrong with a sentence or a pair, as lines; ``keep``: all that was declined."""
    for name, each in outcomes.items():
        if each.failures or (keep and (each.dropped or not each.variants)):
            yield line_of(texts, name, each)


def sentence_counts(outcomes: Outcomes) -> Iterator[tuple[str, ...]]:
    """What to count for a sentence, as paths into the manifest's counts."""
    yield ("sentences", "distinct")
    # What the embedded engine read for its traits says nothing of the run's engine.
    of_run = [each for name, each in outcomes.items() if name != ORIGINAL]
    tried = of_run or list(outcomes.values())
    parsed = not tried or any(each.stage != "unparsed" for each in tried)
    yield ("sentences", "parsed" if parsed else "not parsed")
    if not parsed:
        reasons = [each.declined or each.stage for each in tried]
        yield ("sentences", "declined", reasons[0])
    for name, outcome in outcomes.items():
        yield ("transformations", name, "sentences")
        for reached in _REACHED[outcome.stage]:
            yield ("transformations", name, reached)
        yield from _kept_or_declined(name, outcome)
        for _ in outcome.dropped:
            yield ("transformations", name, BELOW_THRESHOLD)
        for reason in outcome.passed_over:
            yield ("transformations", name, "skipped", reason)
    if any(map(is_lost, outcomes.values())):
        yield ("faults", "sentences")
    yield from _faults(outcomes.values())


def _faults(made: Iterable[Outcome]) -> Iterator[tuple[str, ...]]:
    for each in made:
        yield from (("faults", failure.reason) for failure in each.failures if failure.transient)


def _kept_or_declined(name: str, outcome: Outcome) -> Iterator[tuple[str, ...]]:
    kept = [variant for variant in outcome.variants if variant.is_settled]
    if kept:
        yield ("transformations", name, "kept")
        for _ in kept:
            yield ("transformations", name, "versions")
        for engine in {variant.engine for variant in kept} - {None}:
            yield ("transformations", name, "kept by engine", str(engine))
    elif outcome.variants:
        yield ("transformations", name, "not needed")
    else:
        reason = outcome.declined or outcome.stage
        yield ("transformations", name, "declined", reason)
        yield ("guards", reason)
