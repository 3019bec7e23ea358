"""Edits that drop modifiers."""

from collections.abc import Sequence

from litgen.lexicon import lemmas_with
from litgen.proving.alignment import Alignment
from litgen.proving.lexical import is_privative
from litgen.proving.places import AtomicEdit, Place, common_place, lemmas, place_of
from litgen.proving.relations import ANY, EQUIVALENT, FORWARD, REVERSE, Relation
from litgen.tables import word_list
from litgen.transformations.adjuncts import is_condition, is_frame, may_be_kind, other_hosts
from litgen.transformations.positions import quantifier_effects
from litgen.trees.tokens import Token

_KINDS = {
    "amod": "adjective", "compound": "compound", "nummod": "numeral", "prep": "phrase",
    "agent": "phrase", "advmod": "adverb", "npadvmod": "adverb", "acl": "participle",
    "relcl": "relative clause", "advcl": "adverbial clause", "appos": "apposition",
    "nmod": "compound",
}  # fmt: skip
#: Kinds of noun modifiers whose words may have their own scope.
_OF_NOUNS = ("compound", "phrase", "relative clause", "participle")
#: Modals of the future, and prepositions that express a condition with these modals.
_WILL, _MEANS = {"will", "wo", "'ll", "shall"}, {"with", "without", "by", "under"}


#: Dependents before a subject that do not affect the rest of the sentence.
_INERT = ("aux", "auxpass", "neg", "cc", "preconj", "punct", "npadvmod", "ccomp")


def modifiers_dropped(pair: Alignment, words: Sequence[Token]) -> list[AtomicEdit] | None:
    """Return the edits that drop the words, if these are one or more whole modifiers."""
    inside = {word.i for word in words}
    roots = [word for word in words if word.head.i not in inside]
    edits = []
    for root in roots:
        phrase = [each for each in root.subtree if not each.is_punct and not each.is_space]
        if any(each.i not in inside for each in phrase):
            return None
        edit = _dropped(pair, root, phrase)
        if edit is None:
            return None
        edits.append(edit)
    return edits or None


def _dropped(pair: Alignment, root: Token, phrase: Sequence[Token]) -> AtomicEdit | None:
    kind, head = _KINDS.get(root.dep_), root.head
    if kind is None or head == root or head.i not in pair.partners:
        return None
    if kind in ("phrase", "adverb") and any(map(_is_misread, phrase)):
        return None
    said = f"drop {pair.premise.text(phrase)!r}"
    if is_condition(root):
        sure = head.dep_ == "ROOT" and _is_plain_condition(root)
        return AtomicEdit(kind, said, REVERSE if sure else ANY, "it is a condition", one_way=True)
    if root.dep_ == "prep" and is_frame(root):
        why = "the sentence may hold only in a story or according to somebody"
        return AtomicEdit(kind, said, ANY, why)
    relation = _relation(kind, root, phrase)
    if relation is None:
        return None
    if kind in ("relative clause", "apposition") and _set_off(phrase):
        place = common_place(pair, head, head)
        place = Place("up", through=", non-restrictive") if place.value == "up" else Place("none")
    else:
        # A noun's modifier has the polarity of the noun, although it may contain a negation or
        # quantifier: the first noun of a compound has its own quantifier in the MRS.
        bare = kind in _OF_NOUNS and head.pos_ in ("NOUN", "PROPN", "PRON")
        bare |= root.dep_ == "npadvmod"
        at = head if bare else phrase[0] if root.dep_ == "prep" else root
        place = common_place(pair, at, head)
    if kind == "phrase" and place.value == "none":
        place = common_place(pair, head, head)
    if why := _why_open(pair, kind, root, phrase, place):
        return AtomicEdit(kind, said, ANY, why)
    return place.edit(kind, said, relation, (lemmas(phrase), ()))


def _is_misread(word: Token) -> bool:
    """Check whether the parse wrongly joins a word to a time or place: *on Sunday or sang*."""
    first = word.head
    if word.dep_ != "conj" or first.pos_ in ("VERB", "AUX"):
        return False
    bare = word.tag_ == "NN" and not any(True for _ in word.children)
    return word.pos_ == "VERB" or (bare and (first.pos_ == "PROPN" or first.dep_ == "npadvmod"))


def _is_plain_condition(root: Token) -> bool:
    """Check whether a conditional restricts its main clause rather than the act of saying it.

    Counterexamples are *If you are hungry, there is soup* (Austin 1961) and *even if it rains*.
    """
    marks = [c.lower_ for c in root.children if c.dep_ == "mark" or c.lower_ in ("even", "only")]
    subjects = [c for c in root.children if c.dep_ in ("nsubj", "nsubjpass")]
    return (
        marks in (["if"], ["unless"], [])
        and root.tag_[:2] == "VB"
        and bool(subjects)
        and all(c.lower_ not in ("i", "we", "you", "anything") for c in subjects)
    )


