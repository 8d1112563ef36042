"""The judge of Kingmaker: strengths, odds and outcome of combats, deaths by dice and cards, votes, and final points.

Strengths and votes come from the data of nobles and cards; how they add up, and what a card or a table makes of them,
from the documents of the variants and, where these lean on the rules of the box, from `docs/rules/kingmaker.md`, whose
sections are named here.
"""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cached_property
from typing import Any

from engine.core.events import Event
from engine.recount.judging import Act, Judge, Plain, Sum, figures, named

COPY = re.compile(r"_\d+$")
FRENCH = "french_foot_soldiers"
LAID = re.compile(r" besieges | keeps up the siege of |'s siege of .* (begins|goes on) \(turn")
"""The sentences of a siege that is laid or goes on."""

WORN_DOWN = 3
"""The turn of a siege from which a garrison counts a quarter [COV 6.3]."""
AMBUSHES = ("BASE-AMB-2", "WBC-R06.2", "WBC-R06.3", "WBC-R06.4", "COV-5.15b")
"""The rules by which somebody is attacked from ambush, or by an assassin."""

RESULTS = ("attack_fails", "no_victory", "minor_victory", "major_victory", "total_victory")
DIED = re.compile(r"(.+) (?:lives|is struck down): the die shows (\d+), and (\d+) or less kills")
COUNT = re.compile(
    r"(\d+)\. \{(\w+)\}: (-?\d+) points? \(votes (\d+), men (\d+), troops (\d+)(, without an heir -25)?\)"
)
VOTES = re.compile(r"\{(\w+)\} (\d+) Commons, (\d+) Lords")


