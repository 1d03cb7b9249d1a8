#!/usr/bin/env python3
"""Relative viscosity of 66 red cells at 45 % over the grid spacing, by delta kernel: the picture of docs/resolution.md.

    scripts/plot_kernels.py [--save picture.png]

Reads blood_45.csv in data/results/h200/2026-11-28-kernels and 2026-11-30-limits; a point is the mean over seeds, over strains of 10 to 20. Needs matplotlib.
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

TABLES = [
    os.path.join(own_python.ROOT, "data", "results", "h200", folder, "blood_45.csv")
    for folder in ("2026-11-28-kernels", "2026-11-30-limits")  # a later row of the same run replaces an earlier one
]
LIMIT, ERROR = 3.7, 0.1  # for h to 0 (docs/notes/kernels.md)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--save", default="resolution.png", help="the picture (default: resolution.png)")
    save = parser.parse_args().save

    by_seed = {}
    for table in TABLES:
        with open(table, encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if float(row["strain to"]) == 20:
                    by_seed[row["kernel"], row["h (um)"], row["seed"]] = float(row["relative viscosity"])
    found = collections.defaultdict(lambda: collections.defaultdict(list))  # kernel -> h -> relative viscosities
    for (kernel, spacing, _), viscosity in by_seed.items():
        found[kernel][float(fractions.Fraction(spacing))].append(viscosity)

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
