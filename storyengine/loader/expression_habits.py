"""What people type from habit, from other tools and other languages, and what to type here instead."""

from __future__ import annotations

import enum
import re

from storyengine.loader.expression_tokens import Source, Token, TokenKind


class Place(enum.Enum):
    """Where the text stands; the same slip needs different words in each."""

    CONDITION = "a condition"
    EFFECT = "an effect"
    VALUE = "a value"
    TEXT = "the braces of a text"


Advice = tuple[int, int, str, str, str, str | None]
"""From where, up to where, message, why, hint, and the text that mends it."""

_AND, _OR, _NOT = "`and` is written as a word", "`or` is written as a word", "`not` is written as a word"
_ONE_SIGN = "each comparison has one spelling: `==`, `!=`, `<`, `<=`, `>`, `>=`"
_TYPOGRAPHIC = "a word processor has put this sign in place of the plain one"
_SMALL_LETTERS = "`and`, `or`, `not`, `in`, `is`, `if` and `else` are written in small letters"
_WHOLE = "all numbers are whole; `//` divides and rounds down"
_SIGNS: dict[str, tuple[str, str]] = {
    **{"&&": ("and", _AND), "&": ("and", _AND), "||": ("or", _OR), "|": ("or", _OR)},
    **{"!": ("not ", _NOT), "¬": ("not ", _NOT), "~": ("not ", _NOT)},
    **{"===": ("==", _ONE_SIGN), "!==": ("!=", _ONE_SIGN), "<>": ("!=", _ONE_SIGN), "≠": ("!=", _ONE_SIGN)},
    **{"=>": (">=", _ONE_SIGN), "≥": (">=", _ONE_SIGN), "=<": ("<=", _ONE_SIGN), "≤": ("<=", _ONE_SIGN)},
    **{"/": ("//", _WHOLE), "÷": ("//", _WHOLE), "/=": ("//=", _WHOLE)},
    **{"×": ("*", _TYPOGRAPHIC), "·": ("*", _TYPOGRAPHIC), "−": ("-", _TYPOGRAPHIC), "–": ("-", _TYPOGRAPHIC)},
    **{"…": ("..", "a range has two dots: `0..6`"), "...": ("..", "a range has two dots: `0..6`")},
    **dict.fromkeys("“”„«»", ('"', _TYPOGRAPHIC)),
    **dict.fromkeys("‘’‚", ("'", _TYPOGRAPHIC)),  # noqa: RUF001
    **dict.fromkeys("$@#", ("", "names are written as they are, with no sign before them")),
    "**": ("*", "there are no powers; multiply as often as it takes"),
    "^": ("*", "there are no powers; multiply as often as it takes"),
    ":=": ("=", "a variable is set with `=`"),
}
_WORDS: dict[str, tuple[str, str]] = {
    **{word: (sign, _ONE_SIGN) for word, sign in [("eq", "=="), ("equals", "=="), ("neq", "!="), ("ne", "!=")]},
    **{word: (sign, _ONE_SIGN) for word, sign in [("isnot", "!="), ("gt", ">"), ("gte", ">="), ("ge", ">=")]},
    **{word: (sign, _ONE_SIGN) for word, sign in [("lt", "<"), ("lte", "<="), ("le", "<=")]},
}
ROLL_ELSEWHERE = "roll in an effect (`luck = roll(2d6)`) and read the variable here"
_KEYWORDS = ("and", "or", "not", "in", "is", "if", "else")
_FUNCTIONS = ("has", "holds", "active", "visited")
_COMPARING = ("==", "!=", "<", "<=", ">", ">=")
_CHANGING = ("+=", "-=", "*=", "//=", "/=", "%=")
_EXPONENT = re.compile(r"([1-9][0-9]*)e([0-9])")


