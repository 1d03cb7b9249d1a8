#!/usr/bin/env python3
"""Draws a quantity of several runs together: over time, and of a sweep also its last value, or its mean, over what was swept.

usage: compare_runs.py RUN_OR_SWEEP.. --y COLUMN [--x COLUMN] [--mean FROM:TO] [--degrees] [--data TABLE.csv].. [--object NUMBER] [--out PICTURE]

`ibsim compare` calls it. COLUMN is one of a table of the run, with or without its unit: taylor_deformation, "kinetic energy"; --x strain is the
strain of the flow. Of several objects the mean is drawn. Runs that did not finish are drawn dashed, up to a cross, and are left out of the panel of
a sweep. The ending of the picture says what it is: .png, .svg, .pdf. Needs numpy, h5py and matplotlib, which it finds or installs (own_python.py).
"""
import argparse
import os
import sys

import own_python

own_python.need("compare_runs.py", "numpy", "h5py", "matplotlib")

import numpy as np  # noqa: E402

import run_package  # noqa: E402, F401  (the package of this clone)
import ibsim  # noqa: E402
from compared_curves import Curves, Measured, Refused, Window, axis_of  # noqa: E402
from ibsim.tables import name_and_unit  # noqa: E402
from print_units import usual, write_micro  # noqa: E402


def fail(message):
    print(f"compare_runs.py: error: {message}", file=sys.stderr)
    sys.exit(2)


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
    """[(label, run, how it ended)] of all, and the sweeps among them."""
    runs, sweeps = [], []
    for path in paths:
        if os.path.isfile(os.path.join(path, "sweep.csv")):
            sweeps.append(ibsim.open_sweep(path))
            names, status = names_of_points(sweeps[-1]), sweeps[-1].status
            runs += [(names[run.folder.name], run, status[run.folder.name]) for run in sweeps[-1].runs]
        elif os.path.isfile(path):
            fail(f"{path} is a file, not the folder of a run; points of an experiment are drawn by --data {path}")
        else:
            run = ibsim.open(path)
            runs.append((os.path.basename(os.path.abspath(path)), run, run.status))
    if not runs:
        fail("none of the runs has begun")
    return runs, sweeps


MOST_NAMES = 12  # of runs in a legend


def legend_below(axis):
    """Off the data."""
    labels = axis.get_legend_handles_labels()[1]
    axis.legend(fontsize="small", frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2 if max(map(len, labels)) < 28 else 1)


def draw_curves(axis, runs, curves, x_size, y_size):
    """Each run over time; one that did not finish is dashed and ends in a cross."""
    import matplotlib.pyplot as plt
    for (name, _, status), (x, y), colour in zip(runs, curves, plt.cm.viridis(np.linspace(0, 0.9, len(runs)))):
        finished = status == "done"
        axis.plot(x / x_size, y / y_size, "-" if finished else "--", color=colour, label=name if finished else f"{name} ({status})")
        if not finished:
            axis.plot(x[-1:] / x_size, y[-1:] / y_size, "x", color=colour)


def swept_key(sweep):
    """The key of numbers with the most values, which is drawn along x, and the other keys; None of a sweep of words."""
    table = sweep.columns
    headers = list(table)
    keys = headers[headers.index("point") + 1:headers.index("status")]
    numbers = [key for key in keys if table[key].dtype.kind == "f" and len(np.unique(table[key])) > 1]
    if not numbers:
        return None, keys
    along = max(numbers, key=lambda key: len(np.unique(table[key])))
    return along, [key for key in keys if key != along]


def points_of(sweep, asked, window):
    """{name of a line: [(value of the key, value of y)]} of the points that are done, and the names of the others."""
    table, (along, others) = sweep.columns, swept_key(sweep)
    lines, left_out = {}, []
    for i, folder in enumerate(table["point"]):
        if table["status"][i] != "done":
            left_out.append(f"{folder} ({table['status'][i]})")
            continue
        _, _, x, y = asked.of(ibsim.open(sweep.folder / str(folder)))
        value = window.mean(x, y) if window else y[-1] if len(y) else np.nan
        lines.setdefault(", ".join(value_of(table, key, i) for key in others), []).append((table[along][i], value))
    return lines, left_out


