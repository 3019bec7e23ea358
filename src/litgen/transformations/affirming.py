"""Make a negated sentence affirmative: *The man isn't singing.* -> *The man is singing.*

litgen removes the negation of the main clause if the sentence has no other negation. Polarity items
become their positive counterparts (Huddleston and Pullum 2002, ch. 9): *hasn't eaten anything*
becomes *has eaten something*.
"""

from collections.abc import Iterator, Mapping

from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.clauses import SUBJECTS, Clause, Sentence
from litgen.engines.dependency.realisation.surface import Piece, surface
from litgen.lexicon import article_for, lemmas_with
from litgen.tables import LISTS, function_words, rules_table, word_list
from litgen.transformations.parsing import dependents, next_word
from litgen.transformations.protocol import Order, Outcome, Variant
from litgen.transformations.statements import (
    UNCOUNTED,
    StatementTransformation,
    sentences_of,
)
from litgen.transformations.traits import TraitReader
from litgen.trees.morphology import BEFORE_NT, inflect
from litgen.trees.nouns import is_plural
from litgen.trees.tokens import Doc, Span, Token

_NO_COUNTERPART = "affirmative.no-counterpart"
#: Map the index of a token to the words that replace it.
_Words = dict[int, list[Piece]]
_COUNTERPARTS: Mapping[str, str] = rules_table("exchanges")["counterparts"]["words"]
_CONTRASTING, _REASONS, _NEGATING, _MINIMIZING, _SMALLEST, _FIXED, _IDIOMS, _UNABLE, _RAISING = (
    word_list(name, "exchanges")
    for name in (
        "contrasting", "reasons", "negating", "minimizing", "smallest", "fixed_after_no",
        "idioms", "unable", "raising_negation",
    )
)  # fmt: skip
_NEGATIVE = frozenset(function_words()["negative"])
_UNIVERSAL = lemmas_with("universal", "determiner")
_PARTING = frozenset(("--", "-", "\N{EM DASH}", ":", ";", "("))
_FULL = {short: full for full, short in BEFORE_NT.items()}
_DO = {"do": "VBP", "does": "VBZ", "did": "VBD"}
#: Dependencies of noun phrases that may negate their clause: *has no dog*, *talks to nobody*.
_ARGUMENTS = (*SUBJECTS, "dobj", "dative", "attr", "pobj", "oprd")
#: Dependencies that may lie between a word and the verb of its clause.
_TRANSPARENT = (*_ARGUMENTS, "prep", "agent", "acomp", "xcomp", "pcomp", "conj", "det", "advmod")


