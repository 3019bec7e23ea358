"""Compose an MRS in the style of the ERG from a dependency tree.

``rules/semantics/constructions.toml``, read by ``registry``, maps words to constructions: functions
in ``constructions`` that compose a word's dependents through the ``composer``. The MRS is built in
a ``graph``; ``relations`` finds words by their dependencies; ``lexicon`` names predicates.
"""
