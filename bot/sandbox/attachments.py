"""Files: from an upload to an attachment with its size in pixels."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

from PIL import Image, UnidentifiedImageError

from bot.sandbox.model import Attachment, Json, Upload
from bot.sandbox.world import World


def tidy(filename: str) -> str:
    """Return a file name as Discord keeps it: letters, digits, dots, hyphens and underscores."""
    return re.sub(r"[^\w.\-]", "_", filename) or "file"


def keep_uploads(world: World, channel_id: str, body: Json, files: Sequence[Upload]) -> list[Attachment]:
    """Store the files of a request and return their attachments, with the alt texts of the body."""
    described = {str(a.get("id")): a.get("description") for a in body.get("attachments") or []}
    return [keep(world, channel_id, upload, described.get(str(index))) for index, upload in enumerate(files)]


def keep(world: World, channel_id: str, upload: Upload, description: str | None = None) -> Attachment:
    """Store one file."""
    width, height = _pixels(upload)
    attachment = Attachment(
        id=world.ids.next(),
        channel_id=channel_id,
        filename=upload.filename,
        size=len(upload.content),
        content_type=upload.content_type,
        description=description,
        width=width,
        height=height,
    )
    world.save_file(attachment, upload.content)
    return attachment


def awaited(upload: Upload) -> Attachment:
    """How a file that is not stored yet counts in a message."""
    return Attachment("0", "0", upload.filename, len(upload.content), upload.content_type)


def kept(before: Sequence[Attachment], body: Json) -> list[Attachment]:
    """Return the files of a message that an edit keeps: all, or those whose ids it lists."""
    if body.get("attachments") is None:
        return list(before)
    listed = {str(a.get("id")) for a in body["attachments"]}
    return [a for a in before if a.id in listed]


def _pixels(upload: Upload) -> tuple[int | None, int | None]:
    try:
        with Image.open(io.BytesIO(upload.content)) as image:
            return image.size
    except UnidentifiedImageError:
        return None, None
