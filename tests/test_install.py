"""A wheel of Herald in an empty environment, used from another folder, and what it is installed with."""

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from engine import RELEASE

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCKED = re.compile(r"^([\w.-]+)==([\w.]+)", re.MULTILINE)
FREE = re.compile(r"MIT|BSD|Apache|PSF|Python Software Foundation|ISC|MPL|Mozilla|HPND|CNRI|Unlicense", re.IGNORECASE)
"""Licences under which whatever Herald needs may be passed on with it."""


def locked(name: str) -> dict[str, str]:
    """Return the version of each package that a file of `deploy` names."""
    return {canonicalize_name(package): version for package, version in LOCKED.findall((ROOT / name).read_text())}


SERVER, DEVELOPERS = locked("deploy/requirements.lock"), locked("deploy/requirements-dev.lock")
SITE = locked("deploy/requirements-site.lock")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site-packages of an environment that has a wheel of Herald, and elsewhere what it needs."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob(f"herald-{RELEASE}-*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    (packages,) = (folder / "venv").glob("lib/python*/site-packages")
    zipfile.ZipFile(wheel).extractall(packages)
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib"))
    return packages


def herald(packages: Path, *arguments: str, at: Path) -> "subprocess.Popen[str]":
    """Start the installed Herald in a folder."""
    python = packages.parents[2] / "bin" / "python"
    said = [str(python), "-c", "import sys, herald; sys.exit(herald.main())", *arguments]
    return subprocess.Popen(said, cwd=at, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=bare())


def bare() -> dict[str, str]:
    """Return the environment without what would let Python find the checkout."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def said_by(packages: Path, *arguments: str, at: Path) -> str:
    """Return what the installed Herald prints; fails with its words where it fails."""
    with herald(packages, *arguments, at=at) as process:
        out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return out


def test_it_takes_no_names_from_other_programs(installed: Path) -> None:
    ours = {path.name for path in installed.iterdir()} - {"needed.pth"}
    assert ours == {"herald", f"herald-{RELEASE}.dist-info"}


def test_it_works_from_another_folder(installed: Path, tmp_path: Path) -> None:
    assert said_by(installed, "--version", at=tmp_path) == f"Herald {RELEASE}\n"
    assert "\n159 rules; the tests" in said_by(installed, "rules", "--variant", "wbc", at=tmp_path)
    scenario = next((ROOT / "tests" / "scenarios" / "warlord").rglob("*.toml"))
    assert re.search(r"\d+ passed, 0 failed", said_by(installed, "scenario", str(scenario), at=tmp_path))
    played = ("simulate", "--game", "warlord", "--seats", "2", "--games", "1", "--jobs", "1", "--out", "games")
    said_by(installed, *played, at=tmp_path)
    (record,) = (tmp_path / "games").iterdir()
    said_by(installed, "replay", str(record), at=tmp_path)
    said_by(installed, "render", str(record), "--out", "pictures", at=tmp_path)
    assert [*(tmp_path / "pictures").rglob("*.png")]


def test_its_sandbox_serves_its_page(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[sandbox]\nport = 0\n[metrics]\nport = 0\n")
    process = herald(installed, "sandbox", at=tmp_path)
    try:
        assert process.stdout is not None
        found = next(match for line in process.stdout if (match := re.search(r"open (http://\S+)", line)))
        with urllib.request.urlopen(found[1], timeout=30) as page:
            assert b"<title>" in page.read()
    finally:
        process.terminate()
        process.communicate(timeout=60)


def test_a_server_needs_nothing_of_the_sandbox(tmp_path: Path) -> None:
    absent = "import sys; sys.modules.update(jsonschema=None, jsonschema_rs=None, referencing=None)"
    program = f"{absent}; from bot import app, cli; sys.exit(cli.main(['sandbox']))"
    found = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert found.returncode != 0 and "install herald[sandbox]" in found.stdout + found.stderr
    assert not {"jsonschema", "jsonschema-rs", "referencing"} & SERVER.keys()


def test_what_it_needs_is_locked() -> None:
    extras = PROJECT["optional-dependencies"]
    developers = extras["dev"] + extras["sandbox"]
    for needed, versions in ((PROJECT["dependencies"] + extras["postgresql"], SERVER), (developers, DEVELOPERS)):
        for requirement in map(Requirement, needed):
            if requirement.name != "herald":
                assert versions[canonicalize_name(requirement.name)] in requirement.specifier
    assert SERVER.items() <= DEVELOPERS.items()


def test_what_builds_the_site_is_locked_apart() -> None:
    for requirement in map(Requirement, PROJECT["optional-dependencies"]["site"]):
        assert SITE[canonicalize_name(requirement.name)] in requirement.specifier
    assert not {"mkdocs", "mkdocstrings"} & (SERVER.keys() | DEVELOPERS.keys())
    hashed = (ROOT / "deploy/requirements-site.lock").read_text()
    assert len(LOCKED.findall(hashed)) <= hashed.count("--hash=sha256:")


def test_what_a_server_needs_is_free() -> None:
    for name in SERVER:
        try:
            found = distribution(name).metadata
        except ModuleNotFoundError:  # for other systems or Pythons only
            continue
        said = [found["License-Expression"] or "", (found["License"] or "")[:60], *(found.get_all("Classifier") or ())]
        assert any(FREE.search(words) for words in said if (words and "::" not in words) or "License" in words), name
