"""Uploading a published folder to the Hugging Face hub: all its files in one commit, or none."""

from __future__ import annotations

import re
from pathlib import Path

from litgen.exceptions import LitgenError, UsageError
from litgen.frames import optional
from litgen.version import __version__

_TARGET = re.compile(r"hub:([\w.-]+/[\w.-]+)")
#: Files that the hub adds to a new repository.
_OF_HUB = {".gitattributes"}


def repo_of(target: str) -> str:
    """Return the repository in ``hub:OWNER/NAME``; any other form is a UsageError."""
    if match := _TARGET.fullmatch(target):
        return match[1]
    raise UsageError(f"--to {target}: write it as hub:OWNER/NAME")


def upload(folder: Path, repo: str, *, private: bool = False, overwrite: bool = False) -> str:
    """Commit the files of a folder to a data set repository; create the repository if missing.

    ``HfApi.upload_folder`` would split a large folder into several commits; a single commit cannot
    leave only part of the files. The token comes from ``HF_TOKEN`` or ``hf auth login``.

    Args:
        private: whether a new repository is private.
        overwrite: whether to replace the files of a repository.

    Returns:
        The address of the commit.

    Raises:
        UsageError: huggingface_hub or a token is missing, or the repository has files.
        LitgenError: the hub refuses, or does not respond.
    """
    hub = optional("huggingface_hub")
    token = hub.get_token()
    if not token:
        raise UsageError(f"hub:{repo}: no token; run hf auth login, or set HF_TOKEN")
    # httpx.HTTPError, or its counterpart in this release of huggingface_hub; OSError.
    failures = (*hub.errors.HfHubHTTPError.__bases__, hub.errors.HFValidationError, ValueError)
    api = hub.HfApi(token=token, library_name="litgen", library_version=__version__)
    try:
        api.whoami()  # creating an existing data set would not reveal a refused token
        api.create_repo(repo, repo_type="dataset", private=private or None, exist_ok=True)
        info = api.repo_info(repo, repo_type="dataset")
        there = {each.rfilename for each in info.siblings or ()} - _OF_HUB
        if there and not overwrite:
            raise UsageError(
                f"hub:{repo}: has files; take another name, or --overwrite for a new commit"
            )
        if private and not info.private:
            raise UsageError(
                f"hub:{repo}: is public; make it private on the hub, or omit --private"
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
            f"hub:{repo}: {reason}; nothing was published, repeat the command"
        ) from None  # the hub's response may contain the token
    return str(commit.commit_url)


def _reason(error: Exception, endpoint: str) -> str:
    status = getattr(getattr(error, "response", None), "status_code", None)
    if status == 401:
        return "the hub does not accept the token (401); run hf auth login, or set HF_TOKEN"
    if status == 403:
        return "the token may not write here (403); take one with write access to this owner"
    said = " ".join(str(getattr(error, "server_message", None) or error).split())[:200]
    return f"{endpoint} returned {status or 'no reply'}: {said}"
