"""Prepare a run: settle the options and the recipe, and survey the corpus."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from litgen import transformations
from litgen.contrast.chunks import plan_for
from litgen.contrast.options import left_out, settings_of, suite_of, wanted_contrasts
from litgen.contrast.original import ORIGINAL
from litgen.contrast.toolbox import Recipe
from litgen.exceptions import UsageError
from litgen.files import write_whole
from litgen.options import Options
from litgen.ranking import packaged
from litgen.transformations.declarations import declaration
from litgen.transformations.naming import split_steps
from litgen.transformations.protocol import Surveying
from litgen.transformations.surveys import is_scored, needs_survey, write_surveys
from litgen.trees.parsers import parser_in_use, use_parser
from litgen.wordnet.locations import is_installed

logger = logging.getLogger(__name__)

Sentences = Callable[[], Iterable[str]]


def settled(options: Options) -> Options:
    """Fix every choice that the options leave open, so that the run can be repeated exactly.

    Raises:
        UsageError: no contrast is selected, one is invalid, or the tagger or parser does not exist.
        LitgenError: a requested language model or parser is not available.
    """
    options = as_installed(replace(options, suite=suite_of(options)))
    if options.parser is not None:
        use_parser(options.parser)
    options = replace(options, parser=parser_in_use())
    plan = plan_for(options)
    steps = _steps((*plan.all_names, *plan.pairwise))
    stated = [declaration(step) for step in steps]
    if any(each is not None and each.tags for each in stated):
        from litgen.transformations.tagging import choose_tagger

        options = replace(options, tagger=choose_tagger(options.tagger))
    ranked = any(each is None or each.ranked for each in stated)
    if not ranked and not any(is_scored(step, settings_of(options)) for step in steps):
        options = replace(options, rank="none")
    if options.rank != "none" and packaged.weights() is None:
        logger.warning(
            "the quality model is not installed, so litgen keeps rewritings that it would "
            "otherwise drop as probably wrong; run %s to install it",
            packaged.INSTALL,
        )
        if options.rank == "auto":
            options = replace(options, rank="none")
        elif options.min_confidence is None:
            options = replace(options, min_confidence=0.0)
    if options.rank not in ("auto", "none"):
        from litgen.ranking import choose_model

        choose_model(options.rank)
    return options


def as_installed(options: Options) -> Options:
    """Set ``wordnet`` to False if WordNet is missing and some default contrasts need it."""
    if is_installed():
        return options
    without = replace(options, wordnet=False)
    if options.text is None:
        wanted_contrasts(without)
    return without if left_out(without) else options


def recipe_of(options: Options) -> Recipe:
    plan = plan_for(options)
    by_grammar = any(declaration(step) is None for step in _steps(plan.all_names))
    return Recipe(
        plan.all_names,
        options.engine,
        options.own_rules,
        settings_of(options),
        ranker_of(options, _steps((*plan.all_names, *plan.pairwise))),
        options.score,
        plan.pairwise,
        options.parser,
        quality_model=by_grammar and options.rank != "none" and options.thresholds.each > 0,
    )


def ranker_of(options: Options, steps: Iterable[str]) -> str | None:
    """Return the language model that the steps need, if any.

    ``auto`` (the packaged model) is used only for steps whose outputs a language model may reject;
    the quality model chooses among a grammar's wordings.
    """
    if options.rank == "none":
        return None
    if options.rank != "auto":
        return options.rank
    return "auto" if any(is_scored(step, settings_of(options)) for step in steps) else None


def surveyed(recipe: Recipe, path: Path, sentences: Sentences) -> Recipe:
    """Survey the corpus for the steps that need it; return the recipe with the survey's path.

    Args:
        path: the path of ``surveys.json``, which is written if it is missing.
        sentences: a function that returns a new iterator over the corpus at each call.
    """
    steps = [step for step in _steps(recipe.names) if needs_survey(step, recipe.settings)]
    if not steps:
        return recipe
    found: dict[str, Any] = {}
    for step in steps if not path.exists() else ():
        transformation = transformations.find(step, recipe.engine, recipe.rules, recipe.settings)
        if not isinstance(transformation, Surveying):
            raise UsageError(f"{step} declares that it surveys the corpus but has no survey()")
        found[step] = transformation.survey(sentences())
    if found:
        write_whole(path, [write_surveys(found)])
    return recipe._replace(settings=recipe.settings._replace(surveys=str(path.resolve())))


def _steps(names: Iterable[str]) -> list[str]:
    """Return the distinct steps of names, in order, without ``original``."""
    steps = dict.fromkeys(step for name in names for step in split_steps(name))
    return [step for step in steps if step != ORIGINAL]