def draw_sweep(axis, sweep, asked, y_axis, window):
    """The last value, or the mean over the window, over the first key of numbers; a line for each combination of the others."""
    import matplotlib.pyplot as plt
    from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter
    along, others = swept_key(sweep)
    if along is None:
        axis.axis("off")
        return
    lines, left_out = points_of(sweep, asked, window)
    for (name, points), colour in zip(lines.items(), plt.cm.viridis(np.linspace(0, 0.9, len(lines)))):
        points = np.array(sorted(points))
        axis.plot(points[:, 0], points[:, 1] / y_axis[0], "o-", color=colour, label=name or None)
    values = np.unique(sweep.columns[along])
    if values[0] > 0 and values[-1] >= 10 * values[0]:
        axis.set_xscale("log")
        axis.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.xaxis.set_major_formatter(ScalarFormatter())
        axis.xaxis.set_minor_formatter(NullFormatter())
    name, unit = name_and_unit(along)
    title = f"mean {window.words}" if window else "at the end"
    if left_out:
        title += f"; {len(left_out)} of {len(sweep)} points left out"
        print(f"compare_runs.py: left out of what is drawn over {name}: {', '.join(left_out)}", file=sys.stderr)
    axis.set(xlabel=name.rsplit(".", 1)[-1].replace("_", " ") + (f" ({unit})" if unit else ""), ylabel=y_axis[1], title=title)
    if any(lines):
        legend_below(axis)


def draw_measured(axes, sweeps, paths, x_header, y_header, x_size, y_size):
    """Points of experiments over what was swept, where their table has that column, else over time."""
    for n, path in enumerate(paths):
        measured = Measured(path)
        keys = [swept_key(sweep)[0] for sweep in sweeps]
        two = len(measured.columns) == 2
        over = next((i for i, key in enumerate(keys) if key and (measured.has(key) or (two and not measured.has(x_header)))), None)
        x, y = measured.points(x_header if over is None else keys[over], y_header)
        axis = axes[0 if over is None else 1 + over]
        axis.plot(x / (x_size if over is None else 1), y / y_size, "s^Dvo"[n % 5], color="black", markerfacecolor="none", label=os.path.basename(path))
        legend_below(axis)


def print_means(runs, curves, window, y_header):
    """A line for each run."""
    size, unit = usual(name_and_unit(y_header)[1], np.nanmax([np.nanmax(np.abs(y), initial=0) for _, y in curves]))
    for (name, _, status), (x, y) in zip(runs, curves):
        mean = window.mean(x, y)
        print(f"{name}: " + ("does not reach the end of the window" if np.isnan(mean) else f"{mean / size:.6g} {unit}".strip()) + ("" if status == "done" else f" ({status})"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="+", help="folders of runs or of sweeps")
    parser.add_argument("--y", required=True, help="a column of a table")
    parser.add_argument("--x", default="time", help="another than the time; strain is that of the flow")
    parser.add_argument("--mean", help="a window of x, FROM:TO, over which the mean is taken: of each run, and in the panel of a sweep")
    parser.add_argument("--degrees", action="store_true", help="angles in degrees")
    parser.add_argument("--data", action="append", default=[], help="a table of an experiment, whose points are drawn too")
    parser.add_argument("--object", type=int, help="number of the object (default: the mean of all)")
    parser.add_argument("--out", default="compare.png", help="the picture: .png, .svg or .pdf (default: compare.png)")
    options = parser.parse_args()
    try:
        runs, sweeps = opened(options.runs)
        asked = Curves(options.y, options.x, options.object, options.degrees)
        found = [(run, asked.of(run[1])) for run in runs]
        found = [(run, curve) for run, curve in found if len(curve[2])]
        if not found:
            fail("none of the runs has a row yet")
        runs, curves = [run for run, _ in found], [curve[2:] for _, curve in found]
        x_header, y_header = found[0][1][:2]
        x_size, x_label = axis_of(x_header, np.concatenate([x for x, _ in curves]))
        y_axis = axis_of(y_header, np.concatenate([y for _, y in curves]))
        window = Window(options.mean, x_header) if options.mean else None
        named = len(curves) if len(curves) <= MOST_NAMES else 0
        height = 4.4 + 0.19 * max(0, named - 4)  # inches: a line of the legend takes 0.19
        import matplotlib  # takes most of a second, so not before there is something to draw
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
        figure, axes = plt.subplots(1, 1 + len(sweeps), figsize=(6.4 * (1 + len(sweeps)), height), layout="constrained", squeeze=False)
        figure.get_layout_engine().set(w_pad=0.15, h_pad=0.08)  # inches: labels are on the page
        draw_curves(axes[0][0], runs, curves, x_size, y_axis[0])
        axes[0][0].set(xlabel=x_label, ylabel=y_axis[1])
        if named:
            legend_below(axes[0][0])
        for axis, sweep in zip(axes[0][1:], sweeps):
            draw_sweep(axis, sweep, asked, y_axis, window)
        draw_measured(axes[0], sweeps, options.data, x_header, y_header, x_size, y_axis[0])
        if window:
            print_means(runs, curves, window, y_header)
        for axis in axes[0]:
            axis.grid(alpha=0.3)
        write_micro(figure)
        figure.savefig(options.out, dpi=150)
    except (ibsim.IbsimError, Refused) as error:
        fail(error)
    except (OSError, ValueError) as error:  # a folder that is not there, an ending that is no picture
        fail(error)
    print(options.out)


main()
