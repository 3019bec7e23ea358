"""The version of litgen, which stands in every manifest and report."""

__version__ = "0.1.0"
