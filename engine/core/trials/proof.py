"""Reading a position from the file in which people have written it, with everything that is wrong named at once.

A file is a scenario without steps (docs/switching.md): `game`, `variant`, `seats`, `options`, `edit`, and `hidden`.
"""

import re
from collections.abc import Collection, Container, Iterator, Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec.structs import replace

from engine.core.actions import Action, tag_of
from engine.core.data import strings_in
from engine.core.dice import Dice
from engine.core.editing.edits import Settled
from engine.core.errors import BadOptions, BrokenInvariant, EngineError, Illegal
from engine.core.files.given import NotToml, parsed
from engine.core.position import Numbers, Position, edit_action, laid_out
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.text import capital, clipped, join_words, nearest
from engine.core.trials.lines import Lines

KEY = bytes(32)
"""The key of the dice with which a file is tried out; the game itself has its own."""

TITLE = "position"
"""The id of the game with which a file is tried out."""

KNOWN = ("game", "variant", "seats", "options", "edit", "hidden", "title", "rules", "start")
"""What a file may say; the last three, which scenarios have, mean nothing here."""

LATER = ("step", "dice")
"""What scenarios say of the time after the position."""

SEAT = re.compile(r"\w[\w .'-]{0,31}")
"""The name of a seat."""

SEATED = re.compile(r"\{(\w[^{}]*)\}")
"""A seat as the sentences of the engine name it."""

MOST_FAULTS = 100
"""Faults after which a file is carried out no further: to find what is meant by a name takes time."""

SPOTS = ("at", "square", "area", "place")
"""The fields of entries that say where something is."""

HAND = "hand"
"""The kind of hidden things that is meant where a seat has only a number of them."""


class Fault(NamedTuple):
    """What is wrong with a file: the line, 0 for the whole of it, and a sentence that ends with the remedy."""

    line: int
    reason: str


