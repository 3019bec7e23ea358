"""Auxiliaries and verb forms: what tense a form has, where the tagger is to be believed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from litgen.engines.dependency.auxiliaries import AUXILIARIES, PAST, PRESENT
from litgen.engines.dependency.composition.tables import words as word_list
from litgen.engines.dependency.morphology import (
    inflect,
    is_past_only,
    is_third_person,
    lemma_of,
)

if TYPE_CHECKING:
    from spacy.tokens import Token

Tense = Literal["pres", "past", "fut"]

_AUX = ("aux", "auxpass")
_DITRANSITIVE = word_list("verbs", "ditransitive", "verbs")
SUBJECTS = frozenset(("nsubj", "nsubjpass", "csubj", "csubjpass", "expl"))


def is_be(token: Token) -> bool:
    """A form of *be*; *'s* too, which is a verb of its own only as *be* (*It's not me*)."""
    word = token.lower_.replace("’", "'")
    return AUXILIARIES.get(word) == "be" or (word == "'s" and token.tag_ == "VBZ")


def aux_lemma(token: Token) -> str:
    """Lemma of an auxiliary: *'s* is *has* before a past participle other than after *be*."""
    word = token.lower_.replace("’", "'")
    if word == "'s":
        following = [c for c in token.head.children if c.i > token.i and c.dep_ in _AUX] or [
            token.head
        ]
        been = following[0].lower_ == "been" or token.head.lower_ == "been"
        active = token.dep_ == "aux" or (  # *He's eaten the cake*, read as a passive
            any(c.dep_ == "dobj" for c in token.head.children)
            and lemma_of(token.head) not in _DITRANSITIVE
        )
        perfect = active and following[0].tag_ in ("VBN", "VBD")
        return "have" if been or perfect else "be"
    if word == "'d":
        return "have" if token.head.tag_ in ("VBN", "VBD") else "would"
    return AUXILIARIES.get(word, token.lemma_)


def finite_tense(token: Token, tag: str) -> Tense | None:
    """Tense of a finite form, None for a form that is not finite."""
    word = token.lower_.replace("’", "'")
    if tag in ("VBZ", "VBP") or word in PRESENT:
        return "pres"
    if tag == "VBD" or word in PAST:
        return "past"
    return None


def participle_or_tense(token: Token, has_auxiliary: bool) -> str:
    """The tag of a verb, mended where the tagger contradicts the tree.

    *People walk* has a VB with a subject and no auxiliary: present. *The dog chased a cat* with
    VBN is past, where no other verb can be the finite one. A VBD after an
    auxiliary *have* or *be* is a participle.
    """
    if has_auxiliary:
        return "VBN" if token.tag_ == "VBD" else token.tag_
    if token.tag_ in ("VBD", "VBN") and is_third_person(token.lower_):
        return "VBZ"
    if token.tag_ in ("VB", "VBP") and is_past_only(token.lower_):
        return "VBD"
    has_subject = any(c.dep_ in SUBJECTS for c in token.children)
    if has_subject and token.dep_ in ("ROOT", "conj", "relcl", "advcl", "ccomp"):
        if token.tag_ == "VB" and token.dep_ != "ccomp":
            return "VBP"
        if token.tag_ == "VBN" and token.dep_ == "ROOT" and not _other_finite(token):
            past = inflect(lemma_of(token), "VBD") == token.lower_  # not *something forgotten*
            return "VBD" if past else "VBN"
    return token.tag_


def _other_finite(token: Token) -> bool:
    """Another verb, outside subordinate clauses, that can be the finite one of the sentence."""
    return any(
        t.tag_ in ("VBZ", "VBP", "VBD", "MD") and t.i != token.i and not _subordinate(t)
        for t in token.doc
    )


def _subordinate(token: Token) -> bool:
    """Inside a relative clause, or an adverbial one with its conjunction."""
    return any(
        t.dep_ == "relcl" or (t.dep_ == "advcl" and any(c.dep_ == "mark" for c in t.children))
        for t in (token, *token.ancestors)
    )


def is_participle(token: Token) -> bool:
    """A past participle, or a past form that may be one (*went* may not)."""
    if token.tag_ == "VBD":
        return inflect(lemma_of(token), "VBN") == token.lower_
    return token.tag_ == "VBN"
