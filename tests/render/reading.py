"""Looking at finished pictures."""

import io

from PIL import Image

from render.picture import Picture


def pixels(picture: Picture) -> Image.Image:
    """Return a picture as an RGB image."""
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def near(one, other, tolerance: int = 26) -> bool:
    """Tell whether two colours are the same but for the reduction to few colours."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= tolerance


def share(image: Image.Image, box, colour, tolerance: int = 26) -> float:
    """Return what part of a box has a colour."""
    part = image.crop(tuple(round(edge) for edge in box))
    found = sum(count for count, seen in part.getcolors(part.width * part.height) if near(seen, colour, tolerance))
    return found / (part.width * part.height)
