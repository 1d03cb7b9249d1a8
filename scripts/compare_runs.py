#!/usr/bin/env python3
"""Draws a quantity of several runs together: over time, and of a sweep also its last value over what was swept.

usage: compare_runs.py RUN_OR_SWEEP.. --y COLUMN [--x COLUMN] [--object NUMBER] [--out PICTURE]

`ibsim compare` calls it. COLUMN is one of a table of the run, with or without its unit: taylor_deformation, "kinetic energy". Of several
objects the mean is drawn. The ending of the picture says what it is: .png, .svg, .pdf. Needs numpy, h5py and matplotlib, which it finds or
installs (own_python.py).
"""
import argparse
import difflib
import os
import sys

import own_python

own_python.need("compare_runs.py", "numpy", "h5py", "matplotlib")

import matplotlib  # noqa: E402
import numpy as np  # noqa: E402

import run_package  # noqa: E402, F401  (the package of this clone)
import ibsim  # noqa: E402
from ibsim.tables import name_and_unit  # noqa: E402
from print_units import named, usual, write_micro  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of a backend without a window)


def fail(message):
    print(f"compare_runs.py: error: {message}", file=sys.stderr)
    sys.exit(2)


def column_of(columns, name):
    """The header of a column by its name, with or without the unit."""
    for header in columns:
        if name in (header, name_and_unit(header)[0]):
            return header
    return None


def curve(run, y_name, x_name, number):
    """x and y with their headers, from the first table of the run that has y; means over objects."""
    known = []
    for name in sorted(run.tables, key=lambda name: (name != "cells", name != "run", name)):
        columns = run.tables.columns(name)
        y = column_of(columns, y_name)
        known += [name_and_unit(header)[0] for header in columns if columns[header].dtype.kind == "f"]
        if y is None:
            continue
        x = column_of(columns, x_name)
        if x is None:
            fail(f"{run.folder}: {name}.csv has no column {x_name}; it has {', '.join(columns)}")
        if columns[y].dtype.kind != "f" or columns[x].dtype.kind != "f":
            fail(f"{y_name} and {x_name} must be numbers")
        chosen = np.ones(len(columns[y]), bool)
        if "object" in columns and number is not None:
            chosen = columns["object"] == number
            if not chosen.any():
                fail(f"{run.folder}: there is no object {number}")
        places, at = np.unique(columns[x][chosen], return_inverse=True) if "object" in columns else (columns[x][chosen], None)
        if at is None:
            return x, y, places, columns[y][chosen]
        return x, y, places, np.bincount(at, columns[y][chosen]) / np.maximum(np.bincount(at), 1)
    near = difflib.get_close_matches(y_name, known, 1)
    fail(f"{run.folder}: no table has a column {y_name}" + (f"; did you mean \"{near[0]}\"?" if near else f"; there are: {', '.join(dict.fromkeys(known))}"))


def axis_of(header, values):
    """What the values of a column are divided by on an axis, and its label."""
    name, unit = name_and_unit(header)
    size, unit = usual(unit, np.nanmax(np.abs(values), initial=0))
    return size, named(name.replace("_", " ").replace("taylor", "Taylor"), unit)


def names_of_points(sweep):
    """{folder of a point: its keys with values and units}"""
    table = sweep.columns
    headers = list(table)
    keys = headers[headers.index("point") + 1:headers.index("status")]
    return {str(folder): ", ".join(value_of(table, key, i) for key in keys) for i, folder in enumerate(table["point"])}


def value_of(table, key, i):
    """"background shear 100 1/s" """
    name, unit = name_and_unit(key)
    value = table[key][i]
    return f"{name.rsplit('.', 1)[-1].replace('_', ' ')} {value if isinstance(value, str) else f'{value:g}'} {unit}".strip()


def opened(paths):
    """[(label, run)] of all, and the sweeps among them."""
    runs, sweeps = [], []
    for path in paths:
        if os.path.isfile(os.path.join(path, "sweep.csv")):
            sweeps.append(ibsim.open_sweep(path))
            names = names_of_points(sweeps[-1])
            runs += [(names[run.folder.name], run) for run in sweeps[-1].runs]
        else:
            runs.append((os.path.basename(os.path.abspath(path)), ibsim.open(path)))
    if not runs:
        fail("none of the runs has begun")
    return runs, sweeps


