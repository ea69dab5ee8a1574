"""What the steps of a migration are made of."""
