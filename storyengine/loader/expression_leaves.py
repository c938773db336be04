"""The leaves of a condition: numbers, quoted words, `has(x)` and its like, dice."""

from __future__ import annotations

import re

from storyengine.loader.expression_cursor import Cursor
from storyengine.loader.expression_habits import Place
from storyengine.loader.expression_nodes import CallNode, DiceNode, Node, NumberNode, ToldNode
from storyengine.loader.expression_tokens import Token, TokenKind
from storyengine.model.tables import LARGEST

MOST_DICE = 20
MOST_SIDES = 1_000

FUNCTIONS = {"has": ("item",), "holds": ("character", "item"), "active": ("character",), "visited": ("card",)}
"""What can be asked about something named, and what is named."""

GAME = "game"
"""What stands before the dot of a fact."""

_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", '"': '"', "'": "'", "\\": "\\"}
_DICE = re.compile(r"([0-9]+)d([0-9]+)")


class Leaves(Cursor):
    """Reads what has no operands."""

    def number(self) -> NumberNode:
        """Read a whole number."""
        token = self.token
        if not token.text.isdigit() or not token.text.isascii() or (len(token.text) > 1 and token.text[0] == "0"):
            raise self.unexpected("a whole number")
        self.advance()
        if len(token.text) > len(str(LARGEST)) or int(token.text) > LARGEST:
            message = f"{self.source.quote(token.start, token.end)} is too large a number"
            raise self.source.too_large(token.start, token.end, message, f"numbers go from -{LARGEST:,} to {LARGEST:,}")
        return NumberNode(int(token.text), start=token.start, end=token.end)

    def word(self, token: Token) -> str:
        """Return what a quoted word says, without quotes and escapes."""
        for escape in _ESCAPE.finditer(token.text, 1, len(token.text) - 1):
            if escape[1] not in _ESCAPED:
                start, end = token.start + escape.start(), token.start + escape.end()
                why = "in a quoted word a backslash stands before a quote, a backslash, or `n` for a new line"
                message, hint = f"`{escape[0]}` means nothing here", f"for a backslash itself, write `\\{escape[0]}`"
                raise self.source.refusal("expression-syntax", start, end, message, why, hint, "\\" + escape[0])
        return _ESCAPE.sub(lambda escape: _ESCAPED[escape[1]], token.text[1:-1])

    def call(self) -> Node:
        """Read `has(x)`, `holds(x, y)`, `active(x)` or `visited(x)`."""
        function = self.advance()
        if function.text not in FUNCTIONS:
            message = f"there is no question `{function.text}(...)`"
            asked = ", ".join(f"`{name}({', '.join(what)})`" for name, what in FUNCTIONS.items())
            why, hint = (
                f"what can be asked this way is {asked}",
                "use one of these, or write a variable without parentheses",
            )
            raise self.source.refusal("unknown-name", function.start, function.end, message, why, hint)
        self.open()
        wanted = FUNCTIONS[function.text]
        arguments = []
        for index, what in enumerate(wanted):
            if index and not self.accept(","):
                raise self.unexpected(f"`,` and the {what}: `{function.text}({', '.join(wanted)})`")
            arguments.append(self.named(f"the name of the {what}: `{function.text}({', '.join(wanted)})`"))
        self.close(")")
        return CallNode(function.text, tuple(arguments), start=function.start, end=self.last_end)

    def is_told(self) -> bool:
        """Whether `game.` comes next, or in a text some other name with a dot behind it."""
        asked = self.token.is_name(GAME) or self.place is Place.TEXT
        return asked and self.token.kind is TokenKind.NAME and self.peek().is_sign(".")

    def told(self) -> ToldNode:
        """Read `game.score`."""
        game = self.advance()
        self.advance()
        fact = self.token
        if fact.kind is not TokenKind.NAME:
            raise self.unexpected("the name of what the card game told: `game.score`")
        self.advance()
        shown = self.source.quote(game.start, fact.end)
        if game.text != GAME:
            message, why = f"{shown} means nothing", "a dot stands only in what the last card game told of itself"
            instead = f"{GAME}.{fact.text}"
            raise self.source.refusal(
                "unknown-name", game.start, fact.end, message, why, f"did you mean `{instead}`?", instead
            )
        if self.place is not Place.TEXT:
            message = f"{shown} cannot be asked or counted with, only shown in a text"
            why = "what a story goes by is a declared result, so that every play of it can be checked"
            hint = "go by the `results` of the game; one that counts points takes `bands` of its score as results"
            raise self.source.refusal("misplaced-fact", game.start, fact.end, message, why, hint)
        return ToldNode(fact.text, start=game.start, end=fact.end)

    def named(self, wanted: str) -> Token:
        """Take the name of an item, character or card, bare or in quotes."""
        token = self.token
        if token.kind not in (TokenKind.NAME, TokenKind.NUMBER, TokenKind.QUOTED, TokenKind.CARD):
            raise self.unexpected(wanted)
        self.advance()
        if token.kind is not TokenKind.QUOTED:
            return token
        return Token(TokenKind.QUOTED, self.word(token), token.start, token.end)

    def roll(self) -> Node:
        """Read `roll(2d6)`."""
        function = self.advance()
        self.open()
        token = self.token
        match = _DICE.fullmatch(token.text) if token.kind is TokenKind.NUMBER else None
        if match is None:
            raise self.unexpected("dice such as `2d6`")
        self.advance()
        self.close(")")
        dice, sides = (int(number) if len(number) <= 5 else LARGEST for number in match.groups())
        if dice < 1 or sides < 2:
            message = f"`{token.text}` is no dice to roll"
            hint = "write how many dice and how many sides: `roll(2d6)`"
            why = "there must be at least one die, with at least two sides"
            raise self.source.refusal("expression-syntax", token.start, token.end, message, why, hint)
        if dice > MOST_DICE or sides > MOST_SIDES:
            message = f"{self.source.quote(token.start, token.end)} is too much to roll"
            hint = f"roll at most {MOST_DICE} dice with at most {MOST_SIDES:,} sides"
            raise self.source.too_large(token.start, token.end, message, hint)
        return DiceNode(dice, sides, start=function.start, end=self.last_end)
