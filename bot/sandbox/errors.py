"""Discord's refusals, in Discord's shape."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.sandbox.model import Json
from bot.sandbox.ratelimit import Manner

Place = tuple[str | int, ...]
"""Where in a body: the names and numbers on the way there."""


class Problem(msgspec.Struct, frozen=True):
    """One thing wrong with a body: where, Discord's word for it, and a sentence."""

    path: Place
    code: str
    message: str


class Refusal(Exception):
    """A request that Discord would refuse: HTTP status, Discord's error code and message."""

    def __init__(
        self, status: int, code: int, message: str, problems: Sequence[Problem] = (), wait: float | None = None
    ) -> None:
        super().__init__(f"{status} (error code {code}): {message}")
        self.status = status
        self.wait = wait
        self.code = code
        self.message = message
        self.problems = list(problems)

    def inside(self, name: str) -> Refusal:
        """Return the same refusal, its problems placed below a field."""
        problems = [msgspec.structs.replace(p, path=(name, *p.path)) for p in self.problems]
        return Refusal(self.status, self.code, self.message, problems, self.wait)

    def body(self) -> Json:
        """Return the JSON that Discord would answer."""
        body: Json = {"message": self.message, "code": self.code}
        if self.wait is not None:
            body |= {"retry_after": round(self.wait, 3), "global": False}
        if self.problems:
            body["errors"] = _tree(self.problems)
        return body


def bad_length(path: Place, least: int, most: int) -> Problem:
    """Return the problem of a text or list that is too short or too long."""
    return Problem(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def _tree(problems: Sequence[Problem]) -> Json:
    tree: Json = {}
    for problem in problems:
        node = tree
        for step in problem.path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return tree


def invalid_form(problems: Sequence[Problem]) -> Refusal:
    """Refuse because the body is not what Discord accepts."""
    return Refusal(400, 50035, "Invalid Form Body", problems)


def unknown_channel() -> Refusal:
    """No such channel."""
    return Refusal(404, 10003, "Unknown Channel")


def unknown_guild() -> Refusal:
    """No such guild."""
    return Refusal(404, 10004, "Unknown Guild")


def unknown_member() -> Refusal:
    """Nobody of that id in the guild."""
    return Refusal(404, 10007, "Unknown Member")


def unknown_message() -> Refusal:
    """No such message, or one that is for somebody else's eyes."""
    return Refusal(404, 10008, "Unknown Message")


def unknown_user() -> Refusal:
    """No such person."""
    return Refusal(404, 10013, "Unknown User")


def unknown_webhook() -> Refusal:
    """No such interaction token, or none that has been answered."""
    return Refusal(404, 10015, "Unknown Webhook")


def token_expired() -> Refusal:
    """Refuse because the interaction token is older than fifteen minutes."""
    return Refusal(401, 50027, "Invalid Webhook Token")


def unknown_interaction() -> Refusal:
    """Refuse because the interaction is unknown, or was not answered within three seconds."""
    return Refusal(404, 10062, "Unknown interaction")


def unknown_command() -> Refusal:
    """No such application command."""
    return Refusal(404, 10063, "Unknown application command")


def already_acknowledged() -> Refusal:
    """Refuse because the interaction has its answer already."""
    return Refusal(400, 40060, "Interaction has already been acknowledged.")


def too_large() -> Refusal:
    """Refuse because a file or the whole request is too big."""
    return Refusal(413, 40005, "Request entity too large")


def missing_access() -> Refusal:
    """Refuse because the bot may not see this."""
    return Refusal(403, 50001, "Missing Access")


def edit_of_another() -> Refusal:
    """Only the author edits a message."""
    return Refusal(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> Refusal:
    """Refuse because a message has to say something."""
    return Refusal(400, 50006, "Cannot send an empty message")


def too_many_late_edits(manner: Manner, wait: float) -> Refusal:
    """Messages older than an hour may be edited a few times only."""
    status = 400 if manner is Manner.BAD_REQUEST else 429
    said = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    return Refusal(status, 30046, said, wait=wait if manner is Manner.LONG_WAIT else None)


def closed_dms() -> Refusal:
    """Refuse because this person does not take messages from the bot."""
    return Refusal(403, 50007, "Cannot send messages to this user")


def no_mutual_guilds() -> Refusal:
    """Refuse because the bot shares no guild with the person any more."""
    return Refusal(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def missing_permissions() -> Refusal:
    """Refuse because the bot lacks a permission in this channel."""
    return Refusal(403, 50013, "Missing Permissions")


def slow_mode(wait: float) -> Refusal:
    """Refuse because the channel is in slow mode, and the bot has written there, or opened a thread, too recently."""
    return Refusal(429, 20016, "This action cannot be performed due to slowmode rate limit.", wait=wait)


def too_many_threads() -> Refusal:
    """Refuse because the guild has as many threads that are not archived as it may."""
    return Refusal(400, 160006, "Maximum number of active threads reached")


def wrong_channel_type() -> Refusal:
    """Refuse because this cannot be done in that kind of channel."""
    return Refusal(400, 50024, "Cannot execute action on this channel type")


def archived_thread() -> Refusal:
    """Refuse because the thread is archived."""
    return Refusal(400, 50083, "Thread is archived")


def locked_thread() -> Refusal:
    """Refuse because the thread is locked."""
    return Refusal(403, 160005, "Thread is locked")


def thread_exists() -> Refusal:
    """Refuse because a message starts one thread at most."""
    return Refusal(400, 160004, "A thread has already been created for this message")


def too_many_pins() -> Refusal:
    """Refuse because a channel has 250 pinned messages at most."""
    return Refusal(400, 30003, "Maximum number of pins reached (250)")


def too_many_commands() -> Refusal:
    """Refuse because an application has 100 slash commands at most."""
    return Refusal(400, 30032, "Maximum number of application commands reached (100)")


def unauthorised() -> Refusal:
    """Refuse because the bot token is missing or wrong."""
    return Refusal(401, 0, "401: Unauthorized")
