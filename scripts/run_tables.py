"""The tables and frames of a run, for the scripts that draw it."""
import os
import re

import numpy as np
import run_package  # noqa: F401  (the package of this clone)
from ibsim.frames import Frames
from ibsim.tables import read_columns
from print_units import usual


def read_table(path):
    """Columns of a CSV file by name, as arrays of numbers (names stay text); none where there is no such table, or no row in it."""
    columns = read_columns(path) if os.path.exists(path) else {}
    return columns if any(map(len, columns.values())) else {}


def is_line(folder):
    return os.path.exists(os.path.join(folder, "line.vtkhdf.series"))


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
        return usual("us", times[-1])

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


def last_profile(run):
    """The mean profile with its errors; or, of a run that has none, the last."""
    if run.mean_profiles:
        return run.mean_profiles, "mean"
    if not run.profiles:
        return {}, ""
    return chosen(run.profiles, run.profiles["time (us)"] == run.profiles["time (us)"].max()), "last"


def pure_fluid(run, place, walls):
    """The steady velocity (um/us) of the fluid without objects under the last driving force, at these places; None where it is not known."""
    path = os.path.join(run.folder, "scenario.yaml")
    viscosity = re.search(r"viscosity: ([0-9.eE+-]+) cP", open(path).read()) if os.path.exists(path) else None
    if not viscosity or not walls or "driving force (kPa/um)" not in run.series:
        return None
    height, speeds = walls
    return speeds[0] + (speeds[1] - speeds[0]) * place / height + run.series["driving force (kPa/um)"][-1] / (2 * float(viscosity[1])) * place * (height - place)


def late(frames):
    """The second half of them."""
    return frames[len(frames) // 2:]


def mean_size(vectors):
    """Pa, of stresses in kPa: the size of their mean over the frames."""
    return 1e3 * np.hypot.reduce(np.mean(vectors, axis=0), axis=-1)


def stresses_on_walls(folder):
    """[(name, x, z, shear stress at (z, x))] of the lower and the upper wall: um and Pa, over the second half of the frames."""
    found = []
    for frame in late(list(Frames(folder, "fluid"))):
        with frame.open() as file:
            root = file["VTKHDF"]
            if "FieldData/wall_stress" in root:
                cells, h = np.diff(root.attrs["WholeExtent"])[::2], root.attrs["Spacing"][0]
                found.append(root["FieldData/wall_stress"][()].reshape(2, -1, 2))
    if not found:
        return []
    x, z = ((np.arange(n) + 0.5) * h for n in (cells[0], cells[2]))
    return [(name, x, z, mean_size(np.array(found)[:, side])) for side, name in enumerate(("lower", "upper"))]


def stresses_on_sheets(folder):
    """[(number, mesh, shear stress at its points)] of the objects that have one: Pa, over the second half of the frames."""
    found = []
    for frame in late(list(Frames(folder, "cells"))):
        with frame.open() as file:
            points = file["VTKHDF/PointData"]
            if "wall_stress" not in points:
                return []
            of = points["object"][()]
            found.append((frame, points["wall_stress"][()], of))
    numbers = sorted({int(o) for _, stress, of in found for o in np.unique(of[np.any(stress != 0, axis=1)])})
    return [(number, found[-1][0].mesh(number), mean_size(np.array([stress[of == number] for _, stress, of in found]))) for number in numbers]
