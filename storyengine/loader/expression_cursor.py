"""Going through the tokens of a text, and saying where one does not fit."""

from __future__ import annotations

from collections.abc import Sequence

from storyengine.loader.expression_habits import Place, advice
from storyengine.loader.expression_tokens import Refused, Source, Token, TokenKind

DEEPEST = 60
"""Levels of nesting, of parentheses as of the tree itself."""


class Cursor:
    """A place in a list of tokens, which only moves on. What it refuses has been reported."""

    def __init__(self, source: Source, found: Sequence[Token], place: Place) -> None:
        self.source = source
        self.place = place
        self._tokens = found
        self._next = self._first = 0
        self._brackets = 0

    @property
    def token(self) -> Token:
        """The token that comes next."""
        return self._tokens[self._next]

    def peek(self) -> Token:
        """Return the token after the next one."""
        return self._tokens[min(self._next + 1, len(self._tokens) - 1)]

    @property
    def last_end(self) -> int:
        """The offset behind the token taken last."""
        return self._tokens[self._next - 1].end

    def advance(self) -> Token:
        """Take the next token."""
        token = self.token
        if token.kind is not TokenKind.END:
            self._next += 1
        return token

    def enclosed(self) -> Sequence[Token]:
        """Return the tokens behind the bracket that opens next, up to the one that closes it; none if none does."""
        depth = 0
        for place in range(self._next, len(self._tokens)):
            token = self._tokens[place]
            depth += token.is_sign("(", "[", "{") - token.is_sign(")", "]", "}")
            if depth == 0:
                return self._tokens[self._next + 1 : place + 1]
        return ()

    def accept(self, text: str) -> bool:
        """Take the next token if it is this sign or keyword."""
        if self.token.text == text and self.token.kind in (TokenKind.SIGN, TokenKind.NAME):
            self.advance()
            return True
        return False

    def unexpected(self, wanted: str) -> Refused:
        """Report that the next token cannot stand here, in the words that help with that very token."""
        before = self._tokens[self._next - 1] if self._next > self._first else None
        found = advice(self.token, before, wanted, self.place, self.source, is_open=self._brackets > 0)
        return self.source.refusal("expression-syntax", *found)

    def refuse_nothing(self) -> None:
        """Report that there is nothing to read."""
        self._first = self._next
        self.unexpected("what should happen, such as `signal += 1`")

    def begin_statement(self) -> None:
        """Forget what an earlier statement has left open."""
        self._brackets = 0
        self._first = self._next

    def end_of_statement(self, wanted: str) -> int:
        """Check that a statement ends here, and return the offset behind it."""
        if self.token.kind not in (TokenKind.END, TokenKind.BREAK) and not self.token.is_sign(";"):
            raise self.unexpected(wanted)
        return self.last_end

    def skip_statement(self) -> None:
        """Go on to the end of a statement that could not be read.

        A comma before a name counts as the end, since it is often meant as one.
        """
        while self.token.kind not in (TokenKind.END, TokenKind.BREAK) and not self.token.is_sign(";"):
            is_comma = self.advance().is_sign(",")
            if is_comma and self._brackets == 0 and self.token.kind is TokenKind.NAME:
                return

    def open(self) -> Token:
        """Take an opening bracket."""
        bracket = self.advance()
        self._brackets += 1
        if self._brackets > DEEPEST:
            raise self.too_deep(bracket.start, bracket.end)
        return bracket

    def close(self, bracket: str) -> None:
        """Take the closing bracket, which must come now."""
        if not self.accept(bracket):
            raise self.unexpected(f"`{bracket}`")
        self._brackets -= 1

    def too_deep(self, start: int, end: int) -> Refused:
        """Report that something is nested too deep to be read."""
        message = f"this is nested more than {DEEPEST} levels deep"
        hint = "keep part of it in a variable, or split it over several cards"
        return self.source.too_large(start, end, message, hint)
