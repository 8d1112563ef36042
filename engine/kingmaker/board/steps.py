"""The interface of every step of Kingmaker."""

from collections.abc import Sequence

from engine.core.steps import Step


class KingmakerStep(Step):
    """A step of Kingmaker. A kind of step that needs one of these properties has a saved field of that name."""

    @property
    def seat(self) -> str:
        """The seat that the step is about: whoever acts, attacks or decides; "" if it is no one seat's."""
        return ""

    @property
    def target(self) -> str:
        """The seat that is attacked; "" if none is."""
        return ""

    @property
    def site(self) -> str:
        """The place that is fought for; "" if none is."""
        return ""

    @property
    def engaged(self) -> Sequence[str]:
        """The nobles who are engaged in the combat that the step announces."""
        return ()

    @property
    def event_card(self) -> str:
        """The event card that lies on the table while the step carries it out; "" if there is none."""
        return ""
