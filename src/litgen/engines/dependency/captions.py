"""Captions: the clause that *Two dogs running on the grass.* stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import SUBJECTS
from litgen.engines.dependency.morphology import is_third_person, known_as
from litgen.engines.dependency.nouns import is_animate, is_group, is_hardly_noun, is_plural
from litgen.lexicon import DETERMINERS, NOUNS, VERBS
from litgen.tables import LISTS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_GARMENTS = NOUNS.garment | NOUNS.worn
_OF_THE_HEARER = ("my", "our", "your")
_AUX = ("aux", "auxpass")
_NOUNS = ("compound", "nmod")
#: What the parser takes the noun before a caption's participle for: *A vendor selling bananas*.
_BEFORE_PARTICIPLE = ("nsubj", "dep", "npadvmod", "dobj", "nmod")


def caption_to_clause(doc: Doc) -> str | None:
    """The clause that a caption stands for, None where the text is no caption."""
    roots = [t for t in doc if t.dep_ == "ROOT"]
    if len(roots) != 1 or any(_is_finite(t, roots[0]) for t in doc):
        return None
    noun, participle = _parts(roots[0])
    if participle is None or noun is None or noun.i > participle.i:
        return None
    participle = _after_worn(participle)
    doing = participle.tag_ == "VBG" and participle.lemma_ in VERBS.errand
    if doing and not (is_animate(noun) or is_group(noun)):
        return None  # *The pieces paying 33*: those that pay so much
    if is_doubtful(noun, participle):
        return None
    before = participle.nbor(-1)
    at = before if before.dep_ in ("advmod", "neg") and before.head == participle else participle
    if doc[at.i - 1].tag_ == "VBG":
        return None  # *A woman walking carrying bags*: either may be the verb
    if doc[at.i - 1].text == "," and (at.tag_ == "VBN" or noun.conjuncts):
        return None  # *The Time Machine (1895), considered the first work of its kind.*
    said = _without_comma(doc[noun.i : at.i], doc[: at.i].text_with_ws.rstrip())
    return said and f"{said} {'are' if is_plural(noun) else 'is'} {doc[at.i :].text}"


def _parts(root: Token) -> tuple[Token | None, Token | None]:
    """The noun of a caption, and the word that its *be* goes before."""
    if root.tag_ == "VBG" and not any(c.dep_ in _AUX for c in root.children):
        return next((c for c in root.lefts if c.dep_ in _BEFORE_PARTICIPLE), None), root
    subject = next((c for c in root.lefts if c.dep_ in ("nsubj", "nsubjpass")), None)
    if root.tag_ == "VBN" and (being := _being(root)) is not None:
        return subject, being
    for about in root.doc[1:-2]:  # *A girl about to cry*
        if about.lower_ == "about" and about.nbor().tag_ == "TO":
            return subject or root, about
    return root, _caption_participle(root) or _whereabouts(root)


def _after_worn(participle: Token) -> Token:
    """The participle that was taken for what is worn: *Women wearing red dancing*."""
    for worn in participle.rights if participle.lemma_ in VERBS.wearing else ():
        coloured = worn.dep_ == "dobj" and any(g.tag_ == "JJ" for g in worn.children)
        if coloured and worn.lower_.endswith("ing") and worn.lemma_.lower() not in _GARMENTS:
            return worn
    return participle


def is_doubtful(noun: Token, participle: Token) -> bool:
    """Whether another word than a caption's participle is, or may be, the verb of the sentence."""
    after = participle.doc[participle.i + 1 :]
    return _hides_verb(noun, participle) or any(
        _is_finite(t, participle) or _maybe_verb(t, participle, noun) or _does_other(t)
        for t in after
    )


def _does_other(token: Token) -> bool:
    """*Two women looking at the camera and a man looking away*: each does something."""
    beside = token.dep_ == "conj" and is_animate(token) and not is_animate(token.head)
    return beside and any(c.dep_ == "acl" and c.tag_ == "VBG" for c in token.rights)


