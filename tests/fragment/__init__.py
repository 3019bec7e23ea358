"""A fragment of English: sentences, and in which small models each is true.

What ``litgen analyze --prove`` and the labels of contrasts say of its sentences is tried against
the models.
"""
