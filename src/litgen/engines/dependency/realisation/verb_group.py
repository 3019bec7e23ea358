"""Realise verb groups: tense, aspect, operators, negation, questions and agreement."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType

from litgen.engines.dependency import edits as e
from litgen.engines.dependency.analysis import Declined, Verb
from litgen.engines.dependency.clauses import Clause, Sentence, is_elliptic
from litgen.engines.dependency.features import object_of
from litgen.engines.dependency.realisation.fields import Fields
from litgen.engines.dependency.realisation.placement import negated, place
from litgen.engines.dependency.realisation.surface import Piece
from litgen.tables import LISTS
from litgen.trees import morphology
from litgen.trees.nouns import is_plural, is_surely_plural
from litgen.trees.tokens import Token

#: The full form of each special form before *n't*: *will* for *wo*.
_FULL = {short: full for full, short in morphology.BEFORE_NT.items()}


def tense(fields: Fields, edit: e.Tense) -> list[Fields]:
    """Change the tense: *is riding* becomes *was riding*."""
    return [fields.regrouped(edit.clause, tense=edit.tense)]


def aspect(fields: Fields, edit: e.Aspect) -> list[Fields]:
    """Change the aspect: *rides* becomes *is riding* or *has ridden*."""
    group = fields.groups[edit.clause]
    main = group.main._replace(perfect=edit.perfect, progressive=edit.progressive)
    return [fields.regrouped(edit.clause, verbs=(*group.operators, main))]


def operators(fields: Fields, edit: e.Operators) -> list[Fields]:
    """Add or replace operators: *rides* becomes *may ride* or *seems to ride*."""
    verbs = (*edit.verbs, fields.groups[edit.clause].main)
    tense = "pres" if verbs[0].modal else fields.groups[edit.clause].tense
    return [fields.regrouped(edit.clause, verbs=verbs, tense=tense)]


def determiner(fields: Fields, edit: e.Determiner) -> list[Fields]:
    """Replace *a* with *no*."""
    return [fields._replace(words={**fields.words, edit.token: [Piece("no", edit.token)]})]


def negation(fields: Fields, edit: e.Negation) -> list[Fields]:
    """Negate a verb group: *does not ride*, *doesn't ride*; *there is no dog*."""
    first = fields.doc[fields.source.by_head[edit.clause].group[0]]
    short = first.text[0] in "'’" and first.lemma_ == "have"  # as in *hasn't left*, *'s not left*
    words = ("n't", "not") if short else ("not", "n't")
    ways = [fields.regrouped(edit.clause, negation=word) for word in words]
    nouns = fields.source.features.words("root.facts", [{"there is no"}])
    noun = next((noun.left_edge for noun in nouns if noun.head.i == edit.clause), None)
    if noun is None:
        return ways
    kept = [] if noun.dep_ == "det" else [Piece(noun.text, noun.i)]
    no = Piece("no", None if kept else noun.i)
    # *there is not a dog* is unidiomatic
    return [fields._replace(words={**fields.words, noun.i: [no, *kept]}), ways[-1]]


def ask(fields: Fields, edit: e.Question) -> list[Fields]:
    """Form a question: *Is a man reading?*; with negation *Isn't he late?*, *Is he not late?*"""
    head = fields.clause.head
    asked = fields._replace(asks=True, final=[Piece("?", glued=True)] if fields.final else [])
    own = fields.groups[head].negation == "own"
    return [asked, asked.regrouped(head, negation="moved")] if own else [asked]


def written(fields: Fields, every: bool = False) -> Fields:
    """Write the words of changed verb groups (or ``every`` one) at the source's positions."""
    source, words, lead = fields.source, fields.words, None
    touched = {h for h, group in fields.groups.items() if every or group != source.groups[h]}
    for clause in source.clauses:
        group = fields.groups.get(clause.head)
        moved = clause.kind == "root" and fields.cut
        leans = _leans(clause) and clause.governor in touched
        if group is None or not (clause.head in touched or leans or moved):
            continue
        touched.add(clause.head)
        negate = group.negation if group.negation in ("not", "n't") else ""
        order, chosen = fields.middle if moved else (), _less_shared(fields, clause)
        placed, first = place(fields.doc, clause, chosen, negate, order)
        words = {**placed, **words}
        lead = first if clause.kind == "root" else lead
    fields = fields._replace(words=words)
    return _inverted(fields, lead) if fields.asks and lead is not None else fields


