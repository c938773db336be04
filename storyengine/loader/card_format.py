"""The format of a deck file's cards: everything that can stand below `cards:`."""

from __future__ import annotations

from storyengine.loader.shapes import (
    ConditionText,
    EffectsText,
    Either,
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
    Word,
)

JUMPS = ("goto", "stay", "return", "retry", "ending", "travel", "leave", "showdown", "branch", "random")
"""The keys that say where the story goes on; a consequence has at most one."""

MOST_CHOICES = 200
"""Choices of one card."""
MOST_ARMS = 64
"""Arms of one branch or random jump."""
DEEPEST_ARMS = 8
"""Branches within branches."""
LARGEST_WEIGHT = 1_000

_JUMPS_EXCLUDE = (JUMPS, ("draw", "detour"))

CONSEQUENCE_SHAPE = Either((Nested("consequence"), Name("card")))
"""What follows from something; a bare name means `goto`."""

PICK = Word(("active", "inactive", "item", "planet"))

_DO = Key("do", EffectsText(), "Changes that are made: `signal += 2; gain star_chart`, or a list of them.")
_JUMP_KEYS = (
    Key(
        "draw",
        ListOf(Name("card"), single=True),
        "DATA cards that are read now, one after the other; each comes back unless it jumps.",
    ),
    Key(
        "detour",
        ListOf(Name("card"), single=True),
        "Cards that are visited now, one after the other; each comes back by `return: true`.",
    ),
    Key("goto", Name("card"), "The card where the story goes on."),
    Key("stay", Flag(only_true=True), "This card's choices again, without its text or effects."),
    Key("return", Flag(only_true=True), "Back to the card that drew this one or made the detour."),
    Key("retry", Flag(only_true=True), "The same challenge once more; only where a challenge was lost or won."),
    Key(
        "ending",
        Either((Name("ending"), Nested("ending"))),
        "The story is over: a word such as `won` or `lost`, or `{id, kind, title}`.",
    ),
    Key(
        "travel",
        Either((Flag(only_true=True), Name("place"), Nested("travel"))),
        "The crew flies: `true` to choose where, the name of a place, or `{to, cost}`.",
    ),
    Key(
        "leave",
        Word(("data_find", "the_end")),
        "The planet's end: `data_find` turns its disc, `the_end` discards it unseen; then the crew travels.",
    ),
    Key("showdown", Name("deck"), "The deck of kind showdown that begins now."),
    Key(
        "branch",
        ListOf(Nested("arm")),
        "The first arm whose `when` holds is followed; an arm without `when` stands last.",
    ),
    Key("random", ListOf(Nested("random arm")), "One arm is followed by chance, by the arms' weights."),
)

CONSEQUENCE_KEYS = (Key("text", Prose(), "What is read first."), _DO, *_JUMP_KEYS)

CONSEQUENCE = MappingKind(
    "consequence",
    "What follows from something: read, change, draw, and go somewhere; always in this order.",
    CONSEQUENCE_KEYS,
    _JUMPS_EXCLUDE,
)

ARM = MappingKind(
    "arm",
    "One way that a `branch` can go: a consequence with a condition. Or `goto` alone, as a bare name.",
    (Key("when", ConditionText(), "What must hold; only the last arm may leave it out."), *CONSEQUENCE_KEYS),
    _JUMPS_EXCLUDE,
)

RANDOM_ARM = MappingKind(
    "random arm",
    "One way that a `random` jump can go: a consequence with a weight.",
    (
        Key("weight", Number(1, LARGEST_WEIGHT), "How likely it is, compared with the other arms; 1 when left out."),
        *CONSEQUENCE_KEYS,
    ),
    _JUMPS_EXCLUDE,
)

ENDING = MappingKind(
    "ending",
    "A way the story can end; each has a verdict of its own.",
    (
        Key("id", NewName("ending"), "Its name, unique in the story; the card's whole name when left out."),
        Key("kind", Line(), "`won`, `lost`, or any other word of yours.", required=True),
        Key("title", Line(), "What the player is told; the card's title when left out."),
    ),
)

TRAVEL = MappingKind(
    "travel",
    "A flight over the board.",
    (
        Key("to", Name("place"), "The place to fly to; the crew chooses when left out."),
        Key("cost", Number(0), "What each segment costs this time; what the board says when left out."),
    ),
)

