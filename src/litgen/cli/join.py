"""``litgen join``: the shards of a run become one contrast set."""

from pathlib import Path

import click

from litgen.cli.terminal import write_json


@click.command("join")
@click.argument("folders", nargs=-1, required=True, metavar="DIR...",
                type=click.Path(path_type=Path))  # fmt: skip
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="Where to write the contrast set.")  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Remove what another run wrote into DIR.")
@click.option("--json", "as_json", is_flag=True, help="Write the manifest to standard output.")
def command(folders: tuple[Path, ...], folder: Path, overwrite: bool, as_json: bool) -> None:
    """Join the folders of all shards of a run, in any order.

    \b
    litgen transform pairs.jsonl -o part1 --shard 1/2     # here
    litgen transform pairs.jsonl -o part2 --shard 2/2     # on another machine
    litgen join part1 part2 -o whole

    What comes out are the bytes that a run without --shard writes. Every shard reads all of the
    input, does its part, and names the input by its SHA-256.
    """
    from litgen.contrast.folder import RECORDS
    from litgen.contrast.joining import join

    manifest = join(folders, folder, overwrite=overwrite)
    if as_json:
        write_json(manifest)
    else:
        number = manifest["records"]
        click.echo(f"{number:,} contrast pair{'' if number == 1 else 's'}: {folder / RECORDS}")
