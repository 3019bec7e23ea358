"""Word forms: lemmas, inflection, forms of auxiliaries and pronouns (``rules/*.toml``).

All forms are in lower case; clitics have a straight apostrophe (*'m*, *'ve*).
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from litgen.lexicon import VERBS
from litgen.tables import LISTS, rules_table
from litgen.trees.parsers import PACKAGED, find_parser


class Agreement(NamedTuple):
    """Person (1, 2, 3) and number of a subject."""

    person: int = 3
    plural: bool = False


_TABLE = rules_table("auxiliaries")["auxiliary"]


def _forms(key: str) -> frozenset[str]:
    return frozenset(form for entry in _TABLE for form in entry.get(key, ()))


#: The lemma of each form, including *ca* and *wo* before *n't*; *'s* and *'d* are ambiguous.
AUXILIARIES: dict[str, str] = {form: entry["lemma"] for entry in _TABLE for form in entry["forms"]}
#: The table entry of each modal.
MODALS = {entry["lemma"]: entry for entry in _TABLE if "predicate" in entry}
#: Modals with a *to*-infinitive. In a tree they are main verbs, but they take no *do*-support.
OVER_INFINITIVE = {lemma for lemma, entry in MODALS.items() if entry.get("complement") == "to"}
#: Forms that show person and number: *am* (first person), *is*, *has* (third), *are*, *have*.
FIRST, SINGULAR, PLURAL = _forms("first"), _forms("singular"), _forms("plural")
#: Forms that are always finite, whatever their tag.
PRESENT, PAST = _forms("present"), _forms("past")
#: The form of a lemma before *n't*, if it is special (*wo*), and the forms that do not take *n't*.
BEFORE_NT = {entry["lemma"]: entry["before_nt"] for entry in _TABLE if "before_nt" in entry}
WITHOUT_NT = _forms("without_nt")
#: The full forms that each clitic may abbreviate.
CLITICS = {
    clitic: tuple(e["clitics"][clitic] for e in _TABLE if clitic in e.get("clitics", {}))
    for clitic in sorted(_forms("clitics"))
}

_PRONOUNS = rules_table("pronouns")["pronoun"]
_CHANGING = [entry for entry in _PRONOUNS if entry["subject"] != entry["object"]]
#: For pronouns that change, the subject form of each object form, and the reverse.
SUBJECT_CASE: dict[str, str] = {entry["object"]: entry["subject"] for entry in _CHANGING}
OBJECT_CASE: dict[str, str] = {entry["subject"].lower(): entry["object"] for entry in _CHANGING}
#: The person and number of the verb whose subject is the pronoun.
AGREEMENT = {
    entry["subject"].lower(): Agreement(entry["person"], entry.get("plural", False))
    for entry in _PRONOUNS
    if "person" in entry
}
#: All forms of each pronoun, by its subject form: *he*, *him*, *his*, *himself* for *he*.
AGAIN = {entry["subject"].lower(): frozenset(entry.get("again", ())) for entry in _PRONOUNS}


_TABLES = rules_table("morphology")
_OVERRIDES: dict[tuple[str, str], tuple[str, ...]] = {
    (entry["lemma"], tag): (forms,) if isinstance(forms, str) else tuple(forms)
    for entry in _TABLES["form"]
    for tag, forms in entry.items()
    if tag.startswith("VB")
}
_SPELLINGS = [(re.compile(entry["shape"]).fullmatch, entry) for entry in _TABLES["spelling"]]
#: Prefixes that derive a verb without changing its inflection, the longest first.
_PREFIXES = tuple(sorted(_TABLES["prefixes"]["words"], key=len, reverse=True))


class _WordNet(NamedTuple):
    """The WordNet data in spaCy's lemmatizer: irregular forms with their lemmas, and all verbs."""

    nouns: Mapping[str, Sequence[str]]
    verbs: Mapping[str, Sequence[str]]
    base_forms: frozenset[str]


@lru_cache(maxsize=1)
def _dictionary() -> Any:
    import lemminflect  # importing it loads spaCy

    return lemminflect