def _why_open(
    pair: Alignment, kind: str, root: Token, phrase: Sequence[Token], place: Place
) -> str:
    """Return the reason why dropping an adjunct proves nothing, or an empty string."""
    head = root.head
    of_clause = head.pos_ in ("VERB", "AUX", "ADJ")
    when = of_clause and (kind in ("phrase", "adverbial clause") or root.dep_ == "npadvmod")
    if when and not pair.premise.is_episode:
        return "it may restrict a habit or a quality"
    modals = {c.lower_ for c in head.children if c.tag_ == "MD"}
    if when and modals and (not modals <= _WILL or root.lower_ in _MEANS):
        return "it may be the condition of a modal"
    if of_clause and place.value == "down" and (_set_off(phrase) or _is_fronted(phrase)):
        return "it is uncertain whether the negation applies to it"
    squints = root.i < head.i and root.i and root.nbor(-1).pos_ == "VERB"
    if kind == "adverb" and squints and root.nbor(-1) not in head.children:
        return "it may modify another word"  # *loudly* in *A man who sang loudly danced*
    if kind == "phrase" and any(
        place_of(pair.premise, each).value != place.value or _is_repeated_time(each)
        for each in other_hosts(root)
    ):
        return "it may modify another word"
    return "the sentence may be about a kind" if may_be_kind(head) else ""


def _is_repeated_time(noun: Token) -> bool:
    """Check whether a noun denotes a repeated time: *On Sundays in May*."""
    plural = noun.tag_ in ("NNS", "NNPS") or noun.lower_.endswith("days")
    return plural and noun.ent_type_ in ("DATE", "TIME")


def _set_off(phrase: Sequence[Token]) -> bool:
    first = phrase[0]
    return first.i > 0 and first.nbor(-1).text == ","


def _is_fronted(phrase: Sequence[Token]) -> bool:
    last = phrase[-1]
    return last.i + 1 < len(last.doc) and last.nbor(1).text == ","


def _relation(kind: str, root: Token, phrase: Sequence[Token]) -> Relation | None:
    """Return the relation of a phrase to the same phrase without the modifier."""
    head, lower = root.head, root.lower_
    if " ".join(word.lower_ for word in phrase) in word_list("negative_polarity", "proving"):
        return EQUIVALENT
    if (
        kind == "adverb"
        and head.pos_ in ("ADJ", "ADV")
        and lower in lemmas_with("plain_degree", "adverb")
    ):
        return FORWARD
    small = kind in ("adjective", "compound", "numeral", "adverb")
    if any(
        word.lower_ in word_list("no_modifier", "proving")
        for word in (phrase if small else (root,))
    ):
        return None
    if kind == "adverb" and any(word.pos_ == "NUM" for word in phrase):
        return None  # such as *2 hours 10 minutes*
    if any(word.dep_ == "neg" and word.head.i == root.i for word in phrase):
        return None
    if root.tag_ in ("JJS", "RBS", "JJR", "RBR") and kind in ("adjective", "adverb"):
        return None
    if kind in ("adjective", "compound", "numeral"):
        return _before_noun(kind, root, head)
    if kind == "phrase":
        whole = " ".join(word.lower_ for word in phrase)
        if {lower, whole} & word_list("no_phrase", "proving") or head.lower_ in word_list(
            "measured", "proving"
        ):
            return None
        if head.pos_ in ("VERB", "AUX") and lower != "with" and _is_none_or_few(root):
            return None
        return None if head.pos_ in ("NUM", "DET", "PRON", "SCONJ", "ADP") else FORWARD
    if kind == "adverb":
        if is_scopal(lower):
            return None
        return FORWARD if head.pos_ in ("VERB", "ADJ", "AUX", "ADV", "NOUN") else None
    if kind == "adverbial clause":
        marks = {c.lower_ for c in root.children if c.dep_ in ("mark", "advmod")}
        return None if marks & word_list("no_clause", "proving") else FORWARD
    return FORWARD


def _is_none_or_few(preposition: Token) -> bool:
    """Check whether a phrase may refer to nobody or nothing: *worn by fewer than three men*."""
    return any(quantifier_effects(c)[1] != "up" for c in preposition.children if c.dep_ == "pobj")


def is_scopal(adverb: str) -> bool:
    """Check whether an adverb does more than state manner, place or time: *almost*, *allegedly*."""
    scopal = (lemmas_with(name, "adverb") for name in ("likelihood", "scopal"))
    return adverb in word_list("no_adverb", "proving") or any(adverb in each for each in scopal)


def is_framed(verb: Token, but: Token | None = None) -> bool:
    """Check whether a phrase before the subject, except ``but``, affects all coordinated clauses.

    Example:
        True for *In my dream, Tom sang and Mary danced*; False for *Yesterday, Tom sang ...*.
    """
    subject = next((c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass", "expl")), verb)
    for child in verb.children:
        if child.i >= subject.i or child == but or child.dep_ in _INERT:
            continue
        marks = {c.lower_ for c in child.children if c.dep_ == "mark"}
        if child.dep_ == "prep":
            bears = is_frame(child) or is_condition(child)
        elif child.dep_ == "advmod":
            bears = is_scopal(child.lower_)
        else:
            bears = child.dep_ != "advcl" or not marks & word_list("factive_marks", "proving")
        if bears:
            return True
    return False


def _before_noun(kind: str, root: Token, head: Token) -> Relation | None:
    if kind == "adjective" and root.text.islower() and head.ent_type_ in ("GPE", "LOC", "LANGUAGE"):
        return FORWARD  # such as *central Tokyo*
    if head.pos_ == "PROPN" or head.tag_ not in ("NN", "NNS") or root.i > head.i:
        return None
    if kind == "compound" and root.pos_ == "PROPN" and root.i + 1 < head.i:
        return None
    if kind != "numeral" and is_privative(root, head):
        return None
    if kind == "numeral":
        with_article = any(c.dep_ in ("det", "poss", "advmod", "quantmod") for c in head.children)
        return None if with_article or root.lower_ == "one" else FORWARD
    return FORWARD
