"""A random pick among arms."""

from __future__ import annotations

from fractions import Fraction

from storyengine.runtime.machine import Run


def follow_random(run: Run, place: str, arms: tuple[tuple[int, int], ...]) -> None:
    """Follow one of (weight, block), by chance. The chance part names the arm by its number, counted from 1."""
    total = sum(weight for weight, _ in arms)
    options = [(Fraction(weight, total), f"arm {number}") for number, (weight, _) in enumerate(arms, 1)]
    block = arms[run.draw("arm", place, options)][1]
    spot = run.spots[-1]
    run.push(block, picked=spot.picked, performer=spot.performer, kind=spot.type)