class Affirmative(StatementTransformation):
    """``affirmative`` turns *The man isn't singing.* into *The man is singing.*

    The parameter ``scope`` is ``wide`` if the subject (*nobody*, *there*) fixes the scope of the
    negation; ``opposition`` is ``contrary`` if source and output may both be false (*still*).

    Example:
        >>> affirmative = Affirmative(Order("affirmative"))
        >>> affirmative.apply(["Nobody has eaten anything."])[0].variants[0].text
        'Somebody has eaten something.'
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._traits = TraitReader()

    _read = staticmethod(sentences_of)

    def _of(self, sentence: Sentence, text: str) -> Outcome:
        doc, negation = sentence.doc, _negation(sentence)
        words = _without(sentence, negation)
        words |= _counterparts(sentence, negation, words)
        wide = negation.dep_ in SUBJECTS or negation.head.dep_ in SUBJECTS
        wide |= any(t.dep_ == "expl" for t in doc[sentence.root_clause.head].lefts)
        parameters = {"scope": "wide"} if wide else {}
        if _is_contrary(sentence, negation, words):
            parameters["opposition"] = "contrary"
        conjuncts = sum(c.kind == "conjunct" for c in sentence.clauses)
        traits = {**self._traits.read(text), "uncovered_clauses": conjuncts}
        made = surface(doc, range(len(doc)), words)
        return Outcome((Variant((made,), parameters, sentence.form, traits=traits),))


def _is_contrary(sentence: Sentence, negation: Token, words: _Words) -> bool:
    """Check whether source and output are contraries (Horn 1989): *no longer* and *still*."""
    new = {piece.text for pieces in words.values() for piece in pieces}
    root = sentence.root_clause
    habit = root.tense == "pres" and not (root.progressive or root.perfect or root.modal)
    return not new.isdisjoint(("still", "too")) or (negation.lower_ == "never" and habit)


def _negation(sentence: Sentence) -> Token:
    doc, root = sentence.doc, sentence.root_clause
    found = [t for t in doc if negates(t)]
    if len(found) != 1:
        raise Declined("affirmative.two-negations" if found else "affirmative.not-negated")
    (negation,) = found
    if negation.lower_ not in _NEGATIVE:
        raise Declined(_NO_COUNTERPART)
    if root.question or root.inverted or doc[-1].text == "?":
        raise Declined("text.question")
    if negation.pos_ == "PROPN" or not _of_main_clause(sentence, negation):
        raise Declined("negation.constituent")
    if reason := _unsure(sentence, negation):
        raise Declined(reason)
    return negation


def negates(token: Token) -> bool:
    """Check whether a word is negative in form or meaning: *no*, *never*, *without*."""
    return token.lower_ in _NEGATING or token.lemma_.lower() in _NEGATING


def _of_main_clause(sentence: Sentence, negation: Token) -> bool:
    root = sentence.root_clause
    if negation.lower_ in LISTS.negation or negation.lower_ == "never":
        return root.negation == negation.i
    word = negation.head if negation.dep_ in ("det", "neg", "advmod") else negation
    if negation.lower_ == "no" and word.i == negation.i:
        return False
    if word.dep_ == "prep" or (word.dep_ == "pobj" and negation.dep_ == "det"):
        return False  # as in *with no hat*
    while word.i not in (root.head, word.head.i):
        if (
            word.i in sentence.by_head
            or word.dep_ not in _TRANSPARENT
            or (word.head.dep_ in _ARGUMENTS and word.dep_ == "prep")
        ):
            return False
        word = word.head
    return word.i == root.head


def _unsure(sentence: Sentence, negation: Token) -> str | None:
    """Return why the scope of a negation is uncertain, or None if it is certain."""
    doc, root = sentence.doc, sentence.root_clause
    head, rest = doc[root.head], doc[negation.i + 1 :]
    own = [t for t in rest if t.is_alpha]
    below = own[0].lower_ if own else ""
    joined = [c for c in sentence.clauses if c.kind == "conjunct" and c.subject is not None]
    orders = [c for c in sentence.clauses if c.kind == "participial" and doc[c.head].tag_ == "VB"]
    between = doc[min(head.i, negation.i) : max(head.i, negation.i)]
    if (
        sum(t.dep_ == "ROOT" for t in doc) > 1
        or any(map(_is_spliced, doc))
        # as in *..., for the moon was shining* and *..., they left*
        or any(doc[doc[c.head].left_edge.i - 1].lower_ not in ("and", "or") for c in joined)
        or orders  # as in *Please stop, ...*
        or any(t.text in _PARTING for t in between)  # as in *... -- no sharks here!*
    ):
        return "text.several-clauses"
    if any(t.lower_ in _CONTRASTING or (t.dep_ == "mark" and t.lower_ in _REASONS) for t in doc):
        return "affirmative.contrast-or-reason"
    minimal = any(t.lemma_.lower() in _MINIMIZING or _is_minimal(t, head) for t in doc)
    minimal |= any(map(_is_degree, doc)) or any(map(_is_span, head.rights))
    if minimal or doc[negation.i - 1].lower_ in ("ai", "need", "dare"):
        return _NO_COUNTERPART
    degree = any(t.lower_ == "too" and t.head.i > t.i for t in rest) or (
        below in ("so", "that", "as", "quite") and own[0].dep_ == "advmod"
    )
    if degree or any(t.lower_ == "that" and t.pos_ == "ADV" for t in rest):
        return "affirmative.degree"
    if any(c.dep_ == "acomp" and next_word(c) in ("if", "whether") for c in head.rights):
        return "affirmative.embedded-question"  # as in *isn't sure if*
    if dependents(head, "ccomp") and (head.lemma_ in _RAISING or root.copular):
        return "affirmative.neg-raising"
    can = root.modal in ("can", "could")
    compared = any(t.tag_ in ("JJR", "RBR") for t in head.children)  # as in *couldn't be better*
    if (can and head.lemma_ in _UNABLE) or (compared and (can or negation.lower_ == "never")):
        return _NO_COUNTERPART
    subject = negation if root.subject is None else doc[root.subject]
    universal = any(t.lower_ in _UNIVERSAL for t in (subject, *subject.lefts))
    return "affirmative.quantified-subject" if subject.i < negation.i and universal else None


def _is_spliced(word: Token) -> bool:
    """Check whether only a comma joins a verb's clause to another: *He isn't here, he left*."""
    before = word.left_edge.i - 1
    loose = word.dep_ in ("ccomp", "parataxis") and word.i != word.left_edge.i
    after = word.right_edge.i + 1
    marks = [word.doc[i].text for i in (before, after) if 0 <= i < len(word.doc)]
    return loose and "," in marks and not any(c.dep_ == "mark" for c in word.lefts)


def _is_minimal(word: Token, verb: Token) -> bool:
    """Check for *long*, *far* or a minimizer: *isn't far*, *say a word*; not *as long as*."""
    if word.dep_ in ("dobj", "pobj") and word.lower_ in _SMALLEST:
        return [c.lower_ for c in word.children] == ["a"]  # as in *didn't say a word*
    own = word.head == verb or word.head.lower_ == "for"
    return own and word.lower_ in ("long", "far") and all(c.lower_ != "as" for c in word.children)


