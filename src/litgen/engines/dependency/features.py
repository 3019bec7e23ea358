"""What guards ask about a sentence: a flat table of named sets of words and labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import SUBJECTS, Clause, Sentence, is_elliptic
from litgen.engines.dependency.flaws import flaws
from litgen.engines.dependency.morphology import known_as, lemma_of
from litgen.engines.dependency.nouns import is_animate, is_person, is_plural
from litgen.engines.dependency.surface import is_name

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Features = dict[str, frozenset[str]]

_OBJECTS = ("dobj", "attr", "oprd")
_REFLEXIVES = ("myself", "yourself", "himself", "herself", "itself", "ourselves", "themselves",
               "yourselves", "each", "oneself")  # fmt: skip


def features(sentence: Sentence) -> Features:
    """The features of a sentence with a finite root clause.

    Names are ``part.property``; parts are ``sentence``, ``root``, ``subject``, ``object``,
    ``agent``. Values of a property are lemmas, tags, dependency labels or named facts.

    Example:
        *A man is riding his bike.* has ``root.lemma`` {ride}, ``object.facts`` {possessive, ...}.
    """
    doc, clause = sentence.doc, sentence.root
    assert clause is not None and clause.subject is not None
    found: dict[str, set[str]] = {}
    _sentence(sentence, clause, found)
    _root(sentence, clause, found)
    _phrase(doc, clause.subject, "subject", found)
    target = object_of(doc, clause)
    if target is not None:
        _phrase(doc, target, "object", found)
        _after_object(doc, clause, target, found)
    if clause.agent is not None:
        for child in doc[clause.agent].children:
            if child.dep_ == "pobj":
                _phrase(doc, child.i, "agent", found)
    return {name: frozenset(values) for name, values in found.items()}


def object_of(doc: Doc, clause: Clause) -> int | None:
    """Head of the direct object, or of the noun phrase after a copula."""
    after = [c for c in doc[clause.head].children if c.i > clause.head]
    found = next((c.i for c in after if c.dep_ == "dobj"), None)
    if found is None:
        found = next((c.i for c in after if c.dep_ == "attr"), None)
    return found


def _sentence(sentence: Sentence, clause: Clause, found: dict[str, set[str]]) -> None:
    doc = sentence.doc
    facts = found.setdefault("sentence.facts", set())
    facts.add(sentence.form)
    texts = {t.text for t in doc if t.tag_ != "POS"}  # *the retailers' costs* quotes nothing
    for name, marks in _MARKS.items():
        if texts & marks:
            facts.add(name)
    quotes = sum(t.text in _MARKS["quote"] and t.tag_ != "POS" for t in doc)
    if quotes % 2:
        facts.add("odd quote")
    if clause.question or doc[-1].text == "?":
        facts.add("question")
    if any(t.tag_ in ("WP", "WRB", "WDT", "WP$") and t.head.i == clause.head for t in doc):
        facts.add("wh")
    facts |= _dates(doc)
    last = _last_word(doc)
    if _breaks_off(last):
        facts.add("cut off")
    numbered = doc[0].like_num and len(doc) > 1 and doc[1].pos_ == "DET" and doc[1].is_title
    if numbered or any(t.text == ":" for t in doc[: clause.head]):
        facts.add("heading")
    if _disfluent(doc):
        facts.add("disfluent")
    if doc[0].lower_ == "well":
        facts.add("spoken")
    if any(t.text == "i" and t.pos_ == "PRON" for t in doc) or not _SPOKEN.isdisjoint(
        t.lower_ for t in doc
    ):
        facts.add("spoken")
    facts |= flaws(doc)
    if any(c.finite and is_elliptic(doc, c) for c in sentence.clauses):
        facts.add("ellipsis")
    if clause.inverted and not clause.question:
        facts.add("inverted")
    roots = [c for c in sentence.clauses if doc[c.head].dep_ == "ROOT"]
    if len(roots) > 1:
        facts.add("several sentences")
        if len({c.tense for c in roots}) > 1 or any(c.question for c in roots):
            facts.add("unlike sentences")
    if len(doc) > 40:
        facts.add("long")
    found["sentence.words"] = {t.lower_ for t in doc}
    found["sentence.kinds"] = {c.kind for c in sentence.clauses}
    letters = [c for c in doc.text if c.isalpha()]
    if letters and sum(c.isupper() for c in letters) > len(letters) / 2:
        facts.add("capitals")


_MARKS = {
    "quote": frozenset("\"“”```''‘") | {"''", "``"},
    "dash": frozenset(("-", "--", "—", "–")),
    "bracket": frozenset("()[]{}"),
    "colon": frozenset((":", ";")),
    "slash": frozenset(("/", "&", "*", "#", "@", "%")),
    "ellipsis": frozenset(("...", "…", "..")),
}


#: Tags of words that end no sentence: it was cut off.
_NEVER_LAST_WORDS = frozenset(
    ("the", "a", "an", "every", "no", "like", "including", "than", "because", "as", "if")
)
_NEVER_LAST = frozenset(("CC", "TO", "PRP$", "WDT", "WP$"))
_PAST_WORDS = frozenset(
    ("ago", "yesterday", "last", "previously", "lately", "recently", "late", "since", "earlier")
)
_ORDER_WORDS = frozenset(("last", "next", "late"))
_NOW_WORDS = frozenset(
    ("tomorrow", "next", "soon", "tonight", "later", "now", "currently", "today", "nowadays",
     "presently")
)  # fmt: skip


def _last_word(doc: Doc) -> Token:
    return next((t for t in reversed(doc) if any(c.isalnum() for c in t.text)), doc[-1])


def _breaks_off(last: Token) -> bool:
    """*a form and the*; not *more than I wanted to*, *he said no*, *got an A*, *not in the U.S.*"""
    if last.tag_ == "TO":
        return last.head.i > last.i or not last.head.pos_.startswith(("V", "A"))
    if last.lower_ in ("no", "like"):
        return last.dep_ in ("det", "prep", "mark")
    if last.is_upper and last.i and last.text != "I":
        return False
    return last.tag_ in _NEVER_LAST or last.lower_ in _NEVER_LAST_WORDS


def _next_to(token: Token) -> bool:
    return token.lower_ == "next" and token.i + 1 < len(token.doc) and token.nbor().lower_ == "to"


def _dates(doc: Doc) -> set[str]:
    """Whether the sentence says when: in a year that is past, yesterday, tomorrow."""
    found = set()
    for token in doc:
        year = token.text.isdigit() and len(token.text) == 4 and token.text[0] in "12"
        if token.lower_ in _ORDER_WORDS and token.dep_ == "amod" and not token.ent_type_:
            continue  # *my last name*, *the next page*
        if year or token.lower_ in _PAST_WORDS or token.lower_.endswith("century"):
            found.add("past date")
        days = token.lower_ == "days" and token.i and token.nbor(-1).lower_ == "these"
        right_now = token.lower_ == "now" and token.i and token.nbor(-1).lower_ == "right"
        if days or right_now or token.lower_ in ("currently", "nowadays", "presently"):
            found |= {"future date", "present date"}
        if token.lower_ in _NOW_WORDS and not _next_to(token):
            found.add("future date")
    return found


_FILLERS = frozenset(("uh", "um", "uh-huh", "huh", "hm", "hmm", "uhm", "mhm", "ai"))
_SPOKEN = frozenset(("yeah", "yep", "oh", "gonna", "wanna", "gotta", "kinda", "okay", "ok"))


def _disfluent(doc: Doc) -> bool:
    """Transcribed speech: fillers, a word said twice, *i* for *I*."""
    words = [t.lower_ for t in doc]
    if not _FILLERS.isdisjoint(words):
        return True
    pairs = zip(words, words[1:], strict=False)
    return any(a == b and a.isalpha() and a not in ("had", "that", "very") for a, b in pairs)


def _root(sentence: Sentence, clause: Clause, found: dict[str, set[str]]) -> None:
    doc = sentence.doc
    head = doc[clause.head]
    found["root.lemma"] = {lemma_of(head)}
    found["root.tag"] = {head.tag_}
    assert clause.subject is not None
    left = doc[clause.subject].left_edge.i
    front: set[str] = set()
    middle: set[str] = set()
    rest: set[str] = set()
    facts = found.setdefault("root.facts", set())
    for child in head.children:
        if child.i == clause.subject or child.i in clause.auxiliaries:
            continue
        label = _label(child)
        part = front if child.i < left else middle if child.i < clause.head else rest
        part |= label
        if part is front and any(t.tag_ == "VBG" and t.dep_ == "pcomp" for t in child.subtree):
            front.add("front participle")
        if part is front and child.dep_ == "advcl" and _own_subject(child):
            front -= {"advcl"}
            front.add("finite advcl")
        if child.i > clause.head and child.i > 0 and doc[child.left_edge.i - 1].text == ",":
            facts.add(f"comma:{child.dep_}")
    for other in sentence.clauses:
        if doc[other.head].dep_ == "ROOT" and other is not clause:
            spliced = (c.dep_ for c in doc[other.head].lefts)
            front |= {"ccomp", "parataxis"} & set(spliced)
    found["root.front"], found["root.middle"], found["root.rest"] = front, middle, rest
    for other in sentence.clauses:
        if other.governor == clause.head and other.kind == "conjunct":
            facts.add("clause conjunct" if other.subject is not None else "verb conjunct")
            if (other.copular, other.passive) != (clause.copular, clause.passive):
                facts.add("unlike verb conjunct")
            if other.subject is None and other.auxiliaries:
                facts.add("verb conjunct with auxiliary")
    if clause.negation is not None:
        facts.add("negated")
        if "verb conjunct" in facts:
            facts.add("negated verb conjunct")
    if not clause.copular and "VERB" not in known_as(lemma_of(head)):
        facts.add("unknown verb")
    aspects = clause.copular or clause.progressive or clause.perfect or clause.passive
    if clause.tense == "pres" and not aspects:
        facts.add("simple present")
    if _agreement_clash(doc, clause):
        facts.add("agreement clash")
    for name in ("copular", "passive", "progressive", "perfect"):
        if getattr(clause, name):
            facts.add(name)
    if clause.modal:
        facts.add("modal")
    if clause.tense:
        facts.add(clause.tense)
    commas = [i for i in range(left, clause.head) if doc[i].text == ","]
    if any(doc[i].head.i == clause.head for i in commas):
        facts.add("comma inside")
    commas = [i for i in commas if not _in_name(doc[i])]
    if len(commas) == 1 and not doc[commas[0]].head.conjuncts:
        facts.add("one comma inside")
    if clause.negation is not None and not clause.auxiliaries and not clause.copular:
        if head.doc[clause.negation].lower_ != "never":
            facts.add("verb before not")


def _in_name(comma: Token) -> bool:
    """*April 27, 2008*; *Sun Parks, Inc. offers*."""
    following = comma.nbor()
    year = following.text.isdigit() and len(following.text) == 4
    return year or following.lower_.rstrip(".") in ("inc", "ltd", "jr", "sr", "corp")


#: Singular nouns that take a plural verb as well.
_COLLECTIVE = frozenset(
    ("group", "pair", "couple", "team", "family", "crowd", "band", "audience", "staff", "number",
     "majority", "lot", "class", "government", "bunch", "trio", "duo", "crew", "committee", "set",
     "public", "press", "variety", "minority", "series", "rest", "half", "percent", "row", "line",
     "kind", "type", "species", "army", "choir", "gang", "squad", "part", "handful", "host", "most",
     "none", "all", "some", "any", "%")
)  # fmt: skip


def _agreement_clash(doc: Doc, clause: Clause) -> bool:
    """Subject and verb do not agree: the sentence or its tree is broken (*a merry go round*)."""
    if clause.tense != "pres" or clause.subject is None or clause.shares or clause.modal:
        return False
    subject = doc[clause.subject]
    verb = doc[clause.auxiliaries[0] if clause.auxiliaries else clause.head]
    if subject.conjuncts or subject.lemma_.lower() in _COLLECTIVE:
        return False
    if subject.tag_ != "NNS" and _plural_form(subject):
        return False
    plural_verb = verb.lower_ in ("are", "have", "do") or (
        verb.tag_ in ("VBP", "VB") and verb.lower_ not in ("is", "am", "'m", "'s", "has", "does")
    )
    if subject.tag_ == "NNP" and subject.ent_type_ in ("PERSON", "GPE") and not is_plural(subject):
        return plural_verb and subject.lower_ not in ("states", "nations")
    if subject.tag_ == "NN" and subject.pos_ == "NOUN":
        return plural_verb and not is_plural(subject)
    return (
        subject.tag_ == "NNS"
        and verb.tag_ == "VBZ"
        and subject.lower_.endswith("s")
        and any(
            c.lower_ in ("these", "those", "two", "three", "many", "several")
            for c in subject.children
        )
    )


def _plural_form(noun: Token) -> bool:
    """*Synonyms*, tagged as a singular."""
    return noun.lower_.endswith("s") and "NOUN" in known_as(noun.lower_[:-1])


def _own_subject(token: Token) -> bool:
    """An adverbial clause with its conjunction and a subject of its own."""
    return any(c.dep_ in SUBJECTS for c in token.children) and any(
        c.dep_ == "mark" or c.tag_ == "WRB" for c in token.children
    )


def _label(token: Token) -> set[str]:
    """A dependent's label, alone and with its word."""
    return {token.dep_, f"{token.dep_}:{token.lower_}"}


