"""What docs/operating.md says of containers is there and fits together; where there is Docker the image is built."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.config import Config, load

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE = (DEPLOY / "compose.yaml").read_text()
HERALDS = ("herald-0", "herald-1")
SECRETS = {"HERALD_TOKEN": "token", "HERALD_DATABASE_URL": "postgresql://herald:word@postgres/herald"}


def config(name: str) -> Config:
    """Return the settings of one of the two, as it reads them."""
    return load(DEPLOY / f"{name}.toml", SECRETS)


def test_together_they_serve_every_shard_once() -> None:
    found = [config(name).discord for name in HERALDS]
    assert {one.shard_count for one in found} == {len(HERALDS)}
    assert sorted(shard for one in found for shard in one.shards) == list(range(len(HERALDS)))


def test_what_they_write_is_kept() -> None:
    for name in HERALDS:
        for path in (config(name).database.path, config(name).pictures.cache):
            assert path.is_relative_to("/var/lib/herald")
        assert f"- {name}:/var/lib/herald\n" in COMPOSE
        assert f"- ./{name}.toml:/etc/herald/config.toml:ro\n" in COMPOSE


def test_prometheus_asks_both_where_they_answer() -> None:
    (line,) = [line for line in (DEPLOY / "prometheus.yml").read_text().splitlines() if "targets" in line]
    assert re.findall(r'"(.+?)"', line) == [f"{name}:{config(name).metrics.port}" for name in HERALDS]
    assert all(config(name).metrics.host == "0.0.0.0" and config(name).metrics.names == (name,) for name in HERALDS)


def test_the_alerts_are_those_of_the_page() -> None:
    said = (DEPLOY / "alerts.yml").read_text().partition("\n")[2]
    assert said in (ROOT / "docs" / "operating.md").read_text()


UNIT = re.compile(r"`/etc/systemd/system/([\w.-]+)`.*?```ini\n(.*?)```", re.DOTALL)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_the_units_of_the_page_are_sound_and_let_herald_do_little(tmp_path: Path) -> None:
    units = dict(UNIT.findall((ROOT / "docs" / "operating.md").read_text()))
    assert {*units} == {"herald.service", "herald-backup.service", "herald-backup.timer"}
    for name, unit in units.items():
        assert name.endswith(".timer") or ("UMask=0077\n" in unit and "StateDirectoryMode=0700\n" in unit)
        (tmp_path / name).write_text(unit.replace("/opt/herald/bin/herald", "/bin/true"))
    said = _systemd("verify", *(str(tmp_path / name) for name in units))
    assert not said, said
    exposure = re.search(
        r"exposure level for herald.service: ([\d.]+)", _systemd("security", str(tmp_path / "herald.service"))
    )
    assert exposure and float(exposure[1]) < 2


def _systemd(verb: str, *files: str) -> str:
    offline = ["--offline=true", "--no-pager"] if verb == "security" else ["--man=no"]
    done = subprocess.run(["systemd-analyze", verb, *offline, *files], capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr


def test_everything_that_is_named_there_exists() -> None:
    for named in re.findall(r"- \./(\S+?):", COMPOSE):
        assert (DEPLOY / named).is_file()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    allowed = (ROOT / ".dockerignore").read_text().split()
    for name in " ".join(copied).split():
        assert (ROOT / name).exists() and f"!{name}" in allowed


def _docker(*arguments: str, seconds: int = 900) -> str:
    done = subprocess.run(["docker", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=seconds)
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-1000:])
    return done.stdout


@pytest.fixture(scope="module")
def docker() -> None:
    """Docker, and the image that Herald's is made from; without them the tests that need them are skipped."""
    if shutil.which("docker") is None:
        pytest.skip("Docker is not installed here")
    try:
        _docker("version", seconds=30)
        _docker("pull", "--quiet", "python:3.11-slim")
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"Docker cannot be used here: {error}")


@pytest.mark.long
@pytest.mark.usefixtures("docker")
def test_the_image_is_built_and_runs_herald() -> None:
    _docker("build", "--quiet", "--tag", "herald-test", ".")
    assert "moderate on Discord" in _docker("run", "--rm", "herald-test", "--help")
    assert "asyncpg" in _docker("run", "--rm", "--entrypoint", "pip", "herald-test", "list")
    assert "lancaster" in _docker("run", "--rm", "herald-test", "figures", "--help")


@pytest.mark.usefixtures("docker")
def test_compose_reads_its_file(tmp_path: Path) -> None:
    secrets = tmp_path / "env"
    secrets.write_text("HERALD_TOKEN=token\nPOSTGRES_PASSWORD=word\n")
    try:
        _docker("compose", "version")
    except RuntimeError as error:
        pytest.skip(f"Docker has no compose here: {error}")
    said = _docker("compose", "--file", "deploy/compose.yaml", "--env-file", str(secrets), "config", "--services")
    assert sorted(said.split()) == sorted(["postgres", "prometheus", *HERALDS])
