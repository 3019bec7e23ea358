"""Noun phrases: nouns, names, pronouns, elliptical phrases; quantifiers; coordination."""

from collections.abc import Mapping
from typing import Any

from litgen.engines.dependency.composition import graph as g
from litgen.engines.dependency.composition import lexicon, relations
from litgen.engines.dependency.composition.composer import Composer
from litgen.lexicon import ADJECTIVES, DETERMINERS, NOUNS
from litgen.tables import rules_table, word_list
from litgen.trees.words import Span, Word, extent

_COUNTING = word_list("counting", "semantics/pronouns")
_PLURAL = word_list("plural", "semantics/pronouns")
_PARTITIVE = word_list("partitive", "semantics/pronouns")
_QUANTIFIERS, _PRONOUNS = DETERMINERS.binds, rules_table("semantics/pronouns")
_QUANTIFIER_AND_NOUN = {
    **_PRONOUNS["indefinite"], **_PRONOUNS["interrogative"], **_PRONOUNS["adverbial"]
}  # fmt: skip
_PERSONAL: dict[str, g.Properties] = {
    form: {k: v for k, v in zip(("PERS", "NUM", "GEND", "PT", "IND"), entry, strict=True) if v}
    for kind in ("personal", "possessive")
    for form, entry in _PRONOUNS[kind].items()
}
_PRONOUN_TAGS = frozenset(("PRP", "WP", "PRP$", "WDT", "WP$", "EX"))
_NOMINAL = frozenset(("NOUN", "PROPN", "PRON", "NUM", "DET", "ADJ", "SYM", "X"))


def is_ordinal(word: Word) -> bool:
    """Check whether a word is an ordinal: *third*, *3rd*."""
    return lexicon.ordinal(word.text) is not None


def is_pronoun(word: Word) -> bool:
    """Check whether a word is a pronoun: *it*, *who*, *my*."""
    return word.pos == "PRON" or word.tag in _PRONOUN_TAGS


def common(c: Composer, word: Word, noun: str = "", carg: str = "") -> str:
    """Compose *two old dogs*: ``udef_q``, ``card``, ``_old_a_1`` and ``_dog_n_1``."""
    referent, label = c.start(word, _properties(word))
    dated = word.dep == "compound" and lexicon.is_calendar(word)
    _bind(c, word, referent, label, "def_implicit_q" if dated else "proper_q" if carg else "udef_q")
    noun = noun or c.lexicon.noun(word, relations.of_phrase(word) is not None)
    c.add(noun, word, label, referent, CARG=carg)
    c.modifiers(word, "before after", referent, label)
    return referent


def name(c: Composer, word: Word) -> str:
    """Compose a name (``named`` under ``proper_q``), month, weekday, year or title."""
    return common(c, word, *c.lexicon.name(word))


def day_of(word: Word) -> Word | None:
    """Return the day that depends on a month: *May 5*."""
    days = (d for d in word.of("nummod") if lexicon.is_calendar(word) and not lexicon.is_year(d))
    return next(days, None)


def date(c: Composer, word: Word) -> str:
    """Compose a day of a month: ``dofm``, linked to ``mofy``."""
    _, month = c.lexicon.name(word)
    inner = c.thing("mofy", "def_implicit_q", word.span, g.ONE, CARG=month)
    day = day_of(word)
    assert day is not None
    referent, label = c.start(word, g.ONE)
    c.cover(word)
    c.quantify("def_explicit_q", word.span, referent, label)
    c.add("dofm", day, label, referent, CARG=lexicon.ordinal(day.text) or day.text)
    c.modify("of_p", word.span, label, referent, ARG2=inner)
    c.modifiers(word, "before after", referent, label)
    return referent


def _properties(word: Word) -> g.Properties:
    if word.plural or word.lower in NOUNS.plural_only:
        return g.SEVERAL
    if word.pos in ("PROPN", "NUM"):
        return g.ONE
    kind = lexicon.countability(word)
    if kind == "mass":
        return g.MASS
    determiner = word.first("det", "poss", "nummod", "predet")
    if determiner is None and word.dep == "compound":  # the singular carries no information
        return {"IND": "+"} if kind == "count" else {}
    if determiner is None:  # as in *Tobacco grows*
        return g.SINGULAR
    counted = kind == "count" or determiner.dep == "nummod" or determiner.lower in _COUNTING
    return g.ONE if counted else g.SINGULAR


def nominalization(c: Composer, word: Word) -> str:
    """Compose a gerund or an infinitive as a noun phrase: *Riding a bike is fun*."""
    referent, label = c.start(word)
    _bind(c, word, referent, label, "udef_q")
    hole = c.qeq(c.clause(word).top)
    c.add("nominalization", extent(word), label, referent, ARG1=hole)
    return referent