def advice(token: Token, before: Token | None, wanted: str, place: Place, source: Source, *, is_open: bool) -> Advice:
    """Say what is wrong with a token that the grammar cannot use.

    Args:
        token: the one that cannot stand where it stands.
        before: the token before it.
        wanted: what could stand there.
        place: what kind of text this is.
        source: the text.
        is_open: whether a bracket before it is still open.

    Returns:
        The finding, for the rule `expression-syntax`.
    """
    if before is not None and before.kind is TokenKind.NAME and before.text not in _KEYWORDS:
        # `NOT met` and `has lamp` are only noticed one token later.
        if before.text.lower() in _KEYWORDS:
            word = before.text.lower()
            return _write(before, word, _SMALL_LETTERS, source)
        if before.text in _FUNCTIONS and token.kind in (TokenKind.NAME, TokenKind.NUMBER, TokenKind.QUOTED):
            call = f"{before.text}({token.text})"
            message, why = f"`{before.text}` needs parentheses", "it asks about what stands between them"
            return (before.start, token.end, message, why, f"write `{call}`", call)
    if token.kind is TokenKind.NUMBER:
        return _number(token, before, wanted, place, source)
    if token.kind is TokenKind.NAME:
        return _name(token, before, wanted, place, source)
    if token.kind is TokenKind.SIGN:
        return _sign(token, before, wanted, place, source, is_open=is_open)
    if token.kind is TokenKind.UNCLOSED:
        message, hint = "this quote is not closed", f"write the same quote, `{token.text[0]}`, where the word ends"
        return (token.start, token.end, message, "a quoted word ends on the line on which it starts", hint, None)
    if token.kind in (TokenKind.END, TokenKind.BREAK):
        if before is None:
            message, hint = f"{place.value} is missing", "write one, or leave the whole key out"
            return (token.start, token.end, message, f"here comes {wanted}", hint, None)
        # An empty stretch cannot be underlined, so the last word is.
        hint = "finish it, or take the last word away"
        return (before.start, before.end, f"{place.value} stops too early", f"after this comes {wanted}", hint, None)
    return _generic(token, before, wanted, place, source)


def _write(token: Token, instead: str, why: str, source: Source) -> Advice:
    shown = instead.strip()
    hint = f"write `{shown}`" if shown else "leave it out"
    return (token.start, token.end, f"{source.quote(token.start, token.end)} means nothing here", why, hint, instead)


def _generic(token: Token, before: Token | None, wanted: str, place: Place, source: Source) -> Advice:
    shown = source.quote(token.start, token.end)
    hint = f"take {shown} away, or put quotes round a word that has spaces or signs in it"
    if before is not None and _is_operand(before) and _is_operand(token):
        joint = "`;` or a sign" if place is Place.EFFECT else "`and`, `or`, a comparison or a sign"
        hint = f"put {joint} between {source.quote(before.start, before.end)} and {shown}"
    return (token.start, token.end, f"{shown} cannot stand here", f"here comes {wanted}", hint, None)


def _nothing_before(token: Token, before: Token | None, source: Source) -> Advice:
    shown = source.quote(token.start, token.end)
    why = "a comparison has something on both sides"
    hint = f"write before {shown} what is compared"
    if before is not None and before.is_name("and", "or"):
        why = "each comparison says in full what is compared"
        hint = f"write the variable again between `{before.text}` and {shown}"
    return (token.start, token.end, f"nothing stands before {shown}", why, hint, None)


def _is_operand(token: Token) -> bool:
    if token.kind is TokenKind.NAME:
        return token.text not in _KEYWORDS
    return token.kind in (TokenKind.NUMBER, TokenKind.QUOTED)


def _number(token: Token, before: Token | None, wanted: str, place: Place, source: Source) -> Advice:
    text = token.text
    shown = source.quote(token.start, token.end)
    dice = re.fullmatch(r"([0-9]+)[dD]([0-9]+)", text)
    if wanted.startswith("dice"):
        instead = text.lower() if dice else f"1d{text}" if text.isdigit() else None
        hint = f"write `roll({instead or '2d6'})`"
        return (token.start, token.end, f"{shown} is no dice to roll", f"here comes {wanted}", hint, instead)
    if dice:
        if place is Place.EFFECT:
            why, instead = "dice are rolled where the effect says so", f"roll({text.lower()})"
            return (token.start, token.end, f"{shown} is no number", why, f"write `{instead}`", instead)
        why, hint = f"{place.value} cannot roll dice", ROLL_ELSEWHERE
        return (token.start, token.end, f"{shown} is no number", why, hint, None)
    plain, exponent = text.replace("_", ""), _EXPONENT.fullmatch(text)
    written = None
    if text.isdigit() and text.isascii() and text[0] == "0" and len(text) > 1:
        written, why = text.lstrip("0") or "0", "a number does not start with 0; a name that does needs quotes"
    elif plain != text and plain.isdigit() and plain.isascii():
        written, why = plain.lstrip("0") or "0", "the digits of a number stand together"
    elif exponent:
        written, why = exponent[1] + "0" * int(exponent[2]), "numbers are written out"
    elif re.fullmatch(r"0[xX][0-9a-fA-F]{1,8}", text):
        written, why = str(int(text, 16)), "numbers are written with the digits 0 to 9"
    elif "." in text:
        why = "all numbers are whole"
        hint = "count in smaller units, for example in tenths"
        return (token.start, token.end, f"{shown} is not a whole number", why, hint, None)
    elif text.isdigit() and text.isascii():
        return _generic(token, before, wanted, place, source)
    else:
        why = "a number has digits only, and a name starts with a letter"
        return (token.start, token.end, f"{shown} is neither a number nor a name", why, "put quotes round a word", None)
    return (token.start, token.end, f"{shown} is not how a number is written", why, f"write `{written}`", written)


