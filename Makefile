# Two commands matter: `make play` and `make test`. Each sets up everything it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test tests test-long lint style types bench match soak mutants without chronicles cards likenesses gallery pictures house lock site audit clean

play: $(READY)
	$(BIN)/herald run

# Everybody who starts a process finds what others have compiled, whatever the environment says of it.
export PYTHONDONTWRITEBYTECODE :=

# One more than there are processors: many tests wait for something.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(min(8, 1 + os.cpu_count()))')

# What is wrong at first sight is said at once; types are checked beside the tests, many of which wait for something.
test: $(READY) style
	$(MAKE) --no-print-directory --jobs 2 types tests

tests: $(READY) | tests/__pycache__
	$(BIN)/pytest -n $(WORKERS)

# In a fresh clone one process compiles everything, while types are checked, rather than each of the workers.
tests/__pycache__: $(READY)
	$(BIN)/pytest --collect-only -qq > /dev/null || true

# Masses of whole games under all invariants: at random, with wrong actions tried between; and by players with a plan.
# Tournaments: with results out of a hat, and with games of Kingmaker that are really played.
GAMES ?= 10000
TOURNAMENTS ?= 200

test-long: $(READY)
	$(BIN)/pytest -n $(WORKERS) -m nightly --timeout 7200
	$(BIN)/python -m tests.tournament.masses --tournaments $(TOURNAMENTS) --jobs $(WORKERS)
	$(BIN)/python -m tests.tournament.masses --tournaments $(TOURNAMENTS) --jobs $(WORKERS) --game kingmaker
	$(BIN)/python -m tests.lancaster.masses --games $(GAMES) --jobs $(WORKERS) --players random --perturb 0.02
	$(BIN)/python -m tests.lancaster.masses --games $(GAMES) --jobs $(WORKERS)
	$(BIN)/python -m tests.warriors.masses --games $(GAMES) --jobs $(WORKERS) --players random --perturb 0.02
	$(BIN)/python -m tests.warriors.masses --games $(GAMES) --jobs $(WORKERS)

lint: style types

style: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/codespell bot engine render data docs *.md

types: $(READY)
	$(BIN)/mypy

gallery: $(READY)
	$(BIN)/python -m tests.gallery $(ANEW)

# After a change of a rule or a wording that is meant; ONLY=warlord keeps that game alone anew.
chronicles: $(READY)
	$(BIN)/python -m tests.chronicles $(if $(ONLY),--only $(ONLY))

# The player's cards and leaflets as docs/cards has them, and the likenesses of pictures; ONLY=warlord as above.
cards: $(READY)
	$(BIN)/python -m tests.cards $(if $(ONLY),--only $(ONLY))

likenesses: $(READY)
	$(BIN)/python -m tests.render $(if $(ONLY),--only $(ONLY))

pictures: $(READY)
	$(BIN)/python -m tests.browser.moments $(FOLDER)

house: $(READY)
	$(BIN)/python -m tests.import_map
	$(BIN)/python -m tests.house_rules

MINUTES ?= 10
TABLES ?= 300

soak: $(READY)
	$(BIN)/python -m tests.soak --minutes $(MINUTES) --tables $(TABLES)

# Small changes of each part, or of those that are named: `make mutants PARTS="bot render" NUMBER=60 SEED=2`.
PARTS ?=
NUMBER ?= 60
SEED ?= 1
LIMIT ?= 60

mutants: $(READY)
	$(BIN)/python -m tests.mutants $(addprefix --part ,$(PARTS)) --number $(NUMBER) --seed $(SEED) --minutes $(LIMIT)

GAME ?= lancaster
ONLY ?=

without: $(READY)
	$(BIN)/python -m tests.rule_ablation --game $(GAME) --only "$(ONLY)" --jobs $(WORKERS)

bench: $(READY)
	$(BIN)/python -m tests.bench

# One computer player against another: `make match GAME=warlord SEATS=2 PLAYER=plans AGAINST=captain`.
SEATS ?= 2
PLAYER ?= plans
AGAINST ?= one ply
MOST ?= 200

match: $(READY)
	$(BIN)/python -m tests.matches --game $(GAME) --seats $(SEATS) --candidate "$(PLAYER)" --incumbents "$(AGAINST)" \
		--games $(MOST)

# What is installed are the versions of deploy/*.lock, by their hashes; `make lock` chooses them anew.
# With uv all is there in a few seconds. The plain way takes twenty: for a Python without pip of its own, or an index that
# only pip is set up for.
LOCK := deploy/requirements-dev.lock
THIS := --no-deps --no-build-isolation --editable .
UV = $(BIN)/uv pip install --quiet --python $(BIN)/python --system-certs
PIP = $(BIN)/pip install --quiet --disable-pip-version-check
QUICKLY = $(PYTHON) -m venv --clear --without-pip $(VENV) && \
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check uv && \
	$(UV) pip && $(UV) --require-hashes --requirement $(LOCK) && $(UV) $(THIS)
PLAINLY = $(PYTHON) -m venv --clear $(VENV) && $(PIP) --require-hashes --requirement $(LOCK) && $(PIP) $(THIS)

$(READY): pyproject.toml $(LOCK)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo "Herald needs Python 3.11 or newer: try make PYTHON=python3.12"; exit 1)
	@echo "Setting up Herald in $(VENV) ..."
	@$(QUICKLY) || ($(PLAINLY))
	@touch $(READY)

# The newest versions that pyproject.toml allows, for every Python and system; and what is known against those in use.
COMPILE = $(BIN)/uv pip compile --quiet --system-certs --universal --upgrade --generate-hashes --no-annotate --no-header

lock: $(READY)
	$(COMPILE) --extra postgresql pyproject.toml --output-file deploy/requirements.lock
	$(COMPILE) --extra dev --no-emit-package herald --constraint deploy/requirements.lock pyproject.toml --output-file $(LOCK)

	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["site"], sep="\n")' \
		| $(COMPILE) --python-version 3.11 - --output-file $(SITE_LOCK)

# The documents as a site, in var/site: an environment of its own, which neither a server nor the tests need.
SITE_LOCK := deploy/requirements-site.lock
SITE := $(VENV)/site

GAMES := seven_seats king_henry hundred_years lion_in_winter house_rules tourney

var/games/%.html: tests/gallery/%.json $(wildcard render/replay/*)
	@mkdir -p var/games
	$(BIN)/herald render $< --page $@

site: $(SITE)/.ready $(GAMES:%=var/games/%.html)
	$(SITE)/bin/mkdocs build --quiet --strict --clean --config-file deploy/site/mkdocs.yml
	@echo "The site is in var/site: open var/site/index.html."

$(SITE)/.ready: $(SITE_LOCK)
	$(PYTHON) -m venv --clear $(SITE)
	$(SITE)/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement $(SITE_LOCK)
	@touch $@

audit: $(READY)
	$(BIN)/uv tool run --system-certs pip-audit --strict --require-hashes --disable-pip --requirement deploy/requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
