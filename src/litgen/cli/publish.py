"""The command ``litgen publish``."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from litgen.exceptions import UsageError


@click.command("publish")
@click.argument("contrast_set", metavar="CONTRAST_DIR", type=click.Path(path_type=Path))
@click.option("-o", "--output", "out", type=click.Path(path_type=Path), metavar="DIR",
              help="The folder to write.")  # fmt: skip
@click.option("--to", "target", metavar="hub:OWNER/NAME",
              help="The data set on the hub to upload the folder to, in one commit.")  # fmt: skip
@click.option("--license", "licence", required=True, metavar="ID",
              help="The hub's identifier of the source's licence, such as cc-by-sa-4.0, or "
              "unknown.")  # fmt: skip
@click.option("--private", is_flag=True, help="Make a new data set on the hub private.")
@click.option("--overwrite", is_flag=True, help="Replace an earlier version.")
def command(
    contrast_set: Path, out: Path | None, target: str | None, licence: str, private: bool,
    overwrite: bool,
) -> None:  # fmt: skip
    """Write CONTRAST_DIR as a folder for the Hugging Face hub, and upload it.

    \b
    litgen publish out -o hub --license cc-by-sa-4.0
    litgen publish out --to hub:OWNER/NAME --license cc-by-sa-4.0 --private

    Log in with hf auth login, or set HF_TOKEN. You can load the folder with datasets, run it with
    inspect_ai (eval.yaml), and pass it to litgen evaluate as a contrast set.
    """
    from litgen.export.publish import publish, repo_of, upload

    if out is None and target is None:
        raise UsageError(
            "no target is given; pass a folder (-o DIR), a data set on the hub (--to "
            "hub:OWNER/NAME), or both"
        )
    if private and target is None:
        raise UsageError("--private needs --to hub:OWNER/NAME")
    repo = None if target is None else repo_of(target)
    with TemporaryDirectory(prefix="litgen-") as temporary:
        folder = publish(contrast_set, out or Path(temporary, "hub"), licence, repo, overwrite)
        if out is not None:
            click.echo(f"{out}: ready for the hub; see {out / 'README.md'}")
        if repo is not None:
            click.echo(upload(folder, repo, private=private, overwrite=overwrite))
