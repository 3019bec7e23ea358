"""The spaCy pipeline of the embedded engine, in which each hyphenated verb is one token.

spaCy's tagger recognises *fact-checked* and *re-signed* as verbs, but its tokenizer splits them.
"""

from __future__ import annotations

import gc
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.exceptions import EngineError
from litgen.tables import LISTS, word_list
from litgen.trees.morphology import AUXILIARIES, OBJECT_CASE, is_hyphenated_verb
from litgen.trees.parsers import digest_of, find_parser, parser_in_use

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.pipeline import AttributeRuler
    from spacy.tokenizer import Tokenizer
    from spacy.tokens import Doc

#: Words that may precede a base form, and words with which a verb's object may begin.
_BEFORE = AUXILIARIES.keys() | LISTS.negation | {"to", "never"}
_AFTER = frozenset().union(
    LISTS.articles, word_list("definite"), word_list("possessives"),
    OBJECT_CASE.values(), ["it"],
)  # fmt: skip


class JoiningTokenizer:
    """A tokenizer that joins the parts of a hyphenated verb, or a verbal prefix and its word."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer

    def __call__(self, text: str) -> Doc:
        doc: Doc = self._tokenizer(text)
        spaced = {t.i + 1 for t in doc if t.whitespace_}
        hyphens = [t.i for t in doc[1:-1] if t.text == "-" and spaced.isdisjoint((t.i, t.i + 1))]
        if hyphens:
            with doc.retokenize() as retokenizer:
                for i in hyphens:
                    single = i - 2 not in hyphens and i + 2 not in hyphens  # unlike *go-go-dance*
                    if single and _is_one_word(doc, i):
                        retokenizer.merge(doc[i - 1 : i + 2])
        return doc


def _is_one_word(doc: Doc, hyphen: int) -> bool:
    first, last = doc[hyphen - 1], doc[hyphen + 1]
    if not first.is_alpha or first.like_num:  # as in *ten-speed bikes*
        return False
    before = "" if hyphen == 1 else doc[hyphen - 2].lower_
    after = "" if hyphen + 2 == len(doc) else doc[hyphen + 2].lower_
    # true of *will fact-check* and *fact-checks the speech*, but not of *part-time work*
    placed = before in _BEFORE or after in _AFTER
    return is_hyphenated_verb(first.lower_, last.lower_, placed, AUXILIARIES.get(before))


#: Components that are not loaded, and components that litgen needs.
_UNUSED = ("senter",)
_NEEDED = ("tagger", "parser", "attribute_ruler", "lemmatizer")
#: Attributes that identify a word's matches, and attributes that single-word patterns may test.
_KEY: list[int | str] = ["LOWER", "TAG", "DEP"]
_ASKED = frozenset((*_KEY, "IS_SPACE"))
#: Maximum number of cached combinations of word, tag and label, about 300 bytes each.
_WORDS_KEPT = 20_000


class RememberingMatcher:
    """A matcher for the attribute ruler that caches its matches by word, tag and label.

    spaCy's matcher tries about 180 patterns on each word of a text, which takes a third of the
    parsing time; nearly all of these patterns consist of one word.
    """

    def __init__(self, ruler: AttributeRuler) -> None:
        from spacy.matcher import Matcher

        self._single, self._others = Matcher(ruler.vocab), Matcher(ruler.vocab)
        for number, entry in enumerate(ruler.patterns):
            patterns: Any = entry["patterns"]
            single = all(len(p) == 1 and p[0].keys() <= _ASKED for p in patterns)
            (self._single if single else self._others).add(str(number), patterns)
        self.get = ruler.matcher.get  # the component looks up patterns with this method
        self._known: dict[tuple[int, ...], list[int]] = {}

    def __call__(self, doc: Doc, **how: Any) -> list[tuple[int, int, int]]:
        """Return (pattern, start, end) for each match; the end is exclusive."""
        if len(self._known) > _WORDS_KEPT:
            self._known.clear()
        found: list[tuple[int, int, int]] = self._others(doc, **how)
        for i, key in enumerate(map(tuple, doc.to_array(_KEY).tolist())):
            if key not in self._known:
                self._known[key] = [match for match, *_ in self._single(doc[i : i + 1], **how)]
            found += [(match, i, i + 1) for match in self._known[key]]
        return found


def load_nlp() -> Language:
    """Load the pipeline once; raise LitgenError if it is not installed or is damaged."""
    return _load(parser_in_use())


@lru_cache(maxsize=2)
def _load(name: str) -> Language:
    from spacy.util import compile_suffix_regex

    from litgen.trees.morphology import AGREEMENT
    from litgen.trees.repairs import COMPONENT

    nlp = load_pipeline(find_parser(name))
    nlp.add_pipe(COMPONENT)
    tokenizer: Any = nlp.tokenizer
    for word in sorted(LISTS.abbreviated):
        tokenizer.add_special_case(f"{word.title()}.", [{"ORTH": f"{word.title()}."}])
    for word in (pronoun for pronoun in AGREEMENT if not pronoun.isalpha()):  # as in *y'all*
        for form in (word, word.capitalize()):
            tokenizer.add_special_case(form, [{"ORTH": form}])
    suffixes = [*(nlp.Defaults.suffixes or ()), r"(?<=[a-z])['’](?:d|ll|ve)"]  # as in *the dog'll*
    tokenizer.suffix_search = compile_suffix_regex(suffixes).search
    nlp.tokenizer = JoiningTokenizer(tokenizer)
    ruler: Any = nlp.get_pipe("attribute_ruler")
    ruler.matcher = RememberingMatcher(ruler)
    nlp("Dogs bark.")  # parsing a first sentence loads the word forms
    gc.collect()
    gc.freeze()  # the pipeline's many objects live as long as the process
    return nlp


def load_pipeline(place: Path) -> Language:
    """Load the unmodified pipeline from a folder.

    Raises:
        EngineError: the pipeline cannot be loaded, is not for English, or lacks a component.
    """
    import spacy

    try:
        nlp = spacy.load(place, exclude=list(_UNUSED))
    except Exception as error:  # a damaged pipeline or a missing library may raise anything
        why = " ".join(str(error).split()) or type(error).__name__
        what = f"the spaCy pipeline cannot be loaded ({why}); install it again"
        raise EngineError(f"{place}: {what}") from error
    lacking = [name for name in _NEEDED if name not in nlp.pipe_names]
    if lacking or nlp.lang != "en":
        what = f"has no {lacking[0]}" if lacking else f"is for {nlp.lang!r}"
        raise EngineError(f"{place}: this pipeline {what}; use an English pipeline with a parser")
    return nlp


def describe_nlp() -> dict[str, str]:
    """Return the versions of the pipeline and spaCy, and the SHA-256 of a pipeline in a folder."""
    from spacy.about import __version__

    meta, name = load_nlp().meta, parser_in_use()
    pipeline = f"{meta['lang']}_{meta['name']}-{meta['version']}"
    versions = {"spacy": __version__, "pipeline": pipeline}
    if not name.isidentifier():
        versions["pipeline_sha256"] = digest_of(find_parser(name))
    return versions
