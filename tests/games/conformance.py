"""What must hold for every game: checks that a registered game passes by existing, in all variants.

Each check takes a match, so it serves newcomers, other configurations and other test files alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from storyengine.games.bots import make_bot
from storyengine.games.chance import Pick, ScriptDice, Shuffle, Stream, StreamDice
from storyengine.games.protocol import CHANCE, OVER, SPECTATOR, IllegalMove, Match, State
from storyengine.games.registry import GAMES
from storyengine.games.session import Session
from tests.games.support import SUPPORT, Support

MAX_DECISIONS = 5_000


def cases() -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Every game, variant, number of players and further setting, and whether it is tried every day."""
    for game in GAMES.values():
        for variant in game.variants:
            for players in game.player_counts(variant):
                for settings in SUPPORT[game.id].settings:
                    config = {"players": players, "variant": variant, **settings}
                    yield game.id, config, SUPPORT[game.id].everyday(config)


def reachable(match: Match[Any], seed: str, *, log: bool = False) -> Iterator[State[Any]]:
    """Positions of random play in which somebody decides, and the last; they change when the next is asked for."""
    stream = Stream("reachable", seed)
    dice = StreamDice(stream)
    while True:
        state = match.start()
        decisions = 0
        while state.actor != OVER:
            if log and state.log is None:
                state.log = []
            if state.actor == CHANCE:
                state.settle(dice.result(state.chance(), 0))
                continue
            yield state
            decisions += 1
            assert decisions <= MAX_DECISIONS, "random play does not end"
            moves = state.legal() + state.talk()
            state.apply(moves[stream.below(len(moves))])
        yield state


def some(match: Match[Any], seed: str, count: int) -> Iterator[State[Any]]:
    """The first `count` reachable positions."""
    for _, state in zip(range(count), reachable(match, seed), strict=False):
        yield state


def check_legal_moves(match: Match[Any], state: State[Any]) -> None:
    """Moves are sorted, unique and there exactly if somebody decides (point 1)."""
    moves = state.legal()
    assert list(moves) == sorted(set(moves))
    assert bool(moves) == (state.actor >= 0)
    talk = state.talk()
    assert list(talk) == sorted(set(talk))
    assert not set(talk) & set(moves)


def check_words(match: Match[Any], state: State[Any]) -> None:
    """Tokens and phrases name each move once, and reading undoes printing (point 2)."""
    if state.actor == OVER:
        return
    view = state.view(state.actor)
    offers = state.legal() + state.talk()
    names = [f"P{seat}" for seat in range(match.players)]
    tokens = [match.token(action) for action in offers]
    phrases = [match.phrase(view, action, names) for action in offers]
    assert len(set(tokens)) == len(set(phrases)) == len(offers)
    for place, (action, token) in enumerate(zip(offers, tokens, strict=True), start=1):
        assert match.action(token) == action
        assert match.read(view, offers, token) == action
        assert match.read(view, offers, f"  {token.upper()} ") == action
        assert match.read(view, offers, f"#{place}") == action
        assert "is legal" in match.why_not(view, token)
    assert match.question(view, names)


def check_mistypings(match: Match[Any], state: State[Any], stream: Stream) -> None:
    """Anything may be typed: a move, or a message, never another failure (point 2)."""
    if state.actor == OVER:
        return
    view = state.view(state.actor)
    offers = state.legal()
    token = match.token(offers[stream.below(len(offers))])
    place = stream.below(len(token))
    for text in ("", "#0", "#99", "?", "xyzzy", "play", "13", "\x00", "é" * 50, token[:place] + token[place + 1 :]):
        try:
            assert match.read(view, offers, text) in offers
        except ValueError as error:
            assert str(error)
        assert match.why_not(view, text)


def check_clone(match: Match[Any], state: State[Any], stream: Stream) -> None:
    """A clone is equal, and moving in it does what moving does and nothing to the original (point 4)."""
    frozen = state.freeze()
    copy = state.clone()
    assert copy.freeze() == frozen
    assert copy.legal() == state.legal()
    if state.actor == OVER:
        return
    action = state.legal()[stream.below(len(state.legal()))]
    other = match.thaw(frozen)
    copy.apply(action)
    other.apply(action)
    assert copy.freeze() == other.freeze()
    assert state.freeze() == frozen


def check_snapshot(match: Match[Any], state: State[Any]) -> None:
    """A position written and read again is the same in every respect (point 5)."""
    again = match.from_json(json.loads(json.dumps(state.to_json())))
    assert again.freeze() == state.freeze()
    assert match.thaw(state.freeze()).freeze() == state.freeze()
    assert again.legal() == state.legal()
    assert again.talk() == state.talk()
    for seat in range(SPECTATOR, match.players):
        assert again.view(seat) == state.view(seat)


def check_chance(match: Match[Any], stream: Stream) -> None:
    """Chance asks well-formed questions, and a script can give every answer to a pick (point 8)."""
    state = match.start()
    dice = StreamDice(stream)
    while state.actor != OVER:
        if state.actor != CHANCE:
            state.apply(state.legal()[stream.below(len(state.legal()))])
            continue
        spec = state.chance()
        assert isinstance(spec, (Shuffle, Pick))
        assert spec.size >= 1
        if isinstance(spec, Pick):
            for result in range(spec.size):
                branch = state.clone()
                branch.settle(ScriptDice([result]).result(spec, 0))
                assert branch.freeze() != state.freeze()
        state.settle(dice.result(spec, 0))


