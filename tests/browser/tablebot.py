"""A small bot whose commands show everything that the sandbox's page has to draw and to answer."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image, ImageDraw

HOUSES = ("York", "Lancaster", "Neville", "Percy", "Stafford", "Beaufort")
UNSAFE = """# Rules
<script>window.hacked = true</script> <img src=x onerror="window.hacked = true">
**bold** *italic* __under__ ~~gone~~ `code` ||secret|| [site](https://example.org) [bad](javascript:alert(1))
> quoted
- one
  - inner
1. first
-# small print
```py
print("<b>")
```
"""

Interaction = discord.Interaction[discord.Client]


class TableBot(discord.Client):
    """The bot; `presses` notes what its components and forms were given."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__(
            intents=intents,
            max_messages=None,
            guild_ready_timeout=0.1,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.presses: list[Any] = []
        self.ready = asyncio.Event()
        self.tree = app_commands.CommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    async def setup_hook(self) -> None:
        """Register the commands with the server."""
        for group in (Game(), Show()):
            self.tree.add_command(group)
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Tell whoever waits that the bot answers now."""
        self.ready.set()


def board(width: int = 900, height: int = 640) -> discord.File:
    """A picture with something to see at every corner."""
    image = Image.new("RGB", (width, height), "#d9c79a")
    draw = ImageDraw.Draw(image)
    for step in range(0, width, 60):
        draw.line((step, 0, step, height), fill="#b59d63")
        draw.line((0, step, width, step), fill="#b59d63")
    for x, y, colour in ((200, 180, "#8e2f3c"), (520, 330, "#2f5d8a"), (700, 500, "#3f7d4e")):
        draw.ellipse((x - 30, y - 30, x + 30, y + 30), fill=colour, outline="#201a10", width=4)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    stream.seek(0)
    return discord.File(stream, "board.png", description="The board: York in the north, London in the south")


def bot_of(interaction: Interaction) -> TableBot:
    """The bot that an interaction reached."""
    assert isinstance(interaction.client, TableBot)
    return interaction.client


class Game(app_commands.Group, name="game", description="Open and join games"):
    """Commands with options of every kind."""

    @app_commands.command(name="new", description="Open a game in a thread of its own")
    @app_commands.describe(
        title="What the game is called", seats="How many may play", house="Your house", host="Who is game master"
    )
    @app_commands.choices(
        variant=[app_commands.Choice(name="Base game", value="base"), app_commands.Choice(name="Long", value="long")]
    )
    async def new(
        self,
        interaction: Interaction,
        title: str,
        variant: str,
        seats: app_commands.Range[int, 2, 7] = 3,
        house: str | None = None,
        host: discord.User | None = None,
        open_seats: bool = True,
    ) -> None:
        """Announce the game and open its thread."""
        bot_of(interaction).presses.append(("new", title, variant, seats, house, host and host.id, open_seats))
        embed = discord.Embed(title=title, description="A new game. **Who joins?**", colour=0xC8973A)
        embed.add_field(name="Variant", value=variant).add_field(name="Seats", value=str(seats))
        embed.add_field(name="House", value=house or "to be drawn")
        embed.set_footer(text="Press Join to sit down").set_image(url="attachment://board.png")
        await interaction.response.send_message(embed=embed, view=JoinView(), file=board())
        message = await interaction.original_response()
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        thread = await channel.create_thread(name=title, message=discord.Object(message.id))
        await thread.send(
            f"{interaction.user.mention}, your game is open.", allowed_mentions=discord.AllowedMentions(users=True)
        )

    @new.autocomplete("house")
    async def houses(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """The houses whose name holds what was typed."""
        fitting = [house for house in HOUSES if current.lower() in house.lower()]
        return [app_commands.Choice(name=f"House of {house}", value=house.lower()) for house in fitting]


class JoinView(ui.View):
    """A classic row of buttons below the announcement."""

    def __init__(self, players: int = 0) -> None:
        super().__init__(timeout=None)
        self.players = players
        self.add_item(ui.Button(label="Rules", url="https://example.org/rules"))

    @ui.button(label="Join", style=discord.ButtonStyle.success, emoji="⚔️", custom_id="join")
    async def join(self, interaction: Interaction, button: ui.Button[JoinView]) -> None:
        """Count one more player, in place."""
        self.players += 1
        button.label = f"Join ({self.players})"
        await interaction.response.edit_message(view=self)

    @ui.button(label="Hand", style=discord.ButtonStyle.primary, custom_id="hand")
    async def hand(self, interaction: Interaction, button: ui.Button[JoinView]) -> None:
        """Show something to one person only."""
        await interaction.response.send_message("Your hand: *Percy*, *Neville*.", ephemeral=True)

    @ui.button(label="Silent", style=discord.ButtonStyle.danger, custom_id="silent")
    async def silent(self, interaction: Interaction, button: ui.Button[JoinView]) -> None:
        """Leave the press without an answer."""

    @ui.button(label="Closed", style=discord.ButtonStyle.secondary, custom_id="closed", disabled=True)
    async def closed(self, interaction: Interaction, button: ui.Button[JoinView]) -> None:
        """Cannot be pressed."""


class Show(app_commands.Group, name="show", description="Show what a page must draw"):
    """Commands without options, one for each kind of answer."""

    @app_commands.command(description="Read a file")
    @app_commands.describe(letter="What is read", seal="What may go with it")
    async def file(
        self, interaction: Interaction, letter: discord.Attachment, seal: discord.Attachment | None = None
    ) -> None:
        """Say what a file is called, and what it says."""
        said = (await letter.read()).decode()
        sealed = f", sealed with {seal.filename}" if seal else ""
        await interaction.response.send_message(f"{letter.filename} says {said}{sealed}.")

    @app_commands.command(description="A layout with a picture, selects and buttons")
    async def panel(self, interaction: Interaction) -> None:
        """Send a components-v2 layout and pin it."""
        await interaction.response.send_message(view=Panel(), file=board())
        await (await interaction.original_response()).pin()

    @app_commands.command(description="A form with every kind of field")
    async def form(self, interaction: Interaction) -> None:
        """Open the form."""
        await interaction.response.send_modal(OrderForm())

    @app_commands.command(description="An answer that takes a moment")
    async def slow(self, interaction: Interaction) -> None:
        """Defer, then follow up."""
        await interaction.response.defer()
        await asyncio.sleep(0.6)
        await interaction.followup.send("Counted: 12 votes.")

    @app_commands.command(description="A private answer that is higher than a phone")
    async def chapter(self, interaction: Interaction) -> None:
        """Send the first chapter to one person only."""
        await interaction.response.send_message(chapter(1), view=Chapters(), ephemeral=True)

    @app_commands.command(description="No answer at all")
    async def silent(self, interaction: Interaction) -> None:
        """Leave the command without an answer."""

    @app_commands.command(description="A secret by direct message")
    async def private_note(self, interaction: Interaction) -> None:
        """Send a DM, or say that it cannot be sent."""
        try:
            await interaction.user.send("Your secret card is the **Archbishop**.")
        except discord.Forbidden:
            await interaction.response.send_message("Your DMs are closed.", ephemeral=True)
        else:
            await interaction.response.send_message("Sent.", ephemeral=True)

    @app_commands.command(description="Text that must stay text")
    async def text(self, interaction: Interaction) -> None:
        """Send every kind of markdown, and markup that must not work."""
        await interaction.response.send_message(UNSAFE)

    @app_commands.command(description="Calls somebody")
    async def call(self, interaction: Interaction, person: discord.User) -> None:
        """Mention a person so that they are called."""
        now, channel = discord.utils.format_dt(discord.utils.utcnow(), "R"), f"<#{interaction.channel_id}>"
        text = f"{person.mention}, you are next: {now} in {channel} @everyone"
        await interaction.response.send_message(text, allowed_mentions=discord.AllowedMentions(users=True))


def chapter(number: int) -> str:
    """A text that is higher than a phone."""
    return "\n".join([f"## Chapter {number} begins.", *["And so on."] * 50, f"## Chapter {number} ends."])


class Chapters(ui.View):
    """Turns to the next chapter, in place."""

    @ui.button(label="Read on", custom_id="on")
    async def on(self, interaction: Interaction, button: ui.Button[Chapters]) -> None:
        """Put the second chapter in the place of the first, after a moment."""
        await interaction.response.defer()
        await interaction.edit_original_response(content=chapter(2))


class Panel(ui.LayoutView):
    """A layout of components v2, with everything in it."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Panel] = ui.Container(accent_colour=0xC8973A)
        box.add_item(ui.TextDisplay("## Kingmaker, turn 3\nWaiting for **Ben** to move."))
        gallery: ui.MediaGallery[Panel] = ui.MediaGallery()
        gallery.add_item(media="attachment://board.png", description="The board: York in the north")
        box.add_item(gallery).add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
        box.add_item(ui.Section("Your noble **Percy** stands in Alnwick.", accessory=Order()))
        box.add_item(ui.ActionRow(Route())).add_item(ui.ActionRow(Court()))
        self.add_item(box)
        self.add_item(ui.ActionRow(ui.Button(label="Map", custom_id="map", disabled=True)))


class Order(ui.Button[Panel]):
    """Opens the order form."""

    def __init__(self) -> None:
        super().__init__(label="Give an order", style=discord.ButtonStyle.primary, custom_id="order")

    async def callback(self, interaction: Interaction) -> None:
        """Open the form."""
        await interaction.response.send_modal(OrderForm())


class Route(ui.Select[Panel]):
    """One to three squares."""

    def __init__(self) -> None:
        options = [
            discord.SelectOption(label=name, description=f"By the road to {name}", emoji="🏰", value=name.lower())
            for name in ("York", "Durham", "Carlisle", "Chester")
        ]
        super().__init__(placeholder="Where to?", options=options, min_values=1, max_values=3, custom_id="route")

    async def callback(self, interaction: Interaction) -> None:
        """Say where the march goes."""
        bot_of(interaction).presses.append(("route", self.values))
        await interaction.response.send_message(f"Marching by {', '.join(self.values)}.")


class Court(ui.UserSelect[Panel]):
    """One person."""

    def __init__(self) -> None:
        super().__init__(placeholder="With whom?", custom_id="court")

    async def callback(self, interaction: Interaction) -> None:
        """Say who is meant."""
        bot_of(interaction).presses.append(("court", [user.id for user in self.values]))
        await interaction.response.send_message(f"Allied with {self.values[0].mention}.")


class OrderForm(ui.Modal, title="An order"):
    """Every kind of field that a form may hold."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ui.TextInput[OrderForm](style=discord.TextStyle.paragraph, min_length=3, max_length=60)
        self.noble = ui.Select[OrderForm](options=[discord.SelectOption(label=name) for name in ("Percy", "Neville")])
        self.pace = ui.RadioGroup[OrderForm](
            options=[
                discord.RadioGroupOption(label="March", value="march", description="Two squares"),
                discord.RadioGroupOption(label="Rest", value="rest"),
            ]
        )
        self.with_them = ui.CheckboxGroup[OrderForm](
            required=False,
            options=[discord.CheckboxGroupOption(label=name, value=name) for name in ("Ship", "Archers")],
        )
        self.secret = ui.Checkbox[OrderForm]()
        self.add_item(ui.Label(text="Order", description="In your own words", component=self.text))
        self.add_item(ui.Label(text="Noble", component=self.noble))
        self.add_item(ui.Label(text="Pace", component=self.pace))
        self.add_item(ui.Label(text="With", component=self.with_them))
        self.add_item(ui.Label(text="Keep it secret", component=self.secret))

    async def on_submit(self, interaction: Interaction) -> None:
        """Repeat the order to the person."""
        given = (self.text.value, self.noble.values, self.pace.value, self.with_them.values, self.secret.value)
        bot_of(interaction).presses.append(("form", *given))
        await interaction.response.send_message(f"Order noted: {self.text.value}", ephemeral=True)
