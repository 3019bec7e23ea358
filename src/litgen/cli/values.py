"""Types for the values of options, with suggestions and shell completion."""

import os
import pkgutil
from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

from litgen.exceptions import did_you_mean


class Choice(click.Choice[str]):
    """A choice among several values; its error message suggests similar values."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        return f"there is no {value!r}: {did_you_mean(str(value), self.choices)}."


class Named(click.ParamType[str]):
    """A text, usually one of several names, that the shell can complete.

    Args:
        names: a function that returns the names, or the ``module:name`` of the names or of such a
            function; needed only for shell completion.
        others: the kind of path that is also valid, ``file`` or ``dir``, if any.
    """

    name = "text"

    def __init__(
        self, metavar: str, names: str | Callable[[], Iterable[str]], others: str | None = None
    ) -> None:
        self._metavar, self._names, self._others = metavar, names, others

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return self._metavar

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete names; also complete paths if no name matches or nothing is typed."""
        names: Any = self._names
        if isinstance(names, str):
            names = pkgutil.resolve_name(names)
        known = names() if callable(names) else names
        found = [_quoted(each) for each in known if each.startswith(incomplete)]
        if self._others and (not found or not incomplete):
            return [*map(CompletionItem, found), CompletionItem(incomplete, type=self._others)]
        return [CompletionItem(each) for each in found]


class Listed(Named):
    """An item of the section that an earlier argument specifies."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from litgen.catalogue import catalogue

        section = ctx.params["section"]
        named = Named("NAME", lambda: [each.name for each in catalogue(section)[section]], "file")
        return named.shell_complete(ctx, param, incomplete)


def _quoted(name: str) -> str:
    """Quote a name for bash; zsh and fish quote the completions that they insert."""
    words = os.environ.get("COMP_WORDS", "")
    bare = os.environ.get("_LITGEN_COMPLETE", "").startswith("bash") and words.count("'") % 2 == 0
    return f"'{name}'" if bare and ";" in name else name


def _contrasts() -> list[str]:
    from litgen.contrast.suites import load_suites

    return list(dict.fromkeys(str(each) for suite in load_suites().values() for each in suite.all))


def _models() -> list[str]:
    from litgen.models.loading import schemes

    return [f"{each}:" for each in schemes() if each != "predictions"]


SECTION = Named("[SECTION]", "litgen.catalogue:SECTIONS")
SOURCE = Named("PAIRS", "litgen.data.sources:KNOWN", "file")
SUITE = Named("NAME", "litgen.contrast.suites:load_suites")
CONTRAST = Named("P;H", _contrasts)
PHENOMENON = Named("NAME", "litgen.contrast.phenomena:load_phenomena")
TRANSFORMATION = Named("NAME", "litgen.transformations:names")
MODEL = Named("MODEL", _models, "file")
TRAINABLE = Named("MODEL", lambda: ["bow"], "dir")
LISTED = Listed("[NAME]...", list, "file")
PROMPT = Named("NAME|FILE", "litgen.models.prompts:prompt_names", "file")