def check_secrecy(match: Match[Any], state: State[Any], stream: Stream) -> None:
    """A world made from a seat's view looks the same from that seat, in view, moves and words (points 10 and 13)."""
    names = [f"P{seat}" for seat in range(match.players)]
    for seat in range(match.players):
        view = state.view(seat)
        world = match.sample_state(view, stream)
        again = world.view(seat)
        assert again == view
        assert hash(again) == hash(view)
        assert world.view(SPECTATOR) == state.view(SPECTATOR)
        assert bool(world.legal()) == (state.actor >= 0), "whoever decides in the world has something to decide"
        if state.actor == seat:
            assert world.actor == seat
            assert world.legal() == state.legal()
            assert world.talk() == state.talk()
            assert [match.phrase(again, action, names) for action in world.legal()] == [
                match.phrase(view, action, names) for action in state.legal()
            ]


def check_planted(match: Match[Any], state: State[Any], support: Support, stream: Stream) -> bool:
    """Swapping two cards that a seat cannot see changes nothing that it sees (point 11)."""
    seat = stream.below(match.players)
    planted = state.clone()
    if not support.swap_hidden(planted, seat, stream):
        return False
    names = [f"P{seat}" for seat in range(match.players)]
    before, after = state.view(seat), planted.view(seat)
    assert planted.freeze() != state.freeze()
    assert after == before
    for width in (80, 40):
        shown = [match.picture(view, names, width=width, ascii_only=True) for view in (before, after)]
        assert shown[0] == shown[1]
    if state.actor == seat:
        assert planted.legal() == state.legal()
        for name in ("random", "greedy"):
            bot = make_bot(name)
            choices = [bot.choose(match, view, state.legal(), Stream("same", name)) for view in (before, after)]
            assert choices[0] == choices[1]
    return True


def check_unseen_moves(match: Match[Any], state: State[Any], stream: Stream) -> int:
    """Moves that look alike to a seat lead to events and views that do; how many pairs were compared (point 11)."""
    compared = 0
    legal = state.legal()
    for seat in range(match.players):
        if seat == state.actor or len(legal) < 2:
            continue
        first, second = legal[stream.below(len(legal))], legal[stream.below(len(legal))]
        if first == second or match.seen_as(state, first, seat) != match.seen_as(state, second, seat):
            continue
        branches = []
        for action in (first, second):
            branch = state.clone()
            branch.log = []
            branch.apply(action)
            branches.append(branch)
        if any(branch.actor == CHANCE for branch in branches):
            continue
        one, two = branches
        if one.view(SPECTATOR) != two.view(SPECTATOR):
            continue  # the move had a result that everybody sees, which is no leak
        assert one.view(seat) == two.view(seat)
        told = [[event for event in branch.log or () if event.is_for(seat)] for branch in branches]
        assert told[0] == told[1]
        compared += 1
    return compared


def check_rendering(match: Match[Any], state: State[Any]) -> None:
    """Every view can be drawn, wide and narrow, in signs and in ASCII (point 14)."""
    names = [f"Player {seat + 1}" for seat in range(match.players)]
    for seat in range(SPECTATOR, match.players):
        view = state.view(seat)
        for width in (80, 40):
            for ascii_only in (True, False):
                lines = match.picture(view, names, width=width, ascii_only=ascii_only)
                assert lines
                assert all(len(line) <= width for line in lines)
                assert not ascii_only or all(line.isascii() for line in lines)
        assert match.score_pad(view, names)


def check_facts(match: Match[Any], told: dict[str, int], *, over: bool) -> None:
    """Each declared fact is given and no other; one that stands for a word or a seat has it once the match is over."""
    assert list(told) == [fact.name for fact in match.game.facts]
    for fact in match.game.facts:
        number = told[fact.name]
        assert type(number) is int and fact.about
        assert not fact.words or 0 <= number < len(fact.words)
        assert not fact.is_seat or int(over) <= number <= match.players
        assert not (fact.words and fact.is_seat)


def check_result(match: Match[Any], state: State[Any]) -> None:
    """Ranks follow the scores, labels and facts are the declared ones (point 15)."""
    result = state.result()
    assert (result is None) == (state.actor != OVER)
    for seat in range(match.players):
        label = match.label(state, seat)
        assert label is None if result is None else label in match.labels()
        check_facts(match, state.facts(seat), over=result is not None)
    if result is None:
        return
    assert min(result.ranks) == 1
    for one in range(match.players):
        for two in range(match.players):
            if result.scores[one] < result.scores[two]:
                assert result.ranks[one] < result.ranks[two]


def check_illegal_moves(session: Session) -> None:
    """What is not on offer is refused and changes nothing (point 3)."""
    before = session.snapshot()
    offers = session.offers()
    for action in range(-1, 200):
        if action in offers:
            continue
        try:
            session.submit(action)
        except (IllegalMove, ValueError, KeyError):
            pass
        else:
            raise AssertionError(f"move {action} was accepted")
        assert session.snapshot() == before


def play_session(session: Session, stream: Stream) -> Iterator[Session]:
    """Play a session at random, people's moves and statements, stopping before each."""
    while not session.over:
        yield session
        offers = session.offers()
        session.submit(offers[stream.below(len(offers))])
    yield session


def config_with_people(config: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration with nobody but people at the table."""
    return {**config, "bots": []}
