"""The documentation: links that lead somewhere, pages that do what they say."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import click
import pytest

from litgen.cli import command as verbs
from litgen.cli import run
from litgen.contrast.phenomena import load_phenomena
from scripts import doc_tables
from scripts.gallery_page import PAGE, REASONS, page, reasons

DOCS = Path(__file__).parents[1] / "docs"
PAIR = json.dumps({"premise": "A man runs.", "hypothesis": "A person runs.", "label": "entailment"})
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def test_links_lead_to_a_file_of_the_documentation() -> None:
    """A file elsewhere in the repository is named, not linked: the site does not hold it."""
    links = [
        (path, target)
        for path in DOCS.rglob("*.md")
        for target in LINK.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(links) > 20
    lost = [
        f"{path.name}: {target}"
        for path, target in links
        if not (found := (path.parent / target).resolve()).is_file() or DOCS not in found.parents
    ]
    assert lost == []


def test_every_page_is_in_the_navigation() -> None:
    listed = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")]
    assert [
        str(page) for page in pages if f": {page.relative_to(DOCS).as_posix()}\n" not in listed
    ] == []


def test_the_gallery_is_what_litgen_lists() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run scripts/gallery_page.py"


def test_the_glossary_of_reasons_is_what_the_rules_say() -> None:
    assert REASONS.read_text(encoding="utf-8") == reasons(), "run scripts/gallery_page.py"


@pytest.mark.parametrize("name", doc_tables.TABLES)
def test_tables_say_what_the_code_says(name: str) -> None:
    text = doc_tables.page(name)
    assert (doc_tables.ROOT / name).read_text("utf-8") == text, "run python scripts/doc_tables.py"
    assert text.count("\n| ") > 30


def test_files_of_the_repository_that_pages_name_exist() -> None:
    root = DOCS.parent
    folders = "rules", "tests", "scripts", "studies", "benchmarks", "grammars", "data", "src"
    modules = {path.name for folder in folders for path in (root / folder).rglob("*.py")}
    lost, found = [], 0
    for path in (*DOCS.rglob("*.md"), root / "README.md"):
        text = path.read_text(encoding="utf-8")
        paths = re.findall(rf"`((?:{'|'.join(folders)})/[\w./-]+\.\w+)`", text)
        lost += [f"{path.name}: {each}" for each in paths if not (root / each).exists()]
        named = re.findall(r"`([a-z_]+\.py)`", text)
        lost += [f"{path.name}: {each}" for each in named
                 if each not in modules and not each.startswith("my_")]  # fmt: skip
        found += len(paths) + len(named)
    assert found > 50
    assert lost == []


COMMAND = re.compile(r"^(?:\$ )?litgen ((?:.*\\\n)*.*)$", re.MULTILINE)


@pytest.mark.parametrize("path", [*sorted(DOCS.glob("*.md")), DOCS.parent / "README.md"])
def test_commands_exist_with_their_options(path: Path) -> None:
    """Every command line in a block of code, up to a comment."""
    text = path.read_text(encoding="utf-8")
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for line in COMMAND.findall(block) if not language else ():
            words = shlex.split(line.replace("\\\n", " "), comments=True)
            command: click.Command = verbs
            while isinstance(command, click.Group) and not words[0].startswith("-"):
                found = command.get_command(click.Context(command), words.pop(0))
                assert found is not None, line
                command = found
            known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
            named = {word.partition("=")[0] for word in words if word.startswith("--")}
            assert named <= known | {"--help"}, (line, named - known)


def blocks(name: str) -> list[tuple[str, str]]:
    """The files that a page tells its reader to save: their names, and what is in them."""
    text = (DOCS / name).read_text(encoding="utf-8")
    saved = r"`(\S+\.\w+)`[^`]*(?:`p`[^`]*|`like`[^`]*)?:\n\n```\w*\n(.*?)\n```"
    return re.findall(saved, text, re.DOTALL)


def test_adding_a_rule_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    files = dict(blocks("adding_a_rule.md"))
    assert sorted(files) == [
        f"mine/{name}.toml" for name in ("keep-on", "labels", "meanings", "operators")
    ]
    pairs = re.search(r"```\n(premise,.*?)```", (DOCS / "index.md").read_text("utf-8"), re.DOTALL)
    assert pairs is not None
    for name, text in (*files.items(), ("pairs.csv", pairs[1])):
        Path(name).write_text(text, encoding="utf-8")
    assert run(["list", "rules", "--check", "--rules", "mine", "keep-on"]) == 0
    made = ["transform", "pairs.csv", "-o", "kept", "--rules", "mine", "--rank", "none"]
    assert run([*made, "--contrast", "keep-on;original"]) == 0
    records = map(json.loads, Path("kept/contrast.jsonl").read_text("utf-8").splitlines())
    rows = [f"| {each['premise']} | {each['hypothesis']} | {each['label']} |" for each in records]
    told = (DOCS / "adding_a_rule.md").read_text("utf-8")
    assert len(rows) == 4 and all(row in told for row in rows)
    phase = load_phenomena(Path("mine"))["phase"]
    assert "keep-on;original" in [str(each) for each, _ in phase.named]


def test_the_first_report_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DOCS / "index.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name, pattern in (
        ("pairs.csv", r"```\n(premise,.*?)```"),
        ("my_model.py", r"```python\n(.*?)```"),
    ):
        found = re.search(pattern, text, re.DOTALL)
        assert found is not None
        Path(name).write_text(found[1], encoding="utf-8")
    verbs = ("transform pairs", "evaluate contrast", "report predictions/overlap")
    commands = [
        line for line in text.splitlines() if line.startswith(tuple(f"litgen {v}" for v in verbs))
    ]
    assert len(commands) == 3
    for command in commands:
        assert run(command.split()[1:]) == 0, capsys.readouterr().err
    assert Path("report/report.html").exists()
    made = [
        json.loads(line) for line in Path("contrast/contrast.jsonl").read_text("utf-8").splitlines()
    ]
    rows = {
        f"| `{r['contrast']}` | {r['premise']} | {r['hypothesis']} | {r['label']} |" for r in made
    }
    assert len([line for line in text.splitlines() if line in rows]) == 4
    proof = next(r["label_proof"] for r in made if r["contrast"] == "past;past")
    assert proof in words_of("labels.md").replace("> ", "")


def words_of(name: str) -> str:
    return " ".join((DOCS / name).read_text("utf-8").split())


@pytest.mark.parametrize(
    ("page", "command"),
    [
        ("ie-test.md", "study ie-test pairs.jsonl --phi may -o out"),
        ("monotonicity.md", "show --polarity 'No boy without a hat is riding a red bike.'"),
    ],
)
def test_output_that_pages_quote(
    page: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pairs.jsonl").write_text(PAIR, encoding="utf-8")
    run(shlex.split(command))
    printed = capsys.readouterr()
    lines = [line for line in (printed.err or printed.out).splitlines() if line.strip()]
    told = words_of(page)
    assert lines and all(" ".join(line.split()) in told for line in lines[-4:])
