"""Training of the two small networks for dice: one finds them, one reads them."""
