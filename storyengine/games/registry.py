"""The games there are. A game joins by a line here, never by being imported."""

from __future__ import annotations

from difflib import get_close_matches

from storyengine.games.creatures_and_outcasts.game import CreaturesAndOutcasts
from storyengine.games.out_of_this_world.game import OutOfThisWorld
from storyengine.games.protocol import Game

GAMES: dict[str, Game] = {game.id: game for game in (CreaturesAndOutcasts(), OutOfThisWorld())}


def find_game(name: str) -> Game:
    """The game of that id; hyphens do for underscores.

    Raises:
        ValueError: there is none; the message names near ones.
    """
    wanted = name.strip().lower().replace("-", "_")
    if wanted in GAMES:
        return GAMES[wanted]
    near = get_close_matches(wanted, GAMES, n=1, cutoff=0.4)
    hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(GAMES)}"
    raise ValueError(f"no game is called `{name}`; {hint}")
