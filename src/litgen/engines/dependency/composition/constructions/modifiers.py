"""Modifiers and predicates: adjectives, adverbs, degrees, prepositional phrases, bare nouns."""

from delphin.mrs import EP

from litgen.engines.dependency.composition import lexicon, relations
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import UNTENSED, Properties
from litgen.lexicon import ADJECTIVES, ADVERBS, NOUNS, VERBS
from litgen.tables import rules_table
from litgen.trees.words import Word, extent

_COMPOUND = rules_table("semantics/prepositions")["compound"]


def is_connective(word: Word) -> bool:
    """Check whether a word is a connective, that is, *so* or *then* at the start of the text."""
    return word.i == 0 and word.lower in ("so", "then")


def adverb(
    c: Composer, word: Word, target: str, label: str, properties: Properties = UNTENSED
) -> str:
    """Compose an adverb as a modifier or predicate of an event or a thing: *is over*."""
    if word.lower in ADVERBS.particle or word.pos == "ADP":
        name = c.lexicon.preposition(word.lower, "way" if target[:1] == "e" else "entity")
    else:
        name = c.lexicon.adverb(word)
    event = c.modify(name, word, label, target, properties)
    c.modifier(word, "form", event, label)
    c.modifiers(word, "degree complement", event, label)
    return event


def negates(c: Composer, word: Word) -> bool:
    """Check whether *not* negates its clause; if so, it is composed as an operator, not here."""
    return c.info(word.head).negation == word.i


