"""Drop a modifier, as far as ``rules/dropping.toml`` permits."""

from collections.abc import Iterator

from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.adjuncts import is_frame, listed, may_be_kind, other_hosts
from litgen.transformations.monotone.edit import Change, PolarEdit, Sentence
from litgen.transformations.monotone.roles import acts, doer_of, is_relational, may_be_verb
from litgen.transformations.protocol import Order
from litgen.transformations.units import compound_senses, hyphenated
from litgen.trees.tokens import Doc, Token

_ADJECTIVES, _VERBAL = ("JJ",), ("VBG", "VBN")
_NOUNS = ("NN", "NNS")
#: WordNet fields for physical entities.
_PHYSICAL = frozenset(
    f"noun.{field}"
    for field in (
        "person",
        "animal",
        "artifact",
        "object",
        "food",
        "plant",
        "group",
        "substance",
        "body",
    )
)
_LIGHT = ("do", "make", "take", "give", "play")
_EPISODIC = ("VBG", "VBN", "VBD")


def said_of(sentence: Sentence, span: tuple[int, int]) -> str:
    """Return a description of the dropped span: *without with a hat*."""
    return "without " + sentence.text[slice(*span)].replace('"', "")


class ModifierDropped(PolarEdit):
    """Drop a modifier: an adjective, a phrase, a relative clause, a participle, an adverb."""

    nothing = "drop-modifier.none"

    def __init__(self, order: Order) -> None:
        from litgen.wordnet import load_wordnet

        super().__init__(order)
        self._wordnet = load_wordnet()

    def _changes(self, sentence: Sentence) -> Iterator[Change]:
        for token in sentence.tree:
            edge = self._edge(token)
            if edge is None:
                continue
            if not any(t.pos_ in ("VERB", "AUX") for t in _outside(sentence.tree, edge)):
                continue  # a caption's only verb: *a man in a park*
            span = sentence.span(*edge)
            yield Change(
                (sentence.without(*edge),), "broader", sentence.span(token)[0],
                said_of(sentence, span), (span,), phrase=True,
            )  # fmt: skip

    def _edge(self, token: Token) -> tuple[Token, Token] | None:
        """Return the first and last word of a droppable modifier, None if it is not droppable."""
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
        from litgen.trees.morphology import known_as

        head = token.head
        if token.tag_ not in _ADJECTIVES or token.i > head.i or not token.text.islower():
            return False
        if token.lower_ in listed("not_intersective") or "-" in token.text:
            return False
        if "VERB" in known_as(token.lower_) and not self._wordnet.senses(token.lower_, "a"):
            return False  # a verb mistagged as an adjective: *two read books*
        if any(t.lemma_ == head.lemma_ and t.i != head.i for t in token.doc):
            return False  # *a blond woman and a brunette woman*
        if any(c.dep_ != "advmod" or not _raises(c) for c in token.children):
            return False  # *complained of overly long days*
        if any(c.dep_ == "amod" and c.i != token.i and c.tag_ in ("JJS", "JJR")
               for c in head.children):  # fmt: skip
            return False
        if token.i + 1 < head.i and token.nbor(1).text in (",", "and", "or", "-", "but"):
            return False
        # *is a terrible idea*, *did a lousy job* are uninformative without the adjective
        if head.dep_ == "attr" or (head.dep_ == "dobj" and head.head.lemma_ in _LIGHT):
            return False
        before = token.nbor(-1) if token.i else None
        if before is not None and before.text in (",", "and", "or", "-", "but"):
            return False
        if self._is_one_adjective(token, token.nbor(1)) or (
            before is not None and self._is_one_adjective(before, token)
        ):
            return False
        shaded = {token.lower_, *(t.lower_ for t in (before, token.nbor(1)) if t is not None)}
        if shaded & listed("shades") or not _stands_alone(head) or self._relates(token):
            return False
        if not self._is_physical(head):
            return False  # *a reasonable grasp of finance*, *a modern example*
        return self._is_kind(token.lower_, head.lemma_.lower())

    def _is_one_adjective(self, first: Token, second: Token) -> bool:
        """*A top secret bomb* is not a top bomb."""
        return any(
            self._wordnet.senses(f"{first.lower_}{joint}{second.lower_}", "a")
            for joint in (" ", "-", "_", "")
        )

    def _is_physical(self, noun: Token) -> bool:
        """Check for a physical noun: *a boy in a hat*, not *a focus on quality*."""
        senses = self._wordnet.senses(noun.lemma_.lower(), "n")
        return bool(senses) and senses[0].field in _PHYSICAL

    def _relates(self, token: Token) -> bool:
        """Check for a relational adjective next to its noun: *a chemical agent*."""
        return token.i + 1 == token.head.i and is_relational(self._wordnet, token)

    def _is_kind(self, adjective: str, noun: str) -> bool:
        """Check that WordNet does not list the phrase as something else (*hot dog*) or a
        synonym."""
        senses = compound_senses(self._wordnet, adjective, noun)
        if not senses:
            return True
        if any(noun in self._wordnet.lemmas(sense.name) for sense in senses):
            return False
        above = {name for sense in senses for name in self._wordnet.above(sense.name)}
        return any(noun in self._wordnet.lemmas(name) for name in above)


