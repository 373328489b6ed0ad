"""Ingenuity by the book."""
