"""What docs/operating.md says of containers is there and fits together; where there is Docker the image is built."""

import json
import re
import shutil
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from prometheus_client import Counter, Gauge, Histogram

from bot.config import Config, load
from bot.metrics import Metrics
from tests.harness.rows import rows

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


PAGE = (ROOT / "docs" / "operating.md").read_text()
DASHBOARD = json.loads((DEPLOY / "grafana.json").read_text())
ASKED = [(panel["title"], target) for panel in DASHBOARD["panels"] for target in panel["targets"]]
ALERTS = re.findall(r"alert: (\w+)\n +expr: (.+)\n", (DEPLOY / "alerts.yml").read_text())
OF_PROMETHEUS = {"up": {"job", "instance"}}
FUNCTIONS = {"by", "sum", "max", "rate", "increase", "histogram_quantile"}


def known_metrics() -> dict[str, set[str]]:
    """Every metric by name, with its labels."""
    found = dict(OF_PROMETHEUS)
    for metric in vars(Metrics()).values():
        match metric:
            case Histogram(_name=name, _labelnames=labels):
                found |= {f"{name}_bucket": {*labels, "le"}, f"{name}_count": {*labels}, f"{name}_sum": {*labels}}
            case Counter(_name=name, _labelnames=labels):
                found[f"{name}_total"] = {*labels}
            case Gauge(_name=name, _labelnames=labels):
                found[name] = {*labels}
    return found


def metrics_in(query: str) -> set[str]:
    """The metrics that a query asks for."""
    return set(re.findall(r"\b(?:herald_\w+|up)\b", re.sub(r'"[^"]*"', "", query)))


def unknown_labels(query: str, legend: str = "") -> set[str]:
    """The labels that a query, or the words beside it, name and none of its metrics has."""
    groups = ",".join(re.findall(r"\bby \((.*?)\)", query))
    named = {*re.findall(r"(\w+)=~?\"", query), *re.findall(r"\w+", groups), *re.findall(r"\{\{(\w+)\}\}", legend)}
    has = {"instance", "job"}.union(*(known_metrics().get(name, set()) for name in metrics_in(query)))
    return named - has


@rows("title, target", ASKED)
def test_the_dashboard_shows_what_there_is(title: str, target: dict[str, str]) -> None:
    query = target["expr"]
    assert metrics_in(query) and metrics_in(query) <= known_metrics().keys(), title
    assert unknown_labels(query, target["legendFormat"]) == set(), title
    assert set(re.findall(r"\b([a-z_]+) ?\(", query)) <= FUNCTIONS, title


def test_nothing_that_is_measured_is_left_out_of_the_dashboard_or_the_page() -> None:
    shown = set().union(*(metrics_in(target["expr"]) for _, target in ASKED))
    measured = {name for name in known_metrics() if not name.endswith(("_count", "_sum"))}
    assert measured == shown
    assert [name for name in measured - {*OF_PROMETHEUS} if f"`{name}" not in PAGE] == []


def test_the_panels_of_the_dashboard_have_room_and_words() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids) and all(panel["description"] for panel in DASHBOARD["panels"])
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        x, y, width, height = (panel["gridPos"][name] for name in "xywh")
        cells = {(x + right, y + down) for right in range(width) for down in range(height)}
        assert x + width <= 24 and not cells & taken, panel["title"]
        taken |= cells


@rows("alert, query", ALERTS)
def test_every_alert_asks_for_what_there_is_and_the_page_tells_what_to_do(alert: str, query: str) -> None:
    assert metrics_in(query) and metrics_in(query) <= known_metrics().keys()
    assert unknown_labels(query) == set()
    assert re.search(rf"^\| `{alert}` \| .+ \| .+ \|$", PAGE, re.MULTILINE)


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
    for name in ("herald.service", "herald-backup.service"):
        said = _systemd("security", str(tmp_path / name))
        exposure = re.search(rf"exposure level for {name}: ([\d.]+)", said)
        assert exposure and float(exposure[1]) < 2, said


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


@rows("said, code", [({"parts": True, "database": True}, 0), ({"parts": True, "database": False}, 1)])
def test_the_image_is_healthy_where_parts_and_database_are(said: dict[str, bool], code: int) -> None:
    """The very program of the Dockerfile, without Docker; a lost connection to Discord does not count."""
    (line,) = re.findall(r"^HEALTHCHECK .*? CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    _, option, program = json.loads(line)
    assert f":{config('herald-0').metrics.port}/healthz" in program

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(503)
            self.end_headers()
            self.wfile.write(json.dumps(said | {"discord": False, "well": False}).encode())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.handle_request, daemon=True).start()
        asked = program.replace(":9464", f":{server.server_port}")
        assert subprocess.run([sys.executable, option, asked], timeout=30).returncode == code


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
