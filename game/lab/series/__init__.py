"""Many contests of AIs from one plan: battles kept in a folder, gone on with, summed up, and drawn as a page."""
