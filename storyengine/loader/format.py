"""The format of a story, told once: every kind of mapping with its keys.

The reader, the JSON Schema and the reference in the authors' guide are all made from these tables. To add a key, add
it here, and read it where its kind is read.
"""

from __future__ import annotations

from storyengine.loader.card_format import ANY_CARDS, CARD_KINDS, CONSEQUENCE_SHAPE, PICK
from storyengine.loader.shapes import (
    Anything,
    ConditionText,
    EffectsText,
    Either,
    ExpressionText,
    Flag,
    Key,
    Line,
    ListOf,
    MapOf,
    MappingKind,
    Name,
    Nested,
    NewName,
    Number,
    Prose,
    Range,
    Shape,
    Start,
    Word,
)
from storyengine.model.house_rules import RULE_KEYS, RuleKey
from storyengine.model.story import DeckKind
from storyengine.model.tables import LARGEST

FORMAT_VERSION = 1
"""The only version of the format so far."""

MOST_CARDS = 100_000
MOST_VARIABLES = 200
"""Trackers and variables together."""
LONGEST_TEXT = 100_000
"""Characters of one text."""
LARGEST_DISC = 100

_ANY_NUMBER = Number(-LARGEST, LARGEST)
_NOTE = Key("note", Line(), "For whoever writes; never shown to the player.")
_ALLOW = Key("allow", MapOf(Line(), Line()), "Findings that are accepted here: the rule's slug and your reason.")
_TAGS = Key("tags", ListOf(Line(), single=True), "Words to find it by.")
_CARDS_ABOUT = "The cards, by name."

STORY = MappingKind(
    "story",
    "The story's own file: what it is called, where it starts, and its tables. A story in one file has its cards here.",
    (
        Key("format", Number(), f"The version of this format, {FORMAT_VERSION}; that one when left out."),
        Key("story", NewName("story"), "The story's id; saves are kept under it.", required=True),
        Key("title", Line(), "What the story is called.", required=True),
        Key("author", Line(), "Who wrote it."),
        Key("version", Line(), "Its version, kept as typed."),
        Key("language", Line(), "The language it is written in, such as `en`."),
        Key("about", Line(), "A sentence or two for whoever looks for a story to play."),
        _TAGS,
        _NOTE,
        Key("start", Name("card"), "The first card: `deck/card`, or the card of a story without decks.", required=True),
        Key(
            "decks",
            ListOf(Line(), single=True),
            "The deck files, by name or pattern (`planets/*`); every YAML file in the folder when left out.",
        ),
        Key("trackers", MapOf(NewName("tracker"), Nested("tracker")), "Meters that players see."),
        Key(
            "variables",
            MapOf(NewName("variable"), Either((Start(), Nested("variable")))),
            "What the story remembers; a bare value is the value at the start.",
        ),
        Key("challenges", Nested("challenges table"), "The types of challenges and how hard they are."),
        Key("crew", MapOf(NewName("character"), Nested("character")), "The characters."),
        Key("items", MapOf(NewName("item"), Nested("item")), "Everything that the crew can hold."),
        Key(
            "discs",
            MapOf(NewName("colour"), ListOf(Number(0, LARGEST_DISC))),
            "The discs that are dealt to the planets: each colour with its numbers.",
        ),
        Key("board", Nested("board"), "Places, paths, and what flying costs."),
        Key("rules", Nested("rules"), "House rules for the whole story."),
        Key("cards", ANY_CARDS, _CARDS_ABOUT),
        _ALLOW,
        Key("lint", Anything(), "Settings of the linter for this story."),
    ),
)

DECK = MappingKind(
    "deck",
    "A file of cards that belong together.",
    (
        Key("deck", NewName("deck", identifier=False), "The deck's name, unique in the story.", required=True),
        Key("kind", Word(tuple(DeckKind)), "What is special about its cards; `story` when left out."),
        Key("title", Line(), "What it is called."),
        Key("start", Name("card"), "Its first card; the one written first when left out."),
        Key("icons", ListOf(Name("type"), single=True), "A planet's most common challenge types, most common first."),
        Key("rules", Nested("rules"), "House rules for all its cards."),
        _NOTE,
        Key("cards", ANY_CARDS, _CARDS_ABOUT, required=True),
    ),
)

_THRESHOLD = CONSEQUENCE_SHAPE

TRACKER = MappingKind(
    "tracker",
    "A meter that players see. It stays within its range, and something can happen at a value.",
    (
        Key("title", Line(), "What players see; its name when left out."),
        Key("start", _ANY_NUMBER, "Its value at the start.", required=True),
        Key("min", _ANY_NUMBER, "Its smallest value; a change stops there.", required=True),
        Key("max", _ANY_NUMBER, "Its largest value; a change stops there.", required=True),
        Key("at_max", _THRESHOLD, "What follows at once when it reaches its largest value."),
        Key("at_min", _THRESHOLD, "What follows at once when it reaches its smallest value."),
        Key("at", MapOf(_ANY_NUMBER, _THRESHOLD), "What follows at once when it crosses a value, from either side."),
    ),
)

