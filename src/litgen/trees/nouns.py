"""Facts about nouns: animacy, number, and the phrases at the end of a noun phrase."""

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


#: Check whether a phrase's head names a person.
is_person = _has("kind", "person")
#: Check whether a phrase takes *who* when it is clefted; a person's name alone does not.
takes_who = _has("link", "who")
#: Check whether a phrase's head names a person or an animal.
is_animate = _has("kind", "person", "animal")
#: Check whether a noun takes a plural verb, even if the source has *The first definitions is*.
is_surely_plural = _has("verb", "plural")
#: Check whether a noun phrase has a plural head, or heads coordinated with *and*.
is_plural = _has("number", "plural")
#: Check whether a word is a name or the first word of a name.
is_name = _has("name", "name")


def is_group(token: Token) -> bool:
    """Check whether a noun denotes a group: *a group of people*."""
    return token.lemma_.lower() in NOUNS.counts


def ends(noun: Token) -> list[tuple[str, Token]]:
    """Classify the phrases at the end of a noun phrase, from the last word upwards.

    A ``left behind`` phrase stays when the noun moves (*bicycles on the street*); a phrase is
    ``uncertain`` if it may modify the noun or the verb.
    """
    path = takewhile(lambda t: t != noun, (noun.right_edge, *noun.right_edge.ancestors))
    found = [(_feature(token, "tail"), token) for token in path]
    if not found or found[-1][0] == "part":
        return found[-1:]
    deeper = (("uncertain" if name == "left behind" else name, t) for name, t in found[:-1])
    return [*deeper, found[-1]]


def loose_end(noun: Token) -> Token | None:
    """Return a noun phrase's last part if it also modifies the verb: *ride bikes on a road*."""
    return next((token for name, token in ends(noun)[-1:] if name == "left behind"), None)