def adjective(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """Compose *very old*: ``_old_a_1`` (ARG1 the subject), ``_very_x_deg`` (ARG1 *old*)."""
    event = c.event(properties)
    ep = c.add(c.lexicon.adjective(word, _frame(word)), word, label, event, ARG1=subject)
    c.modifier(word, "form", event, label)
    c.modifiers(word, "degree", event, label)
    if not _tough(c, word, ep):
        _clausal(c, word, ep)
    c.modifiers(word, "complement", event, label)
    return event


def _frame(word: Word) -> str:
    taken = next((d for d in word.of("xcomp", "ccomp", "prep") if d.i > word.i), None)
    return "" if taken is None else taken.lower if taken.dep == "prep" else "to"


def _tough(c: Composer, word: Word, ep: EP) -> bool:
    """Compose *Kim is hard to please*: the clause is ARG1, and the subject fills its gap."""
    inner, subject = word.first("xcomp"), ep.args.get("ARG1", "")
    if inner is None or word.lemma not in ADJECTIVES.tough or subject[:1] != "x":
        return False
    c.cover(*relations.complementisers(inner))
    c.fill_gap(inner, subject)
    ep.args["ARG1"] = c.qeq(c.clause(inner, force="prop-or-ques").top)
    own = inner.first("nsubj", "nsubjpass")
    if own is not None and own.i in c.known:
        ep.args["ARG2"] = c.known[own.i]
    return True


def _clausal(c: Composer, word: Word, ep: EP) -> None:
    """Compose an adjective's clausal complement: *eager to please*, *sure that it rains*."""
    inner = next((d for d in word.of("xcomp", "ccomp", "acl", "advcl")
                  if d.pos in relations.VERBAL and d.i not in c.covered
                  and not (d.dep == "advcl" and d.first("mark"))), None)  # fmt: skip
    if inner is not None:
        c.cover(*relations.complementisers(inner))
        subject = ep.args.get("ARG1", "")
        lower = c.clause(inner, subject if subject[:1] == "x" else "")
        ep.args["ARG2" if subject else "ARG1"] = c.qeq(lower.top)


def degree(c: Composer, word: Word, target: str, label: str) -> None:
    """Compose a degree word or pair: *at least*, *more than*, *as tall as Kim*."""
    form = word.lower
    for other in (*word.dependents, *word.head.dependents):
        first, last = (word, other) if other.i > word.i else (other, word)
        if last.i == first.i + 1 and f"{first.lower} {last.lower}" in ADVERBS.pair:
            c.cover(word, other)
            predicate = f"_{first.lower}+{last.lower}_x_deg"
            c.modify(predicate, (first.start, last.end), label, target)
            return
    if form in ADVERBS.comparison:
        predicate = ADVERBS.comparison[form]["predicate"]
        event = comparison(c, word.head, target, label, predicate, word)
    else:
        derived = form.endswith("ly") and form not in ADVERBS.degree
        predicate = c.lexicon.adverb(word) if derived else f"_{form}_x_deg"
        event = c.modify(predicate, word, label, target)
    c.modifiers(word, "degree", event, label)


def is_inflected(word: Word) -> bool:
    """Check whether a comparative is inflected: *taller*, not a form with *more*."""
    return word.lower != word.lemma


def comparison(
    c: Composer, word: Word, event: str, label: str, predicate: str, said: Word | None = None
) -> str:
    """Compose ``more_comp`` (*taller*) or ``superl``; ``said`` is its separate word (*more*)."""
    standard = relations.standard(word)
    compared = "" if standard is None else c.argument(standard)
    return c.modify(predicate, said or word, label, event, ARG2=compared)


def phrase(
    c: Composer, word: Word, target: str, label: str, properties: Properties = UNTENSED
) -> str:
    """Compose a prepositional phrase that modifies or is predicated of an event or a thing."""
    event = c.event(properties)
    i, words, form = word.i, [word], word.lower
    for start, end in ((i, i + 3), (i, i + 2), (i - 1, i + 1)):  # as in *in front of*, *out of*
        several = " ".join(each.lower for each in c.words[start:end])
        if several in _COMPOUND:
            words, form = c.words[start:end], several
    c.cover(*words)
    objects = (d for each in reversed(words) for d in each.of("pobj", "pcomp") if d not in words)
    inner = next(objects, None)
    if inner is None:
        after = (d for d in word.of("amod", "advmod") if d.i > word.i and d.pos == "ADJ")
        inner = word.first("dobj", "attr", "nmod", "xcomp") or next(after, None)
    name = c.lexicon.preposition(form, _use(word, inner, target))
    span = (words[0].start, words[-1].end)
    ep = c.add(name, span, label, event, ARG1=target)
    found = c.argument(inner) if inner is not None else c.gaps.get((word.i, "pobj"))
    if found is not None:
        ep.args["ARG2"] = found
    c.modifiers(word, "preposition", event, label)
    return event


def _use(word: Word, inner: Word | None, target: str) -> str:
    """Return a preposition's use: ``time``, ``means``, ``entity``, ``way`` or else ``state``."""
    if inner is not None and lexicon.is_time(inner):
        return "time"
    means = inner is not None and inner.lower in NOUNS.means and not inner.first("det", "poss")
    if word.lower == "by" and inner is not None and (means or inner.tag == "VBG"):
        return "means"
    if target[:1] != "e":
        return "entity"
    return "way" if word.head.lemma in VERBS.motion else "state"


def object_of(c: Composer, word: Word) -> str:
    """Return the object of *than*, or the place in *from under the table*, if any."""
    c.cover(word)
    target = word.first("pobj", "pcomp", "amod", "advmod", "dobj")
    return c.argument(target) if target else ""


def bare(
    c: Composer, word: Word, target: str, label: str, properties: Properties = UNTENSED, *,
    predicate: str, asked: str = "",
) -> str:  # fmt: skip
    """Compose a noun phrase, or an adverb that resembles one, as a modifier without a preposition.

    Examples are *every day*, *three miles away*, *garden dog*, *Kim, the manager*, *here* and
    *how*. For a question word, ``asked`` is the noun predicate that it asks for (``manner``).
    """
    event = c.event(properties)
    start, end = word.span if asked else extent(word)
    other = {
        "compound": (start, word.head.wide_end), "appos": (word.head.start, word.wide_end),
        "_be_v_id": word.span,
    }  # fmt: skip
    ep = c.add(predicate, other.get(predicate, (start, end)), label, event, ARG1=target)
    ep.args["ARG2"] = c.pronoun(asked, "which_q", word)[0] if asked else c.noun_phrase(word)
    return event
