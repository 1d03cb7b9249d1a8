#!/usr/bin/env python3
"""Relative viscosity of 66 red cells at 45 % over the grid spacing, by delta kernel: the picture of docs/resolution.md.

    scripts/plot_kernels.py [--save picture.png]

Reads data/results/h200/2026-11-28-kernels/blood_45.csv; a point is the mean over seeds. Needs matplotlib.
"""
import argparse
import collections
import csv
import fractions
import os

import own_python

own_python.need("plot_kernels.py", "matplotlib")

import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of a backend without a window)

TABLE = os.path.join(own_python.ROOT, "data", "results", "h200", "2026-11-28-kernels", "blood_45.csv")
LIMIT, ERROR = 3.7, 0.1  # for h to 0 (docs/notes/kernels.md)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--save", default="resolution.png", help="the picture (default: resolution.png)")
    save = parser.parse_args().save

    found = collections.defaultdict(lambda: collections.defaultdict(list))  # kernel -> h -> relative viscosities
    with open(TABLE, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found[row["kernel"]][float(fractions.Fraction(row["h (um)"]))].append(float(row["relative viscosity"]))

    _, axes = plt.subplots(figsize=(7, 3.6))
    axes.axhspan(LIMIT - ERROR, LIMIT + ERROR, color="0.85", label="h to 0")
    for kernel in sorted(found, key=lambda name: -max(map(max, found[name].values()))):
        spacings = sorted(found[kernel])
        axes.plot(spacings, [sum(found[kernel][h]) / len(found[kernel][h]) for h in spacings], "o-", label=kernel)
    axes.set(xlabel="grid spacing h (um)", ylabel="relative viscosity", xlim=(0, 0.55), ylim=(3, 10.5))
    axes.legend(frameon=False)
    plt.tight_layout()
    plt.savefig(save, dpi=110)
    print(save)


if __name__ == "__main__":
    main()