def _outside(tree: Doc, edge: tuple[Token, Token]) -> Iterator[Token]:
    return (t for t in tree if not edge[0].i <= t.i <= edge[1].i)


def _subtree(token: Token) -> tuple[Token, Token] | None:
    """Return the first and last word of a phrase; None if it may attach elsewhere."""
    inside = list(token.subtree)
    first, last = inside[0], inside[-1]
    if last.i - first.i + 1 != len(inside) or last.is_punct or first.is_punct:
        return None
    before = first.nbor(-1) if first.i else None
    after = last.nbor(1) if last.i + 1 < len(token.doc) else None
    if before is not None and before.lower_ in (",", "-", "(", "–", "one"):
        return None
    if after is not None and after.text in ("-", ")", "–"):
        return None
    if any(t.dep_ == "conj" and (t.pos_ == "VERB" or may_be_verb(t)) for t in inside):
        return None  # the verb that it attaches to is uncertain
    if token.pos_ != "ADJ" and after is not None and after.pos_ in ("ADP", "VERB", "NOUN"):
        return None  # the next phrase would attach to the words before the gap
    return first, last


def _stands_alone(noun: Token) -> bool:
    """Check that a noun is informative without its modifier and has any article it needs."""
    if noun.lemma_.lower() in listed("not_alone") or noun.ent_type_ in ("DATE", "TIME"):
        return False
    if noun.lemma_.lower() in lemmas_with("inalienable", "noun"):
        return False
    determined = any(
        c.dep_ in ("det", "poss", "nummod", "predet") and c.i < noun.i for c in noun.children
    )
    if determined or noun.tag_ == "NNS":
        return True
    return noun.lemma_.lower() in lemmas_with("uncounted", "noun")


def _after_noun(token: Token) -> bool:
    """Check whether a postmodifier can be dropped: a relative clause, a participle, a phrase."""
    if token.dep_ == "relcl":
        return _restrictive(token)
    if token.head.dep_ == "pobj" and token.head.head.lower_ == "with":
        return False  # *with the front wheel in the air*, *with a picture being shown*
    if token.dep_ == "acl" and _is_had(token.head):
        return False  # *has seventy churches named after him*
    if token.dep_ == "acl":
        return token.tag_ in _VERBAL and _participle(token)
    return token.dep_ == "prep" and _phrase_of_noun(token)


def _restrictive(verb: Token) -> bool:
    """A relative clause without commas, on an indefinite noun with an article or number."""
    head = verb.head
    first = next(iter(verb.subtree))
    if first.lower_ not in ("who", "that", "which", "whose", "whom"):
        return False
    loose = ("one", "ones", "those", "people", "thing", "things")
    return head.lower_ not in loose and head.lemma_ not in listed("not_alone") and _bound(head)


def _participle(verb: Token) -> bool:
    """A restrictive participle; not *a boy named Tom*, with an object complement."""
    return _bound(verb.head) and not any(
        c.dep_ in ("nsubj", "aux", "mark", "oprd", "ccomp") for c in verb.children
    )


def _bound(noun: Token) -> bool:
    return any(c.dep_ in ("det", "nummod") and c.i < noun.i for c in noun.children)


def _is_had(noun: Token) -> bool:
    return noun.dep_ == "dobj" and noun.head.lemma_ in ("have", *_LIGHT)


