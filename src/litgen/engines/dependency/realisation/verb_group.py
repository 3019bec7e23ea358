"""Verb groups: tense, aspect, operators and negation, and the words that they come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType

from litgen.engines.dependency.analysis import Declined, Verb
from litgen.engines.dependency.clauses import Clause, is_elliptic
from litgen.engines.dependency.edits import Aspect, Determiner, Negation, Operators, Tense
from litgen.engines.dependency.morphology import Agreement, form_of, inflect, is_form
from litgen.engines.dependency.realisation.agreement import agreement
from litgen.engines.dependency.realisation.fields import Fields
from litgen.engines.dependency.realisation.placement import place
from litgen.engines.dependency.realisation.question import inverted
from litgen.engines.dependency.realisation.surface import Piece
from litgen.lexicon import ADJECTIVES, NOUNS


def tense(fields: Fields, edit: Tense) -> list[Fields]:
    """*is riding* -> *was riding*."""
    return [fields.regrouped(edit.clause, tense=edit.tense)]


def aspect(fields: Fields, edit: Aspect) -> list[Fields]:
    """*rides* -> *is riding*, *has ridden*."""
    group = fields.groups[edit.clause]
    main = group.main._replace(perfect=edit.perfect, progressive=edit.progressive)
    return [fields.regrouped(edit.clause, verbs=(*group.operators, main))]


def operators(fields: Fields, edit: Operators) -> list[Fields]:
    """*rides* -> *may ride*, *seems to ride*."""
    verbs = (*edit.verbs, fields.groups[edit.clause].main)
    return [fields.regrouped(edit.clause, verbs=verbs, tense=edit.tense)]


def determiner(fields: Fields, edit: Determiner) -> list[Fields]:
    """*a* -> *no*."""
    return [fields._replace(words={**fields.words, edit.token: [Piece("no", edit.token)]})]


def negation(fields: Fields, edit: Negation) -> list[Fields]:
    """*rides* -> *does not ride*, *doesn't ride*; *there is a dog* -> *there is no dog*, *there
    isn't a dog*."""
    ways = [fields.regrouped(edit.clause, negation=n) for n in ("not", "n't")]
    no = _no(fields, edit)
    return [*no, ways[-1]] if no else ways  # nobody says *there is not a dog*


def _no(fields: Fields, edit: Negation) -> list[Fields]:
    """*there is a dog* -> *there is no dog*."""
    doc, clause = fields.doc, fields.source.by_head[edit.clause]
    nouns = [c for c in doc[clause.head].rights if c.dep_ in ("attr", "dobj", "nsubj")]
    there = clause.copular and clause.subject is not None and doc[clause.subject].lower_ == "there"
    if not there or not nouns or nouns[0].pos_ != "NOUN" or nouns[0].conjuncts:
        return []
    noun = nouns[0]
    articles = [c for c in noun.lefts if c.dep_ == "det" and c.lower_ in ("a", "an", "any")]
    others = [c for c in noun.lefts if c not in articles and c.dep_ not in ("amod", "compound")]
    # *there were no many noises*, *there were no lot of them*
    amounts = any(c.lemma_ in ADJECTIVES.quantifying for c in noun.lefts)
    counts = noun.lemma_.lower() in NOUNS.counts or noun.lemma_.lower() in NOUNS.count_of_plural
    if others or amounts or counts:
        return []
    at = articles[0].i if articles else noun.left_edge.i
    no = [Piece("no", at)] if articles else [Piece("no"), Piece(doc[at].text, at)]
    return [fields._replace(words={**fields.words, at: no})]


def written(fields: Fields, every: bool = False) -> Fields:
    """The words of all verb groups that changed, or of ``every`` one, where the source's stood."""
    source, words, lead = fields.source, dict(fields.words), None
    touched = {h for h, group in fields.groups.items() if every or group != source.groups[h]}
    for clause in source.clauses:
        group = fields.groups.get(clause.head)
        moved = clause.kind == "root" and fields.cut
        leans = _leans(clause) and clause.governor in touched
        if group is None or not (clause.head in touched or leans or moved):
            continue
        touched.add(clause.head)
        negate = group.negation if group.negation in ("not", "n't") else ""
        order, chosen = fields.middle if moved else (), _group(fields, clause)
        placed, first = place(fields.doc, clause, chosen, negate, order)
        words.update({i: pieces for i, pieces in placed.items() if i not in fields.words})
        lead = first if clause.kind == "root" else lead
    fields = fields._replace(words=words)
    asks = fields.groups[fields.clause.head].asks
    return inverted(fields, lead) if asks and lead is not None else fields