TEXT_PART = MappingKind(
    "text part",
    "A part of a text that is read under a condition, or reads differently the second time.",
    (
        Key("when", ConditionText(), "What must hold for this part to be read."),
        Key("text", Prose(parts=False), "What is read, every time."),
        Key("first", Prose(parts=False), "What is read on the first visit to the card."),
        Key("again", Prose(parts=False), "What is read on later visits."),
    ),
    at_most_one=(("text", "first"), ("text", "again")),
    at_least_one=(("text", "first", "again"),),
)

CHOICE = MappingKind(
    "choice",
    "What the player may do at a card, and what follows.",
    (
        Key("id", NewName("choice"), "Its name, unique in its card; made from the text when left out."),
        Key("text", Prose(), "How it is offered.", required=True),
        Key("when", ConditionText(), "What must hold; otherwise it is hidden."),
        Key("locked", Prose(), "Shown in its place, with the reason, while `when` does not hold."),
        Key("hint", Prose(), "Shown when the player asks for a hint."),
        Key("once", Flag(), "Whether it can be taken only once a play."),
        Key("pick", PICK, "What the player is asked to point at; then it is `picked`."),
        Key("then", Prose(), "What is read after the choice, before the next card."),
        _DO,
        *_JUMP_KEYS,
    ),
    _JUMPS_EXCLUDE,
)

CHALLENGE = MappingKind(
    "challenge",
    "A test of the crew.",
    (
        Key("id", NewName("challenge"), "Its name, unique in its card; its type when left out."),
        Key("type", ListOf(Name("type"), single=True), "Its type, or a list of which the player takes one.", True),
        Key("optional", Flag(), "Whether the crew may leave it alone."),
        Key("once", Flag(), "Whether it can be taken only once a play."),
        Key("when", ConditionText(), "What must hold for it to stand there."),
        Key("text", Prose(), "What is read when it is taken up."),
        Key("rules", Nested("rules"), "House rules for this challenge."),
        Key("win", CONSEQUENCE_SHAPE, "What follows when it is won.", required=True),
        Key("lose", CONSEQUENCE_SHAPE, "What follows when it is lost.", required=True),
    ),
)

MINIGAME = MappingKind(
    "minigame",
    "A card game that the card opens. Its other keys are the game's own: players, variant and so on.",
    (
        Key("game", Name("game"), "Which game.", required=True),
        Key(
            "results",
            MapOf(Line(), CONSEQUENCE_SHAPE),
            "What follows each result that the game can have.",
            required=True,
        ),
    ),
    open=True,
)

CARD = MappingKind(
    "card",
    "A unit of text with what can be done about it.",
    (
        Key("title", Line(), "Its heading."),
        Key("before", EffectsText(), "Changes on entering, before the text."),
        Key("text", Prose(), "What is read."),
        _DO,
        *_JUMP_KEYS,
        Key("give", Name("item"), "The item that this DATA card is."),
        Key("challenge", Nested("challenge"), "A test of the crew."),
        Key("challenges", ListOf(Nested("challenge")), "Several tests of the crew, in the order written."),
        Key("choices", ListOf(Nested("choice")), "What the player may do."),
        Key("minigame", Nested("minigame"), "A card game that the card opens."),
        Key("rules", Nested("rules"), "House rules at this card."),
        Key("tags", ListOf(Line(), single=True), "Words to find it by."),
        Key("note", Line(), "For whoever writes; never shown to the player."),
        Key("allow", MapOf(Line(), Line()), "Findings that are accepted here: the rule's slug and your reason."),
        Key("unreachable", Line(), "Why no play is meant to reach it, for a card that is parked."),
    ),
    (*_JUMPS_EXCLUDE, ("challenge", "challenges")),
)

CARD_KINDS = (
    CARD,
    CHOICE,
    CONSEQUENCE,
    ARM,
    RANDOM_ARM,
    ENDING,
    TRAVEL,
    TEXT_PART,
    CHALLENGE,
    MINIGAME,
)
"""Every kind of mapping below `cards:`, in the order of the reference."""

ANY_CARDS = MapOf(NewName("card", identifier=False), Nested("card"))
"""The cards of a file, by name."""
