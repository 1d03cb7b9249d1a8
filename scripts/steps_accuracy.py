"""By how much runs that differ in their steps alone part from a reference, as rows of a table of docs/resolution.md.

    scripts/steps_accuracy.py REFERENCE RUN ...     folders of runs with cells.csv at common times

A row a run: its steps (their mean), and at each time of the reference the largest difference of an object's axes, um, and of its
inclination and rotation, rad.
"""
import argparse
import os

import numpy as np
from run_tables import Run

AXES, ANGLES = ("length (um)", "width (um)"), ("inclination (rad)", "rotation_angle (rad)")


def largest_difference(a, b, names):
    return max(np.max(np.abs(a[name] - b[name])) for name in names)


def at(cells, time):
    here = np.isclose(cells["time (us)"], time, rtol=1e-9)
    return {name: values[here] for name, values in cells.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference")
    parser.add_argument("runs", nargs="+")
    arguments = parser.parse_args()
    reference = Run(arguments.reference).cells
    times = [t for t in np.unique(reference["time (us)"]) if t > 0]
    for folder in arguments.runs:
        run = Run(folder)
        step = run.series["time (us)"][-1] / run.series["step"][-1]
        row = [os.path.basename(os.path.normpath(folder)), f"{step:.3g} us"]
        for time in times:
            a, b = at(run.cells, time), at(reference, time)
            row.append(f"{largest_difference(a, b, AXES):.1e}, {largest_difference(a, b, ANGLES):.1e}"
                       if len(a["time (us)"]) else "")
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