def _hides_verb(noun: Token, participle: Token) -> bool:
    """A word before the participle may be the verb, or the participle is none."""
    last, before, after = noun.lower_, participle.nbor(-1), participle.doc[participle.i + 1 :]
    same = (c for c in noun.rights if c.dep_ == "acl" and c.lemma_ == participle.lemma_)
    if any(c != participle for c in same):
        return True  # *Two women looking at the camera and a man looking away*
    if not is_animate(noun) and (last.endswith("ing") or "VERB" in known_as(last)):
        if any(is_animate(c) for c in noun.lefts if c.dep_ in _NOUNS):
            return True  # *A man kneeling and a woman standing*, *a player slam dunking*
    if any(c.lower_ in _OF_THE_HEARER for c in noun.children):
        return participle.tag_ == "VBN"  # *Your donation paid for the work*: no picture shows it
    if last in LISTS.pictures and not any(c.dep_ in ("det", "poss") for c in noun.children):
        return True  # *Picture injecting nicotine*: the reader is told to imagine it
    for word in participle.doc[noun.i + 1 : participle.i]:
        linked = word.dep_ == "compound" and any(c.dep_ == "compound" for c in word.lefts)
        if linked and "VERB" in known_as(word.lower_) and word.head.tag_ == "NNS":
            return is_plural(noun)  # *A man and a woman in formal attire show faces of excitement*
    colour = before.nbor(-1) if before.pos_ == "AUX" and before.i else before
    if after and after[0].lemma_.lower() in _GARMENTS and after[0].tag_ == "NN":
        if colour.pos_ == "ADJ" or colour.dep_ == "pobj":
            return participle.lemma_ not in VERBS.wearing  # *Girl in pink bathing suit*
    between = participle.doc[noun.i + 1 : participle.i] if participle.tag_ == "IN" else ()
    return any(is_third_person(t.lower_) and t.nbor(-1).tag_ == "NNS" for t in between)


def _is_finite(token: Token, root: Token) -> bool:
    """A finite verb that is in no clause below the root."""
    finite = token.tag_ in ("VBZ", "VBP", "VBD", "MD") and token.dep_ != "acl"
    return finite and not any(
        t.dep_ in ("relcl", "advcl", "ccomp") or (t.dep_ == "pcomp" and t.head.lower_ != "with")
        for t in ((token, *token.ancestors) if token.i != root.i else ())
    )


def _without_comma(span: Span, before: str) -> str | None:
    """The text before a caption's *be*, None where marks in it make the clause a doubtful one.

    A comma before the participle goes; one that closes what another opened stays: *A man in a hat,
    jumping*, but *A man, wearing a hat, is jumping*.
    """
    if span[-1].text in (":", "-", "--", "("):
        return None
    commas = sum(t.text == "," for t in span)
    if span[-1].text != "," or (commas == 2 and span[1].text == ","):
        return before
    return before.removesuffix(",").rstrip() if commas == 1 else None


def _being(verb: Token) -> Token | None:
    """The first auxiliary of a passive participle: *Tall man being stopped*, *getting filled*."""
    first = next((c for c in verb.lefts if c.dep_ in _AUX), None)
    return first if first is not None and first.tag_ == "VBG" else None


def _whereabouts(root: Token) -> Token | None:
    """The preposition or adverb of a caption that says where somebody is, and nothing else."""
    determined = any(c.dep_ in ("det", "nummod") for c in root.children) or root.tag_ == "NNS"
    if not (determined and (is_animate(root) or is_group(root))):
        return None
    if any(t.pos_ in ("VERB", "AUX") or t.lower_.endswith("ing") for t in root.doc):
        return None
    if any(t.lemma_ in NOUNS.part_of_body and t.head.lower_ == "with" for t in root.doc):
        return None  # *A girl with her hands in a tub*
    after = [c for c in root.rights if not c.is_punct and c.dep_ not in ("conj", "cc")]
    other = any(c.dep_ not in ("prep", "advmod") for c in after)
    if other or any(t.tag_ == "IN" and _takes_colour(t) for t in root.doc[:-2]):
        return None
    where = [c for c in after if c.dep_ == "advmod" and c.lower_ in LISTS.whereabouts_alone]
    phrases = [c for c in after if c.dep_ == "prep" and c.lower_ in LISTS.whereabouts]
    phrases = [c for c in phrases if any(n.dep_ == "pobj" for n in c.children)]
    where += [c for c in phrases if not _worn(c)] or phrases[:1]
    return where[0] if where else None


def _takes_colour(preposition: Token) -> bool:
    """*A woman in green walks*: what was taken for its noun may be the verb."""
    colour, verb = preposition.nbor(1), preposition.nbor(2)
    alone = colour.tag_ == "JJ" and "NOUN" in known_as(colour.lower_)
    worn = verb.lemma_.lower() in _GARMENTS
    return alone and verb.tag_ == "NNS" and is_third_person(verb.lower_) and not worn


def _worn(preposition: Token) -> bool:
    """What follows is worn, or a colour: *in a hat*, *in red*."""
    found = [c for c in preposition.children if c.dep_ == "pobj"]
    nouns = [n for c in found for n in (c, *c.conjuncts)]
    return not found or any(n.lemma_.lower() in _GARMENTS or n.pos_ == "ADJ" for n in nouns)


