"""What tools and commands return, as values; one file a tool."""
