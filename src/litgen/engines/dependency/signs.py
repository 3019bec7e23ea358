"""What guards ask about a sentence as a whole: its marks, its dates, its flaws, signs of speech."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import SUBJECTS, is_elliptic, is_fragment
from litgen.engines.dependency.flaws import flaws
from litgen.engines.dependency.nouns import is_person
from litgen.engines.dependency.phrases import Fact, Named, Part, Property
from litgen.lexicon import ADVERBS, VERBS
from litgen.tables import LISTS

if TYPE_CHECKING:
    from spacy.tokens import Token

#: Tags of words that end no sentence: it was cut off.
_NEVER_LAST_TAGS = ("CC", "TO", "PRP$", "WDT", "WP$")
#: *9:54*, *10:00:03*, *7pm*; *7 pm*.
_CLOCK = re.compile(r"\d{1,2}(:\d\d)?(am|pm)|\d{1,2}(:\d\d){1,2}")
#: A sentence of so many words may be written, though its *I* is small.
_SHORT = 20
_EACH = ("a", "per", "each", "every")
_HALVES = ("am", "pm", "a.m.", "p.m.")
#: Before a year: *mid-1950s*.
_PART_OF_TIME = re.compile(r"(mid|early|late|pre|post)-")


def _is_disfluent(token: Token) -> bool:
    """A word said twice in writing, or a verb said twice in speech, which would change once."""
    word = token.lower_
    if token.dep_ == "intj":
        return any(t.lower_ == word and t.pos_ in ("VERB", "AUX") for t in token.doc[token.i :])
    again = token.i > 0 and token.nbor(-1).lower_ == word and token.nbor(-1).dep_ != "intj"
    if token.dep_ in ("conj", "appos") and token.nbor(-1).text == ",":
        again = again or token.head.lower_ == word  # *Daddy, Daddy, Daddy sends those girls*
    if token.i > 1 and token.pos_ in ("PRON", "ADP", "DET"):  # *They, they will sing*
        again = again or [t.lower_ for t in token.doc[token.i - 2 : token.i]] == [word, ","]
    return word in LISTS.broken_forms or (again and word.isalpha() and word not in LISTS.doubled)


def _is_spoken(token: Token) -> bool:
    """*yeah*, *well* at the beginning, *i* for *I* in a long sentence, a subject said twice; not
    *Yeah* before a short sentence that is written."""
    written = token.i == 0 and token.is_title and len(token.doc) <= _SHORT
    begins = not written and token.lower_ in (LISTS.spoken if token.i else {*LISTS.spoken, "well"})
    again = token.dep_ in ("intj", "npadvmod") and any(
        t.lower_ == token.lower_ and t.dep_ in SUBJECTS for t in token.head.children
    )
    small = token.text == "i" and token.pos_ == "PRON" and len(token.doc) > _SHORT
    return begins or again or small


def _fragments(p: Part) -> Iterable[Token]:
    """Roots of the text that are no verbs."""
    return (p.doc[w.i] for w in p.sentence.words if is_fragment(w))


def _heading(p: Part) -> Iterable[Token]:
    """*Practice 16: Be alert.*, *History and Context Few people know it*, *Reform Is Not
    Enough*; what a stop that ends nothing tore off, *Bob, who died in 334 b.c., ruled;*."""
    if p.head.i > 1 and p.head.text.istitle() and p.doc[p.head.i - 1].is_alpha:
        return (p.head,)
    capitals = takewhile(
        lambda t: t.is_title or t.is_digit or t.lower_ in LISTS.small_in_headings, p.doc
    )
    begins = LISTS.beginning_a_sentence
    glued = [t for t in capitals if t.i > 1 and t.is_title and t.lower_ in begins]
    if glued and all(not t.is_punct for t in p.doc[: glued[0].i]):
        return p.doc[: glued[0].i]
    torn = [t for t in _fragments(p) if t.right_edge.text in (";", ",")]
    return [*torn, *(t for t in p.doc[: p.head.i] if t.text == ":")]


def _cut_off(p: Part) -> Iterable[Token]:
    """*a form and the*, *gave a ball to*; not *more than I wanted to*, *he said no*, *got an A*,
    *not in the U.S.*; *left, and is*."""
    last = next((t for t in reversed(p.doc) if any(c.isalnum() for c in t.text)), p.doc[-1])
    if last.dep_ in ("prep", "dative") and last.lower_ == "to":
        broken = last.head.dep_ == "ROOT" and any(c.dep_ == "dobj" for c in last.head.rights)
    elif last.tag_ == "TO":
        broken = last.head.i > last.i or not last.head.pos_.startswith(("V", "A"))
    elif last.lower_ in ("no", "like"):
        asked = last.dep_ == "prep" and last.head != p.head
        asked = asked and any(t.tag_[0] == "W" for t in p.doc[: last.i])
        broken = last.dep_ in ("det", "prep", "mark") and not asked  # *what that is like*
    elif last.dep_ == "conj" and last.lemma_ in ("be", "have"):
        broken = last.nbor(-1).dep_ == "cc"
    else:
        initials = last.is_upper and last.i > 0 and last.text != "I"
        never = last.tag_ in _NEVER_LAST_TAGS or last.lower_ in LISTS.never_last
        broken = never and not initials
    return (last,) if broken else ()


def _dates(p: Part) -> Named:
    """When it is: in a year that is past, tomorrow; on *one day*, by the *clock*, by *habit*."""
    for token in p.doc:
        word, before = token.lower_, token.nbor(-1).lower_ if token.i else ""
        in_order = token.dep_ == "amod" or before == "the" or token.pos_ == "VERB"
        after = token.nbor().lower_ if token.i + 1 < len(p.doc) else ""
        if word in LISTS.order and (in_order or after == "of") and not token.ent_type_:
            continue  # *my last name*, *the next page*, *the last of them*; *they last*
        if word in ("late", "recent") and token.dep_ == "acomp":
            continue
        if word == "now" and p.doc[token.i : token.i + 3].text.lower() == "now and then":
            continue
        clause = p.sentence.by_head.get(token.head.i)
        if word == "since" and token.dep_ == "mark" and clause is not None:
            if clause.tense == "pres" and not clause.perfect:
                continue  # *since it is late*; not *since he left*, *since it has rained*
        stretch = _PART_OF_TIME.sub("", word)
        number = stretch.removesuffix("s")  # *the 1980s*, *the mid-1950s*
        year = number.isdigit() and len(number) == 4 and number[0] in "12"
        again = after in (*_EACH, "again", "more") or before == "at"
        once = word == "once" and token.dep_ == "advmod" and not again
        decade = number.isdigit() and len(number) == 2 and number != stretch  # *the 80s*
        decade = decade or (before == "the" and stretch in LISTS.decades)
        other_day = (before, word) == ("other", "day")
        bygone = word in LISTS.eras and _is_over(token)
        at_one_time = (before, word) == ("one", "time") and token.head.lower_ == "at"
        dated = word.replace(".", "") in ("bc", "bce")
        dead = dated or (
            word in LISTS.long_dead and (is_person(token.head) or token.head.ent_type_ == "NORP")
        )
        over = once or other_day or bygone or at_one_time or dead or word in ADVERBS.past_date
        over = over or (word in LISTS.past_events and token.dep_ != "compound")
        original = word == "original" and token.head.dep_ == "attr"
        century = word.endswith("century") and not _dates_a_thing(token)
        if year or decade or over or original or century:
            yield "past", token
        if word == "to" and p.doc[token.i : token.i + 3].text.lower() == "to this day":
            yield "past", token
            yield "future", token
        if word in ("ago", "yesterday"):
            yield "over", token
        this = any(c.dep_ == "det" and c.lower_ in ("this", "that") for c in token.lefts)
        if (this or before in ("that", "this", "one")) and word in LISTS.days:
            yield "one day", token
        if before in _EACH and word in LISTS.days and token.dep_ != "nsubj":
            yield "habit", token
        figure = token.pos_ == "NUM" and token.dep_ == "pobj" and not token.n_rights
        hour = before == "at" and figure
        if _CLOCK.fullmatch(word) or (word in _HALVES and before[:1].isdigit()) or hour:
            yield "one day", token
            yield "clock", token
        moment = word == "moment" and p.doc[max(token.i - 2, 0) : token.i].text.lower() == "at the"
        today = (before, word) in (("these", "days"), ("right", "now"))
        if word in ADVERBS.present_date or moment or today:
            yield "present", token
            yield "future", token
        if (before, word) == ("the", "past") and token.head.lower_ == "in":
            yield "past", token
        if word == "future" and before in ("the", "in") and token.head.lower_ == "in":
            yield "future", token
        if word in ADVERBS.future_date and p.doc[token.i : token.i + 2].text.lower() != "next to":
            yield "future", token


def _sequel(p: Part) -> Iterable[Token]:
    """*He told his friend, who then told Bob*: the clause goes on with what was told."""
    for verb in p.doc[p.head.i + 1 :]:
        first = verb.left_edge
        set_off = verb.dep_ == "relcl" and p.doc[first.i - 1].text == ","
        if set_off and first.lower_ not in LISTS.articles:
            yield verb


def _trailing(p: Part) -> Iterable[Token]:
    """A participle after a comma: *It swept over Crete, smashing buildings*, *having smashed*."""
    for verb in p.doc[p.head.i + 1 :]:
        participle = verb.tag_ in ("VBG", "VBN") or any(c.tag_ == "VBG" for c in verb.lefts)
        if participle and verb.dep_ in ("advcl", "acl") and verb.left_edge.nbor(-1).text == ",":
            if verb.lower_ not in LISTS.participles_like_prepositions:
                yield verb


def _phrases(p: Part) -> Named:
    """Two and three words that follow each other: *as it were*, *the fact remains*."""
    words = [t.lower_.replace("’", "'") for t in p.doc]
    for size in (2, 3):
        for at in range(len(words) - size + 1):
            yield " ".join(words[at : at + size]), p.doc[at]


def _clauses(p: Part) -> Named:
    """Their kinds; below the root's a *past perfect*, and what is *past relative* and so on."""
    for clause in p.sentence.clauses:
        yield clause.kind, p.doc[clause.head]
        if clause.tense == "past":
            yield f"past {clause.kind}", p.doc[clause.head]
        if clause is not p.clause and clause.tense == "past" and clause.perfect:
            yield "past perfect", p.doc[clause.head]


