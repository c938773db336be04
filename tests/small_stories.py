"""Small random stories that use everything, made from a seed: what proofs and plays are held against each other on.

A story is made of few values on purpose, a die of two or three sides among them, so that most can be seen whole. What
it lacks in size it makes up in corners: thresholds met from both sides, items that are one's only way, choices that
shut each other, cards drawn in cards, a planet that is left both ways. Nothing is made sure to be reachable.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from storyengine.loader import Loaded, load_story
from storyengine.model.story import Story
from tools.yaml_text import Files, Tree, write_files

TYPES = ("wit", "force")
PLANETS = ("ember", "mist", "tarn")


def files_of(seed: int) -> Files:
    """Return the files of the story of a seed."""
    return _Maker(seed).story()


@cache
def small_story(seed: int) -> Story:
    """Return the story of a seed, loaded."""
    loaded = load_files(files_of(seed))
    assert loaded.story is not None, "\n".join(map(str, loaded.diagnostics))
    return loaded.story


def load_files(files: Files) -> Loaded:
    """Load a story from files that are nowhere on a disk."""
    with TemporaryDirectory() as folder:
        write_files(files, Path(folder))
        return load_story(folder)


@dataclass
class _Maker:
    """Makes one story. `chance` is asked in a fixed order, so a seed always gives the same."""

    seed: int
    chance: random.Random = field(init=False)
    numbers: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    items: list[str] = field(default_factory=list)
    crew: list[str] = field(default_factory=list)
    rolls: bool = False
    drawn: tuple[int, ...] = (1, 2, 3)
    """DATA cards that may be drawn here."""
    asked: list[str] = field(default_factory=list)
    """Cards that conditions may ask about."""

    def __post_init__(self) -> None:
        self.chance = random.Random(f"small story {self.seed}")

    # Small decisions

    def odds(self, percent: int) -> bool:
        return self.chance.random() * 100 < percent

    def one(self, options: Sequence[Any]) -> Any:
        return options[int(self.chance.random() * len(options))]

    def number(self, low: int, high: int) -> int:
        return low + int(self.chance.random() * (high - low + 1))

    # The story

    def story(self) -> Files:
        self.campaign = self.odds(45)
        self.rolls = self.odds(30)
        story: Tree = {"story": f"small_{self.seed}", "title": f"Small {self.seed}"}
        hall = [f"hall/{name}" for name in ("1", "2", "3", "4")[: self.number(2, 4)]]
        names = hall if self.campaign else list("abcdefg"[: self.number(3, 7)])
        self.jumps = names
        self.asked = self.chance.sample(names, min(2, len(names))) if self.odds(60) else []
        story["start"] = names[0]
        story["trackers"] = self.trackers()
        story["variables"] = self.variables()
        if self.odds(70) or self.campaign:
            story["challenges"] = self.challenge_table()
            self.tested = True
        else:
            self.tested = False
        if self.tested and self.odds(65):
            self.crew = ["ada", "bo", "cy"][: self.one((1, 1, 2, 2, 2, 3))]
            story["crew"] = {who: {"skills": self.skills()} for who in self.crew}
        if self.odds(70):
            story["items"] = self.item_table()
        self.detours = self.odds(50)
        if self.odds(60):
            story["rules"] = self.house_rules()
        if self.campaign:
            self.planets = PLANETS[: self.one((1, 2, 2, 3))]
            self.has_discs = self.odds(70)
            story["board"] = self.board()
            if self.has_discs:
                story["discs"] = self.discs()
            return self.decks(story)
        story["cards"] = {name: self.card(name) for name in names}
        story["cards"]["end"] = {"text": "Over.", **self.end("over")}
        if self.detours:
            story["cards"]["aside"] = self.aside()
        if not story["trackers"]:
            del story["trackers"]
        return {"story.yaml": story}

    def decks(self, story: Tree) -> Files:
        files: Files = {"story.yaml": story}
        files["hall.yaml"] = {"deck": "hall", "cards": {name.split("/")[1]: self.card(name) for name in self.jumps}}
        files["hall.yaml"]["cards"]["end"] = {"text": "Over.", **self.end("over")}
        if self.detours:
            files["hall.yaml"]["cards"]["aside"] = self.aside()
        if self.odds(15):
            # A hall that bears a place's name is no planet for that.
            files["hall.yaml"]["cards"]["13"] = {"text": "Not a planet.", **self.end("no_planet")}
        data = {str(number): self.data_card(number) for number in (1, 2, 3)}
        self.drawn = (1, 2, 3)
        data["4"] = {"text": "Too late.", **self.end("too_late", forked=True)}
        files["data.yaml"] = {"deck": "data", "kind": "data", "cards": data}
        for planet in self.planets:
            files[f"{planet}.yaml"] = self.planet(planet)
        tower: Tree = {"deck": "tower", "kind": "showdown"}
        if self.odds(30):
            tower["rules"] = {"epm_during_showdown": "ignored"}
        kept, self.jumps = self.jumps, ["tower/1", "tower/2"]
        tower["cards"] = {"1": self.card("tower/1"), "2": {"text": "The top.", **self.end("top", forked=True)}}
        self.jumps = kept
        files["tower.yaml"] = tower
        return files

    # Tables

    def trackers(self) -> Tree:
        if not self.campaign and self.odds(40):
            return {}
        found: Tree = {}
        highest = self.number(2, 5)
        out = "data/4" if self.campaign else "end"
        found["dusk"] = {"start": self.number(0, 1), "min": 0, "max": highest, "at_max": self.threshold(out)}
        if self.odds(35) and highest > 2:
            found["dusk"]["at"] = {self.number(1, highest - 1): self.threshold(self.one(self.jumps))}
        if self.odds(25):
            found["dusk"]["at_min"] = self.threshold(self.one(self.jumps))
        self.numbers.append("dusk")
        if self.campaign or self.odds(40):
            there = "planet/13" if self.campaign else self.one(self.jumps)
            found["signal"] = {"start": 0, "min": 0, "max": self.number(3, 6), "at_max": self.threshold(there)}
            self.numbers.append("signal")
        return found

    def threshold(self, card: str) -> Any:
        return card if self.odds(60) else {"text": "So it goes.", "goto": card}

    def variables(self) -> Tree:
        found: Tree = {}
        low = self.number(-1, 0)
        found["n"] = {"start": self.number(low, 1), "min": low, "max": self.number(1, 3)}
        self.numbers.append("n")
        if self.odds(30):
            found["loose"] = self.number(-1, 2)
            self.numbers.append("loose")
        for flag in ("lit", "met")[: self.number(1, 2)]:
            found[flag] = {"start": self.odds(30)}
            self.flags.append(flag)
        if self.odds(50):
            listed = ("calm", "wary", "angry")
            found["mood"] = {"start": "calm", "one_of": list(listed)} if self.odds(70) else "calm"
            self.words["mood"] = listed
            if self.odds(30):
                found["name"] = "calm"
                self.words["name"] = ("calm", "hall", "")
        return found

    def challenge_table(self) -> Tree:
        table: Tree = {"types": list(TYPES), "die": self.one((2, 2, 3))}
        if "signal" in self.numbers and self.odds(60):
            table["level"] = {"by": "signal", "bands": {"0..1": self.number(1, 2), "2..": self.number(2, 4)}}
        else:
            table["level"] = self.number(1, 4)
        return table

    def skills(self) -> Tree:
        return {kind: self.one((-1, 1, 1, 2)) for kind in TYPES if self.odds(40)}

    def item_table(self) -> Tree:
        found: Tree = {}
        uses: list[Tree] = [
            {"do": self.effect()},
            {"do": "dusk -= 1" if "dusk" in self.numbers else "n += 1", "when": self.condition()},
        ]
        if self.crew:
            uses += [{"pick": "inactive", "do": "activate picked"}, {"pick": "active", "do": "deactivate picked"}]
        if self.tested:
            uses.append({"after": "roll", "do": "reroll"})
            uses.append({"after": "roll", "when": "challenge is wit", "do": "total += 1"})
            uses.append({"after": "roll", "do": "keep booster"})
        if self.campaign:
            uses.append({"when": "travelling", "rules": {"travel_cost": self.one((0, 0, 2, "none"))}})
            uses.append({"when": "travelling", "do": "signal += 1"})
            uses.append({"pick": "planet", "do": "reveal disc"})
        for name in ("rope", "flask", "coin", "key")[: self.number(1, 4)]:
            kind = self.number(0, 3)
            if kind == 0 and self.tested:
                found[name] = {"boost": {self.one(TYPES): self.one((1, 2, "roll_twice"))}}
            elif kind in (1, 2):
                found[name] = {"use": self.one(uses)}
            else:
                found[name] = {"title": name}
            if self.crew and self.odds(25):
                found[name]["starter"] = True
            self.items.append(name)
        return found

    def house_rules(self) -> Tree:
        rules: Tree = {
            "exchange": self.one(("en_route", "always", "never")),
            "discarded_items_return": self.odds(50),
            "all_turn_back": self.one(("after_flipping", "after_text")),
            "optional_challenges": self.one(("each_once", "one")),
            "boosters_break": self.odds(60),
            "level_change": self.one((1, -1, "n", "1 if lit else 0")),
            "inactive_may_perform": True,
            "performer_turns": False,
            "assist_items": False,
            "items_each": self.number(1, 2),
            "starters_each": self.number(0, 2),
        }
        if self.tested and self.odds(30):
            rules["level_change"] = "1 if challenge is wit else 0"
        if self.campaign:
            rules |= {
                "routes": "any",
                "travel_cost": self.one((0, 1, 2)),
                "disc_after_find": self.one(("removed", "stays")),
                "disc_after_the_end": self.one(("removed", "stays")),
                "epm_during_showdown": "ignored",
                "when_both_reach_max": self.one(("dusk", "signal")),
            }
        return {name: rules[name] for name in self.chance.sample(list(rules), self.number(1, 4))}

    def board(self) -> Tree:
        places: Tree = {"hall": {"at": [0, 0]}, **{planet: {"at": [1, 0]} for planet in self.planets}}
        if self.odds(25):
            places["reef"] = {"at": [2, 2], "closed": "Shut."}
        ways = list(places)
        paths = [[one, other] for one, other in pairwise(ways)]
        if len(ways) > 2 and self.odds(50):
            paths.append([ways[0], ways[-1]])
        cost: Tree = {"dusk": self.one((1, 1, 2))}
        if self.odds(20):
            cost["signal"] = 1
        board: Tree = {"cost": cost, "places": places, "paths": paths}
        if self.odds(60):
            board["stranded"] = self.one(("data/4", "hall/end", {"text": "Stranded.", **self.end("stranded")}))
        return board

    def discs(self) -> Tree:
        return {"blue": [1, 2], "pink": [self.number(1, 3), self.number(2, 3)]} if self.odds(60) else {"blue": [1] * 4}

    # Cards

    def card(self, name: str) -> Tree:
        card: Tree = {"text": self.text()}
        if self.odds(15):
            card["before"] = self.effect()
        if self.odds(35):
            card["do"] = self.effects()
        self.drawing(card)
        if self.tested and self.odds(35):
            self.challenged(card)
        if self.odds(12):
            labels = {"won": self.consequence(name), "lost": self.consequence(name, free=True)}
            card["minigame"] = {"game": "cards", "results": labels}
        if self.odds(12):
            card["rules"] = self.one(({"exchange": "never"}, {"assist_items": False}, {"level_change": 1}))
        choosing = self.odds(80) or name == self.jumps[0]
        jump = self.jump(name, deep=True)
        if not choosing and self.jumps.index(name) < len(self.jumps) - 1 and self.odds(95):
            # Without a choice it goes on towards the end of the deck, so that few stories go round for ever.
            jump = {"goto": self.one(self.jumps[self.jumps.index(name) + 1 :])}
        if choosing:
            card["choices"] = [self.choice(name, number) for number in range(1, self.number(1, 3) + 1)]
            if name == self.jumps[0]:
                card["choices"].append({"id": "on", "text": "Go on.", "goto": self.one(self.jumps[1:])})
            elif self.campaign and name.startswith("hall") and self.odds(50):
                card["choices"].append({"id": "fly", "text": "Fly.", "travel": True})
            if self.odds(55) and not {"branch", "random"} & jump.keys():
                jump = {}
        card.update(jump)
        return card

    def drawing(self, where: Tree, percent: int = 15) -> None:
        if self.campaign and self.drawn and self.odds(percent):
            where["draw"] = self.one((*self.drawn, list(self.drawn)))
        elif self.detours and self.odds(percent):
            where["detour"] = "hall/aside" if self.campaign else "aside"

    def text(self) -> Any:
        if self.asked and self.odds(20):
            return [{"first": "New.", "again": "Old."}, {"when": self.condition(), "text": "And so."}]
        return "Here."

    def choice(self, card: str, number: int) -> Tree:
        choice: Tree = {"id": f"c{number}", "text": f"Take way {number}."}
        if self.odds(50):
            choice["when"] = self.condition()
            if self.odds(30):
                choice["locked"] = "Not now."
        if self.odds(30):
            choice["once"] = True
        picks = ["item"] * bool(self.items) + ["active", "inactive"] * bool(self.crew)
        if picks and self.odds(18):
            choice["pick"] = self.one(picks)
            what = {"item": "discard picked", "active": "deactivate picked", "inactive": "activate picked"}
            choice["do"] = what[choice["pick"]]
        elif self.odds(60):
            choice["do"] = self.effects()
        self.drawing(choice, 10)
        choice.update(self.jump(card, must=True))
        return choice

    def challenged(self, card: Tree) -> None:
        challenges: list[Tree] = []
        for number in range(1, self.one((1, 1, 1, 2)) + 1):
            challenge: Tree = {"id": f"t{number}", "type": list(TYPES) if self.odds(25) else self.one(TYPES)}
            if self.odds(40):
                challenge["optional"] = True
            if self.odds(20):
                challenge["once"] = True
            if self.odds(25):
                challenge["when"] = self.condition()
            if self.odds(20):
                challenge["rules"] = self.one(
                    ({"boosters": False}, {"level": 2}, {"level_change": -1}, {"level_change": "n"}, {"level": 9})
                )
            challenge["win"] = self.consequence("", free=True, fought=True)
            challenge["lose"] = self.consequence("", free=True, fought=True)
            challenges.append(challenge)
        card["challenges"] = challenges

    def consequence(self, card: str, *, free: bool = False, fought: bool = False) -> Tree:
        then: Tree = {"text": "So."}
        if self.odds(60):
            then["do"] = self.effects()
        self.drawing(then, 10)
        if fought and self.odds(15):
            return {**then, "retry": True}
        if not free or self.odds(50):
            then.update(self.jump(card, deep=self.odds(30)))
        return then

    def jump(self, card: str, *, must: bool = False, deep: bool = False) -> Tree:
        there = {"goto": self.one(self.jumps)}
        kind = self.number(0, 15)
        if kind == 0:
            return self.end(f"e{self.number(1, 3)}_{self.chance.randrange(10_000)}")
        if kind == 1 and card:
            return {"stay": True}
        if kind == 2 and self.campaign:
            return dict(self.one(({"travel": True}, {"travel": {"cost": 0}}, {"travel": self.planets[0]})))
        if kind == 3 and deep:
            arms = [{"when": self.condition(), **self.arm()}, {"when": self.condition(), **there}]
            return {"branch": arms if not must else [*arms, there]}
        if kind == 4 and deep:
            return {"random": [{"weight": 2, **self.arm(must=True)}, there]}
        if kind == 5 and self.campaign and self.odds(40):
            return {"goto": "planet/13"}
        if kind == 6:
            return {"goto": "hall/end" if self.campaign else "end"}
        return there

    def arm(self, *, must: bool = False) -> Tree:
        arm: Tree = {"do": self.effect()}
        return {**arm, "goto": self.one(self.jumps)} if must or self.odds(60) else arm

    def end(self, name: str, *, forked: bool = False) -> Tree:
        if not forked:
            return {"ending": {"id": name, "kind": "over"}}
        arms = [
            {"when": self.condition(), "ending": {"id": f"{name}_{number}", "kind": "over"}}
            for number in range(1, self.number(1, 3) + 1)
        ]
        return {"branch": [*arms, {"ending": {"id": f"{name}_0", "kind": "over"}}]}

    def aside(self) -> Tree:
        aside: Tree = {"text": "An aside.", "do": self.effects()}
        if self.odds(40):
            aside["choices"] = [
                {"id": "back", "text": "Back.", "do": self.effect(), "return": True},
                {"id": "look", "text": "Look.", "when": self.condition(), "once": True, "stay": True},
            ]
        return {**aside, "return": True}

    def data_card(self, number: int) -> Tree:
        card: Tree = {"text": "Data."}
        self.drawn = tuple(range(number + 1, 4))  # only later ones, so that none is drawn inside itself
        if number == 1 and self.items:
            return {**card, "give": self.one(self.items)}
        if self.odds(60):
            card["do"] = self.effects()
        if number == 2 and self.odds(50):
            self.challenged(card)
        if number == 3 and self.odds(50):
            choices = [{"id": "back", "text": "Back.", "do": self.effect()}]
            choices.append({"id": "off", "text": "Off.", "when": self.condition(), "goto": self.one(self.jumps)})
            if self.items and self.crew and self.odds(30):
                choices.append({"id": "who", "text": "Who?", "pick": "active", "do": "discard picked"})
            card["choices"] = choices
        if number == 2 and self.odds(30):
            card.update(self.one(({"goto": 3}, {"draw": 3}, {"travel": True}, {"goto": "planet/13"})))
        return card

    def planet(self, name: str) -> Tree:
        kept, self.jumps = self.jumps, [f"{name}/1", f"{name}/2", f"{name}/2", f"{name}/3"]
        cards: Tree = {"1": self.card(f"{name}/1")}
        cards["2"] = {"text": "Found.", "do": self.effect(), "leave": "data_find"}
        cards["3"] = {"text": "Not found.", "leave": "the_end"}
        self.jumps = kept
        if name != "mist" or self.odds(60):
            cards["13"] = {"text": "There.", "showdown": "tower"}
        deck: Tree = {"deck": name, "kind": "planet", "cards": cards}
        if self.odds(15):
            deck["rules"] = {"travel_cost": self.number(0, 2)}
        return deck

    # Conditions and effects

    def condition(self) -> str:
        kind = self.number(0, 9)
        if kind == 0:
            return f"{self.test()} and {self.test()}"
        if kind == 1:
            return f"{self.test()} or {self.test()}"
        if kind == 2:
            return f"not ({self.test()})"
        if kind == 3:
            return f"({self.test()} and not {self.one(self.flags)}) or {self.test()}"
        return self.test()

    def test(self) -> str:
        number = self.one(self.numbers)
        tests = [
            f"{number} {self.one(('==', '!=', '<', '<=', '>', '>='))} {self.number(-1, 3)}",
            f"{number} in {self.number(0, 1)}..{self.number(1, 3)}",
            f"{number} {self.one(('<', '>', '=='))} {self.one(self.numbers)} + {self.number(-1, 1)}",
            f"{number} % 2 == {self.number(0, 1)}",
            f"6 // {number} >= {self.number(1, 3)}",
            self.one(self.flags),
            f"not {self.one(self.flags)}",
        ]
        for word, options in self.words.items():
            tests.append(f"{word} == '{self.one(options)}'")
            tests.append(f"{word} in ['{options[0]}', '{options[1]}']")
        for item in self.items[:2]:
            tests.append(f"has({item})")
        if self.items:
            tests.append(f"items >= {self.number(1, 2)}")
        for card in self.asked:
            tests.append(f"visited({card})")
        if self.crew:
            tests.append(f"active({self.one(self.crew)})")
            tests.append(f"active == {self.number(1, 2)}")
            if self.items:
                tests.append(f"holds({self.one(self.crew)}, {self.one(self.items)})")
        if self.tested:
            tests.append(f"level >= {self.number(1, 4)}")
        if self.campaign:
            tests += ["place == hall", f"place == {PLANETS[0]}", f"discs >= {self.number(0, 2)}"]
        return str(self.one(tests))

    def effects(self) -> str:
        return "; ".join(self.effect() for _ in range(self.one((1, 1, 2))))

    def effect(self) -> str:
        effect = self.change()
        return f"{effect} if {self.condition()}" if self.odds(20) and " if " not in effect else effect

    def change(self) -> str:
        bounded = [number for number in self.numbers if number != "loose"]
        number, flag = self.one(bounded), self.one(self.flags)
        found = [
            f"{number} += {self.number(1, 2)}",
            f"{number} -= 1",
            f"{number} = {self.number(0, 1)}",
            f"{flag} = {self.one(('true', 'false'))}",
            f"{flag} = not {flag}",
            f"{number} = {self.one(bounded)}",
            f"{number} += 1 if {self.one(self.flags)} else 0",
        ]
        if "loose" in self.numbers:
            found += [f"loose = {self.number(-1, 4)}", "loose = n", "loose += 1 if loose < 3", "n = loose"]
        if self.rolls:
            found += [f"{number} += roll(1d2)", f"{number} = roll(1d{self.number(2, 3)})"]
        for word, options in self.words.items():
            found += [f"{word} = '{self.one(options)}'"] * 2
        if "name" in self.words:
            found += ["name = mood", "name = place", "name = challenge"]
        for item in self.items:
            found += [f"gain {item}", f"gain {item}", f"discard {item}"]
        if self.crew:
            who = self.one(self.crew)
            found += [f"deactivate {who}", "activate all"]
            if self.items:
                found.append(f"give {self.one(self.items)} to {self.one([*self.crew, 'performer', 'picked'])}")
        return str(self.one(found))
