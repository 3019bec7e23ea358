"""spaCy's trees of sentences, kept for a while: several transformations read the same sentences."""

from collections import OrderedDict
from collections.abc import Sequence

from litgen.cache import remembered
from litgen.trees.parsers import parser_in_use
from litgen.trees.tokens import Doc, Token

#: How many trees are kept; a chunk has at most 256 sentences.
_KEPT = 512
_trees: OrderedDict[tuple[str, bool, str], Doc] = OrderedDict()


def trees_of(texts: Sequence[str], names: bool = False) -> list[Doc]:
    """spaCy's trees of texts, in order; each distinct text is parsed once in a batch.

    ``names``: with named entities, which trees have where they are asked for, and only there:
    what is made of a text must not depend on who read it before.
    """
    from litgen.engines.dependency.sentences import parse_docs

    keys = [(parser_in_use(), names, text) for text in texts]
    return remembered(
        _trees, keys, lambda new: parse_docs((text for *_, text in new), names), _KEPT
    )


def roots_of(tree: Doc) -> list[Token]:
    return [token for token in tree if token.dep_ == "ROOT"]


def is_finite(root: Token) -> bool:
    """Whether a root is a verb with a finite form, its own or its auxiliary's, and a subject.

    Example: *rides* in *A man rides a bike.*, not *riding* in *A man riding a bike.*
    """
    finite = ("VBZ", "VBD", "VBP", "MD")
    verbs = [root, *(child for child in root.children if child.dep_ in ("aux", "auxpass"))]
    # A name before the verb is its subject, even where the parser does not see it.
    subject = any(
        child.dep_ in SUBJECTS
        or (child.dep_ == "npadvmod" and child.pos_ == "PROPN" and child.i < root.i)
        for child in root.children
    )
    return subject and any(verb.tag_ in finite for verb in verbs)


SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")


def is_question(tree: Doc) -> bool:
    """Whether a text, or its last sentence, asks: by its mark, or a verb before its subject."""
    if tree.text.rstrip("\"'”’) ").endswith("?"):
        return True
    root = roots_of(tree)[-1]
    subjects = [child.i for child in root.children if child.dep_ in SUBJECTS]
    fronted = [child.i for child in root.children if child.dep_ in ("aux", "auxpass")]
    return bool(subjects and fronted and fronted[0] < subjects[0])
