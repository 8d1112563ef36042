"""The life of an interaction: three seconds for the first answer, fifteen minutes for the rest."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import IntEnum

from bot.sandbox import errors, limits_commands, permissions
from bot.sandbox.broadcast import Broadcast
from bot.sandbox.errors import Problem
from bot.sandbox.limits_components import modal_problems, numbered
from bot.sandbox.messages import Messages
from bot.sandbox.model import Channel, Json, Message, MessageFlag, MessageType, Person, Upload, flags_of
from bot.sandbox.payloads import FILE_SIZE_LIMIT, Payloads
from bot.sandbox.snowflakes import created_at
from bot.sandbox.world import World

MEMORY = timedelta(hours=1)
FAILED = "This interaction failed"
NO_RESPONSE = "The application did not respond"


class Kind(IntEnum):
    """An action of a person."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """How the bot may answer at first."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass
class Clock:
    """How long the bot has for the first answer, for everything after it, and to edit a message, in seconds."""

    interaction_seconds: float = 3.0
    token_seconds: float = 900.0
    edit_seconds: float = 3600.0
    """How old a message is from which on it can be edited a few times only."""
    deliveries: int = 1
    """How often an interaction is handed to the bot: Discord does so twice now and then."""


@dataclass
class Interaction:
    """Something that a person did and that the bot has to answer."""

    id: str
    token: str
    kind: Kind
    person_id: str
    channel_id: str
    name: str | None
    source: Message | None
    focused_type: int | None = None
    answer: Answer | None = None
    loading: Message | None = None
    original: Message | None = None
    message_ids: set[str] = field(default_factory=set)
    choices: asyncio.Future[list[Json] | None] | None = None
    timer: asyncio.TimerHandle | None = None
    finished: bool = False


@dataclass(frozen=True)
class OpenModal:
    """A modal that stands on a person's screen."""

    id: str
    person_id: str
    channel_id: str
    data: Json
    source: Message | None


