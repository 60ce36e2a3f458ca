"""Picture files, films and cameras become upright pixels."""