def _is_degree(word: Token) -> bool:
    """Check whether *any* or *no* modifies a predicative adjective: *isn't any good*."""
    above = word.head
    predicate = above.dep_ in ("attr", "acomp", "oprd") and above.tag_ == "JJ"
    return predicate and word.dep_ == "det" and word.lower_ in ("any", "no")


def _is_span(preposition: Token) -> bool:
    """Check for a period in which something has not happened: *hasn't called in weeks*."""
    return preposition.lower_ == "in" and any(
        c.tag_ == "NNS" and c.ent_type_ in ("DATE", "TIME") and not any(c.children)
        for c in preposition.rights
    )


def _without(sentence: Sentence, negation: Token) -> _Words:
    doc, clause, word = sentence.doc, sentence.root_clause, negation.lower_
    none_is = word == "none" and doc[clause.group[0]].tag_ == "VBZ" and negation.dep_ in SUBJECTS
    if (
        f"{word} {next_word(negation)}" in _IDIOMS
        or none_is
        or (word == "never" and not negation.i)
    ):
        raise Declined(_NO_COUNTERPART)  # as in *none of them is*
    if word in LISTS.negation:
        return _verb_group(doc, clause, negation)
    if word == "never":
        return {negation.i: []}
    if word == "no":
        return _of_determiner(clause, negation)
    if word in _COUNTERPARTS:
        return {negation.i: [Piece(_COUNTERPARTS[word], negation.i)]}
    raise Declined(_NO_COUNTERPART)


def _verb_group(doc: Doc, clause: Clause, negation: Token) -> _Words:
    """Make a verb group positive: *does not like* -> *likes*, *ca n't* -> *can*."""
    before = doc[negation.i - 1]
    words: _Words = {negation.i: []}
    if before.i not in clause.group:
        before = doc[clause.group[0]]
    verb = before.lower_
    if verb[0] in "'’" and not next_word(negation).isalpha():
        raise Declined(_NO_COUNTERPART)  # as in *I'm not.*
    if verb not in _DO or before.i == clause.head:
        return {**words, before.i: [Piece(_FULL.get(verb, before.text), before.i)]}
    first = doc[clause.group[clause.group.index(before.i) + 1]]  # as in *didn't get invited*
    verbs = [first, *(c for c in doc[clause.head].conjuncts if _shares_do(c))]
    if any(v.lower_ == "be" for v in verbs):
        raise Declined(_NO_COUNTERPART)
    for each in verbs:
        form = inflect(each.lower_, _DO[verb]) if _DO[verb] != "VBP" else each.lower_
        words[each.i] = [Piece(form, each.i)]
    return {**words, before.i: []}


def _shares_do(verb: Token) -> bool:
    """Check whether a verb shares the auxiliary *do*: *drink* in *does not eat or drink*."""
    own = any(c.dep_ in (*SUBJECTS, "aux", "neg") for c in verb.lefts)
    return verb.tag_ in ("VB", "VBP") and not own


