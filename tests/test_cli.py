"""The command line: what each command prints, and how it refuses."""

import asyncio
import json
import os
import re
from pathlib import Path

import pytest

from bot import cli
from bot.cli import main
from bot.config import Config
from bot.store.database import Store
from engine.core.record import transcript
from engine.core.record.transcript import read, write
from engine.recount import recount
from tests.core.toy import moderated
from tests.harness.rows import rows

GOLDEN = Path(__file__).parent / "golden"
POSITIONS = Path(__file__).parents[1] / "docs" / "positions"
SCENARIOS = Path(__file__).parent / "scenarios" / "kingmaker"

Output = pytest.CaptureFixture[str]


@rows("token, begun", [("", "run_sandbox"), ("a-token", "run")])
def test_run_moderates_with_a_token_and_plays_in_the_sandbox_without(
    token: str, begun: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[tuple[str, str]] = []

    async def run(config: Config) -> None:
        called.append(("run", config.discord.token))

    async def run_sandbox(config: Config) -> None:
        called.append(("run_sandbox", config.discord.token))

    monkeypatch.setattr("bot.app.run", run)
    monkeypatch.setattr("bot.sandbox_app.run_sandbox", run_sandbox)
    monkeypatch.delenv("HERALD_TOKEN", raising=False)
    config = tmp_path / "config.toml"
    config.write_text(f'[discord]\ntoken = "{token}"\n')
    assert main(["run", "--config", str(config)]) == 0
    assert main(["sandbox", "--config", str(config)]) == 0
    assert called == [(begun, token), ("run_sandbox", token)]


CONFIG: dict[str, object] = {"config": Path("config.toml")}
TAKEN_FOR_GRANTED: dict[str, dict[str, object]] = {
    "run": CONFIG | {"serves": True},
    "sandbox": CONFIG | {"serves": True},
    "simulate": {
        "game": "kingmaker",
        "variant": "",
        "set": [],
        "seats": None,
        "games": 20,
        "seed": 1,
        "players": "",
        "perturb": 0.1,
        "rules": False,
        "limit": 20_000,
        "jobs": 0,
        "out": None,
        "figures": None,
    },
    "tournament": {
        "game": "kingmaker",
        "variant": "",
        "format": "wbc",
        "entrants": 29,
        "heats": None,
        "seed": 1,
        "players": "",
        "out": None,
        "replay": None,
    },
    "scenario a.toml b.toml": {"paths": [Path("a.toml"), Path("b.toml")], "trace": False},
    "position p.toml": {"file": Path("p.toml"), "out": None},
    "figures kingmaker --out f.toml": {"game": "kingmaker", "out": Path("f.toml"), "check": None},
    "rules": {"game": "kingmaker", "variant": "", "tests": GOLDEN.parent},
    "replay g.json": {"file": Path("g.json"), "head": [], "judge": False},
    "render g.json --out o": {"file": Path("g.json"), "out": Path("o"), "page": None, "kinds": ()},
    "export a1b2 --out g.json": CONFIG | {"game": "a1b2", "out": Path("g.json")},
    "import g.json --owner 7": CONFIG | {"file": Path("g.json"), "owner": 7},
    "restore a1b2 --backup b.db": CONFIG | {"game": "a1b2", "all": False, "backup": Path("b.db")},
    "restore --all --backup b.db": CONFIG | {"game": "", "all": True, "backup": Path("b.db")},
    "backup --out b.db": CONFIG | {"out": Path("b.db")},
    "doctor": CONFIG | {"backups": None},
    "person 7 --export me.zip": CONFIG | {"user": 7, "export": Path("me.zip")},
    "forget a1b2": CONFIG | {"game": "a1b2", "person": None, "yes": False},
}


@pytest.mark.parametrize("line", TAKEN_FOR_GRANTED)
def test_what_a_command_takes_for_granted(line: str) -> None:
    options = vars(cli._parser().parse_args(line.split()))
    assert {name: value for name, value in options.items() if name != "command"} == TAKEN_FOR_GRANTED[line]


@pytest.mark.parametrize(
    "line",
    [
        *("", "scenario", "position", "figures kingmaker", "replay", "export a1b2", "export --out g.json"),
        *("import g.json", "import --owner 7", "restore --backup b.db", "restore a1b2", "backup", "forget"),
        *("restore a1b2 --all --backup b.db", "person --export me.zip", "forget a1b2 --person 7"),
        *("person 7", "figures chess --check f.toml", "simulate --game chess"),
    ],
)
def test_what_a_command_has_to_be_told(line: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as end:
        cli._parser().parse_args(line.split())
    assert end.value.code == 2 and "usage: herald" in capsys.readouterr().err


def test_simulate_tells_how_games_end(capsys: Output, tmp_path: Path) -> None:
    asked = ["--seats", "3", "--games", "1", "--players", "steward", "--jobs", "1", "--out", str(tmp_path)]
    assert main(["simulate", *asked]) == 0
    told = capsys.readouterr().out
    assert "games           1" in told and "actions/second" in told and "BASE-VIC-1" in told
    assert "came out" in told and "x siege: major victory" in told
    assert len(list(tmp_path.glob("*.json"))) == 1


def test_simulate_tells_which_rules_of_a_variant_and_its_base_were_met(capsys: Output) -> None:
    asked = ["--game", "warlord", "--variant", "woods", "--seats", "2", "--players", "captain"]
    assert main(["simulate", *asked, "--games", "1", "--jobs", "1", "--rules"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"^WLT-2\.1 +\d+$", said, re.MULTILINE) and re.search(r"rules met +\d+ of 64; never: WLT-", said)


def test_a_game_without_a_fickle_player_or_a_variant_base_is_simulated_with_its_own_rules(capsys: Output) -> None:
    with moderated():
        asked = ["simulate", "--game", "high_card", "--games", "1", "--jobs", "1", "--rules"]
        for variant in ("high", "low"):
            assert main([*asked, "--variant", variant]) == 0
            assert re.search(r"rules met +2 of 2; never: none", capsys.readouterr().out)
        assert main([*asked, "--players", "fickle"]) == 2
        assert "There is no computer player 'fickle'; choose one of random, miser." in capsys.readouterr().err


def test_a_tournament_is_played_and_its_log_leads_to_the_same_standings(capsys: Output, tmp_path: Path) -> None:
    asked = ["--game", "warlord", "--format", "league", "--heats", "1", "--entrants", "4", "--seed", "3"]
    assert main(["tournament", *asked, "--players", "captain", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "4 have entered" in told and "Champion: " in told
    assert len((tmp_path / "standings.csv").read_text().splitlines()) > 3
    assert main(["tournament", "--replay", str(tmp_path / "tournament.json")]) == 0
    assert told.endswith(capsys.readouterr().out)
    (tmp_path / "other.json").write_text("{}")
    assert main(["tournament", "--replay", str(tmp_path / "other.json")]) == 2
    assert "no tournament that Herald has written" in capsys.readouterr().err


def test_simulate_takes_options_by_name(capsys: Output, tmp_path: Path) -> None:
    asked = ["--game", "warlord", "--players", "captain", "--games", "1", "--jobs", "1", "--out", str(tmp_path)]
    chosen = ["--set", "terrain=yes", "--set", "moves_per_turn=2", "--set", "weapons=Chosen"]
    assert main(["simulate", *asked, *chosen]) == 0
    options = json.loads(next(tmp_path.glob("*.json")).read_bytes())["options"]
    assert options["board"] == "broken_march" and options["moves_per_turn"] == 2 and options["weapons"] == "chosen"
    for wrong, says in (("lances=on", "no option 'lances'"), ("terrain=perhaps", "cannot be 'perhaps'")):
        assert main(["simulate", *asked, "--set", wrong]) == 2
        assert says in capsys.readouterr().err


def test_a_series_is_the_same_however_many_are_played_at_a_time(capsys: Output, tmp_path: Path) -> None:
    asked = ["--game", "lancaster", "--seats", "2", "--games", "3", "--players", "courtier"]
    for jobs in ("1", "2"):
        assert main(["simulate", *asked, "--jobs", jobs, "--out", str(tmp_path / jobs)]) == 0
    told = [sorted((file.name, file.read_bytes()) for file in (tmp_path / jobs).glob("*")) for jobs in ("1", "2")]
    assert len(told[0]) == 3 and told[0] == told[1]


def test_scenario_closes_with_the_count(capsys: Output) -> None:
    assert main(["scenario", str(SCENARIOS / "coronation")]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(" passed, 0 failed")


def test_a_failing_scenario_is_named_and_fails_the_command(capsys: Output, tmp_path: Path) -> None:
    text = next((SCENARIOS / "coronation").glob("*.toml")).read_text()
    (tmp_path / "wrong.toml").write_text(text + '\n[[step]]\nexpect = { "round" = 99 }\n')
    assert main(["scenario", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "FAILED" in told and "wrong.toml" in told and told.endswith("0 passed, 1 failed\n")


def test_a_traced_scenario_is_told_step_by_step(capsys: Output) -> None:
    assert main(["scenario", "--trace", str(SCENARIOS / "refuge" / "stranded_two_ships.toml")]) == 0
    told = capsys.readouterr().out
    assert "== step 4: seat = 'ann', act = {'action': 'fetch'" in told and "ann is asked D18: Roos" in told
    assert told.endswith("1 passed, 0 failed\n")


def test_replay_says_that_everything_comes_out(capsys: Output) -> None:
    assert main(["replay", str(GOLDEN / "two_seats.json")]) == 0
    assert "every state are as recorded" in capsys.readouterr().out


def test_replay_of_another_version_names_it_and_checks_the_draws(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "older.json"
    record = read((GOLDEN / "two_seats.json").read_bytes())
    record.rules_version, record.opening_hash = "0", "0" * 64
    file.write_bytes(write(record))
    assert main(["replay", str(file)]) == 1
    said = capsys.readouterr().out
    assert re.search(r"^\d+ draws are as recorded; the states cannot be checked", said)
    assert "recorded by version 0 of the rules of Kingmaker; this release, Herald " in said


def test_replay_names_the_first_difference(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "forged.json"
    text = (GOLDEN / "two_seats.json").read_text()
    file.write_text(text.replace('"result": 1,', '"result": 2,', 1))
    assert main(["replay", str(file)]) == 2
    assert "should not have come out as" in capsys.readouterr().err


@rows("content", [b"", b"{}", b"\x00\xff", b'{"format": 9}'])
def test_a_corrupt_transcript_gets_one_clear_sentence(capsys: Output, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    assert main(["replay", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("herald: This ") and said.count("\n") == 1


def test_render_draws_each_phase(capsys: Output, tmp_path: Path) -> None:
    short = tmp_path / "short.json"
    record = read((GOLDEN / "lion_in_winter.json").read_bytes())
    record.entries = record.entries[:6]
    short.write_bytes(write(record))
    assert main(["render", str(short), "--out", str(tmp_path / "maps")]) == 0
    drawn = sorted((tmp_path / "maps").glob("*.png"))
    assert drawn and drawn[0].read_bytes().startswith(b"\x89PNG")
    assert main(["render", str(short), "--page", str(tmp_path / "game.html")]) == 0
    assert (tmp_path / "game.html").read_bytes().startswith(b"<!DOCTYPE html>")
    assert main(["render", str(short)]) == 2
    assert "--page FILE for a page to step through" in capsys.readouterr().err


@rows(
    "game, variant, number",
    [
        ("kingmaker", "base", 112),
        ("kingmaker", "wbc", 159),
        ("kingmaker", "covault", 162),
        ("lancaster", "", 278),
        ("warlord", "", 64),
        ("warriors", "", 163),
    ],
)
def test_every_rule_is_shown(capsys: Output, game: str, variant: str, number: int) -> None:
    assert main(["rules", "--game", game, "--variant", variant]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{number} of {number} rules shown (100 %)"


def test_without_a_checkout_the_rules_are_listed_in_words(tmp_path: Path, capsys: Output) -> None:
    assert main(["rules", "--game", "warlord", "--tests", str(tmp_path / "nowhere")]) == 0
    *rules, last = capsys.readouterr().out.splitlines()
    assert (len(rules), last) == (64, "64 rules; the tests that show them come with a checkout of Herald")
    assert all(re.fullmatch(r"WLT-\S+ +\S.+", rule) for rule in rules)


def test_a_rule_that_is_shown_but_not_registered_is_named(tmp_path: Path, capsys: Output) -> None:
    scenarios = tmp_path / "scenarios" / "warlord"
    scenarios.mkdir(parents=True)
    about = (
        'game = "warlord"\nvariant = "base"\nseats = ["ann", "ben"]\ntitle = "None"\nrules = ["WLT-99.9"]\nstep = []\n'
    )
    (scenarios / "one.toml").write_text(about)
    assert main(["rules", "--game", "warlord", "--tests", str(tmp_path)]) == 2
    assert "not in the registry: WLT-99.9" in capsys.readouterr().err


@rows(
    "arguments, says",
    [
        (["simulate", "--seats", "9"], "for 2 to 7 seats"),
        (["simulate", "--players", "genius"], "There is no computer player 'genius'"),
        (["simulate", "--variant", "chess"], "There is no variant 'chess'"),
        (["rules", "--variant", "chess"], "has no rules of a variant 'chess'"),
        (["replay", "nowhere.json"], "nowhere.json cannot be opened: there is no such file or folder"),
    ],
)
def test_a_wrong_argument_gets_one_clear_sentence(capsys: Output, arguments: list[str], says: str) -> None:
    assert main(arguments) == 2
    assert says in capsys.readouterr().err


@pytest.mark.usefixtures("logging_kept")
def test_export_of_an_unknown_game_says_so(capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asyncio.run(_made(tmp_path / "var" / "herald.db"))
    assert main(["export", "k7f2", "--out", "game.json"]) == 2
    assert "There is no game 'k7f2'" in capsys.readouterr().err


async def _made(path: Path) -> None:
    await (await Store.open(path)).close()


@pytest.mark.usefixtures("logging_kept")
def test_export_from_a_wrong_path_makes_no_database(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", "k7f2", "--out", "game.json"]) == 2
    assert "There is no database var/herald.db; set database.path" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------------- figures of one's own edition


def test_figures_are_written_checked_and_played_with(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert main(["figures", "lancaster", "--out", str(file)]) == 0
    assert main(["figures", "lancaster", "--check", str(file)]) == 0
    assert "nothing in it differs from ours" in capsys.readouterr().out
    assert main(["simulate", "--game", "warlord", "--figures", str(file)]) == 2
    assert "name the game that the file is for" in capsys.readouterr().err
    file.write_text(file.read_text().replace("capacity = 7 ", "capacity = 8 "))
    assert main(["figures", "lancaster", "--check", str(file)]) == 0
    assert "tower.capacity = 8  # ours: 7" in capsys.readouterr().out
    asked = ["--game", "lancaster", "--players", "random", "--games", "1", "--jobs", "1", "--out", str(tmp_path)]
    assert main(["simulate", *asked, "--figures", str(file)]) == 0
    assert main(["replay", str(next(tmp_path.glob("*.json")))]) == 0
    assert "every state are as recorded" in capsys.readouterr().out


def test_figures_that_cannot_be_used_are_refused_by_line(capsys: Output, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('game = "lancaster"\n[tower]\ncapacity = "seven"\n')
    assert main(["figures", "lancaster", "--check", str(tmp_path / "mine.toml")]) == 2
    assert 'Line 3: tower.capacity is "seven"; write a whole number' in capsys.readouterr().err
    assert main(["figures", "warlord", "--out", str(tmp_path / "none.toml")]) == 2
    assert "No figures of warlord differ" in capsys.readouterr().err


@rows("person", ["-1", "²", "9" * 19, "9" * 5000])
def test_a_number_that_is_nobodys_on_discord_is_refused(person: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["forget", f"--person={person}", "--yes"])
    assert "invalid" in capsys.readouterr().err


def test_what_it_writes_is_for_its_owners_eyes(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        assert main(["figures", "lancaster", "--out", str(tmp_path / "mine.toml")]) == 0
        one = ["simulate", "--game", "warlord", "--games", "1", "--jobs", "1", "--limit", "30"]
        main([*one, "--out", str(tmp_path / "games")])
    finally:
        os.umask(before)
    assert (tmp_path / "mine.toml").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "games").stat().st_mode & 0o777 == 0o700
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in (tmp_path / "games").iterdir())


def test_a_position_is_told_back_and_drawn_and_its_faults_are_counted(capsys: Output, tmp_path: Path) -> None:
    asked = ["position", str(POSITIONS / "warlord.toml")]
    assert main([*asked, "--out", str(tmp_path / "map.png")]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == [f"Drew the map in {tmp_path / 'map.png'}.", "The file can be used: /game new position:"]
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    assert main(asked) == 0
    assert "Drew the map" not in capsys.readouterr().out
    for wrong, counted in (("piece_x", "One problem."), ("piece_x = 1\npiece_y", "2 problems.")):
        (tmp_path / "wrong.toml").write_text(f"{wrong} = 1\n" + (POSITIONS / "warlord.toml").read_text())
        assert main(["position", str(tmp_path / "wrong.toml")]) == 1
        assert capsys.readouterr().out.splitlines()[-1] == counted
    (tmp_path / "wrong.toml").write_bytes(b"\xff\xfe")
    assert main(["position", str(tmp_path / "wrong.toml")]) == 2
    assert "is not a text file in UTF-8" in capsys.readouterr().err


def test_a_record_is_held_against_the_fingerprints_of_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    record = read((GOLDEN / "two_seats.json").read_bytes())
    assert next(cli._vouched_for(record, [])).startswith("This file has no seals, so its times")
    monkeypatch.setattr(transcript, "may_lack_chain", lambda record: False)
    monkeypatch.setattr(transcript, "check_chain", lambda record: ["aa", "bb", "cc"])
    monkeypatch.setattr(transcript, "unproven_names", lambda record: ["Ann", "Ben"])
    monkeypatch.setattr(transcript, "found_head", lambda hashes, head: hashes.index(head))
    intact = "The record is intact (3 sealed entries). Its fingerprint: cc"
    names = "The seals do not cover the names of Ann, Ben."
    said = list(cli._vouched_for(record, []))
    assert said[:2] == [intact, names] and said[2].startswith("Compare this with the thread")
    assert list(cli._vouched_for(record, ["aa", "bb"])) == [
        *(intact, names, "It has aa, the record of the opening.", "It has bb, the record after action 1 of 2.")
    ]


def test_a_second_program_judges_a_record_where_there_is_one(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    record = read((GOLDEN / "two_seats.json").read_bytes())

    class Found:
        def __init__(self, doubts: list[str]) -> None:
            self.doubts = doubts

        def words(self) -> list[str]:
            return ["All is judged."]

    for doubts, code in (([], 0), (["A doubt."], 1)):
        monkeypatch.setattr(recount, "of_record", lambda rules, record, doubts=doubts: Found(doubts))
        assert cli._judge(record) == code
        assert capsys.readouterr().out == "All is judged.\n"
    monkeypatch.setattr(recount, "JUDGES", {})
    assert cli._judge(record) == 0
    assert "There is no second program for this game" in capsys.readouterr().out
