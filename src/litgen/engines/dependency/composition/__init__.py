"""Composing an MRS in ERG style over a dependency tree, one construction a module.

``composer`` holds the state, ``graph`` the MRS under construction, ``words`` the tokens with their
spans; ``mending``, ``retagging`` and ``inversion`` repair trees before anything is composed,
``leftovers`` attaches modifiers that nothing took, ``coverage`` says what is missing.

| construction | module |
|---|---|
| clauses, verb groups, modals, negation | ``clauses``, ``operators`` |
| verbs and their arguments; raising, control, linking verbs | ``verbs``, ``complements`` |
| *be*: predicates, identity, existentials, clefts | ``copulas`` |
| adverbs, adverbial clauses | ``adverbials`` |
| noun phrases; names; pronouns; numbers; determiners | ``nominals``, ``names``, ``pronouns``, ``numbers``, ``quantifiers`` |
| before and after a noun; relative clauses | ``modifiers``, ``postmodifiers``, ``relatives`` |
| adjectives, comparison; prepositions | ``adjectives``, ``prepositions`` |
| coordination | ``coordination`` |
| names of predicates: tables, a SEM-I | ``lexicon``, ``tables``, ``semi`` |
"""  # noqa: E501
