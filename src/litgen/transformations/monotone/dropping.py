"""Drop a modifier if ``rules/dropping.toml`` permits it."""

from collections.abc import Iterator

from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.adjuncts import is_frame, listed, may_be_kind, other_hosts
from litgen.transformations.monotone.edit import Change, PolarEdit, Sentence
from litgen.transformations.monotone.roles import acts, doer_of, is_relational, may_be_verb
from litgen.transformations.parsing import beside, dependents, next_word
from litgen.transformations.protocol import Order
from litgen.transformations.units import compound_senses, hyphenated
from litgen.trees.morphology import known_as
from litgen.trees.tokens import Token
from litgen.wordnet import load_wordnet

_ADJECTIVES, _VERBAL = ("JJ",), ("VBG", "VBN")
_NOUNS = ("NN", "NNS")
#: WordNet fields for physical entities.
_PHYSICAL = (
    "noun.person", "noun.animal", "noun.artifact", "noun.object", "noun.food", "noun.plant",
    "noun.group", "noun.substance", "noun.body",
)  # fmt: skip
_JOINTS = (",", "and", "or", "-", "but")
_LIGHT = ("do", "make", "take", "give", "play")
_EPISODIC = ("VBG", "VBN", "VBD")


def description_of(sentence: Sentence, span: tuple[int, int]) -> str:
    """Return a description of the dropped span: *without with a hat*."""
    return "without " + sentence.text[slice(*span)].replace('"', "")


class ModifierDropped(PolarEdit):
    """Drop an adjective, adverb, prepositional phrase, relative clause or participle."""

    nothing = "drop-modifier.none"

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._wordnet = load_wordnet()

    def _changes(self, sentence: Sentence) -> Iterator[Change]:
        for token in sentence.tree:
            edge = self._edge(token)
            if edge is None or not any(
                t.pos_ in ("VERB", "AUX") and not edge[0].i <= t.i <= edge[1].i
                for t in sentence.tree
            ):
                continue  # no verb would be left: *a man in a park*
            span = sentence.span(*edge)
            yield Change(
                (sentence.without(*edge),), "broader", sentence.span(token)[0],
                description_of(sentence, span), (span,), phrase=True,
            )  # fmt: skip

    def _edge(self, token: Token) -> tuple[Token, Token] | None:
        head = token.head
        if may_be_kind(head):
            return None
        # *There is no lion on the ice* would be an unlikely sentence without *on the ice*
        if head.pos_ == "NOUN" and head.tag_ in _NOUNS and head.dep_ not in ("attr", "appos"):
            if token.dep_ == "amod" and self._adjective(token):
                return _subtree(token)
            if token.i > head.i and _after_noun(token) and self._is_physical(head):
                return _subtree(token)
        if head.pos_ == "VERB" and token.i > head.i:
            if token.dep_ == "prep" and _phrase_of_verb(token):
                return _subtree(token)
        if token.dep_ == "advmod" and _adverb(token):
            return token, token
        return None

    def _adjective(self, token: Token) -> bool:
        head, before, after = token.head, beside(token, -1), beside(token)
        word, around = token.lower_, [each for each in (before, after) if each]
        others = (c for c in dependents(head, "amod") if c.i != token.i)
        if (
            token.tag_ not in _ADJECTIVES
            or token.i > head.i
            or not token.text.islower()
            or "-" in token.text
            or {word, *(t.lower_ for t in around)} & listed("shades")
            or word in listed("not_intersective")
            # a verb mistagged as an adjective: *two read books*
            or ("VERB" in known_as(word) and not self._wordnet.senses(word, "a"))
            # as in *a blond woman and a brunette woman*
            or any(t.lemma_ == head.lemma_ and t.i != head.i for t in token.doc)
            # as in *complained of overly long days*
            or any(c.dep_ != "advmod" or c.lower_ in listed("excessive") for c in token.children)
            or any(c.tag_ in ("JJS", "JJR") for c in others)
            or (token.i + 1 < head.i and after is not None and after.text in _JOINTS)
            or (before is not None and before.text in _JOINTS)
            # *is a terrible idea* and *did a lousy job* are uninformative without the adjective
            or head.dep_ == "attr"
            or (head.dep_ == "dobj" and head.head.lemma_ in _LIGHT)
            or (after is not None and self._is_one_adjective(token, after))
            or (before is not None and self._is_one_adjective(before, token))
            or not _is_informative(head)
            # a relational adjective next to its noun: *a chemical agent*
            or (token.i + 1 == head.i and is_relational(self._wordnet, token))
        ):
            return False
        # excludes *a reasonable grasp of finance* and *a modern example*
        return self._is_physical(head) and self._is_kind(word, head.lemma_.lower())

    def _is_one_adjective(self, first: Token, second: Token) -> bool:
        """Check for a single two-word adjective: *a top secret bomb* is not a top bomb."""
        return any(
            self._wordnet.senses(f"{first.lower_}{joint}{second.lower_}", "a")
            for joint in (" ", "-", "_", "")
        )

    def _is_physical(self, noun: Token) -> bool:
        """Check whether a noun denotes something physical: *boy*, *hat*; not *focus*, *quality*."""
        senses = self._wordnet.senses(noun.lemma_.lower(), "n")
        return bool(senses) and senses[0].field in _PHYSICAL

    def _is_kind(self, adjective: str, noun: str) -> bool:
        """Check that a phrase denotes a kind of what its noun denotes, unlike *hot dog*."""
        senses = compound_senses(self._wordnet, adjective, noun)
        if not senses:
            return True
        if any(noun in self._wordnet.lemmas(sense.name) for sense in senses):
            return False
        above = {name for sense in senses for name in self._wordnet.above(sense.name)}
        return any(noun in self._wordnet.lemmas(name) for name in above)


