"""Waiting fairly: many of one sender do not keep out one of another."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from palago.webui.workers.waiting import Busy, Turns


class Visitors:
    """Threads that come for a turn, and the order in which they had it."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.order: list[str] = []
        self.sent_away: list[str] = []
        self.threads: list[threading.Thread] = []

    def come(self, sender: str, name: str) -> None:
        """One more comes, and waits."""
        thread = threading.Thread(target=self._visit, args=(sender, name), daemon=True)
        self.threads.append(thread)
        thread.start()
        time.sleep(0.02)

    def _visit(self, sender: str, name: str) -> None:
        try:
            with self.turns.one(sender, 20.0):
                self.order.append(name)
        except Busy:
            self.sent_away.append(name)

    def leave(self) -> None:
        for thread in self.threads:
            thread.join(20)
            assert not thread.is_alive()


def test_each_sender_has_a_turn_before_anybody_has_a_second() -> None:
    turns = Turns(1, 24)
    visitors = Visitors(turns)
    with turns.one("", 1.0):
        for number in range(5):
            visitors.come("greedy", f"greedy {number}")
        visitors.come("honest", "honest")
        visitors.come("other", "other")
    visitors.leave()
    assert visitors.order[:3] == ["greedy 0", "honest", "other"]
    assert visitors.order[3:] == [f"greedy {number}" for number in range(1, 5)]


def test_where_too_many_wait_the_greediest_makes_room() -> None:
    turns = Turns(1, 4)
    visitors = Visitors(turns)
    with turns.one("", 1.0):
        for number in range(4):
            visitors.come("greedy", f"greedy {number}")
        visitors.come("greedy", "too many")
        visitors.come("honest", "honest 0")
        visitors.come("other", "other 0")
        visitors.come("honest", "honest 1")
    visitors.leave()
    assert visitors.sent_away[:3] == ["too many", "greedy 3", "greedy 2"]
    assert set(visitors.order) >= {"greedy 0", "honest 0", "other 0"}


def test_whoever_waits_too_long_is_sent_away_and_the_place_is_not_lost() -> None:
    turns = Turns(1, 4)
    with turns.one("a", 1.0), pytest.raises(Busy), turns.one("b", 0.05):
        pass
    with turns.one("b", 0.05):
        pass


def test_many_at_once_never_hold_more_places_than_there_are() -> None:
    turns = Turns(2, 100)
    held: list[int] = []
    inside = 0
    lock = threading.Lock()

    def visit(sender: str) -> None:
        nonlocal inside
        for _ in range(20):
            with turns.one(sender, 20.0):
                with lock:
                    inside += 1
                    held.append(inside)
                with lock:
                    inside -= 1

    with ThreadPoolExecutor(9) as at_once:
        list(at_once.map(visit, "012" * 3))
    assert len(held) == 180
    assert max(held) <= 2


def test_closing_sends_everybody_away() -> None:
    turns = Turns(1, 4)
    visitors = Visitors(turns)
    with turns.one("", 1.0):
        visitors.come("a", "a")
        visitors.come("b", "b")
        turns.close()
        visitors.leave()
    assert sorted(visitors.sent_away) == ["a", "b"]
    with pytest.raises(Busy), turns.one("c", 1.0):
        pass
