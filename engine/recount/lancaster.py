"""The judge of Lancaster, written from the rule books: tributes, totals, votes, laws, rewards, battles, and the score.

The sections named here are those of `docs/rules/lancaster.md`; what the seed says of the second expansion is in them.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any

from msgspec import structs

from engine.core.events import Event
from engine.recount.judging import Act, Judge, Plain, Sum, compared, figures, named, positive

GOODS = {
    "gold": "gold",
    "squire": "squires",
    "voting marker": "voting_markers",
    "seal": "seals",
    "power point": "power_points",
    "dishonor marker": "dishonor",
}
"""The goods of sentences and data by their words for one of them."""

AMOUNT = re.compile(rf"(-?\d+) ({'|'.join(GOODS)})s?")
STACKED = re.compile(r"strength-(\d+) knight(?: with (\d+) squires?)?")
SHARE = re.compile(r"\{(\w+)\}([^{]*)")
MOST = re.compile(r"((?:\{\w+\}(?:, | and )?)+) ha(?:s|ve) the most (\w+)")
OUTCOME = re.compile(r" is (?:approved|rejected), ")
KEPT = re.compile(r"the (\d+) from laws")
STRENGTH = re.compile(r"strength \+?(\d+)")
TOTAL = re.compile(r"with a total strength of (\d+)")
OWNED = ("gold", "squires", "voting_markers", "seals", "dishonor", "bishops", "points")
"""The goods of a player that are mere numbers."""

SUPPLIES = {"gold": "gold", "squires": "squire", "voting_markers": "voting_marker"}
"""The goods that may be limited, by their name among the components."""

Amounts = dict[str, int]


class LancasterJudge(Judge):
    """Judges the events of one action of Lancaster."""

    game = "lancaster"

    def __init__(self, act: Act) -> None:
        super().__init__(act)
        self.due: list[tuple[str, str, Amounts]] = []
        """What seats must gain by what has just happened: seat, reason and amounts."""
        self.taxes: dict[str, list[tuple[str, str, int]]] = {}
        """The goods still to be given up, by law: seat, good and number."""
        self.raised: list[tuple[str, int]] = []
        """Upgrades of knights who could stand in several places: house and strength before."""
        self.bought: tuple[str, Amounts] | None = None
        """The latest payment in a castle."""
        self.scores: dict[str, int] = {}

    # ------------------------------------------------------------------ the page

    def have(self, seat: str, good: str) -> int:
        """Return how much of a good a player has."""
        return int(self.page["players"][seat].get("points" if good == "power_points" else good, 0))

    def give(self, seat: str, amounts: Mapping[str, int], sign: int = 1) -> None:
        """Give goods to a player, or take them with a `sign` of -1."""
        for good, number in amounts.items():
            key = "points" if good == "power_points" else good
            self.page["players"][seat][key] = self.have(seat, good) + sign * number

    @property
    def seats(self) -> list[str]:
        """The players in turn order, from the start player on."""
        seats: list[str] = self.page["seats"]
        first = seats.index(self.page["turn"]["start"])
        order = seats[first:] + seats[:first]
        return [seat for seat in order if seat not in self.page.get("gone", ())]

    def house(self, seat: str) -> str:
        """Return the colour of a player's own house."""
        return str(self.page["players"][seat]["colour"])

    def seat(self, house: str) -> str:
        """Return whose own house it is; "" for an ally."""
        kept = self.page["houses"][house]
        return "" if kept.get("ally") else str(kept["seat"])

    def knights(self, house: str, at: Callable[[str], bool]) -> list[Plain]:
        """Return the knights of a house that stand where `at` says."""
        return [one for one in self.page["knights"].values() if one["house"] == house and at(str(one["at"]))]

    def strength(self, house: str, at: Callable[[str], bool]) -> int:
        """Return the sum of strengths of knights."""
        return sum(one["strength"] for one in self.knights(house, at))

    def brought(self, house: str, kind: str, at: str) -> int:
        """Return how many privileges of a kind a house has at a place."""
        found = (p for p in self.page.get("privileges", ()) if p["kind"] == kind and p["house"] == house)
        return sum(p.get("at", "") == at for p in found)

    def privilege(self, kind: str) -> int:
        """Return the strength of a privilege."""
        return int(self.rows("court", "privilege")[kind]["strength"])

    def left(self, good: str) -> int | None:
        """Return how much of a good the supply still has; None where it has no end [9.6, 9.7]."""
        owned = sum(self.have(seat, good) for seat in self.page["seats"])
        if good == "seals":
            return int(self.data.file("court")["meta"]["seals_total"]) - owned
        if good not in SUPPLIES or not self.option("supply_limits"):
            return None
        if good == "squires":
            owned += sum(county.get("squires", 0) for county in self.page["counties"].values())
        owned += int(self.page.get("treasury", {}).get(good, 0))
        return int(self.rows("setup", "component")[SUPPLIES[good]]["count"]) - owned

    def limited(self, amounts: Mapping[str, int]) -> Amounts:
        """Return what the supply can give of amounts."""
        found = {}
        for good, number in amounts.items():
            left = self.left(good)
            found[good] = number if left is None else min(number, left)
        return positive(found)

    # ------------------------------------------------------------------ phase 1 [6]

    def on_placed(self, event: Event) -> Iterator[Sum]:
        """Check that a knight comes to a county, a castle, a conflict or the tower [6.2 to 6.4, 6.7, 8.3]."""
        house, where = event.subjects
        told = STACKED.search(event.text)
        knight = self._moved(house, int(told[1]) if told else 0)
        squires = int(told[2] or 0) if told else 0
        yield Sum("a knight of that strength was at hand", knight is not None, True)
        if knight is None:
            return
        if told:
            yield Sum("strength", int(told[1]), knight["strength"])
        if where in self.page["counties"]:
            yield from self._in_county(event, house, knight, where, squires)
        elif where in self.page.get("conflicts", {}):
            self._in_conflict(event, house, knight, where)
        elif where:
            knight["at"] = f"castle:{where}"
        else:
            knight["at"] = "tower"
            inside = sum(self.strength(one, lambda at: at == "tower") for one in self.page["houses"])
            room = self.data.file("resentment")["tower"]["capacity"] - self.page.get("neutral_knight", 0)
            yield Sum("fits into the tower", inside <= room, True, "LAN2-RES-04")

    def _moved(self, house: str, strength: int) -> Plain | None:
        """Return the knight that is placed: the one that the action names, else any of his strength at court."""
        meant = self.page["knights"].get(self.act.action.get("knight", ""))
        if meant is not None and meant["house"] == house and meant["at"] == "court":
            knight: Plain = meant
            return knight
        marching = not strength
        ready = self.knights(house, lambda at: at == ("county:H" if marching else "court"))
        return next((one for one in ready if marching or one["strength"] == strength), None)

    def _in_county(self, event: Event, house: str, knight: Plain, where: str, squires: int) -> Iterator[Sum]:
        tudor = self.privilege("tudor_knight") if "Tudor knight" in event.text else 0
        county, printed = self.page["counties"][where], self.rows("counties", "county")[where]
        yield Sum("reaches the minimum", knight["strength"] + tudor >= printed["min_strength"], True, "LAN-BASE-11")
        if held := county.get("house"):
            there = self.strength(held, lambda at: at == f"county:{where}") + county.get("squires", 0)
            there += self.privilege("tudor_knight") * self.brought(held, "tudor_knight", f"county:{where}")
            total = knight["strength"] + tudor + squires
            yield Sum("stronger than who is expelled", total > there, True, "LAN-BASE-14")
            for one in self.knights(held, lambda at: at == f"county:{where}"):
                one["at"] = "court"
        if seat := self.seat(house):
            yield Sum("squires at hand", self.have(seat, "squires") >= squires, True)
            self.give(seat, {"squires": squires}, -1)
        else:
            yield Sum("squires of an ally", squires, 0)
        county.update(house=house, squires=squires)
        knight["at"] = f"county:{where}"

    def _in_conflict(self, event: Event, house: str, knight: Plain, card: str) -> None:
        """Put a knight on his house's own space of a card, or on the topmost free one, an archer below [6.4, 6.8]."""
        spaces = self.page["conflicts"][card]["spaces"]
        own = [n for n, space in enumerate(spaces) if space.get("house") == house and not space.get("archer")]
        free = [n for n, space in enumerate(spaces) if not space.get("house")]
        place = (own or free)[0]
        spaces[place] = {"house": house}
        come_from, knight["at"] = knight["at"], f"conflict:{card}/{place + 1}"
        for privilege in self.page.get("privileges", ()):
            # "From Dorset, the Tudor knight joins his knight in a conflict with France" [seed: The Tudor knight].
            if (privilege["kind"], privilege["house"], privilege.get("at")) == ("tudor_knight", house, come_from):
                privilege["at"] = knight["at"]
        if "archer" in event.text:
            spaces[place + 1] = {"house": house, "archer": True}
        if "Tudor knight" in event.text:
            self.page["privileges"].append({"kind": "tudor_knight", "house": house, "at": knight["at"]})

    def on_expelled(self, event: Event) -> Iterator[Sum]:
        """Send everybody from a space home, a lord with all his support [6.6]."""
        house, where = event.subjects
        if where in self.page["counties"]:
            return
        yield Sum("the lord stood there", self.page["houses"][house].get("lord"), f"office:{where}")
        self.page["houses"][house]["lord"] = "court"
        for one in self.knights(house, lambda at: at == f"office:{where}"):
            one["at"] = "court"

    def on_lord(self, event: Event) -> Iterator[Sum]:
        """Check that a lord applies for an office and pays tribute, or enters the treasury [6.6, 11.2]."""
        house, office = event.subjects
        held = self.page.get("stacks", {}).get(office, {}).get("house", "")
        before = self._stack(self.page, held, office) if held and held != house else 0
        self.page["houses"][house]["lord"] = "treasury" if office == "treasury" else f"office:{office}"
        if office == "treasury":
            return
        seat, total = self.seat(house), TOTAL.search(event.text)
        stack = self._stack(self.act.after, house, office)
        yield Sum("total", int(total[1]) if total else None, stack)
        if before:
            yield Sum("stronger than who is expelled", stack > before, True, "LAN2-COURT-17")
        tribute = self.rows("court", "office")[office]["tribute"] if seat else {}
        yield Sum("tribute", amounts_of(event.text), tribute)
        if seat:
            self.give(seat, tribute, -1)
            self._treasure(tribute)
        self.page.setdefault("stacks", {})[office] = self.act.after.get("stacks", {}).get(office, {"house": house})
        for knight_id, one in self.act.after["knights"].items():
            if one["at"] == f"office:{office}":
                self.page["knights"][knight_id]["at"] = one["at"]

    def _stack(self, page: Plain, house: str, office: str) -> int:
        """Return a stack's strength: lord and bishops 1 each, knights theirs [seed: The lord applies for an office]."""
        meta = self.data.file("court")["meta"]
        stack = page.get("stacks", {}).get(office, {})
        knights = [one["strength"] for one in page["knights"].values() if one["at"] == f"office:{office}"]
        tudors = [p for p in page.get("privileges", ()) if p.get("at") == f"office:{office}"]
        bishops = stack.get("bishops", 0) * meta["bishop_strength"]
        return int(meta["lord_strength"] + sum(knights) + bishops + len(tudors) * self.privilege("tudor_knight"))

    def _treasure(self, amounts: Mapping[str, int], sign: int = 1) -> None:
        treasury = self.page.setdefault("treasury", {})
        for good, number in amounts.items():
            treasury[good] = treasury.get(good, 0) + sign * number

    def on_claimed(self, event: Event) -> Iterator[Sum]:
        """Check that a lord in the treasury takes all of a kind; an ally's lord gives it to the supply [6.6, 11.2]."""
        said = amounts_of(event.text, whole=True)
        yield Sum("all of a kind", said, {good: self.page.get("treasury", {}).get(good, 0) for good in said})
        self._treasure(said, -1)
        if event.subjects[0] in self.page["players"]:
            self.give(event.subjects[0], positive(said))

    def on_favour(self, event: Event) -> Iterator[Sum]:
        """Check that a favour of the king gives goods at once, nothing to an ally [6.5]."""
        house, tile = event.subjects
        printed = self.rows("conflicts", "favour")[tile]
        gold = {printed["kind"]: printed["amount"]} if printed["kind"] in ("gold", "squires") else {}
        yield Sum("favour", amounts_of(event.text), gold)
        if (seat := self.seat(house)) and "does not use it" not in event.text:
            self.give(seat, self.limited(gold))

    # ------------------------------------------------------------------ parliament [7]

    def on_ballot(self, event: Event) -> Iterator[Sum]:
        """Check that a ballot has no more markers than the player has [7.2]."""
        yield Sum("markers at hand", figures(event)[-1] <= self.have(event.subjects[0], "voting_markers"), True)
        said = {int(self.act.action.get("markers") or 0)} if self.act.action.get("action") == "vote" else {}
        if said:
            yield Sum("markers of the ballot", {figures(event)[-1]}, said)

    def on_vote_closes(self, event: Event) -> Iterator[Sum]:
        """Each ballot counts 1 and its markers; a tie approves, and the oldest law goes [7.2, 7.3]."""
        ballots: dict[str, tuple[str, int]] = event.report["ballots"]
        votes = Counter({"yes": 0, "no": 0})
        for side, markers in ballots.values():
            votes[side] += 1 + markers
        approved = votes["yes"] >= votes["no"]
        yield Sum("votes", {side: event.report[side] for side in votes}, dict(votes))
        law, *_, came = OUTCOME.split(event.text)
        yield Sum("the law in words", law, self.rows("laws", "law")[event.report["law"]]["title"])
        said = structs.replace(event, text=came)
        yield Sum("votes in words", figures(said), [votes["yes"], votes["no"], *(n for _, n in ballots.values() if n)])
        yield Sum("ballots", sorted(ballots), sorted(self.seats))
        yield Sum("outcome", (event.outcome, event.rule), _APPROVED if approved else _REJECTED)
        for seat, (_, markers) in ballots.items():
            cast = self._cast(event.report["law"]).get(seat)
            if cast is not None:
                yield Sum(f"ballot of {seat}", [*ballots[seat]], cast)
            self.give(seat, {"voting_markers": markers}, -1)
        laws = self.page["laws"]
        if approved:
            laws["current"] = [*laws["current"], event.report["law"]][-len(laws["current"]) :]

    def _cast(self, law: str) -> dict[str, list[Any]]:
        """Return the ballots on a law that were in before the last one."""
        found = (step["ballots"] for step in self.page.get("steps", ()) if step.get("ballots"))
        return {
            seat: [said[law]["side"], said[law].get("markers", 0)]
            for ballots in found
            for seat, said in ballots.items()
            if law in said
        }

    def on_law(self, event: Event) -> Iterator[Sum]:
        """Check that a law in force is for those whom its effect names [7.4, 7.6, 12]."""
        law = self.rows("laws", "law")[event.subjects[0]]
        effect = law["effect"]
        yield from self._nothing_due()
        match effect["kind"]:
            case "buy" | "swap_3_4":
                applied = event.text.partition(":")[0].rstrip(".")
                yield Sum("what the law says", applied, f"The law {law['title']}")
                if " may pay " in event.text:
                    gain = [number for good, number in effect["gain"].items() if good != "upgrade"]
                    yield Sum("its price", figures(event), [*effect["cost"].values(), *gain])
            case "most_loses":
                yield from self._taxed(event, law)
            case _:
                whom = self._gainers(effect)
                times = sorted(seat for seat, gains in whom.items() for _ in gains)
                yield Sum("whom it is for", sorted(named(event.text)), times)
                if effect["kind"] == "most_each":
                    said = {of: named(seats) for seats, of in MOST.findall(event.text)}
                    most = {part["of"]: self._most(part["of"]) for part in effect["parts"]}
                    yield Sum("who has most of what", said, {of: seats for of, seats in most.items() if seats})
                due = [
                    (seat, law["title"], gain)
                    for seat, gains in whom.items()
                    for gain in gains
                    if gain and not {*gain} - {*GOODS.values()} - {"dishonor"}
                ]
                self.due += due
                if " gives " in event.text:
                    given = [(seat, amounts_of(words)) for seat, words in SHARE.findall(event.text)]
                    yield Sum("what it gives", given, [(seat, gain) for seat, _, gain in due])

    def _taxed(self, event: Event, law: Plain) -> Iterator[Sum]:
        """All with the most give up the amount, or all that they have [KL1]."""
        if law["id"] not in self.taxes:
            self.taxes[law["id"]] = [
                (seat, part["of"], min(part["lose"], self.have(seat, part["of"])))
                for part in law["effect"]["parts"]
                for seat in self._most(part["of"])
            ]
        due = self.taxes[law["id"]]
        if len(event.subjects) == 1:
            yield Sum("whom it is for", [], due)
            return
        (said,) = amounts_of(event.text, whole=True).items()
        loss = (event.subjects[1], *said)
        yield Sum("loss", loss, loss if loss in due else due)
        if loss in due:
            due.remove(loss)
        self.give(event.subjects[1], dict([said]), -1)

    def _most(self, of: str) -> list[str]:
        """Return all who have the most of something, at least 1 unless the table plays otherwise [R08]."""
        values = {seat: self._measure(seat, of) for seat in self.seats}
        most = max(values.values())
        counts = most or self.option("most_of_nothing")
        return [seat for seat, value in values.items() if counts and value == most]

    def _gainers(self, effect: Plain) -> dict[str, list[Amounts]]:
        """Return who gains by an effect, and what, each gain by itself [7.6]."""
        gains: dict[str, list[Amounts]] = {}
        match effect["kind"]:
            case "most":
                gains = {seat: [effect["gain"]] for seat in self._most(effect["of"])}
            case "most_each":
                for part in effect["parts"]:
                    for seat in self._most(part["of"]):
                        gains.setdefault(seat, []).append(part["gain"])
            case "fewest":
                values = {seat: self._measure(seat, effect["of"]) for seat in self.seats}
                gains = {seat: [effect["gain"]] for seat, value in values.items() if value == min(values.values())}
            case "per":
                for seat in self.seats:
                    if times := self._count(seat, effect["count"]) // effect["step"]:
                        gains[seat] = [{good: times * number for good, number in effect["gain"].items()}]
            case "if":
                gains = {seat: [effect["gain"]] for seat in self.seats if self._meets(seat, effect["condition"])}
        return gains

    def _measure(self, seat: str, of: str) -> int:
        """Return what a law compares."""
        house = self.house(seat)
        match of:
            case "voting_markers_after_vote":
                return self.have(seat, "voting_markers") - self.have(seat, "fresh_markers")
            case "strength_in_conflicts":
                return self.strength(house, lambda at: at.startswith("conflict:"))
            case "strength_in_counties":
                return self.strength(house, lambda at: at.startswith("county:"))
            case "nobles" | "extensions":
                return self._count(seat, of)
        return self.have(seat, of)

    def _count(self, seat: str, what: str) -> int:
        """Return what a law counts; knights of an ally and other tokens never [6.9]."""
        house = self.house(seat)
        spots = {str(one["at"]).split("/")[0] for one in self.knights(house, lambda at: True)}
        match what.partition("_"):
            case ("counties", _, _):
                return sum(spot.startswith("county:") for spot in spots)
            case ("conflicts", _, _):
                return sum(spot.startswith("conflict:") for spot in spots)
            case ("castle", _, _):
                return len(self.knights(house, lambda at: at.startswith("castle:")))
            case ("tower", _, _):
                return len(self.knights(house, lambda at: at == "tower"))
            case ("deployed", _, strength):
                there = self.knights(house, lambda at: at not in ("court", "reserve"))
                return sum(one["strength"] == int(strength) for one in there)
            case ("nobles", _, _):
                return len(self.page["players"][seat].get("nobles", ()))
            case ("extensions", _, _):
                return len(self.page["players"][seat].get("tiles", ()))
        return self.have(seat, what)

    def _meets(self, seat: str, condition: str) -> bool:
        """Tell whether a player meets the condition of a law."""
        house = self.house(seat)
        match condition:
            case "no_deployed_2":
                return not self._count(seat, "deployed_2")
            case "three_deployed_1":
                return self._count(seat, "deployed_1") == 3
            case "no_bishop":
                return not self.have(seat, "bishops")
        kinds = {str(one["at"]).partition(":")[0] for one in self.knights(house, lambda at: True)}
        return {"county", "conflict", "castle"} <= kinds

    def on_paid(self, event: Event) -> Iterator[Sum]:
        """Check that a price is paid: a law's as often as one likes, a castle's once, a county's for its goods."""
        seat, *law = event.subjects
        said = amounts_of(event.text)
        yield Sum("can be paid", all(self.have(seat, good) >= number for good, number in said.items()), True)
        self.give(seat, said, -1)
        if law:
            effect = self.rows("laws", "law")[law[0]]["effect"]
            times = max(said.values()) // max(effect["cost"].values())
            yield Sum("price", said, {good: times * number for good, number in effect["cost"].items()})
            yield Sum("times", times <= (effect["max"] or times), True)
            gain = {good: times * number for good, number in effect["gain"].items()}
            if not {*gain} - {*GOODS.values()}:
                self.due.append((seat, self.rows("laws", "law")[law[0]]["title"], gain))
        elif event.rule == "LAN-BASE-42":
            self.bought = (seat, said)
        else:
            yield Sum("price", said, {"gold": self.data.file("counties")["meta"]["both_price_gold"]})

    def _price(self, action: str) -> Iterator[Sum]:
        """Judge what was paid in a castle by what it was for [8.4]."""
        if self.bought is None:
            return
        spaces = self.rows("castle", "space").values()
        prices = [space["cost"] for space in spaces if space.get("action") == action]
        yield Sum(f"price of the {action}", self.bought[1], prices[0] if prices else None)
        self.bought = None

    def on_returned(self, event: Event) -> Iterator[Sum]:
        """Return the markers that are left from before the laws [7.5]."""
        seat, said = event.subjects[0], amounts_of(event.text)
        old = self.have(seat, "voting_markers") - self.have(seat, "fresh_markers")
        yield Sum("markers returned", said, {"voting_markers": old})
        kept = [int(number) for number in KEPT.findall(event.text)]
        yield Sum("markers kept", kept, kept and [self.have(seat, "fresh_markers")])
        self.give(seat, said, -1)

    def on_phase_end(self, event: Event) -> Iterator[Sum]:
        """No law is left undone, and no marker from before the laws kept [7.5]."""
        yield from self._nothing_due()
        if event.rule != "LAN-BASE-33":
            return
        for seat in self.seats:
            fresh = self.have(seat, "fresh_markers")
            yield Sum(f"markers that {seat} keeps", self.have(seat, "voting_markers"), fresh, "LAN-BASE-34")
            self.page["players"][seat]["fresh_markers"] = 0

    # ------------------------------------------------------------------ gains

    def on_gained(self, event: Event) -> Iterator[Sum]:
        """Somebody gains what he must, no more and no less."""
        seat, said = event.subjects[0], amounts_of(event.text)
        reason = event.text.partition(" for ")[2].rstrip(".")
        if not event.text:
            if event.rule == "LAN-BASE-85":
                return
            reason, said = next(((title, gain) for whose, title, gain in self.due if whose == seat), ("", {}))
        expected = self._expected(seat, reason)
        yield Sum(f"gain of {seat} ({reason})", said, self.limited(expected) if expected else expected)
        self.give(seat, said)
        if self.page["turn"]["phase"] == "parliament" and event.rule.startswith(("LAN-BASE", "LAN2-LAW")):
            self.give(seat, {"fresh_markers": said.get("voting_markers", 0)})

    def _expected(self, seat: str, reason: str) -> Amounts | None:
        for due in self.due:
            if due[:2] == (seat, reason):
                self.due.remove(due)
                return due[2]
        if reason == "their nobles, 1 for each":
            each = self.data.file("castle")["meta"]["voting_markers_per_noble"]
            return {"voting_markers": each * self._count(seat, "nobles")}
        for county_id, county in self.rows("counties", "county").items():
            if county["name"] == reason and self.page["counties"][county_id].get("house") == self.house(seat):
                return {county["reward"]["kind"]: county["reward"]["amount"]}
        return None

    def _nothing_due(self) -> Iterator[Sum]:
        """Nothing that somebody had to gain was forgotten."""
        for seat, reason, amounts in self.due:
            if expected := self.limited(amounts):
                yield Sum(f"gain of {seat} ({reason})", None, expected)
        self.due = []

    # ------------------------------------------------------------------ knights, nobles, castles [9]

    def on_upgraded(self, event: Event) -> Iterator[Sum]:
        """Check that a knight is exchanged for one of 1 more from the reserve [9.1]."""
        weak, strong = figures(event)
        yield from self._price("upgrade")
        yield Sum("strength after", strong, weak + 1)
        yield from self._exchanged(event.subjects[0], weak)

    def on_exchanged(self, event: Event) -> Iterator[Sum]:
        """Check that the strength-3 knight goes, the strength-4 knight comes [B10]."""
        yield Sum("strengths", figures(event), [3, 4])
        yield from self._exchanged(self.house(event.subjects[0]) if event.subjects[0] in self.page["players"]
                                   else event.subjects[0], 3)  # fmt: skip

    def _exchanged(self, house: str, weak: int) -> Iterator[Sum]:
        there = [one for one in self.knights(house, lambda at: at != "reserve") if one["strength"] == weak]
        yield Sum("has such a knight", bool(there), True)
        meant = [self.page["knights"].get(what) for what in self.act.action.values() if isinstance(what, str)]
        named_one = [one for one in there if any(one is other for other in meant)]
        places = {one["at"] for one in there}
        if named_one or len(places) == 1:
            yield from self._swap(house, (named_one or there)[0])
        elif there:
            self.raised.append((house, weak))

    def _swap(self, house: str, weak: Plain) -> Iterator[Sum]:
        """Put the next stronger knight of the reserve where a knight stands."""
        found = (one for one in self.knights(house, lambda at: at == "reserve"))
        strong = next((one for one in found if one["strength"] == weak["strength"] + 1), None)
        yield Sum("the stronger knight was in the reserve", strong is not None, True)
        if strong is not None:
            strong["at"], weak["at"] = weak["at"], "reserve"

    def on_declined(self, event: Event) -> Iterator[Sum]:
        """Keep a strength-3 knight that is not exchanged [B10]."""
        if event.rule == "LAN-BASE-62":
            yield Sum("strength", figures(event), [3])

    def on_recruited(self, event: Event) -> Iterator[Sum]:
        """Check that a strength-1 knight comes from the reserve to court [9.2]."""
        yield from self._price("recruit")
        yield Sum("strength", figures(event), [1])
        ready = [one for one in self.knights(event.subjects[0], lambda at: at == "reserve") if one["strength"] == 1]
        yield Sum("a knight in the reserve", bool(ready), True)
        if ready:
            ready[0]["at"] = "court"

    def on_no_recruit(self, event: Event) -> Iterator[Sum]:
        """Nobody is recruited where all strength-1 knights are in play [9.2]."""
        yield from self._price("recruit")
        ready = [one for one in self.knights(event.subjects[0], lambda at: at == "reserve") if one["strength"] == 1]
        yield Sum("knights left", (len(ready), figures(event)), (0, [1]))

    def on_bishop(self, event: Event) -> Iterator[Sum]:
        """Check that a bishop is taken instead of an upgrade; a player has three at most [9.1, 11.2]."""
        yield from self._price("upgrade")
        yield Sum("a bishop is left", self.page.get("bishops_left", 0) > 0, True)
        self.page["bishops_left"] = self.page.get("bishops_left", 0) - 1
        if event.subjects[0] in self.page["players"]:
            self.give(event.subjects[0], {"bishops": 1})
            most = self.data.file("court")["meta"]["max_bishops_per_player"]
            yield Sum("bishops", self.have(event.subjects[0], "bishops") <= most, True, "LAN2-COURT-55")

    def on_noble(self, event: Event) -> Iterator[Sum]:
        """Check that a noble comes to a table that has none of his letter, or leaves the game for an ally [9.3]."""
        seat, letter = event.subjects
        county = self.page["counties"][letter]
        yield Sum("a noble is left", county.get("nobles", 0) > 0, True)
        county["nobles"] = county.get("nobles", 0) - 1
        if "takes a noble" in event.text:
            nobles = self.page["players"][seat].setdefault("nobles", [])
            yield Sum("none of the letter at the table", letter not in nobles, True, "LAN-BASE-26")
            nobles.append(letter)

    def on_extended(self, event: Event) -> Iterator[Sum]:
        """Check that a tile that is not placed yet is placed [9.4]."""
        tiles = self.page["players"][event.subjects[0]].setdefault("tiles", [])
        name = event.text.partition(" adds the ")[2].partition(" to ")[0]
        tile = next((f"X{i[1:]}" for i, space in self.rows("castle", "space").items() if space["name"] == name), name)
        yield Sum("a new tile", tile in tiles, False)
        tiles.append(tile)

    def on_castles(self, event: Event) -> Iterator[Sum]:
        """Plain spaces pay for a tile, and for a knight; each once [8.4]."""
        yield from self._nothing_due()
        for space in self.rows("castle", "space").values():
            for seat in self.seats if space.get("gain") else ():
                tile = f"X{space['id'][1:]}" in self.page["players"][seat].get("tiles", ())
                knight = self.knights(self.house(seat), lambda at, knight_id=space["id"]: at == f"castle:{knight_id}")  # type: ignore[misc]
                reason = f"the {space['name']} in their castle"
                self.due += [(seat, reason, space["gain"])] * (tile + bool(knight))

    # ------------------------------------------------------------------ offices [8.1]

    def on_office(self, event: Event) -> Iterator[Sum]:
        """Give the office to the applicant, else to its holder, with its seals; an ally gets none [8.1, 11.2]."""
        yield from self._nothing_due()
        office = event.subjects[0]
        holders = self.page.setdefault("holders", {})
        holder = self.page.get("stacks", {}).get(office, {}).get("house") or holders.get(office, "")
        yield Sum("who has the office", "".join(event.subjects[1:]), holder)
        if not holder:
            return
        holders[office] = holder
        printed, last = self.rows("court", "office")[office], self._last
        seals = positive({"seals": printed["seals_round5" if last else "seals"]}) if self.seat(holder) else {}
        yield Sum("seals in words", amounts_of(event.text), seals)
        if seat := self.seat(holder):
            self.due.append((seat, printed["name"], seals))
        privilege = printed["privilege_round5" if last else "privilege"] if seat or not last else ""
        yield Sum("a privilege is granted", " the " in event.text.partition(":")[2], bool(privilege))
        strong = [self.privilege(privilege)] if privilege in ("archer", "tudor_knight") else []
        yield Sum("strength of a privilege", [int(number) for number in STRENGTH.findall(event.text)], strong)

    @property
    def _last(self) -> bool:
        return bool(self.page["turn"].get("round", 1) == self.data.file("setup")["meta"]["rounds"])

    # ------------------------------------------------------------------ conflicts [8.5, 8.6]

    def on_battle(self, event: Event) -> Iterator[Sum]:
        """England wins with the strength of France, and ranks the spaces; else whoever stayed away is dishonored."""
        yield from self._nothing_due()
        said, card = event.report, event.report["card"]
        printed, here = self.rows("conflicts", "conflict")[card], self.page["conflicts"][card]
        strengths = []
        for place, told in enumerate(said["spaces"]):
            space, spot = here["spaces"][place], f"conflict:{card}/{place + 1}"
            yield from self._raised_at(spot, told["strength"])
            strengths.append(self._space(space, spot))
            yield Sum(f"space {place + 1}", told, {"archer": bool(space.get("archer")), "house": space.get("house", ""),
                                                   "strength": strengths[-1]})  # fmt: skip
        england, france = sum(strengths), printed["strength"]
        yield Sum("strengths", (said["england"], said["france"]), (england, france))
        yield Sum("strengths in words", figures(event), [england, france])
        won, first = england >= france, here.get("row", "upper") == "upper"
        yield Sum("row", said["row"], here.get("row", "upper"))
        outcome = "England wins" if won else f"France wins the {'first' if first else 'second'} battle"
        yield Sum("outcome", event.outcome, outcome)
        if won:
            self._ranked(printed, here, strengths)
            for one in self.page["knights"].values():
                if str(one["at"]).startswith(f"conflict:{card}/"):
                    one["at"] = "court"
            del self.page["conflicts"][card]
        else:
            self._shamed(printed, card)
            here["row"] = "lower"

    def _space(self, space: Plain, spot: str) -> int:
        house = space.get("house", "")
        if not house:
            return 0
        if space.get("archer"):
            return self.privilege("archer")
        tudors = self.brought(house, "tudor_knight", spot) * self.privilege("tudor_knight")
        return self.strength(house, lambda at: at == spot) + tudors

    def _raised_at(self, spot: str, told: int) -> Iterator[Sum]:
        """Find out where knights were raised that stood in several places."""
        card, place = spot.removeprefix("conflict:").split("/")
        space = self.page["conflicts"][card]["spaces"][int(place) - 1]
        for house, weak in list(self.raised):
            there = [one for one in self.knights(house, lambda at: at == spot) if one["strength"] == weak]
            if there and told > self._space(space, spot):
                self.raised.remove((house, weak))
                yield from self._swap(house, there[0])

    def _ranked(self, printed: Plain, here: Plain, strengths: list[int]) -> None:
        """Give the three values to the strongest spaces; of equal ones the upper is first [R16]."""
        spaces = here["spaces"]
        order = sorted((n for n, space in enumerate(spaces) if space.get("house")), key=lambda n: (-strengths[n], n))
        for place, points in zip(order, printed["points"], strict=False):
            if seat := self.seat(spaces[place]["house"]):
                reason = f"the archer at {printed['name']}" if spaces[place].get("archer") else printed["name"]
                self.due.append((seat, reason, {"power_points": points}))

    def _shamed(self, printed: Plain, card: str) -> None:
        """Every player without an own knight there receives a marker [8.6]."""
        if not self.option("resentment"):
            return
        each = self.data.file("resentment")["meta"]["markers_per_lost_conflict"]
        for seat in self.seats:
            if not self.knights(self.house(seat), lambda at: at.startswith(f"conflict:{card}/")):
                self.due.append((seat, f"no knight at {printed['name']}", {"dishonor": each}))

    def on_ransomed(self, event: Event) -> Iterator[Sum]:
        """Check that a captured knight costs his strength in gold [R17]."""
        *strengths, price = figures(event)
        seat = event.subjects[0]
        each = self.data.file("conflicts")["ransom"]["gold_per_strength"]
        yield Sum("ransom", price, each * sum(strengths))
        yield Sum("can be paid", self.have(seat, "gold") >= price, True)
        self.give(seat, {"gold": price}, -1)
        held = self.knights(self.house(seat), lambda at: at.startswith(f"conflict:{self._lost}/"))
        for strength in strengths:
            freed = next((one for one in held if one["strength"] == strength and one["at"] != "court"), None)
            yield Sum("was captured", freed is not None, True)
            if freed is not None:
                freed["at"] = "court"

    @cached_property
    def _lost(self) -> str:
        """The conflict whose knights were waiting to be ransomed, or are now."""
        waiting = (step["card"] for step in self.page.get("steps", ()) if "card" in step)
        fought = (event.report["card"] for event in self.act.events if event.kind == "battle")
        return next(chain(waiting, fought), "")

    def on_answered(self, event: Event) -> Iterator[Sum]:
        """Check the price that a ransom was told to have."""
        if event.rule == "LAN-BASE-48" and "gold" in event.text:
            told = figures(event)
            each = self.data.file("conflicts")["ransom"]["gold_per_strength"]
            yield Sum("ransom", told[1::2], [each * strength for strength in told[::2]])

    def on_captured(self, event: Event) -> Iterator[Sum]:
        """Send a knight that is not ransomed to the reserve [8.5]."""
        house, card = event.subjects
        there = self.knights(house, lambda at: at.startswith(f"conflict:{card}/"))
        yield Sum("knights lost", sorted(figures(event)), sorted(one["strength"] for one in there))
        for one in there:
            one["at"] = "reserve"

    def on_dishonor(self, event: Event) -> Iterator[Sum]:
        """Markers are received from the track, then from the box; what is returned goes to the box [9.5, 6.7]."""
        seat, said = event.subjects[0], amounts_of(event.text)
        if "receives" in event.text:
            reason = event.text.partition(": ")[2].rstrip(".")
            yield Sum(f"markers ({reason})", said, self._expected(seat, reason))
            self.give(seat, said)
            track = self.page.get("track", [])
            for _ in range(said.get("dishonor", 0)):
                place = next((n for n, left in enumerate(track) if left), None)
                if place is not None:
                    track[place] -= 1
            return
        number = 1
        if event.rule == "LAN2-RES-05":
            knight = self.page["knights"].get(self.act.action.get("knight", ""), {})
            number = knight.get("strength", said.get("dishonor", 0))
        yield Sum("markers put back", said, {"dishonor": min(number, self.have(seat, "dishonor"))})
        self.give(seat, said, -1)

    # ------------------------------------------------------------------ the end [10]

    def on_round_end(self, event: Event) -> Iterator[Sum]:
        """Check the points after a round."""
        yield from self._nothing_due()
        number, *points = figures(event)
        yield Sum("round", number, self.page["turn"].get("round", 1))
        yield Sum("points", dict(zip(named(event.text), points, strict=False)), self._points())

    def _points(self) -> Amounts:
        return {seat: self.have(seat, "power_points") for seat in self.seats}

    def on_round(self, event: Event) -> Iterator[Sum]:
        """Check that rounds follow one another."""
        if "round_end" in {other.kind for other in self.act.events}:
            yield Sum("round", figures(event), [self.page["turn"].get("round", 1) + 1])
        else:
            yield Sum("round", figures(event), [self.page["turn"].get("round", 1)])

    def on_scored(self, event: Event) -> Iterator[Sum]:
        """Check the final scoring: knighthood, castle, nobles, seals, dishonor [10.1 to 10.5]."""
        yield from self._nothing_due()
        seat, what = event.subjects[0], event.text.partition(" for ")[2].partition(" (")[0]
        expected = {
            "knighthood": self._knighthood,
            "castle": self._castle,
            "nobles": self._nobles,
            "seals": self._seals,
            "dishonor": self._dishonor,
        }[what](seat)
        yield Sum(f"{what} of {seat}", figures(event), expected)
        self.scores[seat] = self.scores.get(seat, 0) + expected[0]

    def _place(self, seat: str, keys: Mapping[str, tuple[int, ...]]) -> int:
        """Return the place of a seat: one more than those who are better; equal ones share the better place [R21]."""
        return 1 + sum(key > keys[seat] for key in keys.values())

    def _final(self, what: str, place: int) -> int:
        points = self.rows("castle", "final_score")[what]["points"]
        return int(points[place - 1]) if place <= len(points) else 0

    def knighthood(self, seat: str) -> int:
        """Return the strength of a player's knights in play, with the Tudor knight of the last round [10.1]."""
        return self.strength(self.house(seat), lambda at: at != "reserve") + self._tudor(seat)

    def _tudor(self, seat: str) -> int:
        """Return the strength of the Tudor knight, if he fights for a player [10.1]."""
        chamberlain = self.page.get("holders", {}).get("chamberlain") == self.house(seat)
        return self.privilege("tudor_knight") if chamberlain else 0

    def _knighthood(self, seat: str) -> list[int]:
        keys = {s: (self.knighthood(s), self.have(s, "squires"), self.have(s, "gold")) for s in self.seats}
        place = self._place(seat, keys)
        tudor = self._tudor(seat)
        return [self._final("knighthood", place), keys[seat][0], *([tudor] if tudor else []), place]

    def _castle(self, seat: str) -> list[int]:
        keys = {s: (self._count(s, "extensions"), self.have(s, "gold"), self.have(s, "squires")) for s in self.seats}
        place = self._place(seat, keys)
        return [self._final("castle", place), keys[seat][0], place]

    def _nobles(self, seat: str) -> list[int]:
        number = self._count(seat, "nobles")
        return [self.rows("castle", "noble_score", "nobles")[number]["points"], number]

    def _seals(self, seat: str) -> list[int]:
        black, seals = 1 + self.have(seat, "bishops"), self.have(seat, "seals")
        return [black * seals, black, seals]

    def _dishonor(self, seat: str) -> list[int]:
        """Return the loss: a point a marker, and the numbers of the rightmost empty space for the two most [10.5]."""
        sign = -1 if self.option("dishonor_tie") == "more_counts_as_fewer" else 1
        keys = {
            s: (self.have(s, "dishonor"), *(sign * self.have(s, g) for g in ("voting_markers", "squires", "gold")))
            for s in self.seats
        }
        number, place = keys[seat][0], self._place(seat, keys)
        empty = [n for n, left in enumerate(self.page["track"], 1) if not left]
        space = self.rows("resentment", "track_space", "position")[empty[-1]] if empty else {}
        extra = {1: space.get("larger", 0), 2: space.get("smaller", 0)}.get(place, 0)
        if not number or (place == 2 and len(self.page["seats"]) == 2):
            extra = 0
        return [-number - extra, number, *([extra] if extra else [])]

    def on_final(self, event: Event) -> Iterator[Sum]:
        """Check the sum of everything."""
        for seat, number in self.scores.items():
            self.give(seat, {"power_points": number})
        yield Sum("final points", dict(zip(named(event.text), figures(event), strict=False)), self._points())

    def on_victory(self, event: Event) -> Iterator[Sum]:
        """Most points win; then the better knighthood, then more nobles, then together [10.6]."""
        keys = {
            s: (self.have(s, "power_points"), self.knighthood(s), self._count(s, "nobles"))
            for s in self.seats
        }  # fmt: skip
        best = max(keys.values())
        yield Sum("winners", sorted({*named(event.text)}), sorted(s for s in keys if keys[s] == best))
        yield Sum("points", figures(event)[:1], [best[0]])

    # ------------------------------------------------------------------ what came of it

    def end(self) -> Iterator[Sum]:
        """Check that the page agrees with the table: goods, points, nobles, tiles, treasury, track and knights."""
        after = self.act.after
        if not self.page:
            yield from self._begun(after)
            return
        yield from self._nothing_due()
        if left := [loss for losses in self.taxes.values() for loss in losses]:
            yield Sum("what is given up", [], left, "LAN2-LAW-05")
        players = ((_goods(one) for one in page["players"].values()) for page in (after, self.page))
        now, then = (dict(zip(after["players"], goods, strict=True)) for goods in players)
        yield compared("what players have", now, then)
        for what in ("treasury", "track", "bishops_left"):
            yield Sum(what, _some(after.get(what)), _some(self.page.get(what)))
        yield compared(
            "strength of knights",
            self._strengths(after, {}),
            self._strengths(self.page, Counter(house for house, _ in self.raised)),
        )

    def _strengths(self, page: Plain, raised: Mapping[str, int]) -> Amounts:
        """Return the strength of each house's knights in play, with those that were raised in some place."""
        found = Counter(raised)
        for knight in page["knights"].values():
            if knight["at"] != "reserve":
                found[knight["house"]] += knight["strength"]
        return {house: found[house] for house in self.act.before["houses"]}

    def _begun(self, after: Plain) -> Iterator[Sum]:
        """Check the things with which everybody begins [4]; a game begun elsewhere has gone on."""
        if after["turn"].get("phase", "setup") != "setup":
            return
        self.page = after
        seats = self.rows("setup", "players", "players")[len(after["seats"])]
        goods: Amounts = {}
        for row in self.data.file("setup")["start_goods"]:
            if row["module"] == "base" or self.option(row["module"]):
                goods |= {good: row[good] for good in ("gold", "squires", "voting_markers") if good in row}
        for seat in after["seats"]:
            yield Sum(f"goods of {seat}", {good: self.have(seat, good) for good in goods}, goods, "LAN-BASE-05")
        nobles = {county.get("nobles", 0) for county in after["counties"].values()}
        yield Sum("nobles in each county", nobles, {seats["nobles_per_county"]}, "LAN-BASE-03")
        if self.option("court"):
            yield Sum("bishops", after.get("bishops_left", 0), seats["bishops"], "LAN2-COURT-05")
        if self.option("resentment"):
            yield Sum("dishonor markers on a space", {*after["track"]}, {seats["dishonor_per_space"]}, "LAN2-RES-02")
            yield Sum("knight in the tower", after.get("neutral_knight", 0), seats["tower_knight"], "LAN2-RES-03")


def _goods(player: Plain) -> Plain:
    """Return what a player has: his goods as mere numbers, his nobles and his tiles."""
    rows = {what: sorted(player[what]) for what in ("nobles", "tiles") if player.get(what)}
    return {good: player[good] for good in OWNED if player.get(good)} | rows


def _some(value: Any) -> Any:
    """Return a value without those parts of it that are nothing."""
    return positive(value) if isinstance(value, dict) else value or {}


_APPROVED = ("law approved", "LAN-BASE-31")
_REJECTED = ("law rejected", "LAN-BASE-32")


def amounts_of(text: str, *, whole: bool = False) -> Amounts:
    """Return the goods in a sentence; with `whole` those of which there is nothing, too."""
    found = {GOODS[good]: int(number) for number, good in AMOUNT.findall(text)}
    return found if whole else positive(found)
