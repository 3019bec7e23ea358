"""``litgen list prompts NAME`` and ``--check``: the prompts of language models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from litgen.cli.terminal import Shown, outcome

if TYPE_CHECKING:
    from litgen.models.prompts import Prompt

#: The pair that a prompt is shown with.
PAIR = "A man rides a bike.", "A man is outside."


def show(name: str, rules: Path | None) -> Shown:
    """Show a prompt for an example pair: the question, and the possible answers."""
    from litgen.models.prompts import load_prompt

    prompt = load_prompt(name)
    record = {**prompt.describe(), "summary": prompt.summary, "source": prompt.source}
    return Shown(record, _lines(prompt))


def check(names: Sequence[str], rules: Path | None, engine: str) -> Shown:
    """Run the examples of prompts; of all shipped prompts when none is named."""
    from litgen.models.prompts import load_prompt, prompt_names
    from litgen.models.reading import check_prompt

    prompts = [load_prompt(name) for name in names or prompt_names()]
    checks = [each for prompt in prompts for each in check_prompt(prompt)]
    return outcome(checks, "prompt", "example")


def _lines(prompt: Prompt) -> Iterator[str]:
    from litgen.models.prompts import choose_shots

    yield f"{click.style(prompt.name, bold=True)}  {prompt.summary}"
    yield f"source   {prompt.source}\nfile     {prompt.path}\nscoring  {prompt.scoring}\n"
    shots = choose_shots(prompt.shots, prompt.labels, None, PAIR[:1])
    if prompt.chat:
        for message in prompt.messages(*PAIR, shots):
            yield click.style(f"{message['role']}:", fg="cyan")
            yield message["content"]
    else:
        yield prompt.text(*PAIR, shots)
    yield click.style("\nanswers", bold=True)
    for label, answer in prompt.answers(*PAIR).items():
        yield f"  {label:13}  {answer}"