def personal(c: Composer, word: Word) -> str:
    """Compose *he*, *themselves* or *my*: ``pron`` under ``pronoun_q``."""
    referent, label = c.pronoun("pron", "pronoun_q", word, _PERSONAL[word.lower])
    c.modifiers(word, "after pronoun", referent, label)
    return referent


def absolute_possessive(c: Composer, word: Word) -> str:
    """Compose *mine*: a ``generic_entity`` with a possessor."""
    owner = c.thing("pron", "pronoun_q", word.span, _PERSONAL[word.lower])
    referent, label = c.pronoun("generic_entity", "def_implicit_q", word)
    c.modify("poss", word.span, label, referent, ARG2=owner)
    c.modifiers(word, "after", referent, label)
    return referent


def quantified(c: Composer, word: Word) -> str:
    """Compose *somebody*, *who* or *where*: a quantifier over ``person`` or ``place_n``."""
    quantifier, noun, *said = _QUANTIFIER_AND_NOUN[word.lower]
    referent, label = c.start(word)
    partitive = noun == "generic_entity" and relations.of_phrase(word) is not None
    c.add("part_of" if partitive else noun, word, label, referent)
    _quantify(c, quantifier, word.span, referent, label, relations.before_quantifier(word, word.i))
    for predicate in said:
        c.modify(predicate, word.span, label, referent)
    c.modifiers(word, "before after", referent, label)
    return referent


def elliptical(c: Composer, word: Word) -> str:
    """Compose a determiner, number or adjective without a noun: *Some of the cats bark*."""
    of, entry, number = (
        relations.of_phrase(word),
        _QUANTIFIERS.get(word.lower, {}),
        word.pos == "NUM",
    )
    own = entry.get("predicate", "udef_q")
    inner = of.first("pobj") if of is not None and word.lower in _PARTITIVE else None
    one = word.lower in ("one", "1")
    plural = word.lower in _PLURAL or (inner is not None and inner.plural) or (number and not one)
    referent, label = c.start(word, g.PLURAL if plural else g.SINGULAR)
    c.cover(word)
    partitive = of is not None and (one or own != "udef_q")
    alone = of is not None or own != "udef_q"
    _bind(c, word, referent, label, own, word.span if alone else extent(word))
    span = (word.wide_start, word.wide_end) if number else word.span
    c.add("part_of" if partitive else "generic_entity", span, label, referent)
    if number:
        cardinal(c, word, referent, label, g.REDUCED)
    elif entry.get("amount", "card") != "card":
        _amount(c, word, entry, referent, label)
    elif word.pos in ("ADJ", "ADV", "ADP", "SCONJ") and not entry:
        c.modify(c.lexicon.adjective(word), word, label, referent)
    c.modifiers(word, "before after", referent, label)
    return referent


def cardinal(
    c: Composer, word: Word, target: str, label: str, properties: g.Properties = g.UNTENSED
) -> str:
    """Compose a number before a noun: ``card``; *two hundred* is one number."""
    event = c.event(properties)
    parts = [d for d in word.of("compound") if d.tag == "CD"]
    value = lexicon.constant(" ".join(each.text for each in (*parts, word)))
    c.cover(word, *parts)
    c.add("card", _of_number(word), label, event, ARG1=target, CARG=value)
    c.modifiers(word, "degree", event, label)
    return event


def _of_number(word: Word) -> Span:
    return (word.first("compound") or word).start, word.end


def ordinal_number(c: Composer, word: Word, target: str, label: str) -> str:
    """Compose *the third dog*: ``ord``."""
    return c.modify(
        "ord", word, label, target, g.ATTRIBUTIVE, CARG=lexicon.ordinal(word.text) or ""
    )


def participle(c: Composer, word: Word, target: str, label: str) -> str:
    """Compose a participle before a noun: *the barking dog*, *chased dogs*."""
    if word.tag == "VBG":
        progressive = {**g.UNTENSED, "PROG": "+"}
        event = c.modify(c.lexicon.verb(word, frame="x"), word, label, target, progressive)
    else:
        event = c.event(g.ATTRIBUTIVE)
        predicate = c.lexicon.verb(word, frame="xx")
        c.add(predicate, word, label, event, ARG1=c.variable(), ARG2=target)
        c.icons.append((event, "topic", target))
    c.events[word.i] = event
    c.modifiers(word, "participle complement", event, label)
    return event


