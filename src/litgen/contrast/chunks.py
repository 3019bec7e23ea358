"""Process one chunk of the input in a worker: make records from pairs."""

import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter

from litgen.acceptability import BELOW_THRESHOLD
from litgen.contrast.claims import pieces_of, sides_of
from litgen.contrast.folder import declined_line
from litgen.contrast.notation import Contrast
from litgen.contrast.options import combined_suite, wanted_contrasts
from litgen.contrast.original import ORIGINAL
from litgen.contrast.pairing import Counts, Line, Made, Pairer, Tally
from litgen.contrast.policy import LabelPolicy, load_policy
from litgen.contrast.sentences import key_of, make, pack, settle, unpack
from litgen.contrast.suites import find_suite
from litgen.contrast.texts import TextRewriter, sentences
from litgen.contrast.toolbox import Recipe, Toolbox, open_toolbox
from litgen.data import Pair
from litgen.options import Options
from litgen.transformations.declarations import is_grammar
from litgen.transformations.protocol import Outcome, Outcomes
from litgen.workers import MOST_IN_FLIGHT

#: The number of pairs in a chunk; fixed, since the last digit of a score can depend on the batch.
CHUNK = 128
#: A chunk may use results for sentences only from chunks at least this many places before it, so
#: that the output does not depend on which worker was faster.
LAG = MOST_IN_FLIGHT
#: The suite for whose contrasts coverage is counted.
COVERAGE_SUITE = "lit"


class Task(NamedTuple):
    """A chunk to process."""

    number: int
    pairs: tuple[Pair, ...]
    known: Mapping[str, bytes]  #: packed outcomes of known sentences, by ``sentence_key``
    options: Options
    recipe: Recipe


class Result(NamedTuple):
    number: int
    lines: tuple[Line, ...]
    tally: Counts  #: the counts of the chunk, without those of ``sentences``
    #: for each new sentence, by ``sentence_key``: its packed outcomes, what it adds to the counts
    #: if no earlier chunk contains it, and its lines for ``declined.jsonl``
    sentences: Mapping[str, tuple[bytes, tuple[tuple[str, ...], ...], tuple[str, ...]]]
    declined: tuple[str, ...] = ()  #: lines for ``declined.jsonl`` about pairs
    lost: bool = False  #: whether output may be missing because of a temporary fault


_RESULT = TypeAdapter(Result, config={"ser_json_bytes": "base64", "val_json_bytes": "base64"})


class Plan(NamedTuple):
    """Everything that is derived from the options, computed once in each process."""

    #: builds the output rows; knows the contrasts and the label policy
    pairer: Pairer | TextRewriter
    #: transformations by role: those for premises and those for hypotheses
    names: Mapping[str, tuple[str, ...]]
    pairwise: tuple[str, ...] = ()
    documents: bool = False  #: whether claims are rewritten sentence by sentence

    @property
    def all_names(self) -> tuple[str, ...]:
        return tuple(sorted({name for names in self.names.values() for name in names}))


@lru_cache(maxsize=4)
def plan_for(options: Options) -> Plan:
    """Return the plan of a run; raise an error if a contrast or a rule file is invalid."""
    if options.text is not None:
        rewriter = TextRewriter(options)
        return Plan(rewriter, {"premise": tuple(sorted(rewriter.wanted)), "hypothesis": ()})
    wanted = wanted_contrasts(options)
    counted = set(find_suite(COVERAGE_SUITE, options.rules_path).contrasts)
    suites = combined_suite(options)
    policy = load_policy(options.labels, options.rules_path, options.conventions)
    pairer = Pairer(
        wanted,
        policy,
        keep_unlabelled=options.keep_unlabelled,
        keep_unchanged=options.keep_unchanged,
        thresholds=options.thresholds,
        covered=tuple(each for each in wanted if each in counted),
        families=suites.every_family,
        by_logic=suites.by_logic,
    )
    pairwise = tuple(sorted({each.pairwise for each in wanted if each.pairwise}))
    by_role = names_by_role(wanted, policy, suites.of_documents)
    return Plan(pairer, by_role, pairwise, bool(suites.of_documents))


def names_by_role(
    contrasts: Iterable[Contrast], policy: LabelPolicy, of_documents: Collection[Contrast] = ()
) -> dict[str, tuple[str, ...]]:
    """Map each role, premise or hypothesis, to the transformations that its sentences need.

    A sentence that is not rewritten needs ``original`` if a label guard needs facts about it,
    unless the contrast is listed in ``of_documents``.
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
    """Map each distinct sentence in the pairs to the transformations that it needs."""
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
    """Map each distinct sentence in the pairs to the transformations that its role requires.

    Args:
        documents: whether premises are documents and hypotheses are claims, which are rewritten
            one sentence at a time.
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
    """Return the premise of a pair or, if the run rewrites single texts, the text's sentences."""
    return [pair.premise] if options.text is None else sentences(pair.premise)


def sentence_key(text: str, names: Sequence[str]) -> str:
    """Return the key of a sentence's outcomes: its text and the names of its transformations."""
    return "\0".join((text, *names))