class KingmakerJudge(Judge):
    """Judges the events of one action of Kingmaker."""

    game = "kingmaker"

    def __init__(self, act: Act) -> None:
        super().__init__(act)
        self.rolls: list[int] = []
        """The dice for the lives of those who took part, as they are told."""
        self.drawn = ""
        """The card that has just been turned for a combat."""
        self.summoned: list[str] = []
        """Who must come to a Parliament that has just been called."""
        tolls = [step["toll"] for step in act.before.get("steps", ()) if step.get("toll")]
        self.doomed = {person_id: True for toll in tolls for person_id in (*toll["nobles"], *toll["heirs"])}
        """Who had to die by dice or by the card, and who had not."""

    # ------------------------------------------------------------------ the page

    @cached_property
    def people(self) -> dict[str, Plain]:
        """The nobles of the data."""
        return self.rows("nobles", "noble")

    @cached_property
    def cards(self) -> dict[str, Plain]:
        """Titles, offices, bishops, mercenaries and Town cards of the data, by their ids."""
        kinds = ("title", "office", "bishop", "mercenary", "town_card")
        return {card_id: row | {"kind": kind} for kind in kinds for card_id, row in self.rows("crown", kind).items()}

    def card(self, card_id: str) -> Plain:
        """Return what is printed on a Crown card; several have the same print."""
        return self.cards.get(card_id) or self.cards.get(COPY.sub("", card_id), {"kind": "other"})

    @cached_property
    def events(self) -> dict[str, Plain]:
        """The event cards of the data."""
        return self.rows("events", "event")

    def event_card(self, card_id: str) -> Plain:
        """Return what is printed on an event card."""
        return self.events.get(card_id) or self.events[COPY.sub("", card_id)]

    def square(self, at: str) -> str:
        """Return the square or area of a location; "" for who is aboard."""
        kind, _, name = at.partition(":")
        if kind == "inside":
            return str(self.rows("places", "place")[name]["square"])
        return name if kind in ("open", "area") else ""

    def bonus(self, card: Plain, at: str) -> int:
        """Return the bonus of a card where its noble stands."""
        if not card.get("bonus") or not card.get("bonus_area"):
            return 0
        area, square = self.rows("crown", "bonus_area")[card["bonus_area"]], self.square(at)
        regions = self.rows("map", "square").get(square, {}).get("regions", ())
        here = square in area["squares"] or (area["region"] and area["region"] in regions)
        return int(card["bonus"]) if here else 0

    def strength(self, noble_id: str, *, attack: bool, ashore: bool = True) -> int:
        """Return the strength of a noble in combat [0.3]."""
        noble = self.page["nobles"][noble_id]
        at = str(noble.get("at", ""))
        if self._traded(noble_id):
            return self._guard(noble_id)
        total = int(self.people[noble_id]["strength"]) + self._guard(noble_id)
        in_force = 0 if self.page.get("catastrophes") else 1
        held = [noble.get("title"), noble.get("office"), *noble.get("cards", ())]
        for name in (name for name in held if name and not self._traded(name)):
            card = self.card(name)
            match card["kind"]:
                case "title" | "office" | "bishop":
                    total += in_force * (card.get("strength", 0) + self.bonus(card, at))
                case "mercenary":
                    total += card["strength"] if self._serves(name, attack) else 0
                case "town_card" if attack and ashore and self.option("town_card_men") != "none":
                    total += card["attack_men"] if self._mainland(at) else 0
        return int(total)

    def _traded(self, what: str) -> bool:
        """Tell whether a card or a noble adds nothing in this turn.

        Nobles are transferable like cards [WBC 2], and with those of a trade "from player to player those troops can’t
        be used in any combat this turn" [WBC 20].
        """
        traded = what in self.page["turn"].get("traded", ())
        return traded and self.option("traded_card_in_combat") == "allocatable_no_strength"

    def _serves(self, card: str, attack: bool) -> bool:
        """Tell whether mercenaries fight: the French only in an attack where they are good for one."""
        return card != FRENCH or attack or self.option("french_foot_soldiers") != "attack_once"

    def _mainland(self, at: str) -> bool:
        """Tell whether a location is on the mainland."""
        square = self.rows("map", "square").get(self.square(at))
        return square is not None and square["kind"] == "land" and self.square(at) != "calais"

    def _guard(self, noble_id: str) -> int:
        """Return the men of the royal guard: with who controls a crowned King [COV 5.6]."""
        if self.option("plantagenet") != "royal_guard":
            return 0
        kings = [one for one in self.page["heirs"].values() if one.get("king") and one.get("noble") == noble_id]
        return sum(int(self.people[f"plantagenet_{king['house']}"]["strength"]) for king in kings)

    # ------------------------------------------------------------------ combat [4]

    @cached_property
    def combat(self) -> Plain:
        """The account of the combat that is fought in this action: of who took part, with how many men.

        Where the game ends in the middle of it nobody tells it; there are those who mustered.
        """
        told = [event.report for event in self.act.events if event.kind == "fought"]
        return next((found for found in [*told, *_accounts(self.act.after)] if found), self._mustered())

    def _mustered(self) -> Plain:
        """Return a combat as its fighters have mustered for it; nothing for any other."""
        steps = (step for step in reversed(self.page.get("steps", ())) if step.get("engaged"))
        if not (step := next(steps, None)) or step.get("kind") not in ("battle", "siege"):
            return {}
        nobles, ours = self.page["nobles"], {force.partition("|")[0] for force in step["attack"]}
        gathered: Plain = {"kind": step["kind"], "attackers": [], "defenders": []}
        for noble_id in step["engaged"]:
            attack, heirs = nobles[noble_id]["faction"] in ours, self.page["heirs"].items()
            gathered["attackers" if attack else "defenders"].append({
                "noble": noble_id,
                "seat": nobles[noble_id]["faction"],
                "men": self.strength(noble_id, attack=attack, ashore=True),
                "heirs": [heir for heir, royal in heirs if royal.get("noble") == noble_id != heir],
            })  # fmt: skip
        return gathered

    def on_event_card(self, event: Event) -> Iterator[Sum]:
        """Check that a card is turned for a combat, or for the Event phase."""
        self.drawn = event.subjects[0]
        yield from ()

    def on_battle(self, event: Event) -> Iterator[Sum]:
        """Check the men of both sides, the odds, and the result by the card or the table [4.3, 4.5]."""
        fought = self.combat
        if not fought:
            return
        yield from self._armies(fought)
        ours, theirs = (_men(_steady(fought, side)) for side in ("attackers", "defenders"))
        if event.rule in AMBUSHES:
            yield Sum("few enough", ours * 4 < theirs, True)
            return
        if self.option("battle_rule") == "covault_table":
            yield Sum("men in words", figures(event)[:2], [ours, theirs])
            yield from self._by_table(event, fought, ours, theirs)
        else:
            yield Sum("men in words", figures(event)[:2], [max(ours, theirs), min(ours, theirs)])
            yield from self._by_card(event, fought, ours, theirs)

    def _armies(self, fought: Plain) -> Iterator[Sum]:
        """Judge the men of each noble who takes part, and which heirs came with them.

        Whoever wavers must "either return home before the battle or immediately vacillate for that battle" [WBC
        Vacillating Allegiance Card]: they may be elsewhere, where they have another strength. The account tells with
        whom their heirs came; since then these may have stayed with another noble [4.4.3].
        """
        ashore = fought["kind"] != "sea"
        for side, attack in (("attackers", True), ("defenders", False)):
            steady = _steady(fought, side)
            left = {heir for one in fought[side] if one not in steady for heir in one.get("heirs", ())}
            for one in steady:
                noble_id = one["noble"]
                expected = self.strength(noble_id, attack=attack, ashore=ashore)
                yield Sum(f"men of {noble_id}", one["men"], expected, "BASE-CMB-5")
                heirs = sorted(
                    heir
                    for heir, royal in self.page["heirs"].items()
                    if royal.get("noble") == noble_id != heir and heir not in left
                )
                yield Sum(f"heirs with {noble_id}", sorted(one.get("heirs", ())), heirs)

    @cached_property
    def _odds(self) -> list[Plain]:
        """The odds that a card can ask for, the lowest first."""
        found: list[Plain] = self.data.file("tables")["odds"]
        return found

    def _column(self, larger: int, smaller: int) -> int:
        """Return the place of the highest odds that are reached; -1 for none."""
        found = -1
        for place, row in enumerate(self._odds):
            left, right = larger * row["smaller"], smaller * row["larger"]
            if larger > smaller and (left > right if row["strict"] else left >= right):
                found = place
        return found

    def _by_card(self, event: Event, fought: Plain, ours: int, theirs: int) -> Iterator[Sum]:
        """Check that the larger side wins if its odds are those of the card or better [4.3]."""
        column = self._column(max(ours, theirs), min(ours, theirs))
        odds = self._odds[column]["odds"] if column >= 0 else ""
        asked = self.event_card(self.drawn)["odds"]
        wanted = next((place for place, row in enumerate(self._odds) if row["odds"] == asked), 99)
        won = 0 <= wanted <= column
        result = "no_victory" if not won else "major_victory" if ours > theirs else "attack_fails"
        told = re.search(
            r"they have (?:odds of )?([\d:]+|a majority), \w+ the card asks for (.+?)(?: or better)?\.", event.text
        )
        if told and odds and odds != "majority":
            yield Sum("odds in words", told[1], odds)
        if told and asked != "majority":
            yield Sum("what the card asks for", told[2], asked)
        if fought.get("outcome"):
            yield Sum("odds", fought.get("column", ""), odds)
            yield Sum("the card", fought["card"], self.drawn)
            yield Sum("outcome", fought["outcome"], result)
            yield from self._won(event, fought, fought["attackers" if ours > theirs else "defenders"] if won else [])
        yield from self._killed(fought)

    def _won(self, event: Event, fought: Plain, side: list[Plain]) -> Iterator[Sum]:
        """Check that the winner is of the side that has won; nobody where it is nobody."""
        winner = fought.get("winner", "")
        yield Sum("who wins", winner in {one["seat"] for one in side} or not (winner or side), True)
        if side:
            yield Sum(
                "who wins, in words", re.match(rf"\{{{winner}\}}'s \d+ men defeat ", event.text) is not None, True
            )

    def _killed(self, fought: Plain) -> Iterator[Sum]:
        """Nobles on the card die, on both sides [4.3.2]; the dice for the others are told apart."""
        card = self.event_card(self.drawn or fought["card"])
        table = bool(card.get("nobles_killed_table")) and self.option("nobles_killed_table") == "on_card"
        for one in (*_steady(fought, "attackers"), *_steady(fought, "defenders")):
            if not table:
                listed = [] if card.get("nobles_killed_table") else card.get("nobles_killed", [])
                self.doomed[one["noble"]] = one["noble"] in listed
        yield from ()

    def _by_table(self, event: Event, fought: Plain, ours: int, theirs: int) -> Iterator[Sum]:
        """Check that the column is rounded down against the attacker, and the die says the result [4.5]."""
        rows = self.data.file("tables")["battle_result"]
        fit = [row for row in rows if ours * row["defender"] >= theirs * row["attacker"]]
        if not fit:
            return
        row = max(fit, key=lambda row: row["attacker"] / row["defender"])
        column = f"{row['attacker']}:{row['defender']}"
        roll = fought.get("roll") or figures(event)[4]
        yield Sum("the die", self.thrown(roll), True)
        result = next(name for name in RESULTS if row[name][0] <= roll <= row[name][1])
        if fought.get("outcome"):
            yield Sum("column", fought["column"], column)
            yield Sum("outcome", fought["outcome"], result)
        yield Sum("outcome in words", result.replace("_", " ") in event.text or result == "attack_fails"
                  or "no victory" in event.text.lower(), True)  # fmt: skip
        yield Sum(
            "battle in words", figures(event), [ours, theirs, row["attacker"], row["defender"], roll, *row[result]]
        )
        self._dice_for = result

    _dice_for = "major_victory"
    """The line of the death table for the rolls that follow; a concluded siege uses that of a major victory."""

    def on_siege(self, event: Event) -> Iterator[Sum]:
        """Check that the attackers need as many men as hold the place, and what it brings when it falls [4.7]."""
        if " falls to " in event.text:
            place = self.rows("places", "place")[event.subjects[0]]
            brings = [int(place.get(what, 0)) for what in ("garrison", "commons")]
            yield Sum("what a fallen place brings", figures(event), [number for number in brings if number])
        told = re.search(r"(\d+) men storm .+, held by (\d+)", event.text)
        sieges = self.act.after.get("sieges", {})
        if LAID.search(event.text) and event.subjects[0] in sieges:
            turn = sieges[event.subjects[0]].get("turn", 1)
            worn = [WORN_DOWN] if turn < WORN_DOWN and self.option("garrison_decay") != "none" else []
            yield Sum("turn of the siege", figures(event), [turn, *worn])
        fought = self.combat
        if told is None or fought.get("kind") != "siege" or "place" not in fought:
            return
        yield from self._armies(fought)
        ours = _men(fought["attackers"])
        garrison = self._garrison(fought["place"])
        held = garrison + _men(fought["defenders"])
        yield Sum("men of the attackers", int(told[1]), ours)
        yield Sum("men who hold it", (int(told[2]), fought["defended"]), (held, garrison))
        yield Sum("enough to take it", ours >= held, True, "BASE-SGE-1")
        if self.option("siege_rule") == "card_odds":
            yield from self._killed(fought)

    def _garrison(self, place: str) -> int:
        """Return the garrison of a place; a quarter from the third turn of a siege on [COV 6.3]."""
        garrison = int(self.rows("places", "place")[place]["garrison"])
        decayed = self.page.get("sieges", {}).get(place, {}).get("turn", 0) >= WORN_DOWN
        return garrison // 4 if decayed and self.option("garrison_decay") != "none" else garrison

    def on_siege_turn(self, event: Event) -> Iterator[Sum]:
        """Turn by turn a siege goes on, and from the third the garrison counts a quarter [COV 6.3]."""
        place = event.subjects[0]
        turn = self.page["sieges"][place].get("turn", 1) + 1
        self.page["sieges"][place]["turn"] = turn
        men = [self._garrison(place)] if "its garrison is down to" in event.text else []
        yield Sum("turn of the siege", figures(event), [turn, *men])

    def on_death_roll(self, event: Event) -> Iterator[Sum]:
        """Check the dead of a combat: by hundred in a column of the table, or on certain throws of two [4.3, 4.5]."""
        if told := DIED.match(event.text):
            roll, most = int(told[2]), int(told[3])
            noble_id = event.subjects[0]
            self.rolls.append(roll)
            yield Sum("death at", most, self._deadly(noble_id))
            yield Sum("dies", f" is struck down: the die shows {roll}," in event.text, roll <= most)
            self.doomed[noble_id] = roll <= most
            return
        table = "nobles_killed" if event.rule == "WBC-ADV-NKT" else "heir_death"
        deadly = self.data.file("tables")[table]["dies_on"]
        kills, rolls = figures(event)[: len(deadly)], figures(event)[len(deadly) :][: len(event.subjects)]
        yield Sum("what kills", kills, list(deadly))
        yield Sum("the dice", self.thrown(*rolls, dice=2), True)
        told_dead = "none of them dies" not in event.text and "does no harm" not in event.text
        yield Sum("somebody dies", told_dead, any(roll in deadly for roll in rolls))
        if len(rolls) == len(event.subjects):
            # A crowned Beaufort is noble and heir: "The card draw and die roll both work against him" [WBC 13].
            self.doomed |= {
                person_id: self.doomed.get(person_id, False) or roll in deadly
                for person_id, roll in zip(event.subjects, rolls, strict=True)
            }

    def _deadly(self, noble_id: str) -> int:
        """Return up to which roll somebody dies [COV 5.16b]."""
        if self.combat.get("kind") not in ("battle", "siege", "sally"):
            row = self.rows("tables", "battle_death", "result")["assassin"]
        else:
            row = self.rows("tables", "battle_death", "result")[self._dice_for]
        attackers = {one["noble"] for one in self.combat.get("attackers", ())}
        heir = noble_id in self.page["heirs"] and noble_id not in self.people
        noble = self.page["heirs"][noble_id].get("noble", "") if heir else noble_id
        side = "attacking" if noble in attackers else "defending"
        return int(row[f"{side}_{'heir' if heir else 'noble'}"])

    def on_died(self, event: Event) -> Iterator[Sum]:
        """Check that the dead of a combat had to die, by the card or by the dice."""
        noble_id = event.subjects[0]
        if "killed in the" in event.text:
            yield Sum(f"{noble_id} had to die", self.doomed.pop(noble_id, None), True)
        if event.rule == "WBC-V06.1":
            yield from self._royal_death(event)

    def _royal_death(self, event: Event) -> Iterator[Sum]:
        """Two dice say which heir dies [3.18]."""
        results = self.data.file("tables")["royal_death"]["results"]
        heirs = {row["roll"]: row["royal"] for row in results}
        rolls = figures(event)
        yield Sum("who dies a royal death", event.subjects[0], heirs.get(rolls[-1] if rolls else 0))

    def on_no_effect(self, event: Event) -> Iterator[Sum]:
        """Check a royal death that finds nobody."""
        if event.rule == "WBC-V06.2":
            yield from self._royal_death(event)
            heir = self.page["heirs"].get(event.subjects[0])
            yield Sum("is not in play", heir is None or not heir.get("alive", True), True)

    def on_fought(self, event: Event) -> Iterator[Sum]:
        """Check that the account of a combat repeats what was told of it, and that all who had to die have died."""
        begun = next(iter(_accounts(self.page)), None)
        keys = ["kind", "seat", "target", "attackers", "defenders", "defended"]
        if begun and begun.get("outcome"):
            keys += ["card", "column", "roll", "outcome"]
        if begun and begun.get("card"):
            said = {key: event.report.get(key) for key in keys}
            yield Sum("the account", said, {key: begun.get(key) for key in keys})
        fates = event.report.get("fates", {})
        pardoned = {noble_id for noble_id, fate in fates.items() if fate == "pardoned"}
        fighters = [*event.report["attackers"], *event.report["defenders"]]
        saved = pardoned.union(*(one.get("heirs", ()) for one in fighters if one["noble"] in pardoned))
        living = [
            noble_id
            for noble_id, dies in self.doomed.items()
            if dies and noble_id not in saved and fates.get(noble_id) != "dead"
        ]
        yield Sum("who lives and should not", living, [])

    def end(self) -> Iterator[Sum]:
        """Check that the dice for lives were thrown one after the other."""
        if self.rolls:
            yield Sum("the dice", self.thrown(*self.rolls), True, "COV-5.16b")

    def on_storm(self, event: Event) -> Iterator[Sum]:
        """Check that a ship is lost in a storm from 96 on [COV 5.10]."""
        rolls = figures(event)
        lost_from = self.data.file("tables")["storm"]["lost_from"]
        if rolls and event.rule == "COV-5.10":
            yield Sum("the die", self.thrown(rolls[-1]), True)
            yield Sum("holds out", "holds out" in event.text, rolls[-1] < lost_from)

    # ------------------------------------------------------------------ votes [5.3]

    def on_votes(self, event: Event) -> Iterator[Sum]:
        """Check the votes of every seat in both Houses."""
        final = event.rule.startswith("COV-3")
        pages = [self._not_yet_granted(event), self.page]
        for seat, *told in VOTES.findall(event.text):
            for house, number, *counted in zip(
                ("Commons", "Lords"), map(int, told), *(self._votes(page, seat, final) for page in pages), strict=True
            ):
                # What follows in the same action may change the votes, as what has gone before it may.
                yield Sum(f"votes of {seat} in the {house}", number, number if number in counted else counted[0])

    def _votes(self, page: Plain, seat: str, final: bool) -> tuple[int, int]:
        """Return a seat's votes in both Houses."""
        attending = self._free(page) if final else self._attending()
        present = [noble_id for noble_id in attending if page["nobles"].get(noble_id, {}).get("faction") == seat]
        return self._commons(page, seat), self._lords(page, present)

    def _not_yet_granted(self, votes: Event) -> Plain:
        """Return what an action has come to without what Parliament granted after the votes were counted."""
        page: Plain = deepcopy(self.act.after)
        later = self.act.events[next(n for n, event in enumerate(self.act.events) if event is votes) :]
        for card, *nobles in (event.subjects for event in later if event.kind == "award"):
            for noble in (page["nobles"][noble_id] for noble_id in nobles if noble_id in page["nobles"]):
                noble.update({key: "" for key in ("title", "office") if noble.get(key) == card})
                noble["cards"] = [other for other in noble.get("cards", ()) if other != card]
        return page

    def on_parliament(self, event: Event) -> Iterator[Sum]:
        """Note who must come; where nobody else can come, and nothing is granted, it is over at once."""
        self.summoned = list(event.subjects[1:])
        yield from ()

    def _attending(self) -> list[str]:
        steps = [*self.act.after.get("steps", ()), *self.page.get("steps", ())]
        return next((list(step["attending"]) for step in steps if "attending" in step), self.summoned)

    def _free(self, page: Plain) -> list[str]:
        """Return the nobles who are not under siege.

        "Forces in the Besieging Ship are (somewhat paradoxically) also considered “Under Siege” for purposes of [...]
        being Called to Parliament" [COV 8.6].
        """
        sieges = page.get("sieges", {})
        shut_off = {f"inside:{place}" for place in sieges}
        if self.option_of(page, "ship_siege_failure") == "killed":
            ports = {f"port:{place}": siege for place, siege in sieges.items()}
            besieged = {f"aboard:{ship}": ports.get(lies["at"]) for ship, lies in page.get("ships", {}).items()}
            shut_off |= {
                noble["at"]
                for noble_id, noble in page["nobles"].items()
                if (siege := besieged.get(noble.get("at", "")))
                and (noble["faction"] == siege["seat"] or noble_id in siege.get("allies", ()))
            }
        return [noble_id for noble_id, one in page["nobles"].items() if one.get("at") not in shut_off]

    def _nobles(self, page: Plain, seat: str) -> list[str]:
        """Return the nobles of a seat who are nobody's captives."""
        return [
            noble_id for noble_id, one in page["nobles"].items() if one.get("faction") == seat and not one.get("captor")
        ]

    def _senior(self, page: Plain, house: str) -> str:
        """Return the noble who controls the senior heir of a house, or is it; "" for nobody."""
        royals = self.rows("royals", "royal")
        alive = [heir_id for heir_id, one in page["heirs"].items() if one.get("alive", True) and one["house"] == house
                 and heir_id in royals]  # fmt: skip
        if alive:
            first = min(alive, key=lambda heir_id: royals[heir_id]["succession"])
            return str(page["heirs"][first].get("noble", ""))
        beaufort = page["heirs"].get("beaufort", {})
        crowned = beaufort.get("king") or self.option_of(page, "beaufort_rule") == "heir_when_last"
        return "beaufort" if house == "lancaster" and "beaufort" in page["nobles"] and crowned else ""

    def option_of(self, page: Plain, name: str) -> Any:
        """Return what the table of a page has chosen."""
        return page.get("amended", {}).get(name, page["options"].get(name))

    def _commons(self, page: Plain, seat: str) -> int:
        """Return a seat's votes in the Commons: people, offices, places, heirs and the King."""
        own = self._nobles(page, seat)
        total = 0
        for noble_id in own:
            noble = page["nobles"][noble_id]
            total += self.people[noble_id]["commons"]
            if noble.get("title"):
                total += self.card(noble["title"])["commons"]
            office = self.card(noble["office"]) if noble.get("office") else {}
            if not office.get("only_without_sole_king") or self._sole_king(page) is None:
                total += office.get("commons", 0)
        places = self.rows("places", "place")
        for place, held in page.get("control", {}).items():
            if held["seat"] == seat:
                total += places[place]["commons"]
        total += sum(10 for house in ("lancaster", "york") if self._senior(page, house) in own)
        if self._sole_king(page) in own:
            total += 20
        return int(total)

    def _sole_king(self, page: Plain) -> str | None:
        """Return who controls the sole King, "" for nobody; None where there is none, or two."""
        kings = {heir_id: one for heir_id, one in page["heirs"].items() if one.get("king") and one.get("alive", True)}
        if len(kings) > 1 and page.get("support") in kings:
            kings = {page["support"]: kings[page["support"]]}
        if len(kings) != 1:
            return None
        ((heir_id, king),) = kings.items()
        return "beaufort" if heir_id == "beaufort" else str(king.get("noble", ""))

    def _lords(self, page: Plain, nobles: list[str]) -> int:
        """Return the votes of nobles in the Lords: their own, their bishops', and those of senior heirs with them."""
        total = 0
        for noble_id in nobles:
            total += self.people[noble_id]["lords"]
            cards = [self.card(card) for card in page["nobles"][noble_id].get("cards", ())]
            total += sum(card["lords"] for card in cards if card["kind"] == "bishop")
        total += sum(10 for house in ("lancaster", "york") if self._senior(page, house) in nobles)
        return int(total)

    # ------------------------------------------------------------------ points [8.3]

    def on_points(self, event: Event) -> Iterator[Sum]:
        """Votes, men by tens, bonus troops by thirties, and 25 off without an heir [seed: Victory Conditions].

        Parliament's support of one of two Kings does not count here [seed: Rules Clarifications 12].
        """
        page = {**self.act.after, "support": ""}
        rows = COUNT.findall(event.text)
        totals = {}
        for _, seat, points, votes, men, troops, missing in rows:
            own = self._nobles(page, seat)
            counted = self._commons(page, seat) + self._lords(page, own)
            yield Sum(f"votes of {seat}", int(votes), counted)
            plain, extra = self._points(page, own)
            yield Sum(f"men and troops of {seat}", (int(men), int(troops)), (plain, extra))
            heirless = not self._has_heir(page, own)
            yield Sum(f"{seat} has no heir", bool(missing), heirless)
            totals[seat] = counted + plain + extra - (25 if heirless else 0)
            yield Sum(f"points of {seat}", int(points), totals[seat])
        places = {seat: 1 + sum(other > number for other in totals.values()) for seat, number in totals.items()}
        yield Sum("places", {row[1]: int(row[0]) for row in rows}, places)

    def _points(self, page: Plain, nobles: list[str]) -> tuple[int, int]:
        """Return the points for plain strength, and for bonuses, bishops and mercenaries."""
        plain = extra = 0
        for noble_id in nobles:
            noble = page["nobles"][noble_id]
            at = str(noble.get("at", ""))
            plain += self.people[noble_id]["strength"]
            if noble.get("title"):
                plain += self.card(noble["title"])["strength"]
            office = self.card(noble["office"]) if noble.get("office") else {}
            if self.option_of(page, "office_points") == "plain_by_tens":
                plain += office.get("strength", 0)
            else:
                extra += office.get("strength", 0)
            extra += self.bonus(office, at)
            for card in map(self.card, noble.get("cards", ())):
                if card["kind"] in ("bishop", "mercenary"):
                    extra += card["strength"] + self.bonus(card, at)
        return plain // 10, extra // 30

    def _has_heir(self, page: Plain, nobles: list[str]) -> bool:
        """Tell whether a faction has a living heir, or Beaufort."""
        held: Mapping[str, Plain] = page["heirs"]
        return "beaufort" in nobles or any(
            one.get("noble") in nobles and one.get("alive", True) for one in held.values()
        )

    def on_victory(self, event: Event) -> Iterator[Sum]:
        """Check the last King, the most points, or the most votes."""
        if "is the last of the royal blood" in event.text:
            living = [heir_id for heir_id, one in self.act.after["heirs"].items() if one.get("alive", True)]
            yield Sum("heirs who live", len(living), 1)
            holders = [
                heir_id if heir_id in self.people else self.act.after["heirs"][heir_id].get("noble", "")
                for heir_id in living
            ]
            winner = self.act.after["nobles"].get(holders[0] if holders else "", {}).get("faction")
            yield Sum("who wins", named(event.text)[-1:], [winner])
        if event.rule == "COV-3.3":
            yield Sum("votes in the Commons", figures(event), [self._commons(self.act.after, named(event.text)[0])])
        if event.rule == "WBC-VIC.2":
            counted = next((other for other in self.act.events if other.kind == "points"), None)
            rows = COUNT.findall(counted.text) if counted else []
            best = [row for row in rows if row[0] == "1"]
            if best:
                yield Sum("winners", sorted({*named(event.text)}), sorted(row[1] for row in best))
                yield Sum("points", figures(event)[-1:], [int(best[0][2])])


def _men(side: list[Plain]) -> int:
    return sum(one["men"] for one in side)


def _steady(fought: Plain, side: str) -> list[Plain]:
    """Return who takes part on a side: whose allegiance has wavered stands aside or has gone home [4.4]."""
    fates = fought.get("fates", {})
    return [one for one in fought[side] if fates.get(one["noble"]) != "wavered"]


def _accounts(page: Plain) -> list[Plain]:
    """Return the accounts of combats that are not over."""
    return [step["combat"] for step in page.get("steps", ()) if "combat" in step]
