"""The grammar of the fragment: what a sentence is made of, and how it is written."""

from __future__ import annotations

from typing import NamedTuple


class Noun(NamedTuple):
    """A noun; ``above`` is the broader one, ``apart`` what excludes it."""

    plural: str
    sort: str  #: of a person (``p``), or a thing (``t``)
    above: str = ""
    apart: str = ""


NOUNS = {
    "person": Noun("people", "p"),
    "man": Noun("men", "p", "person", "woman"),
    "woman": Noun("women", "p", "person"),
    "boy": Noun("boys", "p", "person", "girl"),
    "girl": Noun("girls", "p", "person"),
    "singer": Noun("singers", "p", "person"),
    "doctor": Noun("doctors", "p", "person"),
    "animal": Noun("animals", "t"),
    "dog": Noun("dogs", "t", "animal", "cat"),
    "poodle": Noun("poodles", "t", "dog"),
    "cat": Noun("cats", "t", "animal"),
    "vehicle": Noun("vehicles", "t"),
    "car": Noun("cars", "t", "vehicle"),
    "taxi": Noun("taxis", "t", "car"),
    "flower": Noun("flowers", "t"),
    "rose": Noun("roses", "t", "flower"),
    "fruit": Noun("fruits", "t"),
    "apple": Noun("apples", "t", "fruit"),
    "hat": Noun("hats", "t"),
    "book": Noun("books", "t"),
}


class Verb(NamedTuple):
    """The forms of a verb, and the nouns of its objects, if it has one."""

    past: str
    participle: str
    ing: str
    objects: tuple[str, ...] = ()
    sort: str = "p"  #: of its subject


VERBS = {
    "sleep": Verb("slept", "slept", "sleeping"),
    "sing": Verb("sang", "sung", "singing"),
    "dance": Verb("danced", "danced", "dancing"),
    "smile": Verb("smiled", "smiled", "smiling"),
    "bark": Verb("barked", "barked", "barking", sort="t"),
    "see": Verb("saw", "seen", "seeing", ("dog", "poodle", "animal", "cat", "car")),
    "own": Verb("owned", "owned", "owning", ("dog", "poodle", "cat", "car", "vehicle")),
    "buy": Verb("bought", "bought", "buying", ("car", "taxi", "vehicle", "rose", "flower", "hat")),
    "eat": Verb("ate", "eaten", "eating", ("apple", "fruit")),
    "wear": Verb("wore", "worn", "wearing", ("hat",)),
    "read": Verb("read", "read", "reading", ("book",)),
    "chase": Verb("chased", "chased", "chasing", ("cat", "dog", "animal"), "t"),
}
ADJECTIVES = {"p": ("young", "tall", "happy"), "t": ("big", "red", "old", "small")}
ADVERBS = ("loudly", "quickly", "quietly")
PLACES = ("in the park", "in London", "near the station")
TIMES = ("yesterday", "on Sunday")
#: Determiners, and the number of their noun.
DETERMINERS = {
    "a": 1, "the": 1, "every": 1, "no": 1, "some": 2, "all": 2, "two": 2, "three": 2,
    "most": 2, "many": 2, "several": 2, "few": 2, "a few": 2, "at least two": 2,
    "at most two": 2, "exactly two": 2, "more than one": 1, "fewer than three": 2,
    "not every": 1, "not all": 2, "the:pl": 2, "all but one of the": 2, "none of the": 2,
    "some of the": 2, "most of the": 2, "all of the": 2, "two of the": 2, "all the": 2,
    "each": 1, "no:pl": 2, "at most half of the": 2, "exactly half of the": 2, "not a": 1,
    "at least three": 2, "exactly one": 1, "at most one": 1, "more than half of the": 2,
    "hardly any": 2, "not a single": 1,
}  # fmt: skip
#: Pronouns, and the determiner of *person* that says the same.
PRONOUNS = {"everybody": "every", "nobody": "no", "somebody": "a"}

#: Those that do not tell two from three.
UNCOUNTED = ("a", "the", "every", "no", "some", *PRONOUNS)


class Operator(NamedTuple):
    """A verb above a verb phrase: its forms and what it says (``semantics``)."""

    past: str
    says: str


