"""Intermediate sentences, which have only some of the changes from premise to hypothesis.

An edit may be certain only after another one: *red* cannot be dropped safely from *A man managed to
buy a red car*, but it can be dropped from *A man bought a red car*. Each order of the edits gives a
proof, and the results of all these proofs hold.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import combinations

from litgen.proving.alignment import Alignment
from litgen.proving.operators import SUPPORT
from litgen.trees.morphology import inflect
from litgen.trees.tokens import Token


def sentences_between(pair: Alignment) -> list[str]:
    """List the sentences with one change, or all changes but one, from premise to hypothesis."""
    matcher = SequenceMatcher(None, pair.premise.keys, pair.hypothesis.keys, autojunk=False)
    blocks = matcher.get_opcodes()
    changed = [k for k, block in enumerate(blocks) if block[0] != "equal"]
    found = [
        _sentence(pair, blocks, set(made))
        for size in range(1, len(changed))
        for made in combinations(changed, size)
        if size in (1, len(changed) - 1)
    ]
    if len(changed) == 1:  # only operators of the premise, since *forgot to* implies *had to*
        found += _without_operator(pair.premise.words, *blocks[changed[0]][1:3])
    return list(dict.fromkeys(found))


_Block = tuple[str, int, int, int, int]


def _sentence(pair: Alignment, blocks: Sequence[_Block], made: set[int]) -> str:
    first, second = pair.premise.words, pair.hypothesis.words
    new_words = [w for k in made for w in second[blocks[k][3] : blocks[k][4]]]
    old_words = [w for k in made for w in first[blocks[k][1] : blocks[k][2]]]
    written: list[Token] = []
    for k, (what, a, b, c, d) in enumerate(blocks):
        if what != "equal":
            written += second[c:d] if k in made else first[a:b]
            continue
        for old, new in zip(first[a:b], second[c:d], strict=True):
            # The governor determines the form: *did not leave*, *left at seven*.
            governed = _governs(old_words, old) or _governs(new_words, new)
            written.append(new if governed else old)
    return written_out([word.text for word in written])


def _governs(words: Sequence[Token], word: Token) -> bool:
    """Check whether one of the words determines the form of another word."""
    return word.head in words or any(
        each.head == word and each.dep_ in ("aux", "auxpass", "neg", "det", "nummod")
        for each in words
    )


def _without_operator(words: Sequence[Token], a: int, b: int) -> list[str]:
    """Return the sentence without the operator: *signed* for *forgot to sign*."""
    if not a < b < len(words) or words[b].tag_ != "VB" or words[b].head not in words[a:b]:
        return []
    finite = words[a]
    if finite.tag_ not in ("VBD", "VBZ") and finite.lower_ not in SUPPORT:
        return []
    verb = inflect(words[b].lemma_.lower(), finite.tag_)
    texts = [word.text for word in words]
    return [written_out([*texts[:a], verb, *texts[b + 1 :]])]


_WHOLE = {"n't": "not", "n’t": "not", "ca": "can", "wo": "will", "'m": "am", "'re": "are"}


def written_out(words: Sequence[str]) -> str:
    """Join words into a sentence, with contractions written out."""
    text = " ".join(_WHOLE.get(word.lower(), word) for word in words)
    return f"{text[:1].upper()}{text[1:]}."
