"""The settings, and the log that must not give them away."""

import io
import json
import logging
from pathlib import Path

import pytest

from bot.config import Config, load
from bot.errors import ConfigError
from bot.logs import start_logging
from tests.harness.rows import rows

EXAMPLE = Path(__file__).parent.parent / "config.example.toml"


def _written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(text)
    return path


def test_the_example_shows_every_setting_with_its_default() -> None:
    assert load(EXAMPLE, {}) == Config()
    text = EXAMPLE.read_text()
    for section in Config.__struct_fields__:
        part = text.split(f"[{section}]")[1].split("\n[")[0]
        for setting in getattr(getattr(Config(), section), "__struct_fields__", ()):
            assert f"\n{setting} = " in part


def test_a_missing_file_means_the_defaults_only_where_it_may_be_missing(tmp_path: Path) -> None:
    assert load(tmp_path / "config.toml", {}, required=False) == Config()
    with pytest.raises(ConfigError, match=r"cannot be read .*copy config.example.toml"):
        load(tmp_path / "config.toml", {})


def test_the_token_of_the_environment_comes_first(tmp_path: Path) -> None:
    path = _written(tmp_path, '[discord]\ntoken = "from file"')
    assert load(path, {}).token() == "from file"
    assert load(path, {"HERALD_TOKEN": " from environment\n"}).token() == "from environment"


def test_without_a_token_the_cure_is_named() -> None:
    with pytest.raises(ConfigError, match=r"discord\.token .*HERALD_TOKEN"):
        Config().token()


@rows(
    "text, sentence",
    [
        ("[sandbox]\nport = 99999", r"setting sandbox\.port"),
        ('[sandbox]\nport = "8420"', r"setting sandbox\.port"),
        ("[play]\ndeadline_hours = -1", r"setting play\.deadline_hours"),
        ('[log]\nlevel = "loud"', r"setting log\.level"),
        ("[play]\nspeed = 3", r"setting play.*speed"),
        ("[database]\npath = 3", r"setting database\.path: '3' is not a file path"),
        ("[sandbix]\nport = 1", "the top level.*sandbix"),
        ("[play", "This is not TOML"),
        ('[discord]\napi = "http://example.org"', "token would be sent to example.org"),
        ('[discord]\ngateway = "ws://10.0.0.7"', "token would be sent to 10.0.0.7"),
        ('[discord]\napi = "127.0.0.1:80"', r"setting discord\.api.*not a http or https address"),
        ('[discord]\napi = "http://["', r"setting discord\.api: this is not an address"),
        ('[discord]\ngateway = "ws://localhost:ten"', r"setting discord\.gateway: this is not an address"),
        ('[database]\nurl = "postgresql://["', r"setting database\.url: this is not an address"),
        ('[database]\npath = "a\\u0000b"', r"setting database\.path: 'a b' is not a file path"),
        ("[play]\nregent_seconds = inf", r"setting play\.regent_seconds"),
        ("[pictures]\nworkers = 1000000", r"setting pictures\.workers"),
        ("[sandbox]\nport = " + "9" * 5000, "line 2 is longer than"),
        ("[sandbox]\nport = " + "[" * 2000, "nested too deeply"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        load(_written(tmp_path, text), {})


def test_another_server_on_this_machine_or_trusted_is_accepted(tmp_path: Path) -> None:
    here = '[discord]\napi = "http://127.0.0.1:8420"\ngateway = "ws://localhost:8420"'
    assert load(_written(tmp_path, here), {}).discord.api
    there = '[discord]\napi = "https://example.org"\ntrust_other_hosts = true'
    assert load(_written(tmp_path, there), {}).discord.api


@pytest.mark.usefixtures("logging_kept")
def test_a_log_line_is_json_without_the_token() -> None:
    stream = io.StringIO()
    start_logging("info", ["s3cret", ""], stream)
    log = logging.getLogger("herald.test")
    log.debug("not shown")
    try:
        raise ValueError("refused s3cret")
    except ValueError:
        log.exception("token %s", "s3cret", extra={"game": "k7f2"})
    line = json.loads(stream.getvalue())
    assert (line["level"], line["message"], line["game"]) == ("error", "token ***", "k7f2")
    assert "s3cret" not in stream.getvalue() and "ValueError" in line["error"]


@rows("written", ['""', '"a\\u0000b"', "5"])
def test_a_path_that_is_none_is_refused(written: str, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f"[database]\npath = {written}\n")
    with pytest.raises(ConfigError, match=r"database\.path"):
        load(config, {}, required=True)
