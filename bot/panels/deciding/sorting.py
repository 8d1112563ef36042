"""What a seat can do now, sorted by where it stands on its panel."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import structs

from bot.panels.deciding import prospects
from bot.panels.deciding.prospects import Open
from bot.panels.filling import choosing
from engine.core import drafts
from engine.core.actions import Offer, Pass, Proposal, Prospect, Start, tag_of

LEADING = 3
"""Rows that the first question of what is asked first may take."""

LIKELIEST = 2
"""Likely actions that stand before the forms, however little room there is."""

FEW = 3
"""Likely actions that all stand there, where nothing else can be answered: such as the ballots of a vote."""


@dataclass
class Sorted:
    """What a seat can do now, by where it stands on its panel."""

    ready: Offer | None = None
    """The offer that goes on as everything stands, or is what people would usually do: it comes first."""

    listed: list[Open] = field(default_factory=list)
    """Whole actions that are likely to be looked for."""

    lead: Offer | None = None
    """What is asked first, if it has a question: its answers stand on the panel already."""

    favourite: str = ""
    """The answer to that which is likely, where its own button says it all; "" for none."""

    asked: list[Offer] = field(default_factory=list)
    """The other answers to what is asked."""

    beside: list[Offer] = field(default_factory=list)
    """The other offers."""

    begun: list[Start] = field(default_factory=list)
    """Forms that are begun already."""

    seldom: list[Offer] = field(default_factory=list)
    """What hardly anybody wants now: it stands behind the button for more."""

    last: list[Offer] = field(default_factory=list)
    """What ends something or takes something back; what gives the game up comes last of all."""

    opened: Sequence[Proposal] = ()
    """The proposals of others."""

    is_asked: bool = False
    """Whether the game waits for the seat."""

    all_listed: bool = False
    """Whether the likely actions are everything that can be done of their kinds."""

    @property
    def least(self) -> int:
        """How many likely actions stand before everything else, however little room there is."""
        return FEW if self.all_listed and len(self.listed) <= FEW else LIKELIEST

    @property
    def has_form(self) -> bool:
        """Whether the likely actions have a form among the other answers, for those that are not listed."""
        kinds = {one.offer.action for one in self.listed}
        return any(offer.action in kinds for offer in (*self.asked, *([self.lead] if self.lead else ())))

    @property
    def quiet(self) -> bool:
        """Whether something else is what people usually do, or answers the question in the plainest way."""
        likely = any(one.prospect.likely or one.prospect.plain for one in self.listed[:1])
        return self.ready is not None or bool(self.favourite) or likely

    @property
    def decides(self) -> bool:
        """Whether there is something to decide, so that nothing that ends it is what people want."""
        return bool(self.quiet or self.lead or self.asked or self.listed)


def likeliest_tag(likely: Sequence[Prospect]) -> str:
    """Return the tag of what is likeliest where its offer has no question and says it all; else ""."""
    return tag_of(likely[0].action) if likely and not likely[0].words else ""


def sort_offers(offers: Sequence[Offer], asked: set[str], listed: Sequence[Open], likeliest: str) -> Sorted:
    """Sort offers by where they stand.

    `asked` are the tags of those that answer the question, and `likeliest` is the tag of what people usually do.
    """
    able = [offer for offer in offers if offer.tag in asked and (offer.ready or offer.tag == likeliest)]
    ready = max(able, key=lambda offer: offer.ready, default=None)
    found = Sorted(ready=ready, listed=list(listed), is_asked=bool(asked))
    alike = {one.offer.action for one in listed}
    for offer in (_otherwise(offer) if offer.action in alike else offer for offer in offers if offer is not ready):
        unasked = offer.tag not in asked
        aside = unasked and (offer.drastic or _repeats(offer, found.listed))
        if aside or (offer.seldom and (found.listed or unasked)):
            found.seldom.append(offer)
        elif offer.drastic or offer.forgoes or offer.undoes or issubclass(offer.action, Pass):
            found.last.append(offer)
        elif unasked:
            found.beside.append(offer)
        elif found.listed and not offer.fields:
            found.last.append(offer)
        elif found.lead is None and _leads(offer, found.listed) and drafts.close_list(offer, {}) is None:
            found.lead = offer
        else:
            found.asked.append(offer)
    found.last.sort(key=lambda offer: (offer.drastic, offer.forgoes, not offer.undoes))
    if not found.decides and len(going := [offer for offer in found.last if _goes_on(offer)]) == 1:
        found.ready = going[0]
        found.last.remove(going[0])
    return found


def favourite_answer(stands: Sorted) -> str:
    """Return the likely answer to what is asked first, where the buttons of its answers say as much as its line."""
    lead, first = stands.lead, next(iter(stands.listed), None)
    if lead is None or first is None or not first.prospect.likely or len(lead.fields) != 1 or lead.fields[0].many:
        return ""
    asked = lead.fields[0]
    choices = drafts.choices(asked, {})
    known = {"", lead.hint, *(choice.hint for choice in choices)}
    if any(one.offer.action is not lead.action or one.prospect.outcome not in known for one in stands.listed):
        return ""
    told = choosing.as_buttons(choices, LEADING) and not asked.reach
    return str(getattr(first.prospect.action, asked.name)) if told else ""


def _goes_on(offer: Offer) -> bool:
    """Tell whether an offer only ends what is asked, and gives nothing up."""
    return not (offer.drastic or offer.forgoes or offer.undoes)


def _otherwise(offer: Offer) -> Offer:
    """Return an offer under the name that it has beside its usual answers."""
    return structs.replace(offer, label=offer.otherwise) if offer.otherwise else offer


def _repeats(offer: Offer, listed: Sequence[Open]) -> bool:
    """Tell whether an offer only adds what may be left out to the likely actions, which have all that it is done to."""
    alike = [one for one in listed if one.offer.action is offer.action]
    ways = [field for field in offer.fields if field.many or field.least == 0]
    return bool(alike and ways) and not any(field.many for field in ways) and prospects.at_everything(offer, alike)


def _leads(offer: Offer, listed: Sequence[Open]) -> bool:
    """Tell whether the first question of an offer may stand on the panel.

    Beside likely actions it may only where it is of their kind, and leads to more than they do.
    """
    alike = any(one.offer.action is offer.action for one in listed)
    if alike and drafts.together(offer, {}):
        return False  # Its lines say the usual answers, and one form asks for any other.
    return not listed or (alike and not prospects.at_everything(offer, listed))
