"""The tables and frames of a run, for the scripts that draw it."""
import csv
import os

import h5py
import numpy as np
from listed_frames import listed_frames

TIME_UNITS = ((1e6, "s"), (1e3, "ms"), (1.0, "us"))


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


def walls_of(run):
    """Height and velocities along z of both walls of the last frame of the fluid; None without walls or frames."""
    _, paths = listed_frames(run, "fluid")
    if not paths:
        return None
    with h5py.File(paths[-1], "r", locking=False) as file:
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
