"""Write a contrast set as a folder for the Hugging Face hub, and upload it as a benchmark.

litgen can read the folder as a contrast set. In addition, each phenomenon is a configuration with
the splits ``contrast`` and ``control``, and the source pairs are another configuration.
``eval.yaml`` declares an inspect_ai task for each split, as the hub requires of benchmarks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from typing import Any

from litgen.contrast.card import card
from litgen.contrast.folder import RECORDS, RUN, SURVEYS
from litgen.contrast.notation import slug
from litgen.data import TWO_CLASSES
from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.text_set import open_set
from litgen.exceptions import LitgenError, UsageError
from litgen.export.rows import DATA, contrasts_of, row_writer, rows_of
from litgen.files import copy_whole, folder_whole, refuse_taken, write_json, write_texts
from litgen.folders import MANIFEST
from litgen.frames import optional
from litgen.models.prompts import Prompt, load_prompt
from litgen.version import __version__

EVAL = "eval.yaml"
#: The configuration that contains each source pair once.
ORIGINAL = "original"
_TARGET = re.compile(r"hub:([\w.-]+/[\w.-]+)")
#: Files that the hub adds to a new repository.
_OF_HUB = {".gitattributes"}
_LICENCE = re.compile(r"[a-z0-9][a-z0-9.+-]*")
#: Columns that a log needs for ``litgen report``.
_KEPT = ("id", "side", "pair_id", "contrast", "premise", "hypothesis", "label", "premise_group",
         "contrast_set", "prompt")  # fmt: skip

_USE = """
## Evaluate a model on this contrast set

```
hf download {repo} --repo-type dataset --local-dir contrast
litgen evaluate contrast --model MODEL -o predictions
litgen report predictions -o report
```

