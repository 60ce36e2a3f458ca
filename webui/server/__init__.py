"""How the server listens: addresses, encryption, rights and limits."""
