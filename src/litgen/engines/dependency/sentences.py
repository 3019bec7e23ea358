"""Parse texts to ``Sentence`` objects; captions become clauses, other non-clauses are declined."""

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from litgen.cache import remembered
from litgen.engines.dependency.captions import caption_to_clause
from litgen.engines.dependency.characters import normalise, remember
from litgen.engines.dependency.clauses import Clause, Sentence, read_clauses
from litgen.engines.dependency.models import load_nlp
from litgen.engines.dependency.second_reading import chosen, trials, without_auxiliary
from litgen.engines.dependency.vectors import BATCH, encoder_of
from litgen.engines.limits import MAX_CHARACTERS, MAX_SENTENCES, MAX_WORDS
from litgen.tables import LISTS
from litgen.trees.parsers import parser_in_use
from litgen.trees.repairs import REPAIRED
from litgen.trees.speech import restored, written
from litgen.trees.tokens import Doc, Token

_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufffd]"
)
_LETTER = re.compile(r"[A-Za-z]")
#: Letters outside the Latin script; a text with such letters is declined. Pictographs are allowed.
_FOREIGN = re.compile(
    r"[\u0250-\u1dff\u2c00-\ua71f\ua800-\ufaff\U00010000-\U0001efff\U0001fb00-\U0010ffff]"
)


def reject(text: str) -> str | None:
    """Return the reason why litgen does not parse a text, or None if it does."""
    if not text.strip():
        return "parse.empty"
    if len(text) > MAX_CHARACTERS or len(text.split()) > MAX_WORDS:
        return "parse.too-long"
    if _CONTROL.search(text):
        return "parse.control-characters"
    foreign = _FOREIGN.search(normalise(text)) or not _LETTER.search(text)
    return "parse.not-english" if foreign else None


@lru_cache(maxsize=1)
def _cut() -> re.Pattern[str]:
    # A sentence ends with a semicolon, or with a closing mark that follows three lower-case letters
    # or digits and precedes a capital, except after an abbreviation such as *Capt.*
    abbreviated = "".join(rf"(?<!\b{word.title()}\.)" for word in sorted(LISTS.abbreviated))
    return re.compile(rf"(?<=;)\s+|{abbreviated}(?<=[a-z\d]{{3}}[.!?])\s+(?=[A-Z])")


def parse_docs(
    texts: Iterable[str], names: bool = True, entities: Sequence[Mapping[str, str]] | None = None
) -> list[Doc]:
    """Parse texts with spaCy in one batch; each sentence of a text is parsed separately.

    Args:
        names: whether to find named entities, which takes half of the parsing time.
        entities: the known entities of each text, by word; if given, litgen looks for no others.
    """
    nlp = load_nlp()
    cut = [[nlp.make_doc(piece) for piece in _cut().split(text)] for text in texts]
    shown = [[written(doc) for doc in pieces] for pieces in cut]
    for pieces, labels in zip(shown, entities or (), strict=False):
        for token in (t for doc in pieces for t in doc if t.text in labels):
            token.ent_type_ = labels[token.text]
    disable = () if names and entities is None else ("ner",)
    every: Iterable[Doc] = (doc for pieces in shown for doc in pieces)
    if encoder := encoder_of(nlp):
        every, disable = encoder(every), (*disable, "tok2vec")
    parsed = iter(nlp.pipe(every, batch_size=BATCH, disable=disable))
    return [_together([restored(doc, next(parsed)) for doc in pieces]) for pieces in cut]


def words_of(text: str) -> list[str]:
    """Return a text's words and punctuation marks, tokenised as in its tree."""
    tokenizer = load_nlp().tokenizer
    return [token.text for piece in _cut().split(text) for token in tokenizer(piece)]


def _together(docs: list[Doc]) -> Doc:
    if len(docs) == 1:
        return docs[0]
    # If one sentence has no vectors (as in transcribed speech), the whole text has none.
    vectors = len({doc.tensor.shape[1:] for doc in docs}) == 1
    apart = ["user_data"] if vectors else ["user_data", "tensor"]
    whole = type(docs[0]).from_docs(docs, exclude=apart) or docs[0]  # type: ignore[call-arg]
    whole.user_data[REPAIRED] = tuple(n for doc in docs for n in doc.user_data.get(REPAIRED, ()))
    return whole


