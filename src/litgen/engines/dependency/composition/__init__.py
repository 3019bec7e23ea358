"""Composing an MRS in ERG style over a dependency tree.

A construction is a function in a file of ``constructions``, declared with the labels, parts of
speech and words that it takes; no construction imports another.

| file | what |
|---|---|
| ``composer`` | the state of one composition, the entry points, the tables of constructions |
| ``registry`` | a table of constructions: which of them takes a word |
| ``graph`` | the MRS under construction |
| ``relations``, ``conjuncts`` | what hangs on a word: subjects, marks, gaps, conjuncts |
| ``lexicon``, ``numbers``, ``tables``, ``semi`` | names of predicates, from tables and a SEM-I |
| ``leftovers`` | modifiers that nothing took |
| ``words`` | the tokens with their spans |
"""