def _phrase_of_noun(word: Token) -> bool:
    head = word.head
    if word.lower_ not in listed("of_nouns") or not any(c.dep_ == "pobj" for c in word.children):
        return False
    if _is_had(head) or is_frame(word) or (_turns(head) and any(other_hosts(word))):
        return False  # *had a seat on the committee*, *the man in the film*
    return _bound(head) and head.lemma_.lower() not in listed("not_alone")


def _phrase_of_verb(word: Token) -> bool:
    verb = word.head
    if word.lower_ in listed("not_droppable") or verb.lemma_.lower() in listed("needs_phrase"):
        return False
    if not any(c.dep_ == "pobj" for c in word.children) or not _episode(verb):
        return False
    if is_frame(word) or any(_turns(each) for each in other_hosts(word)):
        return False  # *every Saturday in spring*, *without a word on the matter*
    if any(
        c.dep_ in ("acomp", "attr", "oprd", "prt", "xcomp", "ccomp", "dative", "auxpass")
        for c in verb.children
    ):
        return False  # passives need their place or manner: *is rendered in miniature*
    if any(c.lower_ == "with" and c.right_edge.i + 1 == word.i for c in verb.children):
        return False  # *with the front wheel in the air*
    governed = any(c.dep_ in ("dobj", "prep") and c.i < word.i for c in verb.children)
    doer = doer_of(verb)
    alone = verb.lemma_.lower() in listed("alone") and doer is not None and acts(doer)
    if not governed and not alone:
        return False  # *He said in the affirmative*, *Skis are sitting in the snow*
    # Only the verb's last phrase: a later one would attach to the words before the gap.
    return not any(c.i > word.i and c.dep_ not in ("punct", "cc", "conj") for c in verb.children)


def _turns(noun: Token) -> bool:
    """Check whether a restriction of the noun has another polarity than a modifier of its verb."""
    quantified = word_list("universal", "positions") | word_list("no", "positions")
    return (
        noun.dep_ == "npadvmod"
        or noun.head.lower_ in word_list("without", "positions")
        or any(c.lower_ in quantified for c in noun.children)
    )


def _episode(verb: Token) -> bool:
    """A single event: *is eating*, *ate*, *did not eat*; not *eats*, *may eat*, *to eat*."""
    if verb.tag_ == "VB" and any(c.dep_ == "aux" and c.lower_ == "did" for c in verb.children):
        return True
    return verb.tag_ in _EPISODIC and not any(
        c.dep_ == "aux" and c.tag_ in ("MD", "TO") for c in verb.children
    )


def _raises(word: Token) -> bool:
    """Check that a modifier of an adjective does not mean excess (*overly*)."""
    return word.lower_ not in listed("excessive")


def _adverb(token: Token) -> bool:
    head, word = token.head, token.lower_
    if (
        not token.i
        or any(True for _ in token.children)
        or token.nbor(-1).text == ","
        or token.is_title
        or hyphenated(token)
    ):
        return False
    if token.i + 1 < len(token.doc) and token.nbor(1).text == ",":
        return False
    if token.nbor(-1).tag_ in ("RB", "RBR", "RBS") and token.nbor(-1).dep_ != "neg":
        return False  # *most agreeably reached*
    if head.pos_ == "ADJ":
        return word in listed("raising") and head.dep_ == "amod" and token.i + 1 == head.i
    if head.pos_ != "VERB" or not _episode(head):
        return False
    if _squints(token):
        return False
    if any(c.dep_ == "auxpass" for c in head.children):
        return False  # *was privately owned*
    if word in listed("places"):
        return head.lemma_.lower() not in listed("needs_phrase")
    likely = lemmas_with("likelihood", "adverb")
    manner = word.endswith("ly") and token.tag_ == "RB" and word not in listed("not_manner")
    return manner and word not in likely and word not in lemmas_with("scopal", "adverb")


def _squints(adverb: Token) -> bool:
    """Check for a squinting modifier, between two verbs: *who slept quietly sang*."""
    head = adverb.head
    if adverb.i + 1 == len(adverb.doc) or adverb.nbor(1).pos_ not in ("VERB", "AUX"):
        return False
    before = adverb.nbor(-1)
    within = {head, *head.ancestors}
    return adverb.i > head.i or any(
        each.dep_ in ("relcl", "acl") and each not in within for each in (before, *before.ancestors)
    )
