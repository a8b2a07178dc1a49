# `make` lists the targets. Needs make and Python 3.11-3.13; Node.js comes with the Python packages.
# The first Python of a supported version on PATH; `make setup PYTHON=/path/to/python` chooses another.
SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	if $$p -c '$(SUPPORTED)' 2>/dev/null; then command -v $$p; break; fi; done)
export PATH := $(CURDIR)/.venv/bin:$(CURDIR)/node_modules/.bin:$(PATH)
BIN := .venv/bin
READY := .venv/.ready node_modules/.ready
DOCS := engine/PROTOCOL.md engine/rulesets/*/EVENTS.md static/js/core/protocol.d.ts static/js/scenes/*/events.d.ts
UV_VERSION := 0.13.8
LOCK := $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url
.DEFAULT_GOAL := help
.PHONY: help setup build run check docs-check fix test unit e2e without chromium contact-sheet golden docs kernels bench lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile

setup: $(READY) ## create .venv and node_modules (again only after a lock file changed)

build: setup ## bundle the page into static/dist
	@node build.mjs

run: build ## serve on 127.0.0.1:5000, with sample battles
	$(BIN)/battlereel serve

check: build docs-check ## lint, formats, types, spelling, the page's size, generated docs
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/codespell
	tsc --noEmit
	biome ci --error-on-warnings

fix: setup ## repair what the linters can repair
	-$(BIN)/ruff check --fix
	$(BIN)/ruff format
	biome check --write

test: check unit e2e ## everything

unit: setup ## pytest without a browser, on all cores
	$(BIN)/pytest -n auto --dist worksteal

e2e: build chromium ## pytest with real Chromiums, on up to four cores
	$(BIN)/pytest e2e -n auto --maxprocesses 4 --dist worksteal

without: build ## the unit tests of a copy that lacks GAME=x
	$(BIN)/python -m tests.without "$(GAME)" -n auto --dist worksteal

chromium: setup
	@$(BIN)/python -m e2e.chromium

contact-sheet: build chromium ## a picture of every kind of event on the stage, in test-results/
	@$(BIN)/python -m e2e.contact_sheet

golden: setup ## record RULESET=x anew, to be reviewed as a diff
	$(BIN)/python -m tests.golden.update $(RULESET)

docs: setup ## write the protocol's pages and types from the event classes
	$(BIN)/battlereel docs

docs-check: setup
	@old=$$(cat $(DOCS) 2>&1 | cksum); $(BIN)/battlereel docs >/dev/null || exit 1; test "$$old" = "$$(cat $(DOCS) 2>&1 | cksum)" || \
	{ echo "the protocol's documents were out of date; they are written anew: commit them" >&2; exit 1; }

kernels: setup ## compile the kernels into their cache
	$(BIN)/python -m engine.kernels

bench: build chromium ## print the measured speeds
	$(BIN)/pytest -q -s -o python_files='bench_*.py' -o python_functions='bench_* test_*' $(wildcard tests/bench e2e/bench)

lock: setup ## raise every locked version
	$(BIN)/pip install -q uv==$(UV_VERSION)
	$(LOCK) --upgrade pyproject.toml -o requirements.txt
	$(LOCK) --upgrade --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt
	npm update --package-lock-only

clean: ## remove all that these targets made
	rm -rf .venv node_modules static/dist dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks
	find engine webapp tests e2e -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

.venv/.python:
	@test -n "$(PYTHON)" && "$(PYTHON)" -c '$(SUPPORTED)' 2>/dev/null || \
	{ echo "Battlereel needs Python 3.11, 3.12 or 3.13: install one, or name it: make setup PYTHON=/path/to/python3.12" >&2; exit 1; }
	"$(PYTHON)" -m venv .venv
	@touch $@

.venv/.ready: .venv/.python requirements-dev.txt pyproject.toml
	$(BIN)/pip install -q --require-hashes -r requirements-dev.txt
	$(BIN)/pip install -q --no-deps --no-build-isolation -e .
	@touch $@

node_modules/.ready: .venv/.ready package.json package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@