def _listed(word: str, upos: str) -> tuple[str, ...]:
    return tuple(_dictionary().getLemma(word, upos=upos, lemmatize_oov=False))


@lru_cache(maxsize=1)
def _wordnet() -> _WordNet:
    from spacy.lookups import Lookups

    found = Lookups().from_disk(find_parser(PACKAGED) / "lemmatizer" / "lookups")
    forms = found.get_table("lemma_exc")
    return _WordNet(forms["noun"], forms["verb"], frozenset(found.get_table("lemma_index")["verb"]))


@lru_cache(maxsize=65536)
def _inflections(lemma: str, tag: str) -> tuple[str, ...]:
    if (lemma, tag) in _OVERRIDES:
        return _OVERRIDES[lemma, tag]
    if tag in ("VB", "VBP") or lemma in OVER_INFINITIVE:
        return (lemma,)
    for fits, entry in _SPELLINGS:
        if fits(lemma):
            return (lemma + entry[tag],) if tag in entry else (lemma + "s",)
    known = _dictionary().getAllInflections(lemma, upos="VERB")
    if not known:
        prefix, base = parts_of_verb(lemma)
        if prefix:
            return tuple(prefix + form for form in _inflections(base, tag))
    found = _dictionary().getInflection(lemma, tag=tag)  # unknown words get the regular form
    alike = [form for form in found if ("-" in form) is ("-" in lemma) and " " not in form]
    if tag == "VBN":  # *burned*, *burnt*: the dictionary has only one of the two forms
        past = _inflections(lemma, "VBD")
        alike += [form for form in past if form.endswith(("ed", "t")) and len(past) > 1]
    return tuple(dict.fromkeys(alike or found))


def inflect(lemma: str, tag: str) -> str:
    """Return the form of a verb for a Penn tag: ``inflect("outsell", "VBD")`` is *outsold*."""
    return _inflections(lemma, tag)[0]


def parts_of_verb(word: str) -> tuple[str, str]:
    """Split a derived verb into its first part and the verb that it is derived from.

    The first part is empty if the verb is not derived from another verb.

    Example:
        >>> parts_of_verb("fact-checked"), parts_of_verb("outsold"), parts_of_verb("rest")
        (('fact-', 'checked'), ('out', 'sold'), ('', 'rest'))
    """
    head, hyphen, tail = word.rpartition("-")
    if head and verbs_of(tail):
        return head + hyphen, tail
    if not _dictionary().getAllLemmas(word):
        for prefix in _PREFIXES:
            base = word.removeprefix(prefix)
            if base != word and len(base) > 2 and verbs_of(base):
                return prefix, base
    return "", word


@lru_cache(maxsize=65536)
def is_hyphenated_verb(first: str, last: str, placed: bool, auxiliary: str | None = None) -> bool:
    """Check whether two words joined by a hyphen are one verb, or the first is a verbal prefix.

    True for *re-sign*, *fact-checked* and *co-founder*; false for *part-time* and *thick-skulled*.

    Args:
        placed: whether the position allows a verb: *will fact-check*, *fact-checks the speech*.
        auxiliary: lemma of an auxiliary before the words; a base form after *be* or *have* is not a
            verb.

    Example:
        >>> is_hyphenated_verb("spoon", "fed", False), is_hyphenated_verb("part", "time", False)
        (True, False)
    """
    lemmas = verbs_of(last)
    if first in _PREFIXES:
        return bool(known_as(last))
    wordnet, base = _wordnet(), last in lemmas
    listed = any(f"{first}-{lemma}" in wordnet.base_forms for lemma in (last, *lemmas))
    if listed or f"{first}-{last}" in wordnet.verbs:
        return True
    return bool(lemmas) and placed and not (base and auxiliary in ("be", "have"))


