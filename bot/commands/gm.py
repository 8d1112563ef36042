"""/gm: what a game master can do to put things right, every bit of it in the open."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord import app_commands

from bot import decrees, texts
from bot.commands.common import say
from bot.decrees import AnyDecree
from bot.government import check_master
from bot.herald import Herald
from bot.panels import edits, overruling
from bot.panels.forms import matched
from bot.panels.panel import LABEL, MENU
from bot.panels.play import Play
from bot.promises import Sitting
from bot.store import games
from bot.store.records import GameRecord, Status
from engine.core.actions import Choice
from engine.games import rules_of

Interaction = discord.Interaction[Any]


WHOSE = "Whose seat"

ABOUT = {
    "first": "What it is about",
    "second": "What else it is about",
    "third": "What else it is about",
    "fourth": "What else it is about",
}
"""How the fields of an action or edit are described, which are other ones in every case."""


class MasterCommands(app_commands.Group):
    """The group `/gm`."""

    def __init__(self, herald: Herald) -> None:
        super().__init__(name="gm", description="For the game master: put right whatever has to be", guild_only=True)
        self.herald = herald

    async def _decree(self, interaction: Interaction, decree: AnyDecree, game: GameRecord) -> None:
        said = await self.herald.government.decree(game.id, interaction.user.id, decree)
        await interaction.edit_original_response(content=said)

    async def _game(self, interaction: Interaction) -> GameRecord:
        """Acknowledge the command; return the game of the thread. Raises Refused to all but its game master."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        game = await Play(self.herald, interaction).record()
        check_master(game, interaction.user.id)
        return game

    async def _version(self, game: GameRecord) -> int:
        async with self.herald.referee.reading(game.id) as sitting:
            return sitting.table.version

    # ------------------------------------------------------------------ clocks

    @app_commands.command(name="pause", description="Stop the clocks of this game")
    async def pause(self, interaction: Interaction) -> None:
        """Stop the clocks."""
        with self.herald.working():
            await self._decree(interaction, decrees.Pause(), await self._game(interaction))

    @app_commands.command(name="resume", description="Let the clocks of this game run again")
    async def resume(self, interaction: Interaction) -> None:
        """Let the clocks run again."""
        with self.herald.working():
            await self._decree(interaction, decrees.Resume(), await self._game(interaction))

    @app_commands.command(name="extend", description="Give more time")
    @app_commands.describe(hours="How much", player="To whom; leave it out for everybody")
    async def extend(
        self, interaction: Interaction, hours: app_commands.Range[float, 0.1, 1000.0], player: str = ""
    ) -> None:
        """Put the running deadlines off."""
        with self.herald.working():
            game = await self._game(interaction)
            seat = await self._seat(game, player) if player else ""
            await self._decree(interaction, decrees.Extend(hours, seat), game)

    @app_commands.command(name="nudge", description="Ask again those whom the game waits for")
    async def nudge(self, interaction: Interaction) -> None:
        """Ask again."""
        with self.herald.working():
            game = await self._game(interaction)
            await self.herald.referee.ask_again(game.id)
            await interaction.edit_original_response(content="They have been asked again.")

    # ------------------------------------------------------------------ deciding for others

    @app_commands.command(name="default", description="Take the default for a player who does not decide")
    @app_commands.describe(player=WHOSE)
    async def default(self, interaction: Interaction, player: str) -> None:
        """Take the default for a seat."""
        with self.herald.working():
            game = await self._game(interaction)
            await self._decree(interaction, decrees.TakeDefault(await self._seat(game, player)), game)

    @app_commands.command(name="act", description="Act for a player")
    @app_commands.describe(player=WHOSE, action="What he does", **ABOUT)
    async def act(
        self,
        interaction: Interaction,
        player: str,
        action: str,
        first: str = "",
        second: str = "",
        third: str = "",
        fourth: str = "",
    ) -> None:
        """Carry out an action for a seat."""
        with self.herald.working():
            game = await self._game(interaction)
            seat = await self._seat(game, player)
            async with self.herald.referee.reading(game.id) as sitting:
                deed = overruling.action_for(sitting, seat, action, (first, second, third, fourth))
            await self._decree(interaction, decrees.ActFor(seat, msgspec.to_builtins(deed)), game)

    @app_commands.command(name="regent", description="Let a computer player decide for somebody, or give the seat back")
    @app_commands.describe(player=WHOSE, regent="Which computer player; leave it out to give the seat back")
    async def regent(self, interaction: Interaction, player: str, regent: str = "") -> None:
        """Set or relieve a regent."""
        with self.herald.working():
            game = await self._game(interaction)
            await self._decree(interaction, decrees.Regency(await self._seat(game, player), regent), game)

    @app_commands.command(name="replace", description="Give a seat, with all its secrets, to somebody else")
    @app_commands.describe(player=WHOSE, by="Who takes it over")
    async def replace(self, interaction: Interaction, player: str, by: discord.Member) -> None:
        """Give a seat to another player."""
        with self.herald.working():
            game = await self._game(interaction)
            seat = await self._seat(game, player)
            name = texts.tidy(by.display_name) or by.name
            await self._decree(interaction, decrees.Replace(seat, by.id, name), game)

    @app_commands.command(name="drop", description="Close a seat: its faction leaves the game")
    @app_commands.describe(player=WHOSE)
    async def drop(self, interaction: Interaction, player: str) -> None:
        """Close a seat."""
        with self.herald.working():
            game = await self._game(interaction)
            await self._decree(interaction, decrees.DropSeat(await self._seat(game, player)), game)

    # ------------------------------------------------------------------ going back

    @app_commands.command(name="undo", description="Take the last action back, whoever did it")
    async def undo(self, interaction: Interaction) -> None:
        """Take the last action back."""
        with self.herald.working():
            game = await self._game(interaction)
            version = await self._version(game)
            await self._decree(interaction, decrees.GoBack(version - 1, version), game)

    @app_commands.command(name="goto", description="Go back to any moment of the game; nothing is forgotten")
    @app_commands.describe(about="Only moments at which this noble, place or player was concerned")
    async def goto(self, interaction: Interaction, about: app_commands.Range[str, 1, 40] = "") -> None:
        """Show the moments to which the game can go back."""
        with self.herald.working():
            game = await self._game(interaction)
            await overruling.show_moments(self.herald, interaction, game.id, about)

    @app_commands.command(name="reroll", description="Do the last action again with new numbers")
    async def reroll(self, interaction: Interaction) -> None:
        """Do the last action again."""
        with self.herald.working():
            game = await self._game(interaction)
            await self._decree(interaction, decrees.Reroll(await self._version(game)), game)

    # ------------------------------------------------------------------ the state

    @app_commands.command(name="edit", description="Change anything on the table; first you see what would change")
    @app_commands.describe(
        what="The kind of change; without more a form asks for the rest",
        first=ABOUT["first"],
        second=ABOUT["second"],
        third=ABOUT["third"],
    )
    async def edit(
        self, interaction: Interaction, what: str, first: str = "", second: str = "", third: str = ""
    ) -> None:
        """Rehearse an edit."""
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            check_master(game, interaction.user.id)
            rules = rules_of(game.rules)
            kind = edits.kind_meant(rules.edits, what)
            if not first:
                await interaction.response.send_modal(edits.form(rules, game.id, kind))
                return
            await interaction.response.defer(ephemeral=True, thinking=True)
            names = [field.name for field in msgspec.structs.fields(kind)]
            given = dict(zip(names, (first, second, third), strict=False))
            await overruling.rehearse(self.herald, interaction, game.id, kind, given)

    @app_commands.command(name="peek", description="Look at a player's hidden cards; everybody is told that you did")
    @app_commands.describe(player=WHOSE)
    async def peek(self, interaction: Interaction, player: str) -> None:
        """Show a hand to a game master who does not play."""
        with self.herald.working():
            game = await self._game(interaction)
            await overruling.peek(self.herald, interaction, game.id, await self._seat(game, player), openly=False)

    @app_commands.command(name="reveal", description="Show a player's hidden cards to everybody")
    @app_commands.describe(player=WHOSE)
    async def reveal(self, interaction: Interaction, player: str) -> None:
        """Show a hand to all."""
        with self.herald.working():
            game = await self._game(interaction)
            await overruling.peek(self.herald, interaction, game.id, await self._seat(game, player), openly=True)

    # ------------------------------------------------------------------ the office

    @app_commands.command(name="assistant", description="Name who confirms your overrides when you play yourself")
    @app_commands.describe(member="A person", role="A role: anybody who has it", dismiss="Take it back")
    async def assistant(
        self,
        interaction: Interaction,
        member: discord.Member | None = None,
        role: discord.Role | None = None,
        dismiss: bool = False,
    ) -> None:
        """Name or dismiss an assistant."""
        with self.herald.working():
            game = await self._game(interaction)
            if member is not None:
                found = [user for user in game.assistants if user != member.id]
                await self._change(game, assistants=found if dismiss else [*found, member.id])
            if role is not None:
                await self._change(game, assistant_role=None if dismiss else role.id)
            game = await Play(self.herald, interaction).record()
            who = [f"<@{user}>" for user in game.assistants]
            who += [f"<@&{game.assistant_role}>"] if game.assistant_role else []
            await interaction.edit_original_response(content=f"Assistants: {', '.join(who) or 'nobody'}.")

    @app_commands.command(name="handover", description="Make somebody else the game master")
    @app_commands.describe(member="The new game master")
    async def handover(self, interaction: Interaction, member: discord.Member) -> None:
        """Hand the office over."""
        with self.herald.working():
            game = await self._game(interaction)
            await self._change(game, owner=member.id)
            name = texts.safe(texts.tidy(member.display_name) or member.name)
            await self.herald.government.announce(game.id, f"{name} is the game master from now on.")
            await interaction.edit_original_response(content="It is done.")

    async def _change(self, game: GameRecord, **values: object) -> None:
        async with self.herald.store.writing() as connection:
            await games.change(connection, game.id, **values)

    @app_commands.command(name="end", description="End the game here")
    @app_commands.describe(reason="Why", winner="Who wins; leave it out for a draw")
    async def end(self, interaction: Interaction, reason: app_commands.Range[str, 1, 200], winner: str = "") -> None:
        """End the game."""
        with self.herald.working():
            game = await self._game(interaction)
            winners = (await self._seat(game, winner),) if winner else ()
            await self._decree(interaction, decrees.End(texts.tidy(reason, 200), winners), game)

    @app_commands.command(name="ruling", description="Record a ruling; it can be found with /rulings")
    @app_commands.describe(text="What is ruled, and why")
    async def ruling(self, interaction: Interaction, text: app_commands.Range[str, 1, 1000]) -> None:
        """Record a ruling."""
        with self.herald.working():
            game = await self._game(interaction)
            number = await self.herald.rulings.rule(game, interaction.user.id, texts.tidy(text, 1000))
            await interaction.edit_original_response(content=f"Recorded as ruling {number}.")

    @app_commands.command(name="diagnose", description="What Herald knows about the health of this game")
    async def diagnose(self, interaction: Interaction) -> None:
        """Show the health of a game."""
        with self.herald.working():
            game = await self._game(interaction)
            await say(interaction, await overruling.diagnosis(self.herald, game))

    @app_commands.command(name="board", description="All games of this server: who blocks, since when, which are dead")
    async def board(self, interaction: Interaction) -> None:
        """Show all games of a server."""
        with self.herald.working():
            await interaction.response.defer(ephemeral=True, thinking=True)
            await say(interaction, await overruling.board(self.herald, interaction.guild_id or 0))

    # ------------------------------------------------------------------ completions

    async def _seat(self, game: GameRecord, player: str) -> str:
        """Return the seat that a game master means by a name; raises Illegal with those there are."""
        async with self.herald.store.reading() as connection:
            seats = await games.seats_of(connection, game.id)
        return matched(player, [Choice(seat.id, seat.name) for seat in seats])

    async def _sitting(self, interaction: Interaction) -> Sitting | None:
        game = await Play(self.herald, interaction).record()
        if game.status is not Status.PLAYING:
            return None
        async with self.herald.referee.reading(game.id) as sitting:
            return sitting

    @extend.autocomplete("player")
    @default.autocomplete("player")
    @act.autocomplete("player")
    @regent.autocomplete("player")
    @replace.autocomplete("player")
    @drop.autocomplete("player")
    @peek.autocomplete("player")
    @reveal.autocomplete("player")
    @end.autocomplete("winner")
    async def _players(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        sitting = await self._sitting(interaction)
        return _choices({seat.id: seat.name for seat in sitting.seats} if sitting else {}, current)

    @regent.autocomplete("regent")
    async def _regents(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        sitting = await self._sitting(interaction)
        return _choices({name: name for name in sitting.table.rules.players()} if sitting else {}, current)

    @edit.autocomplete("what")
    async def _edits(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        sitting = await self._sitting(interaction)
        found = edits.kinds(sitting.table.rules.edits) if sitting else {}
        return _choices({tag: edits.explained(kind) for tag, kind in found.items()}, current)

    @act.autocomplete("action")
    async def _actions(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        sitting = await self._sitting(interaction)
        seat = str(interaction.namespace.player or "")
        offers = sitting.table.offers(seat) if sitting else []
        return _choices({offer.tag: offer.label for offer in offers}, current)

    @edit.autocomplete("first")
    @edit.autocomplete("second")
    @edit.autocomplete("third")
    @act.autocomplete("first")
    @act.autocomplete("second")
    @act.autocomplete("third")
    @act.autocomplete("fourth")
    async def _things(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        sitting = await self._sitting(interaction)
        if sitting is None:
            return []
        return overruling.completions(sitting, current)


def _choices(names: dict[str, str], current: str) -> list[app_commands.Choice[str]]:
    word = current.casefold()
    found = [(value, name) for value, name in names.items() if word in name.casefold() or word in value.casefold()]
    return [app_commands.Choice(name=texts.clipped(name, LABEL), value=value) for value, name in found[:MENU]]
