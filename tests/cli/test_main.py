"""The frame: quick help, errors in one line, exit codes, interruption, closed pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import types

import click
import pytest
from click.shell_completion import ShellComplete

from litgen import cli
from litgen.exceptions import DataError, LitgenError, UsageError
from tests.fresh import HEAVY, imports_of

LITGEN = [sys.executable, "-m", "litgen"]


def install(monkeypatch, function, name="doctor"):
    """Put a verb that calls ``function`` in the place of ``name``."""

    @click.command(name)
    @click.argument("rest", nargs=-1)
    def command(rest):
        function(*rest)

    module = types.SimpleNamespace(command=command)
    monkeypatch.setitem(sys.modules, f"litgen.cli.{name}", module)


def raising(error):
    def function(*rest):
        raise error

    return function


@pytest.mark.parametrize(
    ("error", "code"),
    [(LitgenError("a;\n b"), 1), (DataError("a; b"), 1), (UsageError("a; b"), 2)],
)
def test_litgen_error_is_one_line(monkeypatch, capsys, error, code):
    install(monkeypatch, raising(error))
    assert cli.run(["doctor"]) == code
    captured = capsys.readouterr()
    assert captured.err == "litgen: a; b\n"
    assert captured.out == ""


def test_traceback_only_with_debug(monkeypatch, capsys):
    install(monkeypatch, raising(LitgenError("broken")))
    with pytest.raises(SystemExit) as left:
        cli.main(["doctor", "--debug"])
    assert left.value.code == 1
    assert "Traceback" in capsys.readouterr().err


def test_debug_after_two_dashes_is_an_argument(monkeypatch, capsys):
    install(monkeypatch, lambda *rest: click.echo(rest))
    with pytest.raises(SystemExit):
        cli.main(["--debug", "doctor", "--", "--debug"])
    assert capsys.readouterr().out == "('--debug',)\n"


def test_unforeseen_error_is_one_line(monkeypatch, capsys):
    install(monkeypatch, raising(ZeroDivisionError("division by zero")))
    assert cli.run(["doctor"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("litgen: internal error: ZeroDivisionError")
    assert "--debug" in line


def test_system_error_names_the_file(monkeypatch, capsys):
    install(monkeypatch, raising(OSError(28, "No space left on device", "out/x.jsonl")))
    assert cli.run(["doctor"]) == 1
    assert capsys.readouterr().err == "litgen: out/x.jsonl: No space left on device\n"


def test_keyboard_interrupt(monkeypatch, capsys):
    install(monkeypatch, raising(KeyboardInterrupt()))
    assert cli.run(["doctor"]) == 130
    assert capsys.readouterr().err.split() == ["litgen:", "interrupted"]


@pytest.mark.parametrize(
    ("verb", "hint"),
    [
        ("tranform", "did you mean transform"),
        ("shw", "mean show?"),
        ("zzz", "use one of transform"),
    ],
)
def test_unknown_verb(capsys, verb, hint):
    assert cli.run([verb]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert hint in line


def test_unknown_option(capsys):
    assert cli.run(["--nothing"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "--nothing" in line


def test_library_messages_are_lines(monkeypatch, capsys):
    import logging

    logger = logging.getLogger("litgen.somewhere")
    install(monkeypatch, lambda: logger.warning("nothing is ranked"))
    assert cli.run(["doctor"]) == 0
    assert capsys.readouterr().err == "litgen: nothing is ranked\n"


def test_every_verb_has_a_command():
    for verb in cli.VERBS:
        command = cli.command.get_command(click.Context(cli.command), verb)
        assert isinstance(command, click.Command)
        assert command.help


def test_few_verbs(capsys):
    assert len(cli.VERBS) <= 12
    assert cli.run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"{group}:\n" in shown for group in cli.GROUPS)


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        (["doctor", "--fetch", "ace", "--erg", "1066"], "use one of"),
        (["list", "labels", "--check", "nothing;known"], "nothing"),
        (["transform", "--join", "nowhere", "-o", "out"], "nowhere"),
        (["show", "nowhere", "a:past"], "nowhere: there is no manifest.json"),
    ],
)
def test_wrong_arguments_of_verbs(typed, error, capsys):
    assert cli.run(typed) == 2
    assert error in capsys.readouterr().err.splitlines()[-1]


def test_the_options_of_transform_are_on_two_screens():
    environment = {**os.environ, "COLUMNS": "80"}
    shown = subprocess.run(
        [*LITGEN, "transform", "--help"], env=environment, capture_output=True, text=True
    ).stdout.splitlines()
    assert len(shown) <= 100 and max(map(len, shown)) <= 80
    assert "Rewriting:" in shown


@pytest.mark.parametrize("arguments", [["--help"], *([verb, "--help"] for verb in cli.VERBS)])
def test_help_of_every_verb(arguments, capsys):
    assert cli.run(arguments) == 0
    assert "Usage: " in capsys.readouterr().out


def test_help_loads_nothing_heavy():
    """What makes help slow is what it imports; the clock of a busy machine says little."""
    every = [["--version"], ["--help"], *([verb, "--help"] for verb in cli.VERBS)]
    loaded = imports_of(f"from litgen import cli\nfor each in {every}: cli.run(each)")
    assert "click" in loaded
    assert not HEAVY & loaded


def test_version():
    done = subprocess.run([*LITGEN, "--version"], check=True, capture_output=True, text=True)
    assert done.stdout == "litgen, version 0.1.0\n"


def test_closed_pipe_is_quiet():
    code = (
        "import click, sys, types; from litgen import cli\n"
        "@click.command()\n"
        "def command():\n"
        "    for _ in range(100000): click.echo('line')\n"
        "sys.modules['litgen.cli.doctor'] = types.SimpleNamespace(command=command)\n"
        "cli.main(['doctor'])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=120) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize("arguments", [["--version"], ["list", "rules"]])
def test_full_disk_is_one_line(arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run([*LITGEN, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "No space left on device" in line


def test_control_c_in_a_real_process():
    code = (
        "import click, sys, time, types; from litgen import cli\n"
        "@click.command()\n"
        "def command():\n"
        "    click.echo('ready'); sys.stdout.flush(); time.sleep(30)\n"
        "sys.modules['litgen.cli.doctor'] = types.SimpleNamespace(command=command)\n"
        "cli.main(['doctor'])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert process.stdout.readline() == b"ready\n"
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert errors.split() == [b"litgen:", b"interrupted"]


@pytest.mark.parametrize(
    ("typed", "incomplete", "offered"),
    [
        ([], "tr", {"transform"}),
        (["transform", "--suite"], "st", {"stress"}),
        (["transform", "--contrast"], "may;o", {"may;original"}),
        (["transform", "--labels"], "p", {"paper"}),
        (["evaluate", "out", "--model"], "ca", {"causal:"}),
        (["study", "train", "pairs.jsonl", "--model"], "b", {"bow"}),
        (["show", "-t"], "passive-", {"passive-short", "passive-any"}),
        (["list", "rules"], "fut", {"future"}),
        (["study"], "ie-t", {"ie-test"}),
    ],
)  # fmt: skip
def test_completion(typed, incomplete, offered):
    complete = ShellComplete(cli.command, {}, "litgen", "_LITGEN_COMPLETE")
    assert {each.value for each in complete.get_completions(typed, incomplete)} == offered


def test_completion_of_what_may_be_a_file_too():
    complete = ShellComplete(cli.command, {}, "litgen", "_LITGEN_COMPLETE")
    assert [each.type for each in complete.get_completions(["transform"], "pairs.j")] == ["file"]
    kinds = {each.type for each in complete.get_completions(["transform"], "")}
    assert kinds == {"plain", "file"}


@pytest.mark.parametrize(("typed", "offered"), [("ma", "'may;original'"), ("'ma", "may;original")])
def test_bash_is_given_quotes(typed, offered):
    """Without them the shell would end the command at the semicolon."""
    words = {"COMP_WORDS": f"litgen transform --contrast {typed}", "COMP_CWORD": "3"}
    environment = {**os.environ, **words, "_LITGEN_COMPLETE": "bash_complete"}
    command = [*LITGEN[:1], "-c", "from litgen.cli import main; main()"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert f"plain,{offered}" in done.stdout.splitlines()
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["show", "-t", "orignal", "It rained."], "'orignal': did you mean original?"),
        (["show", "-t", "zzz", "It rained."], "litgen list transformations lists all"),
        (["show", "-t", "drop:NUON", "It rained."], "part of speech 'NUON': did you mean NOUN"),
        (["show", "-t", "tautology:gren", "It rained."], "did you mean green?"),
        (["show", "--engine", "dependncy", "It rained."], "did you mean dependency?"),
        (["list", "rules", "pasive"], "did you mean passive"),
        (["list", "prompts", "anly"], "did you mean anli"),
        (["export", "x", "--to", "datset", "-o", "y"], "'datset': did you mean datasets?"),
        (["transform", "--suit", "lit"], "did you mean"),
    ],
)  # fmt: skip
def test_near_misses_name_the_nearest(arguments, hint, capsys):
    assert cli.run(arguments) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert hint.lower() in captured.err.lower()
