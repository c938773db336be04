"""What a story does: states, actions, transitions, steps. All else stands on this one meaning."""

from storyengine.runtime.actions import Action, ActionSyntaxError, format_action, parse_action
from storyengine.runtime.machine import Facts
from storyengine.runtime.moves import (
    ChanceError,
    IllegalActionError,
    Taken,
    Transition,
    forced,
    initial,
    legal_actions,
    named,
    step,
    take,
    transitions,
)
from storyengine.runtime.offers import (
    Offer,
    Preview,
    Route,
    Try,
    challenge_preview,
    current_card,
    exchanges,
    offers,
    routes,
    usable_items,
)
from storyengine.runtime.play import Play, Replayed, replay
from storyengine.runtime.players import Options, controllers, decider, reader
from storyengine.runtime.program import introduce
from storyengine.runtime.record import Record, Recorded, RecordError
from storyengine.runtime.resuming import Resumed, resume
from storyengine.runtime.state import Frame, Phase, State, digest

__all__ = [
    "Action",
    "ActionSyntaxError",
    "ChanceError",
    "Facts",
    "Frame",
    "IllegalActionError",
    "Offer",
    "Options",
    "Phase",
    "Play",
    "Preview",
    "Record",
    "RecordError",
    "Recorded",
    "Replayed",
    "Resumed",
    "Route",
    "State",
    "Taken",
    "Transition",
    "Try",
    "challenge_preview",
    "controllers",
    "current_card",
    "decider",
    "digest",
    "exchanges",
    "forced",
    "format_action",
    "initial",
    "introduce",
    "legal_actions",
    "named",
    "offers",
    "parse_action",
    "reader",
    "replay",
    "resume",
    "routes",
    "step",
    "take",
    "transitions",
    "usable_items",
]
