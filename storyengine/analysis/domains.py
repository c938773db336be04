"""Which finite variables a story's net has, and how a state's values map to theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from storyengine.analysis.net import NetVariable
from storyengine.model.expressions import (
    Arithmetic,
    Ask,
    Assign,
    Between,
    Compare,
    Expression,
    Fact,
    Kind,
    Literal,
    Negate,
    OneOf,
    Read,
    Roll,
    parts,
)
from storyengine.model.story import Story
from storyengine.model.tables import Variable
from storyengine.model.walk import effects, expressions
from storyengine.runtime.program import Program
from storyengine.runtime.state import ABSENT, BOXED, DISCARDED, State

MOST_VALUES = 4_096
"""Values of one variable; a number with more is forgotten, and proofs cannot use it."""

UNKNOWN = -1
"""Index of what the net does not know."""

HELD = 1
GONE = 2


class Domains:
    """The variables of a story's net."""

    def __init__(self, program: Program) -> None:
        """Choose the variables."""
        self.program = program
        story = program.story
        self.variables: list[NetVariable] = []
        self._readers: list[Callable[[State], int]] = []
        self.of_variable: dict[str, int] = {}
        for variable in story.variables.values():
            found = self._story_variable(story, variable)
            if found:
                reader = partial(self._read_variable, len(self.variables), program.index[variable.id])
                self.of_variable[variable.id] = self._add(found, reader)
        self.of_item = {
            item: self._add(NetVariable(f"item {item}", 3, 0), partial(_read_holder, program.items[item]))
            for item in story.items
        }
        self.of_card = {
            card: self._add(NetVariable(f"visited {card}", 2, 0), partial(_read_visited, card))
            for card in sorted(program.remembered)
        }
        self.of_once = {
            key: self._add(NetVariable(f"used {key}", 2, 0), partial(_read_used, key)) for key in once_keys(story)
        }
        planets = program.planet_names if story.discs else ()
        self.of_planet = {
            planet: self._add(NetVariable(f"gone {planet}", 2, 0), partial(_read_gone, program.planets[planet]))
            for planet in planets
        }
        self.of_force = {
            item: self._add(NetVariable(f"force {item}", 2, 0), partial(_read_force, item))
            for item, rules in program.use_rules.items()
            if "travel_cost" in rules
        }
        discs = len(self.of_planet)
        self.of_discs = self._add(NetVariable("discs", discs + 1, discs), _count_discs) if discs else -1
        """How many planets still have a disc: no more than the planets say, but one variable in place of many."""

    def _add(self, variable: NetVariable, reader: Callable[[State], int]) -> int:
        self.variables.append(variable)
        self._readers.append(reader)
        return len(self.variables) - 1

    def _read_variable(self, variable: int, place: int, state: State) -> int:
        return self.value(variable, state.values[place])

    def _story_variable(self, story: Story, variable: Variable) -> NetVariable | None:
        name = variable.id
        if variable.kind is Kind.FLAG:
            return NetVariable(name, 2, int(bool(variable.start)), words=("false", "true"))
        if variable.kind is Kind.WORD:
            words = variable.words or tuple(sorted(_words_given(story, name)))
            return NetVariable(name, len(words), words.index(str(variable.start)), words=words)
        low, high, open_ended = variable.low, variable.high, False
        if not variable.bounded:
            low, high = _interesting(story, variable)
            open_ended = True
        if high - low + 1 > MOST_VALUES:
            return None
        return NetVariable(name, high - low + 1, int(variable.start) - low, low, open_ended, number=True)

    def value(self, variable: int, value: object) -> int:
        """Return the index of a story variable's value."""
        known = self.variables[variable]
        if known.words:
            word = str(value).lower() if isinstance(value, bool) else str(value)
            return known.words.index(word)
        assert isinstance(value, int), "a number's value is a number"
        return min(max(value - known.low, 0), known.size - 1)

    def read(self, variable: int, state: State) -> int:
        """Return the value of one variable in a state of a play."""
        return self._readers[variable](state)

    def project(self, state: State) -> tuple[int, ...]:
        """Return the values of all variables in a state of a play."""
        return tuple(reader(state) for reader in self._readers)


def _read_holder(item: int, state: State) -> int:
    holder = state.holders[item]
    return 0 if holder == ABSENT else GONE if holder in (DISCARDED, BOXED) else HELD


def _read_visited(card: str, state: State) -> int:
    return int(card in state.visited)


def _read_used(key: str, state: State) -> int:
    return int(key in state.used)


def _read_gone(planet: int, state: State) -> int:
    return int(not state.discs[planet].colour)


def _read_force(item: str, state: State) -> int:
    return int(item in state.in_force)


def _count_discs(state: State) -> int:
    return sum(1 for disc in state.discs if disc.colour)


def once_keys(story: Story) -> Iterator[str]:
    """Yield the key of every once-only choice and challenge."""
    for card in story.cards.values():
        for choice in card.choices:
            if choice.once:
                yield f"{card.id}.{choice.id}"
        for challenge in card.challenges:
            if challenge.once:
                yield f"{card.id}.{challenge.id}"


def _words_given(story: Story, name: str) -> set[str]:
    """Return the words that a variable may have: the first, and those that effects give it, also by way of others."""
    names, found = [name], set[str]()
    for one in names:  # grows while it is gone through
        found.update((str(story.variables[one].start), *story.variables[one].words))
        for _, effect in effects(story):
            statement = effect.statement
            if isinstance(statement, Assign) and statement.variable == one:
                for part in parts(statement.value):
                    if isinstance(part, Literal):
                        found.add(str(part.value))
                    elif isinstance(part, Read) and part.name not in names:
                        names.append(part.name)
                    elif isinstance(part, Ask):
                        found.update(_words_of(story, part.fact))
    return found


def _words_of(story: Story, fact: Fact) -> tuple[str, ...]:
    """Return the words that a fact may give."""
    match fact:
        case Fact.CHALLENGE:
            return ("", *story.challenges.types)
        case Fact.PLACE:
            return ("", *story.board.places)
        case Fact.PERFORMER:
            return ("", *story.crew)
        case Fact.PICKED:
            return ("", *story.crew, *story.items, *story.board.places)
        case _:
            return ()


def _interesting(story: Story, variable: Variable) -> tuple[int, int]:
    """Return the range in which a number without bounds makes a difference.

    Beyond every number that it is compared with or set to, and one largest change further, all values behave alike as
    far as simple comparisons go; the range's ends stand for them.
    """
    name = variable.id
    marks = {int(variable.start)}
    change = 1
    for _, part, _ in expressions(story):
        if isinstance(part, Compare | Between | OneOf | Arithmetic) and Read(name) in set(parts(part)):
            marks.update(_numbers(part))
    for _, effect in effects(story):
        statement = effect.statement
        if isinstance(statement, Assign) and statement.variable == name:
            numbers = list(_numbers(statement.value))
            if statement.operator == "=":
                marks.update(numbers)
            elif numbers:
                change = max(change, *map(abs, numbers))
    return min(marks) - change - 1, max(marks) + change + 1


def _numbers(expression: Expression) -> Iterator[int]:
    for part in parts(expression):
        if isinstance(part, Literal) and isinstance(part.value, int) and not isinstance(part.value, bool):
            yield part.value
        elif isinstance(part, Negate) and isinstance(part.operand, Literal) and isinstance(part.operand.value, int):
            yield -part.operand.value
        elif isinstance(part, Roll):
            yield part.dice * part.sides
