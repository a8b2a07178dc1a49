# `make` lists the targets. Needs make and Python 3.11 to 3.14; Node.js comes with the Python packages.
# The first Python of a supported version on PATH; `make setup PYTHON=/path/to/python` chooses another.
SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	if $$p -c '$(SUPPORTED)' 2>/dev/null; then command -v $$p; break; fi; done)
# Python caches bytecode even if the environment forbids it: tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=
export PATH := $(CURDIR)/.venv/bin:$(CURDIR)/node_modules/.bin:$(PATH)
BIN := .venv/bin
PIP := $(BIN)/pip install -q --disable-pip-version-check --require-hashes
READY := .venv/.ready node_modules/.ready
TEXTS := $(patsubst %.po,%.mo,$(wildcard webapp/translations/*/LC_MESSAGES/*.po))
SOURCES := $(wildcard *.mjs) $(shell find $(wildcard static/css static/js static/pictures engine webapp) ! -name '*.d.ts' \
	\( -name '*.json' -o -name '*.po' -o -path 'static/*' \))
DOCS := engine/PROTOCOL.md engine/rulesets/*/EVENTS.md static/js/player/engine/protocol.d.ts static/js/games/*/events.d.ts
DOCS += webapp/ADDRESSES.md
LOCK := $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url
.DEFAULT_GOAL := help
.PHONY: help setup build run check docs-check fix test test-all check-js-kernels unit unit-all js several short-load e2e e2e-all e2e-several without chromium browsers servers contact-sheet pictures cast-sheet golden docs tarball texts kernels bench pagespeed load chaos faults audit fuzz lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile

setup: $(READY) $(TEXTS) ## create .venv and node_modules (again only after a lock file changed)

build: setup static/dist/.built ## bundle the page into static/dist (again only after a source changed)

static/dist/.built: $(SOURCES) node_modules/.ready
	@node build.mjs
	@touch $@

run: build ## serve on 127.0.0.1:5000, with sample battles
	$(BIN)/battlereel serve

check: build docs-check ## lint, formats, types, spelling, the page's size, generated docs
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/codespell
	tsc --noEmit
	biome ci --error-on-warnings
	@test $$(grep -rIwioE --exclude-dir=__pycache__ 'told|whoever|nobody|somebody' engine webapp static/js | wc -l) -le 150 || \
	{ echo "More words of an old habit (told, whoever, nobody, somebody) in engine, webapp, static/js: write plainly"; exit 1; }

fix: setup ## repair what the linters can repair
	-$(BIN)/ruff check --fix
	$(BIN)/ruff format
	biome check --write

# Makes each of the targets $(1), then prints how long each took.
parts = @took=; for part in $(1); do began=$$(date +%s); $(MAKE) --no-print-directory $$part || exit 1; \
	took="$$took$$(printf '%6d s  %s' $$(($$(date +%s) - began)) $$part)|"; done; echo "$$took" | tr '|' '\n'

test: ## all that ordinary work can break; prints how long each part took
	$(call parts,setup chromium check-js-kernels unit e2e)

test-all: export BATTLEREEL_LONG := 1
test-all: ## `make test` and the long forms, before a release; installs what they need, as root
	$(call parts,setup chromium browsers servers check-js-kernels unit-all e2e-all several short-load)

# The tests would all wait for kernels, which are compiled on another core meanwhile.
check-js-kernels: build
	@{ $(BIN)/python -m engine.kernels && $(MAKE) --no-print-directory js; } & \
	$(MAKE) --no-print-directory check || { kill $$!; exit 1; }; wait $$!

unit: setup ## pytest without a browser, on all cores
	$(BIN)/pytest -n auto --dist worksteal --ignore tests/cluster

unit-all: setup
	$(BIN)/pytest -n auto --dist worksteal --ignore tests/cluster -m ""

# A server refuses searches while it has kernels compiled.
E2E := $(BIN)/pytest e2e -n auto --maxprocesses 4 --dist worksteal -r fEsR
e2e: build kernels chromium ## pytest with Chromium, in one process more than there are cores, four at most
	$(E2E)

e2e-all: build kernels chromium browsers
	$(E2E) -m ""

js: setup ## node --test of the page's modules
	node --import ./tests/js/setup.mjs --test --test-reporter dot "tests/js/*.test.js"

several: build servers ## pytest of three processes behind nginx, on PostgreSQL and Redis
	$(BIN)/pytest tests/cluster -r s -m ""

e2e-several: build kernels chromium servers ## the same as e2e, of CLUSTER=3 processes behind nginx, on PostgreSQL
	CLUSTER=$(or $(CLUSTER),3) $(BIN)/pytest e2e -n 2 --dist worksteal -r sR

without: build ## the unit tests of a copy that lacks GAME=x
	$(BIN)/python -m tests.without "$(GAME)" -n auto --dist worksteal --ignore tests/cluster

chromium: setup
	@$(BIN)/python -m e2e.chromium

browsers: setup ## as root, install Firefox and WebKit for the tests in e2e/browsers
	@$(BIN)/python -m e2e.browsers

servers: setup ## as root, install PostgreSQL, Redis and nginx for the tests in tests/cluster
	@$(BIN)/python -m tests.cluster

contact-sheet: build chromium ## pictures of every kind of event on the stage, in test-results/
	@$(BIN)/python contact_sheet.py

pictures: build chromium ## take the pictures of README.md and of static/pictures from sample battles
	@$(BIN)/python pictures.py

cast-sheet: build ## pictures of every unit's figure, in test-results/
	@node cast-sheet.mjs

golden: setup ## record RULESET=x anew, to be reviewed as a diff
	$(BIN)/python -m tests.golden.update $(RULESET)

puzzles: setup ## make 400 puzzles of GAME=x anew, from the day FIRST=2026-11-01 on, by SEED=1
	$(BIN)/python -m webapp.commands.puzzles make $(GAME) --count $(or $(COUNT),400) --seed $(or $(SEED),1) --first $(or $(FIRST),2026-11-01)

check-puzzles: setup ## weigh the puzzles of GAME=x anew, by the kernel and by the rules
	$(BIN)/python -m webapp.commands.puzzles check $(GAME) $(ARGS)

docs: setup ## write the protocol's pages and types, and the page of addresses
	$(BIN)/battlereel docs

tarball: build ## pack the player for npm into dist/, with types and licences; nothing is published
	node package.mjs

texts: setup ## find all sentences and bring the translations' files up to date
	@$(BIN)/python -m webapp.translations

docs-check: setup
	@old=$$(cat $(DOCS) 2>&1 | cksum); $(BIN)/battlereel docs >/dev/null || exit 1; test "$$old" = "$$(cat $(DOCS) 2>&1 | cksum)" || \
	{ echo "generated documents were out of date and have been written again: commit them" >&2; exit 1; }

kernels: setup ## compile the kernels into their cache
	$(BIN)/python -m engine.kernels

bench: build chromium ## measure the speeds and write their tables into BENCHMARKS.md
	$(BIN)/pytest -q -s -o python_files='bench_*.py' -o python_functions='bench_* test_*' $(wildcard tests/bench e2e/bench)

pagespeed: build chromium ## print what a first visit costs on a slow phone
	@$(BIN)/python -m e2e.pagespeed

load: build ## print what visitors who mean harm and dear questions make others wait for, how lists take longer as archives grow (ARCHIVE=1000000), and how many may watch (VIEWERS=one:5000)
	$(BIN)/python -m tests.load

short-load: build
	@$(BIN)/python -m tests.load loop

chaos: build ## let everything fail that can while people write and watch, and print what came of it: ROUNDS=5 SEED=1
	@$(BIN)/python -m tests.chaos --rounds $(or $(ROUNDS),5) $(if $(SEED),--seed $(SEED)) $(FAULTS)

faults: build kernels chromium ## plant each fault of tests/faults/lists in a copy and print which test catches it: ARGS="--help"
	@$(BIN)/python -m tests.faults $(ARGS)

audit: setup ## ask PyPI and npm for known holes in the packages that are locked
	@$(BIN)/python -m tests.audit

fuzz: setup ## throw much at the API, the forms, pastes and battle files: FUZZ=20 times as much as the tests
	FUZZ=$(or $(FUZZ),20) $(BIN)/pytest -q -n auto -m "" tests/fuzz

lock: setup ## raise every locked version
	$(LOCK) --upgrade pyproject.toml -o requirements.txt
	$(LOCK) --upgrade --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt
	$(LOCK) --upgrade --extra cluster --extra parquet --extra postgres --extra redis -c requirements-dev.txt pyproject.toml -o requirements-server.txt
	npm update --package-lock-only

%.mo: %.po .venv/.ready
	@$(BIN)/pybabel -q compile -i $< -o $@

clean: ## remove all that these targets made
	rm -f $(TEXTS)
	rm -rf .venv node_modules static/dist dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks
	find engine webapp tests e2e -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

.venv/.python:
	@test -n "$(PYTHON)" && "$(PYTHON)" -c '$(SUPPORTED)' 2>/dev/null || \
	{ echo "Battlereel needs Python 3.11, 3.12, 3.13 or 3.14: install one, or name it: make setup PYTHON=/path/to/python3.14" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
	{ echo "$(PYTHON) comes without the modules venv and ensurepip: install them (Debian, Ubuntu: apt-get install python3-venv)" >&2; exit 1; }
	@"$(PYTHON)" -m venv .venv
	@touch $@

.venv/.ready: .venv/.python requirements-dev.txt pyproject.toml
	@awk '/^uv==/{p=1} p; p&&!/\\$$/{exit}' requirements-dev.txt > .venv/uv.txt
	@{ $(PIP) -r .venv/uv.txt && UV_DEFAULT_INDEX=$${PIP_INDEX_URL:-$$($(BIN)/pip config get global.index-url 2>/dev/null)} \
	$(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r requirements-dev.txt; } 2>/dev/null || \
	$(PIP) -r requirements-dev.txt || \
	{ echo "pip could not install what Battlereel is made with (above is why): it has to reach a package index, by pip's own configuration if not directly; then run this again" >&2; exit 1; }
	@$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

node_modules/.ready: .venv/.ready package.json package-lock.json
	@npm ci --no-audit --no-fund --no-update-notifier --loglevel=error || \
	{ echo "npm could not install the page's tools (above is why): it has to reach a registry, by npm's own configuration if not directly; then run this again" >&2; exit 1; }
	@touch $@
