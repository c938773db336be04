"""The screens that show how things stand. They read a state and change nothing, so looking never costs anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from storyengine.model.story import Story
from storyengine.model.tables import Variable
from storyengine.repl.answers import Option, match_answer
from storyengine.repl.blocks import Block, Blocks, Kind, aside, row
from storyengine.repl.commands import COMMANDS
from storyengine.repl.entries import usable_now
from storyengine.repl.item_words import about_item, item_words
from storyengine.repl.names import counted, ending_name, endings_of, listed, name_of, number_range, plain_id, signed
from storyengine.repl.neutralise import neutralise, one_line
from storyengine.runtime import State
from storyengine.runtime.state import ABSENT, BOXED, DISCARDED

NOBODY = frozenset({ABSENT, BOXED, DISCARDED})


def held_items(story: Story, state: State) -> tuple[tuple[str, str], ...]:
    """Return (item, holder) of what the crew has, in the items' order."""
    pairs = zip(story.items, state.holders, strict=True)
    return tuple((item, holder) for item, holder in pairs if holder not in NOBODY)


def tracker_words(tracker: Variable, value: object) -> str:
    """Return how a tracker stands, as in `Signal Tracker 4 of 25`."""
    most = f" of {tracker.high}" if tracker.bounded and isinstance(value, int) and not isinstance(value, bool) else ""
    return f"{one_line(tracker.title) or plain_id(tracker.id)} {value}{most}"


def tracker_lines(story: Story, state: State) -> tuple[str, ...]:
    """Return every tracker with its value."""
    values = dict(zip(story.variables, state.values, strict=True))
    return tuple(tracker_words(tracker, values[tracker.id]) for tracker in story.trackers)


def status_blocks(
    story: Story, state: State, card: str, *, seed: int, decisions: int, players: tuple[str, ...]
) -> Blocks:
    """Return meters, place and play."""
    titled = card in story.cards and one_line(story.cards[card].title)
    lines = [f"{one_line(story.title)}: {titled}" if titled else one_line(story.title)]
    lines += tracker_lines(story, state)
    if story.crew:
        active = [name_of(story, who) for who, up in zip(story.crew, state.active, strict=True) if up]
        lines.append(f"active: {listed(active) or 'nobody'}")
    if state.place:
        lines.append(f"place: {name_of(story, state.place)}")
    names = [one_line(player) for player in players if player]
    if names:
        lines.append(f"players: {listed(names)}")
    lines.append(f"{counted(decisions, 'decision')} so far, seed {seed}")
    return tuple(map(row, lines))


def crew_blocks(
    story: Story, state: State, controllers: Mapping[str, tuple[str, ...]], deciders: Mapping[str, str]
) -> Blocks:
    """Return who is in the crew, how they stand, and who decides for them.

    Args:
        story: whose crew it is.
        state: how things stand.
        controllers: character to the players who play it.
        deciders: character to the player who has the last word about it.
    """
    if not story.crew:
        return (aside("this story has no crew"),)
    held = held_items(story, state)
    found = []
    for (who, character), active in zip(story.crew.items(), state.active, strict=True):
        parts = ["active" if active else "inactive"]
        parts += [f"{plain_id(kind)} {signed(bonus)}" for kind, bonus in character.skills.items() if bonus]
        items = [name_of(story, item) for item, holder in held if holder == who]
        if items:
            parts.append(f"has {listed(items)}")
        names = [one_line(player) for player in controllers.get(who, ()) if player]
        if names:
            last_word = f" ({one_line(deciders[who])} has the last word)" if len(names) > 1 else ""
            parts.append(f"played by {listed(names)}{last_word}")
        found.append(row(f"{name_of(story, who)}: {', '.join(parts)}"))
    return tuple(found)


def items_blocks(story: Story, state: State) -> Blocks:
    """Return what the crew has, with what it does."""
    held = held_items(story, state)
    if not held:
        return (aside("you have nothing" if story.items else "this story has no items"),)
    usable = usable_now(story, state)
    found = []
    for item, holder in held:
        does = item_words(story, story.items[item])
        text = name_of(story, item) + (f" ({does})" if does else "")
        if holder in story.crew:
            text += f": {name_of(story, holder)}"
        found.append(row(text + (", can be used now" if item in usable else "")))
    return tuple(found)


def examine_blocks(story: Story, state: State, words: str) -> Blocks:
    """Return what is known about an item that is held, or about somebody of the crew."""
    things = [item for item, _ in held_items(story, state)] + list(story.crew)
    if not words:
        return (aside("examine what? Say examine and a name"),)
    match = match_answer(words, [Option(name_of(story, thing), (thing,)) for thing in things])
    if match.out_of_range or not match.found:
        return (aside(f"nobody here has or is called `{one_line(words)}`"),)
    if match.only is None:
        return (aside(f"which: {listed([name_of(story, things[index]) for index in match.found])}?"),)
    return tuple(_examined(story, things[match.only]))


def _examined(story: Story, thing: str) -> Iterator[Block]:
    yield Block(Kind.TITLE, name_of(story, thing))
    if thing in story.items:
        about, facts = about_item(story.items[thing]), item_words(story, story.items[thing])
    else:
        character = story.crew[thing]
        about = neutralise(character.about).strip()
        facts = ", ".join(f"{plain_id(kind)} {signed(bonus)}" for kind, bonus in character.skills.items() if bonus)
    if about:
        yield Block(Kind.STORY, about)
    if facts:
        yield aside(facts)
    if not about and not facts:
        yield aside("there is nothing special about it")


def endings_blocks(story: Story, seen: frozenset[str]) -> Blocks:
    """Return how many endings the player has found, and the names of those alone."""
    known = endings_of(story)
    found = [ending_name(story, ending) for ending in known if ending in seen]
    if not known:
        return ()
    words = f"{len(found)} of {counted(len(known), 'ending')} found"
    return (aside(f"{words}: {listed(found)}" if found else words),)


def about_blocks(story: Story, version: str) -> Blocks:
    """Return who made this."""
    lines = [one_line(story.title)]
    lines += [f"by {one_line(story.author)}"] if story.author else []
    lines += [f"version {one_line(story.version)}"] if story.version else []
    lines += [one_line(story.about)] if story.about else []
    return (*map(row, lines), row(f"told by storyengine {version}".strip()))


def help_blocks(count: int, *, over: bool) -> Blocks:
    """Return what can be typed.

    Args:
        count: how many numbered lines there are now.
        over: whether the story is over.
    """
    if count:
        first = f"Answer {number_range(count)}, the beginning of a line, or its name. Besides, at any time:"
    else:
        first = "The story is over. You can still say:" if over else "You can say:"
    rows = []
    for command in COMMANDS:
        words = f"{command.name} {command.argument}".strip()
        short = f" (or {', '.join(command.short)})" if command.short else ""
        rows.append(row(f"{words}{short}: {command.about}"))
    return (Block(Kind.HEADING, first), *rows)
