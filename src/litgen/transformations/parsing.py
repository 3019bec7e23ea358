"""A cache of spaCy's trees, because several transformations parse the same sentences."""

from collections import OrderedDict
from collections.abc import Sequence

from litgen.cache import remembered
from litgen.trees.parsers import parser_in_use
from litgen.trees.tokens import Doc, Token

#: The number of trees in the cache; a chunk has at most 256 sentences.
_KEPT = 512
_trees: OrderedDict[tuple[str, bool, str], Doc] = OrderedDict()


def trees_of(texts: Sequence[str], names: bool = False) -> list[Doc]:
    """Return spaCy's trees of texts, in order; each distinct text is parsed once in a batch.

    With ``names`` the trees have named entities, otherwise never: an output must not depend on
    whether another transformation has parsed the text before.
    """
    from litgen.engines.dependency.sentences import parse_docs

    keys = [(parser_in_use(), names, text) for text in texts]
    return remembered(
        _trees, keys, lambda new: parse_docs((text for *_, text in new), names), _KEPT
    )


def roots_of(tree: Doc) -> list[Token]:
    return [token for token in tree if token.dep_ == "ROOT"]


def is_finite(root: Token) -> bool:
    """Check whether a root has a subject and a finite verb form, its own or its auxiliary's.

    Example: *rides* in *A man rides a bike.*, not *riding* in *A man riding a bike.*
    """
    finite = ("VBZ", "VBD", "VBP", "MD")
    verbs = [root, *(child for child in root.children if child.dep_ in ("aux", "auxpass"))]
    # A name before the verb is its subject, even if the parser does not say so.
    subject = any(
        child.dep_ in SUBJECTS
        or (child.dep_ == "npadvmod" and child.pos_ == "PROPN" and child.i < root.i)
        for child in root.children
    )
    return subject and any(verb.tag_ in finite for verb in verbs)


SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")


def is_question(tree: Doc) -> bool:
    """Check whether a text is a question, by its question mark or by inversion in its last root."""
    if tree.text.rstrip("\"'”’) ").endswith("?"):
        return True
    root = roots_of(tree)[-1]
    subjects = [child.i for child in root.children if child.dep_ in SUBJECTS]
    fronted = [child.i for child in root.children if child.dep_ in ("aux", "auxpass")]
    return bool(subjects and fronted and fronted[0] < subjects[0])
