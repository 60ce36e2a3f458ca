"""One module a subcommand of ``palago``, loaded only when it is called: ``add_arguments`` declares
what it takes, ``run`` does it and returns the exit status."""
