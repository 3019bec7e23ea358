"""The command line: each verb (such as ``transform``) has a module with a click ``command``.

Exit codes: 0, success; 1, the work failed; 2, wrong usage; 130, interrupted. To add a verb, write
``litgen/cli/VERB.py`` and a line in ``GROUPS``. The module of a verb is imported only when the verb
runs, so ``litgen --help`` stays fast.
"""

import logging
import os
import pkgutil
import sys
import traceback
from collections.abc import Mapping, Sequence
from typing import NoReturn

import click

from litgen.exceptions import LitgenError, did_you_mean
from litgen.version import __version__

#: Map each group to its verbs and their lines in ``litgen --help``.
GROUPS = {
    "Make": {
        "transform": "Write a contrast set from labelled sentence pairs.",
        "augment": "Add contrast pairs to training pairs.",
        "export": "Write a contrast set as tasks for other evaluation harnesses.",
        "publish": "Prepare a contrast set for the Hugging Face hub, and upload it.",
    },
    "Look": {
        "show": "Show every rewriting of a sentence, or how a contrast pair was made.",
        "list": "List suites, contrasts, transformations and rules, or check their examples.",
        "analyze": "Report what a data set contains, and which cues reveal its labels.",
    },
    "Measure": {
        "evaluate": "Write a model's predictions for a contrast set.",
        "report": "Write a report on the predictions of one or more models.",
        "gate": "Fail if a model's predictions meet a condition, such as a large loss.",
        "study": "Train models, test their invariance, or have people judge a contrast set.",
    },
    "Install": {
        "doctor": "Check the installation, and fetch components that pip cannot install.",
    },
}
VERBS = {name: line for verbs in GROUPS.values() for name, line in verbs.items()}
INTERRUPTED = 130


class LazyGroup(click.Group):
    """A click group that imports the module of a command only when the command runs."""

    groups: Mapping[str, Mapping[str, str]] = GROUPS
    #: Map a verb to ``module:name``; default: ``command`` in the module named after the verb.
    places: Mapping[str, str] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for verbs in self.groups.values() for name in verbs]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        place = self.places.get(cmd_name, f"{cmd_name.replace('-', '_')}:command")
        found: click.Command = pkgutil.resolve_name(f"litgen.cli.{place}")
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, known = args[0], self.list_commands(ctx)
        if name not in known and not name.startswith("-"):
            hint = did_you_mean(name, known)
            raise click.UsageError(f"there is no command {name!r}: {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, verbs in self.groups.items():
            with formatter.section(title):
                formatter.write_dl([*verbs.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with:  litgen show 'A man is riding a bike.'",
)
@click.version_option(__version__, "-V", "--version", prog_name="litgen")
@click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an error.")
def command() -> None:
    """Make contrast sets for sentence-pair classifiers with a grammar.

    litgen rewrites the meaning representations of labelled sentence pairs (tense, modality,
    negation, passive, cleft, question ...) and computes the label of each new pair.
    """


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit; ``argv`` excludes the program name (default: ``sys.argv``)."""
    args = [*(sys.argv[1:] if argv is None else argv)]
    debug, args = _take_debug(args)
    code = run(args, debug=debug)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence_stdout()
        code = code or 1
    except OSError as error:  # the rest of the output cannot be written
        _silence_stdout()
        code = code or _fail(f"standard output: {error.strerror}", 1, debug)
    sys.exit(code)


def run(args: Sequence[str], *, debug: bool = False) -> int:
    """Run the command line with ``args`` and return its exit code.

    >>> run(["--version"])
    litgen, version 0.1.0
    0
    """
    _show_log()
    try:
        result = command.main([*args], prog_name="litgen", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return error.exit_code
    except click.UsageError as error:
        verb = error.ctx.command_path if error.ctx else "litgen"
        return _fail(f"{error.format_message()} (see {verb} --help)", 2, debug)
    except click.ClickException as error:
        return _fail(error.format_message(), error.exit_code, debug)
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted", INTERRUPTED, debug)
    except LitgenError as error:
        return _fail(str(error), error.exit_code, debug)
    except BrokenPipeError:
        _silence_stdout()
        return 1
    except SystemExit as error:  # click raises SystemExit for a closed pipe
        return error.code if isinstance(error.code, int) else 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}", 1, debug)
    except Exception as error:
        message = f"internal error: {type(error).__name__}: {error}"
        return _fail(message if debug else f"{message} (use --debug to see where)", 1, debug)


class _Log(logging.Handler):
    """Writes the library's log messages to standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        click.echo(f"litgen: {record.getMessage()}", err=True)


def _show_log() -> None:
    logger = logging.getLogger("litgen")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    if not any(isinstance(handler, _Log) for handler in logger.handlers):
        logger.addHandler(_Log())


def _take_debug(args: Sequence[str]) -> tuple[bool, list[str]]:
    """Return whether ``--debug`` occurs before any ``--``, and the arguments without it."""
    end = args.index("--") if "--" in args else len(args)
    head = [arg for arg in args[:end] if arg != "--debug"]
    return len(head) < end, [*head, *args[end:]]


def _fail(message: str, code: int, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    click.echo(f"litgen: {' '.join(message.split())}", err=True)
    return code


def _silence_stdout() -> None:
    """Prevent the interpreter from writing to a closed pipe or a full disk when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
