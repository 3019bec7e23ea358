"""Find verbs that the parser took for nouns: insert an auxiliary and parse the text again.

The parser finds no verb in *The crowd cheers.*, but it finds one in *The crowd will cheer.* If
subject and verb agree, litgen uses that tree for the text, without the auxiliary. Participles in
captions (*A human knitting*) are found in the same way, but keep the auxiliary.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from litgen.engines.dependency.captions import has_other_verb
from litgen.engines.dependency.clauses import SUBJECTS
from litgen.lexicon import NOUNS, VERBS
from litgen.tables import LISTS
from litgen.trees import morphology as forms
from litgen.trees.facts import matching_facts
from litgen.trees.nouns import is_animate, is_group, is_plural
from litgen.trees.repairs import REPAIRED, repair
from litgen.trees.tokens import Doc, Token
from litgen.trees.words import tree_of

#: Name of a second reading in a tree's list of repairs.
NAME = "verb found by a second reading"
#: Maximum number of words in a text that is parsed again, since a longer text has too many words to
#: try.
MAX_LENGTH = 40
#: The auxiliaries to try before a verb form, by its tag.
_AUXILIARIES = {
    "VBG": ("is", "are"), "VBZ": ("will", "does"), "VBP": ("will", "do"), "VBD": ("will", "did"),
}  # fmt: skip


class Trial(NamedTuple):
    """A text to parse with an added auxiliary."""

    text: str
    at: int  #: index of the auxiliary in the new tree
    form: str  #: the possible verb as in the original text
    tag: str  #: the verb's tag; empty for a caption's participle, whose auxiliary stays
    noun: bool  #: whether the word is probably a modified noun: *a train station for a protest*
    size: int  #: number of tokens in the original text


def trials(doc: Doc) -> list[Trial]:
    """List the trials for a text without a finite main verb, those for finite verbs first."""
    if len(doc) > MAX_LENGTH:
        return []
    nouns = {token for _, token in matching_facts(doc, "captions", "noun")}
    found = [t for token in doc[1:] if token not in nouns for t in _trials_of(token)]
    return sorted(
        found, key=lambda t: (not t.tag, bool(t.tag) and not forms.is_hardly_noun(t.form), t.at)
    )


def _trials_of(token: Token) -> Iterator[Trial]:
    doc, word, lemma = token.doc, token.lower_, forms.lemma_of_verb(token.lower_)
    if lemma != word == forms.inflect(lemma, "VBG"):
        tag = "VBG"
    elif forms.is_third_person(word):
        tag = "VBZ"
    else:
        tag = "VBD" if forms.is_past_only(word) else "VBP" if word == lemma else ""
    alphabetic = word.replace("-", "").isalpha()
    verb = "VERB" in forms.known_as(word) and token.text.islower() and alphabetic
    if not verb or (token.tag_ in ("VBN", "RB", "IN", "RP") and forms.known_as(word) != {"VERB"}):
        return
    form, after = word if tag == "VBG" else lemma, token.whitespace_
    following = [t.lower_ for t in doc[token.i + 1 : token.i + 2] if t.pos_ == "ADP"]
    before = token.nbor(-1)  # as in *girls drop off*
    noun = token.tag_ == "NN" and before.head == token and before.tag_ != "NNS"
    noun = noun and not (forms.is_hardly_noun(word) or lemma in _done())
    noun = noun and any(t not in VERBS.prepositional.get(lemma, {}) for t in following)
    tags = (tag, "VBD") if tag == "VBP" and forms.is_past(word) else (tag,)  # as in *proofread*
    for auxiliary, read_as in ((a, each) for each in tags for a in _AUXILIARIES.get(each, ())):
        text = f"{doc[: token.i].text_with_ws}{auxiliary} {form}{after}{doc[token.i + 1 :].text}"
        yield Trial(text, token.i, word, "" if tag == "VBG" else read_as, noun, len(doc))


def _done() -> Collection[str]:
    return VERBS.activity | VERBS.motion | VERBS.posture | VERBS.forgettable | VERBS.deliberate


def chosen(tried: Sequence[tuple[Trial, Doc]]) -> tuple[Trial, Doc] | None:
    """Return the first trial whose tree is a plausible clause, and that tree.

    For *Two girls laying in the grass smile as they talk.*, *will smile* wins over *are laying*.
    """
    found = [(trial, s) for trial, doc in tried if (s := _subject(doc, trial)) is not None]
    clauses = [(t, subject) for t, subject in found if not t.noun and _is_clause(t, subject)]
    captions = [subject.doc for trial, subject in clauses if not trial.tag]
    for trial, subject in clauses:
        if not trial.tag:
            no_verb = has_other_verb(subject, subject.head)
        else:
            verbs = (c for other in captions if (c := other[trial.at + 1]).pos_ == "VERB")
            no_verb = any(c.dep_ != "compound" for c in verbs)
        if not no_verb:
            return trial, subject.doc
    tagged = [trial.at for trial, _ in found if trial.tag]
    twice = {at for at in tagged if tagged.count(at) > 1}  # the trees with *will* and *do* agree
    alike = ((trial, s) for trial, s in found if trial.tag and trial.at in twice)
    complete = ((trial, s.doc) for trial, s in alike if _is_complete(trial, s))
    return next(complete, None) if len(twice) == 1 else None


def _subject(doc: Doc, trial: Trial) -> Token | None:
    """Return the subject before the auxiliary if they agree and the root follows the auxiliary."""
    if trial.at + 1 >= len(doc) or doc[0].tag_ in ("WRB", "WP", "WDT"):
        return None
    if len(doc) != trial.size + 1:
        return None  # tokenised differently: *sleep-walk* is one word after *will*
    auxiliary, verb = doc[trial.at], doc[trial.at + 1]
    subject = next((c for c in verb.lefts if c.dep_ in SUBJECTS), None)
    if [t for t in doc if t.dep_ == "ROOT"] != [verb] or auxiliary.head != verb or subject is None:
        return None
    if any(c.dep_ == "dobj" and c.tag_ == "VB" for c in verb.rights):
        return None  # as in *Players in the volleyball will match fight*
    between = doc[subject.right_edge.i + 1 : trial.at]
    if any(t.dep_ != "advmod" or t.head != verb for t in between):
        return None
    either = trial.tag == "VBD" or (trial.tag and subject.lemma_.lower() in NOUNS.either_number)
    singular = trial.tag == "VBZ" or auxiliary.lower_ == "is"
    return subject if either or is_plural(subject) is not singular else None


def _is_clause(trial: Trial, subject: Token) -> bool:
    """Check whether the verb can have the subject: *Ice melts.*, not *Ice skates.*"""
    verb, doc = subject.head, subject.doc
    acts = is_animate(subject) or is_group(subject) or verb.lemma_ in VERBS.of_matter
    if not (acts or _can_be_subject(subject, verb, trial)):
        return False
    of_some = any(c.lower_ in LISTS.articles for c in subject.lefts if c.lower_ != "the")
    counted = is_group(subject) and trial.tag == "VBZ" and not forms.is_hardly_noun(trial.form)
    counted = counted and of_some
    if counted and subject.i + 1 == trial.at and verb.lemma_ not in _done():
        return False  # as in *a couple sentences*
    alone = verb.i + 1 == len(doc) or doc[verb.i + 1].is_punct
    nested = doc[trial.at - 1] not in (subject, *subject.conjuncts)
    determined = any(c.dep_ in ("det", "poss", "nummod") for c in subject.children)
    bare = trial.tag == "VBZ" and not determined and verb.lemma_ not in VERBS.of_matter
    # this rejects *people on a bike race* and *Hearty Sabbath meals*
    return not (alone and (nested or bare) and trial.tag and not forms.is_hardly_noun(trial.form))


def _is_complete(trial: Trial, subject: Token) -> bool:
    """Check whether a verb has the arguments it needs: *The last two items merit comment.*"""
    verb = subject.head
    known = trial.tag == "VBP" or any(c.dep_ in ("det", "poss", "nummod") for c in subject.lefts)
    alone = sum(c.dep_ in SUBJECTS for c in verb.lefts) == 1 and subject.pos_ in ("NOUN", "PROPN")
    if not (known and alone) or verb.doc[verb.i + 1 : verb.i + 2].text in (",", ";", ":", "-", "("):
        return False
    return any(matching_facts(subject.doc, "captions", "complete", head=verb.i))


def _can_be_subject(subject: Token, verb: Token, trial: Trial) -> bool:
    """Check whether a thing can be the subject: *Our school thanks you.*, not *the road looks*."""
    alone = subject.pos_ != "PROPN" and not any(c.dep_ in ("det", "poss") for c in subject.children)
    if alone or subject.pos_ == "ADJ":
        return False
    after = {c.dep_ for c in verb.rights}
    if forms.is_hardly_noun(trial.form):
        return trial.tag in ("VBZ", "VBD") and bool(after & {"dobj", "ccomp", "xcomp", "prep"})
    return trial.tag == "VBZ" and bool(after & {"dobj", "ccomp", "npadvmod"})


def without_auxiliary(tried: Doc, trial: Trial, doc: Doc) -> Doc:
    """Build a text's tree from a trial's tree, without the auxiliary and with the text's verb."""
    verb = tried[trial.at + 1]
    verb.tag_ = trial.tag
    tense = "Past" if trial.tag == "VBD" else "Pres"
    verb.set_morph(f"Tense={tense}|VerbForm=Fin")  # type: ignore[attr-defined]
    kept = [t for t in tried if t.i != trial.at]
    # A word that depends on the auxiliary was parsed incorrectly.
    found: Doc = repair(tree_of(doc, kept, [t.head.i - (t.head.i > trial.at) for t in kept]))
    found.user_data[REPAIRED] = (*found.user_data.get(REPAIRED, ()), NAME)
    return found
