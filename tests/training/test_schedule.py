"""The order of training."""

from __future__ import annotations

import random

import pytest

from litgen.training.finetune import epoch_batches, learning_rate

LENGTHS = [random.Random(i).randrange(5, 80) for i in range(1000)]


def test_every_pair_once_an_epoch():
    batches = epoch_batches(LENGTHS, 32, seed=0, epoch=0)
    assert sorted(i for batch in batches for i in batch) == list(range(1000))
    assert all(len(batch) <= 32 for batch in batches)


def test_the_same_each_time_and_another_each_epoch_and_seed():
    batches = epoch_batches(LENGTHS, 32, seed=0, epoch=0)
    assert batches == epoch_batches(LENGTHS, 32, seed=0, epoch=0)
    assert batches != epoch_batches(LENGTHS, 32, seed=0, epoch=1)
    assert batches != epoch_batches(LENGTHS, 32, seed=1, epoch=0)


def test_little_padding_and_no_order_by_length():
    batches = epoch_batches(LENGTHS, 32, seed=0, epoch=0)
    padded = sum(len(batch) * max(LENGTHS[i] for i in batch) for batch in batches)
    assert padded < 1.1 * sum(LENGTHS)
    longest = [max(LENGTHS[i] for i in batch) for batch in batches]
    assert longest != sorted(longest)


def test_the_learning_rate_rises_and_falls():
    rates = [learning_rate(step, 100, 1e-4, 0.1) for step in range(100)]
    assert max(rates) == pytest.approx(rates[9]) == pytest.approx(1e-4)
    assert rates[:10] == sorted(rates[:10]) and rates[10:] == sorted(rates[10:], reverse=True)
    assert 0 < rates[-1] < 2e-6
