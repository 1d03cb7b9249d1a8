#!/usr/bin/env python3
"""Draws the results of `ibsim reproduce` in the form of the paper's figures, one PNG an experiment, and the curves of `ibsim validate`, one SVG
a table of curves.

usage: plot_results.py [RESULTS_DIR] [--out DIR] [--prefix WORDS] [--format png|svg|pdf]...

Reads table1.json .. figure5.json and *_curves.csv of the folder (default: results); what is missing is left out. The same table gives the same
file. Needs matplotlib, which it finds or installs (own_python.py).
"""
import argparse
import csv
import glob
import json
import math
import os
import re
import sys
import textwrap

import own_python

own_python.need("plot_results.py", "matplotlib")

import matplotlib  # noqa: E402

matplotlib.use("Agg")
matplotlib.rcParams.update({"svg.hashsalt": "ibsim", "svg.fonttype": "none", "pdf.fonttype": 42})  # names within an SVG are of its content alone; text stays text
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of a backend without a window)
from print_units import write_micro  # noqa: E402

MARKERS = "os^Dv<>ph*"
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]  # Okabe and Ito 2008: also for eyes that see few colours
CURVES = "_curves.csv"


class Rows:
    """The rows of a table as dictionaries, with the few questions that the figures ask."""

    def __init__(self, table):
        self.columns = table["columns"]
        self.rows = [dict(zip(table["columns"], row)) for row in table["rows"]]

    def where(self, **values):
        """Rows in which all these columns have these values (spaces in a name are underscores here)."""
        wanted = {name.replace("_", " "): value for name, value in values.items()}
        return [row for row in self.rows if all(row.get(name) == value for name, value in wanted.items())]

    def different(self, column):
        return list(dict.fromkeys(row[column] for row in self.rows))


def is_number(value):
    return isinstance(value, (int, float)) and math.isfinite(value)


def line(axes, rows, x, y, label, style="-", **options):
    points = [(row[x], row[y]) for row in rows if is_number(row.get(x)) and is_number(row.get(y))]
    if points:
        axes.plot(*zip(*points), style, label=label, **options)


def powers_of_two(axes, x=True, y=True):
    for wanted, axis in ((x, axes.xaxis), (y, axes.yaxis)):
        if wanted:
            (axes.set_xscale if axis is axes.xaxis else axes.set_yscale)("log", base=2)
            axis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: f"{value:g}"))


def ideal(axes, rows, x, y):
    """The solid black line of ideal scaling, through the first point."""
    points = [(row[x], row[y]) for row in rows if is_number(row.get(x)) and is_number(row.get(y))]
    if len(points) > 1:
        (first, value), last = points[0], points[-1][0]
        axes.plot([first, last], [value, value * last / first], "k-", linewidth=0.8, label="ideal")


def trend(axes, rows, x, y, style, **options):
    """The dashed line of the paper: a power law fitted to the points up to 4096 threads; its label is the factor a doubling."""
    points = [(math.log2(row[x]), math.log2(row[y])) for row in rows
              if is_number(row.get(x)) and is_number(row.get(y)) and row[x] <= 4096]
    if len(points) < 2:
        return
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points))
    slope = (sum((a - mean_x) * (b - mean_y) for a, b in points) / sum((a - mean_x) ** 2 for a, _ in points))
    ends = [points[0][0], points[-1][0]]
    axes.plot([2 ** a for a in ends], [2 ** (mean_y + slope * (a - mean_x)) for a in ends], style, linewidth=1,
              label=f"{2 ** slope:.2f} a doubling", **options)


def panels(count):
    figure, axes = plt.subplots(1, count, figsize=(6 * count, 5), squeeze=False, layout="constrained")
    return figure, list(axes[0])


