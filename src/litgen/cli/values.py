"""Values of options: what may be given, what comes near, what a shell completes."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

from litgen.exceptions import did_you_mean


class Choice(click.Choice[str]):
    """One of some values; the message about another one names what comes near."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """The message about a value that is none of them."""
        return f"there is no {value!r}: {did_you_mean(str(value), self.choices)}."


class Named(click.ParamType[str]):
    """A text, most often one of some names, which a shell completes.

    Args:
        names: the names, found when a shell asks for them.
        others: the kind of paths that it may be as well, ``file`` or ``dir``, where it may be.
    """

    name = "text"

    def __init__(
        self, metavar: str, names: Callable[[], Iterable[str]], others: str | None = None
    ) -> None:
        self._metavar, self._names, self._others = metavar, names, others

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """What help calls it."""
        return self._metavar

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text as it is."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin so; where none does, what is there of files."""
        found = [_quoted(each) for each in self._names() if each.startswith(incomplete)]
        if self._others and (not found or not incomplete):
            return [*map(CompletionItem, found), CompletionItem(incomplete, type=self._others)]
        return [CompletionItem(each) for each in found]


class Listed(Named):
    """The name of something in the section that was named before."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names in the section that begin so."""
        from litgen.catalogue import catalogue

        section = ctx.params["section"]
        named = Named("NAME", lambda: [each.name for each in catalogue(section)[section]], "file")
        return named.shell_complete(ctx, param, incomplete)


def _quoted(name: str) -> str:
    """A name as a shell takes it: zsh and fish quote what they insert, bash does not."""
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
