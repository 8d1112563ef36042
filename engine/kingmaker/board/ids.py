"""The types of ids for the things on the map, as state and actions use them.

Nobles, heirs, ships and cards are plain strings: Beaufort is a noble and an heir, and a ship may be a card.
"""

from typing import NewType

SquareId = NewType("SquareId", str)
"""A square of land or an overseas area, such as "durham"."""

PlaceId = NewType("PlaceId", str)
"""A place: a town, a castle, or an overseas area, such as "york"."""

SeaId = NewType("SeaId", str)
"""A square of the sea, such as "farne_sea"."""

Location = NewType("Location", str)
"""Where a counter is (see locations.py), such as "inside:york"."""

ForceId = NewType("ForceId", str)
"""A force (see force_ids.py), such as "ann|open:durham|0"."""

ItemWord = NewType("ItemWord", str)
"""Something that can change hands (see trade/items.py), such as "place:york>percy"."""

NO_PLACE = PlaceId("")
"""The id for no place."""

NO_SQUARE = SquareId("")
"""The id for no square."""

NOWHERE = Location("")
"""The location of anything off the map."""
