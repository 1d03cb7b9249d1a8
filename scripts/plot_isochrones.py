#!/usr/bin/env python3
"""Isochrones of a run of kind activation: a section of the mesh, coloured by activation time with a line every so many ms.

    scripts/plot_isochrones.py results/activation_ventricle [--save picture.png] [--case NAME] [--axis y] [--at 0] [--every 10]

Needs numpy, h5py and matplotlib. Tetrahedra that the plane cuts become triangles and quadrilaterals, in which times are linear."""
import argparse
import os
import sys

import own_python

own_python.need("plot_isochrones.py", "numpy", "h5py", "matplotlib")

import numpy as np  # noqa: E402
import run_package  # noqa: E402, F401  (the package of this clone)
import ibsim  # noqa: E402

EDGES = np.array([[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]])


def section(points, cells, times, axis, at):
    """Triangles of the plane x[axis] = at through the tetrahedra: points in the plane [n, 3, 2] and times [n, 3]."""
    side = points[cells][:, :, axis] - at
    cut = (side.min(axis=1) < 0) & (side.max(axis=1) >= 0)
    cells, side = cells[cut], side[cut]
    plane = [d for d in range(3) if d != axis]
    triangles, values = [], []
    for cell, s in zip(cells, side):
        crossed = [(a, b) for a, b in EDGES if (s[a] < 0) != (s[b] < 0)]
        weights = [s[a] / (s[a] - s[b]) for a, b in crossed]
        x = np.array([points[cell[a]] * (1 - w) + points[cell[b]] * w for (a, b), w in zip(crossed, weights)])[:, plane]
        t = np.array([times[cell[a]] * (1 - w) + times[cell[b]] * w for (a, b), w in zip(crossed, weights)])
        order = np.argsort(np.arctan2(*(x - x.mean(axis=0)).T))
        for k in range(1, len(order) - 1):
            chosen = order[[0, k, k + 1]]
            triangles.append(x[chosen])
            values.append(t[chosen])
    return np.array(triangles), np.array(values), plane


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--save", help="the picture (FOLDER/isochrones.png)")
    parser.add_argument("--case", help="which of several cases")
    parser.add_argument("--axis", choices="xyz", default="y", help="normal of the section")
    parser.add_argument("--at", type=float, default=0.0, help="its place, mm")
    parser.add_argument("--every", type=float, default=10.0, help="ms between lines")
    options = parser.parse_args()
    if not options.every > 0:
        sys.exit("plot_isochrones.py: --every must be greater than zero")
    path = os.path.join(options.folder, "activation.vtkhdf")
    if not os.path.isfile(path):
        sys.exit(f"plot_isochrones.py: {options.folder} has no activation.vtkhdf (output.formats must name vtkhdf)")
    found = ibsim.Activation(path)
    case = options.case or ""
    if case not in found.cases:
        sys.exit(f"plot_isochrones.py: {path} has no {'case ' + case if case else 'single case'}; it has {', '.join(found.cases)} (--case)")
    points, times, cells = found.points, found.times[case], found.tetrahedra
    reached = (times[cells] >= 0).all(axis=1)
    triangles, values, plane = section(points, cells[reached], times, "xyz".index(options.axis), options.at)
    if len(triangles) == 0:
        sys.exit(f"plot_isochrones.py: the plane {options.axis} = {options.at} mm does not cut tissue that is activated")
    import matplotlib  # takes most of a second, so not before there is something to draw
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    flat = triangles.reshape(-1, 2)
    mesh = matplotlib.tri.Triangulation(flat[:, 0], flat[:, 1], np.arange(len(flat)).reshape(-1, 3))
    levels = np.arange(np.floor(values.min() / options.every), np.ceil(values.max() / options.every) + 1) * options.every
    figure, axes = plt.subplots(figsize=(5.2, 5.6), dpi=100)
    filled = axes.tricontourf(mesh, values.ravel(), levels=levels, cmap="viridis")
    axes.tricontour(mesh, values.ravel(), levels=levels, colors="black", linewidths=0.6)
    axes.set_aspect("equal")
    axes.set_xlabel(f"{'xyz'[plane[0]]} (mm)")
    axes.set_ylabel(f"{'xyz'[plane[1]]} (mm)")
    figure.colorbar(filled, label="activation time (ms)", shrink=0.8)
    figure.tight_layout()
    save = options.save or os.path.join(options.folder, "isochrones.png")
    figure.savefig(save)
    print(save)


if __name__ == "__main__":
    main()