def _dates_a_thing(word: Token) -> bool:
    """*a 16th-century house*, which may stand for long; a *19th-century painter* is dead."""
    noun = word.head.head if word.dep_ == "npadvmod" else word.head
    return word.dep_ in ("amod", "compound", "nmod", "npadvmod") and not is_person(noun)


def _is_over(era: Token) -> bool:
    """*colonial days*, *in my college days*, *the Cold War*: a war with a name has been fought;
    not the *Star Wars* films."""
    owned = era.lower_ == "days" and any(c.dep_ == "poss" for c in era.lefts)
    last = era.head if era.head.lower_ in ("i", "ii") else era  # *World War II*
    named = era.lower_ in ("war", "wars") and era.pos_ == "PROPN" and last.dep_ != "compound"
    if last.dep_ == "pobj" and last.head.lower_ == "about":
        return False  # *books about the Civil War*
    return owned or named or any(c.lower_ in LISTS.bygone for c in era.lefts)


def _ellipsis(p: Part) -> Iterable[Token]:
    """*but he didn't*, *nor did she*; dots for what is left out, not at the end."""
    for token in p.doc:
        before, after = p.doc[: token.i], p.doc[token.i + 1 :]
        echo = token.lower_ in LISTS.echoes and after and after[0].lemma_ == "do"
        dots = token.text in ("..", "...", "…")
        if echo or (dots and all(any(t.is_alpha for t in side) for side in (before, after))):
            yield token
    clauses = (c for c in p.sentence.clauses if c.finite and is_elliptic(p.doc, c))
    yield from (p.doc[c.head] for c in clauses)


