# make play   install what is missing, build, and open the lobby in the browser
# make test   lint, type-check, build, run all tests: compiled, interpreted, and in a real browser

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
SOURCES := $(shell find src -name '*.py') pyproject.toml setup.py
CLIENT := $(shell find web -path web/node_modules -prune -o -type f -print)
STATIC := src/marchland/server/static/index.html
NPM := $(shell command -v npm)

# Tests wait for browsers and servers as often as they compute.
WORKERS ?= $(shell expr $(JOBS) + 1)

# Tests of a file stay together as long as there is enough to do: many share a server and a browser.
TOGETHER := --dist worksteal

# The rules are tested compiled and interpreted, everything else once.
GAMES := $(patsubst src/marchland/games/%/RULES.md,%,$(wildcard src/marchland/games/*/RULES.md))
TWICE := $(addprefix tests/,contract engine golden match $(GAMES))

# What Python and pytest have compiled is kept, wherever that is not the custom: tests start hundreds of Pythons, each of
# which would compile the server anew, and every worker would rewrite the assertions of every test.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test study audit lint types collected web boards golden openapi docs bench clean

play: $(VENV)/compiled $(STATIC)
	@$(BIN)/marchland serve --open

test:
	@$(MAKE) --no-print-directory -j $(JOBS) lint types $(VENV)/testable collected $(STATIC) $(VENV)/browser
	MARCHLAND_INTERPRETED=  $(BIN)/pytest -n $(WORKERS) $(TOGETHER)
	MARCHLAND_INTERPRETED=1 MARCHLAND_FUZZ=8 $(BIN)/pytest -n $(JOBS) $(TOGETHER) $(TWICE)

# The long tests, not needed to know that a change is right: two thousand random matches of every game, and how bots of
# one level fare against those of the next.
study: $(VENV)/compiled
	MARCHLAND_FUZZ=2000 $(BIN)/pytest -n $(JOBS) tests/study $(wildcard tests/*/test_fuzz.py)

# Known vulnerabilities of what we depend on, where the databases of them can be reached.
audit: $(VENV)/developed
	@$(BIN)/python .ci/audit.py

lint: $(VENV)/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/developed
	$(BIN)/mypy

# Read all tests once, so that not every worker has to rewrite their assertions.
collected: $(VENV)/developed
	@MARCHLAND_INTERPRETED=1 $(BIN)/pytest --collect-only -qq >$(VENV)/collected.log || { tail -n 30 $(VENV)/collected.log; exit 1; }

web: $(STATIC)

# Draw the maps anew, after a change of their recipes.
boards: $(VENV)/developed
	@MARCHLAND_COMPILE=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[boards]'
	@$(BIN)/python web/build.py --npm boards ci --silent --no-audit --no-fund
	@for recipe in $(wildcard src/marchland/games/*/recipe.toml); do $(BIN)/python boards/draw.py $$recipe || exit 1; done

# Rewrite the golden matches after an intended change of rules.
golden: $(VENV)/developed
	MARCHLAND_INTERPRETED=1 $(BIN)/python tests/golden/write.py

# Rewrite what the client's types are made from, after a change of the protocol.
openapi: $(VENV)/developed
	$(BIN)/marchland openapi > web/openapi.json
	$(BIN)/python web/build.py --npm web run types

# Rewrite the reference pages that are made from the code.
docs: $(VENV)/developed
	$(BIN)/python docs/write.py

bench: $(VENV)/compiled
	@$(BIN)/python benchmarks/speed.py
	@$(BIN)/python benchmarks/server.py
	@$(BIN)/python benchmarks/flood.py

$(VENV)/developed: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "marchland: installing"
	@MARCHLAND_COMPILE=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

define compile
	@echo "marchland: compiling the engine (a minute or two, once)"
	@rm -f $(VENV)/compiled
	@find src -name '*.so' -delete
	@$1 $(BIN)/python setup.py --quiet build_ext --inplace --parallel $(JOBS) >build.log 2>&1 || { tail -n 30 build.log; exit 1; }
	@grep '^marchland:' build.log || true
endef

$(VENV)/compiled: $(VENV)/developed $(SOURCES)
	$(call compile)
	@touch $@ $(VENV)/testable

# What the tests take if there is nothing better: it compiles in less than half the time, and games run a quarter slower.
$(VENV)/testable: $(VENV)/developed $(SOURCES)
	$(call compile,MARCHLAND_OPT=g)
	@touch $@

# Beside the installation, unless Node is to be had from there alone.
$(STATIC): $(CLIENT) $(if $(NPM),,$(VENV)/developed)
	@echo "marchland: building the browser client"
	@$(if $(NPM),$(PYTHON),$(BIN)/python) web/build.py --check

# What the browser tests need: axe-core, and a Chromium where the machine has none. After the client, which may have
# to bring Node first.
$(VENV)/browser: $(VENV)/developed tests/browser/package.json | $(STATIC)
	@$(BIN)/python web/build.py --npm tests/browser ci --silent --no-audit --no-fund
	@touch $@

clean:
	rm -rf $(VENV) build build.log .mypy_cache .pytest_cache .ruff_cache .hypothesis web/node_modules
	rm -rf src/marchland/server/static tests/browser/node_modules boards/node_modules
	find src -name '*.so' -delete
