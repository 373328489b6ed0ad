"""What a person may type in the text game besides an answer: the map, the odds, the log, undo, save and the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from game.lab.expedition import why_no_giving_up
from game.play.battle_log import write_line
from game.play.place_names import place_names
from game.play.seating import tell_temperament
from game.play.speech import known_to, name_of, spelled, tell_goal, tell_landings, tell_odds, whereabouts
from game.rules.events import Id
from game.rules.match import Order, Orders
from game.rules.odds import LEAVES, SAMPLES, plain_odds, replies
from game.rules.questions import REFEREE, Impossible
from game.rules.ruleset import private_facts_for, tell_pursuits
from game.terminal.explain import last_motives, motive_of_advice, motive_of_line
from game.terminal.lookup import tell_rule
from game.terminal.nearby import tell_around
from game.terminal.telling import Telling

ORDERS: tuple[Order, ...] = get_args(Order)


@dataclass(frozen=True, slots=True)
class TerminalCommand:
    """One command of the text game."""

    usage: str
    what: str
    run: Callable[[Telling, str], None]


def help_(telling: Telling, _: str) -> None:
    """Tell what may be typed."""
    say = telling.terminal.say
    say("To answer, type the number of an option, its key, or enough of the key's beginning to tell it apart.")
    for line in place_names(telling.match.ruleset, telling.match.board).help():
        say(line)
    for verb in dict.fromkeys(VERBS.values()):
        say(f"  {verb.usage:<28}{verb.what}")
    say("A slash before a command keeps it apart from an option of the same name: `/load FILE`.")
    if telling.session.puzzle is not None:
        say("Once the puzzle's aim is decided: `again` for another try, `solution` for what is best and why.")


def list_(telling: Telling, _: str) -> None:
    """Show the question again."""
    telling.show_question()


def map_(telling: Telling, about: str) -> None:
    """Draw the board; with the verb of a family, with the places it reaches."""
    telling.show_board(about)


def around(telling: Telling, about: str) -> None:
    """Tell in words what lies each way; with the verb of a family, the cell that it leads to nearest to everybody."""
    for line in tell_around(telling, about):
        telling.terminal.say(line)


def zones(telling: Telling, about: str) -> None:
    """Tell what zones there are, how they hang together and who is where: those near the fight, or all."""
    names = {who: name_of(telling.match, who) for who in telling.seen()}
    for line in place_names(telling.match.ruleset, telling.match.board).survey(names, wide=about == "all"):
        telling.terminal.say(line)


def who_(telling: Telling, _: str) -> None:
    """Tell where everybody is."""
    match = telling.match
    asker = telling.question.who
    for who in telling.seen():
        standing, combatant = match.ruleset.standing(telling.known, who), telling.known.now(who)
        at = place_names(match.ruleset, match.board).told(combatant.at)
        facts = [combatant.side, f"at {at}"]
        if asker is not None and asker != who:
            facts.append(whereabouts(match.ruleset, match.board, asker, who))
        facts += standing.fares
        telling.terminal.say(f"{spelled(standing, who)}: {', '.join(facts)}")


def goal(telling: Telling, _: str) -> None:
    """Tell what wins, or a puzzle's aim."""
    if telling.session.puzzle is not None:
        telling.terminal.say(telling.session.puzzle.aim_told)
        return
    for line in tell_goal(telling.match.setup):
        telling.terminal.say(line)
    for line in tell_pursuits(telling.match.ruleset, telling.known):
        telling.terminal.say(f"  {line}")
    telling.terminal.say("The last side that fights wins.")


def look(telling: Telling, about: str) -> None:
    """Tell everything about one combatant."""
    match = telling.match
    who = _combatant(telling, about)
    standing, combatant = match.ruleset.standing(telling.known, who), telling.known.now(who)
    say = telling.terminal.say
    side = next((side for side in match.setup.sides if side.name == combatant.side), None)
    say(f"{spelled(standing, who)}, {standing.kind}, of {(side and side.title) or combatant.side}", "bold")
    at = place_names(match.ruleset, match.board).told(combatant.at)
    size = f", {standing.size} by {standing.size} cells" if standing.size > 1 else ""
    say(f"  at {at}{size}; {', '.join(standing.fares)}")
    asker = telling.question.who
    if asker is not None and asker != who:
        say(f"  from {name_of(match, asker)}: {whereabouts(match.ruleset, match.board, asker, who)}")
    for gear in standing.gear:
        say(f"  {gear.word}: {gear.told}")
    for label, value in standing.facts:
        say(f"  {label}: {value}")
    if liking := tell_temperament(match.ruleset, telling.known, who):
        say(f"  {liking}")
    for told in private_facts_for(match.ruleset, telling.known, who, telling.question.seat):
        say(f"  {told}")