def draw_table1(table):
    """Time against refinement, a panel for each device."""
    devices = table.different("device")
    figure, all_axes = panels(len(devices))
    refinements = [column.split()[0] for column in table.columns if column[0].isdigit()]
    for axes, device in zip(all_axes, devices):
        for n, row in enumerate(table.where(device=device)):
            for kind, style in (("{} (s)", "-"), ("paper {} (s)", ":")):
                values = [(int(r), row.get(kind.format(r))) for r in refinements if is_number(row.get(kind.format(r)))]
                if values:
                    axes.plot(*zip(*values), style, marker=MARKERS[n % 10], color=f"C{n % 10}",
                              label=row["algorithm"] if style == "-" else None)
        powers_of_two(axes, y=False)
        axes.set(title=f"{device} (dotted: paper)", xlabel="grid points per 16 um", ylabel="seconds a call", yscale="log")
        axes.legend(fontsize="x-small", ncol=2, framealpha=0.5)
    return figure


def draw_figure3(table):
    """Speedup over the serial algorithms against refinement, a panel for each device."""
    devices = table.different("device")
    figure, all_axes = panels(max(1, len(devices)))
    for axes, device in zip(all_axes, devices):
        for n, algorithm in enumerate(table.different("algorithm")):
            rows = table.where(device=device, algorithm=algorithm)
            options = dict(marker=MARKERS[n % 10], color=f"C{n % 10}")
            line(axes, rows, "refinement", "speedup", algorithm, "-", **options)
            line(axes, rows, "refinement", "paper's speedup", None, ":", **options)
        powers_of_two(axes, y=False)
        axes.set(title=f"{device} (dotted: paper)", xlabel="grid points per 16 um", ylabel="speedup over one core")
        axes.legend(fontsize="small")
    return figure


def draw_speedups(table, groups, title):
    """Speedup of interpolation and spreading against threads; groups: (panel title, rows)."""
    figure, all_axes = panels(len(groups))
    for axes, (name, rows) in zip(all_axes, groups):
        for operation, marker, style, color in (("interpolate", "o-", "--", "C0"), ("spread", "s-", ":", "C1")):
            line(axes, rows, "threads", f"{operation} speedup", operation, marker, color=color)
            trend(axes, rows, "threads", f"{operation} speedup", style, color=color)
        ideal(axes, rows, "threads", "interpolate speedup")
        powers_of_two(axes)
        axes.set(title=name, xlabel="threads", ylabel=title)
        axes.legend()
    return figure


def draw_figure4(table):
    devices = [device for device in table.different("device") if device != "serial"]
    return draw_speedups(table, [(device, table.where(device=device)) for device in devices], "speedup over the serial algorithms")


def draw_figure5(table):
    cells = table.different("cells")
    return draw_speedups(table, [(f"{count:g} cell" + "s" * (count > 1), table.where(cells=count)) for count in cells],
                         "speedup over the fewest threads")


def draw_weak(table):
    """Seconds a call against threads."""
    figure, (axes,) = panels(1)
    for n, operation in enumerate(("interpolate", "spread")):
        line(axes, table.rows, "threads", f"{operation} (s)", operation, "o-", color=f"C{n}")
        line(axes, table.rows, "threads", f"paper's {operation} (s)", f"{operation}, paper", "o:", color=f"C{n}")
    powers_of_two(axes, y=False)
    axes.set(xlabel="threads (work in proportion)", ylabel="seconds a call", yscale="log")
    axes.legend()
    return figure


def draw_convergence(table):
    """Differences between h and h/2 against h, with the slope of first order."""
    figure, (axes,) = panels(1)
    errors = [column for column in table.columns if column.startswith(("l2 (", "max ("))]
    for n, column in enumerate(errors):
        line(axes, table.rows, "h (um)", column, column, "o-", color=f"C{n}")
        line(axes, table.rows, "h (um)", "paper " + column, "paper " + column, "x:", color=f"C{n}")
    points = [(row["h (um)"], row[errors[0]]) for row in table.rows if is_number(row[errors[0]])]
    if len(points) > 1:
        h, value = points[-1]
        axes.plot([h, points[0][0]], [value, value * points[0][0] / h], "k-", linewidth=0.8, label="first order")
    powers_of_two(axes, y=False)
    axes.set(xlabel="h (um)", ylabel="difference between h and h/2", yscale="log")
    axes.legend()
    return figure


