"""Several Heralds on one PostgreSQL: whichever of them is killed, nothing is lost, and nothing is there twice."""

import time
from collections import defaultdict
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

import pytest

from tests.crash.player import play
from tests.crash.test_crash import Acknowledged, check, listen
from tests.harness import as_kind
from tests.harness.forked import PROCESSES

GAMES = ["relay", "kingmaker"]


class Heralds:
    """Processes that play the same games on one database, each until it is killed; then another takes its place."""

    def __init__(self, place: str, ledger: Path, number: int) -> None:
        self._about = place, ledger, GAMES
        self._seed = 0
        self.acknowledged: Acknowledged = defaultdict(list)
        self.at_work = [self._begun() for _ in range(number)]

    def _begun(self) -> tuple[BaseProcess, Connection]:
        self._seed += 1
        ours, theirs = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(target=play, args=(*self._about, self._seed, theirs))
        process.start()
        theirs.close()
        return process, ours

    def hear(self, number: int) -> None:
        """Wait until so many actions have been acknowledged, by whomever."""
        for _ in range(number):
            ready = wait([ours for _, ours in self.at_work], timeout=30)
            assert ready, "nobody plays"
            for ours in ready:
                assert listen(as_kind(Connection, ours), self.acknowledged), "a Herald has ended that nobody has killed"

    def kill(self, which: int, *, replaced: bool = True) -> None:
        """Kill one in the middle of what it does; another may take its place."""
        process, ours = self.at_work.pop(which)
        process.kill()
        process.join()
        while ours.poll() and listen(ours, self.acknowledged):
            pass
        ours.close()
        if replaced:
            self.at_work.append(self._begun())


@pytest.mark.long
@pytest.mark.parametrize("kills", [6, pytest.param(30, marks=pytest.mark.nightly)])
def test_one_of_two_is_killed_again_and_again(tmp_path: Path, postgres_place: Callable[[], str], kills: int) -> None:
    place, ledger = postgres_place(), tmp_path / "delivered"
    heralds, chance = Heralds(place, ledger, 2), Random(7)
    for _ in range(kills):
        heralds.hear(chance.randrange(1, 14))
        time.sleep(chance.random() * 0.02)
        heralds.kill(chance.randrange(2))
    heralds.hear(4)
    while heralds.at_work:
        heralds.kill(0, replaced=False)
    assert sum(map(len, heralds.acknowledged.values())) > kills
    check(place, ledger, heralds.acknowledged)
