"""Turn captions such as *Two dogs running on the grass.* into clauses."""

from litgen.engines.dependency.clauses import SUBJECTS
from litgen.lexicon import NOUNS, VERBS
from litgen.tables import LISTS
from litgen.trees.facts import matching_facts
from litgen.trees.morphology import known_as
from litgen.trees.nouns import is_animate, is_group, is_plural
from litgen.trees.tokens import Doc, Token

#: Possible labels of the noun before a caption's participle: *A vendor selling bananas*.
_BEFORE_PARTICIPLE = ("nsubj", "nsubjpass", "dep", "npadvmod", "dobj", "nmod")
_FINITE = ("VBZ", "VBP", "VBD", "MD")
_SUBORDINATE = ("relcl", "advcl", "ccomp", "pcomp")


def caption_to_clause(doc: Doc) -> str | None:
    """Turn a caption into a clause; return None if the text is not a caption.

    A comma before the participle is removed (*A man in a hat, jumping*) unless it closes a pair (*A
    man, wearing a hat, jumping*).
    """
    roots = [t for t in doc if t.dep_ == "ROOT"]
    finite = (t for t in doc if t.tag_ in _FINITE)
    if len(roots) != 1 or not all(
        any(a.dep_ in _SUBORDINATE for a in (t, *t.ancestors)) for t in finite
    ):
        return None
    noun, verb = _parts(roots[0])
    if noun is None or verb is None or has_other_verb(noun, verb):
        return None
    before = verb.nbor(-1)
    adverb = before.dep_ in ("advmod", "neg") and before.head == verb
    at = before.i if adverb else verb.i
    said, commas = doc[:at].text, [t.i for t in doc[noun.i : at] if t.text == ","]
    if said.endswith(",") and commas != [noun.i + 1, at - 1]:
        if len(commas) > 1 or noun.conjuncts:
            return None
        said = said.removesuffix(",").rstrip()
    return f"{said} {'are' if is_plural(noun) else 'is'} {doc[at:].text}"


def has_other_verb(noun: Token, verb: Token) -> bool:
    """Check whether a caption's verb may be a different word (``captions.toml``)."""
    plural, group = is_plural(noun), is_group(noun)
    of = {
        "any": True, "plural": plural, "singular": not plural, "several": plural or group,
        "thing": not (group or is_animate(noun)),
    }  # fmt: skip
    return any(
        of[name] for name, _ in matching_facts(noun.doc, "captions", "other_verb", head=verb.i)
    )


def _parts(root: Token) -> tuple[Token | None, Token | None]:
    """Return a caption's noun and the word before which to insert *be*."""
    subject = next((c for c in root.lefts if c.dep_ in _BEFORE_PARTICIPLE), None)
    if root.tag_ == "VBG":
        return subject, _of_wearer(root)
    if root.tag_ == "VBN":
        return subject, _being(root)
    for about in root.doc[1:-2]:  # as in *A girl about to cry*
        if about.lower_ == "about" and about.nbor().tag_ == "TO":
            return subject or root, about
    participle = None if root.pos_ in ("ADJ", "AUX", "VERB") else _participle(root)
    if participle is not None:
        return root, _of_wearer(participle)
    where = [c for c in root.rights if c.lower_ in LISTS.whereabouts]  # *a man in a hat on a bench*
    return root, min(where, key=lambda c: (c.dep_ != "advmod", _is_worn(c)), default=None)


def _participle(root: Token) -> Token | None:
    """Return the participle after a caption's noun: *riding* in *A man in blue riding a bike*."""
    dangling = [
        c for n in (root, *root.conjuncts) for c in n.rights
        if (c.dep_ == "acl" or (c.dep_ in ("advcl", "conj") and c.nbor(-1).text == ","))
        and not any(g.dep_ in SUBJECTS for g in c.children)
    ]  # fmt: skip
    if present := [c for c in dangling if c.tag_ == "VBG"]:
        return present[-1]
    if passive := [being for c in dangling if (being := _being(c)) is not None]:
        return passive[-1]
    group = is_group(root)
    for token in root.subtree if group or is_animate(root) else ():
        if (token.dep_, token.tag_) == ("acl", "VBG") and (group or not is_animate(token.head)):
            return token
    return next((c for c in dangling if c.tag_ == "VBN"), None)


def _of_wearer(participle: Token) -> Token:
    """Return the wearer's own action, if any: *walking* in *Two women wearing skirts walking*."""
    for token in participle.subtree if participle.lemma_ in VERBS.wearing else ():
        action = token.dep_ == "acl" and token.tag_ == "VBG"
        coloured = token.dep_ == "dobj" and any(c.tag_ == "JJ" for c in token.children)
        verb = token.lower_.endswith("ing") and "VERB" in known_as(token.lower_)  # not *something*
        thing = token.lemma_.lower() in NOUNS.worn or not verb
        if token.i > participle.i and (action or (coloured and not thing)):
            return token
    return participle


def _being(verb: Token) -> Token | None:
    """Return a passive participle's auxiliary in *-ing*: *being stopped*, *getting filled*."""
    return next((c for c in verb.lefts if c.dep_ in ("aux", "auxpass") and c.tag_ == "VBG"), None)


def _is_worn(preposition: Token) -> bool:
    found = [c for c in preposition.children if c.dep_ == "pobj"]
    return any(n.lemma_.lower() in NOUNS.worn for c in found for n in (c, *c.conjuncts))
