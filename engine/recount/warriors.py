"""The judge of Warriors of God, written from the player aid (the seed): its eleven phases, one after the other.

Charts, borders, areas, leaders and troops come from the data; what the seed leaves open is judged by the rulings of
`docs/rules/warriors.md`, whose sections are named here.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import Any

from engine.core.events import Event
from engine.recount.judging import Act, Judge, Plain, Sum, compared, figures, positive

SIDES = ("english", "french")
ENEMY = {"english": "french", "french": "english"}
KNIGHTS = ("knight_english", "knight_french", "knight_burgundian")
LONGBOWS = ("longbow_english", "longbow_welsh")
TROOPS = {
    "infantry": "infantry",
    r"English knights?": "knight_english",
    r"French chevaliers?": "knight_french",
    r"Burgundian chevaliers?": "knight_burgundian",
    r"English longbowm[ae]n": "longbow_english",
    r"Welsh longbowm[ae]n": "longbow_welsh",
    r"gunners?": "gunner",
}
"""Kinds of troops by the words for them."""

ARCHERS = ("richard_i", "edward_i", "robin_hood")
"""Who alone may hold English longbowmen in The Lion in Winter [seed, Phase Five]."""

LEAD = re.compile(r"(English|French) (?:now )?lead (?:by )?(\d+)")
Pieces = Counter[str]


class WarriorsJudge(Judge):
    """Judges the events of one action of Warriors of God."""

    game = "warriors"

    def __init__(self, act: Act) -> None:
        super().__init__(act)
        self.hits: dict[str, int] = {ENEMY[side]: number for side, number in self.battle.get("hits", {}).items()}
        """The hits of each side that the other has not taken off yet."""
        self.silent = ""
        """The side that rolls no dice this round, for Jeanne d'Arc."""
        self.roll = 0
        """The die that was rolled for her."""
        self.checks: dict[str, tuple[str, tuple[bool, int, int] | None]] = {}
        """The checks of Phase Four: by area the side; if it rolls, whether it is at home, its number and its hired."""
        self.fled: Counter[tuple[str, str]] = Counter()
        """How many have fled over each border."""
        self.clashes: list[Plain] = list(act.before.get("record", {}).get("clashes", ())) if self.battle else []
        """What has been told of the battle so far, clash by clash, as its record has it."""
        self.armies: Plain = act.before.get("record", {}).get("armies", {}) if self.battle else {}
        """The leaders and troops there when it began."""
        self.unsure: set[str] = set()
        """Leaders who lost troops together: nobody has told yet which of them lost whose."""

    # ------------------------------------------------------------------ the page

    @property
    def battle(self) -> Plain:
        """The battle that is being fought."""
        found: Plain = self.page.get("battle") or {}
        return found

    @cached_property
    def cards(self) -> dict[str, Plain]:
        """The leaders of the scenario."""
        found = self.rows("leaders", "leader")
        return {leader_id: card for leader_id, card in found.items() if card["scenario"] == self.option("scenario")}

    @cached_property
    def areas(self) -> dict[str, Plain]:
        """The areas by their ids."""
        return self.rows("areas", "area")

    @cached_property
    def borders(self) -> dict[frozenset[str], str]:
        """How two areas lie beside one another: the type of the border, or `sea`."""
        file = self.data.file("areas")
        land = {frozenset((row["a"], row["b"])): str(row["type"]) for row in file["border"]}
        return {frozenset((row["a"], row["b"])): "sea" for row in file["sea"]} | land

    @cached_property
    def charts(self) -> Mapping[str, Any]:
        """The charts of the game."""
        return self.data.file("charts")

    def leader(self, leader_id: str) -> Plain:
        """Return a leader as he stands on the page."""
        found: Plain = self.page["leaders"][leader_id]
        return found

    def here(self, area: str, side: str) -> list[str]:
        """Return the leaders of a side in an area."""
        leaders = self.page["leaders"].items()
        return [leader_id for leader_id, one in leaders if one.get("where") == "map" and one.get("area") == area
                and one.get("side") == side]  # fmt: skip

    def troops(self, leaders: list[str]) -> Pieces:
        """Return the troops of leaders together."""
        found: Pieces = Counter()
        for leader_id in leaders:
            found.update(self.leader(leader_id).get("troops", {}))
        return found

    def control(self, area: str) -> str:
        """Return who controls an area; "" for nobody."""
        return str(self.page.get("control", {}).get(area, ""))

    def lose_control(self, area: str) -> None:
        """Take the marker off an area."""
        self.page.get("control", {}).pop(area, None)

    def area_of(self, name: str) -> str:
        """Return the area of a name."""
        return next((area_id for area_id, area in self.areas.items() if area["name"] == name), "")

    @property
    def number(self) -> int:
        """The number of the turn."""
        return int(self.page["turn"].get("number", 1))

    @property
    def first(self) -> str:
        """The side that has the initiative; the English until it is rolled for [seed, Phase One]."""
        return str(self.page["turn"].get("first") or "english")

    def loose(self, area: str) -> Plain:
        """Return the troops without a leader in an area."""
        found: Plain = self.page.setdefault("loose", {}).setdefault(area, {})
        return found

    def limit(self, start: str, end: str, side: str) -> int:
        """Return how many leaders may go from one area to the next at a time [seed, Phase Two]; 0 if it is not next."""
        kind = self.borders.get(frozenset((start, end)), "")
        limits = self.data.file("areas")["border_limits"]
        if kind != "sea":
            return int(limits.get(kind, 0))
        friendly = self.control(end) == side or (side == "english" and self.control(start) == side)
        return int(limits["sea_to_friendly_controlled" if friendly else "sea_to_other"])

    def safe(self, area: str, side: str) -> bool:
        """Tell whether an area is neither controlled nor occupied by the enemy."""
        return self.control(area) != ENEMY[side] and not self.here(area, ENEMY[side])

    @cached_property
    def _named_troops(self) -> re.Pattern[str]:
        return re.compile(rf"(\d+) ({'|'.join([*TROOPS, *self._hired])})(?!\w)")

    @cached_property
    def _hired(self) -> Mapping[str, str]:
        """The kinds of mercenaries by the words for them."""
        homes = self.data.file("troops")["mercenary_home"]
        return {rf"mercenar(?:y|ies) \({re.escape(row['name'])}\)": f"mercenary_{row['area']}" for row in homes}

    def told(self, text: str) -> Pieces:
        """Return the troops that a text names."""
        found: Pieces = Counter()
        for number, words in self._named_troops.findall(text):
            forms = {**TROOPS, **self._hired}
            found[next(kind for form, kind in forms.items() if re.fullmatch(form, words))] += int(number)
        return found

    def on_taken(self, event: Event) -> Iterator[Sum]:
        """Check that the first non-aligned leaders stand at home with the troops of the scenario [5]."""
        leader_id = event.subjects[0]
        row = next(row for row in self.data.file("scenarios")["setup"]
                   if row["scenario"] == self.option("scenario") and row["leader"] == leader_id)  # fmt: skip
        side = "english" if "the English" in event.text else "french"
        self.leader(leader_id).update(where="map", side=side, area=row["area"], troops=dict(row["troops"]))
        yield Sum("where he stands", self.area_of(event.text.rpartition(" in ")[2].rstrip(".")), row["area"])

    # ------------------------------------------------------------------ Phase One

    def on_turn(self, event: Event) -> Iterator[Sum]:
        """Check the years of a turn."""
        begun = "sides" not in self.page or any(other.kind == "score" for other in self.act.events)
        number = self.number + 1 if begun and "score" in {other.kind for other in self.act.events} else self.number
        years = next(row for row in self.data.file("scenarios")["turn"]
                     if row["scenario"] == self.option("scenario") and row["turn"] == number)  # fmt: skip
        yield Sum("turn and years", figures(event), [number, years["from"], years["to"]])
        self.page["turn"]["number"] = number

    def on_initiative(self, event: Event) -> Iterator[Sum]:
        """1 more for a King at home, 1 less without a King; a tie changes nothing [seed, Phase One]."""
        rolls, chart = event.report["rolls"], self.charts["initiative"]
        plus = {side: self._for_the_king(side, chart) for side in SIDES}
        totals = {side: rolls[side] + plus[side] for side in SIDES}
        yield Sum("totals", event.report["totals"], totals)
        before = self.first
        first = before if len({*totals.values()}) == 1 else max(SIDES, key=lambda side: totals[side])
        yield Sum("who has the initiative", event.report["first"], first)
        impulses = chart["impulses_base"] + min(rolls.values())
        yield Sum("impulses", event.report["impulses"], impulses)
        told = [figure for side in SIDES
                for figure in ([rolls[side], plus[side], totals[side]] if plus[side] else [rolls[side]])]  # fmt: skip
        said = [abs(figure) for figure in figures(event)]
        least = [min(rolls.values()), chart["impulses_base"]]
        in_words = said[: len(told)] + said[-4:]
        yield Sum("initiative in words", in_words, [*map(abs, told), impulses, *least, impulses - 1])
        self.page["turn"]["first"] = first

    def _for_the_king(self, side: str, chart: Plain) -> int:
        king = self.page.get("kings", {}).get(side)
        if not king:
            return -int(chart["no_king_penalty"])
        at_home = self.leader(king).get("where") == "map" and self.leader(king).get("area") == chart["king_home"][side]
        return int(chart["king_home_bonus"]) if at_home else 0

    # ------------------------------------------------------------------ Phase Two

    def on_move(self, event: Event) -> Iterator[Sum]:
        """Over a border go no more than its limit, and who leaves an enemy must be more [seed, Phase Two]."""
        group = list(event.subjects)
        start, side = self.leader(group[0])["area"], self.leader(group[0])["side"]
        names = re.search(r"from (.+) to (.+?) with strength (\d+)\.", event.text)
        yield Sum("where they were", self.area_of(names[1] if names else ""), start)
        end = self.area_of(names[2] if names else "")
        yield Sum("strength", int(names[3]) if names else 0, self._force(group))
        yield Sum("no more than the border lets pass", len(group) <= self.limit(start, end, side), True)
        own, enemies = len(self.here(start, side)), len(self.here(start, ENEMY[side]))
        marker = self.control(start) == ENEMY[side]
        last = 0 if self.option("leaving") == "group" else len(group) - 1
        yield Sum("outnumber the enemy", own - last > enemies + marker, True, "WOG-2.10")
        for leader_id in group:
            self.leader(leader_id)["area"] = end
        self._marked(end, side)

    def _marked(self, area: str, side: str) -> None:
        """Make the side that comes to the enemy first the aggressor."""
        if self.here(area, ENEMY[side]):
            self.page.setdefault("aggressors", {}).setdefault(area, side)

    def on_aggressor(self, event: Event) -> Iterator[Sum]:
        """Check that a marker stands where the enemy is."""
        if event.rule == "WOG-0.4":
            return
        side = "english" if "The English are" in event.text else "french"
        limit = self.charts["battle"]["miss_limit"]
        yield Sum("rounds without a hit in words", figures(event) in ([], [limit]), True)
        yield Sum("enemies there", bool(self.here(event.subjects[0], ENEMY[side])), True)

    def on_unmark(self, event: Event) -> Iterator[Sum]:
        """Check that a marker goes where one's leaders are two more [seed: Remove enemy control marker]."""
        area = event.subjects[0]
        enemy = self.control(area)
        yield Sum("an enemy marker", enemy in SIDES, True)
        own, enemies = len(self.here(area, ENEMY.get(enemy, ""))), len(self.here(area, enemy))
        yield Sum("outnumber the enemy", own > enemies + 1, True)
        self.lose_control(area)

    # ------------------------------------------------------------------ Phase Three: commanders and sieges

    def on_battle(self, event: Event) -> Iterator[Sum]:
        """Check that a battle begins where both sides have leaders."""
        area = event.report["area"]
        sizes = [self._strength(side, area) for side in SIDES]
        yield Sum("strengths", figures(event), sizes)
        aggressor = self.page.get("aggressors", {}).get(area) or self.first
        self.page["battle"] = {"area": area, "aggressor": aggressor, "commanders": {}}
        self.hits, self.fled, self.clashes = {}, Counter(), []
        self.armies = {side: {leader_id: positive(self.leader(leader_id).get("troops", {}))
                              for leader_id in self.here(area, side)}
                       for side in SIDES}  # fmt: skip

    def on_commander(self, event: Event) -> Iterator[Sum]:
        """Check that the highest ranking leader commands [seed: Highest ranking leader must be BC]."""
        leader_id = event.subjects[0]
        side = self.leader(leader_id)["side"]
        best = max(self.cards[one]["rank"] for one in self.here(self.battle["area"], side))
        yield Sum("the highest rank", self.cards[leader_id]["rank"], best)
        yield Sum("ratings", figures(event), [self.cards[leader_id][name] for name in ("bravery", "battle")])
        self.battle.setdefault("commanders", {})[side] = leader_id

    on_only_commander = on_commander

    def _card(self, side: str) -> Plain:
        return self.cards[self.battle["commanders"][side]]

    def on_siege(self, event: Event) -> Iterator[Sum]:
        """Check the siege number, from the value of the area, the braveries, and the gunners [seed: Siege Number]."""
        side = "english" if event.text.startswith("The English") else "french"
        area = self.battle["area"]
        yield Sum("controls the area", self.control(area), side)
        chart = self.charts["siege"]
        guns = min(chart["max_gunner_points"], self.troops(self.here(area, ENEMY[side]))["gunner"])
        braveries = self._card(side)["bravery"] - self._card(ENEMY[side])["bravery"]
        parts = [chart["base"], self.areas[area]["value"], braveries, -guns]
        number = sum(parts)
        yield Sum("siege number", event.report["number"], number)
        yield Sum("siege number in words", figures(event), [number, *(abs(part) for part in parts if part)])
        self.battle.update(besieged=side, kind="siege", number=number)

    def on_assault(self, event: Event) -> Iterator[Sum]:
        """Check that the walls fall to a roll above the siege number [seed: If attacker 1d6 > SN]."""
        said = event.report
        if "number" in self.battle:
            yield Sum("siege number", said["number"], self.battle["number"])
        yield Sum("won", said["won"], said["roll"] > said["number"])
        yield Sum("assault in words", figures(event), [said["roll"], said["number"]])
        self.battle["won"] = said["won"]
        attacker = next(side for side in SIDES if side != self.battle.get("besieged"))
        self.clashes.append({"kind": "assault", "number": said["number"], "rolls": {attacker: [said["roll"]]}})

    def on_flight(self, event: Event) -> Iterator[Sum]:
        """Check that a side that failed before walls flees to areas free of enemies, within each border's limit."""
        area = self.battle["area"]
        end = self.area_of(event.text.partition(" to ")[2].rstrip("."))
        side = self.leader(event.subjects[0])["side"]
        self.fled[area, end] += len(event.subjects)
        yield Sum("free of the enemy", self.safe(end, side), True)
        yield Sum("no more than the border lets pass", self.fled[area, end] <= self.limit(area, end, side), True)
        for leader_id in event.subjects:
            self.leader(leader_id)["area"] = end

    def on_captured(self, event: Event) -> Iterator[Sum]:
        """All behind walls that fell are captured, and who has nowhere to go [seed, Phase Three]."""
        area = self.battle["area"]
        side = self.leader(event.subjects[0])["side"]
        if event.rule == "WOG-3.9":
            yield Sum("who is captured", sorted(event.subjects), sorted(self.here(area, side)))
        elif self.battle.get("kind") == "siege":
            ways = [end for end in self.areas if self.safe(end, side)
                    and self.limit(area, end, side) > self.fled[area, end]]  # fmt: skip
            yield Sum("ways that are left", ways, [])
        for leader_id in event.subjects:
            self._off(leader_id, "captured")

    def _off(self, leader_id: str, where: str) -> None:
        """Take a leader off the map, his troops with him; mercenaries are put aside."""
        for kind, number in self.leader(leader_id).get("troops", {}).items():
            if kind.startswith("mercenary"):
                aside = self.page.setdefault("aside", {})
                aside[kind] = aside.get(kind, 0) + number
        self.leader(leader_id).update(where=where, area=None, troops={}, disgraced=False)

    # ------------------------------------------------------------------ Phase Three: rounds

    def on_jeanne(self, event: Event) -> Iterator[Sum]:
        """Check that a roll below the English commander's bravery silences the French, above it the English [seed]."""
        roll, bravery = figures(event)
        yield Sum("the die", self.thrown(roll), True)
        yield Sum("bravery", bravery, self._card("english")["bravery"])
        yield Sum("Jeanne d'Arc commands", self.battle["commanders"]["french"], "jeanne_darc")
        self.roll = roll
        self.silent = "french" if roll < bravery else "english" if roll > bravery else ""
        no_dice = re.search(r"the (English|French) roll no dice", event.text)
        yield Sum("who rolls no dice", no_dice[1].lower() if no_dice else "", self.silent)

    def _dice(self, side: str) -> int:
        """Return the number of a side's dice [seed: X Battle Dice]."""
        area = self.battle["area"]
        found = self.here(area, side)
        troops = self.troops(found)
        commander = self.battle["commanders"][side]
        bows = sum(troops[kind] for kind in LONGBOWS)
        rating = self.cards[commander]["battle"]
        own = self.leader(commander).get("troops", {})
        if commander == "robin_hood" and any(own.get(kind) for kind in LONGBOWS):
            rating += 1
        archers = sum(bool(self.cards[leader_id]["longbow"]) for leader_id in found)
        return int(min(rating, self._strength(side, area)) + min(rating, bows + archers))

    def _strength(self, side: str, area: str) -> int:
        """Return the strength of a side in an area without gunners; a leader counts 1."""
        return self._force(self.here(area, side))

    def _force(self, leaders: list[str]) -> int:
        """Return the strength of some leaders together."""
        troops = self.troops(leaders)
        return len(leaders) + troops.total() - troops["gunner"]

    def _plus(self, side: str) -> int:
        """Return what the braver side adds to its dice."""
        return max(0, int(self._card(side)["bravery"] - self._card(ENEMY[side])["bravery"]))

    def _struck(self, rolls: list[int], plus: int) -> int:
        return sum(roll + plus >= self.charts["battle"]["hit_on"] for roll in rolls)

    def on_round(self, event: Event) -> Iterator[Sum]:
        """Dice, what is added to them, hits, and the misses of the aggressor [seed: For each round]."""
        said, battle = event.report, self.battle
        yield from self._taken()
        number = battle.get("round", 0) + 1
        yield Sum("round", said["round"], number)
        yield Sum("commanders", said["commanders"], battle["commanders"])
        hits = {}
        for side in SIDES:
            rolls = said["rolls"].get(side, [])
            yield Sum(f"dice of the {side}", len(rolls), 0 if side == self.silent else self._dice(side))
            yield Sum(f"added by the {side}", said["plus"][side], self._plus(side))
            hits[side] = self._struck(rolls, said["plus"][side])
        yield Sum("hits", said["hits"], hits)
        missed = min(self.charts["battle"]["miss_limit"], battle.get("misses", 0) + 1)
        misses = 0 if hits[battle["aggressor"]] else missed
        yield Sum("misses", said["misses"], misses)
        told = [number, *(figure for side in SIDES for figure in self._in_words(said, side))]
        limit = self.charts["battle"]["miss_limit"]
        yield Sum(
            "round in words", figures(event), [*told, *([misses, limit][: 2 - (misses == limit)] if misses else [])]
        )
        battle.update(round=number, misses=misses)
        told_of = {key: said[key] for key in ("rolls", "plus", "hits")}
        self.clashes.append({"kind": "round", **told_of, "misses": misses, "jeanne": self.roll, "silent": self.silent})
        self.hits, self.silent, self.roll = dict(hits), "", 0

    def _in_words(self, said: Plain, side: str) -> list[int]:
        """Return the figures in the words of a side's dice."""
        rolls = said["rolls"].get(side, [])
        if not rolls:
            return []
        return [len(rolls), *rolls, self.charts["battle"]["hit_on"] - said["plus"][side], said["hits"][side]]

    def on_pursuit(self, event: Event) -> Iterator[Sum]:
        """Check that the pursuing army alone rolls, 1 better [seed: Retreating armies are pursued]."""
        said = event.report
        side = said["side"]
        plus = self.charts["battle"]["pursuit_modifier"] + (self._plus(side) if self.option("pursuit_bravery") else 0)
        yield Sum("dice", len(said["rolls"]), self._dice(side))
        yield Sum("added", said["plus"], plus)
        hits = self._struck(said["rolls"], plus)
        yield Sum("hits", said["hits"], hits)
        own = self.charts["battle"]["pursuit_modifier"]
        added = [own, *([plus - own] if plus > own else [])]
        needed = self.charts["battle"]["hit_on"] - plus
        told = [*added, len(said["rolls"]), *said["rolls"], needed, hits]
        yield Sum("pursuit in words", figures(event), told if said["rolls"] else added)
        self.hits = {side: hits}
        self.clashes.append(
            {"kind": "pursuit", "rolls": {side: said["rolls"]}, "plus": {side: plus}, "hits": {side: hits}}
        )

    def on_losses(self, event: Event) -> Iterator[Sum]:
        """As many points go as there were hits, knights for two, nothing that need not go [seed; 6.4]."""
        said = event.report
        side, lost, leaders = said["side"], Counter(said["troops"]), said["leaders"]
        area = self.battle["area"]
        standing = self.here(area, side)
        hits = self.hits.pop(ENEMY[side], 0)
        names = [self.cards[leader_id]["name"].rpartition(", ")[2] for leader_id in leaders]
        yield Sum("losses in words", self.told(event.text), lost)
        yield Sum("leaders in words", all(name in event.text for name in names), True)
        had = self.troops(standing)
        yield Sum("what is lost was there", {k: n for k, n in lost.items() if n > had[k]}, {})
        covers = [*self._covers(lost), *[1] * len(leaders)]
        everything = lost == had and sorted(leaders) == sorted(standing)
        if everything:
            yield Sum("hits covered", sum(covers) <= hits + 1, True)
        else:
            yield Sum("hits covered", sum(covers) >= hits, True)
            spare = [cover for cover in covers if sum(covers) - cover >= hits]
            if not self._by_name(side):
                yield Sum("pieces that need not go", spare, [])
        hired = {kind: n for kind, n in lost.items() if kind.startswith("mercenary")}
        if hired:
            all_hired = {kind: n for kind, n in had.items() if kind.startswith("mercenary") and n}
            yield Sum("mercenaries who run", hired, all_hired, "WOG-3.31")
        yield from self._led(side, standing, leaders, lost)
        self.clashes[-1].setdefault("lost", {})[side] = dict(lost)
        self._take(standing, leaders, lost)

    def _covers(self, lost: Pieces) -> list[int]:
        """Return what each piece covers: a knight two hits, mercenaries one all together."""
        hired = any(kind.startswith("mercenary") for kind in lost)
        others = {kind: n for kind, n in lost.items() if not kind.startswith("mercenary")}
        knight = self.charts["battle"]["knight_hits"]
        covers = [knight if kind in KNIGHTS else 1 for kind, n in others.items() for _ in range(n)]
        return [*covers, *([1] if hired else [])]

    def _by_name(self, side: str) -> bool:
        """Tell whether a side names its losses itself, or has ordered which go first."""
        ordered = self.page.get("orders", {}).get(side, {}).get("losses")
        return bool(ordered) or self.option("hit_allocation") != "auto"

    def _led(self, side: str, found: list[str], leaders: list[str], lost: Pieces) -> Iterator[Sum]:
        """Check that a leader goes only after his troops, the commander last [seed: Remove troop strength points]."""
        commander = self.battle["commanders"][side]
        for leader_id in leaders:
            own = self.leader(leader_id).get("troops", {})
            if not self.battle.get("guessed"):
                yield Sum(f"troops of {leader_id} that are left", {k: n for k, n in own.items() if n > lost[k]}, {})
        if commander in leaders:
            yield Sum("the commander goes last", sorted(leaders), sorted(found))

    def _take(self, standing: list[str], leaders: list[str], lost: Pieces) -> None:
        """Take losses off the armies: first of those whose leaders went, then of whom has most."""
        for kind, number in lost.items():
            for _ in range(number):
                armies = [
                    one for leader_id in standing if (one := self.leader(leader_id).setdefault("troops", {})).get(kind)
                ]
                if not armies:
                    break
                gone = [
                    self.leader(leader_id)["troops"]
                    for leader_id in leaders
                    if self.leader(leader_id).get("troops", {}).get(kind)
                ]
                army = gone[0] if gone else max(armies, key=lambda army: army[kind])
                army[kind] -= 1
                if len(armies) > 1:
                    self.battle["guessed"] = True
                    self.unsure |= {*standing}
            if kind.startswith("mercenary"):
                aside = self.page.setdefault("aside", {})
                aside[kind] = aside.get(kind, 0) + number

    def _taken(self) -> Iterator[Sum]:
        """No hit was forgotten."""
        if self.option("hit_allocation") == "auto":
            for side, hits in self.hits.items():
                if hits and self.here(self.battle["area"], ENEMY[side]):
                    yield Sum(f"hits of the {side} that nobody took", hits, 0, "WOG-3.27")

    def on_fate(self, event: Event) -> Iterator[Sum]:
        """Check the roll of each leader hit on the Elimination Chart [seed: For each leader hit in battle]."""
        said = event.report
        leader_id, rank = said["leader"], self.cards[said["leader"]]["rank"]
        chart = self.charts["elimination_flat"]
        if self.option("elimination_chart") != "flat":
            chart = next(row for row in self.charts["elimination"] if row["rank"] == rank)
        roll = said["roll"]
        fate = "killed" if roll <= chart["killed"] else "captured" if roll <= chart["captured"] else "routed"
        yield Sum("fate", said["fate"], fate)
        rows = [range(1, chart["killed"] + 1), range(chart["killed"] + 1, chart["captured"] + 1)]
        told = [number for row in rows for number in dict.fromkeys((row[0], row[-1]))]
        yield Sum("fate in words", figures(event), [roll, *told])
        side = self.leader(leader_id)["side"]
        self.clashes[-1].setdefault("fates", []).append(said)
        self._off(leader_id, fate)
        if fate == "killed" and self.page.get("kings", {}).get(side) == leader_id:
            self.leader(leader_id)["crowned"] = True
            del self.page["kings"][side]

    def on_retreat(self, event: Event) -> Iterator[Sum]:
        """Check that a retreat leads to an area next to it that is free of the enemy [seed: Retreat]."""
        side = "english" if event.text.startswith("The English") else "french"
        area = self.battle["area"]
        yield from self._taken()
        self.hits = {}
        names = re.search(r"from (.+) to (.+)\.", event.text)
        if names:
            end = self.area_of(names[2])
            yield Sum("free of the enemy", self.safe(end, side), True)
            yield Sum("next to it", self.limit(area, end, side) > 0, True)
            self.battle["to"] = end
        if event.rule == "WOG-3.25":
            yield Sum("misses", self.battle.get("misses", 0), self.charts["battle"]["miss_limit"])
            yield Sum("the aggressor", side, self.battle["aggressor"])

    def on_disgrace(self, event: Event) -> Iterator[Sum]:
        """As many as the border lets pass get away, disgraced."""
        area, end = self.battle["area"], self.battle.get("to", "")
        yield from self._taken()
        side = self.leader(event.subjects[0])["side"]
        there = len(self.here(area, side))
        yield Sum("how many get away", len(event.subjects), min(there, self.limit(area, end, side)))
        for leader_id in event.subjects:
            self.leader(leader_id).update(area=end, disgraced=True)

    def on_battle_over(self, event: Event) -> Iterator[Sum]:
        """One side at most is left."""
        yield from self._taken()
        area = event.report["area"]
        yield Sum("rounds", event.report["rounds"], self.battle.get("round", 0))
        left = [side for side in SIDES if self.here(area, side)]
        yield Sum("sides that are left", len(left) <= 1, True)
        holds = re.search(r"the (English|French) hold the (?:field|walls)", event.text)
        yield Sum("who holds the field", holds[1].lower() if holds else "", "".join(left))
        yield from self._recorded(event.report["record"] or {})
        self.page["battle"] = None
        self.hits = {}

    def _recorded(self, record: Plain) -> Iterator[Sum]:
        """Check that the record of a battle says what was told of it."""
        if record and self.clashes:
            yield Sum("turn of the record", record["turn"], self.number)
            yield Sum("armies of the record", record["armies"], self.armies)
            said = [_known(clash) for clash in record["clashes"]]
            yield Sum("clashes of the record", said, [_known(clash) for clash in self.clashes])

    # ------------------------------------------------------------------ Phase Four

    def on_phase_end(self, event: Event) -> Iterator[Sum]:
        """Check the duties left at the end of a phase."""
        match event.text.partition(",")[0]:
            case "Phase Three":
                self.checks = dict(self._to_check())
                # Nobody is asked anything in Phase Four: whatever stops the game there finds the markers gone.
                self.page["aggressors"] = {}
                for one in self.page["leaders"].values():
                    one["disgraced"] = False
            case "Phase Four":
                yield Sum("areas that were not checked", sorted(self.checks), [], "WOG-4.2")
            case "Phase Eight":
                old = [leader_id for leader_id, one in self.page["leaders"].items()
                       if one.get("where") in ("map", "captured", "routed")
                       and self._dies_on(leader_id) >= 6]  # fmt: skip
                yield Sum("who cannot live on", old, [], "WOG-8.2")

    def _to_check(self) -> Iterator[tuple[str, tuple[str, tuple[bool, int, int] | None]]]:
        """Yield the areas that are checked: where a leader who is not disgraced stands, and it is not his side's."""
        for area, row in self.areas.items():
            for side in SIDES if row["kind"] == "contested" else ():
                present = [
                    leader_id for leader_id in self.here(area, side) if not self.leader(leader_id).get("disgraced")
                ]
                if not present or self.control(area) == side:
                    continue
                if self.control(area):
                    yield area, (side, None)
                    continue
                troops = self.troops(self.here(area, side))
                hired = sum(number for kind, number in troops.items() if kind.startswith("mercenary"))
                home = any(self.cards[leader_id]["home"] == area for leader_id in present)
                base = (
                    self.charts["control"]["home_base"]
                    if home
                    else max(self.cards[leader_id]["rank"] for leader_id in present)
                )
                yield area, (side, (home, base, hired))

    def on_control(self, event: Event) -> Iterator[Sum]:
        """Enemy control is lost; an uncontrolled area is rolled for [seed, Phase Four]."""
        said = event.report
        side, parts = self.checks.pop(said["area"], ("nobody", None))
        yield Sum("is to be checked", side in SIDES, True)
        if "roll" not in said:
            yield Sum("control is lost without a roll", parts, None)
            self.lose_control(said["area"])
            return
        home, base, hired = parts or (False, 0, 0)
        needed = base - hired if parts else None
        yield Sum("needed", said["needed"], needed)
        won = needed is not None and said["roll"] <= needed
        yield Sum("who controls it", said["side"], side if won else "")
        because = [*([] if home else [base]), *([hired] if hired else [])]
        told = [said["roll"]] if said["needed"] >= 6 else [said["roll"], max(0, said["needed"]), *because]
        yield Sum("control in words", figures(event), told)
        if won:
            self.page.setdefault("control", {})[said["area"]] = side

    # ------------------------------------------------------------------ Phases Five and Six

    def on_raised(self, event: Event) -> Iterator[Sum]:
        """In each controlled area as much as its value, special troops where they may be [seed, Phase Five]."""
        side = "english" if event.text.startswith("The English") else "french"
        for part in _parts(event, " raise "):
            words, _, name = part.rpartition(" in ")
            area, pieces = self.area_of(name), self.told(words)
            row = self.areas[area]
            yield Sum(f"controls {area}", self.control(area), side)
            yield Sum(f"no more than the value of {area}", pieces.total() <= row["value"], True, "WOG-5.3")
            for kind, number in pieces.items():
                yield from self._may_raise(area, kind, number)
            yield Sum("knights", sum(pieces[kind] for kind in KNIGHTS) <= 1, True, "WOG-5.7")
            self._lie(area, pieces)

    def _may_raise(self, area: str, kind: str, number: int) -> Iterator[Sum]:
        troop, row = self.rows("troops", "troop")[kind], self.areas[area]
        places = ("any_contested", row["country"], f"value_{row['value']}")
        yield Sum(f"{kind} may be raised in {area}", any(place in troop["raise_in"] for place in places), True)
        yield Sum(f"{kind} of the scenario", self.option("scenario") in troop["available"], True)
        yield Sum(f"{kind} in {area}", number <= troop["per_area_per_turn"], True)
        if troop["counter_mix"] >= 0:
            used = self._in_use()[kind] + number
            yield Sum(f"pieces of {kind} in use", used <= troop["counter_mix"], True)
        if kind == "gunner":
            yield Sum("a turn with gunners", self.number >= self.option("gunners_from_turn"), True)

    def _in_use(self) -> Pieces:
        found = self.troops(list(self.page["leaders"]))
        for pieces in self.page.get("loose", {}).values():
            found.update(pieces)
        return found

    def _lie(self, area: str, pieces: Mapping[str, int], sign: int = 1) -> None:
        """Lay troops down in an area, or pick them up with a `sign` of -1."""
        there = self.loose(area)
        for kind, number in pieces.items():
            there[kind] = there.get(kind, 0) + sign * number

    def on_home(self, event: Event) -> Iterator[Sum]:
        """Mercenaries without a leader go home [seed, Phase Five]."""
        yield Sum("who goes home", positive(self.told(event.text)), positive(self._unhired()))
        self.page["aside"] = {}
        for pieces in self.page.get("loose", {}).values():
            for kind in [kind for kind in pieces if kind.startswith("mercenary")]:
                del pieces[kind]

    def _unhired(self) -> Pieces:
        found: Pieces = Counter(self.page.get("aside", {}))
        for pieces in self.page.get("loose", {}).values():
            found.update({kind: n for kind, n in pieces.items() if kind.startswith("mercenary")})
        return found

    def _linked(self, start: str, side: str) -> set[str]:
        """Return the areas that a chain of a side's areas leads to [seed, Phase Six]."""
        found, edge = {start}, [start]
        while edge:
            here = edge.pop()
            for there in self.areas:
                kind = self.borders.get(frozenset((here, there)), "obstructed")
                barred = kind == "obstructed" or (kind == "sea" and side == "french")
                if there not in found and not barred and self.control(there) == side:
                    found.add(there)
                    edge.append(there)
        return found

    def on_deployed(self, event: Event) -> Iterator[Sum]:
        """Troops move through a chain of friendly areas [seed, Phase Six]."""
        side = "english" if event.text.startswith("The English") else "french"
        end = event.subjects[0]
        rest = event.text.partition(" deploy ")[2].rpartition(" to ")[0]
        names = "|".join(re.escape(row["name"]) for row in self.areas.values())
        for words, name in re.findall(rf"(.+?) from ({names})(?: and |, and |, |$)", rest):
            start, pieces = self.area_of(name), self.told(words)
            yield Sum(f"controls {start}", self.control(start), side)
            yield Sum("a chain of friendly areas", start == end or end in self._linked(start, side), True)
            short = {kind: n for kind, n in pieces.items() if self.loose(start).get(kind, 0) < n}
            yield Sum(f"troops in {start}", short, {})
            self._lie(start, pieces, -1)
            self._lie(end, pieces)

    def on_recruited(self, event: Event) -> Iterator[Sum]:
        """Mercenaries step from their home over a chain of friendly areas to a leader with room [seed, Phase Six]."""
        leader_id = event.subjects[0]
        side, area = self.leader(leader_id)["side"], self.leader(leader_id)["area"]
        for kind, number in self.told(event.text).items():
            home = kind.removeprefix("mercenary_")
            hired = self._in_use()[kind] + number
            pieces = self.rows("troops", "mercenary_home", "area")[home]["pieces"]
            yield Sum("pieces at home", hired <= pieces, True)
            yield Sum("a chain of friendly areas", area == home or area in self._linked(home, side), True)
            self._give(leader_id, {kind: number})
        yield from self._room(leader_id)

    def _give(self, leader_id: str, pieces: Mapping[str, int]) -> None:
        army = self.leader(leader_id).setdefault("troops", {})
        for kind, number in pieces.items():
            army[kind] = army.get(kind, 0) + number

    def _room(self, leader_id: str) -> Iterator[Sum]:
        """Check that a leader commands three points for each star, and only what he may [seed, Phases Five and Ten]."""
        army, card = self.leader(leader_id).get("troops", {}), self.cards[leader_id]
        most = self.charts["command"]["strength_per_star"] * card["rank"]
        yield Sum(f"no more than {leader_id} commands", sum(army.values()) <= most, True, "WOG-10.5")
        wrong = [kind for kind, number in army.items() if number and not self._commands(leader_id, kind)]
        yield Sum(f"what {leader_id} may not command", wrong, [], "WOG-10.3")

    def _commands(self, leader_id: str, kind: str) -> bool:
        card = self.cards[leader_id]
        national = card["nationality"] in SIDES
        troop = self.rows("troops", "troop")["mercenary" if kind.startswith("mercenary") else kind]
        match troop["command"][self.option("scenario")]:
            case "national_3star":
                return national and card["rank"] == 3
            case "burgundian":
                return (national and card["rank"] == 3) or ("burgundian" in card["tags"] and card["rank"] >= 2)
            case "national":
                return national
            case "liw_english_longbow":
                return leader_id in ARCHERS
        return True

    # ------------------------------------------------------------------ Phases Seven and Eight

    def on_exchange(self, event: Event) -> Iterator[Sum]:
        """Stars for stars, as many as can be [seed, Phase Seven]."""
        stars = {side: sum(self.cards[leader_id]["rank"] for leader_id in event.subjects
                           if self.leader(leader_id)["side"] == side)
                 for side in SIDES}  # fmt: skip
        yield Sum("stars for stars", stars["english"], stars["french"])
        if self.option("exchange") == "mandatory_max":
            yield Sum("as many stars as can be", stars["english"], self._most_stars())
        for leader_id in event.subjects:
            yield Sum(f"{leader_id} was a prisoner", self.leader(leader_id).get("where"), "captured")
            self.leader(leader_id)["where"] = "routed"

    def _most_stars(self) -> int:
        """Return the most stars for which groups of both prisons can be exchanged."""
        sums: list[set[int]] = []
        for side in SIDES:
            ranks = [self.cards[leader_id]["rank"] for leader_id, one in self.page["leaders"].items()
                     if one.get("where") == "captured" and one.get("side") == side]  # fmt: skip
            sums.append({sum(group) for size in range(len(ranks) + 1) for group in combinations(ranks, size)})
        return max(sums[0] & sums[1])

    def on_ransom(self, event: Event) -> Iterator[Sum]:
        """Check that a leader is paid for with areas that are worth his stars [seed, Phase Seven]."""
        leader_id, *areas = event.subjects
        side = self.leader(leader_id)["side"]
        yield Sum("his side's areas", [area for area in areas if self.control(area) != side], [])
        worth = sum(self.areas[area]["value"] for area in areas)
        yield Sum("worth his rank", worth >= self.cards[leader_id]["rank"], True)
        yield Sum("was a prisoner", self.leader(leader_id).get("where"), "captured")
        for area in areas:
            self.lose_control(area)
        self.leader(leader_id)["where"] = "routed"

    def _share_out(self, leader_id: str, told: Pieces) -> None:
        """Let a leader who lost troops together with others have what is told, and them what is left, if it can be."""
        own, side = self.leader(leader_id).setdefault("troops", {}), self.leader(leader_id).get("side")
        together = [self.leader(other) for other in sorted(self.unsure - {leader_id})]
        others = [one.setdefault("troops", {}) for one in together if one.get("side") == side]
        for kind in {*own, *told} if leader_id in self.unsure else ():
            for army in others:
                moved = max(told[kind] - own.get(kind, 0), -own.get(kind, 0))
                moved = min(moved, army.get(kind, 0))
                own[kind], army[kind] = own.get(kind, 0) + moved, army.get(kind, 0) - moved

    def _dies_on(self, leader_id: str) -> int:
        """Return the highest roll on which a leader dies, by his age [4.2]; before his year he is as in it."""
        row = self.charts["death_gentle" if self.option("death_chart") == "gentle" else "death"]["dies_on"]
        age = max(1, self.number - self.cards[leader_id]["entry"] + 1)
        return int(row[min(age, len(row)) - 1])

    def on_death(self, event: Event) -> Iterator[Sum]:
        """Check that a leader dies by his age, and his troops stay behind [seed, Phase Eight]."""
        said = event.report
        leader_id, one = said["leader"], self.leader(said["leader"])
        needed = self._dies_on(leader_id)
        yield Sum("dies on", said["needed"], needed)
        yield Sum("dies", said["roll"] <= needed, True)
        self._share_out(leader_id, self.told(event.text))
        army = Counter(positive(one.get("troops", {})))
        yield Sum("death in words", figures(event)[:2], [said["roll"], needed])
        yield Sum("troops that he leaves", self.told(event.text), army)
        if one.get("where") == "map":
            self._lie(one["area"], army)
        side = one.get("side")
        if side in SIDES and self.page.get("kings", {}).get(side) == leader_id:
            del self.page["kings"][side]
        one.update(where="dead", area=None, troops={})

    # ------------------------------------------------------------------ Phases Nine and Ten

    def on_pool(self, event: Event) -> Iterator[Sum]:
        """Those of the next turn come, and the routed come back [seed, Phase Nine]."""
        leaders, new = self.page["leaders"], ("future", self.number + 1)
        coming = [leader_id for leader_id, one in leaders.items() if one.get("where") == "routed"
                  or (one.get("where", "future"), self.cards[leader_id]["entry"]) == new]  # fmt: skip
        yield Sum("to be placed", sorted(event.subjects), sorted(coming))
        for leader_id in coming:
            self.leader(leader_id).update(where="pool")

    def on_placed(self, event: Event) -> Iterator[Sum]:
        """Check that a leader comes to a friendly or neutral area, or home with infantry [seed, Phase Nine]."""
        leader_id, area = event.subjects
        card, one = self.cards[leader_id], self.leader(leader_id)
        served = re.search(r"for the (English|French)", event.text)
        side = served[1].lower() if served else card["nationality"]
        home = card["home"] == area
        yield Sum("may come there", home or self.areas[area]["kind"] == "neutral" or self.control(area) == side, True)
        infantry = card["rank"] if home or self.option("free_infantry_everywhere") else 0
        yield Sum("infantry", self.told(event.text), positive({"infantry": infantry}))
        one.update(where="map", side=side, area=area, troops=positive({"infantry": infantry}))
        self._marked(area, side)

    def on_crowned(self, event: Event) -> Iterator[Sum]:
        """Check that a King is a 3-star leader of his own nation, where there is none [seed, Phase Nine]."""
        leader_id = event.subjects[0]
        card, side = self.cards[leader_id], self.cards[leader_id]["nationality"]
        yield Sum("may be King", (card["rank"], card["king"], self.leader(leader_id).get("where")), (3, True, "map"))
        yield Sum("there was no King", self.page.setdefault("kings", {}).get(side), None)
        self.page["kings"][side] = leader_id

    def on_no_king(self, event: Event) -> Iterator[Sum]:
        """Nobody is crowned where there is nobody to crown."""
        side = "english" if event.text.startswith("The English") else "french"
        able = [leader_id for leader_id, one in self.page["leaders"].items() if one.get("where") == "map"
                and self.cards[leader_id]["king"] and self.cards[leader_id]["nationality"] == side
                and self.cards[leader_id]["rank"] == 3]  # fmt: skip
        yield Sum("who could be crowned", able, [])

    def on_assigned(self, event: Event) -> Iterator[Sum]:
        """Troops without a leader go to leaders in the same area [seed, Phase Ten]."""
        side = "english" if event.text.startswith("The English") else "french"
        ids = {
            self.cards[leader_id]["name"]: leader_id
            for leader_id, one in self.page["leaders"].items()
            if one.get("where") == "map"
        }
        for part in _parts(event, " assign "):
            words, _, name = part.partition(" to ")
            leader_id, pieces = ids[name], self.told(words)
            area = self.leader(leader_id)["area"]
            yield Sum(f"{leader_id} serves", self.leader(leader_id)["side"], side)
            short = {kind: n for kind, n in pieces.items() if self.loose(area).get(kind, 0) < n}
            yield Sum(f"troops in {area}", short, {})
            self._lie(area, pieces, -1)
            self._give(leader_id, pieces)
            yield from self._room(leader_id)

    def on_dispersed(self, event: Event) -> Iterator[Sum]:
        """Check that what has no leader is removed [seed, Phase Ten]."""
        said: dict[str, Pieces] = {}
        for part in event.text.partition(": ")[2].partition(".")[0].split("; "):
            words, _, name = part.rpartition(" in ")
            said[self.area_of(name)] = self.told(words)
        left = {area: found for area, pieces in self.page.get("loose", {}).items()
                if (found := Counter(positive(pieces)))}  # fmt: skip
        yield Sum("what disperses", said, left)
        self.page["loose"] = {}

    # ------------------------------------------------------------------ Phase Eleven

    def on_score(self, event: Event) -> Iterator[Sum]:
        """Points for areas, for the killed, for prisoners; the lead is one number [seed, Phase Eleven]."""
        said = event.report
        points = self._points()
        rows = Counter((row["side"], row["rule"]) for row in said["points"] for _ in range(row["points"]))
        yield Sum("points by their rules", rows, points)
        totals = {side: sum(n for (one, _), n in points.items() if one == side) for side in SIDES}
        before = self.page.get("score", 0)
        score = before + totals["english"] - totals["french"]
        yield Sum("score", said["score"], score)
        told = [totals["english"], totals["french"], *([abs(score)] if score else [])]
        yield Sum("score in words", figures(event), told)
        yield Sum("who leads", _lead(event.text), score)
        self.page["score"] = score
        for one in self.page["leaders"].values():
            if one.get("where") == "killed":
                one["where"] = "dead"

    def _points(self) -> Counter[tuple[str, str]]:
        """Return the points of a turn by side and rule."""
        chart = self.charts["score"]
        scored: Counter[tuple[str, str]] = Counter()
        for area, side in self.page.get("control", {}).items():
            value = self.areas[area]["value"]
            scored[side, f"WOG-11.{6 - value}"] += chart["area_value"][value - 1]
        if self.control("ile_de_france") == "english":
            scored["english", "WOG-11.6"] += chart["capital"]
        if self.control("england") == "french":
            scored["french", "WOG-11.7"] += chart["capital"]
        for leader_id, one in self.page["leaders"].items():
            rank, enemy = self.cards[leader_id]["rank"], ENEMY.get(one.get("side", ""), "")
            if one.get("where") == "killed":
                scored[enemy, f"WOG-11.{11 - rank}"] += chart["killed"][rank - 1]
                if one.get("crowned"):
                    scored[enemy, "WOG-11.11"] += chart["king"]
            elif one.get("where") == "captured":
                scored[enemy, "WOG-11.12"] += chart["prison_per_star"] * rank
        return Counter({key: number for key, number in scored.items() if number})

    def on_victory(self, event: Event) -> Iterator[Sum]:
        """Check that a great lead ends the game, else the last turn does [6.12]; a player may also resign."""
        score = self.page.get("score", 0)
        if event.rule in ("WOG-13.2", "WOG-13.3"):
            told = [] if not score else [score] if event.rule == "WOG-13.3" else [score, score]
            yield Sum("lead", figures(event), [abs(figure) for figure in told])
            yield Sum("who leads", _lead(event.text), score)
            over = abs(score) >= self.option("sudden_death") or self.number >= self.option("turns")
            yield Sum("the game is over", over, True)

    # ------------------------------------------------------------------ what came of it

    def end(self) -> Iterator[Sum]:
        """Check that the page is what the table has come to."""
        after = self.act.after
        if not self.page.get("sides") or "set_up" in {event.kind for event in self.act.events}:
            return
        yield compared("control", after.get("control", {}), self.page.get("control", {}))
        yield Sum("score", after.get("score", 0), self.page.get("score", 0))
        yield compared("Kings", _held(after.get("kings", {})), _held(self.page.get("kings", {})))
        yield compared("leaders", _leaders(after), _leaders(self.page))
        yield compared("troops with leaders", _armies(after), _armies(self.page))
        yield compared("troops without a leader", _lying(after), _lying(self.page))
        if self.battle:
            yield from self._recorded(after.get("record", {}))