def _subtree(token: Token) -> tuple[Token, Token] | None:
    """Return the first and last word of a phrase, or None if its extent is uncertain."""
    inside = list(token.subtree)
    first, last = inside[0], inside[-1]
    before, after = beside(first, -1), beside(last)
    if (
        last.i - first.i + 1 != len(inside)
        or last.is_punct
        or first.is_punct
        or (before is not None and before.lower_ in (",", "-", "(", "–", "one"))
        or (after is not None and after.text in ("-", ")", "–"))
        # the phrase may attach to either verb
        or any(t.dep_ == "conj" and (t.pos_ == "VERB" or may_be_verb(t)) for t in inside)
        # the next phrase would then attach to the preceding words
        or (token.pos_ != "ADJ" and after is not None and after.pos_ in ("ADP", "VERB", "NOUN"))
    ):
        return None
    return first, last


def _is_informative(noun: Token) -> bool:
    """Check that a noun is informative without its modifier and has any determiner it needs."""
    lemma = noun.lemma_.lower()
    if lemma in listed("not_alone") or lemma in lemmas_with("inalienable", "noun"):
        return False
    determined = any(c.i < noun.i for c in dependents(noun, "det", "poss", "nummod", "predet"))
    determined |= noun.tag_ == "NNS" or lemma in lemmas_with("uncounted", "noun")
    return determined and noun.ent_type_ not in ("DATE", "TIME")


def _after_noun(token: Token) -> bool:
    head = token.head
    if token.dep_ == "relcl":
        return _is_restrictive(token)
    if head.dep_ == "pobj" and head.head.lower_ == "with":
        return False  # as in *with the front wheel in the air* and *with a picture being shown*
    if token.dep_ == "acl":
        # excludes *has seventy churches named after him* and *a boy named Tom*
        complement = dependents(token, "nsubj", "aux", "mark", "oprd", "ccomp")
        return not _is_had(head) and token.tag_ in _VERBAL and _bound(head) and not complement
    return token.dep_ == "prep" and _phrase_of_noun(token)


def _is_restrictive(verb: Token) -> bool:
    """Check whether a relative clause has a pronoun and its noun has a determiner or number."""
    head = verb.head
    if next(iter(verb.subtree)).lower_ not in ("who", "that", "which", "whose", "whom"):
        return False
    loose = ("one", "ones", "those", "people", "thing", "things")
    return head.lower_ not in loose and head.lemma_ not in listed("not_alone") and _bound(head)


