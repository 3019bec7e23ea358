"""English constructions; ``rules/semantics/constructions.toml`` refers to them by module."""
