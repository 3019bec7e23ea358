"""Trees of tokens: what a token looks at, and how they are cut."""

from __future__ import annotations

import random

import pytest

from litgen.models.trees import LONGEST, SHARED, TIMES, Encoded, batched, plan


def texts(number):
    """Texts of a few premises, hypotheses and answers, sorted by their tokens."""
    of = random.Random(number)
    premises = [[of.randrange(9) for _ in range(of.randrange(5, 60))] for _ in range(4)]
    found = []
    for _ in range(number):
        text = of.choice(premises) + [of.randrange(4) for _ in range(of.randrange(1, 9))]
        answers = [[of.randrange(5) for _ in range(of.randrange(1, 4))] for _ in range(3)]
        found.append(Encoded(text, answers))
    return sorted(found, key=lambda each: each.text)


@pytest.mark.parametrize("first", [0, 3])
def test_a_token_looks_at_its_branch_and_the_end_is_asked_for(first):
    encoded = texts(40)
    encoded = [Encoded([1] * first + each.text, each.continuations) for each in encoded]
    scored = set()
    for tree in plan(encoded, range(len(encoded)), first, 10_000):
        width = len(tree.tokens) + 3
        columns, seen = tree.columns(width), tree.seen(width)
        assert min(columns[each.node] for each in tree.asked) >= width - tree.wanted()
        at = dict(zip(columns, range(len(columns)), strict=True))
        assert len(at) == len(tree.tokens)
        branches = {}
        for node, column in enumerate(columns):
            nodes = sorted(at[other] for other in seen[column].nonzero()[0])
            assert [tree.depths[each] for each in nodes] == list(range(first, first + len(nodes)))
            branches[node] = [tree.tokens[each] for each in nodes]
            assert nodes[-1] == node
        assert len({tuple(each) for each in branches.values()}) == len(branches)  # none twice
        for each in tree.asked:
            answer = encoded[each.text].continuations[each.continuation]
            whole = [*branches[each.node], each.token]
            behind = len(whole) + first - len(encoded[each.text].text)
            assert whole == [*encoded[each.text].text, *answer[:behind]][first:]
            scored.add((each.text, each.continuation, behind))
        for column in set(range(width)) - at.keys():
            assert seen[column].sum() == seen[column, column] == 1
    assert scored == {
        (text, number, behind) for text, each in enumerate(encoded)
        for number, answer in enumerate(each.continuations)
        for behind in range(1, len(answer) + 1)
    }  # fmt: skip


def test_trees_and_batches_are_no_larger_than_asked_for():
    encoded = texts(60)
    for tokens in (1, 100, 10_000):
        trees = plan(encoded, range(60), 0, tokens)
        assert sum(tree.texts for tree in trees) == 60
        assert (len(trees) == 60) == (tokens == 1)
        limit = min(tokens, max(LONGEST, TIMES * 70))
        assert all(tree.texts == 1 or len(tree.tokens) <= limit for tree in trees)
        for wanted in (1, 10_000):
            batches = list(batched(trees, 300, wanted))
            assert [tree for batch in batches for tree in batch] == trees
            for batch in batches:
                assert len(batch) == 1 or len(batch) * len(batch[-1].tokens) <= 300
                most = max(tree.wanted() for tree in batch)
                assert len(batch) == 1 or len(batch) * most <= wanted


def test_texts_that_share_little_stand_apart():
    answers = [[1], [2]]
    shared = list(range(SHARED))
    close = [Encoded([*shared, each], answers) for each in (1, 2)]
    assert len(plan(close, [0, 1], 0, 1000)) == 1
    apart = [Encoded([*shared[:-1], each, 1], answers) for each in (98, 99)]
    assert len(plan(apart, [0, 1], 0, 1000)) == 2
