"""The curves that compare_runs.py draws: columns of runs, means over a window, and the points of an experiment."""
import difflib
import re

import numpy as np
import run_package  # noqa: F401  (the package of this clone)
from ibsim.tables import name_and_unit, read_columns
from print_units import USUAL, named, usual


class Refused(Exception):
    """What was asked for and cannot be drawn; its text is for the user."""


def column_of(columns, name):
    """The header of a column by its name, with or without the unit."""
    for header in columns:
        if name in (header, name_and_unit(header)[0]):
            return header
    return None


def strain(run, times):
    """The strain of the flow at these times (us): the column of run.csv, or a steady shear rate times the time."""
    series = run.tables.columns("run")
    if "strain" in series:
        return np.interp(times, series["time (us)"], series["strain"])
    scenario = run.scenario
    for section, key in (("flow", "shear_rate"), ("fluid", "background_shear")):
        rate = (scenario.get(section) or {}).get(key)
        if hasattr(rate, "magnitude") and rate.magnitude:
            return np.asarray(times) * rate.magnitude * factor(rate.units, "1/us")
    raise Refused(f"{run.folder}: there is no strain, since the flow has no steady shear_rate")


def without_jumps(header, values):
    """Inclinations are known up to half turns: the nearest one to that before, so that a curve does not jump."""
    if name_and_unit(header) != ("inclination", "rad"):
        return values
    known = np.flatnonzero(np.isfinite(values))
    followed = values.copy()
    followed[known] = np.unwrap(values[known], period=np.pi)
    return followed


class Curves:
    """What is asked of each run: the column y over x, of one object (None: the mean of all)."""

    def __init__(self, y, x="time", number=None, degrees=False):
        self.y, self.x, self.number, self.degrees = y, x, number, degrees

    def of(self, run):
        """x and y with their headers, from the first table of the run that has y."""
        known = []
        for name in sorted(run.tables, key=lambda name: (name != "cells", name != "run", name)):
            columns = run.tables.columns(name)
            y = column_of(columns, self.y)
            known += [name_and_unit(header)[0] for header in columns if columns[header].dtype.kind == "f"]
            if y is not None:
                return self._of_table(run, name, columns, y)
        near = difflib.get_close_matches(self.y, known, 1)
        raise Refused(f"{run.folder}: no table has a column {self.y}" +
                      (f"; did you mean \"{near[0]}\"?" if near else f"; there are: {', '.join(dict.fromkeys(known))}"))

    def _of_table(self, run, name, columns, y):
        x = column_of(columns, self.x)
        if x is None and self.x == "strain" and "time (us)" in columns:
            x, columns = "strain", {**columns, "strain": strain(run, columns["time (us)"])}
        if x is None:
            raise Refused(f"{run.folder}: {name}.csv has no column {self.x}; it has {', '.join(columns)}")
        if columns[y].dtype.kind != "f" or columns[x].dtype.kind != "f":
            raise Refused(f"{self.y} and {self.x} must be numbers")
        if "object" not in columns:
            return x, *self._in_degrees(y, columns[x], columns[y])
        objects = np.unique(columns["object"])
        if self.number is not None:
            objects = objects[objects == self.number]
            if not len(objects):
                raise Refused(f"{run.folder}: there is no object {self.number}")
        values = columns[y].astype(float)
        for number in objects:
            own = columns["object"] == number
            values[own] = without_jumps(y, values[own])
        chosen = np.isin(columns["object"], objects)
        places, at = np.unique(columns[x][chosen], return_inverse=True)
        means = np.bincount(at, values[chosen]) / np.maximum(np.bincount(at), 1)
        return x, *self._in_degrees(y, places, means)

    def _in_degrees(self, header, x, y):
        name, unit = name_and_unit(header)
        if self.degrees and unit.startswith("rad"):
            return f"{name} ({unit.replace('rad', 'deg', 1)})", x, np.rad2deg(y)
        return header, x, y


def axis_of(header, values):
    """What the values of a column are divided by on an axis, and its label."""
    name, unit = name_and_unit(header)
    size, unit = usual(unit, np.nanmax(np.abs(values), initial=0))
    return size, named(name.replace("_", " ").replace("taylor", "Taylor"), unit)


