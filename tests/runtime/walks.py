"""Stories that use everything, and walks through them that look at every state on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from textwrap import dedent

from storyengine import dice
from storyengine.loader import load
from storyengine.model.story import Story
from storyengine.runtime import State, initial, legal_actions, transitions
from storyengine.runtime.actions import Action, GiveItem
from tests.runtime.tables import SECTIONS, STARTERS, campaign, plain

ROOT = Path(__file__).parents[2]

RICH = {
    "congress/1": """
        text: [{first: The hall., again: The hall again.}]
        challenges:
          - {id: speech, type: [diplomacy, perception], optional: true, win: {do: signal += 1}, lose: {do: epm += 1}}
          - {id: climb, type: strength, optional: true, once: true, win: {draw: 12}, lose: {draw: 41}}
        choices:
          - {id: ask, text: Ask., once: true, do: gold += roll(2d6), stay: true}
          - id: leave_one
            text: Leave one.
            pick: active
            when: wounds < 3
            do: deactivate picked; wounds += 1
            stay: true
          - id: search
            text: Search.
            random:
              - {do: gain bolt; gain tea, stay: true}
              - {do: gain twin_lens; gain fuse, stay: true}
              - {do: gain short_cut; gain periscope; gain star_chart, stay: true}
              - {do: epm += 4; gain bribe; gain bomb; gain lullaby, stay: true}
          - {id: pay, text: Pay., pick: item, do: discard picked, draw: [33, 41], stay: true}
          - id: bet
            text: Bet.
            random: [{weight: 2, do: gold += 1, stay: true}, {do: epm += 2, draw: 33, stay: true}, {goto: 1}]
          - {id: fly, text: Fly., travel: {cost: 0}}
        """,
    "follop/1": """
        text: Glass trees.
        challenge: {type: perception, win: {draw: 12, goto: 2}, lose: {do: epm += 2; lit = true, draw: 41, goto: 2}}
        """,
    "follop/2": """
        text: A fork.
        branch: [{when: gold > 8, draw: 33}, {when: lit, do: gold += 1}]
        choices:
          - {id: find, text: Find., goto: 9}
          - {id: end, text: End., goto: 10}
          - {id: dice, text: Dice., when: not visited(data/50), draw: 50, stay: true}
        """,
    "kronos/1": """
        text: A tower.
        challenge:
          type: [dexterity, piloting]
          rules: {all_turn_back: after_text}
          win: {do: give twin_lens to performer, random: [{goto: 9}, {goto: 10}]}
          lose: {do: epm += 3, retry: true}
        """,
    "data/41": "{text: A shadow., challenge: {type: diplomacy, win: {do: signal += 2}, "
    "lose: {do: epm += 1, goto: 42}}}",
    "data/42": "{text: It stays., choices: [{id: back, text: Back.}, {id: run, text: Run., do: epm += 3, draw: 33}]}",
    "data/50": "{text: Dice., do: 'gold -= roll(1d6); signal += roll(1d3)'}",
}

ROUND_ABOUT = """
    a:
      text: A.
      do: n += 1
      choices:
        - {id: on, text: On., goto: b}
        - {id: back, text: Back., when: n > 2, random: [{weight: 3, goto: a}, {goto: c}]}
    b: {text: B., branch: [{when: "n % 3 == 0", goto: c}, {goto: a}]}
    c: {text: C., ending: won}
    """


GAME = """
    a: {text: Cards., minigame: {game: cards, results: {won: {do: n += 1, goto: a}, lost: {goto: c}}}}
    c: {text: C., ending: lost}
    """

OTHER_RULES = """
    exchange: always
    disc_after_find: stays
    disc_after_the_end: stays
    when_both_reach_max: epm
    epm_during_showdown: ignored
    all_turn_back: after_text
    discarded_items_return: true
    reroll_forgives: false
    optional_challenges: one
    starters_each: 2
    """

NUMBER = "variables: {n: {start: 0, min: 0, max: 9}}"

STORIES: Mapping[str, Callable[[], Story]] = {
    "round about": lambda: plain(ROUND_ABOUT, head=NUMBER),
    "a game played elsewhere": lambda: plain(GAME, head=NUMBER),
    "campaign": campaign,
    "rich": lambda: campaign(RICH),
    "rich with starters": lambda: campaign(
        RICH, items=dedent(SECTIONS["items"]).strip() + "\n" + STARTERS, rules="{routes: any, items_each: 2}"
    ),
    "rich with other rules": lambda: campaign(RICH, rules=OTHER_RULES),
    "evil power master": lambda: load(ROOT / "stories" / "evil-power-master"),
    "tavern": lambda: load(ROOT / "stories" / "tavern"),
}
"""Stories by name, from none of the tables in use to all of them."""


@cache
def story_called(name: str) -> Story:
    """Return one of the stories."""
    return STORIES[name]()


def walk(story: Story, seed: int, *, steps: int) -> Iterator[tuple[State, Action, State]]:
    """Play at random and yield (before, action, after) of each step. Exchanges are rare, as they lead nowhere."""
    state = initial(story)
    for number in range(steps):
        actions = legal_actions(story, state)
        if not actions:
            return
        decisions = [action for action in actions if not isinstance(action, GiveItem)] or actions
        some = actions if dice.draw(seed, "exchange", number, below=8) == 0 else decisions
        action = some[dice.draw(seed, "action", number, below=len(some))]
        found = transitions(story, state, action)
        after = found[dice.pick(seed, "chance", number, chances=[each.probability for each in found])].state
        yield state, action, after
        state = after