def _inverted(fields: Fields, lead: int) -> Fields:
    """Move the first word of the group (at ``lead``) and its *n't* before the subject."""
    doc, words, clause = fields.doc, dict(fields.words), fields.clause
    count = 1 + any(piece.glued for piece in words[lead][1:2])
    moved, stay = [*words[lead][:count]], [*words[lead][count:]]
    after = lead + 1
    other = fields.groups[clause.head].negation == "moved" and after == clause.negation
    word = doc[after].lower_ if after < len(doc) else ""
    if not stay and word != "not" and word in LISTS.negation:
        if other:  # as in *Is he not late?*
            moved = [p._replace(text=_FULL.get(p.text.lower(), p.text)) for p in moved]
            words[after] = [Piece("not", after)]
        else:
            moved.extend(words.get(after, [Piece(doc[after].text, after)]))
            words[after] = []
    elif other:  # as in *Isn't he late?*
        moved, words[after] = negated(moved, "n't"), []
    words[lead] = stay
    return fields._replace(front=[*fields.front, *moved], words=words)


def _leans(clause: Clause) -> bool:
    """Check whether a clause shares the subject of the clause that it is coordinated with."""
    return clause.kind == "conjunct" and clause.subject is None


def _group(fields: Fields, clause: Clause) -> list[str]:
    source, doc, group = fields.source, fields.doc, fields.groups[clause.head]
    had_do = any(doc[i].lemma_ == "do" for i in clause.auxiliaries)
    emphatic = fields.emphatic or (had_do and group.verbs == source.groups[clause.head].verbs)
    asks = fields.asks_of(owner_of(source, clause))
    behind = (clause.negation or 0) > clause.head  # *I have not a penny*, *Hasn't he any money?*
    negative = group.negation and not behind
    asked = asks and not (behind and doc[clause.head].lemma_ == "have")
    support = bool(negative or asked or emphatic) and not is_elliptic(doc, clause)
    forms = _forms_of_source(doc[clause.head])
    return group_words(group.verbs, group.tense, agreement(fields, clause), support, forms)


def _forms_of_source(verb: Token) -> dict[str, str]:
    """Return the source's own forms of a verb by Penn tag, if valid: *wove*, *burnt*."""
    word, lemma, tag = verb.lower_, verb.lemma_, verb.tag_
    if tag not in ("VBD", "VBN", "VBG") or not verb.text.islower():
        return {}
    own = word.endswith("ed") and not morphology.is_one_of(word, lemma, "VBD")  # as in *ringed*
    if tag == "VBG" or not (own or morphology.is_form(word, lemma, tag)):
        return {tag: word} if morphology.is_form(word, lemma, tag) else {}
    both = own or (word.endswith("ed") and morphology.inflect(lemma, "VBN").endswith("ed"))
    others = (t for t in ("VBD", "VBN") if both or morphology.is_one_of(word, lemma, t))
    return dict.fromkeys((tag, *others), word)


def _less_shared(fields: Fields, clause: Clause) -> list[str]:
    """Return a verb group's words without those it shares: *read* in *will sit and read*."""
    words, source = _group(fields, clause), fields.source
    governor = clause.governor if _leans(clause) and not clause.auxiliaries else None
    if governor is None or governor not in fields.groups:
        return words
    shared = _group(fields, source.by_head[governor])[:-1]
    pairs = zip(shared, words[:-1], strict=False)
    alike = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    asks = fields.asks_of(owner_of(source, clause))
    if asks and not alike:
        raise Declined("generation.unshared-auxiliary")
    if not asks and alike != shared:
        return words  # as in *will be sitting and will read*
    return words[len(alike) :]


def agreement(fields: Fields, clause: Clause) -> morphology.Agreement:
    """Return the finite verb's person and number; *A group of people are* stays plural."""
    sentence, doc, owner = fields.source, fields.doc, owner_of(fields.source, clause)
    subject = fields.head if owner.kind == "root" else owner.subject
    if subject == owner.subject and (shown := _shown(sentence, owner) or _shown(sentence, clause)):
        return shown
    if subject is None:
        return morphology.Agreement()
    token = doc[subject]
    if token.dep_ == "ccomp":  # as in *it is said that ...*
        return morphology.Agreement(3, False)
    if token.tag_ in ("WDT", "WP") and token.head.dep_ == "relcl":
        token = token.head.head
    if token.dep_ == "expl" and token.lower_ == "there":
        target = object_of(doc, owner)
        token = doc[target] if target is not None else token
    first = token.lower_ in LISTS.first_person and token.pos_ != "PROPN"  # unlike *the US*
    person = 1 if first else 2 if token.lower_ == "you" else 3
    after = doc[token.right_edge.i + 1 : token.right_edge.i + 2]
    all_of = any(t.dep_ == "advmod" and t.tag_ == "DT" for t in after)  # as in *the crew all eat*
    return morphology.Agreement(person, is_plural(token) or token.lower_ == "you" or all_of)


