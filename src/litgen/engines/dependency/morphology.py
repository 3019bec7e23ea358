"""Word forms: lemmas that hold, inflection, forms of auxiliaries and pronouns (``rules/*.toml``).

All forms are in lower case, clitics with a straight apostrophe (*'m*, *'ve*).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from litgen.lexicon import VERBS
from litgen.tables import LISTS, rules_table


class Agreement(NamedTuple):
    """Person (1, 2, 3) and number of a subject."""

    person: int = 3
    plural: bool = False


_TABLE = rules_table("auxiliaries")["auxiliary"]


def _forms(key: str) -> frozenset[str]:
    """What all auxiliaries have under a key, together."""
    return frozenset(form for entry in _TABLE for form in entry.get(key, ()))


#: Form -> lemma, clitics included (*ca n't*, *wo n't*); *'s* and *'d* may be of two.
AUXILIARIES: dict[str, str] = {form: entry["lemma"] for entry in _TABLE for form in entry["forms"]}
#: Modal -> its entry.
MODALS = {entry["lemma"]: entry for entry in _TABLE if "predicate" in entry}
#: Forms that show person and number: *am*; *is*, *has*; *are*, *have*.
FIRST, SINGULAR, PLURAL = _forms("first"), _forms("singular"), _forms("plural")
#: Forms that are finite, whatever the tagger says.
PRESENT, PAST = _forms("present"), _forms("past")
#: Lemma -> form before *n't*, where it has one of its own; forms that do not take *n't*.
BEFORE_NT = {entry["lemma"]: entry["before_nt"] for entry in _TABLE if "before_nt" in entry}
WITHOUT_NT = _forms("without_nt")
#: Clitic -> the full forms that it may stand for.
CLITICS = {
    clitic: tuple(
        entry["clitics"][clitic] for entry in _TABLE if clitic in entry.get("clitics", {})
    )
    for clitic in sorted(_forms("clitics"))
}

_PRONOUNS = rules_table("pronouns")["pronoun"]
_CHANGING = [entry for entry in _PRONOUNS if entry["subject"] != entry["object"]]
#: Pronoun -> what it becomes as a subject; as an object or after *by*.
SUBJECT_CASE: dict[str, str] = {entry["object"]: entry["subject"] for entry in _CHANGING}
OBJECT_CASE: dict[str, str] = {entry["subject"].lower(): entry["object"] for entry in _CHANGING}
#: Subject -> the person and number of its verb.
AGREEMENT = {
    entry["subject"].lower(): Agreement(entry["person"], entry.get("plural", False))
    for entry in _PRONOUNS
    if "person" in entry
}
#: Subject -> the forms in which it comes back: *he* -> *he*, *him*, *his*, *himself*.
AGAIN = {entry["subject"].lower(): frozenset(entry.get("again", ())) for entry in _PRONOUNS}


_OVERRIDES: dict[tuple[str, str], str] = {
    (entry["lemma"], tag): form
    for entry in rules_table("morphology")["form"]
    for tag, form in entry.items()
    if tag.startswith("VB")
}


@lru_cache(maxsize=65536)
def inflect(lemma: str, tag: str) -> str:
    """The form of a verb that a Penn tag asks for.

    Example:
        >>> inflect("ride", "VBN")
        'ridden'
    """
    from lemminflect import getInflection

    if (lemma, tag) in _OVERRIDES:
        return _OVERRIDES[lemma, tag]
    if tag in ("VB", "VBP"):
        return lemma
    head, _, tail = lemma.rpartition("-")
    if head and tail:
        return f"{head}-{inflect(tail, tag)}"
    return str(getInflection(lemma, tag=tag)[0])  # of an unknown word, the regular form


@lru_cache(maxsize=65536)
def _verbs(word: str) -> tuple[str, ...]:
    """The verbs that the dictionary has a word for a form of."""
    from lemminflect import getLemma

    return tuple(getLemma(word, upos="VERB", lemmatize_oov=False))


def is_base(word: str) -> bool:
    """Whether a word is the base form of a verb: *found*, not *chose*."""
    return word in _verbs(word) or word in _of_today()


@lru_cache(maxsize=65536)
def is_form(word: str, lemma: str, tag: str) -> bool:
    """Whether a word is a form of a verb; of verbs that the dictionary lacks every word is.

    It does not have all participles: what ends as they do passes (*got*, *proven*).

    Example:
        >>> is_form("wove", "weave", "VBD"), is_form("drank", "drink", "VBN")
        (True, False)
    """
    from lemminflect import getAllInflections

    known = getAllInflections(lemma, upos="VERB")
    participle = tag == "VBN" and word.endswith(("d", "n", "t"))
    return not known or participle or word in (*known.get(tag, ()), inflect(lemma, tag))


@lru_cache(maxsize=65536)
def is_third_person(word: str) -> bool:
    """Whether a word can only be a third person singular: *digs*, not *was* or *focus*."""
    if not word.endswith("s") or word.endswith("ss"):
        return False
    lemmas = _verbs(word) or (lemma_of_verb(word),)
    return any(lemma != word == inflect(lemma, "VBZ") != inflect(lemma, "VBD") for lemma in lemmas)


@lru_cache(maxsize=65536)
def is_past_only(word: str) -> bool:
    """Whether a word is a past form and no base form: *bent*, not *put*."""
    lemmas = _verbs(word)
    return bool(lemmas) and word not in lemmas and is_form(word, lemmas[0], "VBD")


@lru_cache(maxsize=65536)
def lemma_of_verb(word: str) -> str:
    """The verb that a lower-cased word may be a form of, the word itself where there is none.

    Example:
        >>> lemma_of_verb("eating")
        'eat'
    """
    return next(iter(_verbs(word)), _of_today().get(word, word))


@lru_cache(maxsize=1)
def _of_today() -> dict[str, str]:
    """Form -> lemma of verbs that the dictionary lacks."""
    tags = ("VBZ", "VBD", "VBN", "VBG", "VB")
    return {inflect(verb, tag): verb for verb in LISTS.verbs_of_today for tag in tags}


@lru_cache(maxsize=65536)
def known_as(word: str) -> frozenset[str]:
    """The parts of speech (universal tags) that the dictionary has for a lower-cased word."""
    from lemminflect import getAllLemmas

    more = {"VERB"} if word in _of_today() else set()
    if word.removesuffix("s") in LISTS.nouns_too:
        more.add("NOUN")
    return frozenset(getAllLemmas(word)) | more


def is_hardly_noun(word: str) -> bool:
    """Whether a form that may be a verb's is hardly a noun: *performs*, *smile*."""
    lemma = lemma_of_verb(word)
    noun = "NOUN" in known_as(word) | known_as(lemma)  # of *logs* the dictionary has the verb
    return not noun or lemma in VERBS.hardly_noun or lemma in VERBS.intransitive


