"""A battle as an AI is told of it: positions, possible acts, their expected outcomes."""
