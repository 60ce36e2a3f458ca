"""``python -m palago`` is the command ``palago``."""

from .webui.command_line import main

raise SystemExit(main())
