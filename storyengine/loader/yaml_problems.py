"""Why a line of YAML cannot be read, in words for its author, with a fix that was tried.

A parser notices a slip late and names it in its own terms. So each guess here looks at the author's own line, says
what the line looks like and proposes an edit; a guess counts only if the edit, tried in memory, lets reading go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from storyengine.diagnostics import Diagnostic, Edit, Fix
from storyengine.loader.codes import finding
from storyengine.loader.mending import shortened
from storyengine.loader.yaml_events import MAX_DEPTH, Failure
from storyengine.loader.yaml_indentation import indent_of, indentation_guesses, is_like_a_key
from storyengine.loader.yaml_values import Line, block_guesses, flow_guesses, has_open_quote, value_start
from storyengine.source import Span


def explain(
    lines: list[str], path: str, failure: Failure, helps: Callable[[tuple[Edit, ...], int], bool]
) -> Diagnostic:
    """Explain why reading stopped.

    Args:
        lines: the file.
        path: its name for spans.
        failure: where reading stopped.
        helps: tries edits: whether with them reading gets past the line with this number.

    Returns:
        The first guess whose fix helps; else the first guess that needs no fix; else that the line cannot be read.
    """
    without_fix: Diagnostic | None = None
    tried: set[tuple[Edit, ...]] = set()
    for guess in _guesses(lines, path, failure):
        if guess.fix is None:
            without_fix = without_fix or guess
        elif guess.fix.edits not in tried:
            tried.add(guess.fix.edits)
            if helps(guess.fix.edits, guess.span.line):
                return guess
    return without_fix or _plain_words(lines, path, failure)


# What is refused whatever stands around it, so that no edit of a line could help.
_FINAL = frozenset({"merge-key", "deep-nesting", "several-documents"})


def _guesses(lines: list[str], path: str, failure: Failure) -> Iterator[Diagnostic]:
    """Guesses, the likeliest first."""
    if failure.kind in _FINAL:
        return
    for number in _suspects(lines, failure):
        line = Line(number + 1, lines[number], path, _is_followed_deeper(lines, number))
        is_in_flow = lines[number].lstrip(" -").startswith("{") or _expects_end_of_flow(failure)
        if is_in_flow:
            yield from flow_guesses(line, failure)
        yield from block_guesses(line, failure)
        if not is_in_flow:
            yield from flow_guesses(line, failure)
    if failure.kind == "syntax":
        yield from _folded_text_guesses(lines, path, failure)
        yield from indentation_guesses(lines, path, failure)


def _suspects(lines: list[str], failure: Failure) -> list[int]:
    """Lines that may be to blame, counted from 0.

    A quote left open above comes first, for it is noticed only where the next quote closes it; then the line where
    reading stopped, the line that opened what could not be finished, and the line before.
    """
    here = min(failure.place[0], len(lines) - 1)
    suspects = [number for number in range(failure.start[0], here) if has_open_quote(lines[number])][:1]
    opened = here if failure.context is None else min(failure.context[0], here)
    if "end of stream" in failure.problem:
        suspects.append(opened)
    if lines[here].strip():
        suspects.append(here)
    if _expects_end_of_flow(failure):
        suspects.append(opened)
    before = here - 1
    while before > 0 and not lines[before].strip():
        before -= 1
    if before >= 0:
        suspects.append(before)
    return list(dict.fromkeys(suspects))


def _expects_end_of_flow(failure: Failure) -> bool:
    """Whether reading stopped where a comma or a closing bracket should be."""
    return failure.problem.startswith("expected ',' or")


def _folded_text_guesses(lines: list[str], path: str, failure: Failure) -> Iterator[Diagnostic]:
    """A colon in a text that goes on over several lines: quotes round all of it."""
    here = min(failure.place[0], len(lines) - 1)
    colon = min(failure.place[1], len(lines[here]))
    first = _first_line_of_text(lines, here)
    start = value_start(lines[first])
    if not lines[here].startswith(":", colon) or start is None:
        return
    if first != here and is_like_a_key(lines[here]):
        # A single word before the colon: more likely a key that stands too far right.
        return
    last = here
    while last + 1 < len(lines) and lines[last + 1].strip() and indent_of(lines[last + 1]) > indent_of(lines[first]):
        last += 1
    whole = "\n".join([lines[first][start:], *lines[first + 1 : last + 1]])
    quote = "'" if "'" not in whole else '"'
    if first == last or quote in whole or "\\" in whole:
        return
    end = len(lines[last].rstrip())
    edits = (
        Edit(Span(path, first + 1, start + 1, first + 1, start + 1), quote),
        Edit(Span(path, last + 1, end + 1, last + 1, end + 1), quote),
    )
    message = f"the colon here makes what stands before it a key: `{shortened(lines[here][:colon].strip())}`"
    hint = "put the whole text in quotes, or write it below the key after `|`"
    fix = Fix(f"put the text in quotes, from line {first + 1} to line {last + 1}", edits)
    yield finding("colon-in-text", Span(path, here + 1, colon + 1, here + 1, colon + 2), message, hint=hint, fix=fix)


def _first_line_of_text(lines: list[str], here: int) -> int:
    """Where the text begins that a line, counted from 0, goes on with: the line itself if there is none."""
    number = here
    for above in range(here - 1, max(-1, here - 200), -1):
        if not lines[above].strip():
            continue
        if indent_of(lines[above]) != indent_of(lines[number]):
            is_begun = indent_of(lines[above]) < indent_of(lines[number]) and value_start(lines[above]) is not None
            return above if is_begun else here
        number = above
    return here


# When no guess helps: the parser's cases in plain words.

_REFUSED = {
    "anchor": (
        "`&` gives a name to what follows, and stories have no such names",
        "write out each card in full; if it is text, put it in quotes",
    ),
    "alias": (
        "`*` stands for something written elsewhere, and stories have no such names",
        "write out here what you mean; if it is text, put it in quotes",
    ),
    "tag": (
        "`!` says of what kind a value is, and stories need no such mark",
        "take it out; if it is text, put it in quotes",
    ),
    "merge-key": (
        "`<<` would copy the keys of another map, and stories have no such copies",
        "write the keys out here",
    ),
    "deep-nesting": (
        f"more than {MAX_DEPTH} lists and maps stand inside each other here",
        "write it flatter, or look for a bracket too many",
    ),
    "complex-key": (
        "a key must be a word or a short text, on one line, before a colon",
        "write the key before its colon; if `?` belongs to a text, put the text in quotes",
    ),
    "missing-key": (
        "there is no key here",
        "write a key and a colon first; if the colon belongs to a text, put the text in quotes",
    ),
    "open-quote": (
        "the quote that opens here is closed only lines later",
        "close the quote at the end of its text, or write the text below the key after `|`",
    ),
    "several-documents": ("the file goes on after its end", "take out what follows, or put it in a file of its own"),
}

_PROBLEMS = (
    (
        "end of stream",
        "open-quote",
        "the quote that opens here is never closed",
        "close the quote at the end of its text",
    ),
    (
        "could not find expected ':'",
        "missing-colon",
        "there is no colon in this line",
        "write a colon and a space after the key; if it is text, indent it further than its key",
    ),
    (
        "mapping values are not allowed",
        "colon-in-text",
        "a colon does not fit here",
        "if it belongs to a text, put the text in quotes; else look at the indentation of this line",
    ),
    (
        "but found '-'",
        "wrong-indentation",
        "a list item does not fit here, between keys",
        "indent the item further than the key it belongs to",
    ),
    (
        "sequence entries",
        "wrong-indentation",
        "a list item does not fit here",
        "put each item on a line of its own, below its key",
    ),
    (
        "start>'",
        "wrong-indentation",
        "this line is not indented like its neighbours",
        "indent it as far as the lines it belongs to",
    ),
    (
        "but found '?'",
        "wrong-indentation",
        "a key does not fit here, between list items",
        "indent it as far as the keys it belongs to, or begin it with a dash",
    ),
    (
        "expected ',' or",
        "open-bracket",
        "a comma or a closing bracket is missing before this",
        "close every `{` with `}` and every `[` with `]`; put texts with commas, colons or brackets in quotes",
    ),
    (
        "indentation indicators",
        "special-first-character",
        "`|` and `>` must stand alone, with the text in the lines below",
        "begin the text in the next line, or put it in quotes",
    ),
    (
        "escape",
        "unknown-escape",
        "a backslash here means nothing",
        "use single quotes, where a backslash is a backslash",
    ),
)


def _plain_words(lines: list[str], path: str, failure: Failure) -> Diagnostic:
    """What is known without a guess."""
    place = failure.place
    slug, message, hint = (
        "unreadable-line",
        "this does not fit here",
        "look for an open quote or bracket above, and at the indentation",
    )
    if failure.kind in _REFUSED:
        message, hint = _REFUSED[failure.kind]
        slug = "complex-key" if failure.kind == "missing-key" else failure.kind
    else:
        for sign, its_slug, its_message, its_hint in _PROBLEMS:
            if sign in failure.problem:
                slug, message, hint = its_slug, its_message, its_hint
                if its_slug in {"open-quote", "missing-colon"} and failure.context is not None:
                    place = failure.context
                break
    number = min(place[0], len(lines) - 1)
    start = min(place[1], len(lines[number]))
    end = max(start, len(lines[number].rstrip()))
    return finding(slug, Span(path, number + 1, start + 1, number + 1, end + 1), message, hint=hint)


def _is_followed_deeper(lines: list[str], number: int) -> bool:
    """Whether the next line is indented further than this one."""
    if number + 1 >= len(lines) or not lines[number + 1].strip():
        return False
    return indent_of(lines[number + 1]) > indent_of(lines[number])