def draw_laplace(table):
    figure, (axes,) = panels(1)
    rows = [dict(row, error=abs(row["relative error"])) for row in table.rows]
    line(axes, rows, "h (um)", "error", "pressure jump: relative error", "o-")
    line(axes, rows, "h (um)", "mu u / T", "spurious currents: mu u / T", "s-")
    powers_of_two(axes, y=False)
    axes.set(xlabel="h (um)", yscale="log")
    axes.legend()
    return figure


DRAW = {"table1": draw_table1, "figure3": draw_figure3, "figure4": draw_figure4, "figure5": draw_figure5, "table2": draw_weak,
        "table5": draw_weak, "table3": draw_convergence, "table4": draw_convergence, "laplace": draw_laplace}


def draw_band(axes, low, high, name, colour):
    """What the source allows: a bar at each place that is compared, an area where there are three of them or more."""
    ends = sorted((x, bottom, top) for (x, bottom), (_, top) in zip(low, high) if is_number(bottom) and is_number(top))
    if not ends:
        return
    x, bottom, top = (list(values) for values in zip(*ends))
    if len(x) > 2:
        axes.fill_between(x, bottom, top, color=colour, alpha=0.15, linewidth=0, zorder=0)
    if len(x) <= 20:  # more are a curve
        middle = [(a + b) / 2 for a, b in zip(bottom, top)]
        axes.errorbar(x, middle, [(b - a) / 2 for a, b in zip(bottom, top)], fmt="none", color=colour, alpha=0.7, elinewidth=1, capsize=3, zorder=1)
    axes.fill_between([], [], [], color=colour, alpha=0.4, label=textwrap.fill("band: " + name, 40))


class Colours:
    """A colour for each curve; what is known of a case has that of the curve computed for it, and a marker of its own."""

    def __init__(self):
        self.of_part, self.of_last, self.used, self.circles = {}, {}, 0, {}

    def new(self):
        self.used += 1
        return COLOURS[(self.used - 1) % len(COLOURS)]

    def line(self, name):
        colour = self.new()
        self.of_part.update({part: colour for part in name.split(", ") if part != "ibsim"})
        return colour

    def circle(self, name):
        """Colour and marker of points: of "Fischer 2015, 104 mPa s" the colour of "ibsim, 104 mPa s", of "Suresh 2005, axial" that of "Mills 2004, axial"."""
        parts = name.split(", ")
        colour = next((self.of_part[part] for part in reversed(parts) if part in self.of_part), None) or self.of_last.get(parts[-1]) or self.new()
        self.of_last[parts[-1]] = colour
        self.circles[colour] = self.circles.get(colour, -1) + 1
        return colour, MARKERS[self.circles[colour] % len(MARKERS)]


