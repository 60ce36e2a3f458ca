"""One module a subcommand of ``palago``, loaded only when it is called."""
