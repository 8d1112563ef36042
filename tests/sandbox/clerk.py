"""A small bot on an unmodified discord.py that uses everything the sandbox has to answer for."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Awaitable, Callable
from typing import Any, Literal, Self

import discord
from discord import app_commands, ui
from PIL import Image

Click = discord.Interaction["Clerk"]
PLACES = ("York", "London", "Calais", "Carlisle")


def picture(colour: str = "red") -> discord.File:
    """A small PNG named map.png."""
    raw = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(raw, "PNG")
    raw.seek(0)
    return discord.File(raw, "map.png", description="The map")


class MoveButton(ui.DynamicItem[ui.Button[Any]], template=r"move:(?P<place>[a-z]+)"):
    """A button whose state is in its custom id."""

    def __init__(self, place: str) -> None:
        super().__init__(ui.Button(label=f"Move to {place.title()}", custom_id=f"move:{place}"))
        self.place = place

    @classmethod
    async def from_custom_id(cls, _: Any, __: Any, match: re.Match[str]) -> Self:
        return cls(match["place"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content=f"Moved to {self.place}", view=None)


class PlaceSelect(ui.Select[Any]):
    """A menu that answers with what was chosen."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=place, value=place.lower()) for place in PLACES]
        super().__init__(custom_id="places", placeholder="Where to?", options=options, max_values=2)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"Chosen: {', '.join(self.values)}", ephemeral=True)


class PeopleSelect(ui.UserSelect[Any]):
    """A menu of people."""

    def __init__(self) -> None:
        super().__init__(custom_id="people", placeholder="Who?")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"Named: {self.values[0].display_name}")


class Orders(ui.Modal, title="Your orders"):
    """A form with a text and a menu."""

    text: ui.Label[Any] = ui.Label(text="Orders", component=ui.TextInput(custom_id="text", max_length=50))
    stance: ui.Label[Any] = ui.Label(
        text="Stance",
        component=ui.Select(
            custom_id="stance",
            options=[discord.SelectOption(label="Bold"), discord.SelectOption(label="Wary")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        assert isinstance(self.text.component, ui.TextInput)
        assert isinstance(self.stance.component, ui.Select)
        answer = f"Orders: {self.text.component.value} ({self.stance.component.values[0]})"
        await interaction.response.send_message(answer, ephemeral=True)


class OrdersView(ui.View):
    """A button that opens the form."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Write orders", custom_id="orders")
    async def write(self, interaction: discord.Interaction[Any], _: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Orders())


class Board(ui.LayoutView):
    """A components v2 layout: text beside a button, a picture, a row."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        container: ui.Container[Any] = ui.Container(accent_colour=0xA8323E)
        container.add_item(ui.Section("# The board", accessory=MoveButton("york")))
        container.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://map.png")))
        self.add_item(container)
        self.add_item(ui.Section("The rules", accessory=ui.Thumbnail("attachment://map.png")))
        self.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
        self.add_item(ui.File("attachment://map.png"))
        self.add_item(ui.ActionRow(PlaceSelect()))
        self.add_item(ui.ActionRow(PeopleSelect()))


class Clerk(discord.Client):
    """The bot."""

    def __init__(self, **options: Any) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__(intents=intents, max_messages=None, guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self.release = asyncio.Event()
        self.caught: list[discord.HTTPException] = []
        self.script: Callable[[Click], Awaitable[object]] | None = None
        self.failed: BaseException | None = None
        self.resumed = 0
        self.readied = 0
        self.tree.add_command(Game())
        self.tree.add_command(_odds)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(MoveButton)
        self.add_view(OrdersView())
        view = ui.View(timeout=None)
        view.add_item(PlaceSelect())
        view.add_item(PeopleSelect())
        self.add_view(view)
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_ready(self) -> None:
        self.readied += 1

    @property
    def table_talk(self) -> discord.TextChannel:
        """The first channel of the guild."""
        return next(c for c in self.guilds[0].text_channels if c.name == "table-talk")


@app_commands.command(name="odds", description="What a battle would come to")
@app_commands.default_permissions(manage_guild=True)
async def _odds(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("Two to one")


class Game(app_commands.Group):
    """One subcommand for each thing to be shown."""

    def __init__(self) -> None:
        super().__init__(name="game", description="Games")

    @app_commands.command(description="A new game")
    async def new(
        self, interaction: Click, variant: Literal["base", "wbc"], seats: app_commands.Range[int, 2, 7] = 5
    ) -> None:
        await interaction.response.send_message(f"A {variant} game with {seats} seats")

    @app_commands.command(description="Somebody joins")
    async def invite(self, interaction: Click, who: discord.Member, at: discord.TextChannel) -> None:
        await interaction.response.send_message(f"{who.display_name} is invited to {at.name}")

    @app_commands.command(description="Move somewhere")
    async def move(self, interaction: Click, to: str, nobles: str = "") -> None:
        await interaction.response.send_message(f"{nobles} to {to}")

    @move.autocomplete("to")
    async def places(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        nobles = getattr(interaction.namespace, "nobles", "") or "nobody"
        found = [p for p in PLACES if current.lower() in p.lower()]
        return [app_commands.Choice(name=f"{p} ({nobles})", value=p.lower()) for p in found]

    @app_commands.command(description="A hand for one person's eyes")
    async def hand(self, interaction: Click) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.followup.send("Your hand: five cards")
        await interaction.followup.send("And a secret", ephemeral=True)

    @app_commands.command(description="Panel with buttons and menus")
    async def panel(self, interaction: Click) -> None:
        view = ui.View(timeout=None)
        for place in ("york", "london"):
            view.add_item(MoveButton(place))
        view.add_item(PlaceSelect())
        view.add_item(PeopleSelect())
        await interaction.response.send_message("Where to?", view=view)

    @app_commands.command(description="A form behind a button")
    async def orders(self, interaction: Click) -> None:
        await interaction.response.send_message("Write!", view=OrdersView())

    @app_commands.command(description="A layout with a picture")
    async def board(self, interaction: Click) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(view=Board(), attachments=[picture()])

    @app_commands.command(description="Start to answer, then wait for the test")
    async def slowly(self, interaction: Click, deferred: bool) -> None:
        if deferred:
            await interaction.response.defer()
        await interaction.client.release.wait()
        try:
            if deferred:
                await interaction.edit_original_response(content="At last")
            else:
                await interaction.response.send_message("At last")
        except discord.HTTPException as error:
            interaction.client.caught.append(error)

    @app_commands.command(description="Answer twice")
    async def twice(self, interaction: Click) -> None:
        await interaction.response.send_message("Once")
        interaction.response._response_type = None
        try:
            await interaction.response.send_message("Twice")
        except discord.HTTPException as error:
            interaction.client.caught.append(error)

    @app_commands.command(description="Answer as the test says")
    async def script(self, interaction: Click) -> None:
        assert interaction.client.script is not None
        try:
            await interaction.client.script(interaction)
        except BaseException as error:
            interaction.client.failed = error
        interaction.client.release.set()
