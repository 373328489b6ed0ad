"""The map doctor: tools that correct a map, and the panels round it."""
