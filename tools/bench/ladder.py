"""One story in three languages: twenty cards in a row with two choices each, one for a point; an ending by the score.

Texts, ids and the order of choices are the same, so that the same picks lead to the same ending in every engine.
"""

from __future__ import annotations

RUNGS = 20
"""Cards with a choice, which is also the number of choices in every play."""
NEEDED = 11
"""Points for the better ending: with even odds, a little under half of all plays."""
TOP, GROUND = "You stand on the roof.", "You are still on the ground."
"""The texts of the two endings, by which a play's end is recognised."""


def as_yaml() -> str:
    """The story for storyengine."""
    lines = ["format: 1", "story: ladder", "title: The Ladder", "start: rung_1"]
    lines += ["variables:", f"  score: {{start: 0, min: 0, max: {RUNGS}}}", "cards:"]
    for rung in range(1, RUNGS + 1):
        after = f"rung_{rung + 1}" if rung < RUNGS else "end"
        lines += [f"  rung_{rung}:", f"    text: Rung {rung} of the ladder.", "    choices:"]
        lines += ["      - text: Climb.", "        do: score += 1", f"        goto: {after}"]
        lines += ["      - text: Rest.", f"        goto: {after}"]
    lines += ["  end:", "    text: The ladder ends.", "    branch:"]
    lines += [f"      - when: score >= {NEEDED}", "        goto: roof", "      - goto: ground"]
    lines += ["  roof:", f"    text: {TOP}", "    ending: won", "  ground:", f"    text: {GROUND}", "    ending: lost"]
    return "\n".join(lines) + "\n"


def as_ink() -> str:
    """The story for inkjs."""
    lines = ["VAR score = 0", "-> rung_1"]
    for rung in range(1, RUNGS + 1):
        after = f"rung_{rung + 1}" if rung < RUNGS else "end"
        lines += [f"=== rung_{rung}", f"Rung {rung} of the ladder."]
        lines += ["+ [Climb.]", "  ~ score += 1", f"  -> {after}", "+ [Rest.]", f"  -> {after}"]
    lines += ["=== end", "The ladder ends.", f"{{ score >= {NEEDED}:", "  -> roof", "- else:", "  -> ground", "}"]
    lines += ["=== roof", TOP, "-> END", "=== ground", GROUND, "-> END"]
    return "\n".join(lines) + "\n"


def as_bardic() -> str:
    """The story for bardic.

    A choice has no effects of its own there. Of the two ways round that, a passage between is faster than a passage
    with a parameter, so the point is added there.
    """
    lines = [":: Start", "~ score = 0", "-> rung_1", ""]
    for rung in range(1, RUNGS + 1):
        after = f"rung_{rung + 1}" if rung < RUNGS else "end"
        lines += [f":: rung_{rung}", f"Rung {rung} of the ladder.", ""]
        lines += [f"+ [Climb.] -> climb_{rung}", f"+ [Rest.] -> {after}", ""]
        lines += [f":: climb_{rung}", "~ score = score + 1", f"-> {after}", ""]
    lines += [
        ":: end",
        "The ladder ends.",
        f"@if score >= {NEEDED}:",
        "    -> roof",
        "@else:",
        "    -> ground",
        "@endif",
    ]
    lines += ["", ":: roof", TOP, "", ":: ground", GROUND]
    return "\n".join(lines) + "\n"
