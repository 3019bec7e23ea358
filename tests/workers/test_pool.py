"""Worker pools: order, how many tasks are taken, what cannot be had."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from litgen.exceptions import UsageError
from litgen.workers import MOST_IN_FLIGHT, worker_pool


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    with worker_pool(jobs) as pool:
        done = list(pool.map(square, range(9)))
        assert [number for number, _ in done] == [n * n for n in range(9)]
        assert (pool.call(square, 3)[1] == os.getpid()) == (jobs == 1)
        assert {os.getpid()} & {process for _, process in done} == (
            {os.getpid()} if jobs == 1 else set()
        )


def test_tasks_are_taken_as_there_is_room() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(50):
            taken.append(number)
            yield number

    with worker_pool(2) as pool:
        results = pool.map(square, tasks())
        next(results)
        assert len(taken) <= min(MOST_IN_FLIGHT, 4)
        results.close()  # type: ignore[attr-defined]


def test_what_cannot_be_had() -> None:
    with pytest.raises(UsageError, match="--jobs 0: use a positive number"):
        worker_pool(0)


def test_all_cores_where_nobody_says_which_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)  # there is none on macOS
    with worker_pool(-1) as pool:
        assert pool.workers >= 1