def _bound(noun: Token) -> bool:
    return any(c.i < noun.i for c in dependents(noun, "det", "nummod"))


def _is_had(noun: Token) -> bool:
    return noun.dep_ == "dobj" and noun.head.lemma_ in ("have", *_LIGHT)


def _phrase_of_noun(word: Token) -> bool:
    head = word.head
    if word.lower_ not in listed("of_nouns") or not dependents(word, "pobj"):
        return False
    if _is_had(head) or is_frame(word) or (_turns(head) and any(other_hosts(word))):
        return False  # as in *had a seat on the committee* and *the man in the film*
    return _bound(head) and head.lemma_.lower() not in listed("not_alone")


def _phrase_of_verb(word: Token) -> bool:
    verb = word.head
    lemma, doer = verb.lemma_.lower(), doer_of(verb)
    governed = any(c.i < word.i for c in dependents(verb, "dobj", "prep"))
    alone = lemma in listed("alone") and doer is not None and acts(doer)
    return not (
        word.lower_ in listed("not_droppable")
        or lemma in listed("needs_phrase")
        or not dependents(word, "pobj")
        or not _episode(verb)
        or is_frame(word)
        # as in *every Saturday in spring* and *without a word on the matter*
        or any(_turns(each) for each in other_hosts(word))
        # passives need their place or manner: *is rendered in miniature*
        or dependents(verb, "acomp", "attr", "oprd", "prt", "xcomp", "ccomp", "dative", "auxpass")
        # as in *with the front wheel in the air*
        or any(c.lower_ == "with" and c.right_edge.i + 1 == word.i for c in verb.children)
        # as in *He said in the affirmative* and *Skis are sitting in the snow*
        or not (governed or alone)
        # not the verb's last phrase: a later phrase would then attach to the preceding words
        or any(c.i > word.i and c.dep_ not in ("punct", "cc", "conj") for c in verb.children)
    )


def _turns(noun: Token) -> bool:
    """Check whether a noun's restriction and a modifier of its verb may differ in polarity."""
    quantified = word_list("universal", "positions") | word_list("no", "positions")
    return (
        noun.dep_ == "npadvmod"
        or noun.head.lower_ in word_list("without", "positions")
        or any(c.lower_ in quantified for c in noun.children)
    )


def _episode(verb: Token) -> bool:
    """Check whether a verb describes a single event: *is eating*, *ate*; not *eats*, *may eat*."""
    auxiliaries = dependents(verb, "aux")
    if verb.tag_ == "VB" and any(c.lower_ == "did" for c in auxiliaries):
        return True
    return verb.tag_ in _EPISODIC and not any(c.tag_ in ("MD", "TO") for c in auxiliaries)


def _adverb(token: Token) -> bool:
    head, word, before = token.head, token.lower_, beside(token, -1)
    if (
        before is None
        or before.text == ","
        or any(True for _ in token.children)
        or token.is_title
        or hyphenated(token)
        or next_word(token) == ","
        # as in *most agreeably reached*
        or (before.tag_ in ("RB", "RBR", "RBS") and before.dep_ != "neg")
    ):
        return False
    if head.pos_ == "ADJ":
        return word in listed("raising") and head.dep_ == "amod" and token.i + 1 == head.i
    if (
        head.pos_ != "VERB"
        or not _episode(head)
        or _squints(token)
        or dependents(head, "auxpass")  # as in *was privately owned*
    ):
        return False
    if word in listed("places"):
        return head.lemma_.lower() not in listed("needs_phrase")
    likely = lemmas_with("likelihood", "adverb")
    manner = word.endswith("ly") and token.tag_ == "RB" and word not in listed("not_manner")
    return manner and word not in likely and word not in lemmas_with("scopal", "adverb")


def _squints(adverb: Token) -> bool:
    """Check whether an adverb may modify the verb on either side: *who slept quietly sang*."""
    head, after = adverb.head, beside(adverb)
    if after is None or after.pos_ not in ("VERB", "AUX"):
        return False
    before, within = adverb.nbor(-1), {head, *head.ancestors}
    return adverb.i > head.i or any(
        each.dep_ in ("relcl", "acl") and each not in within for each in (before, *before.ancestors)
    )
