"""The Python API of litgen, which provides the commands as functions that return objects.

Each function runs the same code as a command (``contrast_set`` is ``litgen transform``), takes the
same options under the same names, and writes the same bytes. Without an output folder, it writes to
a temporary folder that is deleted with the object; call the object's ``save`` to keep the output.
"""

from __future__ import annotations

import functools
import json
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, Signature, cleandoc, signature
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, overload

from litgen.exceptions import DataError, UsageError
from litgen.options import DEFAULTS, TYPES, Progress, Run, declared
from litgen.transformations.protocol import Outcomes

if TYPE_CHECKING:
    from litgen.data.in_memory import Source
    from litgen.data.reading import OnError
    from litgen.evaluation.columns import Unit
    from litgen.evaluation.contrast_set import ContrastSet, Records
    from litgen.evaluation.predictions import Predictions
    from litgen.evaluation.procedure import Test
    from litgen.evaluation.text_set import TextSet
    from litgen.gallery import Gallery
    from litgen.models import ModelSpec, PairClassifier
    from litgen.models.callable import Function
    from litgen.reporting import Report
    from litgen.reporting.texts import TextReport
    from litgen.statistics.bootstrap import PValue
    from litgen.statistics.corrections import Correction
    from litgen.transformations.protocol import Transformation

P = ParamSpec("P")
Made = TypeVar("Made", bound="Records")
Made_co = TypeVar("Made_co", covariant=True)


class Maker(Protocol[P, Made_co]):
    """The type of a function that makes an object from a source, with the options of a run."""

    def __call__(
        self,
        source: Source,
        /,
        output: str | Path | None = None,
        *args: P.args,
        **options: P.kwargs,
    ) -> Made_co: ...


def _with_options(
    options: Callable[P, Run], **defaults: Any
) -> Callable[[Callable[[Source, str | Path | None, Run], Made]], Maker[P, Made]]:
    """Return a decorator that gives a function the parameters that ``litgen.options.Run`` declares.

    Type checkers read the parameters from the constructor of ``Run``; ``inspect.signature`` and
    ``help`` read them from the signature that is set here. ``defaults`` are default values that
    differ from those of ``Run``.
    """
    own = [
        Parameter(name, Parameter.KEYWORD_ONLY, annotation=TYPES[name],
                  default=defaults.get(name, DEFAULTS[name]))
        for name in (*declared(), "progress")
    ]  # fmt: skip
    described = [f"    {name}: {each.metadata['help']}" for name, each in declared().items()]
    described.append("    progress: A function to call with the pairs completed and their total.")

    def give(make: Callable[[Source, str | Path | None, Run], Made]) -> Maker[P, Made]:
        first, second, _ = signature(make).parameters.values()
        known = Signature(
            [first.replace(kind=Parameter.POSITIONAL_ONLY), second.replace(default=None), *own]
        )

        @functools.wraps(make)
        def made(
            source: Source, /, output: str | Path | None = None, *args: P.args, **given: P.kwargs
        ) -> Made:
            known.bind(source, output, *args, **given)
            return make(source, output, options(*args, **{**defaults, **given}))

        made.__signature__ = known  # type: ignore[attr-defined]
        made.__doc__ = "\n".join([cleandoc(make.__doc__ or ""), "", "Options:", *described])
        return made

    return give


