"""Constructions of English; ``rules/semantics/constructions.toml`` refers to them by file."""