VARIABLE = MappingKind(
    "variable",
    "Something that the story remembers: a whole number, a flag or a word.",
    (
        Key("start", Start(), "Its value at the start; its characters say which sort it is.", required=True),
        Key("min", _ANY_NUMBER, "The smallest value of a number; a change stops there."),
        Key("max", _ANY_NUMBER, "The largest value of a number; a change stops there."),
        Key("one_of", ListOf(Line()), "Every value that a word may have."),
    ),
    at_most_one=(("one_of", "min"), ("one_of", "max")),
)

CHALLENGES_TABLE = MappingKind(
    "challenges table",
    "The types of challenges, and what a roll must reach.",
    (
        Key("types", ListOf(NewName("type")), "The types, in the order in which they are shown.", required=True),
        Key("level", Either((Number(0, 1_000), Nested("level"))), "What a roll must reach; 4 when left out."),
        Key("die", Number(2, 100), "How many sides the die has; 6 when left out."),
    ),
)

LEVEL = MappingKind(
    "level",
    "A challenge level that depends on a tracker.",
    (
        Key("by", Name("tracker"), "The tracker, or a variable with `min` and `max`.", required=True),
        Key(
            "bands",
            MapOf(Range(), Number(0, 1_000)),
            "The level for each stretch of its range: `0..6: 4`, and `13..: 6` to the end.",
            required=True,
        ),
    ),
)

CHARACTER = MappingKind(
    "character",
    "One of the crew.",
    (
        Key("title", Line(), "The name that is shown; its id when left out."),
        Key("about", Line(), "A sentence about them."),
        Key("skills", MapOf(Name("type"), Number(-100, 100)), "What is added to their rolls; 0 for a type left out."),
    ),
)

ITEM = MappingKind(
    "item",
    "Something that the crew can hold: `boost` makes it a Challenge Booster, `use` an Assist Item.",
    (
        Key("title", Line(), "What it is called; its id when left out."),
        Key("about", Prose(), "What is read when it is looked at."),
        Key(
            "boost",
            MapOf(Name("type"), Either((Number(-100, 100), Word(("roll_twice",))))),
            "What it does for each type: a number that is added, or `roll_twice`.",
        ),
        Key("use", Nested("use"), "What it does, once."),
        Key("starter", Flag(), "Whether it is dealt at the start."),
    ),
)

USE = MappingKind(
    "use",
    "What an Assist Item does, once; then it is gone.",
    (
        Key("when", ConditionText(), "What must hold for it to be used."),
        Key("pick", PICK, "What the player is asked to point at; then it is `picked`."),
        Key("after", Word(("roll",)), "`roll`: it is used between a roll and its result, and only there."),
        Key("do", EffectsText(), "What it changes."),
        Key("rules", Nested("rules"), "House rules for the next trip, or until the card is left."),
    ),
    at_least_one=(("do", "rules"),),
)

BOARD = MappingKind(
    "board",
    "Places, the paths between them, and what flying costs.",
    (
        Key("cost", MapOf(Name("tracker"), Number(-1_000, 1_000)), "What each segment adds to a tracker."),
        Key(
            "start",
            Name("place"),
            "Where the ship is at first; when left out, the place named like the first card's deck, or the first one.",
        ),
        Key("boost", Name("tracker"), "The tracker that a turned disc raises; `signal` when left out."),
        Key(
            "stranded",
            CONSEQUENCE_SHAPE,
            "What follows when no planet is left; when left out, what `at_max` of the tracker that flying raises says.",
        ),
        Key("places", MapOf(NewName("place"), Nested("place")), "The places.", required=True),
        Key("paths", ListOf(ListOf(Name("place"), size=2)), "Pairs of places with a path between them."),
    ),
)

PLACE = MappingKind(
    "place",
    "A place on the board. One with a planet deck of its name is a planet and carries a disc.",
    (
        Key("title", Line(), "What it is called; its id when left out."),
        Key("at", ListOf(Number(-10_000, 10_000), size=2), "Where it is drawn: `[x, y]`, y downwards."),
        Key("closed", Line(), "Why ships cannot land there, when they cannot; flying past is allowed."),
    ),
)


def _rule_shape(rule: RuleKey) -> Shape:
    """What stands after a key of a `rules:` block."""
    shapes: dict[str, Shape] = {
        "flag": Flag(),
        "number": Number(0, 1_000),
        "number_or_none": Either((Number(0, 1_000), Word(("none",)))),
        "expression": ExpressionText(),
        "tracker_or_word": Either((Word(rule.words), Name("tracker"))),
        "word": Word(rule.words),
    }
    return shapes[rule.kind]


RULES = MappingKind(
    "rules",
    "House rules: what this story, deck, card, challenge or item says instead of the manual. The innermost wins.",
    tuple(Key(rule.name, _rule_shape(rule), rule.about) for rule in RULE_KEYS),
)

RULE_SCOPES = {rule.name: rule.scopes for rule in RULE_KEYS}
"""Where each key of a `rules:` block has a meaning."""

KINDS: dict[str, MappingKind] = {
    kind.name: kind
    for kind in (
        STORY,
        DECK,
        TRACKER,
        VARIABLE,
        CHALLENGES_TABLE,
        LEVEL,
        CHARACTER,
        ITEM,
        USE,
        BOARD,
        PLACE,
        *CARD_KINDS,
        RULES,
    )
}
"""Every kind of mapping by name, in the order of the reference."""