@_with_options(Run)
def contrast_set(pairs: Source, output: str | Path | None, run: Run) -> ContrastSet:
    """Make a contrast set from labelled sentence pairs (``litgen transform``).

    The options have the same names as on the command line (``--min-confidence`` is
    ``min_confidence``). An option that can be repeated there takes one name or several here.

    Args:
        pairs: a pandas DataFrame, a ``datasets.Dataset`` or a list of dicts or of
            ``litgen.data.Pair``; or, as on the command line, the path of a file, the name of a
            data set on the Hugging Face hub, or ``-``. litgen recognizes the columns ``premise`` or
            ``sentence1``, ``hypothesis`` or ``sentence2``, and ``label`` or ``gold_label``.
        output: the folder to write to, in which an interrupted run resumes. If None, litgen uses a
            temporary folder that is deleted with the object.
        run: the options of :class:`litgen.options.Run`, each as a separate parameter.
            ``labels_map`` is a mapping from values to labels, or a list of label names; ``shard``
            is a pair of numbers.

    Returns:
        The contrast set. The files do not depend on the number of workers.

    Raises:
        DataError: a row has a missing or wrong value or an unknown label; the message names the
            row and the column.
        UsageError: ``pairs`` has no rows, an option is invalid, or the folder contains another run.

    Warns:
        UserWarning: the contrast set is empty (the message states the reason), or output was lost
            because of engine faults, which ``manifest["faults"]`` counts.

    Example:
        >>> import litgen
        >>> rows = [{"premise": "A man is riding a bike.",
        ...          "hypothesis": "A man is riding a horse.", "label": "contradiction"}]
        >>> made = litgen.contrast_set(rows, contrast="past;future", rank="none")
        >>> [(each["premise"], each["hypothesis"], each["label"]) for each in made]
        [('A man was riding a bike.', 'A man will be riding a horse.', 'neutral')]
    """
    from litgen.evaluation.contrast_set import ContrastSet

    if run.text is not None:
        raise UsageError("text: this option is for single texts; use litgen.rewrite")
    return _built(ContrastSet, pairs, output, run)


@_with_options(Run, text="text")
def rewrite(texts: Source, output: str | Path | None, run: Run) -> TextSet:
    """Rewrite single texts, one sentence at a time (``litgen transform --text``).

    Args:
        texts: rows as for :func:`contrast_set`, or a list of strings.
        output: as for :func:`contrast_set`.
        run: the options of :func:`contrast_set`, except those that apply only to pairs. ``text``
            is the name of the column with the texts (default: ``text``); all other columns are
            copied. ``labels_map`` maps a label to the label for a changed meaning, such as
            ``{"positive": "negative"}``.

    Returns:
        The rows, with ``id``, ``row_id``, ``transformation``, ``meaning`` (``kept`` or
        ``changed``), the columns of the source with the rewritten text, ``original``, ``sentence``,
        ``edit`` and ``confidence``. Each original text precedes its rewritings.

    Raises:
        DataError, UsageError: as for :func:`contrast_set`, but rows without text are only counted.

    Example:
        >>> import litgen
        >>> rows = [{"review": "The waiter brought the wrong dish. Avoid!", "stars": 1}]
        >>> made = litgen.rewrite(rows, text="review", transformation="passive", rank="none")
        >>> [(each["review"], each["stars"]) for each in made if each["sentence"]]
        [('The wrong dish was brought by the waiter. Avoid!', 1)]
    """
    from litgen.evaluation.text_set import TextSet

    return _built(TextSet, texts, output, run)


