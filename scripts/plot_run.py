#!/usr/bin/env python3
"""Draws a run: the shape of an object at several times, and deformation, area, volume and energies over time; between walls the
profile of the flow; in unbounded shear the stress; of a run of `kind: line` its quantities over place and time (plot_line.py).

usage: plot_run.py RUN_DIR [--object NUMBER] [--out PNG]

Reads the frames of cells and fluid, cells.csv and run.csv of the folder; what is missing is left out. Needs numpy, h5py and matplotlib, which it finds or
installs (own_python.py).
"""
import argparse
import csv
import os
import re
import sys

import own_python
from listed_frames import listed_frames

own_python.need("plot_run.py", "numpy", "h5py", "matplotlib")

import h5py  # noqa: E402
import matplotlib  # noqa: E402
import numpy as np  # noqa: E402

matplotlib.use("Agg")
import plot_line  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of a backend without a window)


def read_table(path):
    """Columns of a CSV file by name, as arrays of numbers (names stay text)."""
    if not os.path.exists(path):
        return {}
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    if len(rows) < 2:
        return {}
    columns = {}
    for name, values in zip(rows[0], zip(*(row for row in rows[1:] if len(row) == len(rows[0])))):
        try:
            columns[name] = np.array(values, dtype=float)
        except ValueError:
            columns[name] = np.array(values)
    return columns


class Surfaces:
    """The frames that cells.vtkhdf.series lists, for one object."""

    def __init__(self, run, number):
        self.times, self.paths = listed_frames(run, "cells")
        if not self.times:
            return
        with h5py.File(self.paths[0], "r", locking=False) as file:
            root = file["VTKHDF"]
            total = int(root["NumberOfPoints"][0])
            self.mine = np.flatnonzero(root["PointData/object"][:] == number)
            triangles = root["Polygons/Connectivity"][:].reshape(-1, 3)
        new = np.full(total, -1)
        new[self.mine] = np.arange(len(self.mine))
        self.triangles = new[triangles]
        self.triangles = self.triangles[(self.triangles >= 0).all(axis=1)]

    def frame(self, f):
        with h5py.File(self.paths[f], "r", locking=False) as file:
            return file["VTKHDF/Points"][:][self.mine]


def section(points, triangles, x):
    """Segments in the (z, y) plane where the surface crosses the plane of this x."""
    side = points[:, 0] - x
    segments = []
    for triangle in triangles:
        cut = []
        for a, b in ((0, 1), (1, 2), (2, 0)):
            i, j = triangle[a], triangle[b]
            if (side[i] < 0) != (side[j] < 0):
                t = side[i] / (side[i] - side[j])
                cut.append(points[i] + t * (points[j] - points[i]))
        if len(cut) == 2:
            segments.append([(p[2], p[1]) for p in cut])
    return segments


def draw_sections(axes, surfaces, frames, colours):
    from matplotlib.collections import LineCollection
    for f, colour in zip(frames, colours):
        points = surfaces.frame(f)
        segments = section(points, surfaces.triangles, points[:, 0].mean())
        axes.add_collection(LineCollection(segments, colors=[colour], linewidths=1.5))
        axes.plot([], [], color=colour, label=f"{surfaces.times[f]:g} us")
    axes.autoscale()
    axes.set_aspect("equal", adjustable="datalim")
    axes.set(xlabel="z (um), along the flow", ylabel="y (um)", title="section through the middle")
    axes.legend(fontsize="small")


def draw_surface(axes, surfaces, f):
    points = surfaces.frame(f)
    axes.plot_trisurf(points[:, 2], points[:, 0], points[:, 1], triangles=surfaces.triangles, color="#c8102e", edgecolor="none", shade=True)
    low, high = points.min(axis=0), points.max(axis=0)
    middle, half = (low + high) / 2, (high - low).max() / 2
    axes.set_xlim(middle[2] - half, middle[2] + half)
    axes.set_ylim(middle[0] - half, middle[0] + half)
    axes.set_zlim(middle[1] - half, middle[1] + half)
    axes.set(xlabel="z", ylabel="x", zlabel="y", title=f"{surfaces.times[f]:g} us")


def draw_lines(axes, time, columns, title, relative=False):
    for label, values in columns.items():
        if values is None or len(values) == 0:
            continue
        axes.plot(time, (values / values[0] - 1) * 100 if relative and values[0] else values, label=label)
    axes.set(xlabel="time (us)", title=title)
    axes.grid(alpha=0.3)
    if axes.lines:
        axes.legend(fontsize="small")


def profiles(run, shown=5):
    """[(time, y, mean of u_z over planes)] of some frames of the fluid between walls, and what walls and density are; None without walls."""
    times, paths = listed_frames(run, "fluid")
    found = []
    for f in sorted({round((len(times) - 1) * s / (shown - 1)) for s in range(shown)}) if times else []:
        with h5py.File(paths[f], "r", locking=False) as file:
            root = file["VTKHDF"]
            if "FieldData/wall_places" not in root:
                return None
            height = float(root["FieldData/wall_places"][1])
            walls = root["FieldData/wall_velocity"][:, 2]
            u = root["CellData/velocity"][:, :, :, 2].mean(axis=(0, 2))
        found.append((times[f], (np.arange(len(u)) + 0.5) * height / len(u), u, height, walls))
    return found or None


