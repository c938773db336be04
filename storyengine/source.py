"""Where something stands in an author's file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one file. Lines and columns count from 1; columns count characters, not bytes."""

    path: str
    """The file as the user named it, with forward slashes."""
    line: int
    """First line."""
    column: int
    """First column."""
    end_line: int
    """Last line."""
    end_column: int
    """The column just after the last character; equal to `column` for an empty stretch."""

    def __str__(self) -> str:
        """The place as editors and grep understand it, `path:line:column`."""
        return f"{self.path}:{self.line}:{self.column}"


NOWHERE = Span("", 1, 1, 1, 1)
"""The span of what no file says: built-in defaults, and stories made in code."""
