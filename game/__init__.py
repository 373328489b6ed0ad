"""Battlemat: published tabletop combat rule systems on one battle map."""
