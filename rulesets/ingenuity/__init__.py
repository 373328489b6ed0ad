"""Ingenuity: three actions a turn, attacks that tire in the round, and one answer to what others do.

The combat rules of the Ingenuity Role-playing System by Loki Karolius Odinsson (ingenuityrpg.com), CC-BY 4.0, told in
words of our own.
"""
