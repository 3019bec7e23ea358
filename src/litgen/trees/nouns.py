"""Facts about nouns: person or thing, number, and what a noun phrase ends with."""

from itertools import takewhile

from litgen.lexicon import NOUNS
from litgen.trees.facts import noun_told
from litgen.trees.tokens import Token
from litgen.trees.words import words_of_tree


def _told(noun: Token, what: str) -> str:
    return noun_told(words_of_tree(noun.doc)[noun.i], what)


def is_person(token: Token) -> bool:
    """Whether a phrase's head names a person, so that *who* links a cleft to it."""
    return _told(token, "kind") == "person"


def takes_who(token: Token) -> bool:
    """Whether *who* links a cleft to a phrase: a person, but not a single name."""
    return _told(token, "link") == "who"


def is_animate(token: Token) -> bool:
    """Whether a phrase's head names a person or an animal."""
    return _told(token, "kind") != "thing"


def is_surely_plural(noun: Token) -> bool:
    """Whether a noun takes a plural verb even if the source errs: *The first definitions is*."""
    return _told(noun, "verb") == "plural"


def is_group(token: Token) -> bool:
    """Whether a noun counts a group: *a group of people*."""
    return token.lemma_.lower() in NOUNS.counts


def is_plural(noun: Token) -> bool:
    """Whether a noun phrase is plural: a plural head, or heads coordinated with *and*."""
    return _told(noun, "number") == "plural"


def is_name(token: Token) -> bool:
    """Whether a word is a name or the first word of one."""
    return _told(token, "name") == "name"


def ends(noun: Token) -> list[tuple[str, Token]]:
    """Classify the phrases at the end of a noun phrase, from the last word upwards.

    A ``left behind`` phrase stays when the noun moves (*bicycles on the street*); an ``uncertain``
    one cannot be left behind.
    """
    path = takewhile(lambda t: t != noun, (noun.right_edge, *noun.right_edge.ancestors))
    found = [(_told(token, "tail"), token) for token in path]
    if not found or found[-1][0] == "part":
        return found[-1:]
    deeper = (("uncertain" if name == "left behind" else name, t) for name, t in found[:-1])
    return [*deeper, found[-1]]


def loose_end(noun: Token) -> Token | None:
    """The last part of a noun phrase if it also applies to the action: *ride bikes on a road*."""
    return next((token for name, token in ends(noun)[-1:] if name == "left behind"), None)
