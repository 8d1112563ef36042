"""A draft on a panel: in words with Markdown, as a stamp that tells a stale form apart, and how one searches in it."""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256

import discord
import msgspec

from bot.panels.ids import Press
from engine.core.actions import Draft, Offer
from engine.core.drafts import gathered, labels, question, said

NOTHING: Mapping[str, str] = {}


def stamp(tag: str, draft: Draft) -> str:
    """Return six letters that stand for an action as far as it is filled in."""
    return sha256(msgspec.json.encode((tag, draft), order="deterministic")).hexdigest()[:6]


def summary(offer: Offer, draft: Draft, about: Mapping[str, str] = NOTHING) -> str:
    """Return a draft in plain words, one line a question; below it, in small, what `about` has of its answer."""
    lines = []
    for field, words in said(offer, draft):
        lines.append(f"{field.prompt} **{', '.join(words) or 'none'}**")
        lines += [f"-# {about[field.name]}"] if about.get(field.name) else []
    unfinished, picks = question(offer, draft), gathered(draft)
    if unfinished and picks:
        lines.append(f"{unfinished.prompt} **{', '.join(labels(unfinished, draft, picks))}** …")
    return "\n".join(lines)


def search_form(press: Press, verb: str) -> discord.ui.Modal:
    """Return the form that asks for a word to look for among many choices; sent, it says `verb`."""
    form = discord.ui.Modal(title="Search", custom_id=str(replace(press, verb=verb)), timeout=None)
    form.add_item(discord.ui.TextInput(label="Part of the name", custom_id="word", max_length=40))
    form.stop()
    return form