def owner_of(sentence: Sentence, clause: Clause) -> Clause:
    """Return the clause whose subject a clause shares, or the clause itself."""
    participial = clause.kind == "participial" and sentence.doc[clause.head].dep_ == "advcl"
    shares = clause.subject is None and (clause.kind == "conjunct" or participial)
    above = None if clause.governor is None else sentence.by_head.get(clause.governor)
    return owner_of(sentence, above) if shares and above is not None else clause


def _shown(sentence: Sentence, clause: Clause) -> morphology.Agreement | None:
    """Return the person and number that the source's verb shows: *A group of people are*."""
    doc = sentence.doc
    first = doc[clause.group[0]]
    word = first.lower_.replace("’", "'")
    if clause.shares or clause.modal or clause.tense == "fut":
        return None
    if word in morphology.FIRST:
        return morphology.Agreement(1)
    if word == "were":
        return morphology.Agreement(3, True)
    subject = doc[clause.subject].lower_ if clause.subject is not None else ""
    alone = not any(c.dep_ == "conj" for c in doc[clause.subject or 0].children)
    if alone and subject in morphology.AGREEMENT:
        return morphology.AGREEMENT[subject]
    if word in morphology.SINGULAR or first.tag_ == "VBZ":
        at = object_of(doc, clause) if subject == "there" else clause.subject  # *there's two men*
        return morphology.Agreement(3, at is not None and is_surely_plural(doc[at]))
    plain = clause.tense == "pres" and not clause.auxiliaries and not clause.copular
    return morphology.Agreement(3, True) if word in morphology.PLURAL or plain else None


def group_words(
    verbs: Sequence[Verb],
    tense: str,
    agreement: morphology.Agreement,
    support: bool,
    forms: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """Return the words of a finite verb group, outermost first.

    Args:
        tense: the first verb's tense: ``pres``, ``past`` or ``fut``; ignored for a modal.
        support: whether a single verb takes *do*, as in questions and negations.
        forms: the source's forms of the main verb by Penn tag (*wove*, not *weaved*).

    Example:
        >>> group_words([Verb("may", complement="bare"), Verb("ride", progressive=True)],
        ...             "pres", morphology.Agreement(), False)
        ['may', 'be', 'riding']
    """
    first = verbs[0]
    if first.tenses and tense not in first.tenses:
        raise Declined("generation.defective-verb", first.lemma)
    if sum(verb.modal for verb in verbs) > 1:
        raise Declined("generation.two-modals")
    words, form = (["will"], "VB") if tense == "fut" else (list[str](), tense)
    for verb in verbs:
        form = "VB" if verb.modal else form  # a modal has only one form
        for lemma, following in _chain(verb):
            known = forms if lemma == verbs[-1].lemma != "be" else {}
            found = known.get("VBD" if form == "past" else form)
            words.append(found or morphology.form_of(lemma, form, agreement))
            form = following
        words += [*verb.between, *(["to"] if verb.complement == "to" else [])]
        form = "VBG" if verb.complement == "gerund" else "VB"
    lead = _chain(first)[0][0]
    alone = lead in morphology.OVER_INFINITIVE or lead in ("be", "have")  # as in *ought not to*
    takes_do = not alone or first.support or (lead == "have" and len(words) == 1)
    if support and not first.modal and tense != "fut" and takes_do:
        words[:1] = [morphology.form_of("do", tense, agreement), lead]
    return words


def _chain(verb: Verb) -> list[tuple[str, str]]:
    """Return (lemma, form of the next verb) for each auxiliary of a verb and for the verb."""
    chain = [("have", "VBN", verb.perfect), ("be", "VBG", verb.progressive),
             (verb.passive, "VBN", verb.passive), (verb.lemma, "VB", True)]  # fmt: skip
    return [(lemma, following) for lemma, following, there in chain if there]