class BadPosition(EngineError):
    """A file with a position that cannot be used; each of `faults` is a sentence with the line and the remedy."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Proof(NamedTuple):
    """A position that has been read, with a table that stands as it says."""

    position: Position
    table: Table


def read(text: str, games: Mapping[str, Rules[Any]]) -> Proof:
    """Return the position of a file, tried out; raises BadPosition with everything that is wrong with it."""
    try:
        said = parsed(text)
    except NotToml as error:
        reason = f"{error} Look at that line for a quote, a comma or a bracket that is missing."
        raise BadPosition([reason]) from error
    reader = _Reader(said, Lines(text), games)
    proof = reader.read()
    if proof is None or reader.faults:
        found = sorted(set(reader.faults))
        raise BadPosition([_plain(f"Line {one.line}: " * bool(one.line) + one.reason) for one in found])
    return proof


def _plain(text: str) -> str:
    """Return a sentence of the engine with the names of the seats as the file has them."""
    return SEATED.sub(r"\1", text)


class _Reader:
    """Goes through a file from the game to the last edit, and notes what is wrong."""

    def __init__(self, said: Mapping[str, Any], lines: Lines, games: Mapping[str, Rules[Any]]) -> None:
        self._said = said
        self._lines = lines
        self._games = games
        self.faults: list[Fault] = []

    def read(self) -> Proof | None:
        """Return what the file says; None where it says too little to be tried out."""
        self._keys()
        rules = self._rules()
        if rules is None:
            return None
        variant = self._variant(rules)
        options = self._options(rules, variant)
        seats = self._seats(rules, options)
        edits = self._edits()
        hidden = self._hidden(seats)
        if not seats:
            return None
        written = self._said.get("options", {})
        position = Position(game=rules.name, variant=variant, seats=seats, options=written, edit=edits, hidden=hidden)
        return self._tried(rules, position, options)

    def _fault(self, where: str, reason: str) -> None:
        self.faults.append(Fault(self._lines.of(where), reason))

    # ------------------------------------------------------------------ the head

    def _keys(self) -> None:
        for name in self._said:
            if name in LATER:
                self._fault(name, f"'{name}' belongs to scenarios, which are played; take it out.")
            elif name not in KNOWN:
                self._fault(name, f"There is no '{name}' in a position; {_meant(name, KNOWN[:6])}.")
        if self._said.get("start", "bare") != "bare":
            self._fault("start", "A position begins on an empty table; remove 'start'.")

    def _rules(self) -> Rules[Any] | None:
        name = self._said.get("game", "")
        if isinstance(name, str) and name in self._games:
            return self._games[name]
        known = join_words(f'"{game}"' for game in self._games)
        self._fault("game", f"Say which game it is: game = one of {known}.")
        return None

    def _variant(self, rules: Rules[Any]) -> str:
        variant = self._said.get("variant", rules.usual_variant)
        if isinstance(variant, str) and variant in rules.variants:
            return variant
        self._fault("variant", f"There is no variant '{variant}'; write one of {join_words(rules.variants)}.")
        return rules.usual_variant

    def _options(self, rules: Rules[Any], variant: str) -> dict[str, object]:
        """Return the value of every option; what makes no sense is left out."""
        written, known = self._said.get("options", {}), rules.option_book.by_id
        if not isinstance(written, dict):
            self._fault("options", 'Write options under [options], each on a line, such as: name = "value".')
            written = {}
        sound: dict[str, object] = {}
        for name, value in written.items():
            where = f"options.{name}"
            if name not in known:
                self._fault(where, f"There is no option '{name}'; {_meant(name, known)}.")
            elif not known[name].accepts(value):
                self._fault(where, f"Option '{name}' cannot be '{value}'; write one of: {known[name].allowed}.")
            else:
                sound[name] = value
        try:
            return rules.options(variant, {**rules.option_book.by_post, **sound})
        except BadOptions as clash:
            self._fault("options", str(clash))
            return rules.options(variant, rules.option_book.by_post)

    def _seats(self, rules: Rules[Any], options: dict[str, object]) -> list[str]:
        """Return the seats; none where they make no sense."""
        seats = self._said.get("seats", [])
        if not isinstance(seats, list) or not all(isinstance(seat, str) and SEAT.fullmatch(seat) for seat in seats):
            self._fault("seats", 'Name the seats in the order of the table: seats = ["ann", "ben", "cat"].')
            return []
        if len(set(seats)) < len(seats):
            self._fault("seats", "Two seats have the same name; give each its own.")
            return []
        least, most = rules.seats(options)
        if not least <= len(seats) <= most:
            number = str(least) if least == most else f"{least} to {most}"
            self._fault("seats", f"With these options {rules.title} is for {number} seats; the file has {len(seats)}.")
            return []
        return seats

    def _edits(self) -> list[dict[str, Any]]:
        edits = self._said.get("edit", [])
        if not isinstance(edits, list) or not all(isinstance(edit, dict) for edit in edits):
            self._fault("edit", "Write each entry with a heading [[edit]] or as a row of the list edit = [ ... ].")
            return []
        for place, edit in enumerate(edits):
            if not isinstance(edit.get("op"), str):
                self.faults.append(
                    Fault(self._lines.of_edit(place), 'Write which edit it is: op = "place", for example.')
                )
        return [edit if isinstance(edit.get("op"), str) else {"op": ""} for edit in edits]

    def _hidden(self, seats: list[str]) -> dict[str, Numbers]:
        written = self._said.get("hidden", {})
        listed = isinstance(written, list) and all(isinstance(seat, str) for seat in written)
        by_seat = {seat: {} for seat in written} if listed else written
        if not isinstance(by_seat, dict):
            self._fault("hidden", "Write under [hidden] how many cards each holds, such as: ann = 4.")
            return {}
        hidden: dict[str, Numbers] = {}
        for seat, numbers in by_seat.items():
            if seats and seat not in seats:
                self._fault(f"hidden.{seat}", f"'{seat}' is not a seat; write one of {join_words(seats)}.")
            elif not _are_numbers(numbers):
                self._fault(f"hidden.{seat}", f"Write how many cards {seat} holds, such as {seat} = 4.")
            else:
                hidden[seat] = numbers if isinstance(numbers, dict) else {HAND: numbers}
        return hidden

    # ------------------------------------------------------------------ the table

    def _tried(self, rules: Rules[Any], position: Position, options: dict[str, object]) -> Proof | None:
        """Lay the position out; None where that leads to nothing."""
        try:
            game = rules.bare(TITLE, position.seats, options, Dice(KEY, TITLE))
        except EngineError as error:
            self._fault("seats", str(error))
            return None
        names = rules.vocabulary(game)
        for seat in [seat for seat in position.seats if names.get(seat, f"{{{seat}}}") != f"{{{seat}}}"]:
            self._fault("seats", f"'{seat}' is also the name of {names[seat]}; give the seat another name.")
        since = self._carry_out(rules, game, position)
        for problem, place in since.items():
            other = self._beside(position, place)
            self.faults.append(
                Fault(self._lines.of_edit(place), f"{_opening(problem.rstrip('.'))}; correct it here{other}.")
            )
        if self.faults:
            return None
        position = replace(position, edit=[_as_recorded(rules, edit) for edit in position.edit])
        try:
            return Proof(position, Table.new(rules, TITLE, position.seats, options, KEY, position=position))
        except BrokenInvariant as broken:
            for problem in broken.problems:
                self._fault("", f"{problem}.")
        except EngineError as error:
            self._fault("hidden" if position.hidden else "edit", str(error))
        return None

    def _beside(self, position: Position, place: int) -> str:
        """Return where else a problem can be put right: in the last entry before that names the same spot."""
        edit = position.edit[place]
        spots = {(name, edit[name]) for name in SPOTS if isinstance(edit.get(name), str)}
        for earlier in reversed(range(place)):
            if any(position.edit[earlier].get(name) == spot for name, spot in spots):
                return f", or in line {self._lines.of_edit(earlier)}"
        return ""

    def _carry_out(self, rules: Rules[Any], game: Any, position: Position) -> dict[str, int]:
        """Carry out all edits that can be; return what is wrong in the end, with the edit since which it is."""
        wrong = set(rules.problems(game))
        since: dict[str, int] = {}
        failed: dict[str, int] = {}
        settled = _Settled(rules, position, self._lines)
        for place, edit in enumerate(position.edit):
            if len(self.faults) >= MOST_FAULTS:
                break
            if reason := settled.again(game, place):
                self.faults.append(Fault(self._lines.of_edit(place), reason))
                failed.setdefault("", self._lines.of_edit(place))
                _refused(rules, game, edit)
                continue
            before = rules.codec.encode(game.state)
            if edit["op"] and (reason := _refused(rules, game, edit)):
                game.state = rules.codec.decode(before)
                _carry_out_known(rules, game, edit)
                line = self._lines.of_edit(place)
                earlier = {name: number for name, number in failed.items() if number < line}
                self.faults.append(Fault(line, reason + _because(edit, earlier, position.seats)))
                failed = dict.fromkeys(("", *_about(edit)), line) | failed
            now = rules.problems(game)
            since = {problem: since.get(problem, place) for problem in now if problem not in wrong}
        return {} if failed else since


class _Settled:
    """What the entries of a file have settled so far, each with the place of the entry that did."""

    def __init__(self, rules: Rules[Any], position: Position, lines: Lines) -> None:
        self._rules = rules
        self._edits = position.edit
        self._lines = lines
        self._by: dict[tuple[str, str], tuple[int, Action, Settled]] = {}

    def again(self, game: Any, place: int) -> str:
        """Return what is wrong with an entry that settles what an earlier one has settled; else "", and note it."""
        action = _decoded(self._rules, self._edits[place])
        if action is None:
            return ""
        known = self._rules.vocabulary(game)
        settled = list(self._rules.editing.settles(game, action))
        for one in settled:
            what = one.twice.format(known.get(one.thing, one.thing))
            if settled.count(one) > 1:
                return f"{_opening(what)}is named twice in this entry. Remove one."
            before = self._by.get((one.thing, one.twice))
            if before and self._differ(before, action, one):
                line, first, second = self._lines.of_edit(before[0]), *map(self._quoted, (before[0], place))
                return f"{_opening(what)}: line {line} has '{first}', this one '{second}'. Remove one of them."
        self._by |= {(one.thing, one.twice): (place, action, one) for one in settled}
        return ""

    def _differ(self, before: tuple[int, Action, Settled], action: Action, one: Settled) -> bool:
        """Whether an entry may not settle what an earlier one has."""
        _, earlier, was = before
        allowed = type(earlier) in self._rules.editing.after.get(type(action), ())
        return not (allowed or was.again or (one.by and one.by == was.by))

    def _quoted(self, place: int) -> str:
        """Return an entry as the file has it, without its signs: 'give saxons, hastings'."""
        edit = self._edits[place]
        values = (str(value).translate(UNSIGNED) for name, value in edit.items() if name != "op")
        return clipped(f"{edit['op']} {', '.join(values)}".strip(), QUOTED)


UNSIGNED = str.maketrans("", "", "[]{}'")
"""What stands around names in lists, and is left out where an entry is quoted."""

QUOTED = 70
"""Characters of an entry that are quoted."""


WORD = re.compile(r"(?:the|a|two|three|both|knights?) ")
"""Words in small letters with which a sentence may begin; what else does is the name of a seat or an id."""


def _opening(text: str) -> str:
    """Return a sentence with a capital letter, unless it begins with a name as the file has it."""
    return capital(text) if WORD.match(text) else text


def _decoded(rules: Rules[Any], edit: Mapping[str, Any]) -> Action | None:
    """Return an entry as an edit of the game; None where it is none, which is told elsewhere."""
    try:
        action = rules.codec.decode_action(edit_action(_as_recorded(rules, edit)))
    except Illegal:
        return None
    return action if type(action) in rules.editing.handlers else None


def _kinds(rules: Rules[Any]) -> dict[str, type[Action]]:
    """Return the kinds of edit by their names in files."""
    return {tag_of(kind): kind for kind in rules.edits}


def _as_recorded(rules: Rules[Any], edit: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry with the names of its fields as records have them."""
    kind = _kinds(rules).get(edit["op"])
    names = {said: name for name, said in rules.editing.said_as.get(kind, {}).items()} if kind else {}
    return {names.get(name, name): value for name, value in edit.items()}


