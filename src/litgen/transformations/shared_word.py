"""``shared-word`` replaces a noun common to both sentences with one of the same class (MERGE).

The label does not depend on the shared word if no other word in the pair is related to it or to its
replacement. In the original method (arXiv 2510.24295), a masked language model suggests the words.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from litgen.acceptability.source import source_problem
from litgen.engines.dependency.models import describe_nlp
from litgen.engines.dependency.sentences import parse_docs
from litgen.kinds import covers, siblings
from litgen.lexicon import lemmas_with
from litgen.replacement import Replacement, replace
from litgen.transformations.inflection import inflected, is_form
from litgen.transformations.protocol import Order, Outcome, OwnTransformation, Variant
from litgen.transformations.units import Units, find_words
from litgen.trees.tokens import Doc, Token
from litgen.wordnet.lexicon import Sense

#: Maximum loss in log probability for each of the two sentences, in nats.
LIMIT = 4.0
#: Maximum number of words to try and of versions to keep for each noun.
_TRIED, _MADE = 8, 3
#: Senses with a smaller share of a word's uses are ignored.
_COMMON_SHARE = 0.2
#: Words that share this many initial letters may be related by derivation: *rider*, *ride*.
_STEM = 4
_CONTENT = ("NOUN", "PROPN", "VERB", "ADJ", "ADV")
#: Features that a noun and its replacement must share.
_NUMBER = [
    lemmas_with(name, "noun")
    for name in ("mass", "uncounted", "counted_or_not", "plural_only", "means", "either_number")
]


class _Trial(NamedTuple):
    word: str
    by: str
    premise: str
    hypothesis: str


class SharedWord(OwnTransformation):
    """Replace a noun that premise and hypothesis share; make up to three versions for each noun."""

    level = "pair"
    arguments = ()

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._units, self._ranker = Units(order.rules), order.ranker
        self._senses = lru_cache(maxsize=4096)(self._usual_senses)

    def apply_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        texts = [*dict.fromkeys(text for pair in pairs for text in pair)]
        trees = dict(zip(texts, parse_docs(texts), strict=True))
        drafts = [self._draft(pair, *(trees[text] for text in pair)) for pair in pairs]
        made = [text for trials, _ in drafts for each in trials for text in each[2:]]
        asked = [*dict.fromkeys((*texts, *made))] if self._ranker is not None and made else []
        totals = dict(zip(asked, self._ranker.total(asked) if self._ranker else (), strict=True))
        found = zip(pairs, drafts, strict=True)
        return [self._outcome(pair, *draft, totals) for pair, draft in found]

    def describe(self) -> Mapping[str, Any]:
        wordnet = dict(self._units.wordnet.describe())
        return {**super().describe(), "wordnet": wordnet, **describe_nlp()}

    def _draft(self, pair: tuple[str, str], *trees: Doc) -> tuple[list[_Trial], str]:
        if problem := next(filter(None, map(source_problem, trees)), None):
            return [], problem.id
        places = [find_words(text, tree) for text, tree in zip(pair, trees, strict=True)]
        if None in places:
            return [], "text.words-not-found"
        nouns = [{t.lemma_ for t in tree if t.pos_ == "NOUN"} for tree in trees]
        shared = [*dict.fromkeys(t.lemma_ for t in trees[0] if t.lemma_ in nouns[0] & nouns[1])]
        trials, reason = list[_Trial](), "shared-word.none"
        for word in shared:
            tokens = [[t for t in tree if t.lemma_.lower() == word] for tree in trees]
            others = {t.lemma_.lower() for tree in trees for t in tree
                      if t.pos_ in _CONTENT and t.lemma_.lower() != word}  # fmt: skip
            if not all(self._is_free(t, word) for some in tokens for t in some):
                reason = "shared-word.part-of-unit"
            elif any(self._related(word, other) for other in others):
                reason = "shared-word.related"
            else:
                reason = "shared-word.no-sibling"
                words = siblings(word, others)
                self._draw(*pair, word).shuffle(words)
                trials += self._trials(pair, word, words, others, tokens, places)
        return trials, reason

    def _trials(
        self,
        pair: tuple[str, str],
        word: str,
        words: Sequence[str],
        others: set[str],
        tokens: Sequence[Sequence[Token]],
        places: Sequence[Any],
    ) -> Iterator[_Trial]:
        number = 0
        for by in words:
            forms = {t.tag_: inflected(by, t.tag_) for some in tokens for t in some}
            alike = all((word in some) == (by in some) for some in _NUMBER)
            if (
                number == _TRIED
                or not alike
                or _ends_in_s(word) != _ends_in_s(by)
                or None in forms.values()
                or not any(sense.count(by) for sense in self._senses(by))  # excludes rare words
                or any(self._related(by, other) for other in others)
            ):
                continue
            number += 1
            made = (
                replace(text, [
                    Replacement(at[t.i], at[t.i] + len(t.text), str(forms[t.tag_])) for t in some
                ])[0]
                for text, some, at in zip(pair, tokens, places, strict=True)
            )  # fmt: skip
            yield _Trial(word, by, *made)

    def _outcome(
        self,
        pair: tuple[str, str],
        trials: Sequence[_Trial],
        reason: str,
        totals: Mapping[str, float],
    ) -> Outcome:
        """Keep, for each word, the versions with the smallest total loss over both sentences."""

        def losses(trial: _Trial) -> list[float]:
            after = zip(pair, trial[2:], strict=True)
            return [totals.get(old, 0.0) - totals.get(new, 0.0) for old, new in after]

        good = [each for each in trials if max(losses(each)) <= LIMIT]
        if trials and not good:
            return Outcome(declined="generation.implausible", stage="not read back")
        kept = list[_Trial]()
        for word in dict.fromkeys(each.word for each in good):
            of_word = [each for each in good if each.word == word]
            kept += sorted(of_word, key=lambda each: sum(losses(each)))[:_MADE]
        if not kept:
            return self._declined(reason)
        return Outcome(tuple(
            Variant((each.premise,), {"edit": f"{each.word}-{each.by}"}, hypothesis=each.hypothesis)
            for each in kept
        ))  # fmt: skip

    def _is_free(self, token: Token, word: str) -> bool:
        regular = token.pos_ == "NOUN" and is_form(token.lower_, word, token.tag_)
        return regular and self._units.unit_of(token) is None

    def _related(self, word: str, other: str) -> bool:
        """Check whether two words are related, so that a label may depend on their relation."""
        if word[:_STEM] == other[:_STEM] or covers(word, other) or covers(other, word):
            return True
        ours, theirs = self._senses(word), self._senses(other)
        above = self._units.wordnet.above
        if any(one.name in above(two.name) or two.name in above(one.name)
               for one, two in product(ours, theirs)):  # fmt: skip
            return True
        return any(other in self._units.wordnet.antonyms(sense.name, word) for sense in ours)

    def _usual_senses(self, word: str) -> tuple[Sense, ...]:
        senses = self._units.wordnet.senses(word, "n")
        total = sum(each.count(word) for each in senses) or 1
        usual = (sense for sense in senses[1:] if sense.count(word) / total >= _COMMON_SHARE)
        return (*senses[:1], *usual)


def _ends_in_s(noun: str) -> bool:
    """Check whether a noun's lemma looks like a plural: *trousers*."""
    return noun.endswith("s") and not noun.endswith("ss")