def _of_comparison(p: Part) -> Iterable[Token]:
    """*as he does*, *like it did in Rome*: *do* for the verb that something is compared with."""
    for token in p.doc:
        below = list(token.children)
        alone = token.lower_ in ("do", "does", "did") and not any(c.dep_ == "dobj" for c in below)
        if alone and not (token.dep_ == "aux" and token.head.pos_ == "VERB"):
            if any(c.dep_ in ("mark", "prep") and c.lower_ in ("as", "like") for c in below):
                yield token


def _comment(p: Part) -> Iterable[Token]:
    """*I believe* of *She was, I believe, a queen*, *you know*: their time is the speaker's."""
    for clause in p.sentence.clauses:
        verb = p.doc[clause.head]
        who = "" if clause.subject is None else p.doc[clause.subject].lower_
        said = who in ("i", "we") or (who == "you" and verb.lemma_ == "know")
        if said and clause.tense == "pres" and not clause.auxiliaries and verb.i > 1:
            apart = verb.nbor(-2).text == "," and all(c.is_punct for c in verb.rights)
            if apart and verb.lemma_ in VERBS.reporting | VERBS.opinion:
                yield verb


def _sentences(p: Part) -> Iterable[Token]:
    """The roots of several sentences."""
    roots = [t for t in p.doc if t.dep_ == "ROOT"]
    return roots if len(roots) > 1 else ()


FACTS: dict[str, Fact] = {
    "capitals": lambda p: (
        p.doc if 2 * sum(map(str.isupper, p.doc.text)) > sum(map(str.isalpha, p.doc.text)) else ()
    ),
    "comment": _comment,
    "cut off": _cut_off,
    "do of a comparison": _of_comparison,
    "disfluent": lambda p: filter(_is_disfluent, p.doc),
    "ellipsis": _ellipsis,
    "fragment": _fragments,
    "heading": _heading,
    "inverted": lambda p: (p.head,) if p.clause.inverted and not p.clause.question else (),
    "long": lambda p: p.doc if len(p.doc) > 40 else (),
    "question": lambda p: p.doc[-1:] if p.clause.question or p.doc[-1].text == "?" else (),
    "sequel": _sequel,
    "several": _sentences,
    "spoken": lambda p: filter(_is_spoken, p.doc),
    "trailing participle": _trailing,
    "wordy": lambda p: p.doc if len(p.doc) > 25 else (),
    "wh": lambda p: (t for t in p.head.children if t.tag_ in ("WP", "WRB", "WDT", "WP$")),
}
PROPERTIES: dict[str, Property] = {
    "clauses": _clauses,
    "dates": _dates,
    "flaws": lambda p: flaws(p.doc),
    "phrases": _phrases,
    # the apostrophe of *the retailers' costs* is no quotation mark
    "words": lambda p: ((t.lower_ if t.tag_ != "POS" else "POS", t) for t in p.doc),
}