def _bind(
    c: Composer, word: Word, referent: str, label: str, bare: str, span: Span | None = None
) -> None:
    """Bind a noun's referent with its determiners or possessor, or else with ``bare``."""
    bound = _possessor(c, word, referent, label)
    for d in word.dependents:
        if d.i not in c.covered and _determines(d):
            bound = _determiner(c, word, d, referent, label, bound) or bound
    if bound:
        return
    for d in word.of("nummod", "amod", "compound"):
        if d.dep == "nummod" and bare == "udef_q":
            span = _of_number(d)
        elif lexicon.is_time(word) and lexicon.is_calendar(d):  # as in *Tuesday morning*
            bare, span = "def_explicit_q", d.span
        elif lexicon.is_time(word) and d.lower in ADJECTIVES.deictic:  # as in *next week*
            bare, span = "def_implicit_q", d.span
    c.quantify(bare, span or extent(word), referent, label)


def _possessor(c: Composer, word: Word, referent: str, label: str) -> bool:
    """Compose a possessor, if any: ``def_explicit_q`` and ``poss``; return whether there is one."""
    possessor = word.first("poss")
    if possessor is None:
        return False
    case = possessor.first("case")
    span = (case or possessor).span
    owner = c.noun_phrase(possessor)
    quantifier = "def_implicit_q" if possessor.lower == "whose" else "def_explicit_q"
    c.quantify(quantifier, span, referent, label)
    c.modify("poss", span, label, referent, ARG2=owner)
    c.cover(case)
    return True


def _determines(word: Word) -> bool:
    if word.dep in ("det", "predet"):
        return True
    if word.i > word.head.i or (word.dep == "nummod" and word.lower not in _QUANTIFIERS):
        return False
    if word.lower in ("little", "such") and word.head.first("det", "poss") is not None:
        return False  # as in *a little girl*
    small = word.lower == "little" and word.dep == "amod" and word.head.plural  # *little dogs*
    return word.dep in ("amod", "nummod") and word.lower in ADJECTIVES.quantifying and not small


def _determiner(c: Composer, word: Word, d: Word, referent: str, label: str, bound: bool) -> bool:
    """Add a determiner; return whether it binds the referent."""
    few = next((s for s in (d, *word.dependents) if s.lower == "few"), None)
    a = few and next((s for s in (*word.dependents, *few.dependents) if s.lower == "a"), None)
    if few is not None and a is not None:
        d = few
    c.cover(d, a)
    entry = _QUANTIFIERS.get("a few" if a else d.lower)
    if entry is None:
        return False
    amount, bare = entry.get("amount"), entry["predicate"] == "udef_q"
    if not bound:
        quantifier = entry["predicate" if word.plural or "singular" not in entry else "singular"]
        beside = [] if amount else [*d.dependents, *relations.before_quantifier(word, d.i)]
        _quantify(c, quantifier, extent(word) if bare else d.span, referent, label, beside)
    elif not bare:
        c.modify(f"_{d.lower}_a_1", d, label, referent, g.ATTRIBUTIVE)
        return False
    if amount:
        _amount(c, d, entry, referent, label)
    return True


def _quantify(
    c: Composer, quantifier: str, span: Span, referent: str, label: str, beside: list[Word]
) -> None:
    """Bind a referent with a quantifier and its degree words: *nearly every dog*."""
    inner, degree = c.handle(), c.variable("u")
    c.quantify(quantifier, span, referent, label, inner)
    for each in beside:
        if each.i not in c.covered:
            c.modifier(each, "degree", degree, inner)


def _amount(c: Composer, d: Word, entry: Mapping[str, Any], referent: str, label: str) -> None:
    """Add an amount, with a comparison if the entry has one: *many*, *fewer*, *both*."""
    constant = entry.get("constant", "")
    event = c.modify(entry["amount"], d.span, label, referent, CARG=constant)
    if "compared" in entry:
        c.modifier(d, "form", event, label)
    c.modifiers(d, "degree", event, label)


def coordinated(c: Composer, word: Word) -> str:
    """Compose coordinated noun phrases; each has a referent, as does the coordination."""
    found = relations.conjuncts(word)
    items = [i for i in found if i.word.pos in _NOMINAL or i.word.tag == "VBG"]
    if not items:
        return c.noun_phrase(word, alone=True)
    beside = word.of("preconj", "cc", "det", "advmod", "predet")
    c.cover(*(d for d in beside if d.lower in ("either", "neither", "both")))
    variables = [c.noun_phrase(item.word, alone=True) for item in items]
    for item in found:  # a clause that the parser attached to a noun joins the main clause
        if item not in items and item.word.pos in relations.VERBAL:
            c.pending.append(c.clause(item.word))
            if item.coordinator is not None:
                c.coordinator(item.coordinator)
    if len(items) < 2:
        return variables[0]
    properties: g.Properties = g.PLURAL
    if any(i.coordinator is not None and i.coordinator.lower in ("or", "nor") for i in items):
        last = c.variables.get(variables[-1], {})
        properties = {"PERS": "3", "NUM": last.get("NUM", "sg")}
    whole = c.joined[word.i] = c.join(items, variables, "", properties)
    return whole
