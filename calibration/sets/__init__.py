"""Sets of tiles: their two colours, fitted from photos or known by edition."""