def form_of(lemma: str, tense: str, agreement: Agreement) -> str:
    """The form of a verb in the present or past, or what a Penn tag in their place asks for.

    Example:
        >>> form_of("be", "past", Agreement(3, True))
        'were'
    """
    if tense not in ("pres", "past"):
        return inflect(lemma, tense)
    singular = 0 if agreement.plural else agreement.person
    if lemma == "be":
        present, past = {1: ("am", "was"), 3: ("is", "was")}.get(singular, ("are", "were"))
        return past if tense == "past" else present
    return inflect(lemma, "VBD" if tense == "past" else "VBZ" if singular == 3 else "VBP")


@lru_cache(maxsize=65536)
def checked(word: str, tag: str, spacy_lemma: str, upos: str) -> str:
    """spaCy's lemma where re-inflecting it gives the word seen, else LemmInflect's."""
    from lemminflect import getAllInflections, getLemma

    if tag in ("VB", "VBP"):
        lemmas = _verbs(word)
        return word if word in lemmas or not lemmas else lemmas[0]
    if tag in ("NN", "JJ", "RB") or upos not in ("VERB", "AUX", "NOUN"):
        return spacy_lemma
    if word in getAllInflections(spacy_lemma, upos=upos).get(tag, ()):
        return spacy_lemma
    candidates = [each for each in getLemma(word, upos=upos) if each]  # of *s* it takes the *s*
    sure = (each for each in candidates if word in getAllInflections(each, upos=upos).get(tag, ()))
    return str(next(sure, candidates[0] if candidates else spacy_lemma))
