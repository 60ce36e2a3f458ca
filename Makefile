# make run    make the environment, read a sample photo and start the dashboard
# make test   make the environment and run every check: ruff, mypy and all tests
# make bench  run the benchmarks and rewrite their results in benchmarks/
# make slow   run the long tests too
# make quick  check what changes most often, in about a minute
# make docs   make the guide's pages in site/, without a network
# make wheel  build the wheel in dist/
# make attack throw hostile files and requests at the program, for a few minutes
# make clean  remove the environment

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# setuptools would warn of every folder that holds data and no modules.
QUIET := PYTHONWARNINGS=ignore PIP_DISABLE_PIP_VERSION_CHECK=1
PIP := $(QUIET) $(BIN)/pip install --quiet

# Rules, records, the lattice, one photo, the command line and the house: half a minute of tests.
QUICK := tests/engine/tiles/test_lattice.py tests/engine/tiles/test_board.py tests/engine/palago/test_palago.py \
	tests/engine/palago/test_referee.py tests/engine/palagonia/test_palagonia_scoring.py tests/engine/records/test_record.py \
	tests/vision/photos/test_photo.py tests/vision/readings/test_reading.py tests/webui/pages/test_texts.py \
	tests/webui/commands/test_commands_board.py tests/house

.PHONY: run test check lint typecheck tests quick slow bench docs wheel attack clean

run: $(VENV)/run.stamp
	@# The guide's pages for /help, where MkDocs is there to make them; else it is shown as written.
	@$(BIN)/python -c 'import mkdocs' 2> /dev/null && $(MAKE) --silent site/index.html || true
	$(BIN)/palago serve --photo sample_images/table.jpg

test:
	# The fast search is compiled while the tests' packages come, and the sources are looked through
	# meanwhile and while tests wait for pages and servers.
	$(MAKE) -j2 lint typecheck tests

check: lint typecheck

lint: $(VENV)/tools.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

typecheck: $(VENV)/tools.stamp
	# From the tests' own folder: their rooms are called as the package's are.
	cd tests && ../$(BIN)/mypy --config-file ../pyproject.toml --cache-dir ../.mypy_cache ../.typing/palago . ../examples ../benchmarks

tests: $(VENV)/test.stamp
	# Three at once on two cores: a test of a page or of a server waits for most of its time.
	$(BIN)/pytest -q -n 3 --dist worksteal

quick: lint $(VENV)/test.stamp
	$(BIN)/pytest -q -n 2 -x $(QUICK)

site/index.html: mkdocs.yml $(shell find docs -name '*.md')
	$(BIN)/python packaging/guide_pages.py site > /dev/null

docs: $(VENV)/test.stamp
	$(BIN)/python packaging/guide_pages.py site

wheel: $(VENV)/run.stamp
	$(QUIET) $(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

slow: $(VENV)/test.stamp
	$(BIN)/pytest -q -m slow

bench: $(VENV)/test.stamp
	$(BIN)/python benchmarks/run_all.py

attack: $(VENV)/test.stamp
	$(BIN)/python benchmarks/attack

# Every file that is installed must have the hash that its lock file knows, which knows all of them.
# Python compiles what is used of it when it is used; of most of it nothing ever is.
LOCKED := $(PIP) --no-compile --no-deps --require-hashes --requirement

# Where this pip cannot be had, the one that came with Python does as well.
$(VENV)/pip.stamp: requirements-pip.lock | $(BIN)/python
	-$(LOCKED) requirements-pip.lock
	touch $@

$(VENV)/package.stamp: pyproject.toml requirements-run.lock $(VENV)/pip.stamp | .typing/palago/__init__.py
	$(LOCKED) requirements-run.lock
	$(PIP) --no-deps --editable .
	touch $@

$(VENV)/run.stamp: $(VENV)/package.stamp
	$(BIN)/python -m palago.engine.compiled
	touch $@

$(VENV)/tools.stamp: $(VENV)/package.stamp requirements.lock
	$(LOCKED) requirements.lock
	touch $@

$(VENV)/collected.stamp: $(VENV)/tools.stamp
	# Compiles the tests and what they import once; else each of the three would do all of it.
	$(BIN)/pytest -q --collect-only > /dev/null || true
	touch $@

$(VENV)/test.stamp: $(VENV)/run.stamp $(VENV)/collected.stamp
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
