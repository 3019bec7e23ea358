"""Inflect replacement words."""

from functools import lru_cache

from litgen.tables import word_list

#: Tags of forms that equal the lemma.
_BASE = ("NN", "JJ", "RB", "VB", "VBP")


@lru_cache(maxsize=65536)
def inflected(lemma: str, tag: str) -> str | None:
    """Inflect a lemma for a Penn tag; return None if there is no such form.

    In a multiword verb, the first word is inflected; in any other multiword lemma, the last.

    Example:
        >>> inflected("adult male", "NNS"), inflected("child", "NNS"), inflected("big", "JJR")
        ('adult males', 'children', 'bigger')
    """
    if tag in _BASE:
        return lemma
    if tag.startswith("V"):  # *wander off*: the verb comes first
        from litgen.trees.morphology import inflect

        verb, space, rest = lemma.partition(" ")
        return inflect(verb, tag) + space + rest
    head, space, last = lemma.rpartition(" ")
    form = _form(last, tag)
    return None if form is None else head + space + form


def _form(lemma: str, tag: str) -> str | None:
    from lemminflect import getInflection

    if tag == "NNS" and lemma in word_list("one_form"):
        return lemma
    if tag == "NNS" and lemma.isupper():
        return f"{lemma}s"
    if lemma == "person" and tag == "NNS":
        return "people"  # *persons* is legal style
    return next(iter(getInflection(lemma, tag=tag, inflect_oov=tag == "NNS")), None)


def is_form(word: str, lemma: str, tag: str) -> bool:
    return word in forms_of(lemma, tag)


@lru_cache(maxsize=65536)
def forms_of(lemma: str, tag: str) -> frozenset[str]:
    """Return all forms of a lemma for a Penn tag.

    Example:
        >>> sorted(forms_of("fish", "NNS"))
        ['fish', 'fishes']
    """
    from lemminflect import getInflection

    if tag in _BASE:
        return frozenset((lemma,))
    usual = inflected(lemma, tag)
    return frozenset((*getInflection(lemma, tag=tag), *([] if usual is None else [usual])))
