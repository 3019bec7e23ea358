"""Repairs of spaCy's trees (``rules/repairs.toml``), the last component of the pipeline.

All later steps, such as parsing into MRS and the guards, use the repaired tree.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from spacy.language import Language

from litgen.exceptions import RuleError
from litgen.lexicon import NOUNS, VERBS
from litgen.tables import read_toml, rules_folder, rules_table
from litgen.trees import morphology as forms
from litgen.trees.patterns import Index, Match, Pattern, Predicate, read_pattern
from litgen.trees.tokens import Doc
from litgen.trees.words import AUX, WORDS, Word, checked_lemma, read_words, reattach

COMPONENT = "litgen_repairs"
#: Key of ``Doc.user_data`` for the names of the repairs made.
REPAIRED = "litgen_repairs"
#: The attribute of a word that each key of an action sets.
_SETS = {"POS": "pos", "TAG": "tag", "LEMMA": "lemma", "DEP": "dep"}

_ORDINALS = frozenset(rules_table("semantics/numbers")["ordinal"])
_DAY = re.compile(r"\d{1,2}(st|nd|rd|th)?")


def _is_unknown_name(word: Word) -> bool:
    """Check whether a word is capitalised and not in the dictionary: *Abrams*."""
    text = word.text
    if not text[:1].isupper() or len(text) == 1 or forms.known_as(word.lower):
        return False
    return text.isalpha() or any(character.isdigit() for character in text)


def _leaves_out_object(verb: Word) -> bool:
    """Check whether a verb with an inanimate subject lacks the object that it needs."""
    complete = verb.first("dobj", "ccomp", "xcomp", "advmod", "prt", "conj")
    subject = verb.first("nsubj", "nsubjpass")
    if complete is not None or subject is None or subject.pos != "NOUN":
        return False
    living = (NOUNS.person, NOUNS.any_person, NOUNS.animal, NOUNS.group)
    return verb.lemma in VERBS.takes_object and not any(subject.lemma in each for each in living)


def _shares_auxiliary(verb: Word) -> bool:
    """Check whether a conjunct shares *be*, *have* or *get*: *was caught and killed*."""
    shared = {"have"} if verb.lemma in VERBS.intransitive else {"be", "have", "get"}
    while verb.dep == "conj" and verb.head is not verb:
        verb = verb.head
        auxiliaries = [d.lemma for d in verb.of(*AUX) if d.i < verb.i]
        if auxiliaries:
            return not shared.isdisjoint(auxiliaries)
    return False


def _is_set_off(word: Word) -> bool:
    before = min(w.i for w in word.subtree()) - 1
    *_, root = (word, *word.ancestors())
    return any(w.i == before and w.text == "," for w in root.subtree())


#: Predicates, for use under ``_`` in a pattern, that depend on the word alone.
_OF_A_WORD: dict[str, Predicate] = {
    "adjective_form": lambda word: "ADJ" in forms.known_as(word.lower),
    "alphabetic": lambda word: word.text.isalpha(),
    "animate": lambda word: any(
        word.lemma in each for each in (NOUNS.person, NOUNS.any_person, NOUNS.animal)
    ),
    "base": lambda word: forms.is_base(word.lower),
    "base_form": lambda word: forms.inflect(word.lemma, "VB") == word.lower,
    "capital": lambda word: word.text[:1].isupper(),
    "day_of_month": lambda word: bool(_DAY.fullmatch(word.lower)) or word.lower in _ORDINALS,
    "degree": lambda word: word.dep == "advmod" and word.lower in ("more", "less"),
    "gerund": lambda word: forms.inflect(forms.lemma_of_verb(word.lower), "VBG") == word.lower,
    "known": lambda word: bool(forms.known_as(word.lower)),
    "known_verb": lambda word: forms.is_base(word.lemma),
    "noun_form": lambda word: (
        not forms.known_as(word.lower) or "NOUN" in forms.known_as(word.lower)
    ),
    "only_past": lambda word: forms.is_past_only(word.lower),
    "only_third_person": lambda word: forms.is_third_person(word.lower),
    "participle_form": lambda word: forms.inflect(word.lemma, "VBN") == word.lower,
    "past_form": lambda word: forms.is_one_of(word.lower, word.lemma, "VBD"),
    "participle": lambda word: forms.is_participle(word.lower),
    "plural_form": lambda word: bool(forms.singulars(word.lower)),
    "pictograph": lambda word: unicodedata.category(word.text[0]) == "So",
    "rather_verb": lambda word: forms.is_hardly_noun(word.lower),
    "unknown_name": _is_unknown_name,
    "title": lambda word: word.text.istitle(),
    "upper": lambda word: word.text.isupper(),
    "verb_form": lambda word: "VERB" in forms.known_as(word.lower),
}
PREDICATES: dict[str, Predicate] = {
    **_OF_A_WORD,
    # the verb or its first auxiliary is finite
    "finite": lambda word: (word.first(*AUX) or word).tag in ("VBZ", "VBP", "VBD", "MD"),
    "first": lambda word: word.i == 0,
    "has_dependents": lambda word: bool(word.dependents),
    # in a finite complement clause that follows its verb, or in a finite relative clause
    "of_a_clause_below": lambda word: any(
        w.dep in ("relcl", "ccomp")
        and w.i > w.head.i
        and (w.first(*AUX) or w).tag in ("VBZ", "VBP", "VBD", "MD")
        for w in (word, *word.ancestors())
    ),
    # its verb also has an earlier subject
    "later_subject": lambda word: any(w.i < word.i for w in word.head.of("nsubj", "nsubjpass")),
    "object_left_out": _leaves_out_object,
    "said_again": lambda word: any(
        w.lower == word.lower and w.dep == word.dep and w.i > word.i for w in word.head.dependents
    ),
    "says": lambda word: (
        any(word.lemma in each for each in (VERBS.quoting, VERBS.reporting, VERBS.opinion))
        and not any(w.i > word.i for w in word.of("ccomp", "xcomp"))
    ),
    "set_off": _is_set_off,
    "shares_auxiliary": _shares_auxiliary,
    "singular_verb": lambda word: any(w.tag == "VBZ" for w in (word, *word.of(*AUX))),
    # a preposition that its verb selects: *deal with*
    "selected_by_verb": lambda word: word.lower in VERBS.prepositional.get(word.head.lemma, {}),
    # inside a relative clause, or inside an adverbial clause that has a conjunction
    "subordinate": lambda word: any(
        w.dep == "relcl" or (w.dep == "advcl" and w.first("mark"))
        for w in (word, *word.ancestors())
    ),
}

ALONE = frozenset(_OF_A_WORD.values())


class Repair(NamedTuple):
    """A pattern and the values to set for the words that match (``rules/repairs.toml``)."""

    name: str
    pattern: Pattern
    do: tuple[tuple[str, Mapping[str, Any]], ...]
    example: str
    repaired: Sequence[str]
    counterexample: str

    def apply(self, match: Match) -> list[Word]:
        """Carry out the actions and return the words that they changed."""
        changed = []
        for node, values in self.do:
            for word in match.get(node, ()):
                _set(word, values, match)
                changed.append(word)
        return changed


def _set(word: Word, values: Mapping[str, Any], match: Match) -> None:
    """Apply an action's values to a word; a new tag also changes the lemma."""
    if heads := match.get(values.get("HEAD", "")):  # a node with "?" may have matched no word
        reattach(word, heads[0])
    for key, attribute in _SETS.items():
        value = values.get(key)
        if isinstance(value, Mapping):
            value = value.get(getattr(word, attribute))
        elif value is not None and value.startswith("="):
            value = getattr(match[value[1:]][0], attribute)
        if value is not None:
            setattr(word, attribute, value)
    if ("TAG" in values or "POS" in values) and "LEMMA" not in values:
        word.lemma = checked_lemma(word)