@lru_cache(maxsize=65536)
def verbs_of(word: str) -> tuple[str, ...]:
    """Return the verbs that a word may be a form of, including derived verbs."""
    for fits, entry in _SPELLINGS:  # the dictionary lists *mimick*
        for stem in {word.removesuffix(entry[tag]) for tag in ("VBD", "VBG")} - {word}:
            if fits(stem) and _dictionary().getAllLemmas(stem):
                return (stem,)
    found, wordnet = _listed(word, "VERB"), _wordnet()
    in_e = [e for e in found[1:] if e in wordnet.base_forms and word in (f"{e}d", f"{e[:-1]}ing")]
    if in_e and in_e[0].endswith("e"):  # prefer *bode* for *boded*
        found = (*in_e[:1], *(lemma for lemma in found if lemma != in_e[0]))
    if word in found[1:] and word in wordnet.verbs and word not in wordnet.base_forms:
        found = tuple(lemma for lemma in found if lemma != word)  # *rewound* is a form of *rewind*
    if found or _dictionary().getAllLemmas(word):
        return found
    if word in wordnet.verbs:
        return tuple(wordnet.verbs[word])
    if word in wordnet.base_forms:
        return (word,)
    if tag := {"s": "VBZ", "d": "VBD", "g": "VBG"}.get(word[-1:]):
        for lemma in _stems(word, tag):
            if lemma in wordnet.base_forms and inflect(lemma, tag) == word:
                return (lemma,)
    prefix, base = parts_of_verb(word)
    return tuple(prefix + lemma for lemma in verbs_of(base)) if prefix else ()


def _stems(word: str, tag: str) -> Sequence[str]:
    """Return the verbs that a regular form may belong to: *premiere*, *premier* for *premiered*."""
    stem = word.removesuffix({"VBZ": "s", "VBD": "ed", "VBG": "ing"}[tag])
    doubled = stem[:-1] if stem[-2:-1] == stem[-1:] else stem
    return (f"{stem}e", stem, doubled, stem.removesuffix("e"), re.sub("ie?$", "y", stem))


def is_base(word: str) -> bool:
    """Check whether a word is the base form of a verb: *found*, not *chose*."""
    return word in verbs_of(word) or word in _of_today()


@lru_cache(maxsize=65536)
def is_form(word: str, lemma: str, tag: str) -> bool:
    """Check whether a word may be a verb's form for a Penn tag; true for unknown verbs.

    The dictionary does not have all participles, so any word with a participle's ending is accepted
    as one (*got*, *proven*).

    Example:
        >>> is_form("wove", "weave", "VBD"), is_form("drank", "drink", "VBN")
        (True, False)
    """
    known = _dictionary().getAllInflections(lemma, upos="VERB")
    participle = tag == "VBN" and word.endswith(("d", "n", "t"))
    return not known or participle or word in (*known.get(tag, ()), *_inflections(lemma, tag))


def is_one_of(word: str, lemma: str, tag: str) -> bool:
    """Check whether a word is a verb's form for a Penn tag: *hanged* or *hung* for *hang*."""
    return word in _inflections(lemma, tag)


def is_participle(word: str) -> bool:
    """Check whether a word may be a past participle: *eaten*, *got*, not *ate*."""
    verbs = verbs_of(word)
    return any((v != word and is_form(word, v, "VBN")) or is_one_of(word, v, "VBN") for v in verbs)


@lru_cache(maxsize=65536)
def is_third_person(word: str) -> bool:
    """Check whether a verb form can only be third person singular: *digs*, not *was* or *focus*."""
    if not word.endswith("s") or word.endswith("ss"):
        return False
    lemmas = verbs_of(word) or (lemma_of_verb(word),)
    return any(lemma != word == inflect(lemma, "VBZ") != inflect(lemma, "VBD") for lemma in lemmas)


@lru_cache(maxsize=65536)
def is_past_only(word: str) -> bool:
    """Check whether a word is a past form but not a base form: *bent*, not *put*."""
    lemmas = verbs_of(word)
    return bool(lemmas) and word not in lemmas and is_one_of(word, lemmas[0], "VBD")


@lru_cache(maxsize=65536)
def is_past(word: str) -> bool:
    """Check whether a word may be a past form: *bent*, *put*, *found*."""
    return any(is_one_of(word, each, "VBD") for each in (*verbs_of(word), *_listed(word, "VERB")))


