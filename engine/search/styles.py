"""Styles: clusters of armies with similar shares against the same opponents."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np

APART_MOST: Final = 0.25  # distance of a style's armies: root mean square of differences
EQUAL_DIGITS: Final = 12

Styles: TypeAlias = tuple[tuple[int, ...], ...]
"""The styles in order, each as the places of its armies in order."""


def styles(win: Sequence[Sequence[float]], apart: float = APART_MOST) -> Styles:
    """Return the armies by style, with similar ones next to each other, the stronger end first.

    `win[i][j]` is the share of army i as side a against army j as side b. Armies are compared by
    their shares against each opponent, averaged over both sides. The clusters are those of complete
    linkage, so that any two armies of one style are at most `apart` from each other.
    """
    from scipy.cluster import hierarchy
    from scipy.spatial.distance import pdist

    as_a = np.array(win, float)
    gets = (as_a + 1 - as_a.T) / 2
    if len(gets) == 1:
        return ((0,),)
    distances = np.round(pdist(gets) / np.sqrt(len(gets)), EQUAL_DIGITS)
    tree = hierarchy.linkage(distances, "complete", optimal_ordering=True)
    style_of = hierarchy.fcluster(tree, apart, "distance")
    order = hierarchy.leaves_list(tree).tolist()
    means = gets.mean(axis=1)
    half = len(order) // 2
    if means[order[:half]].mean() < means[order[-half:]].mean():
        order.reverse()
    found: list[list[int]] = []
    for place in order:
        if not found or style_of[place] != style_of[found[-1][0]]:
            found.append([])
        found[-1].append(place)
    return tuple(map(tuple, found))