def _refused(rules: Rules[Any], game: Any, edit: Mapping[str, Any]) -> str:
    """Carry out an edit; return why that is not possible, "" where it was."""
    kinds = _kinds(rules)
    op = edit["op"]
    if op not in kinds:
        return f"There is no edit '{op}'; {_meant(op, kinds)}."
    said_as = rules.editing.said_as.get(kinds[op], {})
    fields = [said_as.get(name, name) for name in kinds[op].__struct_fields__]
    if unknown := [name for name in edit if name not in (*fields, "op")]:
        if meant := said_as.get(unknown[0]):
            return f"'{unknown[0]}' in '{op}' could mean two things; say {meant} = {edit[unknown[0]]} if you mean that."
        return f"'{op}' has no '{unknown[0]}'; it takes {join_words(fields) or 'nothing'}."
    action = None
    try:
        action = rules.codec.decode_action(edit_action(_as_recorded(rules, edit)))
        rules.edit(game, action)
    except Illegal as refusal:
        return _absent(refusal.reason, rules, game) or (
            _in_words(refusal, kinds[op]) + _nearest(refusal.reason, rules, game, action)
        )
    except KeyError as missing:
        return f"'{op}' needs '{missing.args[0]}' on the table; place it first."
    except Exception as error:
        return f"'{op}' is impossible here ({error!r}); check its names and numbers."
    return ""