def _parts(event: Event, verb: str) -> list[str]:
    """Return the parts of what is done; none where that is nothing."""
    parts = event.text.partition(verb)[2].removesuffix(".").split("; ")
    return [part for part in parts if part and part != "nothing"]


def _lead(text: str) -> int:
    """Return the lead that a text tells, as a score."""
    found = LEAD.search(text)
    return 0 if found is None else int(found[2]) * (1 if found[1] == "English" else -1)


def _known(clash: Plain) -> Plain:
    """Return a clash without what is nothing in it."""
    found = {key: value for key, value in clash.items() if value}
    lost = {side: pieces for side, pieces in clash.get("lost", {}).items() if pieces}
    return found | ({"lost": lost} if lost else {"lost": {}})


def _held(kings: Mapping[str, str]) -> dict[str, str]:
    return {side: king for side, king in kings.items() if king}


def _leaders(page: Plain) -> dict[str, tuple[str, str, str, bool]]:
    """Return where every leader is, whom he serves, and whether he is disgraced."""
    found = {}
    for leader_id, one in page["leaders"].items():
        where = one.get("where", "future")
        side = one.get("side", "") if where in ("map", "captured", "killed") else ""
        found[leader_id] = where, side, one.get("area") or "", bool(one.get("disgraced"))
    return found


def _armies(page: Plain) -> Pieces:
    """Return the troops of each side's leaders in each area together."""
    found: Pieces = Counter()
    for one in page["leaders"].values():
        for kind, number in one.get("troops", {}).items():
            found[f"{one.get('side')} {one.get('area')} {kind}"] += number
    return +found


def _lying(page: Plain) -> dict[str, dict[str, int]]:
    """Return the troops without a leader in each area."""
    return {area: found for area, pieces in page.get("loose", {}).items() if (found := positive(pieces))}
