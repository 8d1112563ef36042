"""/gm: what a game master can do to put things right, every bit of it in the open."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord import app_commands

from bot import texts
from bot.commands.common import Name, Names, completed, game_here, regents, say
from bot.commands.explain import rule_choices
from bot.errors import Refused
from bot.herald import Herald
from bot.model import interventions
from bot.model.interventions import AnyIntervention
from bot.panels import edits
from bot.panels.deciding.play import Play
from bot.panels.master import edit_forms, gm_auth, moderation, rollback
from bot.panels.panel import LABEL
from bot.store import games
from bot.store.rows import ActionRecord, GameRecord, Status
from bot.table.live_game import LiveGame
from engine.core.actions import Annotate, Choice, DropAnnotation
from engine.core.drafts import matched
from engine.games import rules_of

Interaction = discord.Interaction[Any]


WHOSE = "Whose seat"

ABOUT = {
    "first": "A noble, place or the like",
    "second": "One more name or value",
    "third": "One more name or value",
    "fourth": "One more name or value",
}
"""How the fields of an action or edit are described, which are other ones in every case."""


class MasterCommands(app_commands.Group):
    """The group `/gm`."""

    def __init__(self, herald: Herald) -> None:
        super().__init__(name="gm", description="For the game master: put anything right", guild_only=True)
        self.herald = herald

    async def _intervene(self, interaction: Interaction, intervention: AnyIntervention, game: GameRecord) -> None:
        said = await gm_auth.intervene(self.herald, interaction, game.id, intervention)
        await interaction.edit_original_response(content=said)

    async def _game(self, interaction: Interaction) -> GameRecord:
        """Acknowledge the command; return the game of the thread. Raises Refused to all but its game master."""
        await interaction.response.defer(ephemeral=True)
        game = await Play(self.herald, interaction).record()
        gm_auth.check(interaction, game)
        return game

    # ------------------------------------------------------------------ clocks

    @app_commands.command(name="pause", description="Stop the clocks of this game")
    async def pause(self, interaction: Interaction) -> None:
        """Stop the clocks."""
        with self.herald.working():
            await self._intervene(interaction, interventions.Pause(), await self._game(interaction))

    @app_commands.command(name="resume", description="Let the clocks of this game run again")
    async def resume(self, interaction: Interaction) -> None:
        """Let the clocks run again."""
        with self.herald.working():
            await self._intervene(interaction, interventions.Resume(), await self._game(interaction))

    @app_commands.command(name="extend", description="Give more time, or take some away")
    @app_commands.describe(hours="How much; -2 takes two hours back", player="To whom; leave it out for everybody")
    async def extend(
        self, interaction: Interaction, hours: app_commands.Range[float, -1000.0, 1000.0], player: Name = ""
    ) -> None:
        """Put the running deadlines off."""
        with self.herald.working():
            game = await self._game(interaction)
            seat = await self._seat(game, player) if player else ""
            await self._intervene(interaction, interventions.Extend(hours, seat), game)

    @app_commands.command(name="nudge", description="Remind the players whom the game waits for")
    async def nudge(self, interaction: Interaction) -> None:
        """Ask again."""
        with self.herald.working():
            game = await self._game(interaction)
            await self.herald.referee.ask_again(game.id)
            await interaction.edit_original_response(
                content="I have reminded everybody whose decision the game waits for."
            )

    # ------------------------------------------------------------------ deciding for others

    @app_commands.command(name="default", description="Take the default for a player who does not decide")
    @app_commands.describe(player=WHOSE)
    async def default(self, interaction: Interaction, player: Name) -> None:
        """Take the default for a seat."""
        with self.herald.working():
            game = await self._game(interaction)
            await self._intervene(interaction, interventions.TakeDefault(await self._seat(game, player)), game)

    @app_commands.command(name="act", description="Act for a player")
    @app_commands.describe(player=WHOSE, action="The action", **ABOUT)
    async def act(
        self,
        interaction: Interaction,
        player: Name,
        action: Name,
        first: Names = "",
        second: Names = "",
        third: Names = "",
        fourth: Names = "",
    ) -> None:
        """Carry out an action for a seat."""
        with self.herald.working():
            game = await self._game(interaction)
            seat = await self._seat(game, player)
            async with self.herald.referee.reading(game.id) as live:
                meant = moderation.action_for(live, action, (first, second, third, fourth))
            await self._intervene(interaction, interventions.ActFor(seat, msgspec.to_builtins(meant)), game)

    @app_commands.command(name="regent", description="Let a computer player decide for somebody, or give the seat back")
    @app_commands.describe(player=WHOSE, regent="Which computer player; leave it out to give the seat back")
    async def regent(self, interaction: Interaction, player: Name, regent: Name = "") -> None:
        """Set or relieve a regent."""
        with self.herald.working():
            game = await self._game(interaction)
            await self._intervene(interaction, interventions.Regency(await self._seat(game, player), regent), game)

    @app_commands.command(name="replace", description="Give a seat, with all its secrets, to somebody else")
    @app_commands.describe(player=WHOSE, by="Who takes it over")
    async def replace(self, interaction: Interaction, player: Name, by: discord.Member) -> None:
        """Give a seat to another player."""
        with self.herald.working():
            game = await self._game(interaction)
            seat = await self._seat(game, player)
            name = texts.tidy(by.display_name) or by.name
            await self._intervene(interaction, interventions.Replace(seat, by.id, name), game)

    @app_commands.command(
        name="drop", description="Close a seat: its faction leaves the game; first you see the effect"
    )
    @app_commands.describe(player=WHOSE)
    async def drop(self, interaction: Interaction, player: Name) -> None:
        """Rehearse the closing of a seat."""
        with self.herald.working():
            game = await self._game(interaction)
            seat = await self._seat(game, player)
            await self._rehearse(interaction, game, "drop", {"seat": seat})

    async def _rehearse(self, interaction: Interaction, game: GameRecord, tag: str, given: dict[str, str]) -> None:
        kind = edits.kinds(rules_of(game.rules).edits).get(tag)
        if kind is None:
            raise Refused(f"There is nothing to {tag} in {rules_of(game.rules).title}.")
        await moderation.rehearse_written(self.herald, interaction, game.id, kind, given)

    # ------------------------------------------------------------------ going back

    @app_commands.command(name="undo", description="Undo the last action, of any player")
    async def undo(self, interaction: Interaction) -> None:
        """Take the last action back."""
        with self.herald.working():
            game = await self._game(interaction)
            last = await self._last(interaction, game)
            await self._intervene(interaction, interventions.GoBack(last.version - 1, game.version), game)

    async def _last(self, interaction: Interaction, game: GameRecord) -> ActionRecord:
        roles = gm_auth.roles_of(interaction)
        return await self.herald.moderation.last_action(game.id, interaction.user.id, roles)

    @app_commands.command(name="goto", description="Go back to any moment of the game; the record keeps everything")
    @app_commands.describe(about="Only moments that concern this noble, place or player")
    async def goto(self, interaction: Interaction, about: app_commands.Range[str, 1, 40] = "") -> None:
        """Show the moments to which the game can go back."""
        with self.herald.working():
            game = await self._game(interaction)
            await rollback.show_moments(self.herald, interaction, game.id, about=about)

    @app_commands.command(name="correct", description="Correct the last phase, until the next phase is over")
    async def correct(self, interaction: Interaction) -> None:
        """Show the moments of the last resolved phase."""
        with self.herald.working():
            game = await self._game(interaction)
            await rollback.show_moments(self.herald, interaction, game.id, scope=rollback.LAST)

    @app_commands.command(name="reroll", description="Repeat the last action with new rolls")
    async def reroll(self, interaction: Interaction) -> None:
        """Do the last action again."""
        with self.herald.working():
            game = await self._game(interaction)
            await self._last(interaction, game)
            await self._intervene(interaction, interventions.Reroll(game.version), game)

    # ------------------------------------------------------------------ the state

    @app_commands.command(name="edit", description="Change anything on the table; first you see what would change")
    @app_commands.describe(
        what="The kind of change; menus or a form ask for the rest",
        first=ABOUT["first"],
        second=ABOUT["second"],
        third=ABOUT["third"],
        fourth=ABOUT["fourth"],
    )
    async def edit(
        self,
        interaction: Interaction,
        what: Name,
        first: Names = "",
        second: Names = "",
        third: Names = "",
        fourth: Names = "",
    ) -> None:
        """Rehearse an edit."""
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            gm_auth.check(interaction, game)
            rules = rules_of(game.rules)
            kind = edits.kind_meant(rules.edits, what)
            names = [field.name for field in edits.asked_fields(rules, kind)]
            written = (first, second, third, fourth)
            if names and not any(written):
                if not await edit_forms.begin(self.herald, interaction, game, kind):
                    await interaction.response.send_modal(edits.form(rules, game.id, kind))
                return
            await interaction.response.defer(ephemeral=True)
            given = dict(zip(names, written, strict=False))
            await moderation.rehearse_written(self.herald, interaction, game.id, kind, given)

    @app_commands.command(name="stack", description="Put cards on top of a deck, the first one to be drawn first")
    @app_commands.describe(deck="Which deck", cards="The cards, separated by commas")
    async def stack(
        self, interaction: Interaction, deck: app_commands.Range[str, 1, 20], cards: app_commands.Range[str, 1, 300]
    ) -> None:
        """Rehearse a stacked deck."""
        with self.herald.working():
            game = await self._game(interaction)
            await self._rehearse(interaction, game, "stack", {"deck": deck, "cards": cards})

    @app_commands.command(name="peek", description="Look at a player's hidden cards; everybody is told that you did")
    @app_commands.describe(player=WHOSE)
    async def peek(self, interaction: Interaction, player: Name) -> None:
        """Show a hand to a game master who does not play."""
        with self.herald.working():
            game = await self._game(interaction)
            await moderation.peek(self.herald, interaction, game.id, await self._seat(game, player), openly=False)

    @app_commands.command(name="reveal", description="Show a player's hidden cards to everybody")
    @app_commands.describe(player=WHOSE)
    async def reveal(self, interaction: Interaction, player: Name) -> None:
        """Show a hand to all."""
        with self.herald.working():
            game = await self._game(interaction)
            await moderation.peek(self.herald, interaction, game.id, await self._seat(game, player), openly=True)

    # ------------------------------------------------------------------ the office

    @app_commands.command(
        name="assistant", description="Name the person who confirms what you do while you play yourself"
    )
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
            said = await gm_auth.assist(self.herald, interaction, game, member, role, dismiss=dismiss)
            await interaction.edit_original_response(content=said)

    @app_commands.command(
        name="handover", description="Make somebody else the game master, or share the office with a role"
    )
    @app_commands.describe(
        member="The new game master, in your place",
        role="A role whose members are game masters beside you",
        dismiss="Take that back from the role",
    )
    async def handover(
        self,
        interaction: Interaction,
        member: discord.Member | None = None,
        role: discord.Role | None = None,
        dismiss: bool = False,
    ) -> None:
        """Hand the office over, or share it."""
        with self.herald.working():
            game = await self._game(interaction)
            await gm_auth.hand_over(self.herald, interaction, game, member, role, dismiss=dismiss)
            await interaction.edit_original_response(
                content="The change is made, and everybody can read it in the thread."
            )

    @app_commands.command(name="end", description="End the game here")
    @app_commands.describe(reason="Why", winner="Who wins; leave it out for a draw")
    async def end(self, interaction: Interaction, reason: app_commands.Range[str, 1, 200], winner: Name = "") -> None:
        """End the game."""
        with self.herald.working():
            game = await self._game(interaction)
            winners = (await self._seat(game, winner),) if winner else ()
            intervention = interventions.End(texts.tidy(reason, 200), winners)
            await self.herald.moderation.running_game(game.id)
            text = "The game ends here for everybody, and its dice are revealed. **That cannot be undone.**"
            await moderation.confirm(self.herald, interaction, game, intervention, text)

    @app_commands.command(name="ruling", description="Record a ruling; it can be found with /rulings")
    @app_commands.describe(text="The ruling, and the reason")
    async def ruling(self, interaction: Interaction, text: app_commands.Range[str, 1, 1000]) -> None:
        """Record a ruling."""
        with self.herald.working():
            game = await self._game(interaction)
            number = await self.herald.rulings.rule(game, interaction.user.id, texts.tidy(text, 1000))
            await interaction.edit_original_response(content=f"Recorded as ruling {number}.")

    @app_commands.command(
        name="note", description="Keep a ruling beside the rules of this table: /rule, /why and refusals show it"
    )
    @app_commands.describe(
        text="The ruling, as everybody will read it",
        rule="The rule that it is about, by its id; leave it out for none",
        take_back="The number of a note to take back",
    )
    async def note(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 0, 500] = "",
        rule: app_commands.Range[str, 0, 60] = "",
        take_back: app_commands.Range[int, 1, 9999] | None = None,
    ) -> None:
        """Keep a note to the rules, or take one back."""
        with self.herald.working():
            game = await self._game(interaction)
            said = texts.tidy(text, 500)
            if bool(said) == (take_back is not None):
                raise Refused("Write the text of a new note, or the number of one to take back: one of the two.")
            note = DropAnnotation(take_back) if take_back else Annotate(said, rule.strip().upper())
            roles = gm_auth.roles_of(interaction)
            await self.herald.moderation.annotate(game.id, interaction.user.id, note, roles)
            done = "The note is taken back" if take_back else "The note is kept; /game settings lists all notes"
            await interaction.edit_original_response(content=f"{done}. Everybody at the table is told.")

    @note.autocomplete("rule")
    async def _rules(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return rule_choices(await game_here(self.herald, interaction), current)

    @app_commands.command(name="diagnose", description="Check this game: messages, clocks, timers and the record")
    async def diagnose(self, interaction: Interaction) -> None:
        """Show the health of a game."""
        with self.herald.working():
            game = await self._game(interaction)
            await say(interaction, await moderation.diagnosis(self.herald, game))

    @app_commands.command(
        name="board", description="All games of this server: who has to decide, since when, and which have gone quiet"
    )
    async def board(self, interaction: Interaction) -> None:
        """Show all games of a server."""
        with self.herald.working():
            await interaction.response.defer(ephemeral=True)
            await say(interaction, await moderation.board(self.herald, interaction.guild_id or 0))

    # ------------------------------------------------------------------ completions

    async def _seat(self, game: GameRecord, player: str) -> str:
        """Return the seat that a game master means by a name; raises Illegal with those there are."""
        async with self.herald.store.reading() as connection:
            seats = await games.seats_of(connection, game.id)
        return matched(player, [Choice(seat.id, seat.name) for seat in seats])

    async def _live_game(self, interaction: Interaction) -> LiveGame | None:
        """Return the running game for a completion; None to all but its game masters."""
        game = await Play(self.herald, interaction).record()
        if game.status is not Status.PLAYING or not gm_auth.is_master(interaction, game):
            return None
        async with self.herald.referee.reading(game.id) as live:
            return live

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
        live = await self._live_game(interaction)
        return completed({seat.id: seat.name for seat in live.seats} if live else {}, current)

    @regent.autocomplete("regent")
    async def _regents(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        live = await self._live_game(interaction)
        return regents(live.table.rules.players, current) if live else []

    @edit.autocomplete("what")
    async def _edits(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        live = await self._live_game(interaction)
        found = edits.kinds(live.table.rules.edits) if live else {}
        return completed({tag: edits.explained(kind) for tag, kind in found.items()}, current)

    @act.autocomplete("action")
    async def _actions(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Complete all that a seat could ever do: what it may do now would tell what is hidden."""
        live = await self._live_game(interaction)
        found = edits.kinds(live.table.rules.actions) if live else {}
        return completed({tag: edits.explained(kind) for tag, kind in found.items()}, current)

    @stack.autocomplete("deck")
    async def _decks(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        live = await self._live_game(interaction)
        kind = edits.kinds(live.table.rules.edits).get("stack") if live else None
        decks = edits.values_of(kind, "deck") if kind else ()
        return completed({deck: deck for deck in decks}, current)

    @edit.autocomplete("first")
    async def _firsts(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._answers(interaction, current, 0)

    @edit.autocomplete("second")
    async def _seconds(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._answers(interaction, current, 1)

    @edit.autocomplete("third")
    async def _thirds(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._answers(interaction, current, 2)

    @edit.autocomplete("fourth")
    async def _fourths(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._answers(interaction, current, 3)

    async def _answers(self, interaction: Interaction, current: str, place: int) -> list[app_commands.Choice[str]]:
        """Complete an answer of an edit by what it can mean, given the answers before it."""
        live = await self._live_game(interaction)
        said: dict[str, Any] = vars(interaction.namespace)
        written = [str(said.get(name) or "") for name in ABOUT]
        what = str(said.get("what") or "")
        found = edit_forms.completions(live, interaction.user.id, what, written, place) if live else {}
        return [one for one in completed(found, current) if len(one.value) <= LABEL]

    @stack.autocomplete("cards")
    async def _cards(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        live = await self._live_game(interaction)
        deck = str(vars(interaction.namespace).get("deck") or "")
        found = edit_forms.completions(live, interaction.user.id, "stack", (deck, current), 1) if live else {}
        return [one for one in completed(found, current) if len(one.value) <= LABEL]

    @act.autocomplete("first")
    @act.autocomplete("second")
    @act.autocomplete("third")
    @act.autocomplete("fourth")
    async def _things(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        live = await self._live_game(interaction)
        if live is None:
            return []
        return moderation.completions(live, current)
