"""The rules as they are played: order of turns, options and refusals, their consequences."""
