"""Options shared by several verbs, built from the fields of :mod:`litgen.options`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field
from pathlib import Path
from typing import Any, get_args

import click

from litgen.cli.values import CONTRAST, PHENOMENON, PROMPT, SUITE, TRANSFORMATION, Choice
from litgen.exceptions import UsageError
from litgen.options import CHOICES, OUTPUT, RUN, TYPES, declared

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

#: The types of the options whose values the shell can complete.
_KINDS: dict[str, click.ParamType[Any]] = {
    "suite": SUITE, "contrast": CONTRAST, "phenomenon": PHENOMENON,
    "transformation": TRANSFORMATION,
    "rules": click.Path(file_okay=False, exists=True, path_type=Path),
}  # fmt: skip
#: The options of a run that control how pairs are read.
READING = ("format", "columns", "labels_map", "limit", "on_error")


class Option(click.Option):
    """An option that ``--help`` shows under the heading of its group."""

    def __init__(self, *names: Any, group: str = OUTPUT, **more: Any) -> None:
        super().__init__(*names, **more)
        self.group = group


class Verb(click.Command):
    """A command whose ``--help`` shows options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        for each in self.get_params(ctx):
            line = each.get_help_record(ctx) if isinstance(each, click.Option) else None
            if line is not None:
                heading = RUN if each.name == "help" else getattr(each, "group", "Options")
                groups.setdefault(heading, []).append(line)
        for name, lines in groups.items():
            with formatter.section(name):
                formatter.write_dl(lines, col_max=22)


def together(options: Sequence[Decorator]) -> Decorator:
    """Combine options into one decorator, in order."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def refuse_options(names: Iterable[str], why: str) -> None:
    """Refuse options that do not apply.

    Raises:
        UsageError: one of the named options is on the command line.
    """
    ctx = click.get_current_context()
    for option in ctx.command.params:
        source = ctx.get_parameter_source(option.name or "")
        if option.name in names and source is click.core.ParameterSource.COMMANDLINE:
            raise UsageError(f"{option.opts[-1]} does not apply: {why}")


def run_options(*names: str, **changes: Mapping[str, Any]) -> Decorator:
    """Return a decorator that adds the named options of :class:`litgen.options.Run`.

    ``changes`` overrides settings of an option, such as ``limit={"help": "..."}``.
    """
    fields = declared()
    return together([_option(fields[name], changes.get(name, {})) for name in names])


def _option(declared: Field[Any], changes: Mapping[str, Any]) -> Decorator:
    name, kind, about = declared.name, TYPES[declared.name], declared.metadata
    given: dict[str, Any] = {
        "metavar": about.get("metavar"), "help": about["help"], "group": about["group"],
    }  # fmt: skip
    if kind is bool:
        given |= {"is_flag": True}
    else:
        simple = next((each for each in (int, float) if each in (kind, *get_args(kind))), str)
        chosen = Choice(CHOICES[name]) if name in CHOICES else _KINDS.get(name, simple)
        if "minimum" in about:
            chosen = click.IntRange(min=about["minimum"])
        default = declared.default if isinstance(declared.default, simple) else None
        given |= {"type": chosen, "default": default, "show_default": default is not None}
    if about.get("several"):
        given |= {"multiple": True, "default": (), "help": f"{about['help']} May be repeated."}
    if read := about.get("read"):
        given["callback"] = lambda ctx, param, value: read(value) if value else declared.default
    flags = ("-n",) if name == "limit" else ()
    return click.option(*flags, f"--{name.replace('_', '-')}", cls=Option, **{**given, **changes})


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON instead of text.", cls=Option
)

#: Options for language models: for prompts, and for generation by an endpoint or a harness.
prompt_options = together([
    click.option(
        "--prompt", "prompts", type=PROMPT, multiple=True,
        help="The prompt for a language model (see litgen list prompts). May be repeated; each "
        "prompt gives separate results.",
    ),
    click.option(
        "--shots", type=click.IntRange(min=0), metavar="N",
        help="The number of solved examples in the prompt, whose premises are not in the contrast "
        "set. Default: as the prompt specifies.",
    ),
    click.option(
        "--shots-file", type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="PAIRS",
        help="A file of labelled pairs for --shots, instead of litgen's own.",
    ),
    click.option(
        "--max-tokens", type=click.IntRange(min=1), metavar="N",
        help="The maximum length of a generated answer in tokens, including reasoning. Default: as "
        "the prompt specifies, or 8192 with --reasoning-effort.",
    ),
    click.option(
        "--reasoning-effort", type=Choice(["none", "minimal", "low", "medium", "high", "xhigh"]),
        help="The reasoning effort to request from openai: and inspect models.",
    ),
    click.option(
        "--extra-body", metavar="JSON",
        help="Further request parameters for openai: and inspect models, such as '{\"top_k\": 1}'.",
    ),
])  # fmt: skip


def reading_options(limit: str = "Use only the first N pairs.") -> Decorator:
    """Return a decorator that adds the options that ``reading_of`` takes."""
    return run_options(*READING, limit={"help": limit})


def reading_of(given: Mapping[str, Any]) -> Any:
    from litgen.data import label_map_of
    from litgen.training.data import Reading

    return Reading(
        given["format"],
        tuple(label_map_of(given["labels_map"]).items()),
        tuple(given["columns"].items()),
        given["on_error"],
        given["limit"],
    )


def sources_of(given: Mapping[str, Any]) -> Any:
    from litgen.training.data import Sources

    return Sources(
        given["pairs"], given["validation"], given["validation_share"], given.get("exclude", ()),
        reading_of(given),
    )  # fmt: skip
