#!/usr/bin/env python3
"""Bonds of a run with adhesion, from the side: objects, and a line from each bound receptor to its ligand, coloured by the force of the bond.

    scripts/plot_bonds.py results/rolling_bead [--save picture.png] [--time "52 ms"] [--along z] [--up y] [--width 6]

--time: the frame nearest to it; by default the one with the most bonds. --along, --up: axes of the box to the right and upwards.
--width: um of the picture, about the middle of the bonds; by default the whole box. Needs numpy, h5py and matplotlib.
"""
import argparse
import os
import sys

import own_python

own_python.need("plot_bonds.py", "numpy", "h5py", "yaml", "pint", "matplotlib")

import numpy as np  # noqa: E402
import run_package  # noqa: E402, F401  (the package of this clone)
import ibsim  # noqa: E402

LIGHT = np.array([0.35, 0.8, 0.5])  # from the front: to the right, up, to the reader


def shaded(mesh, axes):
    """Triangles of a surface from back to front, as seen along the third axis, and their grey."""
    points = np.asarray(mesh.points, float)[:, axes]
    corners = points[mesh.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-30
    outwards = np.sign(np.einsum("ij,ij->i", normals, corners.mean(axis=1) - points.mean(axis=0)))
    light = np.clip(np.einsum("ij,j->i", normals * outwards[:, None], LIGHT / np.linalg.norm(LIGHT)), 0, 1)
    order = np.argsort(corners[:, :, 2].mean(axis=1))
    return corners[order][:, :, :2], 0.62 + 0.38 * light[order]


def draw(run, bonds, cells, along, up, width, save):
    import matplotlib  # takes most of a second, so not before there is something to draw
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.collections import LineCollection, PolyCollection
    right, high = "xyz".index(along), "xyz".index(up)
    axes = [right, high, 3 - right - high]
    size = [side.to("um") for side in run.scenario["domain"]["size"]]
    ends = np.asarray(bonds.points, float).reshape(-1, 2, 3)
    force = np.asarray(bonds["force"], float).reshape(-1, 2)[:, 0]
    figure, plot = plt.subplots(figsize=(8, 5.2))
    for index in range(len(np.unique(cells["object"]))):
        triangles, grey = shaded(cells.mesh(index), axes)
        colours = np.column_stack([grey, 0.93 * grey, 0.78 * grey, np.ones(len(grey))])
        plot.add_collection(PolyCollection(triangles, facecolors=colours, edgecolors=colours, linewidths=0.3, zorder=1))
    lines = LineCollection(ends[:, :, axes[:2]], cmap="plasma", linewidths=1.3, zorder=2)
    lines.set_array(force)
    lines.set_clim(0, max(np.percentile(force, 98), 1e-6) if len(force) else 1)
    plot.add_collection(lines)
    figure.colorbar(lines, ax=plot, label="force of a bond (pN)", shrink=0.7, extend="max")
    middle = ends[:, :, right].mean() if len(ends) else size[right] / 2
    low, top = (0, size[right]) if width is None else (middle - width / 2, middle + width / 2)
    height = (top - low) * 0.65
    bottom = -0.03 * height if width is not None or size[high] <= height else size[high] / 2 - height / 2
    if up == "y" and run.scenario["flow"].get("ends_in_y") == "walls":
        plot.axhline(0, color="0.35", linewidth=4)
    plot.set(xlim=(low, top), ylim=(bottom, min(bottom + height, size[high])), aspect="equal", xlabel=f"{along} (um)", ylabel=f"{up} (um)",
             title=f"{len(force)} bonds at {bonds.time / 1000:.4g} ms")
    figure.savefig(save, dpi=110, bbox_inches="tight")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run")
    parser.add_argument("--save", metavar="PICTURE")
    parser.add_argument("--time", metavar="TIME")
    parser.add_argument("--along", choices="xyz", default="z")
    parser.add_argument("--up", choices="xyz", default="y")
    parser.add_argument("--width", type=float, metavar="UM")
    options = parser.parse_args()
    if options.along == options.up:
        parser.error("--along and --up are the same axis")
    try:
        run = ibsim.open(options.run)
        frames = run.series("bonds")
        chosen = frames.nearest(options.time) if options.time else max(frames, key=lambda frame: len(frame.points))
        cells = run.frames.nearest(chosen.time)
        save = options.save or os.path.join(options.run, "bonds.png")
        draw(run, chosen, cells, options.along, options.up, options.width, save)
    except (ibsim.IbsimError, LookupError) as error:
        sys.exit(f"plot_bonds.py: {error}")
    print(save)


if __name__ == "__main__":
    main()
