"""Who may do what only game masters may, and how their interventions are answered."""

from __future__ import annotations

from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.model.interventions import AnyIntervention, HandOver
from bot.services.moderation import check_master
from bot.store import games
from bot.store.rows import GameRecord

Interaction = discord.Interaction[Any]


def roles_of(interaction: Interaction) -> list[int]:
    """Return a person's roles on the server where they act."""
    return [role.id for role in getattr(interaction.user, "roles", [])]


def check(interaction: Interaction, game: GameRecord) -> None:
    """Raise Refused unless somebody is a game master of a game."""
    check_master(game, interaction.user.id, roles_of(interaction))


def is_master(interaction: Interaction, game: GameRecord) -> bool:
    """Whether somebody is a game master of a game."""
    try:
        check(interaction, game)
    except Refused:
        return False
    return True


async def game_of(herald: Herald, interaction: Interaction, game_id: str) -> GameRecord:
    """Return a game; raises Refused to all but its game masters."""
    async with herald.store.reading() as connection:
        game = await games.get(connection, game_id)
    check(interaction, game)
    return game


async def intervene(herald: Herald, interaction: Interaction, game_id: str, intervention: AnyIntervention) -> str:
    """Carry an intervention out, or have it confirmed; return what is to be said of it."""
    return await herald.moderation.intervene(game_id, interaction.user.id, intervention, roles_of(interaction))


async def assist(
    herald: Herald,
    interaction: Interaction,
    game: GameRecord,
    member: discord.Member | None,
    role: discord.Role | None,
    *,
    dismiss: bool,
) -> str:
    """Name or dismiss assistants; return who they are."""
    doing = "no longer assists" if dismiss else "assists"
    administration, user = herald.moderation.administration, interaction.user.id
    if member is not None:
        others = [one for one in game.assistants if one != member.id]
        said = f"{texts.safe(member.display_name)} {doing} the game master."
        await administration.appoint(game, user, said, assistants=others if dismiss else [*others, member.id])
    if role is not None:
        said = f"Everybody with the role {texts.safe(role.name)} {doing} the game master."
        await administration.appoint(game, user, said, assistant_role=None if dismiss else role.id)
    async with herald.store.reading() as connection:
        game = await games.get(connection, game.id)
    who = [f"<@{user}>" for user in game.assistants]
    who += [f"<@&{game.assistant_role}>"] if game.assistant_role else []
    return f"Assistants: {', '.join(who) or 'nobody'}."


async def hand_over(
    herald: Herald,
    interaction: Interaction,
    game: GameRecord,
    member: discord.Member | None,
    role: discord.Role | None,
    *,
    dismiss: bool,
) -> None:
    """Make a member game master, or let a role be it as well."""
    if member is None and role is None:
        raise Refused("Name a member to become game master instead of you, or a role to be game masters beside you.")
    administration, user = herald.moderation.administration, interaction.user.id
    if role is not None:
        doing = "no longer" if dismiss else "now also"
        said = f"Everybody with the role {texts.safe(role.name)} is {doing} game master."
        await administration.appoint(game, user, said, master_role=None if dismiss else role.id)
    if member is not None:
        name = texts.tidy(member.display_name) or member.name
        await administration.hand_over(game, user, HandOver(member.id, name))