def _carry_out_known(rules: Rules[Any], game: Any, edit: Mapping[str, Any]) -> None:
    """Carry out a refused edit without the names in its lists that mean nothing.

    So a mistyped name is one fault, and what later entries rely on is there.
    """
    known = rules.vocabulary(game)
    meant = {name: [one for one in value if one in known] for name, value in edit.items() if isinstance(value, list)}
    if all(meant[name] == edit[name] for name in meant):
        return
    before = rules.codec.encode(game.state)
    if _refused(rules, game, {**edit, **meant}):
        game.state = rules.codec.decode(before)


MISSING = re.compile(r"missing required field `(\w+)`")
WRONG = re.compile(r"Expected `?(.+?)`?, got `?(.+?)`? - at `\$\.?(.*?)`")
ENUM = re.compile(r"Invalid enum value (.+?) - at `\$\.?(.*?)`")


def _in_words(refusal: Illegal, kind: type[Action]) -> str:
    """Return a refusal in words; of a field of the wrong type it uses the file's word."""
    reason, op = refusal.reason, tag_of(kind)
    if found := MISSING.search(reason):
        return f"'{op}' also needs '{found[1]}'; it takes {join_words(kind.__struct_fields__)}."
    if found := WRONG.search(reason):
        return f"'{found[3]}' of '{op}' has to be {TYPES.get(found[1], found[1])}."
    if found := ENUM.search(reason):
        return f"'{found[2]}' of '{op}' cannot be {found[1]}; write one of {join_words(_literals(kind, found[2]))}."
    return str(refusal)


def _literals(kind: type[Action], field: str) -> list[str]:
    """Return the words that a field may have which takes only some."""
    hint = get_type_hints(kind)[field]
    alike = [one for one in (hint, *get_args(hint)) if get_origin(one) is Literal]
    return [word for one in alike for word in get_args(one)]


TYPES = {
    "str": 'a word in quotes, such as "percy"',
    "int": "a whole number without quotes",
    "bool": "true or false, without quotes",
    "array": 'a list, such as ["a", "b"]',
    "object": "amounts in braces, such as infantry = 2",
}
"""The types of fields in words."""


NAME = re.compile(r"'(\w+:|)(\w[\w .'-]*?)'(?!\w)")
"""A name in quotes, after the kind of place before it, if there is one."""

UNKNOWN = re.compile(r"There is no (\w+) called '(.*)' in this game")
"""What is said of a name that nothing of the kind has which a field takes."""


