# make run    make the environment, read a sample photo and start the dashboard
# make test   make the environment and run every check: ruff, mypy and all tests
# make bench  run the benchmarks and rewrite their results in benchmarks/
# make slow   run the long tests too
# make attack throw hostile files and requests at the program, for a few minutes
# make clean  remove the environment

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/pip install --quiet

.PHONY: run test check typecheck tests slow bench attack clean

run: $(VENV)/run.stamp
	$(BIN)/palago serve --photo sample_images/table.jpg

test: check tests

check: $(VENV)/test.stamp typecheck
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

typecheck: $(VENV)/test.stamp
	$(BIN)/mypy -p palago

tests: $(VENV)/test.stamp
	$(BIN)/pytest -q -n 2 --dist worksteal

slow: $(VENV)/test.stamp
	$(BIN)/pytest -q -m slow

bench: $(VENV)/test.stamp
	$(BIN)/python benchmarks/run_all.py

attack: $(VENV)/test.stamp
	$(BIN)/python benchmarks/attack.py

# Every file that is installed must have the hash that its lock file knows.
$(VENV)/run.stamp: pyproject.toml requirements-run.lock | $(BIN)/python .typing/palago/__init__.py
	$(PIP) --require-hashes --requirement requirements-run.lock
	$(PIP) --no-deps --editable .
	$(BIN)/python -m palago.engine.compiled
	touch $@

$(VENV)/test.stamp: $(VENV)/run.stamp requirements.lock
	$(PIP) --require-hashes --requirement requirements.lock
	touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Palago needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { rm -rf $(VENV); echo "Python cannot make environments here. On Debian or Ubuntu run: sudo ./install-debian-packages"; exit 1; }

# mypy does not follow editable installs: it sees the folders under their installed names here.
.typing/palago/__init__.py:
	mkdir -p $(@D)
	for folder in engine vision calibration webui; do ln -sfn ../../$$folder $(@D)/$$folder; done
	ln -sfn ../../palago/__init__.py $@

clean:
	rm -rf $(VENV) .typing