MOST_NAMES = 12  # of runs in a legend


def legend_below(axis):
    """Off the data."""
    labels = axis.get_legend_handles_labels()[1]
    axis.legend(fontsize="small", frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2 if max(map(len, labels)) < 28 else 1)


def draw_sweep(axis, sweep, y_name, y_axis, x_name, number):
    """The last value over the first key of numbers; a line for each combination of the others."""
    table = sweep.columns
    headers = list(table)
    keys = headers[headers.index("point") + 1:headers.index("status")]
    numbers = [key for key in keys if table[key].dtype.kind == "f" and len(np.unique(table[key])) > 1]
    if not numbers:
        return False
    along = max(numbers, key=lambda key: len(np.unique(table[key])))
    others = [key for key in keys if key != along]
    lines = {}
    for i, folder in enumerate(table["point"]):
        if not (sweep.folder / folder / "scenario.yaml").is_file():
            continue
        _, _, _, values = curve(ibsim.open(sweep.folder / folder), y_name, x_name, number)
        if len(values):
            name = ", ".join(value_of(table, key, i) for key in others)
            lines.setdefault(name, []).append((table[along][i], values[-1] / y_axis[0]))
    for (name, points), colour in zip(lines.items(), plt.cm.viridis(np.linspace(0, 0.9, len(lines)))):
        points.sort()
        axis.plot(*np.array(points).T, "o-", color=colour, label=name or None)
    values = np.unique(table[along])
    if values[0] > 0 and values[-1] >= 10 * values[0]:
        axis.set_xscale("log")
    name, unit = name_and_unit(along)
    axis.set(xlabel=name.rsplit(".", 1)[-1].replace("_", " ") + (f" ({unit})" if unit else ""), ylabel=y_axis[1], title="at the end")
    if any(lines):
        legend_below(axis)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="+", help="folders of runs or of sweeps")
    parser.add_argument("--y", required=True, help="a column of a table")
    parser.add_argument("--x", default="time", help="another than the time")
    parser.add_argument("--object", type=int, help="number of the object (default: the mean of all)")
    parser.add_argument("--out", default="compare.png", help="the picture: .png, .svg or .pdf (default: compare.png)")
    options = parser.parse_args()
    try:
        runs, sweeps = opened(options.runs)
        curves = [(name, *curve(run, options.y, options.x, options.object)) for name, run in runs]
        curves = [one for one in curves if len(one[3])]
        if not curves:
            fail("none of the runs has a row yet")
        x_header, y_header = curves[0][1], curves[0][2]
        x_size, x_label = axis_of(x_header, np.concatenate([one[3] for one in curves]))
        y_axis = axis_of(y_header, np.concatenate([one[4] for one in curves]))
        named = len(curves) if len(curves) <= MOST_NAMES else 0
        height = 4.4 + 0.19 * max(0, named - 4)  # inches: a line of the legend takes 0.19
        figure, axes = plt.subplots(1, 1 + len(sweeps), figsize=(6.4 * (1 + len(sweeps)), height), layout="constrained", squeeze=False)
        figure.get_layout_engine().set(w_pad=0.15, h_pad=0.08)  # inches: labels are on the page
        for (name, _, _, x, y), colour in zip(curves, plt.cm.viridis(np.linspace(0, 0.9, len(curves)))):
            axes[0][0].plot(x / x_size, y / y_axis[0], color=colour, label=name)
        axes[0][0].set(xlabel=x_label, ylabel=y_axis[1])
        if named:
            legend_below(axes[0][0])
        for axis, sweep in zip(axes[0][1:], sweeps):
            if not draw_sweep(axis, sweep, options.y, y_axis, options.x, options.object):
                axis.axis("off")
        for axis in axes[0]:
            axis.grid(alpha=0.3)
        write_micro(figure)
        figure.savefig(options.out, dpi=150)
    except ibsim.IbsimError as error:
        fail(error)
    except (OSError, ValueError) as error:  # a folder that is not there, an ending that is no picture
        fail(error)
    print(options.out)


main()
