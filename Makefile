# Everything a contributor or operator types. Each target sets up what it needs by itself, on a machine that has
# Python 3.11+, pip, make and git.

PYTHON ?= python3
BIN := .venv/bin
JOBS ?= 3

# A backend is many processes, the tests start hundreds: where the environment forbids to keep bytecode (images often
# do), each of them would compile anew all of ours that it imports, which is a third of its start.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup run test test-all check format protos bench playthrough new-game clean
.PHONY: check-format check-lint check-types check-imports check-contract

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Create .venv, install everything, generate gen/ (does nothing when up to date)
	@$(PYTHON) tools/environment.py
	@$(BIN)/python tools/protoc.py --quiet

protos: setup ## Generate gen/ from protos/
	@$(BIN)/python tools/protoc.py

run: setup ## Start the whole backend on this machine; Ctrl-C stops it
	@$(BIN)/nurselog up $(ARGS)

test: setup ## Run the tests, all but the long ones (ARGS="tests/unit -k name" runs some)
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS)

test-all: setup ## Run all tests: those that kill processes and those that last minutes, too
	@HYPOTHESIS_PROFILE=$${HYPOTHESIS_PROFILE:-thorough} $(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "" $(ARGS)

check: check-format check-lint check-types check-imports check-contract ## Format, lint, types, imports, contract (-k: all at once)

check-format: setup
	$(BIN)/ruff format --check --quiet .

check-lint: setup
	$(BIN)/ruff check --quiet .

check-types: setup
	$(BIN)/mypy

check-imports: setup
	$(BIN)/lint-imports

check-contract: setup
	$(BIN)/python -m tools.buf lint
	$(BIN)/python -m tools.buf breaking

format: setup ## Let ruff format the code and mend what it can
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

bench: setup ## Measure moves and rules on this machine (ARGS="moves --tables 200 --json")
	@$(BIN)/nurselog bench $(or $(ARGS),moves)

playthrough: setup ## Write the golden playthroughs anew: look at the diff (ARGS="--game forest_sky")
	@$(BIN)/python -m tools.playthrough $(ARGS)

new-game: setup ## Start a game by copying the nearest one (ARGS="my_game --like forest_sky")
	@$(BIN)/python -m tools.new_game $(ARGS)

clean: ## Remove what was built; .venv and data/ stay
	@rm -rf gen build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