def without_leaps(points):
    """Paths of two capsules in one curve follow each other: no line joins them."""
    if len(points) < 20:
        return points
    ranges = [max(values) - min(values) or 1 for values in zip(*points)]
    steps = [math.hypot(*((b - a) / r for a, b, r in zip(one, other, ranges))) for one, other in zip(points, points[1:])]
    usual = sorted(steps)[len(steps) // 2]
    parted = points[:1]
    for step, point in zip(steps, points[1:]):
        parted += [[math.nan, math.nan], point] if step > 50 * usual > 0 else [point]
    return parted


def in_print(words):
    """Greek letters, and "time, ms" as "time (ms)"."""
    words = re.sub(r"\b(gamma|mu|nu|pi)\b", lambda found: {"gamma": "γ", "mu": "μ", "nu": "ν", "pi": "π"}[found[1]], words)
    words = re.sub(r", (um|ms|s|pN|mPa s|degrees|diameters)$", r" (\1)", words)
    return re.sub(r"\b([A-Za-z])_(\w)\b", r"$\\mathrm{\1}_{\2}$", words)


def draw_curves(path):
    """A table of curves: its title as a comment; a row a point: curve, line or circles or an end of a band, x, y."""
    with open(path, newline="") as file:
        title = file.readline()[2:].strip()
        (_, _, x, y), *rows = csv.reader(file)
    curves, bands = {}, {}
    for name, drawn_as, *point in rows:
        if drawn_as.startswith("band "):
            bands.setdefault(name, {}).setdefault(drawn_as, []).append([float(value) for value in point])
        else:
            curves.setdefault((name, drawn_as), []).append([float(value) for value in point])
    figure, axes = plt.subplots(figsize=(9, 4.5), layout="constrained")
    colours = Colours()
    colour_of = {name: colours.line(name) for name, drawn_as in curves if drawn_as != "circles"}
    for n, (name, band) in enumerate(bands.items()):
        colour = colours.of_part.get(name.split(":")[0]) or ["#555555", "#a07830", "#3070a0", "#608040"][n % 4]
        draw_band(axes, band["band from"], band["band to"], name, colour)
    for (name, drawn_as), points in curves.items():
        points = [point for point in points if all(map(is_number, point))]
        if drawn_as == "circles":
            colour, marker = colours.circle(name)
            style = dict(linestyle="none", marker=marker)
        else:
            points, colour, style = without_leaps(points), colour_of[name], dict(linestyle="-")
        axes.plot(*zip(*points) if points else ([], []), color=colour, label=name, fillstyle="none", markersize=5, **style)
    axes.set(title=in_print(title), xlabel=in_print(x), ylabel=in_print(y))
    axes.grid(alpha=0.3)
    legend = figure.legend(loc="outside right upper", fontsize="small")
    for words in legend.get_texts():
        words.set_text(in_print(words.get_text()))
    write_micro(figure)
    return figure


def save(figure, folder, name, formats):
    os.makedirs(folder, exist_ok=True)
    for kind in formats:
        path = os.path.join(folder, name + "." + kind)
        without_times = {"svg": {"Date": None, "Creator": None}, "pdf": {"CreationDate": None}}
        figure.savefig(path, dpi=100, metadata=without_times.get(kind))
        print(path)
    plt.close(figure)


def main():
    parser = argparse.ArgumentParser(description="Draws the results of `ibsim reproduce` and `ibsim validate`.")
    parser.add_argument("results", nargs="?", default="results")
    parser.add_argument("--out", help="folder of the pictures (default: that of the results)")
    parser.add_argument("--prefix", default="", help="with which the names of the pictures begin")
    parser.add_argument("--format", action="append", choices=["png", "svg", "pdf"],
                        help="of the pictures; may be given again (default: png of experiments, svg of curves)")
    options = parser.parse_args()
    out = options.out or options.results
    drawn = 0
    for path in sorted(glob.glob(os.path.join(options.results, "*.json"))):
        with open(path) as file:
            content = json.load(file)
        draw = DRAW.get(str(content.get("experiment", "")).split("_")[0])
        if draw is None or not content["tables"] or not content["tables"][0]["rows"]:
            continue
        figure = draw(Rows(content["tables"][0]))
        figure.suptitle(f"{content['experiment']}: {content['what']}")
        save(figure, out, options.prefix + os.path.splitext(os.path.basename(path))[0], options.format or ["png"])
        drawn += 1
    for path in sorted(glob.glob(os.path.join(options.results, "*" + CURVES))):
        save(draw_curves(path), out, options.prefix + os.path.basename(path)[:-len(CURVES)], options.format or ["svg"])
        drawn += 1
    if not drawn:
        sys.exit(f"plot_results.py: no results of ibsim reproduce or validate in {options.results}")


main()