@lru_cache(maxsize=65536)
def lemma_of_verb(word: str) -> str:
    """Return the verb that a lower-cased word may be a form of, or the word itself."""
    return next(iter(verbs_of(word)), _of_today().get(word, word))


@lru_cache(maxsize=1)
def _of_today() -> dict[str, str]:
    """Map forms to lemmas for recent verbs, which the dictionary lacks."""
    tags = ("VBZ", "VBD", "VBN", "VBG", "VB")
    return {inflect(verb, tag): verb for verb in LISTS.verbs_of_today for tag in tags}


@lru_cache(maxsize=65536)
def known_as(word: str) -> frozenset[str]:
    """Return the universal part-of-speech tags that the dictionary has for a word."""
    more = {"VERB"} if word in _of_today() or verbs_of(word) else set()
    if word.removesuffix("s") in LISTS.nouns_too:
        more.add("NOUN")
    return frozenset(_dictionary().getAllLemmas(word)) | more


def is_hardly_noun(word: str) -> bool:
    """Check whether a word that may be a verb form is rarely a noun: *performs*, *smile*."""
    lemma = lemma_of_verb(word)
    noun = "NOUN" in known_as(word) | known_as(lemma)  # the dictionary has *logs* only as a verb
    return not noun or lemma in VERBS.hardly_noun or lemma in VERBS.intransitive


@lru_cache(maxsize=65536)
def singulars(word: str) -> tuple[str, ...]:
    """Return the nouns whose plural a word may be, or () if it is more often a singular.

    Example:
        >>> singulars("oxen"), singulars("grandchildren"), singulars("specimen")
        (('ox',), ('grandchild',), ())
    """
    found = _listed(word, "NOUN")
    if not found and not _dictionary().getAllLemmas(word):
        # a compound has the plural of its last part
        ends = (word[at:] for at in range(3, len(word) - 2))
        compounds = (tuple(word.removesuffix(e) + one for one in singulars(e)) for e in ends)
        found = tuple(_wordnet().nouns.get(word, ())) or next(filter(None, compounds), ())
    return () if found[:1] == (word,) else found


def form_of(lemma: str, tense: str, agreement: Agreement) -> str:
    """Return a verb's form for ``tense``, which is ``pres``, ``past`` or a Penn tag."""
    if tense not in ("pres", "past"):
        return inflect(lemma, tense)
    singular = 0 if agreement.plural else agreement.person
    if lemma == "be":
        present, past = {1: ("am", "was"), 3: ("is", "was")}.get(singular, ("are", "were"))
        return past if tense == "past" else present
    return inflect(lemma, "VBD" if tense == "past" else "VBZ" if singular == 3 else "VBP")


@lru_cache(maxsize=65536)
def checked(word: str, tag: str, spacy_lemma: str, upos: str) -> str:
    """Return the lemma of a form: spaCy's lemma, corrected with the dictionary's inflections.

    Example:
        >>> checked("premiered", "VBD", "premier", "VERB"), checked("geese", "NNS", "geese", "NOUN")
        ('premiere', 'goose')
    """
    if tag in ("VB", "VBP"):
        lemmas = verbs_of(word)
        return word if word in lemmas or not lemmas else lemmas[0]
    if tag in ("NN", "JJ", "RB") or upos not in ("VERB", "AUX", "NOUN"):
        return spacy_lemma
    if upos == "NOUN":
        if word in _dictionary().getAllInflections(spacy_lemma, upos=upos).get(tag, ()):
            return spacy_lemma
        found = filter(None, _dictionary().getLemma(word, upos=upos))  # the lemma of *s* is empty
        nouns = [*singulars(word), *found] or [spacy_lemma]
        known = ((noun, _dictionary().getAllInflections(noun, upos=upos)) for noun in nouns)
        return str(next((noun for noun, forms in known if word in forms.get(tag, ())), nouns[0]))
    verbs = [*verbs_of(word)] or [spacy_lemma]
    return next((each for each in verbs if is_one_of(word, each, tag)), verbs[0])