def do_chunk(task: Task) -> Result:
    """Process one chunk: rewrite its new sentences, build the pairs and label them."""
    toolbox = open_toolbox(task.recipe)
    needed = sentences_of(task.pairs, task.options)
    keys = {text: sentence_key(text, names) for text, names in needed.items()}
    new = {text: names for text, names in needed.items() if keys[text] not in task.known}
    plan = plan_for(task.options)
    with toolbox.lock:
        rewritten = make(new, toolbox)
        rewritten |= {text: unpack(task.known[keys[text]]) for text in needed if text not in new}
        joint = _joint(task.pairs, plan.pairwise, toolbox)
        made: dict[str | tuple[str, str], Outcomes] = dict(rewritten.items())
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
    tally.update(("faults", "pairs") for _ in filter(_is_lost, of_pairs))
    of_sentences = (outcome for text in needed for outcome in rewritten[text].values())
    lost = any(map(_is_lost, (*of_sentences, *of_pairs)))
    return Result(task.number, lines, tally, done, declined, lost)


def _settle(
    rewritten: Mapping[str, Outcomes],
    new: Collection[str],
    toolbox: Toolbox,
    task: Task,
    made: Made,
) -> None:
    """Settle the outcomes of ``new`` sentences; the network scores only what the pairs need."""
    thresholds, plan = task.options.thresholds, plan_for(task.options)
    # If claims about documents or single texts are rewritten, the network scores every candidate.
    reads_all = toolbox.network is None or plan.documents or task.options.text is not None
    at_once = {
        key_of(text, name, variant)
        for text in new
        for name, outcome in rewritten[text].items()
        for variant in outcome.variants
        if reads_all or variant.confidence is None or not is_grammar(name)
    }
    settle({text: rewritten[text] for text in new}, toolbox, thresholds, at_once)
    while unread := {key for pair in task.pairs for key in plan.pairer.unread(pair, made)}:
        settle(rewritten, toolbox, thresholds, unread)


def do_chunk_to_file(task: Task, folder: str) -> str:
    """Process one chunk in a worker process: write the result to a file and return its path.

    If a worker process is killed while it sends a long message, the parent process waits forever
    for the rest. Workers therefore write each result to a file and send only the file's path.
    """
    path = Path(folder) / f"result-{task.number}"
    path.write_bytes(zlib.compress(_RESULT.dump_json(do_chunk(task)), 1))
    return str(path)


def take_result(path: Path) -> Result:
    """Read the result that ``do_chunk_to_file`` wrote, and remove the file."""
    result: Result = _RESULT.validate_json(zlib.decompress(path.read_bytes()))
    path.unlink()
    return result


def _joint(
    pairs: Sequence[Pair], names: Sequence[str], toolbox: Toolbox
) -> dict[tuple[str, str], Outcomes]:
    """Apply the pairwise transformations to the distinct pairs of a chunk; return the outcomes."""
    distinct = list(dict.fromkeys((pair.premise, pair.hypothesis) for pair in pairs))
    made = {name: toolbox.apply_pairs(name, distinct) for name in names}
    return {
        pair: {name: outcomes[at] for name, outcomes in made.items()}
        for at, pair in enumerate(distinct)
    }


#: Maps the stage of an outcome to the counts of stages that the sentence has passed.
_REACHED = {
    "unparsed": (),
    "inapplicable": (),
    "not generated": ("applicable",),
    "not read back": ("applicable", "generated"),
    "below threshold": ("applicable", "generated", "read back"),
    "kept": ("applicable", "generated", "read back"),
}


def _declined(texts: tuple[str, ...], outcomes: Outcomes, keep: bool) -> Iterator[str]:
    """Yield lines about failures and, with ``keep``, about everything that was declined."""
    for name, each in outcomes.items():
        if each.failures or (keep and (each.dropped or not each.variants)):
            yield declined_line(texts, name, each)


def sentence_counts(outcomes: Outcomes) -> Iterator[tuple[str, ...]]:
    """Yield the path of each manifest count that a sentence increases, once per increment."""
    yield ("sentences", "distinct")
    # ``original`` uses the embedded engine; it does not show if the run's engine parsed the text.
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
        kept = [variant for variant in outcome.variants if variant.is_settled]
        if kept:
            yield ("transformations", name, "kept")
            yield from (("transformations", name, "versions") for _ in kept)
            for engine in {variant.engine for variant in kept} - {None}:
                yield ("transformations", name, "kept by engine", str(engine))
        elif outcome.variants:
            yield ("transformations", name, "not needed")
        else:
            reason = outcome.declined or outcome.stage
            yield ("transformations", name, "declined", reason)
            yield ("guards", reason)
        for _ in outcome.dropped:
            yield ("transformations", name, BELOW_THRESHOLD)
        for reason in outcome.passed_over:
            yield ("transformations", name, "skipped", reason)
    if any(map(_is_lost, outcomes.values())):
        yield ("faults", "sentences")
    yield from _faults(outcomes.values())


def _is_lost(made: Outcome) -> bool:
    """Check whether output may be missing because of a temporary fault."""
    return any(each.transient for each in made.failures)


def _faults(made: Iterable[Outcome]) -> Iterator[tuple[str, ...]]:
    for each in made:
        yield from (("faults", failure.reason) for failure in each.failures if failure.transient)