OPERATORS = {
    "manage to": Operator("managed to", "+"),
    "fail to": Operator("failed to", "-"),
    "forget to": Operator("forgot to", "-"),
    "remember to": Operator("remembered to", "+"),
    "refuse to": Operator("refused to", "-o"),
    "want to": Operator("wanted to", "o"),
    "try to": Operator("tried to", "o"),
    "plan to": Operator("planned to", "o"),
    "begin to": Operator("began to", "begin"),
}
ATTITUDES = {
    "know": Operator("knew", "+/+"),
    "realize": Operator("realized", "+/+"),
    "notice": Operator("noticed", "+/+"),
    "discover": Operator("discovered", "+/?"),
    "prove": Operator("proved", "+/o"),
    "believe": Operator("believed", "o"),
    "say": Operator("said", "o"),
    "doubt": Operator("doubted", "doubt"),
}
DENIALS = ("It is not true that", "It is false that", "It is a lie that", "It is not the case that")
FRAMES = ("In the film,", "According to the police,", "In my dream,", "On paper,")
CONDITIONS = ("if", "provided that", "unless", "as long as")
JOINTS = ("and", "or", "but", "because", "although", ".")
MODALS = ("may", "might", "must")


class Phrase(NamedTuple):
    """A prepositional phrase beside a noun: *with a hat*; a place where there is no ``noun``."""

    text: str
    noun: NounPhrase | None = None


class Relative(NamedTuple):
    """A relative clause: of its subject, or with a subject of its own (*that no boy saw*)."""

    verb: VerbPhrase
    subject: NounPhrase | None = None


class NounPhrase(NamedTuple):
    determiner: str
    noun: str
    adjective: str = ""
    phrase: Phrase | None = None
    relative: Relative | None = None
    exception: str = ""
    joint: str = ""
    other: NounPhrase | None = None

    @property
    def number(self) -> int:
        return 1 if self.is_name else DETERMINERS[self.quantifier]

    @property
    def quantifier(self) -> str:
        return PRONOUNS.get(self.determiner, self.determiner)

    @property
    def is_name(self) -> bool:
        return not self.determiner

    @property
    def sort(self) -> str:
        return "p" if self.is_name else NOUNS[self.noun].sort


class VerbPhrase(NamedTuple):
    verb: str
    object: NounPhrase | None = None
    adverb: str = ""
    place: str = ""
    time: str = ""
    negation: str = ""
    operator: str = ""
    modal: str = ""
    joint: str = ""
    other: VerbPhrase | None = None
    without: VerbPhrase | None = None


class Clause(NamedTuple):
    """A clause; ``form`` is *plain*, *passive*, *short passive*, *cleft* or *there*."""

    subject: NounPhrase
    verb: VerbPhrase
    form: str = "plain"


class Denied(NamedTuple):
    words: str
    clause: Sentence


class Framed(NamedTuple):
    words: str
    clause: Sentence


class Attitude(NamedTuple):
    subject: NounPhrase
    verb: str
    clause: Clause
    negated: bool = False
    wrongly: bool = False


class Conditional(NamedTuple):
    word: str
    condition: Clause
    clause: Clause
    first: bool = True


class Compound(NamedTuple):
    """Two clauses; with ``.`` for a joint, two sentences."""

    joint: str
    first: Clause | Conditional
    second: Clause


Sentence = Clause | Denied | Framed | Attitude | Conditional | Compound


def written(sentence: Sentence, progressive: bool) -> str:
    """A sentence in the simple past, or in the present progressive."""
    text = Writer(progressive).sentence(sentence)
    return text[0].upper() + text[1:] + "."