def draw_profiles(axes, found, run, scenario):
    """The means over planes; and the steady flow of a fluid without objects under the last driving force, (kPa/um), between the last walls."""
    for (time, y, u, _, _), colour in zip(found, plt.cm.viridis(np.linspace(0, 0.9, len(found)))):
        axes.plot(u, y, ".-", color=colour, markersize=3, label=f"{time:g} us")
    _, _, _, height, walls = found[-1]
    viscosity = re.search(r"viscosity: ([0-9.eE+-]+) cP", open(scenario).read()) if os.path.exists(scenario) else None
    if viscosity and "driving force (kPa/um)" in run:
        y = np.linspace(0, height, 201)
        parabola = run["driving force (kPa/um)"][-1] / (2 * float(viscosity[1])) * y * (height - y)
        axes.plot(walls[0] + (walls[1] - walls[0]) * y / height + parabola, y, "k--", linewidth=1, label="exact: steady, pure fluid")
    axes.set(xlabel="mean u_z (um/us)", ylabel="y (um)", title="profile between the walls")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run_dir")
    parser.add_argument("--object", type=int, default=0, help="number of the object, from 0")
    parser.add_argument("--out", help="the picture (default: RUN_DIR/run.png)")
    options = parser.parse_args()
    if not os.path.isdir(options.run_dir):
        sys.exit(f"plot_run.py: {options.run_dir}: no such folder")
    in_folder = lambda name: os.path.join(options.run_dir, name)  # noqa: E731
    if plot_line.is_line(options.run_dir):
        plot_line.draw(options.run_dir, read_table, options.out or in_folder("run.png"))
        return
    run, cells = read_table(in_folder("run.csv")), read_table(in_folder("cells.csv"))
    if not run and not cells:
        sys.exit(f"plot_run.py: {options.run_dir}: holds no run of ibsim (no rows in run.csv or cells.csv)")
    one = {}
    if cells:
        chosen = cells["object"] == options.object
        if not chosen.any():
            sys.exit(f"plot_run.py: there is no object {options.object}; they go from 0 to {int(cells['object'].max())}")
        one = {name: values[chosen] for name, values in cells.items()}

    found = profiles(options.run_dir)
    sheared = "shear stress (kPa)" in run
    rows, columns = (2, 4 if found or sheared else 3) if one or not found else (1, 3)  # a flow without objects: in a row
    figure = plt.figure(figsize=(5 * columns, 4.5 * rows), constrained_layout=True)
    panel = lambda row, column, **more: figure.add_subplot(rows, columns, columns * row + column + 1, **more)  # noqa: E731
    surfaces = Surfaces(options.run_dir, options.object) if one else None
    if surfaces is not None and len(surfaces.times) > 0:
        last = len(surfaces.times) - 1
        frames = sorted({round(last * s / 4) for s in range(5)})
        draw_sections(panel(0, 0), surfaces, frames, plt.cm.viridis(np.linspace(0, 0.9, len(frames))))
        draw_surface(panel(0, 1, projection="3d"), surfaces, 0)
        draw_surface(panel(0, 2, projection="3d"), surfaces, last)
    if one:
        draw_lines(panel(1, 0), one["time (us)"], {
            "Taylor deformation": one["taylor_deformation"],
            "inclination / pi": one["inclination (rad)"] / np.pi,
            "tank-treading angle / pi": one["tank_treading_angle (rad)"] / np.pi}, "shape")
        draw_lines(panel(1, 1), one["time (us)"], {"area": one["area (um^2)"], "volume": one["volume (um^3)"]},
                   "change since the start (%)", relative=True)
    if run:
        draw_lines(panel(rows - 1, columns - 2 if found or sheared else 2), run["time (us)"], {
            "kinetic": run["kinetic energy (fJ)"], "elastic": run["elastic energy (fJ)"]}, "energy (fJ)")
    if found:
        draw_profiles(panel(0, 3 if one else 0), found, run, in_folder("scenario.yaml"))
        draw_lines(panel(rows - 1, columns - 1), run["time (us)"], {
            "lower": 1e3 * run["lower wall stress z (kPa)"], "upper": 1e3 * run["upper wall stress z (kPa)"]}, "wall stress (Pa)")
    if sheared:
        draw_lines(panel(0, 3), run["strain"], {"relative viscosity": run["relative viscosity"]}, "viscosity of fluid and objects over the fluid's")
        figure.axes[-1].set(xlabel="strain")
        draw_lines(panel(1, 3), run["time (us)"], {"fluid and objects": 1e3 * run["shear stress (kPa)"]}, "shear stress (Pa)")
    out = options.out or in_folder("run.png")
    figure.suptitle(os.path.basename(os.path.abspath(options.run_dir)) + (f", object {options.object}" if one else ""))
    figure.savefig(out, dpi=100)
    print(out)


main()
