"""Films and many photos become records: on the page with questions where in doubt, and by command."""
