"""Parse texts with spaCy and cache the trees that several transformations need."""

from collections import OrderedDict
from collections.abc import Sequence

from litgen.cache import remembered
from litgen.trees.parsers import parser_in_use
from litgen.trees.tokens import Doc, Token

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")
FINITE = ("VBZ", "VBP", "VBD", "MD")
#: Maximum number of trees in the cache; a chunk has at most 256 sentences.
_KEPT = 512
_trees: OrderedDict[tuple[str, bool, str], Doc] = OrderedDict()


def trees_of(texts: Sequence[str], names: bool = False) -> list[Doc]:
    """Return spaCy's tree for each text, in order; each distinct text is parsed once in a batch.

    The trees have named entities only if ``names`` is true. The cache keeps trees with and without
    entities apart, so that an output does not depend on the order of transformations.
    """
    from litgen.engines.dependency.sentences import parse_docs

    keys = [(parser_in_use(), names, text) for text in texts]
    return remembered(
        _trees, keys, lambda new: parse_docs((text for *_, text in new), names), _KEPT
    )


def dependents(token: Token, *labels: str) -> list[Token]:
    """Return the dependents of a word that have one of the given labels, in order."""
    return [child for child in token.children if child.dep_ in labels]


def beside(token: Token, steps: int = 1) -> Token | None:
    """Return the word ``steps`` tokens after a word (before it if negative), or None."""
    index = token.i + steps
    return token.doc[index] if 0 <= index < len(token.doc) else None


def next_word(token: Token) -> str:
    """Return the next word in lower case, or an empty string after the last word."""
    following = beside(token)
    return "" if following is None else following.lower_


def roots_of(tree: Doc) -> list[Token]:
    return [token for token in tree if token.dep_ == "ROOT"]


def is_finite(root: Token) -> bool:
    """Check whether a root has a subject, and is finite or has a finite auxiliary.

    Example: *rides* in *A man rides a bike.*, not *riding* in *A man riding a bike.*
    """
    # The parser may label a name before the verb, which is its subject, as an adverbial.
    subject = dependents(root, *SUBJECTS) or any(
        child.pos_ == "PROPN" and child.i < root.i for child in dependents(root, "npadvmod")
    )
    verbs = (root, *dependents(root, "aux", "auxpass"))
    return bool(subject) and any(verb.tag_ in FINITE for verb in verbs)


def is_question(tree: Doc) -> bool:
    """Check whether a text ends in a question mark or its last clause has a fronted auxiliary."""
    if tree.text.rstrip("\"'”’) ").endswith("?"):
        return True
    root = roots_of(tree)[-1]
    subjects, fronted = dependents(root, *SUBJECTS), dependents(root, "aux", "auxpass")
    return bool(subjects and fronted and fronted[0].i < subjects[0].i)
