"""By how much runs that differ in their steps alone part from a reference, as rows of a table of docs/resolution.md.

    scripts/steps_accuracy.py [--times T ..] REFERENCE RUN ...    folders of runs with cells.csv and frames of cells at common times

A row a run: its steps (their mean), and at each time of the reference the distance of sites, um (root mean square over those of the
frames), the largest difference of an object's axes, um, and of its inclination and rotation, rad. Then, of three runs in a row of which
each has half the steps of the one before, by how much the difference of successive ones falls, of the sites: 4 for the second order.
"""
import argparse
import os

import numpy as np
import run_package  # noqa: F401  (the package of this clone)
from ibsim.frames import Frames
from run_tables import Run

AXES, ANGLES = ("length (um)", "width (um)"), ("inclination (rad)", "rotation_angle (rad)")


def largest_difference(a, b, names):
    """Of the columns of these names that both have."""
    both = [name for name in names if name in a and name in b and len(a[name]) == len(b[name]) > 0]
    return max((np.max(np.abs(a[name] - b[name])) for name in both), default=float("nan"))


def at(cells, time):
    here = np.isclose(cells["time (us)"], time, rtol=1e-9)
    return {name: values[here] for name, values in cells.items()}


def sites_at(folder, time):
    """[n, 3], um; none where there is no frame of this time."""
    return next((frame.points for frame in Frames(folder, "cells") if np.isclose(frame.time, time, rtol=1e-9)), None)


def distance(a, b):
    """Root mean square over the sites, um."""
    return float("nan") if a is None or b is None else np.sqrt(np.mean(np.sum((a - b) ** 2, axis=1)))


def mean_step(run):
    return run.series["time (us)"][-1] / run.series["step"][-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=float, nargs="*", help="us; all of the reference where nothing is said")
    parser.add_argument("reference")
    parser.add_argument("runs", nargs="+")
    arguments = parser.parse_args()
    reference = Run(arguments.reference).cells
    times = arguments.times or [t for t in np.unique(reference["time (us)"]) if t > 0]
    runs, sites = [], {}
    for folder in arguments.runs:
        run = Run(folder)
        name = os.path.basename(os.path.normpath(folder))
        if "step" not in run.series:
            print(f"| {name} | has no run.csv |")
            continue
        runs.append(run)
        row = [name, f"{mean_step(run):.3g} us"]
        for time in times:
            sites[name, time] = sites_at(folder, time)
            a, b = at(run.cells, time), at(reference, time)
            row.append(f"{distance(sites[name, time], sites_at(arguments.reference, time)):.1e}, {largest_difference(a, b, AXES):.1e}, "
                       f"{largest_difference(a, b, ANGLES):.1e}" if len(a["time (us)"]) else "")
        print("| " + " | ".join(row) + " |")
    for three in zip(runs, runs[1:], runs[2:]):
        steps = [mean_step(run) for run in three]
        if not np.allclose([steps[0] / 4, steps[1] / 2], steps[2], rtol=1e-3):
            continue
        falls = []
        for time in times:
            a, b, c = (sites[run.name, time] for run in three)
            falls.append(f"{distance(a, b) / distance(b, c):.2f}")
        print(f"| {three[0].name} to {three[2].name} | falls by | " + " | ".join(falls) + " |")


if __name__ == "__main__":
    main()
