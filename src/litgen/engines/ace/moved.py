"""Check that an edit moved a noun phrase, and nothing else, from after its verb to the front.

If it did not, the sentence was parsed incorrectly: *Cricket in the park is played by them*, *Falls
off the board were cut by him*.
"""

from collections.abc import Sequence

from litgen.engines.ace.alignment import (
    PLURAL,
    RELATIVE,
    SINGULAR,
    Alignment,
    Edit,
    Token,
    listed,
    verbs_of,
)


def misplaces(found: Alignment, edit: Edit) -> bool:
    """Check whether the phrase moved to the front is not a noun phrase that followed its verb.

    An adjunct that comes first in the source may stay there: *While reading, she is seen by him*.

    Example:
        >>> from litgen.engines.ace.alignment import align
        >>> source, promoted = "The boy kisses her on the nose.", frozenset({18})
        >>> found = align("Her on the nose is kissed by the boy.", source)
        >>> misplaces(found, Edit(moved=True, promoted=promoted))
        True
    """
    if not found.words:  # only operators and pronouns: *It was done.*
        return False
    start = 0
    phrase, closed = _run(found, start, edit)
    if found.positions[0] == 0:
        start = len(phrase)
        if start == len(found.words):
            return False
        phrase, closed = _run(found, start, edit)
    at = found.positions[start]
    first, last = found.sources[at], found.sources[at + len(phrase) - 1]
    span = [token for token in found.there if first.start <= token.start <= last.start]
    words = [token.word for token in span]
    determined = len(words) > 1 and words[-2] in listed("determiners")
    return (
        (not closed and (edit.cleft or bool(edit.promoted)))
        or (bool(edit.promoted) and not _ends_with_noun(span, edit.promoted))
        or words[0] in listed("openers")
        or not listed("subordinators").isdisjoint(words)
        or (words[-1] in listed("adverbs") and not determined)
        # *To* and a verb: *a fire to roast marshmallows*.
        or any(a == "to" and b in verbs_of(b) for a, b in zip(words, words[1:], strict=False))
        or _away_from_verb(found, at, edit)
    )


def _run(found: Alignment, start: int, edit: Edit) -> tuple[list[Token], bool]:
    """Return the words from ``start`` on that are also adjacent in the source.

    The second value is True if these words end the text or come before a finite auxiliary, a
    relative word or a verb that governs an infinitive: *The stairs begin to be climbed*, from
    *begins to climb the stairs*.
    """
    place = {token: k for k, token in enumerate(found.made)}
    closing = listed("finite") | SINGULAR | PLURAL | RELATIVE
    run = [found.words[start]]
    for k in range(start + 1, len(found.words)):
        word = found.words[k]
        between = found.made[place[run[-1]] + 1 : place[word]]
        if any(token.word in closing for token in between):
            return run, True
        if found.positions[k] - found.positions[k - 1] != 1:
            behind = found.positions[k] < found.positions[start]
            return run, behind and not verbs_of(word.word).isdisjoint(edit.verbs or ())
        run.append(word)
    return run, True


def _ends_with_noun(span: Sequence[Token], nouns: frozenset[int]) -> bool:
    """Check whether the promoted noun comes last or is followed only by *of* and a noun phrase."""
    # Character links may include the punctuation mark after a word.
    ends = [k for k, token in enumerate(span) if {token.end, token.end + 1} & nouns]
    if not ends:
        return False
    after = [token.word for token in span[ends[-1] + 1 :]]
    return not after or (after[0] == "of" and listed("openers").isdisjoint(after[1:]))


def _away_from_verb(found: Alignment, at: int, edit: Edit) -> bool:
    """Check that, *a* and *an* aside, the two words before a phrase are not verbs or operators."""
    index = found.there.index(found.sources[at])
    before = [token.word for token in found.there[:index] if token.word not in ("a", "an")]
    return not any(
        word in found.brought
        or (verbs_of(word) if edit.verbs is None else verbs_of(word) & edit.verbs)
        for word in before[-2:]
    )
