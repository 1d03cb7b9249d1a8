"""The tables and frames of a run, for the scripts that draw it."""
import os

import numpy as np
import run_package  # noqa: F401  (the package of this clone)
from ibsim.frames import Frames
from ibsim.tables import read_columns

TIME_UNITS = ((1e6, "s"), (1e3, "ms"), (1.0, "us"))


def read_table(path):
    """Columns of a CSV file by name, as arrays of numbers (names stay text); none where there is no such table, or no row in it."""
    columns = read_columns(path) if os.path.exists(path) else {}
    return columns if any(map(len, columns.values())) else {}


def chosen(table, rows):
    """The rows of a table for which `rows` is true."""
    return {name: values[rows] for name, values in table.items()}


class Run:
    """A run's folder: `series` (run.csv), `cells`, `kinds`, `profiles`, `mean_profiles`, and `averages` by (quantity, kind)."""

    def __init__(self, folder):
        self.folder = folder
        self.name = os.path.basename(os.path.abspath(folder))
        table = lambda name: read_table(os.path.join(folder, name + ".csv"))  # noqa: E731
        self.series, self.cells, self.kinds = table("run"), table("cells"), table("kinds")
        self.profiles, self.mean_profiles, self.contacts = table("profiles"), table("mean_profiles"), table("contacts")
        self.averages = {}
        found = table("averages")
        for i, quantity in enumerate(found.get("quantity", ())):
            self.averages[quantity, str(found["kind"][i]) if found["kind"].dtype.kind == "U" else ""] = {
                name: found[name][i] for name in found}

    def average(self, quantity, kind=""):
        """Mean, error and window of a quantity, or None."""
        return self.averages.get((quantity, kind))

    def time_unit(self):
        """us in the unit that suits the length of the run, and its name."""
        times = self.series.get("time (us)", self.cells.get("time (us)", np.array([0.0])))
        return next((size, name) for size, name in TIME_UNITS if times[-1] >= 2 * size or name == "us")

    def contact_times(self):
        """us, of the contacts that began and ended in the run: rows of a pair that follow each other, times their distance."""
        if not self.contacts:
            return np.array([])
        times = np.unique(self.series["time (us)"])
        row = np.searchsorted(times, self.contacts["time (us)"])
        pair = self.contacts["first object"] * (self.objects() + 1) + self.contacts["second object"]
        order = np.lexsort((row, pair))
        row, pair = row[order], pair[order]
        begins = np.flatnonzero(np.r_[True, (np.diff(pair) != 0) | (np.diff(row) != 1)])
        ends = np.r_[begins[1:], len(row)] - 1
        whole = (row[begins] > 0) & (row[ends] < len(times) - 1)
        spacing = (times[-1] - times[0]) / max(1, len(times) - 1)
        return (row[ends] - row[begins] + 1)[whole] * spacing

    def objects(self):
        return int(self.cells["object"].max()) + 1 if self.cells else 0


class Surfaces:
    """The frames of cells, for one object."""

    def __init__(self, run, number):
        self.frames, self.number = list(Frames(run, "cells")), number
        self.times = [frame.time for frame in self.frames]
        if self.times:
            self.triangles = self.frames[0].mesh(number).triangles

    def frame(self, f):
        return self.frames[f].mesh(self.number).points


def walls_of(run):
    """Height and velocities along z of both walls of the last frame of the fluid; None without walls or frames."""
    frames = Frames(run, "fluid")
    if not len(frames):
        return None
    with frames[-1].open() as file:
        root = file["VTKHDF"]
        if "FieldData/wall_places" not in root:
            return None
        return float(root["FieldData/wall_places"][1]), root["FieldData/wall_velocity"][:, 2]


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
