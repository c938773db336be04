"""storyengine: play branching stories, see them as graphs, and learn whether each ending can be reached.

Everything the commands do is here too, typed and without printing. Names are imported when first used, so that
`import storyengine` costs nothing.

Example:
    >>> import storyengine
    >>> story = storyengine.load("stories/tavern")
    >>> state = storyengine.initial(story)
    >>> [storyengine.format_action(action) for action in storyengine.legal_actions(story, state)]
    ['go on']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storyengine.analysis.findings import Reachable as Reachable
    from storyengine.analysis.findings import Undecided as Undecided
    from storyengine.analysis.findings import Unreachable as Unreachable
    from storyengine.analysis.odds import simulate as simulate
    from storyengine.analysis.verdicts import verdicts as verdicts
    from storyengine.analysis.verdicts import witness as witness
    from storyengine.checking import Checked as Checked
    from storyengine.checking import check as check
    from storyengine.graph import story_graph as story_graph
    from storyengine.loader import Loaded as Loaded
    from storyengine.loader import StoryError as StoryError
    from storyengine.loader import load as load
    from storyengine.loader import load_story as load_story
    from storyengine.loader import load_text as load_text
    from storyengine.model.story import Story as Story
    from storyengine.runtime import Options as Options
    from storyengine.runtime import Play as Play
    from storyengine.runtime import Record as Record
    from storyengine.runtime import State as State
    from storyengine.runtime import format_action as format_action
    from storyengine.runtime import initial as initial
    from storyengine.runtime import legal_actions as legal_actions
    from storyengine.runtime import parse_action as parse_action
    from storyengine.runtime import replay as replay
    from storyengine.runtime import resume as resume
    from storyengine.runtime import step as step
    from storyengine.runtime import transitions as transitions

__version__ = "0.1.0"

_HOMES = {
    "storyengine.analysis.findings": ("Reachable", "Undecided", "Unreachable"),
    "storyengine.analysis.odds": ("simulate",),
    "storyengine.analysis.verdicts": ("verdicts", "witness"),
    "storyengine.checking": ("Checked", "check"),
    "storyengine.graph": ("story_graph",),
    "storyengine.loader": ("Loaded", "StoryError", "load", "load_story", "load_text"),
    "storyengine.model.story": ("Story",),
    "storyengine.runtime": (
        "Options",
        "Play",
        "Record",
        "State",
        "format_action",
        "initial",
        "legal_actions",
        "parse_action",
        "replay",
        "resume",
        "step",
        "transitions",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["__version__", *sorted(_HOME_OF)]  # all of them are texts


def __getattr__(name: str) -> Any:
    """Import a public name from the room where it lives."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return list(__all__)
