#!/bin/sh
# Start Palago by a double click (macOS; on Linux run it in a terminal): the first time, and when the
# sources want other packages, it is installed beside this file, for this user alone.
cd "$(dirname "$0")" || exit 1
if ! cmp -s ../pyproject.toml palago-environment/pyproject.toml; then
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "Palago needs Python 3.11 or newer: install it from https://www.python.org/downloads/"
        exit 1
    }
    echo "Palago is being installed. The first start takes some minutes."
    # Editable: newer sources in this folder are used at once.
    { python3 -m venv palago-environment && palago-environment/bin/pip install --editable .. &&
        cp ../pyproject.toml palago-environment; } || {
        echo "It could not be installed; the lines above say why."
        exit 1
    }
fi
exec palago-environment/bin/palago serve --browser "$@"
