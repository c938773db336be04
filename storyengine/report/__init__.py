"""What was found, written for people and for machines: text, JSON, SARIF, GitHub annotations."""

from storyengine.report.contents import Entry, Report, RuleInfo, StoryReport
from storyengine.report.github import to_github
from storyengine.report.json import to_json
from storyengine.report.sarif import to_sarif
from storyengine.report.text import to_text

WRITERS = {"text": to_text, "json": to_json, "sarif": to_sarif, "github": to_github}
"""Format to what writes a report in it."""

__all__ = ["WRITERS", "Entry", "Report", "RuleInfo", "StoryReport", "to_github", "to_json", "to_sarif", "to_text"]
