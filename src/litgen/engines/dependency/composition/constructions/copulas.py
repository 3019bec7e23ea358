"""Clauses with *be*: predicates, identity, existentials, clefts and extraposition."""

from litgen.engines.dependency.clauses import SUBJECTS
from litgen.engines.dependency.composition import relations
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import Properties
from litgen.trees.words import Word

_ONE_WORD = frozenset(("ADJ", "ADP", "SCONJ", "ADV", "PART", "INTJ"))


def copular(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """Compose a copular clause's predicate, whose event has the clause's properties."""
    found = relations.predicate(word)
    first = c.subject(word) or subject or c.variable()
    if found is None:
        gap = c.gaps.get((word.i, "dobj"), "")
        name = "_be_v_id" if gap else "ellipsis_ref"
        return c.modify(name, word, label, first, properties, ARG2=gap)
    conjuncts = found.of("conj")
    joins = any(d.pos in ("ADJ", "ADP", "ADV") for d in (found, *conjuncts))
    joined = joins and not all(c.info(d).finite for d in conjuncts)
    if joined or found.pos in _ONE_WORD:
        return c.predicate(found, first, label, properties, alone=not joined)
    event = c.event(properties)
    if found.pos in relations.VERBAL:  # as in *The plan is to go*, *The fact is that Kim left*
        c.cover(*relations.complementisers(found))
        name, other = "_be_v_nv", c.qeq(c.clause(found).top)
    else:
        name, other = "_be_v_id", c.noun_phrase(found)
    c.add(name, word, label, event, ARG1=first, ARG2=other)
    return event


def participle(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """Compose a participle made finite by the copula: *friendly and well informed*."""
    return c.clause(word, subject, alone=True, label=label, properties=properties).event


def there_of(word: Word) -> Word | None:
    """Return an existential's *there*, also before a raising verb: *There seems to be a cat*."""
    there = next((d for d in word.of("expl") if d.lower == "there"), None)
    return there_of(word.head) if there is None and word.dep == "xcomp" else there


def existential(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """Compose *There is a cat in the garden*: ``_be_v_there`` (ARG1 the cat)."""
    c.cover(there_of(word))
    event = c.event(properties)
    noun = word.first("attr", "nsubj", "dobj", "npadvmod", "oprd", "acomp")
    c.add("_be_v_there", word, label, event, ARG1=c.noun_phrase(noun) if noun else "")
    return event


def clefted(word: Word) -> tuple[Word, Word] | None:
    """Return the noun in focus and the clause of a cleft such as *It is Kim who left*."""
    first = word.first("nsubj", "expl")
    noun = word.first("attr")
    if first is None or first.lower != "it" or noun is None or (first.i > word.i and word.i > 0):
        return None
    if noun.lower == "time":  # as in *It is high time that we leave*, *the first time that he left*
        return None
    clause = word.first("relcl") or noun.first("relcl") or word.first("ccomp")
    if clause is None or not any(
        d.dep in SUBJECTS or d.tag in ("WP", "WDT") for d in clause.dependents
    ):
        return None
    linked = any(d.lower in ("who", "that", "whom") and d.tag in ("WP", "WDT", "IN")
                 for d in clause.subtree() if d.i < clause.i)  # fmt: skip
    definite = noun.pos in ("PROPN", "PRON") or clause.head is word
    determined = noun.first("det", "poss")
    if linked and (definite or determined is None or determined.lower in ("the", "a", "an")):
        return noun, clause
    return None


def cleft(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """Compose *It is Kim who left*: ``_be_v_itcleft`` (ARG1 Kim, ARG2 the clause's label)."""
    found = clefted(word)
    assert found is not None
    noun, clause = found
    c.cover(*word.of("nsubj", "expl"), clause, *relations.complementisers(clause))
    event = c.event(properties)
    referent = c.noun_phrase(relations.without(noun, clause))
    pronoun = relations.relative_pronoun(clause)
    if pronoun is not None:
        c.known[pronoun.i] = referent
        c.cover(pronoun)
    else:
        c.fill_gap(clause, referent)
    inner = c.clause(clause)
    c.add("_be_v_itcleft", word, label, event, ARG1=referent, ARG2=inner.top)
    return event


def extraposed(word: Word) -> tuple[Word, Word] | None:
    """Return the predicate and the extraposed clause that *it* represents."""
    if not any(d.lower == "it" for d in word.of("nsubj", "expl")):
        return None
    predicate = relations.predicate(word)
    if predicate is None or predicate.pos not in ("ADJ", "NOUN", "VERB", "ADV"):
        return None
    for d in (*word.dependents, *predicate.dependents):
        if d is predicate or d.dep not in ("ccomp", "xcomp", "advcl", "acl", "csubj"):
            continue
        that = any(s.dep == "mark" and s.lower in ("that", "whether") for s in d.dependents)
        if d.i > predicate.i and (that or (predicate.pos == "ADJ" and relations.is_infinitive(d))):
            return predicate, d
    return None


def extraposition(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """Compose *It is true that Kim left*: the clause is the predicate's ARG1."""
    found = extraposed(word)
    assert found is not None
    predicate, inner = found
    c.cover(*word.of("nsubj", "expl"), inner, *relations.complementisers(inner))
    predicate = relations.without(predicate, inner)
    hole = c.qeq(c.clause(inner).top)
    if predicate.pos == "NOUN":
        noun = c.noun_phrase(predicate)
        return c.modify("_be_v_nv", word, label, hole, properties, ARG2=noun)
    return c.predicate(predicate, hole, label, properties, alone=True)


def coordinated(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """Compose coordinated predicates without a finite verb: *is old and in debt*."""
    items = relations.conjuncts(word)
    events = [c.predicate(item.word, subject, label, properties, alone=True) for item in items]
    return c.join(items, events, label, properties)