class Window:
    """From where to where along x means are taken: "20 ms:60 ms", "10:40" of a strain, "10:" to the end."""

    def __init__(self, text, x_header):
        ends = [end.strip() for end in text.split(":")]
        if len(ends) != 2 or not any(ends):
            raise Refused(f"--mean {text}: expected FROM:TO, as in \"20 ms:60 ms\", or 10:40 with --x strain; TO may be left out")
        self.text, self.words = text, f"from {ends[0] or 'the start'} to {ends[1] or 'the end'}"
        unit = name_and_unit(x_header)[1]
        self.low, self.high = (self._number(end, unit) if end else otherwise for end, otherwise in zip(ends, (-np.inf, np.inf)))

    def _number(self, end, unit):
        found = re.fullmatch(r"([+-]?[\d.]+(?:[eE][+-]?\d+)?)\s*(.*)", end)
        try:
            if not found or bool(found[2]) != bool(unit):
                raise ValueError(f"expected a number {'with its unit' if unit else 'without a unit'}")
            return float(found[1]) * factor(found[2], unit)
        except ValueError as error:
            raise Refused(f"--mean {self.text}: {end}: {error}") from None

    def mean(self, x, y):
        """NaN where the curve does not reach the end of the window, for that would be the mean of another one."""
        if not len(x) or (np.isfinite(self.high) and x[-1] < self.high * (1 - 1e-9)):
            return np.nan
        inside = (x >= self.low * (1 - 1e-9)) & (x <= self.high * (1 + 1e-9))
        return np.mean(y[inside]) if inside.any() else np.nan


def plain(name):
    """How a name of a column is compared: "flow.shear_rate" and "Shear rate" are the same."""
    return name.rsplit(".", 1)[-1].replace("_", " ").strip().lower()


class Measured:
    """Points of a table that somebody measured. Its columns are named as those of the picture, or are two: x, then y."""

    def __init__(self, path):
        self.path, self.columns = path, read_columns(path)
        self.names = {plain(name_and_unit(header)[0]): header for header in self.columns}
        if len(self.columns) < 2:
            raise Refused(f"{path}: expected two columns with names, such as \"shear rate (1/s),elongation_index\"")

    def has(self, header):
        return plain(name_and_unit(header)[0]) in self.names

    def points(self, x, y):
        """Both in the units of the headers x and y, to which those of the table's own headers are converted."""
        headers = list(self.columns)
        if len(headers) > 2 and not (self.has(x) and self.has(y)):
            raise Refused(f"{self.path}: expected the columns {plain(name_and_unit(x)[0])} and {plain(name_and_unit(y)[0])}; it has {', '.join(headers)}")
        found = [self.names.get(plain(name_and_unit(header)[0])) for header in (x, y)] if len(headers) > 2 else headers
        return [self._in_unit(own, name_and_unit(header)[1]) for own, header in zip(found, (x, y))]

    def _in_unit(self, header, unit):
        if self.columns[header].dtype.kind != "f":
            raise Refused(f"{self.path}: {header}: every row must be a number with a decimal point")
        try:
            return self.columns[header] * factor(name_and_unit(header)[1] or unit, unit)
        except ValueError as error:
            raise Refused(f"{self.path}: {header}: {error}") from None


def factor(unit, wanted):
    """What values in a unit are multiplied by to be in another one."""
    if unit == wanted:
        return 1.0
    known = {**{name: size for size, name in USUAL.get(wanted, ())}, **({"deg": np.pi / 180} if wanted == "rad" else {"rad": 180 / np.pi} if wanted == "deg" else {})}
    if unit in known:
        return known[unit]
    try:
        import pint
        return pint.Quantity(1, unit).to(wanted).magnitude
    except ImportError:
        raise ValueError(f"expected the unit {wanted or '1'}, or pint to convert {unit} (pip install pint)") from None
    except Exception:  # pint has several of its own
        raise ValueError(f"{unit} is no unit of what is drawn in {wanted or '1'}") from None
