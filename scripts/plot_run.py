#!/usr/bin/env python3
"""Draws a run, or several over each other: shapes of an object, deformation, area, volume and energies over time; viscosity, wall stress and cell-free
layers with their means and errors; profiles of velocity and volume fractions; maps of the stress on walls and endothelium; least distances,
displacements, spins, contacts and distributions of many objects; of a run of
`kind: line` its quantities over place and time (plot_line.py).

usage: plot_run.py RUN_DIR... [--object NUMBER] [--out FILE]...

FILE ends in .png, .svg or .pdf. Reads the tables and frames of the folders; what is missing is left out. Needs numpy, h5py and matplotlib, which it finds
or installs (own_python.py).
"""
import argparse
import os
import sys

import own_python

own_python.need("plot_run.py", "numpy", "h5py", "matplotlib")

from run_tables import Run, is_line, read_table  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run_dirs", nargs="+", metavar="RUN_DIR")
    parser.add_argument("--object", type=int, help="number of the object (default: the first that has rows in cells.csv)")
    parser.add_argument("--out", "--output", action="append", help="the picture, .png, .svg or .pdf; may be given again (default: RUN_DIR/run.png)")
    options = parser.parse_args()
    outs = options.out or [os.path.join(options.run_dirs[0], "run.png")]
    for folder in options.run_dirs:
        if not os.path.isdir(folder):
            sys.exit(f"plot_run.py: {folder}: no such folder")
    if is_line(options.run_dirs[0]):
        import plot_line
        for out in outs:
            plot_line.draw(options.run_dirs[0], read_table, out)
        return
    runs = [Run(folder) for folder in options.run_dirs]
    if options.object is None:  # sheets and tubes have numbers, but no rows
        options.object = min((int(run.cells["object"].min()) for run in runs if run.cells), default=0)
    for run in runs:
        if not run.series and not run.cells:
            sys.exit(f"plot_run.py: {run.folder}: holds no run of ibsim (no rows in run.csv or cells.csv)")
        if run.cells and not (run.cells["object"] == options.object).any():
            sys.exit(f"plot_run.py: there is no object {options.object} in {run.folder}; they go from {int(run.cells['object'].min())} to {run.objects() - 1}")

    import run_panels as panels  # with matplotlib, which takes most of a second: not before there is something to draw
    from print_units import save
    from run_sheet import Sheet
    sheet = Sheet(runs)
    if len(runs) == 1 and runs[0].cells:
        panels.add_shapes(sheet, runs[0], options.object)
    if any(run.cells for run in runs):
        panels.add_object(sheet, options.object)
    panels.add_whole(sheet)
    panels.add_profiles(sheet)
    if len(runs) == 1:
        panels.add_stress(sheet, runs[0])
    panels.add_crowd(sheet)
    figure = sheet.figure(", ".join(run.name for run in runs))
    for out in outs:
        save(figure, out, dpi=120)
        print(out)


if __name__ == "__main__":
    main()
