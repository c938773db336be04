"""The story as a graph: a networkx MultiDiGraph in which every jump that a play can make is an edge."""

from storyengine.graph.story_graph import story_graph

__all__ = ["story_graph"]
