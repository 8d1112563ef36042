"""Rulings of game masters, kept and searchable, and appeals against them."""

from collections.abc import Sequence

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import Refused
from bot.store import games, motions, outbox
from bot.store.database import Store
from bot.store.payloads import AppealCall, Log, OutboxMessage
from bot.store.rows import GameRecord, Ruling
from bot.table.live_game import plays
from bot.table.referee import Referee
from engine.core.events import Event


class Rulings:
    """Keeps rulings; an appeal is answered by the game master and an assistant together."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self.store = store
        self.referee = referee

    async def rule(self, game: GameRecord, user: int, text: str) -> int:
        """Record a ruling and tell it in the thread; return its number."""
        async with self.store.writing(game.id) as connection:
            made = Ruling(game=game.id, guild=game.guild, user=user, text=text, created=self.referee.now())
            kept = await motions.add_ruling(connection, made)
            said = f"Ruling {kept.id}: {texts.safe(text)}"
            await self._post(connection, game, Log((Event("ruling", said),)))
        self.referee.publish(game.id)
        return kept.id

    async def appeal(self, guild: int, user: int, number: int, reason: str) -> None:
        """Appeal against a ruling; raises Refused if it cannot be appealed (any more)."""
        async with self.store.writing() as connection:
            ruling = await motions.ruling(connection, guild, number)
            game = await games.get(connection, ruling.game)
            seats = await games.seats_of(connection, game.id)
            if user not in {seat.user for seat in seats if seat.human}:
                raise Refused("Only the players of that game can appeal against its rulings.")
            if ruling.appeal:
                raise Refused(f"Somebody has appealed against ruling {number} already; it can be appealed only once.")
            free = [one for one in game.assistants if one not in (game.owner, user)]
            if not free and game.assistant_role is None:
                raise Refused("There is no assistant to appeal to; ask the game master to name one with /gm assistant.")
            judges = (game.owner, *free[:1])
            await motions.save_ruling(connection, msgspec.structs.replace(ruling, appeal=reason, judges=judges))
            await self._post(
                connection,
                game,
                AppealCall(number, user, ruling.text, reason, judges, None if free else game.assistant_role),
            )
        self.referee.publish(game.id)

    async def answer(self, game_id: str, user: int, number: int, uphold: bool, roles: Sequence[int] = ()) -> str:
        """Take a judge's verdict; return what has become of the appeal."""
        async with self.store.writing() as connection:
            game = await games.get(connection, game_id)
            ruling = await motions.ruling(connection, game.guild, number)
            seats = await games.seats_of(connection, game_id)
            by_role = len(ruling.judges) == 1 and game.assistant_role in roles and not plays(seats, user)
            if user not in ruling.judges and not by_role:
                raise Refused("Only the game master and the assistant can answer an appeal.")
            if ruling.outcome:
                raise Refused(f"That appeal is decided: the ruling is {ruling.outcome}.")
            verdicts = {**ruling.verdicts, str(user): uphold}
            outcome = _outcome(ruling, verdicts)
            await motions.save_ruling(connection, msgspec.structs.replace(ruling, verdicts=verdicts, outcome=outcome))
            if outcome:
                said = f"After the appeal, ruling {number} is {outcome}."
                await self._post(connection, game, Log((Event("ruling", said),)))
        self.referee.publish(game_id)
        if outcome:
            return f"The ruling is {outcome}."
        if len(verdicts) > 1:
            return "You disagree: talk it over, and answer again until you agree."
        return "Noted. The other judge has to answer too."

    async def _post(self, connection: AsyncConnection, game: GameRecord, payload: Log | AppealCall) -> None:
        await outbox.add(connection, game.id, game.version, [OutboxMessage(payload)], self.referee.now())


def _outcome(ruling: Ruling, verdicts: dict[str, bool]) -> str:
    """Return "upheld" or "overturned" once the game master and an assistant agree."""
    said = set(verdicts.values())
    heard = len(verdicts) > 1 and all(str(judge) in verdicts for judge in ruling.judges)
    return ("upheld" if said == {True} else "overturned") if heard and len(said) == 1 else ""
