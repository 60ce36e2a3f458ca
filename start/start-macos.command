#!/bin/sh
# Start Palago by a double click (macOS; on Linux run it in a terminal): the first time it is
# installed beside this file, for this user alone.
cd "$(dirname "$0")" || exit 1
if [ ! -x palago-environment/bin/palago ]; then
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "Palago needs Python 3.11 or newer: install it from https://www.python.org/downloads/"
        exit 1
    }
    if [ -f ../pyproject.toml ]; then what=..; else what=palago; fi
    { python3 -m venv palago-environment && palago-environment/bin/pip install --quiet "$what"; } || {
        rm -rf palago-environment
        echo "It could not be installed; the lines above say why."
        exit 1
    }
fi
if command -v open >/dev/null; then (sleep 5; open http://localhost:8765) & fi
exec palago-environment/bin/palago serve "$@"
