"""What a button or menu says about itself: `h:<verb>:<game>:<stamp>:<tag>:<page>:<form>`, never a position in a list.

Because the id tells everything, a press is understood after a restart as before it.
"""

from dataclasses import dataclass

PREFIX = "h"
LONGEST = 100


@dataclass(frozen=True)
class Press:
    """A pressed component.

    `stamp` is that of the question it was made for, `form` that of the answers it shows, "" where none matters.
    """

    verb: str
    game: str
    stamp: str = ""
    tag: str = ""
    page: int = 0
    form: str = ""

    def __str__(self) -> str:
        text = ":".join((PREFIX, self.verb, self.game, self.stamp, self.tag, str(self.page), self.form))
        if len(text) > LONGEST:
            raise ValueError(f"component id of {len(text)} characters: {text}")
        return text


def parse(custom_id: str) -> Press | None:
    """Return the press that an id stands for, or None if it is not one of ours."""
    parts = custom_id.split(":")
    if len(parts) != 7 or parts[0] != PREFIX or not parts[5].isdigit():
        return None
    return Press(parts[1], parts[2], parts[3], parts[4], int(parts[5]), parts[6])
