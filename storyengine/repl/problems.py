"""What the system says of a file that cannot be read or written, in the words of a message."""

from __future__ import annotations


def words_of(problem: OSError) -> str:
    """Return why, as the end of a sentence: `permission denied`."""
    return (problem.strerror or str(problem)).lower()
