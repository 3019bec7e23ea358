"""Facts about nouns: person or thing, number, and what a noun phrase ends with."""

from collections.abc import Callable
from itertools import takewhile

from litgen.lexicon import NOUNS
from litgen.trees.facts import noun_feature
from litgen.trees.tokens import Token
from litgen.trees.words import words_of_tree


def _feature(noun: Token, name: str) -> str:
    return noun_feature(words_of_tree(noun.doc)[noun.i], name)


def _has(name: str, *values: str) -> Callable[[Token], bool]:
    return lambda noun: _feature(noun, name) in values


#: Whether a phrase's head names a person, so that *who* links a cleft to it.
is_person = _has("kind", "person")
#: Whether *who* links a cleft to a phrase: a person, but not a single name.
takes_who = _has("link", "who")
#: Whether a phrase's head names a person or an animal.
is_animate = _has("kind", "person", "animal")
#: Whether a noun takes a plural verb even if the source errs: *The first definitions is*.
is_surely_plural = _has("verb", "plural")
#: Whether a noun phrase is plural: a plural head, or heads coordinated with *and*.
is_plural = _has("number", "plural")
#: Whether a word is a name or the first word of one.
is_name = _has("name", "name")


def is_group(token: Token) -> bool:
    """Whether a noun counts a group: *a group of people*."""
    return token.lemma_.lower() in NOUNS.counts


def ends(noun: Token) -> list[tuple[str, Token]]:
    """Classify the phrases at the end of a noun phrase, from the last word upwards.

    A ``left behind`` phrase stays when the noun moves (*bicycles on the street*); an ``uncertain``
    one cannot be left behind.
    """
    path = takewhile(lambda t: t != noun, (noun.right_edge, *noun.right_edge.ancestors))
    found = [(_feature(token, "tail"), token) for token in path]
    if not found or found[-1][0] == "part":
        return found[-1:]
    deeper = (("uncertain" if name == "left behind" else name, t) for name, t in found[:-1])
    return [*deeper, found[-1]]


def loose_end(noun: Token) -> Token | None:
    """The last part of a noun phrase if it also applies to the action: *ride bikes on a road*."""
    return next((token for name, token in ends(noun)[-1:] if name == "left behind"), None)
