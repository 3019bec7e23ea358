"""The name and version of the distribution."""

#: The distribution has another name because ``litgen`` on PyPI is a different project.
DISTRIBUTION = "litgen-nli"
__version__ = "0.1.0"


def install_command(extra: str) -> str:
    """Return the command that installs an extra from ``pyproject.toml``.

    Example:
        >>> install_command("hub")
        "pip install 'litgen-nli[hub]'"
    """
    return f"pip install '{DISTRIBUTION}[{extra}]'"