#: Number of sentences to keep in memory, since transformations with and without an engine parse the
#: same ones.
_KEPT = 512
_read: OrderedDict[tuple[str, str], Sentence | str] = OrderedDict()


def read_sentences(texts: Sequence[str]) -> list[Sentence | str]:
    """Parse texts with :func:`read_anew`, or take them from the cache."""
    parser = parser_in_use()
    keys = [(parser, text) for text in texts]
    return remembered(_read, keys, lambda new: read_anew([text for _, text in new]), _KEPT)


def read_anew(texts: Sequence[str]) -> list[Sentence | str]:
    """Parse texts without the cache; for a text that is not English prose, return the reason.

    litgen turns a caption (*Two dogs running on the grass.*) into a clause by inserting *be* before
    its participle, and parses it again. A text that is not a single clause has ``declined`` set.
    """
    found: list[Sentence | str] = [reject(text) or "" for text in texts]
    wanted = [i for i, reason in enumerate(found) if not reason]
    docs = dict(zip(wanted, parse_docs(normalise(texts[i]) for i in wanted), strict=True))
    captions = {i: clause for i, doc in docs.items() if (clause := caption_to_clause(doc))}
    for i in docs.keys() - captions.keys():
        found[i] = _sentence(docs[i], "clause")
    for i, doc in zip(captions, parse_docs(captions.values()), strict=True):
        found[i] = _sentence(doc, "caption")
    for i, sentence in _read_again({i: f for i, f in enumerate(found) if not isinstance(f, str)}):
        found[i] = sentence
    for text, each in zip(texts, found, strict=True):
        if not isinstance(each, str):
            remember(text, each.doc)
    return found


_TERMINAL = frozenset((".", "!", "?", "...", "…"))
#: Reasons for a second reading: the parser may have taken a verb for a noun.
_WITHOUT_VERB = frozenset(
    ("parse.no-finite-verb", "parse.no-subject", "parse.nonfinite", "parse.imperative")
)


def _read_again(sentences: Mapping[int, Sentence]) -> Iterator[tuple[int, Sentence]]:
    tried = {i: trials(s.doc) for i, s in sentences.items() if s.declined in _WITHOUT_VERB}
    docs = iter(parse_docs(trial.text for each in tried.values() for trial in each))
    for i, each in tried.items():
        if (best := chosen([(trial, next(docs)) for trial in each])) is None:
            continue
        trial, doc = best
        whole = without_auxiliary(doc, trial, sentences[i].doc) if trial.tag else doc
        clause = _sentence(whole, "clause" if trial.tag else "caption")
        if clause.declined is None:
            yield i, clause


def _sentence(doc: Doc, form: str) -> Sentence:
    sentence = Sentence(doc.text, doc, form, read_clauses(doc))
    sentence.declined = _unusable(sentence)
    return sentence


def _unusable(sentence: Sentence) -> str | None:
    """Return the reason why litgen cannot rewrite a parsed text, or None if it can."""
    doc = sentence.doc
    roots = [t.i for t in doc if t.dep_ == "ROOT"]
    first, *others = [_lacking(doc, c) for c in sentence.clauses if c.head in roots] or [
        "parse.no-finite-verb"
    ]
    end = max((t.i for t in doc if not (t.is_punct or t.is_space)), default=-1)
    inner = [t for t in doc[: end + 1] if t.text in _TERMINAL and not _goes_on(t)]
    if len(roots) <= MAX_SENTENCES and (first or not (any(others) or len(inner) >= len(roots))):
        return first
    return "parse.several-sentences"


def _lacking(doc: Doc, clause: Clause) -> str | None:
    if clause.subject is None:
        return "parse.imperative" if doc[clause.head].tag_ in ("VB", "VBP") else "parse.no-subject"
    if not clause.finite:
        return "parse.nonfinite"
    own = {c.dep_ for c in doc[clause.head].children} - {"aux", "neg", "nsubj", "punct"}
    return "parse.no-predicate" if clause.question and clause.copular and not own else None


def _goes_on(mark: Token) -> bool:
    """Check whether a full stop belongs to an abbreviation: *1500 b.c. , a war*, *etc.,*."""
    after = mark.nbor().text
    stop = mark.text == "." and mark.i > 0 and mark.nbor(-1).text != "."
    return stop and (after in (",", ";") or after[0].islower())
