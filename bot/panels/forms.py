"""A draft on a panel: in words with Markdown, and as a stamp that tells a stale form apart."""

from hashlib import sha256

import msgspec

from engine.core.actions import Draft, Offer
from engine.core.drafts import gathered, labels, question, said


def stamp(tag: str, draft: Draft) -> str:
    """Return six letters that stand for an action as far as it is filled in."""
    return sha256(msgspec.json.encode((tag, draft), order="deterministic")).hexdigest()[:6]


def summary(offer: Offer, draft: Draft) -> str:
    """Return a draft in plain words, one line a question."""
    lines = [f"{field.prompt} **{', '.join(words) or 'none'}**" for field, words in said(offer, draft)]
    unfinished, picks = question(offer, draft), gathered(draft)
    if unfinished and picks:
        lines.append(f"{unfinished.prompt} **{', '.join(labels(unfinished, draft, picks))}** …")
    return "\n".join(lines)
