#!/bin/sh
# Make all sample pictures again (those that are missing): sh sample_images/make_pictures.sh
# Takes about half a minute a picture on two free cores. Arguments go to the renderer (--help).
set -eu
cd "$(dirname "$0")/.."
venv=sample_images/.cache/venv
if [ ! -x "$venv/bin/python" ]; then
    python3.11 -m venv "$venv"
    "$venv/bin/pip" install --quiet -r sample_images/render/requirements.txt
    "$venv/bin/pip" install --quiet --no-deps --editable .
fi
exec "$venv/bin/python" -m sample_images.render "$@"