def _phrase(doc: Doc, head: int, part: str, found: dict[str, set[str]]) -> None:
    token = doc[head]
    facts = found.setdefault(f"{part}.facts", set())
    found[f"{part}.lemma"] = {lemma_of(token)}
    found[f"{part}.word"] = {token.lower_}
    found[f"{part}.tag"] = {token.tag_}
    found[f"{part}.pos"] = {token.pos_}
    found[f"{part}.dep"] = {token.dep_}
    found[f"{part}.dependents"] = set().union(*(_label(c) for c in token.children))
    found[f"{part}.determiner"] = {
        c.lower_ for c in token.children if c.dep_ in ("det", "predet", "poss", "nummod", "amod")
        and c.pos_ in ("DET", "PRON", "NUM", "ADJ")
    }  # fmt: skip
    subtree = list(token.subtree)
    if any(t.lower_ in ("not", "only", "n't") for t in subtree):
        facts.add("contains not")
    if any(t.tag_ == "PRP$" and t.lower_ in _THIRD for t in subtree):
        facts.add("possessive")
    if any(t.tag_ == "PRP$" for t in subtree):
        facts.add("any possessive")
    if any(t.lower_ in _REFLEXIVES for t in subtree):
        facts.add("reflexive")
    if any(t.tag_ in ("PRP", "WP") and t.i != head for t in subtree):
        facts.add("contains pronoun")
    clausal = ("relcl", "acl", "advcl", "ccomp", "xcomp", "pcomp")
    if any(t.dep_ in clausal for t in subtree if t.i != head):
        facts.add("contains clause")
    facts |= _set_off(doc, subtree)
    if any(t.text in _MARKS["quote"] and t.tag_ != "POS" for t in subtree):
        facts.add("quote")
    if [t.i for t in subtree] != list(range(subtree[0].i, subtree[-1].i + 1)):
        facts.add("split")
    if token.pos_ == "PRON":
        facts.add("pronoun")
    facts.add("person" if is_person(token) else "thing")
    facts.add("animate" if is_animate(token) else "inanimate")
    facts.add("plural" if is_plural(token) else "singular")
    if len(subtree) > 12:
        facts.add("long")
    if not any(c.dep_ in ("det", "poss", "nummod", "predet") for c in token.children):
        facts.add("bare")
    common = token.tag_ == "NN" or (token.tag_ == "NNP" and not is_name(token))
    common = common and (token.text.islower() or bool(known_as(token.lower_)))
    if any(t.lower_ == "who" and t.head.dep_ == "relcl" for t in subtree):
        facts.add("who clause")
    if "bare" in facts and common and token.pos_ != "PRON":
        if not any(c.dep_ in _MODIFIERS for c in token.children):
            facts.add("bare singular")
        if "person" in facts:
            facts.add("headline")
    if any(t.text.islower() and t.pos_ in _OPEN and not known_as(t.lower_) for t in subtree):
        facts.add("unknown word")
    if "VERB" in known_as(token.lower_) and any(c.dep_ == "compound" for c in token.children):
        facts.add("verb after a noun")
    if any(t.lower_ == "by" for t in subtree):
        facts.add("contains by")
    if any(
        t.dep_ == "conj" and t.tag_ not in (t.head.tag_, *_LIKE.get(t.head.tag_, ()))
        for t in subtree
    ):
        facts.add("unlike conjuncts")
    if any(t.dep_ == "conj" and t.lower_.endswith("ing") and not t.head.lower_.endswith("ing")
           for t in subtree):  # fmt: skip
        facts.add("unlike conjuncts")
    if token.ent_type_:
        found[f"{part}.entity"] = {token.ent_type_}
    last = subtree[-1]
    if last.lower_ in ("both", "all", "each", "too", "also", "alone", "themselves", "himself"):
        facts.add("floating end")
    if token.lower_.endswith(_ABSTRACT):
        facts.add("abstract")
    if last.pos_ == "ADJ" and last.i != head:
        facts.add("ends in adjective")
    if last.tag_ == "POS":
        facts.add("ends in possessive")
    within = subtree if part == "object" else token.children
    if any(t.dep_ == "appos" for t in within) and "closed aside" not in facts:
        facts.add("bare apposition")
    found[f"{part}.last"] = {d for t in _upwards(last, token) for d in _label(t)}


