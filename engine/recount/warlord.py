"""The judge of War Lord Tourney: moves, exchanges of a duel, captures and deaths, prisoners, banners, points, victory.

What the seed says of moves, captures, prisoners and victory is judged by it; the duel, the board and the options are
Herald's own, and judged by `docs/rules/warlord.md`, whose sections are named here.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from engine.core.events import Event
from engine.recount.judging import Judge, Plain, Sum, compared, figures, named

TEAMS = ({"red", "white"}, {"blue", "gold"})
VALUES = {"warlord": 5, "lady": 4, "knight": 3, "footman": 2, "sergeant": 2, "bowman": 2, "bishop": 1}
"""What a piece is worth that is slain or held, where points decide [8.4]."""

WOUNDS = {"unhurt": 0, "one wound": 1, "two wounds": 2}
FATES = {
    "which hits": "landed",
    "which is parried": "parried",
    "which is stopped by a quicker blow": "spoiled",
}
STROKE = re.compile(r"(.+) guards (\w+)(?: and (\w+))? and strikes (\w+)(?: at (.+?))?, (which .+)")
STAGGERED = re.compile(r"(.+) is staggered, guards (\w+)(?: and (\w+))? and strikes no blow")
MOVED = re.compile(r"moves from (\w+) to (\w+)")
SQUARE = re.compile(r"\b([A-P]\d{1,2})\b")
STATE = re.compile(r" (?:is|has) (unhurt|one wound|two wounds|felled)( and is staggered)?$")
Steps = tuple[tuple[int, int], ...]
ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
DIRECTIONS = {"orth": ORTHOGONAL, "diag": DIAGONAL, "all": (*ORTHOGONAL, *DIAGONAL)}


class Stroke(NamedTuple):
    """What a fighter does in an exchange, as it is told."""

    fighter: str
    blow: str
    guard: tuple[str, ...]
    target: str
    fate: str


class WarlordJudge(Judge):
    """Judges the events of one action of War Lord Tourney."""

    game = "warlord"

    # ------------------------------------------------------------------ the page

    def piece(self, piece_id: str) -> Plain:
        """Return a piece."""
        found: Plain = self.page["pieces"][piece_id]
        return found

    def friends(self, one: str, other: str) -> bool:
        """Tell whether two sides are one side, or partners."""
        teams = TEAMS if self.option("more_players") == "teams" else ()
        return one == other or any({one, other} <= team for team in teams)

    def at(self, square: str) -> list[Plain]:
        """Return the able pieces on a square."""
        return [one for one in self.page["pieces"].values() if one.get("square") == square and not one.get("stricken")]

    def fights(self, piece: Plain) -> bool:
        """Tell whether a piece is a fighter."""
        return bool(piece.get("risen") or self.rows("units", "unit")[piece["kind"]]["fighter"])

    @cached_property
    def board(self) -> Plain:
        """The board of the table."""
        return self.rows("boards", "board")[self.option("board")]

    @cached_property
    def castles(self) -> dict[str, Plain]:
        """The seats of the board, by side: their Castles and Greens."""
        return {seat["colour"].lower(): seat for seat in self.board["seat"]}

    def terrain(self, square: str) -> Plain:
        """Return the terrain of a square."""
        column, row = ord(square[0]) - ord("A"), int(square[1:])
        sign = self.board["rows"][self.board["height"] - row][column]
        return next(one for one in self.data.file("boards")["terrain"] if sign in one["chars"])

    def on_turn(self, event: Event) -> Iterator[Sum]:
        """Check the round of the turn that has begun last."""
        if (
            self.page
            and not self.act.after.get("result")
            and event is [other for other in self.act.events if other.kind == "turn"][-1]
        ):
            yield Sum("round", figures(event), [self.act.after["turn"].get("round", 1)])

    # ------------------------------------------------------------------ moves [4]

    def on_moved(self, event: Event) -> Iterator[Sum]:
        """Check that a piece moves as its kind may, over ground that is open to it [4]."""
        piece = self.piece(event.subjects[0])
        told = MOVED.search(event.text)
        squares = SQUARE.findall(event.text)
        if told:
            yield Sum("where it stood", told[1], piece.get("square"))
            reach = self._led(piece) if event.rule == "WLT-9.12" else self.reach(piece)
            yield Sum("can be reached", told[2] in reach, True)
        elif "steps out of the Castle" in event.text:
            greens: list[str] = next(
                (c["green"] for c in self.castles.values() if c["castle"] == piece.get("square")), []
            )
            yield Sum("onto the Green", squares[-1] in greens, True)
        piece["square"] = squares[-1]

    def _led(self, piece: Plain) -> set[str]:
        """Return where the enchanted forest may lead a piece: one square, in any direction."""
        return {square for step in DIRECTIONS["all"] if (square := self._beside(piece["square"], step))}

    def reach(self, piece: Plain) -> set[str]:
        """Return the squares to which a piece may move, however full they are."""
        modes: list[Plain] = [{"dirs": "all", "steps": 2, "straight": False}]
        if piece["kind"] != "wizard":
            modes = self.rows("units", "unit")[piece["kind"]]["move_modes"]
        found: set[str] = set()
        for mode in modes:
            straight = mode["straight"] or (
                self.option("knight_straight") and len(modes) == 1 and piece["kind"] != "wizard"
            )
            steps = DIRECTIONS[mode["dirs"]]
            for together in [(step,) for step in steps] if straight else [steps]:
                found |= self._walk(piece, together, mode["steps"])
        return found

    def _walk(self, piece: Plain, steps: Steps, most: int) -> set[str]:
        found: set[str] = set()
        edge = {str(piece["square"])}
        for _ in range(most):
            reached = {
                there for here in edge for step in steps if (there := self._beside(here, step))
                and self._open(piece, here, there, step)
            }  # fmt: skip
            found |= reached
            edge = {square for square in reached if not self._stops(piece, square)}
        return found

    def _beside(self, square: str, step: tuple[int, int]) -> str:
        """Return the next square; "" beyond the edge."""
        column, row = ord(square[0]) + step[0], int(square[1:]) + step[1]
        inside = 0 <= column - ord("A") < self.board["width"] and 1 <= row <= self.board["height"]
        return f"{chr(column)}{row}" if inside else ""

    def _open(self, piece: Plain, here: str, there: str, step: tuple[int, int]) -> bool:
        """Tell whether a piece may step from one square to the next [4.2 to 4.6]."""
        left = next((c for c in self.castles.values() if c["castle"] == here), None)
        if left is not None and there not in left["green"]:
            return False
        side = next((side for side, c in self.castles.items() if c["castle"] == there), "")
        if side:
            if here not in self.castles[side]["green"]:
                return False
            if side == piece["side"]:
                return not any(one["side"] == side for one in self.at(self.castles[side]["castle"]))
            return self.fights(piece) and here == piece["square"] and side in self.page["sides"]
        if self._closed(piece, there):
            return False
        corners = [self._beside(here, (step[0], 0)), self._beside(here, (0, step[1]))]
        return not (all(step) and left is None and all(self._closed(piece, corner) for corner in corners))

    def _closed(self, piece: Plain, square: str) -> bool:
        """Tell whether a square is closed to a piece; for the corners a Castle is."""
        terrain = self.terrain(square)
        if piece["kind"] == "wizard":
            return terrain["id"] in ("castle", "mountain", "river")
        return terrain["id"] == "castle" or not terrain[self.rows("units", "unit")[piece["kind"]]["class"]]

    def _stops(self, piece: Plain, square: str) -> bool:
        """Tell whether a move ends on a square: among enemies, on a foreign Green, in a Castle, on a hill."""
        greens = {green for side, castle in self.castles.items() for green in castle["green"]
                  if not self.friends(side, piece["side"]) and side in self.page["sides"]
                  and side not in self.page.get("fallen", ())}  # fmt: skip
        terrain = self.terrain(square)
        enchanted = bool(self.option("enchanted_forest")) and terrain["id"] == "forest" and piece["kind"] != "wizard"
        enemies = any(not self.friends(one["side"], piece["side"]) for one in self.at(square))
        return square in greens or terrain["ends_move"] or enemies or (enchanted and not piece.get("risen"))

    # ------------------------------------------------------------------ the duel [7]

    def on_duel(self, event: Event) -> Iterator[Sum]:
        """Check that a battle begins for those who stand there; how badly hurt they are, the next event tells."""
        square = SQUARE.findall(event.text)[-1]
        yield from self._chosen(event, 1)
        yield Sum("where they stand", {self.piece(piece_id).get("square") for piece_id in event.subjects}, {square})
        sides = {self.piece(piece_id)["side"] for piece_id in event.subjects}
        yield Sum("two sides", any(not self.friends(*(one, other)) for one in sides for other in sides), True)
        self.page["duel"] = {"square": square, "fighters": {}}

    def on_block(self, event: Event) -> Iterator[Sum]:
        """Check that the next exchanges are written: the number of the first, the wounds and the banners are told."""
        fighters = self._fighters
        ids = [piece_id for piece_id in event.subjects if not fighters.get(piece_id, {}).get("felled")]
        told = re.findall(r"\((unhurt|one wound|two wounds)(?:, (\d+) banners?)?", event.text)
        number = self.page["duel"].get("exchange", 1)
        yield Sum("number of the exchange", figures(event)[:1], [number])
        yield from self._chosen(event, number)
        known = fighters and len(told) == len(ids)
        for piece_id, (wounds, banners) in zip(ids, told, strict=False) if known else ():
            if piece_id in fighters:
                yield Sum(f"wounds of {piece_id}", WOUNDS[wounds], fighters[piece_id].get("wounds", 0))
            if banners:
                yield Sum(f"banners of {piece_id}", int(banners), self._banners(piece_id))

    def _chosen(self, event: Event, first: int) -> Iterator[Sum]:
        """Check the exchanges for which blows and guards are chosen, as many as a sheet has (`sheet_size`)."""
        told = re.findall(r"for exchanges (\d+) to (\d+)", event.text)
        last = first + int(self.option("sheet_size")) - 1
        yield from (Sum("exchanges of a sheet", [int(a), int(b)], [first, last]) for a, b in told)

    @property
    def _fighters(self) -> dict[str, Plain]:
        found: dict[str, Plain] = self.page.get("duel", {}).get("fighters", {})
        return found

    def _banners(self, piece_id: str) -> int:
        piece = self.piece(piece_id)
        return int(piece.get("banners", 0))

    def on_exchange(self, event: Event) -> Iterator[Sum]:
        """Blows that are not guarded land, the quicker first; who is struck loses a slower blow [7.2]."""
        duel = self.page["duel"]
        if not duel.get("fighters"):
            duel["fighters"] = {piece_id: {} for piece_id in event.subjects}
        fighters = self._fighters
        standing = sorted(
            piece_id
            for piece_id in fighters
            if not fighters[piece_id].get("felled") and not fighters[piece_id].get("withdrew")
        )
        said, states = self._strokes(event, standing)
        yield Sum("who fights", len(said), len(standing))
        if len(said) != len(standing):
            return
        number = duel.get("exchange", 1)
        yield Sum("number of the exchange", figures(event)[:1], [number])
        for stroke in said.values():
            yield from self._guarded(stroke, standing)
        fates, after = self._fought(said, number)
        for piece_id in standing:
            yield Sum(f"blow of {piece_id}", said[piece_id].fate, fates[piece_id])
            yield Sum(f"state of {piece_id}", states[piece_id], after[piece_id])
        for piece_id in standing:
            wounds, felled, staggered = after[piece_id]
            fighters[piece_id].update(wounds=wounds, felled=felled, staggered=staggered)
        duel["exchange"] = number + 1

    def _strokes(
        self, event: Event, standing: list[str]
    ) -> tuple[dict[str, Stroke], dict[str, tuple[int, bool, bool]]]:
        """Read who does what in an exchange, and how everybody stands after it: wounds, felled, staggered."""
        blows, _, states = event.text.partition(": ")[2].rstrip(".").partition(". ")
        clauses = [STROKE.fullmatch(c) or STAGGERED.fullmatch(c) for c in blows.split("; ")]
        ids = {clause[1]: piece_id for clause, piece_id in zip(clauses, standing, strict=False) if clause}
        said: dict[str, Stroke] = {}
        for clause, piece_id in zip(clauses, standing, strict=False):
            if clause is None:
                continue
            guard = tuple(line for line in clause.groups()[1:3] if line)
            if clause.re is STAGGERED:
                said[piece_id] = Stroke(piece_id, "none", guard, "", "none")
            else:
                foes = [o for o in standing if not self.friends(self.piece(o)["side"], self.piece(piece_id)["side"])]
                target = ids.get(clause[5] or "", foes[0] if foes else "")
                said[piece_id] = Stroke(piece_id, clause[4].lower(), guard, target, FATES.get(clause[6], "none"))
        told: dict[str, tuple[int, bool, bool]] = {}
        for state, piece_id in zip(states.split("; "), standing, strict=False):
            how = STATE.search(state)
            told[piece_id] = (WOUNDS.get(how[1], -1), how[1] == "felled", bool(how[2])) if how else (-2, False, False)
        return said, told

    def _guarded(self, stroke: Stroke, standing: list[str]) -> Iterator[Sum]:
        """Nobody guards more lines than his blow and weapon let him [7.1, 9.10]."""
        side = self.piece(stroke.fighter)["side"]
        foes = [piece_id for piece_id in standing if not self.friends(self.piece(piece_id)["side"], side)]
        alone = len(foes) == 2 and len(standing) == 3
        guard = self._weapon(stroke.fighter)["guard"].get(stroke.blow, "one")
        most = 1 if guard == "one" else 2
        if alone:
            most = self.data.file("duel")["duel"]["outnumbered_guard_lines"]
        yield Sum(f"guard of {stroke.fighter}", len({*stroke.guard}) <= most, True)
        if guard == "close" and not alone and len(stroke.guard) == 2:
            yield Sum(f"close guard of {stroke.fighter}", "mid" in stroke.guard, True)

    def _weapon(self, piece_id: str) -> Plain:
        return self.rows("duel", "weapon")[self.piece(piece_id).get("weapon") or "sword"]

    def _tempo(self, stroke: Stroke) -> int:
        tempo = int(self._weapon(stroke.fighter)["tempo"].get(stroke.blow, 0))
        high = self._fighters[stroke.fighter].get("high_ground") and stroke.blow == "high"
        return max(tempo, 2) if high else tempo

    def _fought(self, said: dict[str, Stroke], number: int) -> tuple[dict[str, str], dict[str, tuple[int, bool, bool]]]:
        """Return what becomes of every blow, and of everybody: wounds, felled, staggered [7.2]."""
        weary = number >= self.option("weary_from")
        enough = self.data.file("duel")["duel"]["wounds_to_kill"]
        wounds = {piece_id: self._fighters[piece_id].get("wounds", 0) for piece_id in said}
        felled, staggered, struck = dict.fromkeys(said, False), dict.fromkeys(said, False), dict.fromkeys(said, 0)
        fates = {piece_id: "none" if stroke.blow == "none" else "parried" for piece_id, stroke in said.items()}
        landing = [s for s in said.values() if s.blow != "none" and s.blow not in said[s.target].guard]
        for tempo in sorted({self._tempo(stroke) for stroke in landing}, reverse=True):
            now = [s for s in landing if self._tempo(s) == tempo and struck[s.fighter] <= tempo]
            gone = {s.target for s in now if felled[s.target]}
            for stroke in (s for s in now if s.target not in gone):
                fates[stroke.fighter] = "landed"
                weapon = self._weapon(stroke.fighter)
                damage = weapon["damage"][stroke.blow]
                wounds[stroke.target] += 0 if damage == "killing" else damage
                if weary or damage == "killing" or wounds[stroke.target] >= enough:
                    felled[stroke.target] = True
                staggered[stroke.target] |= stroke.blow in weapon["stagger"]
                struck[stroke.target] = max(struck[stroke.target], tempo)
        for stroke in landing:
            if fates[stroke.fighter] != "landed":
                fates[stroke.fighter] = "spoiled" if struck[stroke.fighter] > self._tempo(stroke) else "none"
        after = {
            piece_id: (-1, True, False) if felled[piece_id] else (wounds[piece_id], False, staggered[piece_id])
            for piece_id in said
        }
        return fates, after

    def on_banner(self, event: Event) -> Iterator[Sum]:
        """Check that an army loses a banner to a killing blow or regains one at home; the battle restarts [9.11]."""
        piece_id, number = event.subjects[0], figures(event)[-1]
        lost = "loses" in event.text
        piece = self.piece(piece_id)
        full = self.rows("units", "unit")[piece["kind"]]["banners"]
        expected = self._banners(piece_id) + (-1 if lost else 1)
        yield Sum(f"banners of {piece_id}", number, expected)
        yield Sum("no more than all", number <= full, True)
        piece["banners"] = number
        if lost and self._fighters:
            self._fighters[piece_id].update(felled=not number)
            for other, fighter in self._fighters.items():
                kept = self.option("wounds_retained") and other != piece_id and not fighter.get("lost_banner")
                fighter.update(wounds=fighter.get("wounds", 0) if kept else 0, staggered=False)
            self._fighters[piece_id]["lost_banner"] = True
            self.page["duel"]["exchange"] = 1

    def on_duel_over(self, event: Event) -> Iterator[Sum]:
        """Check the loser: a side with nobody standing; nobody on both sides is a double kill [7.2]."""
        if event.outcome:
            up = {self.piece(piece_id)["side"] for piece_id, one in self._fighters.items() if not one.get("felled")}
            kinds = {one.get("attacks") for piece_id, one in self._fighters.items() if not one.get("felled")}
            yield Sum("a double kill", event.outcome == "duel: double kill", not up)
            if len(kinds) == 1 and None not in kinds:
                won = "attackers" if kinds == {True} else "defenders"
                yield Sum("who has won", event.outcome, f"duel: {won}")

    def on_shot(self, event: Event) -> Iterator[Sum]:
        """Check that an arrow hits where the target does not guard [9.10]."""
        found = re.search(r"shoots (\w+) at .+, who guards (\w+): the arrow (.+)\.", event.text)
        if found:
            yield Sum("the arrow", found[3].startswith("is caught"), found[1].lower() == found[2].lower())

    # ------------------------------------------------------------------ captures, deaths, prisoners

    def on_rose(self, event: Event) -> Iterator[Sum]:
        """Only a Lady tosses a rose [seed: A Lady captures]."""
        yield Sum("who tosses it", self.piece(event.subjects[0])["kind"], "lady")

    def on_captured(self, event: Event) -> Iterator[Sum]:
        """Check that a rose takes Warlords, Knights and Ladies, who then lie in the victor's dungeon at once."""
        piece = self.piece(event.subjects[0])
        if event.rule == "WLT-3.3":
            yield Sum("heeds a rose", piece["kind"] in ("warlord", "knight", "lady"), True)
        yield Sum("stood on the board", bool(piece.get("square")), True)
        holder = re.search(r"to (\w+)'s dungeon", event.text)
        side = holder[1].lower() if holder else self.act.after["pieces"][event.subjects[0]].get("holder")
        yield Sum("an enemy's dungeon", side != piece["side"], True)
        piece.update(status="prison", holder=side, square=None)

    def on_slain(self, event: Event) -> Iterator[Sum]:
        """Only fighters are slain [seed: Fighter units may never slay a Lady]."""
        piece = self.piece(event.subjects[0])
        yield Sum("a fighter", self.fights(piece) or piece["kind"] == "wizard", True)
        fell = piece.get("square")
        green = next((c["green"][0] for c in self.castles.values() if c["castle"] == fell), fell)
        self.page.setdefault("graves", {})[f"of {event.subjects[0]}"] = {"square": green}
        piece.update(status="slain", square=None)

    def on_freed(self, event: Event) -> Iterator[Sum]:
        """Check that a piece on an enemy Green frees a prisoner, and that only the Lady frees her Warlord [seed]."""
        *freer, piece_id = event.subjects
        piece = self.piece(piece_id)
        if freer:
            by = self.piece(freer[0])
            yield Sum("a prisoner", piece.get("status"), "prison")
            yield Sum("of one side", self.friends(by["side"], piece["side"]), True)
            if piece["kind"] == "warlord":
                yield Sum("who frees the Warlord", by["kind"], "lady", "WLT-4.7")
            holder = piece.get("holder", "")
            wizards = [one.get("square") for one in self.page["pieces"].values() if one["kind"] == "wizard"]
            greens = self.castles[holder]["green"] if holder in self.castles else wizards
            yield Sum("on the Green", by.get("square") in greens, True)
        piece.update(status="gatehouse", holder=None, square=None)
        if self.option("strategic") and self.fights(piece):
            piece["banners"] = max(int(piece.get("banners", 0)), 1)

    def on_traded(self, event: Event) -> Iterator[Sum]:
        """Check that a Lady gives her life for a slain Warlord if nobody else can follow him [seed: Trade her life]."""
        lady, warlord = (self.piece(piece_id) for piece_id in event.subjects)
        followers = {one["kind"] for one in self._free(lady["side"])} & {"warlord", "knight", "footman", "sergeant"}
        yield Sum("who gives her life", lady["kind"], "lady")
        yield Sum("for whom", (warlord["kind"], warlord.get("status"), warlord["side"]),
                  ("warlord", "slain", lady["side"]))  # fmt: skip
        yield Sum("nobody else may follow", followers, set())
        lady.update(status="gone", square=None)
        full = self.rows("units", "unit")["warlord"]["banners"]
        warlord.update(status="gatehouse", banners=full)

    def on_raised(self, event: Event) -> Iterator[Sum]:
        """Check that the Wizard raises who was slain [9.5]."""
        piece_id, square = event.subjects[0], SQUARE.findall(event.text)[-1]
        risen = {"side": "wizard", "kind": "footman", "risen": True} | self.act.after["pieces"].get(piece_id, {})
        self.page["pieces"][piece_id] = risen | {"square": square, "status": "board"}
        yield Sum("a grave there", square in {grave["square"] for grave in self.page.get("graves", {}).values()}, True)

    def on_destroyed(self, event: Event) -> Iterator[Sum]:
        """Check that the dead who fall again are no more [9.5]."""
        self.page["pieces"].pop(event.subjects[0], None)
        yield from ()

    def on_recalled(self, event: Event) -> Iterator[Sum]:
        """Check that a Lady sends an own piece home from where it stands, or goes herself when she is alone [seed]."""
        piece = self.piece(event.subjects[0])
        square = SQUARE.findall(event.text)[-1]
        yield Sum("where it stood", square, piece.get("square"))
        there = [one["kind"] for one in self.at(square) if one["side"] == piece["side"] and one is not piece]
        herself = event.rule == "WLT-6.4" and piece["kind"] == "lady"
        yield Sum("a Lady is there", herself or "lady" in there or not self._recalled_by_lady, True)
        piece.update(status="gatehouse", square=None)

    @property
    def _recalled_by_lady(self) -> bool:
        """Whether the Lady of a recall already stands there; where she comes from afar her move is told after it."""
        return not any(event.kind == "moved" for event in self.act.events)

    def on_gatehouse(self, event: Event) -> Iterator[Sum]:
        """Check that a piece waits for the Castle."""
        self.piece(event.subjects[0]).update(status="gatehouse", square=None, holder=None)
        yield from ()

    def on_home(self, event: Event) -> Iterator[Sum]:
        """Check that a piece is in its own Castle, where nobody else of its side is [seed: Only one friendly unit]."""
        piece, square = self.piece(event.subjects[0]), SQUARE.findall(event.text)[-1]
        yield Sum("its own Castle", square, self.castles[piece["side"]]["castle"])
        others = [one for one in self.at(square) if one["side"] == piece["side"] and one is not piece]
        others = [one for one in others if not one.get("stricken")]
        yield Sum("nobody else in it", len(others), 0)
        piece.update(status="board", square=square, holder=None)

    def on_stricken(self, event: Event) -> Iterator[Sum]:
        """Note who lies where he fell, and so holds no Castle any more [seed: 'Double kills']."""
        for piece_id in event.subjects:
            self.piece(piece_id)["stricken"] = True
        yield from ()

    def on_castle(self, event: Event) -> Iterator[Sum]:
        """Check that a fighter stands in the Castle that he has captured [seed: To capture the opposing Castle]."""
        piece = self.piece(event.subjects[0])
        yield Sum("a fighter", self.fights(piece), True)
        yield Sum("where he stands", piece.get("square"), self.castles[event.subjects[1]]["castle"])
        self.page.setdefault("lost", []).append(event.subjects[1])

    def on_promoted(self, event: Event) -> Iterator[Sum]:
        """Check a successor: Knight, Footman, Lady; a veteran becomes a Knight [seed: If the Warlord is slain]."""
        piece = self.piece(event.subjects[0])
        if "veteran" in event.text:
            yield Sum("a Footman or Sergeant", piece["kind"] in ("footman", "sergeant"), True)
            piece["kind"] = "knight"
            return
        free = {one["kind"] for one in self._free(piece["side"])}
        order = (("knight",), ("footman", "sergeant"), ("lady",))
        first = next((kinds for kinds in order if free & {*kinds}), ())
        yield Sum("who comes first", piece["kind"] in first, True)
        piece["kind"] = "warlord"

    def _free(self, side: str) -> list[Plain]:
        """Return the pieces of a side that are neither in prison nor dead nor stricken."""
        pieces = self.page["pieces"].values()
        return [one for one in pieces if one["side"] == side and not one.get("stricken") and not _out(one)]

    # ------------------------------------------------------------------ the end [8.4]

    def _lost(self, side: str) -> bool:
        """Tell whether a side has lost its Castle, or both Warlord and Lady."""
        kinds = {one["kind"] for one in self.page["pieces"].values() if one["side"] == side and not _out(one)}
        return side in self.page.get("lost", ()) or not kinds & {"warlord", "lady"}

    def on_turn_over(self, event: Event) -> Iterator[Sum]:
        """Nobody plays on who has lost [seed: To Win]."""
        over = {event.subjects[0] for event in self.act.events if event.kind == "eliminated"}
        for side in self._players:
            if side not in self.page.get("fallen", ()) and side not in over:
                yield Sum(f"{side} plays on", not self._lost(side), True, "WLT-7.6")

    def on_eliminated(self, event: Event) -> Iterator[Sum]:
        """Take losers out of a game of several [9.9]; a player may also leave."""
        side = event.subjects[0]
        if "has lost both" in event.text or "has captured" in event.text:
            yield Sum(f"{side} has lost", self._lost(side), True)
        for one in self.page["pieces"].values():
            if one["side"] == side and one.get("status") != "slain":
                one.update(status="gone", square=None, holder=None)
        self.page.setdefault("fallen", []).append(side)

    def on_victory(self, event: Event) -> Iterator[Sum]:
        """Check a victory: the other Castle, or both Warlord and Lady; or points, where a last round is set [8.4]."""
        if both := re.match(r"(\w+) has lost both Warlord and Lady", event.text):
            yield Sum(f"{both[1]} has lost", self._lost(both[1].lower()), True)
        if "rounds without" in event.text:
            yield Sum("quiet rounds", figures(event), [self.option("quiet_rounds")])
        if "points:" in event.text:
            yield from self._points(event)

    def _points(self, event: Event) -> Iterator[Sum]:
        """Count for each seat still in the game the enemies slain, and those that it or a partner holds [8.4, 9.9]."""
        in_it = [side for side in self._players if side not in self.page.get("fallen", ())]
        points = {side: sum(VALUES.get(one["kind"], 0) for one in self.page["pieces"].values()
                            if not self.friends(one["side"], side) and self._counts(one, side))
                  for side in in_it}  # fmt: skip
        yield Sum("points", {side.lower(): int(n) for side, n in re.findall(r"(\w+) (\d+)", event.text)}, points)
        best = [side for side in in_it if points[side] == max(points.values())]
        alone = all(self.friends(best[0], side) for side in best)
        winners = [self.page["sides"][side] for side in self._players if alone and self.friends(best[0], side)]
        yield Sum("winner", named(event.text), winners)

    def _counts(self, piece: Plain, side: str) -> bool:
        """Tell whether an enemy piece counts for a side."""
        held = piece.get("status") == "prison" and self.friends(piece.get("holder", ""), side)
        return piece.get("status") == "slain" or held

    @property
    def _players(self) -> list[str]:
        """Return the sides that somebody plays, without the Wizard, who has no points."""
        return [side for side, seat in self.page["sides"].items() if side != "wizard" and seat]

    # ------------------------------------------------------------------ what came of it

    def end(self) -> Iterator[Sum]:
        """Check that the pieces stand where the page has them."""
        if not self.page:
            return
        pages = (self.act.after, self.page)
        now, then = ({piece_id: self._told(one) for piece_id, one in page.get("pieces", {}).items()} for page in pages)
        judged = {
            piece_id
            for piece_id, one in self.act.after.get("pieces", {}).items()
            if not one.get("risen") and piece_id in then
        }
        yield compared(
            "the pieces",
            {piece_id: now[piece_id] for piece_id in judged},
            {piece_id: then[piece_id] for piece_id in judged},
        )

    def _told(self, piece: Plain) -> tuple[Any, ...]:
        """Return what is judged of a piece: its kind, its state, its square, who holds it, and its banners."""
        status = piece.get("status") or "board"
        banners = piece.get("banners", 0) if self.option("strategic") else 0
        place = ("", "") if status == "gone" else (piece.get("square") or "", piece.get("holder") or "")
        return piece["kind"], status, *place, banners


def _out(piece: Plain) -> bool:
    """Tell whether a piece is slain, in prison, or gone."""
    return piece.get("status", "board") in ("slain", "prison", "gone")