def tell_chances(telling: Telling, about: str) -> None:
    """Weigh one option with the rules themselves. Raises Impossible where that would give something away."""
    option = telling.current.find(_given(about, "odds", "an option's number or key"))
    known = known_to(telling.match, telling.question.seat)
    if known is None:
        raise Impossible("The chances can't be told here without giving away what you don't know.")
    plain = plain_odds(known, option.key)
    telling.terminal.say(f"{option.label}:")
    for line in tell_odds(telling.match, plain.odds):
        telling.terminal.say(f"  {line}")
    answers = replies(known, plain, leaves=LEAVES // 4, samples=SAMPLES)
    for reply in sorted(answers, key=lambda reply: not reply.best):
        who = name_of(telling.match, reply.who) if reply.who is not None else "somebody"
        telling.terminal.say(f"  If {who} answers with {reply.topic}{' (the best answer)' if reply.best else ''}:")
        for line in tell_odds(telling.match, reply.odds):
            telling.terminal.say(f"    {line}")


def why(telling: Telling, about: str) -> None:
    """Tell why AIs did what they did last, or what the log tells of; or where an option's numbers come from."""
    word, _, number = about.partition(" ")
    if not about:
        last_motives(telling)
    elif word == "line":
        motive_of_line(telling, number.strip())
    else:
        _tell_numbers(telling, about)


def _tell_numbers(telling: Telling, key: str) -> None:
    option = telling.current.find(key)
    say, ledger = telling.terminal.say, telling.match.ruleset.ledger
    say(f"{option.label}:")
    about = option.about
    for note in about.told:
        say(f"  {note}")
    if about.tally is not None:
        for term in about.tally.terms:
            heading = f" {ledger[term.rule].heading}" if term.rule in ledger else ""
            say(f"  {term.value:+d} {term.label}  [{term.rule}{heading}]")
        say(f"  {about.sum[0]}: {about.summed}")
    if about.path:
        places = place_names(telling.match.ruleset, telling.match.board)
        say(f"  by way of {places.tell_way(about.path)}")
    for line in tell_landings(telling.match, about.landings):
        say(f"  {line}")
    if not (about.told or about.tally or about.path or about.landings):
        say("  no modifiers")


def cannot(telling: Telling, _: str) -> None:
    """Tell what can't be done now, and why."""
    refusals = telling.question.refusals()
    if not refusals:
        telling.terminal.say("Nothing that the rules would tell you about.")
    for refusal in refusals:
        cited = f"  [{refusal.rule}]" if refusal.rule else ""
        telling.terminal.say(f"  {refusal.label}: {refusal.why}{cited}")


def rule(telling: Telling, about: str) -> None:
    """Print an entry of the ledger, or the headings that have a word in them."""
    for line in tell_rule(telling.match.ruleset.ledger, _given(about, "rule", "a number such as those in the log")):
        telling.terminal.say(line)


def log(telling: Telling, about: str) -> None:
    """Print the last lines of the log, 20 unless told; or those that have some words. Raises Impossible if none has."""
    lines = telling.battle_log.lines(telling.reader)
    if not lines:
        telling.terminal.say("Nothing has happened yet.")
    elif about and not about.isdecimal():
        lines = [line for line in lines if about.casefold() in line.text.casefold()]
        if not lines:
            raise Impossible(f"No line of the log has the words {about!r}.")
    else:
        lines = lines[-int(about or 20) :]
    for line in lines:
        telling.terminal.say(write_line(line, telling.match.ruleset.ledger))


def undo(telling: Telling, _: str) -> None:
    """Take back this person's last answer, with all that followed from it."""
    taken = telling.undo.back()
    telling.terminal.say(f"Taken back: {taken.words}.")
    telling.changed()


def save(telling: Telling, about: str) -> None:
    """Write the battle to a file."""
    path = Path(_given(about, "save", "the name of a file"))
    where = telling.session.save(path)
    taken = f" The file {path} is of another battle and stays as it is." if where != path else ""
    telling.terminal.say(f"Saved to {where}.{taken}")


def load(telling: Telling, about: str) -> None:
    """Go on with the battle of a file."""
    path = Path(_given(about, "load", "the name of a file"))
    telling.session.load(path)
    telling.terminal.say(f"Loaded {path}.")
    telling.begin_undo()
    telling.changed()


def auto(telling: Telling, _: str) -> None:
    """Let the AI answer this question."""
    decision = telling.session.decide(telling.question)
    motive_of_advice(telling, decision)
    telling.decision = decision


def orders(telling: Telling, about: str) -> None:
    """Show the standing orders for reactions, or set one. Raises Impossible for a word that is no order."""
    seat = telling.question.seat
    held = telling.session.orders.get(seat, Orders())
    if about:
        topic, _, word = about.rpartition(" ")
        if word not in ORDERS:
            raise Impossible(f"`orders` takes a topic, or nothing for all, and one of {', '.join(ORDERS)}.")
        everything = topic in ("", "all")
        held = Orders(word, held.topics) if everything else Orders(held.default, {**held.topics, topic: word})
        telling.session.orders[seat] = held
    telling.terminal.say(f"Reactions: {_ORDERS[held.default]}.")
    for topic, order in held.topics.items():
        telling.terminal.say(f"  {topic}: {_ORDERS[order]}")
    asked = dict.fromkeys(option.topic for option in telling.question.options.singles if option.topic)
    if asked and not about:
        telling.terminal.say(f"Topics of this question: {', '.join(asked)}.")


_ORDERS: dict[Order, str] = {
    "ask": "always ask me",
    "always": "always do it, if there is one way to",
    "never": "never do it, and don't ask",
    "matters": "ask me when it could change the outcome",
}


def quit_(telling: Telling, _: str) -> None:
    """Save and leave."""
    telling.left = True


def give_up(telling: Telling, _: str) -> None:
    """End the battle as lost by the side at the screen. Raises Impossible."""
    session, seat = telling.session, telling.question.seat
    if reason := why_no_giving_up(session) or "The referee plays no side that could give up." * (seat == REFEREE):
        raise Impossible(reason)
    session.given_up = seat
    telling.left = True


def _given(about: str, verb: str, what: str) -> str:
    if not about:
        raise Impossible(f"`{verb}` needs {what}.")
    return about


def _combatant(telling: Telling, text: str) -> Id:
    """The combatant meant by an id, a name, or the beginning of one; only those the side knows of."""
    known = telling.seen()
    if not text and telling.question.who is not None:
        return telling.question.who
    wanted = text.casefold()
    names = {who: name_of(telling.match, who).casefold() for who in known}
    found = [who for who in known if wanted in (who.casefold(), names[who])]
    found = found or [who for who in known if who.casefold().startswith(wanted) or names[who].startswith(wanted)]
    if len(found) == 1:
        return found[0]
    said = f", not {text!r}" if text else ""
    raise Impossible(f"`look` takes one of {', '.join(found or known)}{said}.")


WHY = "why the AIs did what they did last, or what is told in the log's N-th line from the end; an option's numbers"

VERBS: dict[str, TerminalCommand] = {
    "?": TerminalCommand("?, help", "this list", help_),
    "list": TerminalCommand("list", "the question and its options again", list_),
    "map": TerminalCommand("map, map all, map VERB", "the board; with a move's verb, where it leads", map_),
    "around": TerminalCommand(
        "around, around VERB",
        "what lies each way in words; with a move's verb, where it leads nearest to each",
        around,
    ),
    "zones": TerminalCommand(
        "zones, zones all", "zones and borders with who is there, in battles that have them", zones
    ),
    "who": TerminalCommand("who", "everybody you know of, with distance and direction", who_),
    "goal": TerminalCommand("goal", "what wins", goal),
    "look": TerminalCommand("look [NAME]", "everything about a combatant", look),
    "odds": TerminalCommand("odds KEY", "the chances of an option, weighed by the rules themselves", tell_chances),
    "why": TerminalCommand("why, why line N, why KEY", WHY, why),
    "cannot": TerminalCommand("cannot", "what can't be done now, and why", cannot),
    "rule": TerminalCommand("rule NUMBER or WORD", "an entry of the rules ledger", rule),
    "log": TerminalCommand("log [N], log WORDS", "the last lines of the log, or those with some words", log),
    "undo": TerminalCommand("undo", "take back your last answer, unless dice have fallen or others acted since", undo),
    "auto": TerminalCommand("auto", "let the AI answer this question", auto),
    "orders": TerminalCommand("orders [TOPIC] ORDER", f"standing orders for reactions: {', '.join(ORDERS)}", orders),
    "save": TerminalCommand(
        "save FILE", "write the battle to a file; to a .battle file as text, for a fault report", save
    ),
    "load": TerminalCommand("load FILE", "go on with a saved battle", load),
    "give-up": TerminalCommand("give-up", "end the battle here, as lost, and see how it went", give_up),
    "quit": TerminalCommand("quit, exit", "save and leave", quit_),
}
VERBS |= {"help": VERBS["?"], "exit": VERBS["quit"]}