def _set_off(doc: Doc, subtree: Sequence[Token]) -> set[str]:
    """How a phrase is cut up by punctuation: ``list`` commas, a ``closed`` aside, or neither."""
    marks = [t for t in subtree if t.text in (",", "(", ")", "--", "–", "—", ":", ";")]
    marks += [t for t in subtree if t.text == "-" and t.i > 0 and doc[t.i - 1].whitespace_]
    if not marks:
        return set()
    commas = all(t.text == "," for t in marks)
    if commas and all(any(c.dep_ == "conj" for c in t.head.children) for t in marks):
        return {"list"}
    closed = commas and len(marks) == 2 and subtree[-1].text == ","
    return {"closed aside"} if closed else {"comma"}


#: Tags that coordinate with each other.
_NOMINAL = ("NN", "NNS", "NNP", "NNPS", "PRP", "CD", "DT")
_LIKE = dict.fromkeys(_NOMINAL, _NOMINAL) | {"JJ": ("JJR", "JJS", "VBN", "NN"), "VBN": ("JJ",)}
_MODIFIERS = frozenset(("conj", "amod", "compound", "prep", "acl", "relcl"))
_OPEN = frozenset(("NOUN", "VERB", "ADJ", "ADV"))
_THIRD = frozenset(("his", "her", "hers", "its", "their", "theirs"))


