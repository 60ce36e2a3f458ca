"""Films and many photos become records: by command, and on the page with questions in doubt."""