class Interactions:
    """All interactions of this life of the server, by id and by token."""

    def __init__(
        self, world: World, payloads: Payloads, broadcast: Broadcast, messages: Messages, clock: Clock
    ) -> None:
        self._world = world
        self._payloads = payloads
        self._broadcast = broadcast
        self._messages = messages
        self._clock = clock
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._modals: dict[str, OpenModal] = {}

    # From the person to the bot

    def open(
        self,
        kind: Kind,
        person: Person,
        channel: Channel,
        data: Json,
        *,
        name: str | None = None,
        source: Message | None = None,
        focused_type: int | None = None,
    ) -> Interaction:
        """Hand what a person did to the bot and start the three seconds."""
        key = self._world.ids.next()
        token = f"{key}.{secrets.token_urlsafe()}"
        new = Interaction(key, token, kind, person.id, channel.id, name, source, focused_type)
        loop = asyncio.get_running_loop()
        if kind is Kind.AUTOCOMPLETE:
            new.choices = loop.create_future()
        new.timer = loop.call_later(self._clock.interaction_seconds, self._time_is_up, new)
        self._forget_old()
        self._by_id[new.id] = self._by_token[new.token] = new
        for _ in range(self._clock.deliveries):
            self._broadcast.interaction(self._payload(new, person, channel, data))
        return new

    def _forget_old(self) -> None:
        """Let go of interactions whose tokens have long ended."""
        oldest = datetime.now(UTC) - MEMORY
        for key, interaction in list(itertools.takewhile(lambda i: created_at(i[0]) < oldest, self._by_id.items())):
            del self._by_id[key]
            del self._by_token[interaction.token]

    def modal(self, modal_id: str, person_id: str) -> OpenModal | None:
        """Return a modal that this person has open."""
        modal = self._modals.get(modal_id)
        return modal if modal and modal.person_id == person_id else None

    def close_modal(self, modal: OpenModal) -> None:
        """Close a modal that has been sent in."""
        self._modals.pop(modal.id, None)

    def cancel_timers(self) -> None:
        """Stop waiting for answers, because the server ends."""
        for interaction in self._by_id.values():
            if interaction.timer is not None:
                interaction.timer.cancel()
            if interaction.choices is not None and not interaction.choices.done():
                interaction.choices.set_result(None)

    def _payload(self, new: Interaction, person: Person, channel: Channel, data: Json) -> Json:
        allowed = str(int(permissions.of_person(self._world, person, channel)))
        payload: Json = {
            "id": new.id,
            "application_id": self._world.guild.bot_id,
            "type": int(new.kind),
            "token": new.token,
            "version": 1,
            "data": data,
            "channel_id": channel.id,
            "channel": {**self._payloads.channel(channel), "permissions": allowed},
            "app_permissions": str(int(permissions.of_bot(self._world, channel))),
            "locale": "en-GB",
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": FILE_SIZE_LIMIT,
        }
        if new.source is not None:
            payload["message"] = self._payloads.message(new.source)
        return payload | self._whereabouts(person, channel, allowed)

    def _whereabouts(self, person: Person, channel: Channel, allowed: str) -> Json:
        if channel.is_dm:
            owners = {"0": "0"}
            return {
                "user": self._payloads.user(person.id),
                "context": 1,
                "authorizing_integration_owners": owners,
            }
        guild_id = self._world.guild.id
        return {
            "member": {**self._payloads.member(person.id), "permissions": allowed},
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": "en-GB", "features": []},
            "guild_locale": "en-GB",
            "context": 0,
            "authorizing_integration_owners": {"0": guild_id},
        }

    def _time_is_up(self, late: Interaction) -> None:
        if late.answer is None:
            self._fail(late, NO_RESPONSE if late.kind is Kind.COMMAND else FAILED)

    def _fail(self, interaction: Interaction, reason: str) -> None:
        interaction.finished = True
        if interaction.choices is not None and not interaction.choices.done():
            interaction.choices.set_result(None)
        frame = {"interaction_id": interaction.id, "reason": reason}
        self._broadcast.tell(interaction.person_id, "INTERACTION_FAILED", frame)

    # The first answer

    def respond(self, key: str, token: str, body: Json, files: Sequence[Upload]) -> Json:
        """Take the bot's first answer; refuses a late (10062), second (40060) or unfitting one (50035)."""
        interaction = self._by_id.get(key)
        if interaction is None or interaction.token != token:
            raise errors.unknown_interaction()
        if interaction.finished and interaction.answer is None:
            raise errors.unknown_interaction()
        if interaction.answer is not None:
            raise errors.already_acknowledged()
        answer = self._fitting(interaction, body.get("type"))
        try:
            message = self._take(interaction, answer, body.get("data") or {}, files)
        except errors.Refusal as refusal:
            raise refusal.inside("data") from None
        interaction.answer = answer
        self._tell_progress(interaction)
        return self._callback(interaction, answer, message)

    def _fitting(self, interaction: Interaction, kind: object) -> Answer:
        """Refuse an answer that this kind of interaction does not take."""
        answers = {int(answer) for answer in Answer}
        if interaction.kind is Kind.AUTOCOMPLETE:
            answers = {Answer.CHOICES}
        else:
            answers -= {Answer.CHOICES}
        if interaction.kind is Kind.MODAL:
            answers -= {Answer.MODAL}
        if interaction.source is None:
            answers -= {Answer.UPDATE}
        if interaction.source is None and interaction.kind is not Kind.MODAL:
            answers -= {Answer.DEFERRED_UPDATE}
        if kind not in answers:
            text = f"Value must be one of {sorted(int(a) for a in answers)}."
            raise errors.invalid_form([Problem(("type",), "BASE_TYPE_CHOICES", text)])
        return Answer(kind)

    def _take(self, interaction: Interaction, answer: Answer, data: Json, files: Sequence[Upload]) -> Message | None:
        if answer is Answer.MESSAGE:
            interaction.original = self._publish(interaction, self._compose(interaction, data, files))
        elif answer is Answer.DEFERRED_MESSAGE:
            interaction.loading = self._thinking(interaction, data)
            return interaction.loading
        elif answer is Answer.UPDATE and interaction.source is not None:
            interaction.original = self._messages.edit(self._live_source(interaction), data, files)
        elif answer is Answer.DEFERRED_UPDATE:
            interaction.original = interaction.source
            return None
        elif answer is Answer.CHOICES:
            self._offer_choices(interaction, data)
        elif answer is Answer.MODAL:
            self._show_modal(interaction, data)
        return interaction.original

    def _tell_progress(self, interaction: Interaction) -> None:
        frame: Json = {"interaction_id": interaction.id}
        if interaction.answer in (Answer.DEFERRED_MESSAGE, Answer.DEFERRED_UPDATE):
            kind = "message" if interaction.answer is Answer.DEFERRED_MESSAGE else "update"
            frame["kind"] = kind
            self._broadcast.tell(interaction.person_id, "INTERACTION_DEFERRED", frame)
            loop = asyncio.get_running_loop()
            interaction.timer = loop.call_later(self._clock.token_seconds, self._token_ends, interaction)
        elif interaction.answer is not Answer.CHOICES:
            self._finish(interaction)

    def _token_ends(self, interaction: Interaction) -> None:
        """Who was told to wait for a message has waited in vain; a deferred update may come to nothing."""
        if interaction.loading is None:
            self._finish(interaction)
        elif not interaction.finished:
            self._fail(interaction, NO_RESPONSE)

    def _finish(self, interaction: Interaction) -> None:
        if not interaction.finished:
            interaction.finished = True
            frame = {"interaction_id": interaction.id}
            self._broadcast.tell(interaction.person_id, "INTERACTION_DONE", frame)

    def _compose(self, interaction: Interaction, data: Json, files: Sequence[Upload]) -> Message:
        channel = self._world.channels.get(interaction.channel_id)
        if channel is None:
            raise errors.unknown_channel()
        message = self._messages.compose(channel, data, files)
        self._mark(interaction, message)
        return message

    def _mark(self, interaction: Interaction, message: Message) -> None:
        """Write on a message which interaction it answers and, if it is ephemeral, who sees it."""
        message.interaction = {
            "id": interaction.id,
            "type": int(interaction.kind),
            "name": interaction.name,
            "user_id": interaction.person_id,
        }
        message.type = MessageType.COMMAND if interaction.kind is Kind.COMMAND else MessageType.DEFAULT
        if message.flags & MessageFlag.EPHEMERAL:
            message.ephemeral_for = interaction.person_id

    def _publish(self, interaction: Interaction, message: Message) -> Message:
        interaction.message_ids.add(message.id)
        return self._messages.publish(message)

    def _thinking(self, interaction: Interaction, data: Json) -> Message:
        message = Message(self._world.ids.next(), interaction.channel_id, self._world.guild.bot_id)
        message.flags = int(MessageFlag.LOADING | (flags_of(data) & MessageFlag.EPHEMERAL))
        self._mark(interaction, message)
        return message

    def _live_source(self, interaction: Interaction) -> Message:
        found = self._still_there(interaction.source)
        if found is None:
            raise errors.unknown_message()
        return found

    def _offer_choices(self, interaction: Interaction, data: Json) -> None:
        choices: list[Json] = data.get("choices") or []
        problems = list(limits_commands.choice_problems(("choices",), choices, interaction.focused_type))
        if problems:
            raise errors.invalid_form(problems)
        if interaction.choices is not None and not interaction.choices.done():
            interaction.choices.set_result(choices)
        interaction.finished = True

    def _show_modal(self, interaction: Interaction, data: Json) -> None:
        problems = list(modal_problems(data))
        if problems:
            raise errors.invalid_form(problems)
        shown = {**data, "components": numbered(data["components"])}
        modal = OpenModal(
            self._world.ids.next(), interaction.person_id, interaction.channel_id, shown, interaction.source
        )
        self._modals[modal.id] = modal
        frame = {
            "interaction_id": interaction.id,
            "modal_id": modal.id,
            "channel_id": modal.channel_id,
            "modal": shown,
        }
        self._broadcast.tell(interaction.person_id, "MODAL", frame)

    def _callback(self, interaction: Interaction, answer: Answer, message: Message | None) -> Json:
        told: Json = {"id": interaction.id, "type": int(interaction.kind)}
        told |= {"response_message_loading": answer is Answer.DEFERRED_MESSAGE}
        if message is None:
            return {"interaction": told}
        told["response_message_id"] = message.id
        told["response_message_ephemeral"] = message.ephemeral_for is not None
        resource = {"type": int(answer), "message": self._payloads.message(message)}
        return {"interaction": told, "resource": resource}

    # What follows, by the token

    def by_token(self, token: str) -> Interaction:
        """Return the answered interaction of a token; raise 10015 if there is none, 50027 after fifteen minutes."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.answer is None:
            raise errors.unknown_webhook()
        age = datetime.now(UTC) - created_at(interaction.id)
        if age.total_seconds() > self._clock.token_seconds:
            raise errors.token_expired()
        if interaction.channel_id not in self._world.channels:
            raise errors.unknown_channel()
        return interaction

    def follow_up(self, interaction: Interaction, body: Json, files: Sequence[Upload]) -> Message:
        """One more message; after a deferred answer the first one takes its place."""
        if interaction.loading is not None:
            return self._complete(interaction, interaction.loading, body, files)
        message = self._publish(interaction, self._compose(interaction, body, files))
        self._finish(interaction)
        return message

    def message(self, interaction: Interaction, message_id: str) -> Message:
        """Return a message that this token may touch."""
        if message_id == "@original":
            found = interaction.loading or self._still_there(interaction.original)
        elif interaction.loading is not None and interaction.loading.id == message_id:
            found = interaction.loading
        else:
            known = message_id in interaction.message_ids or self._is_source(interaction, message_id)
            found = self._world.message(interaction.channel_id, message_id) if known else None
        if found is None:
            raise errors.unknown_message()
        return found

    def edit(self, interaction: Interaction, message_id: str, body: Json, files: Sequence[Upload]) -> Message:
        """Change a message of this token; the deferred answer appears by its first edit."""
        message = self.message(interaction, message_id)
        if message is interaction.loading:
            return self._complete(interaction, message, body, files)
        edited = self._messages.edit(message, body, files)
        self._finish(interaction)
        return edited

    def delete(self, interaction: Interaction, message_id: str) -> None:
        """Remove a message of this token."""
        message = self.message(interaction, message_id)
        if message is interaction.loading:
            interaction.loading = None
        else:
            self._messages.delete(message)
        self._finish(interaction)

    def _still_there(self, message: Message | None) -> Message | None:
        return self._world.message(message.channel_id, message.id) if message else None

    def _is_source(self, interaction: Interaction, message_id: str) -> bool:
        return interaction.source is not None and interaction.source.id == message_id

    def _complete(self, interaction: Interaction, message: Message, body: Json, files: Sequence[Upload]) -> Message:
        """Give the deferred answer its words; it stays as private as it was announced."""
        self._messages.fill(message, body, files)
        private = MessageFlag.EPHEMERAL if message.ephemeral_for else MessageFlag(0)
        message.flags = int((message.flags & ~MessageFlag.LOADING & ~MessageFlag.EPHEMERAL) | private)
        interaction.loading, interaction.original = None, message
        self._publish(interaction, message)
        self._finish(interaction)
        return message