#: Endings of nouns that have no plural in most uses, and so need no article.
_ABSTRACT = ("tion", "sion", "ment", "ity", "ness", "ism", "ance", "ence", "ship", "logy", "ics",
             "ture", "cy", "ery", "ing", "ware", "dom", "hood")  # fmt: skip


def _upwards(token: Token, stop: Token) -> Iterator[Token]:
    """A token and what it hangs on, up to below ``stop``."""
    while token.i != stop.i:
        yield token
        token = token.head


def _after_object(doc: Doc, clause: Clause, target: int, found: dict[str, set[str]]) -> None:
    """What follows the object: each dependent of the verb there; *immediate* for the first."""
    right = doc[target].right_edge.i
    found["object.following"] = {
        label for c in doc[clause.head].children if c.i > right for label in _label(c)
    }
    following = [c for c in doc[clause.head].children if c.i > right and not c.is_punct]
    found["object.facts"].add(f"followed by {min(len(following), 2)}")
    if any(t.tag_ in ("PRP$", "PRP") or t.lower_ == "each" for c in following for t in c.subtree):
        found["object.facts"].add("pronoun after")
    later = [t for c in following for t in c.subtree]
    found["object.later"] = {t.lemma_.lower() for t in later}
    if any(
        t.dep_ in ("relcl", "acl", "pcomp", "dobj") or t.text in (",", "--", "-") for t in later
    ):
        found["object.facts"].add("clause after")
    if any(t.tag_ in ("RBR", "JJR") for t in later):
        found["object.facts"].add("comparative after")
    ends = {d for d in found.get("subject.last", ()) if d.startswith("prep:")}
    if ends & {label for c in following for label in _label(c)}:
        found["object.facts"].add("same preposition")
    if right + 1 < len(doc):
        top = doc[right + 1]
        while top.head.i > right and top.head.i != top.i:
            top = top.head
        found["object.next"] = _label(top)
