"""The distribution name and the version of litgen, which every manifest and report contains."""

#: On PyPI, ``litgen`` is another project.
DISTRIBUTION = "litgen-nli"
__version__ = "0.1.0"


def install_command(extra: str) -> str:
    """Return the command that installs an extra of ``pyproject.toml``.

    Example:
        >>> install_command("hub")
        "pip install 'litgen-nli[hub]'"
    """
    return f"pip install '{DISTRIBUTION}[{extra}]'"