class Repairs:
    """All repairs, in order, with an index of the words at which each may begin."""

    def __init__(self, repairs: Sequence[Repair]) -> None:
        self.all = tuple(repairs)
        self._beginning = Index([repair.pattern for repair in self.all], ALONE).beginning

    def repair(self, words: Sequence[Word]) -> list[str]:
        """Repair a sentence's words in place and return the names of the repairs made."""
        beginnings: dict[int, list[Word]] = {}
        for word in words:
            for index in self._beginning(word):
                beginnings.setdefault(index, []).append(word)
        done: list[str] = []
        for index, repair in enumerate(self.all):
            for word in beginnings.get(index, ()):
                if (match := repair.pattern.match(words, word)) is None:
                    continue
                done.append(repair.name)
                for changed in repair.apply(match):  # later repairs may now begin at this word
                    for later in self._beginning(changed):
                        if later > index:
                            beginnings.setdefault(later, []).append(changed)
        return done


@lru_cache(maxsize=4)
def load_repairs(folder: Path | None = None) -> Repairs:
    """Read ``repairs.toml``.

    Raises:
        RuleError: an entry is not valid; the message states the file, repair and reason.
    """
    path = (folder or rules_folder()) / "repairs.toml"
    table = read_toml(path)
    if "repair" not in table:
        raise RuleError(f"{path}: the [[repair]] tables are missing")
    found = []
    for entry in table["repair"]:
        try:
            found.append(_read(entry))
        except RuleError as error:
            raise RuleError(f"{path}: repair {entry.get('name', '?')!r}: {error}") from None
    return Repairs(found)


def _read(entry: Mapping[str, Any]) -> Repair:
    if set(entry) != set(Repair._fields):
        raise RuleError(f"an entry must have exactly these keys: {', '.join(Repair._fields)}")
    pattern = read_pattern(entry["pattern"], PREDICATES)
    names = {node.name for node in pattern.nodes if node.quantifier != "!"}
    actions = []
    for action in entry["do"]:
        node, values = action.get("ID"), {k: v for k, v in action.items() if k != "ID"}
        named = {node, values.get("HEAD", node)}
        if not named <= names or not values.keys() <= {"HEAD", *_SETS}:
            raise RuleError(
                f"an action must have the ID of a node and may set HEAD, {', '.join(_SETS)}: "
                f"{action}"
            )
        actions.append((node, values))
    return Repair(**{**entry, "pattern": pattern, "do": tuple(actions)})


@Language.component(COMPONENT)
def repair(doc: Doc) -> Doc:
    """Repair a parsed document in place and correct its lemmas, as a pipeline component."""
    if not doc.has_annotation("DEP"):
        return doc  # tagged but not parsed
    words = read_words(doc)
    given = [word.lemma for word in words]
    for word in words:
        word.lemma = checked_lemma(word)
    done = load_repairs().repair(words)
    if done:
        doc.user_data[REPAIRED] = tuple(done)
        _write(doc, words)
    for word, lemma in zip(words, given, strict=True):
        if word.lemma != lemma:
            doc[word.i].lemma_ = word.lemma
    doc.user_data[WORDS] = words
    return doc


def _write(doc: Doc, words: Sequence[Word]) -> None:
    """Set labels, tags and heads of a document, all heads at once to avoid temporary cycles."""
    import numpy as np

    add = doc.vocab.strings.add
    rows = [(add(w.dep), add(w.tag), add(w.pos), (w.head.i - w.i) % (1 << 64)) for w in words]
    doc.from_array(["DEP", "TAG", "POS", "HEAD"], np.array(rows, dtype=np.uint64))  # type: ignore[arg-type]
