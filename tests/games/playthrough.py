"""Recordings of whole matches, one a variant, readable from top to bottom.

Run this file to write them anew after a change of behaviour, and read what has changed.
"""

from __future__ import annotations

from pathlib import Path

from storyengine.games.bots import make_bot
from storyengine.games.playing import decide
from storyengine.games.registry import GAMES
from storyengine.games.session import Session
from tests.games.support import SUPPORT

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
# A sensible opponent, an absent-minded one and a random one: they meet more of the rules than three sensible ones.
BOTS = ("greedy", "greedy:ease=0.3", "random", "greedy", "greedy:ease=0.3", "random")
SEEDS = {"base": 1, "expert": 2, "team": 3, "expert_team": 4}


def write_playthrough(game: str, variant: str) -> str:
    """One match as text: who sits where, each decision with what was on offer, what everybody was told, the scores."""
    players = 4 if 4 in GAMES[game].player_counts(variant) else GAMES[game].player_counts(variant)[0]
    config = {"players": players, "variant": variant, "bots": [], **SUPPORT[game].short}
    seed = SEEDS.get(variant, 0)
    session = Session(game, config, seed, names=("Ann", "Bo", "Cy", "Di", "Ed", "Flo")[:players])
    lines = [f"# {session.match.game.title}, {variant}, {players} players, seed {seed}"]
    lines.append(f"# played by {', '.join(BOTS[:players])}; rules version {session.match.game.rules_version}")
    told = decisions = 0
    while True:
        for event in session.events[told:]:
            everybody = event.is_for(-1)
            readers = [-1] if everybody else [seat for seat in range(players) if event.is_for(seat)]
            text = session.match.tell(event, readers[0], session.names)
            if text:
                lines.append(f"  {text}" if everybody else f"  ({', '.join(session.names[r] for r in readers)}) {text}")
        told = len(session.events)
        if session.over:
            break
        seat = session.actor
        view = session.state.view(seat)
        # statements are left to people; one a match is recorded, the first time somebody may speak
        talk = session.state.talk() if not any(token.startswith("say") for token in session.tokens) else ()
        bot = make_bot(BOTS[seat])
        action = talk[view.hand % len(talk)] if talk else decide(session.match, session.state, bot, seed, session.moves)
        offers = ", ".join(session.match.token(each) for each in session.state.legal())
        lines.append("")
        table = session.match.picture(view, session.names, width=100, ascii_only=True)
        # the whole table now and then; else its last line, which is the player's own hand
        lines.extend(f"| {line}" for line in (table if decisions % 12 == 0 else table[-1:]))
        decisions += 1
        lines.append(f"{session.names[seat]}: {session.match.question(view, session.names)} [{offers}]")
        lines.append(f"> {session.match.token(action)}")
        session.submit(action)
    lines.append("")
    lines.extend(session.match.score_pad(session.state.view(-1), session.names))
    lines.extend(f"{session.names[seat]}: {session.label(seat)}" for seat in range(players))
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all playthroughs anew."""
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for game, rulebook in GAMES.items():
        for variant in rulebook.variants:
            path = PLAYTHROUGHS / f"{game}-{variant.replace('_', '-')}.txt"
            path.write_text(write_playthrough(game, variant), encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main()
