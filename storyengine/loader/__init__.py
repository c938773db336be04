"""From YAML files to a `Story`, or to everything that is wrong with them. The only room that knows YAML."""

from storyengine.loader.games import GameCheck
from storyengine.loader.loading import Loaded, StoryError, load, load_story, load_text

__all__ = ["GameCheck", "Loaded", "StoryError", "load", "load_story", "load_text"]