def _maybe_verb(token: Token, participle: Token, subject: Token) -> bool:
    """A noun may be the verb, by its form and place: *wearing a plaid jacket leans on ...*."""
    word, plural = token.lower_, is_plural(subject)
    if token.tag_ == "VBZ" and token.dep_ == "acl":
        return True  # *A woman pushing a cart filled with boxes walks by*
    after = token.nbor().lower_ if token.i + 1 < len(token.doc) else ""
    nouns = [c for c in token.lefts if c.dep_ in _NOUNS]
    compound = bool(nouns)
    # *Players in the match fight for it*, *A baby with mud on her face points to it*
    ended = token.i + 1 == len(token.doc) or token.nbor().is_punct
    placed = participle.tag_ == "IN" and compound and not ended
    if token.tag_ == "NN" and compound and "VERB" in known_as(word):
        worn = token.nbor(-1).lemma_.lower() in _GARMENTS  # *wearing a sweater display it*
        worn = worn and token.lemma_.lower() not in _GARMENTS
        goes_on = worn or after in LISTS.beginning_a_clause or is_hardly_noun(word)
        goes_on = goes_on and (plural or is_group(subject))  # *girls laying in the grass smile as*
        return goes_on or (placed and plural)
    if token.tag_ != "NNS" or not is_third_person(word):
        return False
    if any(c.lower_ in DETERMINERS.of_a_singular for c in token.children):
        return True
    # *wearing black heaves the ball*, *wearing number eight runs on the track*
    counted = any(g.dep_ == "nummod" for c in nouns for g in c.children)
    if not plural and (placed or counted or after in ("a", "an", "the")):
        return True
    coloured = token.lemma_.lower() not in _GARMENTS and [c.pos_ for c in token.lefts] == ["ADJ"]
    # *A woman wearing modern clothing leans against*, *wearing black jumps off*
    worn = (compound or coloured) and after in LISTS.paths and participle.lemma_ in VERBS.wearing
    # *A man, accompanied with a camera, motions taking a movie*
    apart = token.nbor(-1).text == "," and token.dep_ != "conj" and after.endswith("ing")
    return not plural and (worn or apart or is_hardly_noun(word))


def _caption_participle(root: Token) -> Token | None:
    """The participle that a caption's *be* goes before: the last *-ing* form on its noun.

    A participle on what somebody wears is the wearer's (*Two women wearing skirts walking* ->
    *Two women wearing skirts are walking*). A past participle only where nothing else is one.
    """
    if root.pos_ not in ("NOUN", "PROPN", "PRON", "NUM"):
        return None
    below = [c for n in (root, *root.conjuncts) for c in n.children]
    hanging = [c for c in below if _is_hanging(c)]
    passive = [being for c in hanging if (being := _being(c)) is not None]
    # nor with a subject of its own: *Three elephants, each carrying a load, in a river*
    hanging = [c for c in hanging if not any(g.dep_ in (*_AUX, *SUBJECTS) for g in c.children)]
    present = [c for c in hanging if c.tag_ == "VBG"] or passive or _misattached(root)
    if len({c.head.i for c in present}) > 1 == len({c.lower_ for c in present}):
        return None  # *A boy wearing blue and a girl wearing red*: each has its own
    if any(c.lower_ in LISTS.participles_like_prepositions for c in present):
        return None  # *The costs relating to it*: nothing goes on
    if present:
        last = present[-1]
        nested = [t for t in last.subtree if t.tag_ == "VBG" and t.dep_ == "acl" and t.i > last.i]
        return nested[0] if nested and last.lemma_ in VERBS.wearing else last
    if any(c.dep_ == "advcl" for c in below):
        return None  # *They resorted to it, as they had no choice*: the tree took a noun for root
    marked = any(c.dep_ in ("det", "nummod", "poss") for c in root.children)
    past = [c for c in hanging if c.tag_ == "VBN"]
    alone = len(past) == 1 and past[0].nbor(-1).dep_ != "advmod"
    # not *Economies characterized by it have less*
    return past[0] if alone and (marked or is_animate(root) or is_group(root)) else None


def _is_hanging(child: Token) -> bool:
    """A participle on a caption's noun, or after a comma."""
    after_comma = child.dep_ in ("advcl", "conj") and child.i and child.nbor(-1).text == ","
    marked = any(c.dep_ in ("mark", "advmod") for c in child.lefts)
    return child.text.islower() and (child.dep_ == "acl" or bool(after_comma and not marked))


def _misattached(root: Token) -> list[Token]:
    """Participles hung on a thing near a person: *A man in a blue jacket riding a bike*.

    Or on the people of a group: *a group of people conversing*.
    """
    if not is_animate(root) and not is_group(root):
        return []
    present = (t for t in root.subtree if t.dep_ == "acl" and t.tag_ == "VBG" and t.text.islower())
    found = [
        t for t in present
        if all(a.dep_ in ("pobj", "prep", "conj", "ROOT") for a in t.ancestors)
        and (not is_animate(t.head) or is_group(root)) and t.nbor(-1).text != ","
    ]  # fmt: skip
    return found[:1]