def evaluate(
    contrast_set: ContrastSet | TextSet | str | Path,
    model: str | ModelSpec | Function | PairClassifier,
    output: str | Path | None = None,
    *,
    name: str | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
    overwrite: bool = False,
    shots: int | None = None,
    shots_file: str | Path | None = None,
    max_tokens: int | None = None,
    reasoning_effort: str | None = None,
    extra_body: str | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Predictions:
    """Run a model on every pair of a contrast set and on the originals (``litgen evaluate``).

    Args:
        contrast_set: the result of :func:`contrast_set`, :func:`rewrite` or :func:`load`, or the
            folder of a contrast set.
        model: for pairs, one of the following. (1) A function that takes a list of (premise,
            hypothesis) tuples and returns for each a label, a mapping from labels to probabilities,
            or the output of a transformers pipeline. (2) A transformers pipeline. (3) A name, as
            on the command line: a folder or a name on the hub, ``module:function``,
            ``causal:NAME``, ``openai:URL#NAME``, or a file of predictions. (4) A
            ``litgen.ModelSpec``, which is a name with options such as ``device`` or ``prompt``.
            For single texts, a function that takes a list of texts and returns an answer for each,
            or a file with an answer for each ``id``.
        output: the folder to write the predictions to; answers that it already contains are
            reused. If None, litgen uses a temporary folder that is deleted with the object.
        name: the name of the model in reports; by default the model's own name.
        jobs: number of worker processes, for a model given by name.
        scheduler: address of a Dask scheduler whose workers load and run the model.
        overwrite: whether to replace existing predictions.
        shots: number of labelled pairs to show before the question; by default the prompt's own
            number.
        shots_file: a file with labelled pairs to use as shots; by default litgen's own.
        max_tokens: maximum tokens of an endpoint's answer, reasoning included; by default the limit
            in the prompt, or 8,192 with ``reasoning_effort``.
        reasoning_effort: how much a model behind an endpoint reasons: ``none``, ``minimal``,
            ``low``, ``medium``, ``high`` or ``xhigh``.
        extra_body: further parameters of an endpoint's calls, as a mapping or a JSON object.
        progress: a function to call with the number of distinct pairs completed and the total.

    Raises:
        UsageError: the model does not exist, or ``output`` is set and the contrast set is not
            saved.
        LitgenError: the model fails or returns something that is not a label; the message names
            the pair.

    Example:
        >>> import litgen
        >>> made = litgen.load("out")  # doctest: +SKIP
        >>> said = litgen.evaluate(made, lambda pairs: ["neutral"] * len(pairs))  # doctest: +SKIP
        >>> said.accuracy()  # doctest: +SKIP
        {'contrast': 0.61, 'original': 0.33}
    """
    from litgen.evaluation.contrast_set import ContrastSet
    from litgen.evaluation.evaluate import evaluate as write
    from litgen.evaluation.predictions import Predictions, refuse_unsaved
    from litgen.evaluation.text_set import TextSet, open_set
    from litgen.models import ModelSpec

    if not isinstance(contrast_set, ContrastSet | TextSet | str | Path):
        raise UsageError(
            f"contrast_set: {type(contrast_set).__name__} is not a contrast set; use the result of "
            "litgen.contrast_set(pairs), or the folder of a contrast set"
        )
    of = open_set(contrast_set) if isinstance(contrast_set, str | Path) else contrast_set
    if output is not None:
        refuse_unsaved(of)
    options: dict[str, Any] = {
        "max_tokens": max_tokens,
        "reasoning_effort": reasoning_effort,
        "extra_body": json.dumps(dict(extra_body))
        if isinstance(extra_body, Mapping)
        else extra_body,
    }
    if given := {name: value for name, value in options.items() if value is not None}:
        named = ModelSpec(model) if isinstance(model, str) else model
        if not isinstance(named, ModelSpec):
            raise UsageError(
                f"{min(given)}: this option is only for models given by name; use openai:URL#NAME"
            )
        model = named._replace(**given)
    target, temporary = _target(output)
    write(
        of, model, target, name=name, jobs=jobs, scheduler=scheduler, overwrite=overwrite,
        shots=shots, shots_file=None if shots_file is None else Path(shots_file),
        progress=progress,
    )  # fmt: skip
    return Predictions(target, contrast_set=of, temporary=temporary)


def report(
    predictions: Predictions | str | Path | Sequence[Predictions | str | Path],
    output: str | Path | None = None,
    *,
    contrast_set: ContrastSet | str | Path | None = None,
    test: Test = "bootstrap",
    unit: Unit | None = None,
    p_value: PValue = "symmetric",
    replicates: int = 20_000,
    alpha: float = 0.05,
    correction: Correction = "holm",
    margin: float | None = None,
    power: float = 0.8,
    min_pairs: int = 30,
    contrast: str | Iterable[str] = (),
    suite: str | Iterable[str] = (),
    seed: int = 0,
    label_agreement: str | Path | None = None,
    examples: int = 24,
    title: str | None = None,
    figure: str | Path | None = None,
    overwrite: bool = False,
) -> Report | TextReport:
    """Compute scores and significance tests for predictions (``litgen report``).

    Args:
        predictions: one or more of the following: the result of :func:`evaluate` or :func:`load`, a
            folder of predictions, or a log of another harness. If there are several models, the
            others are compared with the first.
        output: the folder to write the page, Markdown, JSON and figures to; by default, nothing is
            written.
        contrast_set: the contrast set, if it has moved.
        test: the test whose p-value decides: ``bootstrap``, ``mcnemar`` or ``mid-p``.
        unit: the unit of resampling: ``image``, ``premise`` or ``pair``.
        p_value: the kind of bootstrap p-value: ``symmetric`` or ``paper``.
        replicates: number of bootstrap replicates.
        alpha: significance level of each family of tests.
        correction: multiple-testing correction within a family: ``holm``, ``bonferroni``, ``bh`` or
            ``none``.
        margin: the largest difference that counts as equivalence; by default, equivalence is not
            tested.
        power: the power for which the report shows the detectable difference.
        min_pairs: the minimum number of pairs for a contrast to be tested.
        contrast: the contrast or contrasts to test; by default all.
        suite: the suite or suites whose contrasts to test; by default all.
        seed: seed of the bootstraps.
        label_agreement: a file with the rates at which people agree with the labels.
        examples: maximum number of pairs to show for each contrast.
        title: title of the report.
        figure: a file for the first figure: ``.svg``, or ``.png`` or ``.pdf`` with Matplotlib.
        overwrite: whether to replace an existing report.

    Returns:
        The report, with sentences (``headlines``, ``warnings``), tables as DataFrames
        (``to_pandas``), figures, and every number (``assessment``). For single texts
        (:func:`rewrite`), a report on invariance with ``to_pandas`` and ``assessment``.

    Raises:
        UsageError: an option is invalid, or the folder is in use.
        LitgenError: the predictions do not exist, or are for different contrast sets.

    Example:
        >>> import litgen
        >>> made = litgen.report(["before", "after"], margin=0.02)  # doctest: +SKIP
        >>> made.to_pandas("measures").query("by == 'contrast'")  # doctest: +SKIP
        >>> made.headlines[0].verdict  # doctest: +SKIP
        'Loses 4.1 points where the label stays and is right on 31.0 % where it changes.'
    """
    from litgen.evaluation.contrast_set import ContrastSet
    from litgen.evaluation.predictions import Predictions
    from litgen.evaluation.procedure import Procedure
    from litgen.reporting import build, refuse_folder, write_report
    from litgen.reporting.plot import check_figure, save
    from litgen.reporting.texts import build_text_report

    given: Sequence[Any] = [predictions]
    if isinstance(predictions, Sequence) and not isinstance(predictions, str):
        given = predictions
    for each in given:
        if isinstance(each, ContrastSet):
            raise UsageError(
                "predictions: this is a contrast set; evaluate a model on it first, as in "
                "litgen.report(litgen.evaluate(contrast_set, model))"
            )
        if not isinstance(each, str | Path | Predictions):
            raise UsageError(
                f"predictions: {type(each).__name__} objects are not predictions; use the result "
                "of litgen.evaluate, or a folder of predictions"
            )
    procedure = Procedure(
        test, unit, p_value, replicates, alpha, correction, margin, power, min_pairs,
        _several(contrast), _several(suite), seed,
    )  # fmt: skip
    if output is not None:
        refuse_folder(Path(output), overwrite)
    if figure is not None:
        check_figure(Path(figure), overwrite)
    named = (
        contrast_set
        if contrast_set is None or isinstance(contrast_set, str | Path)
        else contrast_set.path
    )
    where = None if named is None else Path(named)
    folders = [Path(each) if isinstance(each, str) else each for each in given]
    of_texts = build_text_report(folders, where, title=title, seed=seed)
    if of_texts is not None:
        if figure is not None:
            raise UsageError("figure: a report on texts has no figure; omit the option")
        if output is not None:
            of_texts.write(Path(output), overwrite)
        return of_texts
    made = build(
        folders,
        procedure,
        contrast_folder=where,
        label_agreement=None if label_agreement is None else Path(label_agreement),
        examples=examples,
        title=title,
    )
    if output is not None:
        write_report(made, Path(output), overwrite)
    if figure is not None:
        save(made.rows, Path(figure))
    return made


def load(folder: str | Path) -> ContrastSet | TextSet | Predictions:
    """Open a contrast set or predictions that litgen has written.

    Args:
        folder: the output folder of ``litgen transform`` or ``litgen evaluate``, or the folder in
            which an object was saved.

    Raises:
        DataError: the folder contains neither a contrast set nor predictions.
        LitgenError: the contrast set or the predictions are unfinished.

    Example:
        >>> import litgen
        >>> litgen.load("out")  # doctest: +SKIP
        ContrastSet(118 pairs of 27 contrasts, out)
    """
    from litgen.contrast.folder import RECORDS
    from litgen.evaluation.predictions import PREDICTIONS, Predictions
    from litgen.evaluation.text_set import open_set

    path = Path(folder)
    if (path / RECORDS).exists():
        return open_set(path)
    if (path / PREDICTIONS).exists():
        return Predictions(path)
    raise DataError(
        f"{path}: the folder contains neither a contrast set ({RECORDS}) nor predictions "
        f"({PREDICTIONS}); use an output folder of litgen transform or litgen evaluate"
    )


def show(
    sentence: str,
    transformation: str | Iterable[str] = (),
    *,
    engine: str = "dependency",
    rank: str = "auto",
    mrs: bool = False,
    polarity: bool = False,
    rules: str | Path | None = None,
) -> Gallery:
    """Return rewritings of a sentence, and reasons for missing ones (``litgen show``).

    Args:
        sentence: a sentence.
        transformation: the transformation or transformations to apply, such as ``"past"`` or
            ``["may+passive", "cleft"]``; by default all.
        engine: name of the grammar's engine.
        rank: ``auto`` (the quality model, if installed, chooses among forms and marks those that a
            run would drop), ``none`` (no language model is used), or the folder or hub name of the
            language model that chooses.
        mrs: whether to include the MRSs of the sentence and its rewritings.
        polarity: whether to list the words that may become broader or narrower (``words``); without
            ``transformation``, the sentence is then not rewritten.
        rules: a folder of your own rules, which litgen adds to its rules.

    Returns:
        The rewritings by phenomenon, and the transformations without a rewriting; ``print`` shows
        the result as a list.

    Raises:
        UsageError: the sentence is empty or not a string, or a transformation does not exist.

    Example:
        >>> import litgen
        >>> litgen.show("A man is riding a bike.", ["past", "cleft"])
        A man is riding a bike.
        Tense
          past          A man was riding a bike.
        Cleft
          cleft (ARG1)  It is a man who is riding a bike.
          cleft (ARG2)  It is a bike that a man is riding.
    """
    from litgen.gallery import gallery_of

    _refuse_no_text(sentence, "sentence")
    wanted = _several(transformation)
    where = None if rules is None else Path(rules)
    return gallery_of(
        sentence, names=wanted, engine=engine, rank=rank, mrs=mrs, polarity=polarity, rules=where
    )


def prove(
    pairs: Source,
    *,
    suspicious: bool = False,
    on_error: OnError = "stop",
    limit: int | None = None,
    format: str | None = None,
    labels_map: Mapping[Any, str] | Sequence[str] | None = None,
    columns: Mapping[str, str] | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Prove the labels of existing pairs from their edits (``litgen analyze --prove``).

    Args:
        pairs: as for :func:`contrast_set`; labels may be missing.
        suspicious: whether to return only pairs whose gold label contradicts a proof.
        on_error: ``stop`` raises an error at the first invalid row; ``skip`` omits such rows.
        limit: maximum number of pairs to read; by default all.
        format: format of the file; by default, the file name indicates it.
        labels_map: a mapping from the values of the label column to labels.
        columns: names of the columns, if litgen does not recognize them.
        jobs: number of worker processes that parse sentences; -1 uses all cores.
        progress: a function to call with the number of pairs completed, and with 0 because the
            total is unknown.

    Returns:
        For each pair, ``id``, ``premise``, ``hypothesis``, ``label`` (or None), ``answer`` (a
        label, or None if nothing is proved), ``proof`` in one line or the reason why there is none
        (``why``), and the ``edits`` from premise to hypothesis.

    Raises:
        DataError: a row is invalid; the message names the row and the column.
        UsageError: ``pairs`` has no rows.

    Example:
        >>> import litgen
        >>> rows = [{"premise": "No dog is barking.", "hypothesis": "No big dog is barking."}]
        >>> litgen.prove(rows)[0]["proof"]
        "add 'big' (down under _no_q): follows; so entailment"
    """
    from itertools import islice

    from litgen.data import PairReader, label_map_of
    from litgen.options import check_columns
    from litgen.proving import is_suspicious, prove_pairs, record_of

    reader = PairReader(
        pairs, format=format, labels_map=label_map_of(labels_map or {}),
        columns=check_columns(columns or {}), on_error=on_error, labelled=False,
    )  # fmt: skip
    found = []
    for done, (pair, proof) in enumerate(prove_pairs(islice(reader, limit), jobs=jobs), 1):
        if not suspicious or is_suspicious(pair, proof):
            found.append(record_of(pair, proof))
        if progress is not None:
            progress(done, 0)
    if not reader.read and limit != 0:
        raise UsageError(f"{reader.name}: the source contains no pairs")
    return found


@overload
def transform(  # type: ignore[overload-overlap]  # a string is also an iterable of strings
    sentences: str,
    transformation: str | Sequence[str] = ...,
    *,
    engine: str = ...,
    rules: str | Path | None = ...,
    seed: int = ...,
) -> Outcomes: ...


@overload
def transform(
    sentences: Iterable[str],
    transformation: str | Sequence[str] = ...,
    *,
    engine: str = ...,
    rules: str | Path | None = ...,
    seed: int = ...,
) -> list[Outcomes]: ...


def transform(
    sentences: str | Iterable[str],
    transformation: str | Sequence[str] = ("past", "future", "may", "negation", "passive", "cleft"),
    *,
    engine: str = "dependency",
    rules: str | Path | None = None,
    seed: int = 0,
) -> Outcomes | list[Outcomes]:
    """Apply transformations to one sentence or to many.

    Args:
        sentences: one sentence or several (a list, a column of a DataFrame). A single call with
            many sentences is much faster than many calls.
        transformation: one name (``"past"``, ``"future+passive+cleft"``) or several.
        engine: name of the grammar's engine.
        rules: a folder of your own rules, which litgen adds to its rules.
        seed: seed of transformations that make random choices.

    Returns:
        For each sentence, a mapping from names of transformations to outcomes: the variants, or
        the reason why there are none. For a single string, only its mapping.

    Raises:
        UsageError: a transformation or the engine does not exist, or a sentence is not a string;
            the message names the transformation, engine or sentence.

    Example:
        >>> import litgen
        >>> done = litgen.transform("A man is riding a bike.", "past")
        >>> done["past"].variants[0].candidates[0]
        'A man was riding a bike.'
    """
    from litgen.transformations import Settings, find

    wanted = list(dict.fromkeys(_several(transformation)))
    if not wanted:
        raise UsageError("transformation: the value is empty; use a name such as 'past'")
    single = isinstance(sentences, str)
    texts = [sentences] if isinstance(sentences, str) else _texts(sentences)
    where = None if rules is None else str(rules)
    found: dict[str, Transformation] = {
        name: find(name, engine=engine, rules=where, settings=Settings(seed)) for name in wanted
    }
    done: list[Outcomes] = [{} for _ in texts]
    for name, each in found.items():
        distinct = list(dict.fromkeys(texts))
        outcomes = dict(zip(distinct, each.apply(distinct), strict=True))
        for text, by_name in zip(texts, done, strict=True):
            by_name[name] = outcomes[text]
    return done[0] if single else done


def _several(value: str | Iterable[str]) -> tuple[str, ...]:
    """Convert a single name, or several names, to a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)


def _texts(sentences: Any) -> list[str]:
    if not isinstance(sentences, Iterable):
        raise UsageError(
            f"sentences: the value must be one or more strings, not {type(sentences).__name__}"
        )
    texts = list(sentences)
    for number, text in enumerate(texts):
        _refuse_no_text(text, f"sentences[{number}]")
    return texts


def _refuse_no_text(value: Any, what: str) -> None:
    if not isinstance(value, str):
        raise UsageError(
            f"{what}: the value must be a string, not {type(value).__name__}: {value!r}"
        )


def _built(kind: type[Made], source: Source, output: str | Path | None, run: Run) -> Made:
    """Run ``build``, issue its warnings, and return its output as an instance of ``kind``."""
    from litgen.contrast.folder import Lost
    from litgen.contrast.manifest import warnings_of
    from litgen.contrast.pipeline import build

    target, temporary = _target(output)
    try:
        build(
            source, target, run.options, jobs=run.jobs, scheduler=run.scheduler,
            overwrite=run.overwrite, progress=run.progress,
        )  # fmt: skip
    except Lost as error:
        warnings.warn(str(error), stacklevel=4)
    made = kind(target, temporary=temporary)
    for line in warnings_of(made.manifest):
        warnings.warn(line, stacklevel=4)
    return made


def _target(folder: str | Path | None) -> tuple[Path, TemporaryDirectory[str] | None]:
    """Return the folder to write to, and its ``TemporaryDirectory`` if it is temporary."""
    if folder is not None:
        return Path(folder), None
    temporary = TemporaryDirectory(prefix="litgen-")
    return Path(temporary.name), temporary
