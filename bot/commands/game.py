"""/game: opening a table, sitting down, starting, and looking at it."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot import texts
from bot.commands.common import Name, Names, game_here, say
from bot.commands.log import log_command
from bot.commands.map import layers_here, show_map, things_here
from bot.errors import Refused
from bot.herald import Herald
from bot.model.time_control import PRESETS
from bot.panels import answers, opening, status_panel
from bot.panels.deciding.play import Play
from bot.panels.master import gm_auth, house_rules, settings, time_control
from bot.panels.mine import place
from bot.panels.opening import LONGEST_TITLE
from bot.panels.reading import replay, rulebook
from bot.panels.threads import open_thread, table_channel
from bot.services.lobby import places
from bot.services.moderation import TELLINGS, is_master
from bot.store import games
from bot.store.rows import GameRecord, Status, Telling
from bot.table.effects import PAGE_CHARS
from engine.core.errors import BadOptions
from engine.core.house_rules import value_words
from engine.core.record import transcript
from engine.core.trials.proof import BadPosition, Proof, told
from engine.core.trials.proof import read as read_position
from engine.games import GAMES, USUAL, rules_of

Interaction = discord.Interaction[Any]

LISTED = 20
"""Games that /game list shows."""


PACES = [app_commands.Choice(name=f"{name}: {found.words}", value=name) for name, found in PRESETS.items()]
"""The paces, with what they mean."""


class GameCommands(app_commands.Group):
    """The group `/game`."""

    def __init__(self, herald: Herald) -> None:
        super().__init__(name="game", description="Open a table, sit down, start, and look at a game")
        self.herald = herald
        self.add_command(log_command(herald))

    # ------------------------------------------------------------------ the table

    @app_commands.command(name="new", description="Open a table here: choose the game, or learn one")
    @app_commands.describe(
        game="The game to play",
        variant="The rule set to start from",
        title="The name of its thread",
        deadline_hours="Hours for each decision; 0 for no deadline",
        pace="Or a pace to play at, see /game pace",
        rated="Count it for this server's ladder (usually it does not count)",
        position="The position of a game begun elsewhere, as a file; 'herald position' checks it",
    )
    @app_commands.choices(pace=PACES)
    @app_commands.guild_only()
    async def new(
        self,
        interaction: Interaction,
        game: Name = "",
        variant: Name = "",
        title: app_commands.Range[str, 1, LONGEST_TITLE] = "",
        deadline_hours: app_commands.Range[float, 0, 1000] | None = None,
        pace: app_commands.Choice[str] | None = None,
        rated: bool = False,
        position: discord.Attachment | None = None,
    ) -> None:
        """Open a table in the channel, with the caller as its owner and first player; where nothing is said, ask."""
        channel = table_channel(interaction, interaction.channel)
        if not list(interaction.namespace):
            await interaction.response.defer(ephemeral=True)
            with self.herald.working():
                await opening.show_games(self.herald, interaction)
            return
        rules = rules_of(_named(game or USUAL))
        variant = variant or rules.usual_variant
        rules.options(variant, {})  # refuses before anything is made on Discord
        await interaction.response.defer()
        with self.herald.working():
            if rated:
                await self.herald.ratings.check_on(channel.guild.id)
            proof = await _proof(await _text_of(position, "of a position")) if position else None
            if proof:
                rules, variant = proof.table.rules, proof.position.variant
            player = status_panel.name_of(interaction.user)
            name = texts.tidy(title, LONGEST_TITLE) or f"{player}'s {rules.title}"
        thread = await open_thread(self.herald, interaction, channel, name)
        with self.herald.working():
            record = await self.herald.lobby.open_game(
                guild=channel.guild.id,
                channel=channel.id,
                thread=thread.id,
                owner=interaction.user.id,
                rules=rules.name,
                variant=variant,
                title=name,
                deadline_hours=deadline_hours,
                pace=pace.value if pace else "",
                rated=rated,
                changes=proof.position.options if proof else {},
                position=proof.position if proof else None,
                told=_told(proof) if proof else (),
            )
            await self.herald.lobby.join(record.id, interaction.user.id, player)
            await interaction.edit_original_response(content=opening.announced(interaction, record, thread))
            if proof:
                await self._show_position(interaction, proof)

    async def _show_position(self, interaction: Interaction, proof: Proof) -> None:
        """Show the map of a position from which a table is opened, with what stands on it."""
        table = proof.table
        names = {seat: seat for seat in table.seats}
        picture = await self.herald.pictures.draw(table.rules.name, "map", table.view(""), names)
        file = discord.File(io.BytesIO(picture.png), filename="map.png", description=picture.alt[:1024])
        await interaction.edit_original_response(attachments=[file])

    @new.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = [rules for rules in GAMES.values() if current.casefold() in rules.title.casefold()]
        return [app_commands.Choice(name=rules.title, value=rules.name) for rules in found]

    @new.autocomplete("variant")
    async def _variants(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        rules = GAMES.get(_named(interaction.namespace.game or USUAL))
        variants = rules.variants.items() if rules else ()
        return [
            app_commands.Choice(name=name, value=variant)
            for variant, name in variants
            if current.casefold() in name.casefold() and rules is not None and _playable(rules.name, variant)
        ]

    @app_commands.command(name="join", description="Take a seat at the table of this thread")
    @app_commands.describe(
        word="A word of yours that is mixed into the sealed dice; everybody sees it",
        place="In a game begun elsewhere: the player whose place you take",
    )
    async def join(
        self,
        interaction: Interaction,
        word: app_commands.Range[str, 1, 60] = "",
        place: app_commands.Range[str, 1, 32] = "",
    ) -> None:
        """Take a seat."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            await self.herald.lobby.join(
                game.id, interaction.user.id, status_panel.name_of(interaction.user), word=word, place=place
            )
            await interaction.edit_original_response(
                content="You have a seat. Whoever opened the table starts the game."
            )

    @join.autocomplete("place")
    async def _places(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        record = await Play(self.herald, interaction).record()
        found = [name for name in places(record).values() if current.casefold() in name.casefold()]
        return [app_commands.Choice(name=name, value=name) for name in found]

    @app_commands.command(name="leave", description="Give up your seat; in a running game your faction is disbanded")
    async def leave(self, interaction: Interaction) -> None:
        """Give up one's seat."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            if game.status is Status.PLAYING:
                await status_panel.ask_to_leave(self.herald, interaction, game)
            else:
                await status_panel.leave(self.herald, interaction, game.id)

    @app_commands.command(name="start", description="Start the game, when everybody has a seat")
    async def start(self, interaction: Interaction) -> None:
        """Start the game."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            await status_panel.start(self.herald, interaction, game.id)

    @app_commands.command(name="settings", description="The rules of this table, with menus to change them")
    @app_commands.describe(
        option="The option to change, or to read about",
        value="Its new value; several together: 'value; other_option = value'",
        figures="A file with the printed figures of your own edition, made with 'herald figures'",
        thread="How much this thread tells; the game master chooses it at any time",
    )
    @app_commands.choices(
        thread=[
            app_commands.Choice(name=f"{telling}: {words}"[:100], value=str(telling))
            for telling, words in TELLINGS.items()
        ]
    )
    async def settings(
        self,
        interaction: Interaction,
        option: Name = "",
        value: Names = "",
        figures: discord.Attachment | None = None,
        thread: app_commands.Choice[str] | None = None,
    ) -> None:
        """Show or change the options of a table, the figures with which it plays, or how much its thread tells."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            if figures is not None:
                game = await self.herald.lobby.give_figures(
                    game.id, interaction.user.id, await _text_of(figures, "of figures")
                )
                await interaction.edit_original_response(content=texts.edition(game.figures))
                return
            if thread is not None:
                roles = gm_auth.roles_of(interaction)
                telling = Telling(thread.value)
                await self.herald.moderation.set_telling(game.id, interaction.user.id, telling, roles)
                await interaction.edit_original_response(content=f"This thread tells {TELLINGS[telling]}.")
                return
            if option and game.status is Status.LOBBY:
                changes = house_rules.changes_of(rules_of(game.rules), option, value)
                game = await self.herald.lobby.change(game.id, interaction.user.id, changes)
                said = ", ".join(f"'{name}' is now '{value_words(game.options[name])}'" for name in changes)
                await interaction.edit_original_response(content=f"{said}.")
                return
            if option and value:
                changes = house_rules.changes_of(rules_of(game.rules), option, value)
                await house_rules.preview(self.herald, interaction, game, changes)
                return
            if not option or game.status is not Status.PLAYING:
                await settings.show(self.herald, interaction, game.id)
                return
            async with self.herald.referee.reading(game.id) as live:
                shown = house_rules.about(live.table, option)
            await say(interaction, shown)

    @settings.autocomplete("option")
    async def _options(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        rules = rules_of(await game_here(self.herald, interaction))
        found = [name for name in rules.options(rules.usual_variant, {}) if current.casefold() in name]
        return [app_commands.Choice(name=name, value=name) for name in found[:25]]

    @settings.autocomplete("value")
    async def _values(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        known = rules_of(await game_here(self.herald, interaction)).option_book.by_id
        option = known.get(str(getattr(interaction.namespace, "option", "")))
        found = [word for word in (option.allowed.split(", ") if option else []) if current.casefold() in word]
        return [app_commands.Choice(name=word[:100], value=word[:100]) for word in found[:25]]

    @app_commands.command(name="pace", description="How long decisions may take here; the game master changes it")
    @app_commands.describe(preset="A pace to play at; leave it out to see the present one")
    @app_commands.choices(preset=PACES)
    async def pace(self, interaction: Interaction, preset: app_commands.Choice[str] | None = None) -> None:
        """Show or set the pace of a table."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            if preset is not None:
                await time_control.set_preset(self.herald, interaction, game, preset.value)
                return
            masterly = is_master(game, interaction.user.id, gm_auth.roles_of(interaction))
            shown = await time_control.panel(self.herald, game, changes=masterly)
            await answers.put(interaction, shown)

    # ------------------------------------------------------------------ looking

    @app_commands.command(name="status", description="The state of the game, and whom it waits for")
    async def status(self, interaction: Interaction) -> None:
        """Show the status panel to the caller."""
        await self._show(interaction, status_panel.show_status)

    @app_commands.command(name="seats", description="The players, and the public facts about each")
    async def seats(self, interaction: Interaction) -> None:
        """Show the seats."""
        await self._show(interaction, status_panel.show_seats)

    @app_commands.command(name="faction", description="A player's nobles with all they hold")
    @app_commands.describe(player="Whose faction; leave it out for your own")
    async def faction(self, interaction: Interaction, player: discord.User | None = None) -> None:
        """Show a faction."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            await status_panel.show_faction(self.herald, interaction, game.id, (player or interaction.user).id)

    @app_commands.command(
        name="map", description="The map as it is now: all of it or a part, with a layer, by day or night"
    )
    @app_commands.describe(
        at="Only the area around this noble, heir, ship, player, place, square or sea",
        layer="What to lay over it; 'reach' shows how far the noble in 'at' can march",
        dark="By night: light on dark",
    )
    async def chart(
        self,
        interaction: Interaction,
        at: app_commands.Range[str, 0, 60] = "",
        layer: app_commands.Range[str, 0, 20] = "",
        dark: bool = False,
    ) -> None:
        """Show the map, or a part of it."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            await show_map(self.herald, interaction, game.id, at=at, layer=layer, night=dark)

    @chart.autocomplete("at")
    async def _things(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await things_here(self.herald, interaction, current)

    @chart.autocomplete("layer")
    async def _layers(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await layers_here(self.herald, interaction, current)

    @app_commands.command(name="rules", description="Search the rules of this table, in our own words")
    @app_commands.describe(search="A rule id such as BASE-MOV-3, or a word")
    async def rules(self, interaction: Interaction, search: app_commands.Range[str, 1, 60]) -> None:
        """Show rules."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            await rulebook.show(self.herald, interaction, search)

    @app_commands.command(name="options", description="Every option of this table's rules, with its value")
    async def options(self, interaction: Interaction) -> None:
        """Show every option."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            options = await _options(self.herald, await Play(self.herald, interaction).record())
            await say(interaction, "\n".join(f"`{name}` = {value}" for name, value in options.items()))

    @app_commands.command(
        name="export", description="The record of the game; until it ends, the part that you may know"
    )
    async def export(self, interaction: Interaction) -> None:
        """Give the transcript of a game as a file."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            if game.status is Status.PLAYING:
                own = await self.herald.referee.own_export(game.id, interaction.user.id)
                said = f"The record so far, as {'your seat' if own.seat else 'everybody'} may know it."
                content = await asyncio.to_thread(lambda: msgspec.json.format(msgspec.json.encode(own)))
            else:
                record = await self.herald.referee.transcript(game.id)
                content, said = (
                    await asyncio.to_thread(transcript.write, record),
                    "The whole record; check it with `herald replay`.",
                )
            file = discord.File(io.BytesIO(content), filename=f"herald-{game.id}.json")
            await interaction.edit_original_response(content=said, attachments=[file])

    @app_commands.command(
        name="replay", description="A page to step through this game: all that you have seen, or all once it is over"
    )
    async def replay(self, interaction: Interaction) -> None:
        """Give a page that shows a game step by step as a file."""
        await self._show(interaction, replay.show)

    @app_commands.command(
        name="adopt", description="Give a game a new thread here, if its thread was lost or it was imported"
    )
    @app_commands.describe(game="Its id, from the footer of its panel")
    @app_commands.guild_only()
    async def adopt(self, interaction: Interaction, game: app_commands.Range[str, 1, 12]) -> None:
        """Move a game to a new thread, as its game master."""
        channel = table_channel(interaction, interaction.channel)
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            async with self.herald.store.reading() as connection:
                record = await games.get(connection, game)
            gm_auth.check(interaction, record)
        thread = await open_thread(self.herald, interaction, channel, record.title)
        with self.herald.working():
            await self.herald.lobby.move_to_thread(record.id, channel.guild.id, channel.id, thread.id)
            if record.status is Status.PLAYING:
                await self.herald.referee.ask_again(record.id)
            await interaction.edit_original_response(content=f"The game continues in {thread.mention}.")

    @app_commands.command(name="list", description="The games of this server")
    @app_commands.guild_only()
    async def list(self, interaction: Interaction) -> None:
        """List the games of the server."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            async with self.herald.store.reading() as connection:
                lobby = await games.all_with(connection, Status.LOBBY)
                playing = await games.all_with(connection, Status.PLAYING)
            here = [game for game in (*lobby, *playing) if game.guild == interaction.guild_id]
            lines = [f"{place(game)}: {game.status}" for game in here[:LISTED]]
            await say(interaction, "\n".join(lines) or "No game is played here; open a table with /game new.")

    async def _show(self, interaction: Interaction, show: status_panel.Shower) -> None:
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            await show(self.herald, interaction, game.id)


def _named(game: str) -> str:
    """Return the name of the game that somebody means by its name or its title."""
    word = game.strip().casefold()
    return next((rules.name for rules in GAMES.values() if word in (rules.name, rules.title.casefold())), game)


def _playable(game: str, variant: str) -> bool:
    try:
        rules_of(game).options(variant, {})
    except BadOptions:
        return False
    return True


LARGEST_FILE = 200_000
"""Bytes of a file that somebody gives."""

FAULTS = 10
"""Faults of a position that are told at once."""

FAULT = 500
"""Characters of a fault that are told."""


async def _text_of(file: discord.Attachment, what: str) -> str:
    """Return the text of a file that somebody has given; raises Refused for what is no text, or too much."""
    if file.size > LARGEST_FILE:
        raise Refused(f"{texts.safe(file.filename)} is too large for a file {what}; look whether it is the right one.")
    try:
        return (await file.read()).decode()
    except UnicodeDecodeError as error:
        raise Refused(
            f"{texts.safe(file.filename)} is not a text file in UTF-8; save it as UTF-8 and give it again."
        ) from error


async def _proof(text: str) -> Proof:
    """Return the position of a file, tried out; raises Refused with what is wrong with it."""
    try:
        return await asyncio.to_thread(read_position, text, GAMES)
    except BadPosition as bad:
        more = len(bad.faults) - FAULTS
        told = [f"- {texts.safe(texts.clipped(fault, FAULT))}" for fault in bad.faults[:FAULTS]]
        told += [f"- … and {more} more."] if more > 0 else []
        heading = "No game can go on from this position. Check it on your own machine with `herald position`."
        raise Refused(texts.clipped("\n".join([heading, *told]), texts.MESSAGE)) from bad


def _told(proof: Proof) -> list[str]:
    """Return how a position stands, as everybody at the table may know it, in messages for its thread."""
    return texts.pages("\n".join([CHECK, *told(proof)]), PAGE_CHARS)


CHECK = "This is how the position stands. Compare it with your table; to correct it, open a new one with a better file."
"""What is said above a position that is told back."""


async def _options(herald: Herald, game: GameRecord) -> dict[str, Any]:
    """Return what a table plays by: once it is begun newer releases may have added to what it was begun by."""
    if game.status is not Status.PLAYING:
        return game.options
    async with herald.referee.reading(game.id) as live:
        options: dict[str, Any] = live.table.game.state.chosen
        return options
