"""What can go wrong outside the rules; the text of each is one sentence for a person, with the cure."""


class HeraldError(Exception):
    """Any refusal or failure of the bot's own."""


class ConfigError(HeraldError):
    """A setting that cannot be used; the text names it."""


class StoreError(HeraldError):
    """The database cannot be opened, read or written; nothing has changed."""


class StoreFailure(StoreError):
    """What the database's driver said, with the cure, for whoever runs Herald; players read `told`."""

    told = "Herald cannot reach its database, and nothing has changed; tell the person who runs Herald."


class DiskFull(StoreFailure):
    """There is no room for what should be written."""

    told = "Herald's disk is full, and nothing has changed; tell the person who runs Herald."


class Refused(HeraldError):
    """Somebody asked for what is not theirs, or for what is impossible now. Nothing has changed."""


class UnknownGame(Refused):
    """There is no game of that name or in that place."""


class Redrawn(Refused):
    """Seats were to count that were drawn for others than who are there now."""

    def __init__(self) -> None:
        super().__init__(
            "Somebody has checked in or withdrawn since this draw; press “Seat” again to see the new draw."
        )


class Stale(Refused):
    """The panel that was pressed is of an earlier version of the game; `version` is the current one."""

    def __init__(self, version: int) -> None:
        super().__init__("The game has moved on since this panel was made. Look at the current one and choose again.")
        self.version = version


class Stumbled(HeraldError):
    """The rules engine failed at an action; the game stands as before it and the game master has been told."""


class BrokenGame(HeraldError):
    """A game whose saved state cannot be taken up; the game master has been told."""
