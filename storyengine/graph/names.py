"""Names of nodes: cards keep their own; what is no card has a name of its kind, and never a card's."""

from __future__ import annotations

from functools import cached_property

from storyengine.model.cards import Card, End, Ending
from storyengine.model.story import Story
from storyengine.model.walk import endings


class Names:
    """The names of all nodes of one story."""

    def __init__(self, story: Story) -> None:
        """Look at the cards, whose names go first."""
        self.story = story

    def _free(self, wanted: str) -> str:
        """Return the name with as many `'` behind it as it takes to be no card's."""
        while wanted in self.story.cards:
            wanted += "'"
        return wanted

    @cached_property
    def travel(self) -> str:
        """The moment in which the crew chooses where to fly."""
        return self._free("travel")

    @cached_property
    def stranded(self) -> str:
        """What follows when no planet is left."""
        return self._free("stranded")

    def threshold(self, variable: str, at: int) -> str:
        """Return the node of a meter's threshold."""
        return self._free(f"threshold:{variable}.at.{at}")

    @cached_property
    def endings(self) -> dict[str, str]:
        """Ending to its node: the card that simply ends so, else a node of its own."""
        found = {}
        for ending in endings(self.story):
            card = self.story.cards.get(ending.card)
            found[ending.id] = card.id if card and own_ending(card) == ending else self._free(f"ending:{ending.id}")
        return found

    def ending(self, ending: Ending) -> str:
        """Return the node of an ending."""
        return self.endings[ending.id]


def own_ending(card: Card) -> Ending | None:
    """Return the ending that a card is, if the card itself ends the story."""
    return card.then.jump.ending if isinstance(card.then.jump, End) else None
