"""The loader's table of what can be wrong: one row a kind, its code fixed for ever.

SE001 to SE039 are about reading files and YAML; the format's own rows follow from SE040. To add a row, append it to
the tuple it belongs to; `ROWS` and `explain` find it there.
"""

# ruff: noqa: E501  # a table reads best with each row in one line
from __future__ import annotations

from dataclasses import dataclass

from storyengine.diagnostics import Diagnostic, Fix, Related, Severity
from storyengine.source import Span


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of problem."""

    code: str
    """`SE` and three digits, never changed and never reused."""
    slug: str
    """The name of the bad thing; reads well after "allow"."""
    severity: Severity
    """How much it matters."""
    title: str
    """What is wrong, in general."""
    why: str
    """Why it is wrong, in general; a finding may say it more exactly."""


_E, _W = Severity.ERROR, Severity.WARNING

FILE_ROWS = (
    Row("SE001", "missing-file", _E, "a file is not there", "the story needs this file"),
    Row("SE002", "unreadable-file", _E, "a file cannot be read", "only ordinary files that you may read can be part of a story"),
    Row("SE003", "wrong-encoding", _E, "a file is not UTF-8", "stories are read as UTF-8, so that every letter means the same everywhere"),
    Row("SE004", "huge-file", _E, "a file is too large", "a file above 20 MB is hardly a deck of cards; split the story into files"),
    Row("SE005", "outside-path", _E, "a path leads out of the story folder", "a story reads only what lies in its own folder"),
    Row("SE006", "invisible-character", _E, "a character that nobody can see", "it would stay in names and texts, and nobody could tell"),
)  # fmt: skip
"""Reading and decoding files."""

YAML_ROWS = (
    Row("SE010", "tab-indentation", _E, "a tab as indentation", "a tab is as wide as each editor likes, so the depth of the line cannot be told"),
    Row("SE011", "tab-in-text", _E, "a tab inside a text", "a tab shows differently everywhere"),
    Row("SE012", "several-documents", _E, "a line that ends the document", "one file holds one deck or story; `---` and `...` would split it"),
    Row("SE013", "directive", _E, "a line that starts with `%`", "such a line is an instruction to the reader of the file; stories need none"),
    Row("SE014", "anchor", _E, "an anchor, `&name`", "nothing in a story is written by reference: every card shows all it holds"),
    Row("SE015", "alias", _E, "an alias, `*name`", "nothing in a story is written by reference: every card shows all it holds"),
    Row("SE016", "tag", _E, "a tag, `!name`", "each field knows what its value is, so no tag is needed"),
    Row("SE017", "merge-key", _E, "a merge key, `<<`", "nothing in a story is written by reference: every card shows all it holds"),
    Row("SE018", "deep-nesting", _E, "things inside things too deep", "no story needs more than 40 levels"),
    Row("SE019", "complex-key", _E, "a key that is not a plain name", "a key is a word or a short text before a colon"),
    Row("SE020", "duplicate-key", _E, "the same key twice in one place", "only one of the two could count"),
    Row("SE021", "comma-cut", _E, "a comma ended the text", "inside `{ }` a comma starts the next entry"),
    Row("SE022", "missing-space-after-colon", _E, "no space after the colon", "without the space, key and value are one word"),
    Row("SE023", "colon-in-text", _E, "a colon and a space inside a text", "a colon and a space make what stands before them a key"),
    Row("SE024", "text-after-quote", _E, "the text goes on after its closing quote", "a text that starts with a quote ends with the next one"),
    Row("SE025", "open-quote", _E, "a quote that is never closed", "a text that starts with a quote goes on to the next one, over as many lines as it takes"),
    Row("SE026", "unknown-escape", _E, "a backslash that means nothing", "in double quotes a backslash changes the letter after it"),
    Row("SE027", "bracket-in-text", _E, "a brace or bracket in a text", "a text that starts with `{` or `[`, or has one inside `{ }`, is read as a map or a list"),
    Row("SE028", "special-first-character", _E, "a text that starts with a special character", "this character means something of its own at the start of a value"),
    Row("SE029", "open-bracket", _E, "a brace or bracket that is never closed", "what starts with `{` or `[` must end with `}` or `]`"),
    Row("SE030", "wrong-indentation", _E, "a line that stands too far left or right", "how far a line is indented says what it belongs to"),
    Row("SE031", "missing-colon", _E, "a line without a colon", "between keys, every line is a key with a colon, or a comment"),
    Row("SE032", "unreadable-line", _E, "a line that cannot be understood here", "the file cannot be read from here on"),
    Row("SE033", "comment-cut", _W, "a comment that looks like part of the text", "a space and a `#` start a comment, and the text ends before it"),
    Row("SE034", "swallowed-line", _W, "a line taken as part of the text above", "a line that is indented further goes on with the text above it"),
    Row("SE035", "list-in-brackets", _W, "a text in brackets", "brackets make a list, so they are not part of the text"),
    Row("SE036", "stray-space", _W, "a space at the edge of a key", "nobody can see the space, and no other name will match it"),
    Row("SE037", "hash-in-text", _W, "a `#` that starts no comment", "a comment starts with a space and a `#`; without the space it is part of the text"),
)  # fmt: skip
"""Slips of YAML."""

FORMAT_ROWS = (
    Row("SE040", "unknown-key", _E, "a key that means nothing here", "nothing is left out silently, so every key must be one of those that are known"),
    Row("SE041", "missing-key", _E, "a key that must be there is missing", "without it, what is written here is not complete"),
    Row("SE042", "wrong-shape", _E, "a text, list or mapping where something else belongs", "each key has one shape, so that what is written means one thing"),
    Row("SE043", "empty-value", _E, "a key with nothing after it", "an empty value could be meant or forgotten, and nobody could tell"),
    Row("SE044", "not-a-number", _E, "something else where a whole number belongs", "numbers are whole and written with digits only, so that none is read as another"),
    Row("SE045", "number-out-of-range", _E, "a number that is too small or too large", "beyond these numbers it could not mean anything"),
    Row("SE046", "not-a-flag", _E, "something else where yes or no belongs", "this key is on or off"),
    Row("SE047", "unknown-word", _E, "a word that means nothing here", "this key takes one of a few words"),
    Row("SE048", "clashing-keys", _E, "keys that exclude each other", "only one of them could count"),
    Row("SE049", "bad-name", _E, "a name that cannot be used", "other places must be able to write the name"),
    Row("SE050", "duplicate-name", _E, "two things of the same name", "the name could mean either"),
    Row("SE051", "taken-name", _E, "a name that already means something else", "in a condition the name could mean either"),
    Row("SE052", "control-character", _W, "a character that steers the screen", "nobody can see it, and it can change how the rest is shown"),
    Row("SE053", "too-much", _E, "more than a story can hold", "a story is kept small enough to be checked as a whole"),
    Row("SE054", "idle-rule", _E, "a house rule where it has no meaning", "it would change nothing here"),
    Row("SE055", "misplaced-key", _E, "a key where it has no meaning", "nothing could follow from it here"),
    Row("SE056", "broken-bands", _E, "bands that overlap or leave a gap", "each value must have exactly one level"),
)  # fmt: skip
"""What stands at one place."""

REFERENCE_ROWS = (
    Row("SE060", "missing-card", _E, "a card that does not exist", "the story would stop there, in the middle of play"),
    Row("SE061", "missing-deck", _E, "a deck that does not exist", "no loaded file is a deck of this name"),
    Row("SE062", "missing-place", _E, "a place that is not on the board", "ships fly to the places of `board`"),
    Row("SE063", "missing-item", _E, "an item that does not exist", "items are declared in the story's `items`"),
    Row("SE064", "missing-type", _E, "a challenge type that does not exist", "the types are declared in the story's `challenges`"),
    Row("SE065", "missing-tracker", _E, "a tracker that does not exist", "trackers are declared in the story's `trackers`"),
    Row("SE066", "missing-data-deck", _E, "a drawn card without a deck to draw from", "`draw: 41` means card 41 of the story's only deck of kind data"),
    Row("SE067", "wrong-deck", _E, "a deck or card of the wrong kind", "the deck is not what this key needs"),
    Row("SE068", "choice-without-jump", _E, "a choice or threshold that leads nowhere", "play would stop after it"),
    Row("SE069", "misplaced-arm", _E, "an arm that hides those after it", "an arm without `when` is always followed, so those after it never are"),
    Row("SE070", "ending-without-id", _E, "an ending that needs an id", "a card's name can stand for one ending only"),
    Row("SE071", "planet-without-place", _E, "a planet that is not on the board", "no ship could fly there"),
    Row("SE072", "too-few-discs", _E, "fewer discs than planets", "each planet is dealt one"),
    Row("SE073", "missing-boost", _E, "discs that raise nothing", "a turned disc raises a tracker by its number"),
    Row("SE074", "wrong-start", _E, "a variable that starts outside its own range", "no change could ever have brought it there"),
)  # fmt: skip
"""How the parts of a story fit together."""

FOLDER_ROWS = (
    Row("SE075", "missing-story", _E, "a folder without a story", "one file of the folder must be the story's own"),
    Row("SE076", "several-stories", _E, "a folder with several stories", "nothing says which one is meant"),
    Row("SE077", "empty-pattern", _E, "a deck pattern that no file matches", "whatever was meant is not loaded"),
    Row("SE078", "file-twice", _E, "a deck file that is named twice", "its cards would be there twice"),
    Row("SE079", "unknown-format", _E, "a version of the format that is not known", "what it means cannot be told"),
    Row("SE080", "not-a-deck", _E, "a file that is neither story nor deck", "a deck file says `deck:` and its name"),
)  # fmt: skip
"""Which files a story has."""

GAME_ROWS = (
    Row("SE081", "unknown-game", _E, "a card game that does not exist", "only games that are installed can be opened"),
    Row("SE082", "wrong-setting", _E, "a setting that the card game does not take", "the game could not begin"),
    Row("SE083", "missing-result", _E, "a result of the card game with nothing after it", "play would stop after the game"),
    Row("SE084", "unknown-result", _E, "a result that the card game never has", "what follows it could never happen"),
)  # fmt: skip
"""What the introduced card games say."""

EXPRESSION_ROWS = (
    Row("SE085", "unknown-name", _E, "a name in a condition or effect that means nothing", "every name must be declared, so that a slip is not taken for something new"),
    Row("SE086", "expression-syntax", _E, "a condition or effect that cannot be read", "it must say one thing only"),
    Row("SE087", "expression-too-large", _E, "a condition or effect that is too large", "conditions and effects are kept small enough to be checked for every play of the story"),
    Row("SE088", "unknown-character", _E, "a character that is not of the crew", "characters are declared in the story's `crew`"),
    Row("SE089", "wrong-sort", _E, "a number, flag or word where another sort belongs", "numbers, flags (true or false) and words are kept apart, so that a slip cannot pass for a value"),
    Row("SE090", "division-by-zero", _E, "a division by zero", "nothing can be divided by zero"),
    Row("SE091", "text-braces", _E, "braces in a text that do not hold one value", "what stands in braces is worked out and printed in their place"),
    Row("SE092", "misplaced-fact", _E, "a fact of a card game outside a text", "what a story goes by is a declared result, so that every play of it can be checked"),
)  # fmt: skip
"""Conditions, effects, and expressions in texts; their findings say the reason more exactly."""

ROWS: dict[str, Row] = {
    row.slug: row
    for row in (*FILE_ROWS, *YAML_ROWS, *FORMAT_ROWS, *REFERENCE_ROWS, *FOLDER_ROWS, *GAME_ROWS, *EXPRESSION_ROWS)
}
"""All rows by slug."""


def finding(
    slug: str,
    span: Span,
    message: str,
    *,
    why: str = "",
    hint: str = "",
    fix: Fix | None = None,
    related: tuple[Related, ...] = (),
) -> Diagnostic:
    """A diagnostic of the kind `slug`: code, severity and, unless given, the reason come from the table.

    Raises:
        KeyError: no row has this slug.
    """
    row = ROWS[slug]
    return Diagnostic(row.code, slug, row.severity, span, message, why or row.why, hint, fix, related)
