"""The part of SARIF 2.1.0 that reports use, as a JSON Schema. Stricter than the standard: nothing else may stand there.

Source:
    OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, sections 3.13 to 3.57: which properties an
    object has, which of them it must have, and what values they take.
"""

from __future__ import annotations

from typing import Any


def _object(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _list(items: Any, **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **more}


TEXT = {"type": "string", "minLength": 1}
POSITIVE = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = _object(("text",), text=TEXT)
# a relative reference without a scheme, or an absolute file
URI = {"type": "string", "pattern": r"^(file:///)?[^:\\ ]+$"}
ARTIFACT = _object(("uri",), uri=URI, uriBaseId=TEXT)
REGION = _object(("startLine",), startLine=POSITIVE, startColumn=POSITIVE, endLine=POSITIVE, endColumn=POSITIVE)
PHYSICAL = _object(("artifactLocation",), artifactLocation=ARTIFACT, region=REGION)
LOCATION = _object(message=MESSAGE, physicalLocation=PHYSICAL)
FLOW = _object(
    ("threadFlows",),
    threadFlows=_list(_object(("locations",), locations=_list(_object(location=LOCATION), minItems=1)), minItems=1),
)
REPLACEMENT = _object(("deletedRegion",), deletedRegion=REGION, insertedContent=_object(text={"type": "string"}))
CHANGE = _object(
    ("artifactLocation", "replacements"), artifactLocation=ARTIFACT, replacements=_list(REPLACEMENT, minItems=1)
)
FIX = _object(("artifactChanges",), description=MESSAGE, artifactChanges=_list(CHANGE, minItems=1))
RESULT = _object(
    ("message",),
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=MESSAGE,
    locations=_list(LOCATION),
    relatedLocations=_list(LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
    codeFlows=_list(FLOW),
    fixes=_list(FIX, minItems=1),
)
RULE = _object(
    ("id",),
    id=TEXT,
    name={"type": "string", "pattern": "^[A-Z][A-Za-z0-9]*$"},
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=_object(level=LEVEL),
)
DRIVER = _object(("name",), name=TEXT, version=TEXT, semanticVersion=TEXT, rules=_list(RULE, uniqueItems=True))
RUN = _object(
    ("tool",),
    tool=_object(("driver",), driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    originalUriBaseIds={"type": "object", "additionalProperties": _object(uri=URI, description=MESSAGE)},
    invocations=_list(_object(("executionSuccessful",), executionSuccessful={"type": "boolean"})),
    results=_list(RESULT),
)
SARIF = _object(("version", "runs"), **{"$schema": TEXT, "version": {"const": "2.1.0"}, "runs": _list(RUN, minItems=1)})
