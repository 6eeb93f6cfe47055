# make play   install what is missing and start playing
# make test   lint, type-check, build compiled, run all tests twice: compiled and interpreted

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py') pyproject.toml setup.py
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: play test lint types unit golden bench clean

play: $(VENV)/compiled
	@$(BIN)/marchland play campus

test: lint types $(VENV)/compiled
	MARCHLAND_INTERPRETED=  $(BIN)/pytest -n $(JOBS)
	MARCHLAND_INTERPRETED=1 $(BIN)/pytest -n $(JOBS)

lint: $(VENV)/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/developed
	$(BIN)/mypy

# Rewrite the golden matches after an intended change of rules.
golden: $(VENV)/developed
	MARCHLAND_INTERPRETED=1 $(BIN)/python tests/golden/write.py

bench: $(VENV)/compiled
	@$(BIN)/python benchmarks/speed.py

$(VENV)/developed: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "marchland: installing"
	@MARCHLAND_COMPILE=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

$(VENV)/compiled: $(VENV)/developed $(SOURCES)
	@echo "marchland: building (about a minute, once)"
	@find src -name '*.so' -delete
	@$(BIN)/python setup.py --quiet build_ext --inplace 2>build.log | grep '^marchland:' || true
	@test "$$(tail -c 1 build.log | wc -c)" -ge 0
	@touch $@

clean:
	rm -rf $(VENV) build build.log .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src -name '*.so' -delete
