"""Determine the contrasts that the options of a run select."""

from __future__ import annotations

import hashlib
from pathlib import Path

from litgen.contrast.notation import Contrast, expand
from litgen.contrast.phenomena import find_phenomenon
from litgen.contrast.suites import Suite, find_suite
from litgen.contrast.texts import default_names
from litgen.exceptions import UsageError
from litgen.options import DEFAULT_SUITE, Options
from litgen.tables import rules_folder
from litgen.transformations.declarations import needs_wordnet
from litgen.transformations.protocol import Settings
from litgen.wordnet.locations import INSTALL

#: The reason why a contrast is left out, for the counts in the manifest.
NO_WORDNET = "WordNet is not installed"


def suite_of(options: Options) -> str | None:
    """Return the name of a run's suite, if any: the default suite if the options select nothing."""
    named = options.suite or options.phenomenon or options.contrast or options.text
    return options.suite if named else DEFAULT_SUITE


def settings_of(options: Options) -> Settings:
    """Return the settings of all transformations of a run."""
    tautologies = tuple(options.tautology.items())
    return Settings(options.seed, options.mode, options.tagger, options.tokenized, tautologies)


def wanted_contrasts(options: Options) -> dict[Contrast, str | None]:
    """Map each contrast of a run to its suite, or to None; contrasts from suites come first.

    Raises:
        UsageError: a name or contrast is invalid, or no contrast can be made.
    """
    found: dict[Contrast, str | None] = {}
    suites = combined_suite(options)
    for contrast, suite in suites.named:
        if options.wordnet or not contrast.needs_wordnet:
            found.setdefault(contrast, suite)
    if suites.parts and not found:
        names = ", ".join(each.name for each in suites.parts)
        raise UsageError(
            f"every contrast in {names} needs WordNet, which is not installed; {INSTALL}"
        )
    for text in options.contrast:
        for contrast in expand(text):
            found.setdefault(contrast, None)
    if not options.sentences:
        return found
    fit = {
        contrast: suite
        for contrast, suite in found.items()
        if contrast.form == "new" and contrast.premise.origin == "premise"
    }
    if not fit:
        raise UsageError(
            "sentences: none of the contrasts can be made from single sentences; use one that "
            "makes new pairs, such as --contrast numerical, or pass pairs without --sentences"
        )
    return fit


def combined_suite(options: Options) -> Suite:
    """Return a suite whose parts are a run's suite, if any, and a suite for each of its phenomena.

    Raises:
        UsageError: the suite or a phenomenon does not exist.
    """
    rules, suite = options.rules_path, suite_of(options)
    known = None if options.conventions is None else tuple(options.conventions)
    parts = [] if suite is None else [find_suite(suite, rules)]
    parts += [find_phenomenon(each, rules, options.labels, known) for each in options.phenomenon]
    return Suite("", "", (), parts=tuple(parts))


def left_out(options: Options) -> dict[str, int]:
    """Count, by reason, the contrasts (for single texts, transformations) that a run leaves out."""
    if options.wordnet:
        return {}
    if options.text is not None:
        rules = options.own_rules
        names = () if options.transformation else default_names(options.meaning, rules)
        number = sum(map(needs_wordnet, names))
    else:
        named = dict(combined_suite(options).named)
        number = sum(contrast.needs_wordnet for contrast in named)
    return {NO_WORDNET: number} if number else {}


def rules_digest(folder: Path | None = None) -> str:
    """Return the SHA-256 of all rule files: litgen's own and those in the user's folder."""
    digest = hashlib.sha256()
    for root in filter(None, (rules_folder(), folder)):
        for path in sorted(root.rglob("*.toml")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()
