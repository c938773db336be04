"""Which names can be given: to cards and choices almost any, to what expressions use only snake_case words."""

from __future__ import annotations

import re
import unicodedata

from storyengine.loader.nodes import Scalar
from storyengine.loader.reading import Reading, rewrite, shortened
from storyengine.model.expressions import Fact

LONGEST_NAME = 200
LONGEST_CHOICE_ID = 40

_IDENTIFIER = re.compile(r"[^\W\d]\w*")

TAKEN = {
    **dict.fromkeys(("and", "or", "not", "in", "is", "if", "else", "true", "false", "to"), "a word of conditions"),
    **dict.fromkeys(("has", "holds", "visited", "roll"), "a question of conditions"),
    **dict.fromkeys(("gain", "give", "discard", "activate", "deactivate", "reroll", "reveal", "keep"), "an effect"),
    **dict.fromkeys((fact.value for fact in Fact), "something that conditions can ask for"),
    **dict.fromkeys(("all", "none"), "a word of effects"),
}
"""Words that conditions and effects use themselves, and what each is."""


def usable_name(reading: Reading, name: Scalar, what: str, *, identifier: bool = False, is_key: bool = False) -> bool:
    """Whether a name can be used; reports why not.

    Args:
        reading: takes the finding.
        name: the name where it is given.
        what: what bears it, with its article.
        identifier: whether it must be a snake_case word.
        is_key: whether it stands before a colon; a space at its edge has been reported there already.
    """
    text = name.text
    trouble, instead = "", ""
    if not text.strip():
        trouble = "is empty"
    elif text != text.strip() and not is_key:
        trouble, instead = "has a space at its edge, which nobody can see", text.strip()
    elif len(text) > LONGEST_NAME:
        trouble = f"is longer than {LONGEST_NAME} characters"
    elif any(unicodedata.category(each) in ("Cc", "Cf", "Zl", "Zp") and each != "\u200d" for each in text):
        trouble = "has a character in it that nobody can see"
    elif "/" in text:
        trouble = "has a `/` in it, which stands between a deck and a card"
        instead = text.replace("/", "_")
    elif identifier and (not _IDENTIFIER.fullmatch(text) or text != text.lower()):
        trouble, instead = "is not a snake_case word", snake_case(text)
        instead = instead if _IDENTIFIER.fullmatch(instead) else ""
    if not trouble:
        return True
    message = f"the name `{shortened(text)}` {trouble}"
    hint = f"write `{instead}`" if instead else f"give {what} another name"
    why = (
        "conditions and effects name it, so it has small letters, digits and `_`, and no digit first"
        if identifier
        else ""
    )
    fix = rewrite(name, instead) if instead else None
    reading.complain("bad-name", name.span, message, why=why, hint=hint, fix=fix)
    return False


def snake_case(text: str) -> str:
    """Turn any text into a snake_case word of plain letters, as far as it has any; empty when nothing is left.

    Example:
        >>> snake_case("Walk in, Ärger!")
        'walk_in_arger'
    """
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode("ascii")
    return re.sub("[^a-z0-9]+", "_", plain.lower().replace("'", "")).strip("_")


def choice_id(text: str) -> str:
    """Make a choice's id from its text: snake_case, whole words, at most 40 characters.

    Example:
        >>> choice_id("Read the notice by the tower, and then go on to the yard.")
        'read_the_notice_by_the_tower_and_then_go'
    """
    words = snake_case(re.sub(r"\{[^}]*\}", " ", text))
    if len(words) > LONGEST_CHOICE_ID:
        cut = words[: LONGEST_CHOICE_ID + 1]
        words = cut.rpartition("_")[0] or words[:LONGEST_CHOICE_ID]
    return words or "choice"


def unique(wanted: str, taken: set[str]) -> str:
    """Return the name, or with `_2`, `_3` and so on the first that is not taken."""
    name, count = wanted, 1
    while name in taken:
        count += 1
        name = f"{wanted}_{count}"
    return name
