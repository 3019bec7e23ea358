"""``litgen prompts``: list, show and check the prompts of language models."""

import click

from litgen.cli.shared_options import json_option
from litgen.cli.terminal import write_checks, write_json
from litgen.cli.values import PROMPT


@click.group("prompts")
def command() -> None:
    """List, show and check the prompts that language models are given."""


@command.command("list")
@json_option
def list_prompts(as_json: bool) -> None:
    """List the shipped prompts, one line each."""
    from litgen.models.prompts import load_prompt, prompt_names

    prompts = [load_prompt(name) for name in prompt_names()]
    if as_json:
        return write_json([{**each.describe(), "summary": each.summary} for each in prompts])
    width = max(len(each.name) for each in prompts)
    for each in prompts:
        click.echo(f"{click.style(f'{each.name:{width}}', fg='cyan')}  {each.summary}")
    return None


@command.command("show")
@click.argument("name", type=PROMPT)
@click.option("--premise", default="A man rides a bike.", show_default=True)
@click.option("--hypothesis", default="A man is outside.", show_default=True)
@json_option
def show_prompt(name: str, premise: str, hypothesis: str, as_json: bool) -> None:
    """Show a prompt with a pair in it: what is asked, and what may be answered."""
    from litgen.models.prompts import choose_shots, load_prompt

    prompt = load_prompt(name)
    if as_json:
        return write_json({**prompt.describe(), "summary": prompt.summary, "source": prompt.source})
    click.secho(prompt.name, bold=True, nl=False)
    click.echo(f"  {prompt.summary}\nsource   {prompt.source}\nfile     {prompt.path}")
    click.echo(f"scoring  {prompt.scoring}\n")
    shots = choose_shots(prompt.shots, prompt.labels, None, [premise])
    if prompt.chat:
        for message in prompt.messages(premise, hypothesis, shots):
            click.secho(f"{message['role']}:", fg="cyan")
            click.echo(message["content"])
    else:
        click.echo(prompt.text(premise, hypothesis, shots))
    click.secho("\nanswers", bold=True)
    for label, answer in prompt.answers(premise, hypothesis).items():
        click.echo(f"  {label:13}  {answer}")
    return None


@command.command("check")
@click.argument("names", nargs=-1, type=PROMPT, metavar="[NAME|FILE]...")
@json_option
@click.pass_context
def check_prompts(ctx: click.Context, names: tuple[str, ...], as_json: bool) -> None:
    """Run the examples of prompts (of all that are shipped when none is given).

    Exit code 1 if an example fails.
    """
    from litgen.models.prompts import load_prompt, prompt_names
    from litgen.models.reading import check_prompt

    prompts = [load_prompt(name) for name in names or prompt_names()]
    checks = [check for prompt in prompts for check in check_prompt(prompt)]
    ctx.exit(write_checks(checks, "prompt", "example", as_json))
