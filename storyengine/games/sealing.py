"""Packing text so that a save of a hand in progress does not show others' cards at a glance.

It is an envelope, no lock: whoever wants to look can.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any


class BrokenSeal(ValueError):
    """The sealed text was cut off or changed."""


def seal(data: Any) -> str:
    """Plain data as one line of letters and digits."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return base64.b64encode(zlib.compress(text.encode("ascii"), 9)).decode("ascii")


def unseal(sealed: str) -> Any:
    """The data that `seal` packed.

    Raises:
        BrokenSeal: it was not packed so, or is damaged.
    """
    try:
        return json.loads(zlib.decompress(base64.b64decode(sealed, validate=True)))
    except (ValueError, zlib.error) as error:
        raise BrokenSeal("the sealed part of this save is damaged") from error