def _of_determiner(clause: Clause, no: Token) -> _Words:
    """Replace the determiner *no*: *no dog* -> *a dog*, *no dogs* -> *some dogs*."""
    if not next_word(no):
        raise Declined(_NO_COUNTERPART)
    following, noun = no.nbor(), no.head
    if following.lower_ == "longer" and (no.i <= clause.head or clause.copular):
        return {no.i: [Piece("still", no.i)], following.i: []}
    if following.lower_ == "one":
        return {no.i: [Piece("someone", no.i)], following.i: []}
    if (
        no.dep_ != "det"
        or noun.i < no.i
        or following.tag_ in ("JJR", "RBR", "CC")
        or following.lower_ in ("longer", "such", "other")
        or noun.lemma_.lower() in _FIXED
        or (noun.lower_ == "way" and any(c.tag_ != "VB" for c in dependents(noun, "relcl")))
    ):
        raise Declined(_NO_COUNTERPART)
    uncounted = is_plural(noun) or noun.lemma_.lower() in UNCOUNTED or noun.tag_ != "NN"
    some = uncounted and following.ent_type_ != "ORDINAL"
    return {no.i: [Piece("some" if some else article_for(following.text), no.i)]}


def _counterparts(sentence: Sentence, negation: Token, gone: _Words) -> _Words:
    doc, root = sentence.doc, sentence.root_clause
    words: _Words = {}
    for span, new in _items(doc):
        item = doc[span.start]
        if item.i == negation.i or item.i in gone:
            continue
        if item.i < negation.i and not item.lower_.startswith("any"):
            continue
        if _is_outside(sentence, item):
            continue
        openers = [
            t.lower_ for t in _openers(sentence, item) if t.dep_ == "mark" or t.tag_[0] == "W"
        ]
        if openers and "that" not in openers:
            continue  # as in *doesn't know if anyone came*
        if openers:
            raise Declined(_NO_COUNTERPART)
        words |= {i: [] for i in range(span.start, span.end)}
        at = item.i
        if new == "still":
            at = root.auxiliaries[0] if len(root.auxiliaries) > 1 else root.head
            before = root.copular or at != root.head
            verb = [] if at in words else gone.get(at, [Piece(doc[at].text, at)])
            words[at] = [*verb, Piece("still")] if before else [Piece("still"), *verb]
            continue
        if not _may_become(item, negation):
            raise Declined(_NO_COUNTERPART)
        words[at] = [Piece(new, at)] if new else []
    return words


def _items(doc: Doc) -> Iterator[tuple[Span, str]]:
    taken = -1
    for i, token in enumerate(doc):
        pair = doc[i : i + 2].text.lower()
        if i <= taken:
            continue
        more = doc[min(i + 1, len(doc) - 1)]  # *any more dogs*, unlike *doesn't sing any more*
        amount = more.head.i > more.i and more.head.pos_ in ("NOUN", "PROPN")
        if pair in _COUNTERPARTS and not (token.lower_ == "any" and amount):
            taken = i + 1
            yield doc[i : i + 2], _COUNTERPARTS[pair]
        elif token.lower_ in _COUNTERPARTS:
            yield doc[i : i + 1], _COUNTERPARTS[token.lower_]


def _is_outside(sentence: Sentence, word: Token) -> bool:
    """Check whether a word is in a coordinate clause that has its own subject or auxiliary."""
    clauses = [sentence.by_head.get(above.i) for above in (word, *word.ancestors)]
    return any(
        c and c.kind == "conjunct" and (c.subject is not None or (c.auxiliaries and not c.shares))
        for c in clauses
    )


def _openers(sentence: Sentence, word: Token) -> Iterator[Token]:
    """Yield the words that may introduce the finite subordinate clauses that contain a word."""
    for above in (word, *word.ancestors):
        clause = sentence.by_head.get(above.i)
        if clause is not None and clause.finite and clause.kind in ("complement", "adverbial"):
            yield from (t for t in sentence.doc[above.i].lefts if t.i <= word.i)


def _may_become(item: Token, negation: Token) -> bool:
    """Check whether a polarity item has a positive counterpart in its position."""
    if item.i < negation.i:
        return False
    match item.lower_:
        case "yet":
            return item.dep_ == "advmod"
        case "either":
            last = not any(t.is_alpha for t in item.doc[item.i + 1 :])
            return last and item.dep_ == "advmod"
        case "much":
            degree = any(t.dep_ == "advmod" for t in item.lefts)
            return item.dep_ in ("advmod", "dobj") and item.head.tag_[:1] == "V" and not degree
    return item.lower_ != "any" or item.dep_ != "advmod"
