"""What binds a noun: determiners, possessors, amounts, nothing at all; determiners alone."""

from __future__ import annotations

from litgen.engines.dependency.composition import relations
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import ATTRIBUTIVE, PLURAL, SINGULAR
from litgen.engines.dependency.composition.lexicon import is_calendar, is_time
from litgen.engines.dependency.words import Span, Word, extent
from litgen.lexicon import ADJECTIVES
from litgen.tables import rules_table, word_list

_QUANTIFIERS = rules_table("semantics/quantifiers")
_CORRELATIVE = word_list("correlative", "semantics/pronouns")
_PLURAL = word_list("plural", "semantics/pronouns")
_PARTITIVE = word_list("partitive", "semantics/pronouns")


def quantify(c: Composer, word: Word, referent: str, label: str) -> None:
    """Bind the referent of a noun by its determiner, its possessor, or an implicit quantifier."""
    c.cover(*word.of("preconj"))
    if word.first("conj") is not None:  # *both cats and dogs*
        c.cover(*[d for d in word.of("det") if d.lower in _CORRELATIVE])
    bound = _possessor(c, word, referent, label)
    for d in word.dependents:
        if d.i not in c.covered and _determines(d):
            bound = _determiner(c, word, d, referent, label, bound) or bound
    for d in word.of("nummod"):
        if d.i not in c.covered:
            if not bound:
                start = d.first("compound") or d
                c.graph.quantify("udef_q", (start.start, d.end), referent, label)
                bound = True
            c.modifier(d, "before", referent, label, role="nummod")
    if not bound:
        c.graph.quantify(*_implicit(word), referent, label)


def _implicit(word: Word) -> tuple[str, Span]:
    """The quantifier of a noun without a determiner, and its span."""
    for d in word.of("compound") if not word.plural else ():
        if is_calendar(d):
            return "def_explicit_q", d.span
    for d in word.of("amod") if is_time(word) else ():
        if d.lower in ADJECTIVES.deictic:  # *next week*
            return "def_implicit_q", d.span
    return "udef_q", extent(word)


def _possessor(c: Composer, word: Word, referent: str, label: str) -> bool:
    """*Kim's dog*, *her dog*: ``def_explicit_q`` and ``poss``; says whether there is one."""
    possessor = word.first("poss")
    if possessor is None:
        return False
    case = possessor.first("case")
    span = (case or possessor).span
    owner = c.noun_phrase(possessor)
    quantifier = "def_implicit_q" if possessor.lower == "whose" else "def_explicit_q"
    c.graph.quantify(quantifier, span, referent, label)
    c.graph.modify("poss", span, label, ARG1=referent, ARG2=owner)
    c.cover(case)
    return True


def _determines(word: Word) -> bool:
    if word.dep in ("det", "predet"):
        return True
    if word.i > word.head.i or (word.dep == "nummod" and word.lower not in _QUANTIFIERS):
        return False
    if word.lower in ("little", "such") and word.head.first("det", "poss") is not None:
        return False  # *a little girl*
    if word.lower == "little" and word.dep == "amod" and word.head.plural:
        return False  # *two little girls*, who are no small amount
    return word.dep in ("amod", "nummod") and word.lower in ADJECTIVES.quantifying


def _determiner(c: Composer, word: Word, d: Word, referent: str, label: str, bound: bool) -> bool:
    """Add one determiner; says whether it has bound the referent."""
    c.cover(d)
    name = d.lower
    if name == "a" and any(s.lower == "few" for s in word.dependents):
        return False
    few = name == "few" and any(s.lower == "a" for s in (*word.dependents, *d.dependents))
    entry = _QUANTIFIERS.get("a few" if few else name)
    if entry is None:
        return False
    amount = entry.get("amount")
    bare = entry["quantifier"] == "udef_q"
    binds = not bound and not (bare and _other_determiner(word, d))
    if binds:
        quantifier = entry["quantifier" if word.plural or "singular" not in entry else "singular"]
        inner = c.graph.handle()
        c.graph.quantify(quantifier, extent(word) if bare else d.span, referent, label, inner)
        if not amount:
            degree = c.graph.variable("u")
            c.modifiers(d, "degree", degree, inner)
            for each in relations.before_quantifier(word, d.i):
                c.modifier(each, "degree", degree, inner)
    elif not bare:
        c.modify(f"_{name}_a_1", d, label, referent, ATTRIBUTIVE)
        return False
    if amount:
        _amount(c, d, entry, referent, label)
    return binds


def _other_determiner(word: Word, d: Word) -> bool:
    """Whether *many*, *few* stand under another determiner that binds: *the many dogs*."""
    return any(
        s is not d and s.lower in _QUANTIFIERS and (s.lower, d.lower) != ("a", "few")
        for s in word.of("det", "predet", "quantmod")
    )  # fmt: skip


def _amount(c: Composer, d: Word, entry: dict[str, str], referent: str, label: str) -> None:
    """*many*, *fewer*, *both*: the amount of what is bound, compared if it says so."""
    constant = entry.get("constant", "")
    event = c.graph.modify(entry["amount"], d.span, label, ARG1=referent, CARG=constant)
    if "degree" in entry:
        c.compare(entry["degree"], d, label, event, d)
    c.cover(*(s for s in d.dependents if s.lower == "a" and d.lower == "few"))
    c.modifiers(d, "degree", event, label)


def elliptical(c: Composer, word: Word) -> str:
    """A determiner, number word or adjective without a noun: *Some of the cats bark*.

    With an *of*-phrase it is a part of something (``part_of``), else ``generic_entity``.
    """
    of = relations.of_phrase(word)
    inner = of.first("pobj") if of is not None and word.lower in _PARTITIVE else None
    plural = word.lower in _PLURAL or (inner is not None and inner.plural)
    referent, label = c.start(word, PLURAL if plural else SINGULAR)
    determiners = word.of("det")
    c.cover(word, *determiners)
    entry = _QUANTIFIERS.get(word.lower, {})
    own = entry.get("quantifier", "udef_q")
    if not _possessor(c, word, referent, label):
        listed = [_QUANTIFIERS[d.lower] for d in determiners if d.lower in _QUANTIFIERS]
        span = word.span if own != "udef_q" else extent(word)
        quantifier = listed[0]["quantifier"] if listed else own
        c.graph.quantify(quantifier, span, referent, label)
    partitive = of is not None and own != "udef_q"
    c.graph.add("part_of" if partitive else "generic_entity", word.span, label, referent)
    if entry.get("amount") and entry["amount"] != "card":
        _amount(c, word, entry, referent, label)
    elif word.pos in ("ADJ", "ADV", "ADP", "SCONJ") and not entry:
        c.modify(c.lexicon.adjective(word), word, label, referent)
    c.modifiers(word, "before after", referent, label)
    return referent


def floating(c: Composer, word: Word, target: str, label: str) -> None:
    """A quantifier that stands away from its noun: *They all left*."""
    c.modify(f"_{word.lower}_a_1", word, label, target)