def _name(token: Token, before: Token | None, wanted: str, place: Place, source: Source) -> Advice:
    text = token.text
    if text in _WORDS:
        return _write(token, *_WORDS[text], source)
    if text.lower() in _KEYWORDS and text not in _KEYWORDS:
        return _write(token, text.lower(), _SMALL_LETTERS, source)
    if text == "if" and before is None:
        return _write(token, "", "`when` says it already", source)
    if wanted.startswith("dice") and re.fullmatch("[dD][0-9]+", text):
        return _write(token, "1" + text.lower(), "the number of dice comes first", source)
    if text in ("in", "is") and (before is None or not _is_operand(before)):
        return _nothing_before(token, before, source)
    if text == "than":
        hint = "write `>`, `>=`, `<` or `<=`"
        return (token.start, token.end, "`than` means nothing here", _ONE_SIGN, hint, None)
    if text == "then":
        hint = "what follows goes into `do`, or into the other keys of the card or choice"
        return (token.start, token.end, "`then` means nothing here", "this is only the question", hint, None)
    return _generic(token, before, wanted, place, source)


def _sign(token: Token, before: Token | None, wanted: str, place: Place, source: Source, *, is_open: bool) -> Advice:
    text, shown = token.text, source.quote(token.start, token.end)
    start, end = token.start, token.end
    if text in _SIGNS:
        return _write(token, *_SIGNS[text], source)
    if text == "=":
        if place is Place.EFFECT:
            why = "an effect sets one variable, with one `=`"
            hint = "to compare, write `==`; to set another variable, begin with `;`"
            return (start, end, "a second `=` cannot stand here", why, hint, None)
        return _write(token, "==", "a single `=` changes a variable, and only effects do that", source)
    if text in _CHANGING and place is not Place.EFFECT:
        why, hint = f"{place.value} only asks", "changes are written under `do`"
        return (start, end, f"{shown} cannot stand here", why, hint, None)
    if text == ":":
        sign, why = ("=", "a variable is set with `=`") if place is Place.EFFECT else ("==", _ONE_SIGN)
        instead = f" {sign}" if before is not None and before.kind is TokenKind.NAME else None
        hint = f"write `{sign}`" if instead else "a number or word with a colon in it needs quotes"
        return (start, end, "`:` means nothing here", why, hint, instead)
    if text == ",":
        if is_open:
            return _generic(token, before, wanted, place, source)
        if place is Place.EFFECT:
            return (start, end, "`,` cannot stand here", "effects are separated by `;`", "write `;`", ";")
        hint = "write `and` if all must hold, `or` if one is enough"
        return (start, end, "`,` cannot stand here", "a comma does not say how the two belong together", hint, None)
    if text == ";" and place is not Place.EFFECT:
        hint = "write `and` if all must hold, `or` if one is enough"
        return (start, end, "`;` cannot stand here", "only effects are separated by `;`", hint, None)
    if text in ("++", "--"):
        sign = text[0]
        if place is Place.EFFECT and before is not None and before.kind is TokenKind.NAME:
            why, instead = "a change says by how much", f" {sign}= 1"
            return (start, end, f"`{text}` means nothing here", why, f"write `{before.text}{instead}`", instead)
        why = "two signs in a row are easily misread"
        hint = f"put a space between them, or write `{sign}= 1` in an effect"
        return (start, end, f"`{text}` means nothing here", why, hint, None)
    if text in _COMPARING:
        return _nothing_before(token, before, source)
    if text in (")", "]"):
        if is_open:
            hint = "write it, or take the brackets away with what is inside"
            return (start, end, f"{shown} comes too early", f"here comes {wanted}", hint, None)
        opening = "(" if text == ")" else "["
        message, why = f"{shown} closes nothing here", f"here comes {wanted}"
        hint = f"take it away, or write the missing `{opening}` or what should be inside"
        return (start, end, message, why, hint, None)
    if text in "{}":
        hint = "a list is written `[a, b]`; parentheses are `(` and `)`"
        return (start, end, f"{shown} cannot stand here", "braces belong to texts", hint, None)
    if text == "?":
        hint = "write `a if question else b`"
        why = "a value that depends on a question is written with `if`"
        return (start, end, "`?` means nothing here", why, hint, None)
    if not text.isprintable():
        message = f"an invisible character (U+{ord(text):04X}) stands here"
        return (start, end, message, "it was probably pasted in", "take it away", "")
    return _generic(token, before, wanted, place, source)
