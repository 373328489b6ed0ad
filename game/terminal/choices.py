"""The options of a question as a numbered list, and what a person may type to pick one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from game.play.place_names import place_names
from game.rules.match import AnyMatch
from game.rules.questions import Choose, Family, Impossible, Option
from game.spatial.places import written


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options of one sort."""

    title: str
    options: tuple[Option[Any], ...]


class Choices:
    """One question's options: grouped, numbered in the order shown, found by number, key or the beginning of a key."""

    def __init__(self, match: AnyMatch, question: Choose[Any]) -> None:
        self.question = question
        self.place_names = place_names(match.ruleset, match.board)
        self.families: Sequence[Family[Any]] = question.options.families
        self.groups = tuple(_grouped(match, question))
        shown = [option for group in self.groups for option in group.options]
        self._numbers = {option.key: number for number, option in enumerate(shown, 1)}
        self._shown = tuple(shown)

    def number(self, option: Option[Any]) -> int:
        """The number an option is shown with, from 1."""
        return self._numbers[option.key]

    def heading(self, group: OptionGroup) -> str:
        """What a group is called where its options can't be overlooked at a glance: "Others, options 3 to 12:"."""
        first, last = self.number(group.options[0]), self.number(group.options[-1])
        return f"{group.title}, {f'option {first}' if first == last else f'options {first} to {last}'}:"

    def typed(self, option: Option[Any]) -> str:
        """What to type for an option: its key, with the place in it as people call it."""
        head, place = option.key.rpartition(" ")[0], option.place
        if head and place is not None and option.key == f"{head} {written(place)}":
            return f"{head} {self.place_names.code(place)}"
        return option.key

    def has(self, key: str) -> bool:
        """Whether this is the whole key of an option."""
        try:
            self.question.options.find(key)
        except Impossible:
            return False
        return True

    def find(self, text: str) -> Option[Any]:
        """The option meant by a number, a key, or the beginning of one key or label. Raises Impossible."""
        wanted = " ".join(text.split())
        if wanted.isdecimal():
            if 1 <= int(wanted) <= len(self._shown):
                return self._shown[int(wanted) - 1]
            if wanted not in self._numbers:
                raise Impossible(f"There is no option {wanted}; the numbers go from 1 to {len(self._shown)}.")
        for option in self._shown:
            if option.key == wanted:
                return option
        for candidates in (self._by_key(wanted), self._by_label(wanted)):
            if len(candidates) == 1:
                return candidates[0]
            if candidates:
                keys = ", ".join(option.key for option in candidates[:6])
                raise Impossible(f"{wanted!r} could be {keys}{', …' if len(candidates) > 6 else ''}; type more of it.")
        raise Impossible(self._unknown(wanted))

    def _by_key(self, text: str) -> list[Option[Any]]:
        found = [option for option in self._shown if option.key.casefold().startswith(text.casefold())]
        found += [option for option in self._shown if self.typed(option) == text != option.key]
        words = text.split(" ")
        for cut in range(len(words) - 1, 0, -1):
            verb, spot = " ".join(words[:cut]), " ".join(words[cut:])
            for family in self.families:
                if not family.verb.casefold().startswith(verb.casefold()):
                    continue
                options = self._to(family, spot)
                found += options
                if options and family.verb.casefold() == verb.casefold():
                    return options
        return found

    def _to(self, family: Family[Any], spot: str) -> list[Option[Any]]:
        """The options of a family that lead to a place typed as in its key or as people call it."""
        option = family.find(f"{family.verb} {spot}")
        if option is not None:
            return [option]
        return [family.make(family.key(place), place) for place in self.place_names.find(spot, family.places)]

    def _by_label(self, text: str) -> list[Option[Any]]:
        return [option for option in self._shown if option.label.casefold().startswith(text.casefold())]

    def _unknown(self, text: str) -> str:
        told = filter(None, (self.place_names.amiss(family, text) for family in self.families))
        return (
            next(told, "")
            or f"{text!r} is neither an option nor a command. `list` shows the options, `?` the commands."
        )


def family_of(choices: Choices, text: str) -> Family[Any] | None:
    """The family whose verb begins with the text, if there is exactly one."""
    found = [family for family in choices.families if family.verb.casefold().startswith(text.casefold())]
    return found[0] if len(found) == 1 else None


def _grouped(match: AnyMatch, question: Choose[Any]) -> Iterator[OptionGroup]:
    """Sort the single options: against the other sides, with one's own, to a place, everything else."""
    combatants = match.state.combatants
    groups: dict[str, list[Option[Any]]] = {"Against": [], "With": [], "Places": [], "Others": []}
    if question.kind == "pick":
        groups = {"Who": list(question.options.singles)}
    else:
        for option in question.options.singles:
            target = combatants.get(option.target) if option.target is not None else None
            if target is not None and option.target != question.who:
                groups["With" if target.side == question.seat else "Against"].append(option)
            else:
                groups["Others" if option.place is None else "Places"].append(option)
    return (OptionGroup(title, tuple(options)) for title, options in groups.items() if options)
