"""REST: answers to interactions and what follows them by their token."""

from __future__ import annotations

from bot.sandbox import errors
from bot.sandbox.interactions import Interaction, Interactions
from bot.sandbox.model import Json
from bot.sandbox.payloads import Payloads
from bot.sandbox.rest import Call, Route, as_json
from bot.sandbox.world import World


class InteractionRoutes:
    """The callback and the interaction's webhook."""

    def __init__(self, world: World, payloads: Payloads, interactions: Interactions) -> None:
        self._world = world
        self._payloads = payloads
        self._interactions = interactions

    def routes(self) -> list[Route]:
        """Return the routes of this part; `@original` has its own in Discord's description."""
        hook = "/webhooks/{webhook_id}/{webhook_token}"
        callback = "/interactions/{interaction_id}/{interaction_token}/callback"
        routes = [Route("POST", callback, self.respond), Route("POST", hook, self.follow_up)]
        for message in ("/messages/@original", "/messages/{message_id}"):
            routes += [
                Route("GET", hook + message, self.fetch),
                Route("PATCH", hook + message, self.edit),
                Route("DELETE", hook + message, self.delete),
            ]
        return routes

    def respond(self, call: Call) -> Json | None:
        """Give the first answer, and return its result only if it is asked for."""
        key, token = call["interaction_id"], call["interaction_token"]
        result = self._interactions.respond(key, token, as_json(call.body), call.files)
        return result if call.flag("with_response") else None

    def follow_up(self, call: Call) -> Json:
        """One more message."""
        message = self._interactions.follow_up(self._interaction(call), as_json(call.body), call.files)
        return self._payloads.message(message)

    def fetch(self, call: Call) -> Json:
        """Return a message of this interaction."""
        return self._payloads.message(self._interactions.message(self._interaction(call), _which(call)))

    def edit(self, call: Call) -> Json:
        """Change a message of this interaction."""
        interaction = self._interaction(call)
        edited = self._interactions.edit(interaction, _which(call), as_json(call.body), call.files)
        return self._payloads.message(edited)

    def delete(self, call: Call) -> None:
        """Remove a message of this interaction."""
        self._interactions.delete(self._interaction(call), _which(call))

    def _interaction(self, call: Call) -> Interaction:
        if call["webhook_id"] != self._world.guild.bot_id:
            raise errors.unknown_webhook()
        return self._interactions.by_token(call["webhook_token"])


def _which(call: Call) -> str:
    return call.params.get("message_id", "@original")