def _group(fields: Fields, clause: Clause) -> Sequence[str]:
    """The words of one clause's group."""
    source, doc, group = fields.source, fields.doc, fields.groups[clause.head]
    lead = clause  # whose subject the clause has
    while _leans(lead) and lead.governor in source.by_head:
        lead = source.by_head[lead.governor]
    new = fields.head if lead.kind == "root" and fields.cut else None
    asks = lead.question or (lead.kind == "root" and fields.groups[lead.head].asks)
    had_do = any(doc[i].lemma_ == "do" for i in clause.auxiliaries)
    emphatic = fields.emphatic or (had_do and group.verbs == source.groups[clause.head].verbs)
    support = (bool(group.negation) or asks or emphatic) and not is_elliptic(doc, clause)
    verb = doc[clause.head]  # whose form stays where it is one of its verb: *wove*, but not *drank*
    known = verb.tag_ in ("VBD", "VBN", "VBG") and is_form(verb.lower_, verb.lemma_, verb.tag_)
    alike = verb.tag_ != "VBG" and verb.lower_.endswith("ed")  # *cancelled*, not *canceled*
    tags = ("VBD", "VBN") if alike else (verb.tag_,)
    if alike and not inflect(verb.lemma_, "VBN").endswith("ed"):
        tags = ("VBD",)  # *showed* is no participle: *will have been shown*
    forms = dict.fromkeys(tags, verb.lower_) if known and verb.text.islower() else {}
    agrees = agreement(source, clause, new, asks)
    words = group_words(group.verbs, group.tense, agrees, support, forms)
    return _less_shared(fields, clause, words, new, asks) if _leans(clause) else words


def _leans(clause: Clause) -> bool:
    """Whether a clause shares the subject of the one that it is coordinated with."""
    return clause.kind == "conjunct" and clause.subject is None


def _less_shared(
    fields: Fields, clause: Clause, words: Sequence[str], new: int | None, asks: bool
) -> Sequence[str]:
    """A coordinated verb leaves out what it shares with the first: *will sit and read*.

    In a question it shares the word before the subject, or there is none: *does he sit and read*,
    but not *is he dressed and stands*.
    """
    source = fields.source
    governor = source.by_head.get(clause.governor if clause.governor is not None else -1)
    if governor is None or clause.auxiliaries or governor.head not in fields.groups:
        return words
    first = fields.groups[governor.head]
    support = bool(first.negation) or asks or fields.emphatic
    agrees = agreement(source, governor, new, asks)
    shared = group_words(first.verbs, first.tense, agrees, support)[:-1]
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(shared, words[:-1], strict=False))
    count = sum(1 for _ in alike)
    if asks and not count:
        raise Declined("the word before the subject is not that of every verb")
    if not asks and count < len(shared):
        return words  # *will be sitting and will read*
    return words[count:]


def group_words(
    verbs: Sequence[Verb],
    tense: str,
    agreement: Agreement,
    support: bool,
    forms: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """The words of a finite verb group, outermost first.

    Args:
        verbs: the chain; the last is the main verb.
        tense: of the first element: ``pres``, ``past`` or ``fut``; ignored for a modal.
        agreement: of the subject.
        support: a single verb takes *do*, as questions and negations ask for.
        forms: Penn tag -> form of the main verb that the source uses (*wove*, not *weaved*).

    Example:
        >>> group_words([Verb("may", complement="bare"), Verb("ride", progressive=True)],
        ...             "pres", Agreement(), False)
        ['may', 'be', 'riding']
    """
    first = verbs[0]
    if first.tenses and tense not in first.tenses:
        raise Declined(f"no {tense} of {first.lemma}")
    if sum(verb.modal for verb in verbs) > 1:
        raise Declined("two modals")
    words, form = (["will"], "VB") if tense == "fut" else (list[str](), tense)
    for verb in verbs:
        form = "VB" if verb.modal else form  # it has one
        for lemma, following in _chain(verb):
            known = forms if lemma == verbs[-1].lemma != "be" else {}
            found = known.get(_TAGS.get(form, form))
            words.append(found or form_of(lemma, form, agreement))
            form = following
        words += [*verb.between, *(["to"] if verb.complement == "to" else [])]
        form = "VBG" if verb.complement == "gerund" else "VB"
    lead = _chain(first)[0][0]
    takes_do = lead not in ("be", "have") or first.support or (lead == "have" and len(words) == 1)
    if support and not first.modal and tense != "fut" and takes_do:
        words[:1] = [form_of("do", tense, agreement), lead]
    return words


#: The present's forms differ by agreement, which the source's form need not have.
_TAGS = {"past": "VBD", "pres": ""}


def _chain(verb: Verb) -> list[tuple[str, str]]:
    """(lemma, the form the next verb takes) of a verb's auxiliaries and the verb itself."""
    chain = [("have", "VBN", verb.perfect), ("be", "VBG", verb.progressive),
             (verb.passive, "VBN", verb.passive), (verb.lemma, "VB", True)]  # fmt: skip
    return [(lemma, following) for lemma, following, there in chain if there]
