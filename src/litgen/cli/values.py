"""Values of options: valid values, suggestions, shell completion."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

from litgen.exceptions import did_you_mean


class Choice(click.Choice[str]):
    """One of several values; the error message suggests similar ones."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Return the message about an invalid value."""
        return f"there is no {value!r}: {did_you_mean(str(value), self.choices)}."


class Named(click.ParamType[str]):
    """A text, usually one of some names, with shell completion.

    Args:
        names: returns the names; called only for shell completion.
        others: the kind of path that is also valid, ``file`` or ``dir``, if any.
    """

    name = "text"

    def __init__(
        self, metavar: str, names: Callable[[], Iterable[str]], others: str | None = None
    ) -> None:
        self._metavar, self._names, self._others = metavar, names, others

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the placeholder for help."""
        return self._metavar

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text unchanged."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete names, and paths if no name matches or nothing is typed."""
        found = [_quoted(each) for each in self._names() if each.startswith(incomplete)]
        if self._others and (not found or not incomplete):
            return [*map(CompletionItem, found), CompletionItem(incomplete, type=self._others)]
        return [CompletionItem(each) for each in found]


class Listed(Named):
    """The name of an item in the section named by an earlier argument."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete the names of the section."""
        from litgen.catalogue import catalogue

        section = ctx.params["section"]
        named = Named("NAME", lambda: [each.name for each in catalogue(section)[section]], "file")
        return named.shell_complete(ctx, param, incomplete)


def _quoted(name: str) -> str:
    """Quote a name for the shell: zsh and fish quote what they insert, bash does not."""
    words = os.environ.get("COMP_WORDS", "")
    bare = os.environ.get("_LITGEN_COMPLETE", "").startswith("bash") and words.count("'") % 2 == 0
    return f"'{name}'" if bare and ";" in name else name


def _suites() -> list[str]:
    from litgen.contrast.suites import load_suites

    return list(load_suites())


def _contrasts() -> list[str]:
    from litgen.contrast.suites import load_suites

    return list(dict.fromkeys(str(each) for suite in load_suites().values() for each in suite.all))


def _phenomena() -> list[str]:
    from litgen.contrast.phenomena import load_phenomena

    return list(load_phenomena())


def _transformations() -> list[str]:
    from litgen.transformations import names

    return names()


def _models() -> list[str]:
    from litgen.models.loading import schemes

    return [f"{each}:" for each in schemes() if each != "predictions"]


def _prompts() -> list[str]:
    from litgen.models.prompts import prompt_names

    return list(prompt_names())


def _sources() -> list[str]:
    from litgen.data.sources import KNOWN

    return list(KNOWN)


def _sections() -> list[str]:
    from litgen.catalogue import SECTIONS

    return list(SECTIONS)


SECTION = Named("[SECTION]", _sections)
SOURCE = Named("PAIRS", _sources, "file")
SUITE = Named("NAME", _suites)
CONTRAST = Named("P;H", _contrasts)
PHENOMENON = Named("NAME", _phenomena)
TRANSFORMATION = Named("NAME", _transformations)
MODEL = Named("MODEL", _models, "file")
TRAINABLE = Named("MODEL", lambda: ["bow"], "dir")
LISTED = Listed("[NAME]...", list, "file")
PROMPT = Named("NAME|FILE", _prompts, "file")
