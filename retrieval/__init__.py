"""What the product knows: spec versions, the requirement catalogue, the index and its search."""