The configuration `default` has all contrast pairs with all their fields, and `original` has the
source pairs. Each phenomenon, such as `{first}`, is a configuration with its contrasts and controls
as splits. `eval.yaml` declares an inspect_ai task for each split:
`inspect eval hf/{repo} --model MODEL --log-dir logs` runs all tasks, and `hf/{repo}/{first}` is one
of them. `litgen report logs --contrast-set contrast -o report` reads the logs.
"""


def publish(
    contrast_folder: Path, out: Path, licence: str, repo: str | None = None, overwrite: bool = False
) -> Path:
    """Write a contrast set as a folder for the hub, without the run's absolute paths and times.

    Args:
        licence: the hub's identifier of the source's licence, such as ``cc-by-sa-4.0``, or
            ``unknown`` or ``other``.
        repo: the name of the data set on the hub, for the card.
        overwrite: whether to replace a folder that ``publish`` wrote.

    Returns:
        The folder.

    Raises:
        UsageError: the licence is not an identifier, or the folder contains other files.
        DataError: the contrast set is damaged, or none of its pairs has a label.
    """
    if not _LICENCE.fullmatch(licence):
        raise UsageError(
            f"--license {licence!r}: this is not a licence identifier of the hub; use one such as "
            "cc-by-sa-4.0, or unknown"
        )
    there = [path.name for path in out.iterdir()] if out.is_dir() else []
    refuse_taken(out, there, overwrite and RECORDS in there and RUN not in there)
    records = open_set(contrast_folder)
    manifest = _without_paths(records.manifest)
    with folder_whole(out) as building:
        for name in (RECORDS, SURVEYS):
            if (records.path / name).exists():
                copy_whole(records.path / name, building / name)
        files, texts, use = {"default": {"test": RECORDS}}, {}, ""
        if isinstance(records, ContrastSet):
            prompt = load_prompt("supported" if records.labels == TWO_CLASSES else "chat")
            contrasts_of(records)  # raises an error if no pair has a label
            made = _write_rows(records, building, prompt)
            texts[EVAL] = _eval_yaml(manifest, made, prompt)
            first = next(name for name in made if name != ORIGINAL)
            use = _USE.format(repo=repo or "OWNER/NAME", first=first)
            files |= made
        texts["README.md"] = card(manifest, files, licence) + use
        write_texts(building, texts)
        write_json(building / MANIFEST, manifest)
    return out


def _write_rows(
    contrast_set: ContrastSet, folder: Path, prompt: Prompt
) -> dict[str, dict[str, str]]:
    """Write the labelled pairs and each original once; return files by configuration and split."""
    known = contrast_set.manifest["counts"]["contrasts"]
    found: dict[str, dict[str, str]] = {}
    originals: set[str] = set()
    with row_writer(folder / DATA) as write:
        for row in rows_of(contrast_set):
            if row["side"] == ORIGINAL:
                if row["id"] in originals:
                    continue
                originals.add(row["id"])
                name, split, row["contrast"] = ORIGINAL, "test", ORIGINAL
            else:
                about = known.get(row["contrast"], {})
                name = slug(about.get("phenomenon", "others"))
                split = "control" if about.get("control") else "contrast"
            file = f"{name}_{split}.jsonl"
            found.setdefault(name, {})[split] = f"{DATA}/{file}"
            write(file, row | {"prompt": prompt.name, "answer": prompt.choices[row["label"]]})
    return found


def _eval_yaml(
    manifest: Mapping[str, Any], configs: Mapping[str, Iterable[str]], prompt: Prompt
) -> str:
    source = PurePath(manifest["input"]["source"]).stem
    names = ", ".join(name for name in configs if name != ORIGINAL)
    head = {
        "name": f"Contrasts of {source}",
        "description": "Tests whether a model is right when the meaning of a sentence changes and "
        f"when only its wording changes. Consists of pairs from {source}, and of contrasts and "
        f"controls made with a grammar: {names}.",
        "evaluation_framework": "inspect-ai",
    }
    solvers = [("prompt_template", {"template": prompt.template}), ("generate", {})]
    if prompt.system:
        solvers.insert(0, ("system_message", {"template": prompt.system}))
    # The pattern matches the last answer; litgen report reads the logs more carefully.
    answers = "|".join(re.escape(each) for each in prompt.choices.values())
    shared = {
        "field_spec": {"input": "hypothesis", "target": "answer", "metadata": list(_KEPT)},
        "solvers": [{"name": name, "args": args} for name, args in solvers],
        "scorers": [{"name": "pattern", "args": {"pattern": rf"(?s).*\b({answers})\b"}}],
    }
    lines = [f"{key}: {_quoted(value)}" for key, value in head.items()]
    lines.append("tasks:")
    for name, splits in configs.items():
        for split in splits:
            task = f"{name}-control" if split == "control" else name
            lines += [f"  - id: {task}", f"    config: {name}", f"    split: {split}"]
            lines += [f"    {key}: {_quoted(value)}" for key, value in shared.items()]
    return "\n".join([*lines, ""])


def _quoted(value: Any) -> str:
    """Return a value as JSON, which is also valid YAML."""
    return json.dumps(value, ensure_ascii=False)


def _without_paths(value: Any) -> Any:
    """Return a manifest's value with absolute paths shortened to file names."""
    if isinstance(value, Mapping):
        return {key: _without_paths(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_without_paths(each) for each in value]
    return (
        PurePath(value).name if isinstance(value, str) and PurePath(value).is_absolute() else value
    )


def repo_of(target: str) -> str:
    """Return the repository in ``hub:OWNER/NAME``; raise a UsageError for any other form."""
    if match := _TARGET.fullmatch(target):
        return match[1]
    raise UsageError(f"--to {target}: use the form hub:OWNER/NAME")


def upload(folder: Path, repo: str, *, private: bool = False, overwrite: bool = False) -> str:
    """Commit the files of a folder to a data set repository, which is created if missing.

    Unlike ``HfApi.upload_folder``, which splits a large folder into several commits, this function
    uploads either all files or none. The token comes from ``HF_TOKEN`` or ``hf auth login``.

    Args:
        private: whether a new repository is private.
        overwrite: whether to replace existing files of the repository.

    Returns:
        The address of the commit.

    Raises:
        UsageError: huggingface_hub or a token is missing, or the repository has files.
        LitgenError: the hub rejects the upload or does not respond.
    """
    hub = optional("huggingface_hub")
    token = hub.get_token()
    if not token:
        raise UsageError(f"hub:{repo}: there is no token; run hf auth login, or set HF_TOKEN")
    # The bases are OSError and httpx.HTTPError, or its counterpart in other releases.
    failures = (*hub.errors.HfHubHTTPError.__bases__, hub.errors.HFValidationError, ValueError)
    api = hub.HfApi(token=token, library_name="litgen", library_version=__version__)
    try:
        api.whoami()  # with a rejected token, `create_repo` may succeed for an existing repository
        api.create_repo(repo, repo_type="dataset", private=private or None, exist_ok=True)
        info = api.repo_info(repo, repo_type="dataset")
        there = {each.rfilename for each in info.siblings or ()} - _OF_HUB
        if there and not overwrite:
            raise UsageError(
                f"hub:{repo}: the repository contains files; use another name, or --overwrite to "
                "replace them"
            )
        if private and not info.private:
            raise UsageError(
                f"hub:{repo}: the repository is public; make it private on the hub, or omit "
                "--private"
            )
        ours = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*"))
                if path.is_file()}  # fmt: skip
        operations = [
            *(hub.CommitOperationAdd(name, path) for name, path in ours.items()),
            *(hub.CommitOperationDelete(name) for name in sorted(there - set(ours))),
        ]
        commit = api.create_commit(
            repo, operations, commit_message=f"Published with litgen {__version__}",
            repo_type="dataset", parent_commit=info.sha,
        )  # fmt: skip
    except failures as error:
        reason = _reason(error, api.endpoint).replace(token, "TOKEN")
        raise LitgenError(
            f"hub:{repo}: {reason}; nothing was published, so run the command again"
        ) from None  # the original error may contain the token
    return str(commit.commit_url)


def _reason(error: Exception, endpoint: str) -> str:
    status = getattr(getattr(error, "response", None), "status_code", None)
    if status == 401:
        return "the hub rejects the token (401); run hf auth login, or set HF_TOKEN"
    if status == 403:
        return "the token has no write access (403); use one with write access to this owner"
    said = " ".join(str(getattr(error, "server_message", None) or error).split())[:200]
    return f"{endpoint} returned {status or 'no reply'}: {said}"
