#!/usr/bin/env python3
"""How far runs in mixed and single precision part from the same run in double, as a table of docs/notes/precision.md.

    scripts/precision_table.py DOUBLE RUN ...    folders of runs with cells.csv and run.csv at the same times

A row has the largest difference over the whole run, over its first tenth and over its last tenth: one that grows shows there. Inclinations are compared
modulo half a turn. Lengths that swing differ by their phase too, so the last rows have the mean and the swing (largest less smallest) of the last half.
It takes the times that all runs have, so it works on runs that go on. It needs Python's own library alone.
"""
import argparse
import csv
import math
import os

# column, name in the table, relative to its first value, period
COLUMNS = [("length (um)", "length, um", False, None), ("width (um)", "width, um", False, None),
           ("inclination (rad)", "inclination, rad", False, math.pi), ("volume (um^3)", "volume, relative", True, None),
           ("area (um^2)", "area, relative", True, None), ("tank_treading_angle (rad)", "angle of tank-treading, rad", False, None),
           ("centre y (um)", "place across the flow, um", False, None)]
DIVERGENCE = "max divergence (1/us)"


def number(word):
    try:
        return float(word)
    except ValueError:
        return math.nan


def columns(folder, table):
    """{name: numbers} of a table of a run; a row that is not complete is left out."""
    with open(os.path.join(folder, table), newline="") as file:
        names, *rows = csv.reader(line for line in file if not line.startswith("#"))
    return {name: [number(row[i]) for row in rows if len(row) == len(names)] for i, name in enumerate(names)}


def largest(values):
    return max((value for value in values if not math.isnan(value)), default=math.nan)


def differences(a, b, relative, period):
    apart = [x - y for x, y in zip(a, b)]
    if period:
        apart = [math.remainder(x, period) for x in apart]
    return [abs(x) / (abs(b[0]) if relative else 1) for x in apart]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("double", help="the run in double precision")
    parser.add_argument("runs", nargs="+", metavar="RUN")
    arguments = parser.parse_args()
    exact, runs = columns(arguments.double, "cells.csv"), [columns(folder, "cells.csv") for folder in arguments.runs]
    n = min(len(run["time (us)"]) for run in [exact, *runs])
    times = exact["time (us)"][:n]
    for folder, run in zip(arguments.runs, runs):
        if any(abs(a - b) > 1e-9 * (1 + b) for a, b in zip(run["time (us)"], times)):
            parser.error(f"{folder} has other times than {arguments.double}")
    end, names = times[-1], [os.path.basename(os.path.normpath(folder)).split("=")[-1] for folder in arguments.runs]
    first, last, half = ([i for i, t in enumerate(times) if low * end <= t <= high * end] for low, high in ((0, 0.1), (0.9, 1), (0.5, 1)))
    series = columns(arguments.double, "run.csv")
    steps = [int(step) for step, t in zip(series.get("step", []), series["time (us)"]) if t <= end * (1 + 1e-9)]
    print(f"After {steps[-1] if steps else 0:,} steps, {end / 1e6:.4g} s:\n")
    print("| difference from double, largest over the run, its first tenth, its last tenth | " + " | ".join(names) + " |")
    print("|---|" + "---|" * len(runs))
    for column, name, relative, period in COLUMNS:
        if column not in exact:
            continue
        cells = []
        for run in runs:
            apart = differences(run[column][:n], exact[column][:n], relative, period)
            cells.append(", ".join(f"{largest(apart[i] for i in part):.1e}" for part in (range(n), first, last)))
        print(f"| {name} | " + " | ".join(cells) + " |")

    def mean(values):
        return sum(values) / len(values)

    def swing(values):
        return max(values) - min(values)

    for column, name in (("length (um)", "length"), ("width (um)", "width")):
        for what, of in (("mean", mean), ("swing", swing)):
            ours = of([exact[column][i] for i in half])
            print(f"| {what} of the {name}, {ours:.5g} um in double, last half | " +
                  " | ".join(f"{of([run[column][i] for i in half]) - ours:.1e}" for run in runs) + " |")
    divergence = [largest(columns(folder, "run.csv").get(DIVERGENCE, [])) for folder in [arguments.double, *arguments.runs]]
    print(f"| largest divergence, 1/us, {divergence[0]:.1e} in double | " + " | ".join(f"{d:.1e}" for d in divergence[1:]) + " |")


if __name__ == "__main__":
    main()
