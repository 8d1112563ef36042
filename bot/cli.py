"""The command line of `herald`: running, playing, and looking after the games in the database.

What is slow to import, the database, Discord and Pillow, is imported by the commands that need it.
"""

import argparse
import asyncio
import logging
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from bot.config import Config, load
from bot.errors import ConfigError, HeraldError
from bot.logs import start_logging
from bot.ops import tournament
from bot.ops.simulate import Simulation, computer_players
from engine import RELEASE
from engine.core.actions import MASTER
from engine.core.errors import EngineError
from engine.core.files import figures, registry
from engine.core.record import transcript
from engine.core.record.transcript import Transcript
from engine.core.rules import Rules
from engine.core.text import counted
from engine.core.trials import coverage, proof, scenario, tracing
from engine.core.trials.simulation_stats import SimulationStats
from engine.games import GAMES, USUAL, rules_of
from engine.recount import recount
from engine.tournament.format import PRESETS, preset
from engine.tournament.format import check as check_format

logger = logging.getLogger(__name__)

SEATS = 4
"""Seats of a simulated game, if its options allow them."""

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Work: TypeAlias = Callable[[argparse.Namespace], int | None]

TESTS = Path(__file__).resolve().parents[1] / "tests"


SANDBOX_NEEDS = ("jsonschema", "jsonschema_rs", "referencing")
"""Modules of the extra `sandbox`, which a server does without."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code. Errors are one sentence on stderr, and files are for their owner's eyes.

    Databases, backups and records hold the dice and hands of running games; the pictures and logs are no exception, so
    that nobody has to know which file tells what.
    """
    os.umask(0o077)
    options = _parser().parse_args(arguments)
    try:
        return int(options.command(options) or 0)
    except (HeraldError, EngineError, OSError) as error:
        if getattr(options, "serves", False) and logging.getLogger().hasHandlers():
            logger.critical("herald cannot run: %s", error)
        else:
            print(f"herald: {_in_words(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _in_words(error: Exception) -> str:
    """Return an error in a sentence that says what to do, also of a file that is not there."""
    if isinstance(error, FileNotFoundError) and error.filename:
        return f"{error.filename} cannot be opened: there is no such file or folder; name one that is there."
    return str(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="herald", description="Moderates medieval board games played by post.")
    parser.add_argument("--version", action="version", version=f"Herald {RELEASE}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in (_add_moderating, _add_simulating, _add_tournament, _add_checking, _add_records, _add_keeping):
        add(commands)
    return parser


def _command(commands: Commands, name: str, work: Work, words: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=words)
    command.set_defaults(command=work)
    return command


def _add_moderating(commands: Commands) -> None:
    run = _command(commands, "run", _run, "moderate on Discord; without a token, start the sandbox")
    sandbox = _command(commands, "sandbox", _sandbox, "a local Discord with Herald in it, for play without an account")
    for command in (run, sandbox):
        command.add_argument("--config", type=Path, default=Path("config.toml"))
        command.set_defaults(serves=True)


def _add_simulating(commands: Commands) -> None:
    simulate = _command(commands, "simulate", _simulate, "play whole games with random legal choices")
    simulate.add_argument("--game", choices=sorted(GAMES), default=USUAL)
    simulate.add_argument("--variant", default="")
    simulate.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="choose an option; may be given several times"
    )
    simulate.add_argument(
        "--seats", type=_span, metavar="N|N-M", help="number of seats; a range such as 3-5 takes each number in turn"
    )
    simulate.add_argument("--games", type=int, default=20)
    simulate.add_argument("--seed", type=int, default=1)
    simulate.add_argument(
        "--players",
        default="",
        help="usual, easy, hard: as tables have them; random: any legal choice; "
        "steward, captain, courtier, marshal: by rules of thumb; fickle: half of each, "
        "so that games end (default, where the game has it); 'one ply': tries every action out; several, by commas, "
        "take the seats in turn",
    )
    simulate.add_argument(
        "--perturb", type=float, default=0.1, help="how often a wrong action is tried first, from 0 to 1"
    )
    simulate.add_argument("--rules", action="store_true", help="list how often each rule was met in play")
    simulate.add_argument("--limit", type=int, default=20_000, help="stop a game after this number of actions")
    simulate.add_argument(
        "--jobs", type=int, default=0, help="games played at the same time (default: one for each processor)"
    )
    simulate.add_argument("--out", type=Path, help="folder for the transcripts")
    simulate.add_argument("--figures", type=Path, metavar="FILE", help="play with the figures of another edition")


def _add_tournament(commands: Commands) -> None:
    event = _command(commands, "tournament", _tournament, "play a whole tournament with computer players")
    event.add_argument("--game", choices=sorted(GAMES), default=USUAL)
    event.add_argument("--variant", default="")
    event.add_argument("--format", choices=PRESETS, default="wbc", help="heats and a Final, all rounds, or a knock-out")
    event.add_argument("--entrants", type=int, default=29)
    event.add_argument("--heats", type=int, help="how many heats, or rounds of a league")
    event.add_argument("--seed", type=int, default=1)
    event.add_argument(
        "--players", default="", help="as for simulate; each person in the tournament is one of them, in turn"
    )
    event.add_argument("--out", type=Path, metavar="FOLDER", help="folder for the log and the standings")
    event.add_argument("--replay", type=Path, metavar="FILE", help="check an exported log instead of playing")


def _add_checking(commands: Commands) -> None:
    scenarios = _command(commands, "scenario", _scenario, "run scenario files")
    scenarios.add_argument("paths", type=Path, nargs="+", metavar="PATH")
    scenarios.add_argument(
        "--trace", action="store_true", help="print each step: the events, and the questions and offers that follow"
    )

    position = _command(
        commands, "position", _position, "check the position file of a game begun elsewhere, and draw its map"
    )
    position.add_argument("file", type=Path)
    position.add_argument("--out", type=Path, metavar="PNG", help="where the map is drawn")

    figures = _command(
        commands, "figures", _figures, "write the printed figures of a game to a file, for another edition"
    )
    figures.add_argument("game", choices=sorted(GAMES))
    what = figures.add_mutually_exclusive_group(required=True)
    what.add_argument("--out", type=Path, help="the file to be filled in")
    what.add_argument("--check", type=Path, metavar="FILE", help="check a file that has been filled in")

    rules = _command(commands, "rules", _rules, "list the rules; in a checkout, with the tests that show them")
    rules.add_argument("--game", choices=sorted(GAMES), default=USUAL)
    rules.add_argument("--variant", default="")
    rules.add_argument("--tests", type=Path, default=TESTS, help="folder of the tests (default: that of the checkout)")


def _add_records(commands: Commands) -> None:
    replay = _command(commands, "replay", _replay, "check every number and state of an exported game")
    replay.add_argument("file", type=Path)
    replay.add_argument(
        "--head",
        action="append",
        default=[],
        metavar="HASH",
        help="a fingerprint from the thread that the record must contain; may be repeated",
    )
    replay.add_argument(
        "--judge", action="store_true", help="check the game with a second program, written from the rule book alone"
    )

    render = _command(commands, "render", _render, "draw every picture of an exported game, or make a page of it")
    render.add_argument("file", type=Path)
    render.add_argument("--out", type=Path, metavar="FOLDER", help="folder for the pictures")
    render.add_argument("--page", type=Path, metavar="HTML", help="one page to step through the whole game")
    render.add_argument("--kinds", nargs="+", default=(), metavar="KIND", help="only these, such as map, battle, war")

    export = _command(commands, "export", _export, "write a game of the database to a file")
    export.add_argument("game", help="the id in the footer of its panel")
    export.add_argument("--out", type=Path, required=True)
    export.add_argument("--config", type=Path, default=Path("config.toml"))

    importing = _command(commands, "import", _import, "import an exported game into the database")
    importing.add_argument("file", type=Path)
    importing.add_argument("--owner", type=_user, required=True, help="the Discord user who becomes its game master")
    importing.add_argument("--config", type=Path, default=Path("config.toml"))


def _add_keeping(commands: Commands) -> None:
    restore = _command(commands, "restore", _restore, "copy one game, or everything, out of a backup into the database")
    what = restore.add_mutually_exclusive_group(required=True)
    what.add_argument("game", nargs="?", default="", help="the id in the footer of its panel")
    what.add_argument("--all", action="store_true", help="everything, into an empty database")
    restore.add_argument("--backup", type=Path, required=True, help="a database file")
    restore.add_argument("--config", type=Path, default=Path("config.toml"))

    backup = _command(commands, "backup", _backup, "write a checked copy of the database to a file, while Herald runs")
    backup.add_argument("--out", type=Path, required=True)
    backup.add_argument("--config", type=Path, default=Path("config.toml"))

    doctor = _command(commands, "doctor", _doctor, "check the installation, and say how to mend each fault")
    doctor.add_argument("--config", type=Path, default=Path("config.toml"))
    doctor.add_argument(
        "--backups", type=Path, metavar="FOLDER", help="folder of the backups (default: backups, beside the database)"
    )

    person = _command(
        commands, "person", _person, "write everything stored about a person to a file, while Herald runs"
    )
    person.add_argument("user", type=_user, help="a Discord user's ID")
    person.add_argument("--export", type=Path, required=True, metavar="FILE", help="the file, in JSON")
    person.add_argument("--config", type=Path, default=Path("config.toml"))

    forget = _command(commands, "forget", _forget, "delete a game, or take a person out of all games")
    whom = forget.add_mutually_exclusive_group(required=True)
    whom.add_argument("game", nargs="?", default="", help="the id in the footer of its panel")
    whom.add_argument("--person", type=_user, metavar="USER", help="a Discord user's ID")
    forget.add_argument("--yes", action="store_true", help="confirm it: this cannot be undone")
    forget.add_argument("--config", type=Path, default=Path("config.toml"))


# ---------------------------------------------------------------------- run, sandbox, export


def _run(options: argparse.Namespace) -> None:
    config = _config(options.config)
    if not config.discord.token:
        _serve_sandbox(config)
        return
    from bot import app

    asyncio.run(app.run(config))


def _sandbox(options: argparse.Namespace) -> None:
    _serve_sandbox(_config(options.config))


def _serve_sandbox(config: Config) -> None:
    """Run the local Discord; raises ConfigError where only what a server needs is installed."""
    try:
        from bot import sandbox_app
    except ModuleNotFoundError as missing:
        if missing.name not in SANDBOX_NEEDS:
            raise
        raise ConfigError(
            f"The sandbox needs packages that a server does not ({missing.name} is missing): install herald[sandbox], "
            "or set discord.token to moderate on Discord."
        ) from missing
    asyncio.run(sandbox_app.run_sandbox(config))


def _export(options: argparse.Namespace) -> None:
    from bot.ops import maintenance

    record = asyncio.run(maintenance.export_game(_config(options.config), options.game))
    options.out.write_bytes(transcript.write(record))
    print(f"Wrote {len(record.entries)} actions of game {options.game} to {options.out}.")


def _import(options: argparse.Namespace) -> None:
    from bot.ops import maintenance

    found = transcript.load(options.file)
    game = asyncio.run(maintenance.import_game(_config(options.config), found, options.owner))
    print(f"Imported game {game.id} up to action {game.version}. Give it a thread with /game adopt {game.id}.")


def _restore(options: argparse.Namespace) -> None:
    from bot.ops import backup, maintenance

    if options.all:
        count = asyncio.run(backup.restore(_config(options.config).database.place, options.backup))
        print(f"Restored {counted(count, 'game')} with everything that belongs to them.")
        return
    asyncio.run(maintenance.restore_game(_config(options.config), options.backup, options.game))
    print(f"Restored game {options.game}. If its thread is lost, give it another with /game adopt {options.game}.")


def _backup(options: argparse.Namespace) -> None:
    from bot.ops import backup

    config = _config(options.config)
    count = asyncio.run(backup.create(config.database.place, options.out))
    print(f"Copied {counted(count, 'game')} to {options.out}; all their records are intact.")


def _doctor(options: argparse.Namespace) -> int:
    """Look at everything; the exit code is 1 where something is wrong."""
    from bot import app
    from bot.ops import doctor
    from bot.ops.findings import told

    required = options.config != Path("config.toml")
    looked = doctor.examine(options.config, os.environ, options.backups, required=required, point=app.point)
    findings = asyncio.run(looked)
    print("\n".join(told(findings)))
    return int(doctor.sick(findings))


def _person(options: argparse.Namespace) -> None:
    from bot.ops import maintenance
    from bot.store import personal

    found = asyncio.run(maintenance.export_person(_config(options.config), options.user))
    options.export.write_bytes(personal.written(found))
    rows = sum(len(held.rows) for held in found.held.values())
    print(
        f"Wrote {rows} records about {options.user} to {options.export}, with their meaning and a list of what "
        "is left out."
    )


def _forget(options: argparse.Namespace) -> None:
    from bot.ops import maintenance

    config = _config(options.config)
    if not options.yes:
        raise HeraldError("Forgetting cannot be undone; make a backup, then add --yes.")
    if options.person is None:
        game = asyncio.run(maintenance.delete_game(config, options.game))
        print(f"Game {game.id} ({game.title}) is deleted. Its thread on Discord is not touched.")
    else:
        count = asyncio.run(maintenance.forget_person(config, options.person))
        print(f"User {options.person} was removed from {counted(count, 'game')}.")


def _config(path: Path) -> Config:
    config = load(path, os.environ, required=path != Path("config.toml"))
    start_logging(config.log.level, config.secrets())
    return config


# ---------------------------------------------------------------------- render


def _render(options: argparse.Namespace) -> None:
    from render.album import Album
    from render.replay.page import page_of

    if not options.out and not options.page:
        raise EngineError("Say what to make: --out FOLDER for the pictures, --page FILE for a page to step through.")
    record = transcript.load(options.file)
    if options.page:
        with tempfile.TemporaryDirectory() as cache:
            options.page.write_bytes(page_of(record, Path(cache)))
        print(f"{options.page} shows the whole game: open it in a browser.")
    if not options.out:
        return
    options.out.mkdir(parents=True, exist_ok=True)
    album = Album(record, options.out / ".cache", options.kinds)
    drawn = 0
    for leaf in album.leaves():
        (options.out / leaf.name).write_bytes(leaf.picture.file)
        drawn += 1
    print(f"Drew {drawn} pictures in {options.out}.")


# ---------------------------------------------------------------------- simulate


def _user(text: str) -> int:
    """Read the number of a Discord user; raises ValueError for anything else."""
    if not re.fullmatch(r"[0-9]{1,19}", text) or int(text) >= transcript.MOST_USER:
        raise ValueError(text)
    return int(text)


def _span(text: str) -> tuple[int, int]:
    """Read "4" or "2-7"; raises ValueError for anything else."""
    least, _, most = text.partition("-")
    return int(least), int(most or least)


def _simulate(options: argparse.Namespace) -> None:
    rules = rules_of(options.game)
    variant = options.variant or rules.usual_variant
    values = rules.options(variant, _chosen(rules, options.set))
    fewest, fullest = rules.seats(values)
    least, most = options.seats or (min(max(fewest, SEATS), fullest),) * 2
    if not fewest <= least <= most <= fullest:
        raise EngineError(f"{rules.title} is for {fewest} to {fullest} seats with these options.")
    simulation = Simulation(
        options.game,
        values,
        seats=(least, most),
        seed=options.seed,
        limit=options.limit,
        players=_players(rules, options.players),
        perturb=options.perturb,
        folder=options.out,
        figures=_own_figures(rules, options.figures) if options.figures else {},
    )
    stats = SimulationStats()
    for played in simulation.games(options.games, options.jobs or os.cpu_count() or 1):
        stats.add(played)
    for line in (*stats.lines(), *(stats.rule_lines(rules.name, variant) if options.rules else ())):
        print(line)


def _tournament(options: argparse.Namespace) -> None:
    if options.replay:
        for line in tournament.replayed(options.replay):
            print(line)
        return
    rules = rules_of(options.game)
    variant = options.variant or (rules.competition.variant or rules.usual_variant)
    seats = rules.seats(rules.options(variant, {}))
    tournament_format = preset(options.format, title=rules.title, year=0, game=rules.name, variant=variant, seats=seats)
    if options.heats is not None:
        tournament_format = msgspec.structs.replace(tournament_format, heats=options.heats)
        check_format(tournament_format, seats)
    players = _players(rules, options.players)
    event = tournament.Event(rules, tournament_format, options.entrants, options.seed, players)
    for line in event.played():
        print(line, flush=True)
    if options.out:
        event.write(options.out)


def _chosen(rules: Rules[Any], written: Sequence[str]) -> dict[str, object]:
    """Read options as they are written, NAME=VALUE."""
    pairs = [text.partition("=") for text in written]
    return {name: rules.option_book.read(name, value) for name, _, value in pairs}


def _players(rules: Rules[Any], written: str) -> list[str]:
    """Return the players that are written, by commas; without any the fickle one, or the random one."""
    known = computer_players(rules)
    names = written.split(",") if written else ["fickle" if "fickle" in known else "random"]
    for name in names:
        if name not in known:
            raise EngineError(f"There is no computer player '{name}'; choose one of {', '.join(known)}.")
    return names


# ---------------------------------------------------------------------- scenario, replay, rules


def _scenario(options: argparse.Namespace) -> int:
    failed = passed = 0
    for path in options.paths:
        for line in tracing.traced(rules_of, path) if options.trace else ():
            print(line)
        for file, trouble in scenario.run_all(path, rules_of):
            print(f"FAILED {file}: {trouble}" if trouble else f"passed {file}")
            failed, passed = failed + bool(trouble), passed + (not trouble)
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


def _replay(options: argparse.Namespace) -> int:
    record = transcript.load(options.file)
    vouched = list(_vouched_for(record, options.head))
    try:
        table = transcript.replay(rules_of(record.rules), record)
    except transcript.OtherRules as other:
        numbers = transcript.check_draws(record)
        lines = [f"{numbers} draws are as recorded; the states cannot be checked. {other}", *vouched]
        print("\n".join(lines))
        return 1
    transcript.check_over(record, table)
    numbers = transcript.check_draws(record)
    print(f"Replayed {len(record.entries)} actions: {numbers} draws and every state are as recorded.")
    if thrown := transcript.table_numbers(record):
        was = "number was" if thrown == 1 else "numbers were"
        print(f"{thrown} {was} rolled at the table and reported by the game master; these are not among the draws.")
    print("\n".join(vouched))
    print(f"The game {'ended: ' + table.result.reason if table.result else 'is not over' + _copy(record)}")
    return _judge(record) if options.judge else 0


def _judge(record: Transcript) -> int:
    """Let the second arithmetic judge a record, and print what it finds."""
    if record.rules not in recount.JUDGES:
        print("There is no second program for this game, so --judge checks nothing.")
        return 0
    found = recount.of_record(rules_of(record.rules), record)
    print("\n".join(found.words()))
    return int(bool(found.doubts))


def _vouched_for(record: Transcript, heads: Sequence[str]) -> Iterator[str]:
    """Check the chain of a record, and that it has the `heads`; yield what is to be said of it. Raises Mismatch."""
    if transcript.may_lack_chain(record) and not heads:
        yield (
            "This file has no seals, so its times, its names and its completeness were not checked. If the thread has "
            "a fingerprint of the record, give it with --head."
        )
        return
    hashes = transcript.check_chain(record)
    yield f"The record is intact ({len(hashes)} sealed entries). Its fingerprint: {hashes[-1]}"
    if unproven := transcript.unproven_names(record):
        yield f"The seals do not cover the names of {', '.join(unproven)}."
    for head in heads:
        number = transcript.found_head(hashes, head)
        after = f"after action {number} of {len(hashes) - 1}" if number else "of the opening"
        yield f"It has {head}, the record {after}."
    if not heads:
        yield "Compare this with the thread, or give a fingerprint from the thread with --head."


def _copy(record: Transcript) -> str:
    known = {transcript.Copy.OPERATOR: ": an operator's copy", transcript.Copy.TRIAL: ": a trial"}
    return known.get(record.copy, "")


def _position(options: argparse.Namespace) -> int:
    try:
        found = proof.read(options.file.read_text(encoding="utf-8"), GAMES)
    except UnicodeDecodeError as error:
        raise EngineError(f"{options.file} is not a text file in UTF-8; save it as UTF-8.") from error
    except proof.BadPosition as bad:
        print(bad)
        print(f"{len(bad.faults)} problems." if len(bad.faults) > 1 else "One problem.")
        return 1
    print("\n".join(proof.told(found, MASTER)))
    if options.out:
        options.out.write_bytes(_map_of(found))
        print(f"Drew the map in {options.out}.")
    print("The file can be used: /game new position:")
    return 0


def _map_of(found: proof.Proof) -> bytes:
    from render.picture_request import PictureRequest
    from render.registry import draw

    names = {seat: seat for seat in found.table.seats}
    with tempfile.TemporaryDirectory() as cache:
        wish = PictureRequest("map", found.table.view(""), names, "", (), Path(cache))
        return draw(found.table.rules.name, wish).file


def _figures(options: argparse.Namespace) -> None:
    rules = rules_of(options.game)
    if options.out:
        options.out.write_text(figures.written(rules.name, rules.title), encoding="utf-8")
        print(f"Wrote the figures of {rules.title} to {options.out}. Change those that differ in your copy.")
        return
    own = _own_figures(rules, options.check)
    for address, value in own.items():
        print(f"{address} = {figures.toml(value)}  # ours: {figures.toml(figures.ours(rules.name, address))}")
    print(f"The file can be used; {'above is what differs' if own else 'nothing in it differs'} from ours.")


def _own_figures(rules: Rules[Any], path: Path) -> dict[str, Any]:
    """Return the figures of an edition's file that are not ours; raises EngineError with all that is wrong with it."""
    try:
        return rules.read_figures(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise EngineError(f"{path} is not a text file in UTF-8; save it as UTF-8.") from error


def _rules(options: argparse.Namespace) -> None:
    known = [rule for rule in registry.registry(options.game).values() if options.variant in ("", rule.variant)]
    if not known:
        raise EngineError(f"The registry of {options.game} has no rules of a variant '{options.variant}'.")
    if not options.tests.is_dir():
        for rule in known:
            print(f"{rule.id:14} {rule.text}")
        print(f"{len(known)} rules; the tests that show them come with a checkout of Herald")
        return
    shown = coverage.of_game(options.game, options.tests, options.variant)
    for name, places in shown.items():
        print(f"{name:14} {'; '.join(places) if places else '-'}")
    covered = sum(bool(places) for places in shown.values())
    print(f"{covered} of {len(shown)} rules shown ({100 * covered // len(shown)} %)")


if __name__ == "__main__":
    sys.exit(main())