class Writer:
    def __init__(self, progressive: bool) -> None:
        self.progressive = progressive

    def sentence(self, it: Sentence) -> str:
        match it:
            case Clause():
                return self.clause(it)
            case Denied(words, clause) | Framed(words, clause):
                return f"{words} {self.sentence(clause)}"
            case Attitude(subject, verb, clause, negated, wrongly):
                past = f"did not {verb}" if negated else ATTITUDES[verb].past
                adverb = "wrongly " * wrongly
                return f"{self.noun(subject)} {adverb}{past} that {self.clause(clause)}"
            case Conditional(word, condition, clause, first):
                one, other = self.clause(condition), self.clause(clause)
                return f"{word} {one}, {other}" if first else f"{other} {word} {one}"
            case Compound(joint, one, other):
                first, second = self.sentence(one), self.clause(other)
                if joint == ".":
                    return f"{first}. {second[0].upper()}{second[1:]}"
                comma = "," if joint != "because" else ""
                return f"{first}{comma} {joint} {second}"

    def clause(self, it: Clause) -> str:
        subject, verb = it.subject, it.verb
        if it.form == "there":
            be = ("is", "are") if self.progressive else ("was", "were")
            return f"there {be[subject.number - 1]} {self.noun(subject)}"
        if it.form == "cleft":
            be = "is" if self.progressive else "was"
            return f"it {be} {self.noun(subject)} {_who(subject)} {self.verb(verb, subject)}"
        if it.form != "plain":
            assert verb.object is not None
            by = f" by {self.noun(subject)}" if it.form == "passive" else ""
            return f"{self.noun(verb.object)} {self.passive(verb, verb.object.number, by)}"
        return f"{self.noun(subject)} {self.verb(verb, subject)}"

    def passive(self, verb: VerbPhrase, number: int, by: str) -> str:
        tense = "is are" if self.progressive else "was were"
        be, participle = tense.split()[number - 1], VERBS[verb.verb].participle
        words = [be, verb.negation, "being" * self.progressive, participle, by.strip()]
        words += [verb.adverb, verb.place, verb.time]
        return " ".join(filter(None, words))

    def noun(self, it: NounPhrase) -> str:
        if it.is_name:
            return it.noun
        noun = NOUNS[it.noun]
        words = [it.adjective, it.noun if it.number == 1 else noun.plural]
        if it.determiner in PRONOUNS:
            words = []
        if it.phrase is not None:
            words.append(it.phrase.text)
            if it.phrase.noun is not None:
                words.append(self.noun(it.phrase.noun))
        if it.relative is not None:
            words.append(self.relative(it, it.relative))
        if it.exception:
            words += ["except", it.exception]
        if it.other is not None:
            words += [it.joint, self.noun(it.other)]
        rest = " ".join(filter(None, words))
        determiner = it.determiner.split(":")[0]
        if determiner in ("a", "not a"):
            determiner += "n" * (rest[0] in "aeiou")
        return f"{determiner} {rest}".strip()

    def relative(self, head: NounPhrase, it: Relative) -> str:
        if it.subject is None:
            return f"{_who(head)} {self.verb(it.verb, head)}"
        return f"that {self.noun(it.subject)} {self.verb(it.verb, it.subject)}"

    def verb(self, it: VerbPhrase, subject: NounPhrase) -> str:
        found = f"{self.finite(it, subject.number)}{self.rest(it)}"
        if it.other is not None:
            bare = "did not" in found[:8] or it.modal or it.operator
            form = "base" if bare else "ing" if self.progressive else "past"
            found += f" {it.joint} {self.form(it.other.verb, form)}{self.rest(it.other)}"
        if it.without is not None:
            found += f" without {VERBS[it.without.verb].ing}{self.rest(it.without)}"
        return found

    def rest(self, it: VerbPhrase) -> str:
        words = [self.noun(it.object) if it.object else "", it.adverb, it.place, it.time]
        return "".join(f" {word}" for word in words if word)

    def finite(self, it: VerbPhrase, number: int) -> str:
        simple = not self.progressive or it.operator or it.negation == "never"
        base = f"{it.operator} {it.verb}".strip()
        if it.modal:
            return " ".join(filter(None, [it.modal, it.negation, base]))
        if not simple:
            be = ("is", "are")[number - 1]
            return " ".join(filter(None, [be, it.negation, VERBS[it.verb].ing]))
        if it.negation == "not":
            return f"did not {base}"
        past = f"{OPERATORS[it.operator].past} {it.verb}" if it.operator else VERBS[it.verb].past
        return f"{it.negation} {past}".strip()

    def form(self, verb: str, form: str) -> str:
        return verb if form == "base" else str(getattr(VERBS[verb], form))


def _who(noun: NounPhrase) -> str:
    return "who" if noun.sort == "p" else "that"
