"""Games for two up to the victory, by buttons and by commands: their last rounds, and at night whole ones."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.actions import Action
from engine.core.computer.deciding import Budget, Legal, Player, View
from engine.core.computer.players import RandomPlayer
from engine.lancaster.courtier import Courtier
from engine.warlord.captain import Captain
from engine.warriors.marshal import Marshal
from tests.e2e.players import ButtonPlayer, CommandPlayer, is_refusal
from tests.e2e.table import evening
from tests.e2e.test_whole_game import exported, script
from tests.harness.endings import LAST_ROUND, LAST_TURN, TILT
from tests.harness.reading import text_of
from tests.harness.sandbox import Person


class Duellist:
    """A captain who writes the sheets of his fighters himself, without much thought."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action."""
        player: Player = RandomPlayer(meddles=0) if legal.request.secret else Captain()
        return player.decide(view, legal, budget, seed)


class Quartermaster:
    """A marshal who raises, deploys and assigns troops without much thought, but piece by piece."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action."""
        troops = legal.request.decision in ("D-11", "D-12", "D-18")
        player: Player = RandomPlayer(meddles=0) if troops else Marshal()
        return player.decide(view, legal, budget, seed)


@dataclass(frozen=True)
class Played:
    """A game as it is played here: by whom, with what in it, and what is said and shown of it."""

    game: str
    player: Player
    actions: tuple[str, ...]
    """Kinds of action that the game must have seen."""
    said: tuple[str, ...]
    shown: tuple[str, ...]
    """Words with which the descriptions of pictures begin."""
    presses: float
    """Presses for each decision, at most, where it is taken by buttons; a command is one."""
    handovers: float
    """How often somebody else goes on, for each decision, at most."""
    settings: tuple[tuple[str, str], ...] = ()
    """What the table chooses before the game."""
    position: str = ""
    """The file of the position from which it goes on."""


WARLORD = Played("warlord", Duellist(), ("hand_in",), ("moves from", "Exchange 1"), ("Duel", "The"), 9, 1)
LANCASTER = Played(
    "lancaster",
    Courtier(),
    ("place", "court", "vote", "reap", "take_favour"),
    ("places a strength-", "applies to be", "approved", "England wins"),
    ("Lancaster,", "Power"),
    6,
    0.8,
)
WARRIORS = Played(
    "warriors",
    Quartermaster(),
    ("choose", "move", "pass", "engage", "raise", "levy", "deploy", "assign", "allot", "place", "as_proposed"),
    ("move from", "are the aggressors in", "The battle of", "arrives at home in", "have won"),
    ("The",),
    3.5,
    0.8,
    settings=(("turns", "4"),),
)
LANCASTER_ENDS = replace(
    LANCASTER, actions=("place", "vote"), said=(" places ",), shown=("Lancaster,",), position=LAST_ROUND
)
WARRIORS_END = replace(
    WARRIORS, actions=("move", "pass"), said=("have won",), presses=4, handovers=1, settings=(), position=LAST_TURN
)
WARLORD_ENDS = replace(WARLORD, position=TILT)
BUTTONS, COMMANDS = (ButtonPlayer, ButtonPlayer), (CommandPlayer, CommandPlayer)
BOTH = ButtonPlayer, CommandPlayer
"""Ann presses buttons, and Ben writes commands."""

ENDINGS = {"warlord ends": WARLORD_ENDS, "warriors end": WARRIORS_END, "lancaster ends": LANCASTER_ENDS}
WHOLE = {"warlord": WARLORD, "warriors": WARRIORS, "lancaster": LANCASTER}
PLAYED = [
    *(pytest.param(title, BOTH, id=f"{name} by both") for name, title in ENDINGS.items()),
    *(
        pytest.param(title, hands, id=f"{name} by {words}", marks=pytest.mark.nightly)
        for name, title in (ENDINGS | WHOLE).items()
        for words, hands in (("buttons", BUTTONS), ("commands", COMMANDS))
    ),
]


async def opening(title: Played, host: Person) -> dict[str, str]:
    """Return what `/game new` is given."""
    if not title.position:
        return {"game": title.game}
    return {"game": title.game, "position": await host.upload("position.toml", title.position.encode())}


@pytest.mark.parametrize(("title", "hands"), PLAYED)
async def test_a_game_is_won(title: Played, hands: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with evening(tmp_path, "ann", "ben", drawn=True) as night:
        await night.open(**await opening(title, night.people[0]))
        for option, value in title.settings:
            await night.people[0].slash("/game settings", option=option, value=value)
            await night.people[0].answer()
        await night.start(letters=False)
        seated = zip(night.people, hands, strict=True)
        people = {f"s{n}": kind(person, night, Random(n)) for n, (person, kind) in enumerate(seated, 1)}
        play = await script(night, title.player, title.actions)
        for scene in play.scenes:
            seen = await people[scene.seat].carry_out(scene.plan)
            assert not is_refusal(seen), (scene, text_of(seen))
        async with night.reading() as live:
            assert live.table.result is not None
            assert live.table.hash() == play.ending
        for seat, person in people.items():
            decisions = sum(scene.seat == seat for scene in play.scenes)
            assert 0 < person.presses <= (title.presses if isinstance(person, ButtonPlayer) else 1) * decisions
        assert play.handovers <= title.handovers * len(play.scenes)
        await night.all_said(300.0)
        await night.check_wire()
        assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
        said = await night.said(night.people[0])
        assert all(words in said for words in ("The game is over", *title.said))
        shown = [file for message in await night.people[0].messages(limit=5000) for file in message["attachments"]]
        assert set(title.shown) <= {file["description"].split()[0] for file in shown if file["description"]}
        assert await exported(night)