def _absent(reason: str, rules: Rules[Any], game: Any) -> str:
    """Return why an entry cannot use a thing that this game has elsewhere; else ""."""
    found = UNKNOWN.search(reason)
    name = rules.cards().get(found[2], "") if found else ""
    return f"{name} is not in play; bring it into play first." if name else ""


def _nearest(reason: str, rules: Rules[Any], game: Any, edit: Action | None) -> str:
    """Return the likely meaning of an unknown name: by id, or as people write it."""
    known, few = rules.vocabulary(game), ""
    of_kind = UNKNOWN.search(reason)
    if of_kind and edit is not None:
        able = rules.editing.known(game, edit)[of_kind[1]]
        few = _listed(able)
        known = {word_id: name for word_id, name in known.items() if word_id in able}
    quoted = NAME.search(reason)
    before, word = ("", of_kind[2]) if of_kind else (quoted[1], quoted[2]) if quoted else ("", "")
    if word in ("", *known) or ENUM.search(reason):
        return ""
    written = {name.casefold(): word_id for word_id, name in known.items()} | {
        word_id.casefold(): word_id for word_id in known
    }
    near = nearest(word.casefold(), written) or _only_one_with(word.casefold(), written)
    return f" If you mean '{before}{written[near]}', write that." if near else few


FEW = 16
"""Names that are listed at most where nothing is like the one that was written."""


def _listed(able: Container[str]) -> str:
    """All names that a field takes, where they are few; else ""."""
    names = [name for name in able if name] if isinstance(able, Collection) else []
    return f" Write one of {join_words(names)}." if 0 < len(names) <= FEW else ""


def _only_one_with(word: str, written: Mapping[str, str]) -> str:
    """Return the one thing whose name contains a word; "" for none or several."""
    found = {word_id: one for one, word_id in written.items() if word in one}
    return next(iter(found.values())) if len(found) == 1 else ""


def _about(edit: Mapping[str, Any]) -> list[str]:
    """Return the names in an edit."""
    return [value for name, value in edit.items() if name != "op" and isinstance(value, str)]


def _because(edit: Mapping[str, Any], failed: Mapping[str, int], seats: list[str]) -> str:
    """Return the line of an earlier entry about the same thing that failed, as the likely cause."""
    line = next((failed[name] for name in _about(edit) if name in failed and name not in seats), 0)
    return f" (Line {line} may be the cause.)" if line else ""


def _are_numbers(numbers: object) -> bool:
    found = numbers.values() if isinstance(numbers, dict) else [numbers]
    return all(type(number) is int and number >= 0 for number in found)


def _meant(word: str, known: Any) -> str:
    """Return a suggestion in place of a word that means nothing."""
    near = nearest(word, known)
    return f"if you mean '{near}', write that" if near else f"there are {join_words(sorted(known))}"


def told(proof: Proof, viewer: str = "") -> Iterator[str]:
    """Yield line by line how a position stands, as a viewer may know it, and what the players still have to say.

    It is told as the file has laid it out, before anything is rolled or dealt for what comes next.
    """
    table, position = proof.table, proof.position
    said = frozenset(word for edit in position.edit for word in strings_in(edit))
    game = laid_out(table.rules, position, TITLE, table.game.state.options, Dice(KEY, TITLE))
    for heading, lines in _inventory(table.rules, game, said, viewer):
        yield f"{HEADING}{_plain(heading)}"
        yield from (f"{LINE}{_plain(line)}" for line in lines)
    yield f"{HEADING}Hidden cards"
    yield from (f"{LINE}{_plain(line)}" for line in _entered(proof, game))


def _inventory(rules: Rules[Any], game: Any, said: Collection[str], viewer: str) -> list[tuple[str, list[str]]]:
    """Return the things on the table, part by part."""
    if rules.words.inventory:
        return rules.words.inventory(game, said, viewer)
    seats = [(who, words.splitlines()) for who, words in rules.words.scores(game)]
    return [("Where the game stands", rules.words.headline(game).splitlines()), *seats]


def _entered(proof: Proof, game: Any) -> Iterator[str]:
    """Yield the secret questions that each seat will get."""
    asked = {request.seat: request.prompt for request in game.top.requests(game)} if proof.position.hidden else {}
    yield from (f"{{{seat}}} is asked: {asked[seat]}" for seat in game.state.seats if seat in asked)
    if not asked:
        yield "Every hidden card has been entered."


HEADING, LINE = "### ", "- "
"""What the lines begin with that are told of a position: they are written in Markdown."""
