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
import re
import sys

import own_python

own_python.need("plot_run.py", "numpy", "h5py", "matplotlib")

import matplotlib  # noqa: E402
import numpy as np  # noqa: E402

matplotlib.use("Agg")
matplotlib.rcParams.update({"svg.hashsalt": "ibsim", "svg.fonttype": "none", "pdf.fonttype": 42, "axes.grid": True, "grid.alpha": 0.3,
                            "legend.fontsize": "small", "legend.frameon": False, "axes.titlesize": "medium"})
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of a backend without a window)
import plot_line  # noqa: E402
from run_tables import Frames, Run, Surfaces, chosen, read_table, section, walls_of  # noqa: E402

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]  # Okabe and Ito 2008: also for eyes that see few colours
STYLES = ["-", "--", "-.", ":"]
MANY = 8  # objects, from which on their distribution is drawn


class Sheet:
    """The panels of a figure: functions of axes, in their order."""

    def __init__(self, runs):
        self.runs = runs
        size, self.unit = max(run.time_unit() for run in runs)
        self.size = size
        self.panels = []

    def add(self, draw, **options):
        self.panels.append((draw, options))

    def times(self, table):
        return table["time (us)"] / self.size

    def label(self, run, what=""):
        return ", ".join(part for part in (run.name if len(self.runs) > 1 else "", what) if part)

    def figure(self, title):
        columns = min(len(self.panels), 4 if len(self.panels) > 6 else 3)
        rows = -(-len(self.panels) // columns)
        figure = plt.figure(figsize=(4.6 * columns, 4.6 * rows), layout="constrained")
        for n, (draw, options) in enumerate(self.panels):
            axes = figure.add_subplot(rows, columns, n + 1, **options)
            draw(axes)
            labels = axes.get_legend_handles_labels()[1]
            if labels and not options:  # below the axes, off the data
                axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2 if max(map(len, labels)) < 22 else 1)
        figure.suptitle(title)
        return figure

    def add_series(self, title, unit, curves, relative=False):
        """Lines over time. @param curves of a run: [(label, times, values, average or None)]"""
        drawn = [(run, c, curve) for run in self.runs for c, curve in enumerate(curves(run)) if len(curve[1])]
        if not drawn:
            return

        def draw(axes):
            for run, c, (label, times, values, average) in drawn:
                several = len(self.runs) > 1
                colour = COLOURS[(self.runs.index(run) if several else c) % len(COLOURS)]
                style = STYLES[c % len(STYLES)] if several else "-"
                if relative and values[0]:
                    values = (values / values[0] - 1) * 100
                axes.plot(times / self.size, values, style, color=colour, label=self.label(run, label), linewidth=1.2)
                if average:
                    draw_average(axes, average, self.size, colour)
            axes.set(xlabel=f"time ({self.unit})", ylabel=unit, title=title)
        self.add(draw)


def draw_average(axes, average, size, colour, factor=1.0):
    """The mean over its window, in a band of one standard error."""
    window = np.array([average["from (us)"], average["to (us)"]]) / size
    mean, error = factor * average["mean"], factor * average["error"]
    if not np.isfinite(mean):
        return
    known = np.isfinite(error)
    axes.plot(window, [mean, mean], color=colour, linewidth=2.5, alpha=0.6,
              label=f"mean {mean:.4g}" + (rf" $\pm$ {error:.1g}" if known else ", error unknown"))
    if known:
        axes.fill_between(window, mean - error, mean + error, color=colour, alpha=0.25, linewidth=0)


def draw_walls(axes, low, high):
    """Walls at y = low and high, hatched beyond."""
    thick = 0.04 * (high - low)
    for wall, beyond in ((low, low - thick), (high, high + thick)):
        axes.axhspan(min(wall, beyond), max(wall, beyond), facecolor="0.85", edgecolor="0.5", hatch="////", linewidth=0)
        axes.axhline(wall, color="0.3", linewidth=1)
    bottom, top = axes.get_ylim()
    axes.set_ylim(min(bottom, low - thick), max(top, high + thick))


def add_shapes(sheet, run, number):
    """Sections and surfaces of one object."""
    surfaces = Surfaces(run.folder, number)
    if not surfaces.times:
        return
    last = len(surfaces.times) - 1
    frames = sorted({round(last * s / 4) for s in range(5)})
    walls = walls_of(run.folder)

    def sections(axes):
        from matplotlib.collections import LineCollection
        for f, colour in zip(frames, plt.cm.viridis(np.linspace(0, 0.9, len(frames)))):
            points = surfaces.frame(f)
            axes.add_collection(LineCollection(section(points, surfaces.triangles, points[:, 0].mean()), colors=[colour], linewidths=1.5))
            axes.plot([], [], color=colour, label=f"{surfaces.times[f] / sheet.size:g} {sheet.unit}")
        axes.autoscale()
        axes.set_aspect("equal", adjustable="datalim")
        if walls:
            draw_walls(axes, 0, walls[0])
        axes.set(xlabel="z (um), along the flow", ylabel="y (um)", title=f"object {number}: section through the middle")

    def surface(f):
        def draw(axes):
            points = surfaces.frame(f)
            axes.plot_trisurf(points[:, 2], points[:, 0], points[:, 1], triangles=surfaces.triangles, color="#c8102e", edgecolor="none", shade=True)
            low, high = points.min(axis=0), points.max(axis=0)
            middle, half = (low + high) / 2, (high - low).max() / 2
            axes.set_xlim(middle[2] - half, middle[2] + half)
            axes.set_ylim(middle[0] - half, middle[0] + half)
            axes.set_zlim(middle[1] - half, middle[1] + half)
            axes.set(xlabel="z (um)", ylabel="x (um)", zlabel="y (um)", title=f"{surfaces.times[f] / sheet.size:g} {sheet.unit}")
        return draw
    sheet.add(sections)
    sheet.add(surface(0), projection="3d")
    sheet.add(surface(last), projection="3d")


def add_object(sheet, number):
    of = {run: chosen(run.cells, run.cells["object"] == number) if run.cells else {} for run in sheet.runs}

    def columns(*wanted):
        return lambda run: [(label, of[run]["time (us)"], of[run][name] / over, None) for label, name, over in wanted if name in of[run]]
    sheet.add_series(f"object {number}: shape", "deformation, index (1)", columns(("Taylor deformation", "taylor_deformation", 1),
                                                              ("elongation index", "elongation_index", 1)))
    sheet.add_series(f"object {number}: angles", r"angle ($\pi$ rad)", columns(("inclination", "inclination (rad)", np.pi),
                                                                              ("tank-treading", "tank_treading_angle (rad)", np.pi)))
    sheet.add_series(f"object {number}: change since the start", "change (%)", columns(("area", "area (um^2)", 1), ("volume", "volume (um^3)", 1)),
                     relative=True)


def add_whole(sheet):
    """What run.csv has."""
    def columns(*wanted):
        return lambda run: [(label, run.series["time (us)"], factor * run.series[name], None) for label, name, factor in wanted if name in run.series]

    def averaged(*wanted):
        def curves(run):
            found = []
            for label, name, factor in wanted:
                if name in run.series:
                    average = run.average(name.split(" (")[0])
                    if average:
                        average = {**average, "mean": factor * average["mean"], "error": factor * average["error"]}
                    found.append((label, run.series["time (us)"], factor * run.series[name], average))
            return found
        return curves
    sheet.add_series("energy", "energy (fJ)", columns(("kinetic", "kinetic energy (fJ)", 1), ("elastic", "elastic energy (fJ)", 1)))
    crowded = any(run.objects() for run in sheet.runs)
    steady = [run for run in sheet.runs if np.any(run.series.get("relative viscosity", 0))]
    if steady:
        sheet.add_series("viscosity of fluid and objects, over the fluid's", "relative viscosity (1)",
                         (averaged if crowded else columns)(("", "relative viscosity", 1)))
    sheet.add_series("wall shear stress", "stress (Pa)", columns(("lower wall", "lower wall stress z (kPa)", 1e3), ("upper wall", "upper wall stress z (kPa)", 1e3),
                                                                 ("tubes", "wall shear stress in tubes (kPa)", 1e3)))
    sheet.add_series("shear stress", "stress (Pa)", columns(("", "shear stress (kPa)", 1e3)))
    sheet.add_series("least distances", "distance (um)", columns(("between objects", "least distance of objects (um)", 1), ("within an object", "least distance within an object (um)", 1),
                                                                 ("from walls", "least distance from walls (um)", 1)))
    sheet.add_series("cell-free layer", "thickness (um)", averaged(("lower wall", "lower cell-free layer (um)", 1), ("upper wall", "upper cell-free layer (um)", 1),
                                                                   ("", "cell-free layer (um)", 1)))


def last_profile(run):
    """The mean profile with its errors; or, of a run that has none, the last."""
    if run.mean_profiles:
        return run.mean_profiles, "mean"
    if not run.profiles:
        return {}, ""
    return chosen(run.profiles, run.profiles["time (us)"] == run.profiles["time (us)"].max()), "last"


def pure_fluid(run, place, walls):
    """The steady velocity (um/us) of the fluid without objects under the last driving force, at these places; None where it is not known."""
    path = os.path.join(run.folder, "scenario.yaml")
    viscosity = re.search(r"viscosity: ([0-9.eE+-]+) cP", open(path).read()) if os.path.exists(path) else None
    if not viscosity or not walls or "driving force (kPa/um)" not in run.series:
        return None
    height, speeds = walls
    return speeds[0] + (speeds[1] - speeds[0]) * place / height + run.series["driving force (kPa/um)"][-1] / (2 * float(viscosity[1])) * place * (height - place)


def add_profiles(sheet):
    """Velocity and volume fractions across the flow, as curves over the height, between walls."""
    found = [(run, *last_profile(run)) for run in sheet.runs]
    found = [(run, table, which) for run, table, which in found if table]
    if not found:
        return
    across = "y (um)" if "y (um)" in found[0][1] else "r (um)"

    def finish(axes):
        for run, table, _ in found:
            place = table.get(across)
            if place is not None and len(place) > 1 and across == "y (um)" and "lower wall stress z (kPa)" in run.series:
                draw_walls(axes, 0, place[-1] + (place[1] - place[0]) / 2)
        if across == "r (um)":
            place = found[0][1][across]
            wall = place[-1] + (place[-1] - place[-2]) / 2 if len(place) > 1 else 2 * place[-1]
            axes.axhline(wall, color="0.3", linewidth=1.5)
            axes.set_ylim(0, 1.04 * wall)

    def kind_of(name):
        return name[len("volume fraction of "):] if name.startswith("volume fraction of ") else ""

    def curves(axes, wanted, factor):
        n = 0
        for run, table, which in found:
            for name in wanted(table):
                colour = COLOURS[n % len(COLOURS)]
                values, place = factor * table[name], table[across]
                axes.plot(values, place, ".-", color=colour, markersize=3, linewidth=1.2, label=sheet.label(run, (kind_of(name) + ", " if kind_of(name) else "") + which))
                error = table.get("error of " + name)
                if error is not None and np.isfinite(error).all():
                    axes.fill_betweenx(place, values - factor * error, values + factor * error, color=colour, alpha=0.25, linewidth=0)
                n += 1

    def velocity(axes):
        curves(axes, lambda table: ["velocity z (um/us)"], 1e3)
        for run, table, _ in found:
            walls = walls_of(run.folder)
            if walls and across == "y (um)":
                y = np.linspace(0, walls[0], 201)
                exact = pure_fluid(run, y, walls)
                if exact is not None:
                    axes.plot(1e3 * exact, y, "k--", linewidth=1, label=sheet.label(run, "pure fluid"))
        finish(axes)
        axes.set(xlabel="velocity along z (mm/s)", ylabel=across, title="velocity profile")

    def fractions(axes):
        def wanted(table):
            names = [name for name in table if name.startswith("volume fraction of ") and np.any(table[name])]
            return names or ["volume fraction"]
        curves(axes, wanted, 1)
        finish(axes)
        axes.set(xlabel="volume fraction (1)", ylabel=across, title="volume fractions")
    sheet.add(velocity)
    if any(np.any(table["volume fraction"]) for _, table, _ in found):
        sheet.add(fractions)


def add_stress(sheet, run):
    """Maps of the shear stress on walls and sheets: its size, the mean over the second half of the frames."""
    def late(frames):
        return frames[len(frames) // 2:]

    def add(title, x, z, stress, corners=None):
        size = 1e3 * np.hypot.reduce(np.mean(stress, axis=0), axis=-1)

        def draw(axes):
            shown = axes.tripcolor(z, x, size, triangles=corners, shading="gouraud") if corners is not None else \
                axes.pcolormesh(z, x, size.reshape(len(z), len(x)).T, shading="nearest")
            plt.colorbar(shown, ax=axes, label="shear stress (Pa)")
            axes.set_aspect("equal")
            axes.grid(False)
            axes.set(xlabel="z (um), along the flow", ylabel="x (um)", title=title)
        sheet.add(draw)

    fluid = late(list(Frames(run.folder, "fluid")))
    found = []
    for frame in fluid:
        with frame.open() as file:
            root = file["VTKHDF"]
            if "FieldData/wall_stress" in root:
                cells, h = np.diff(root.attrs["WholeExtent"])[::2], root.attrs["Spacing"][0]
                found.append(root["FieldData/wall_stress"][()].reshape(2, -1, 2))
    if found:
        x, z = ((np.arange(n) + 0.5) * h for n in (cells[0], cells[2]))
        for side, name in enumerate(("lower", "upper")):
            add(f"{name} wall: shear stress", x, z, np.array(found)[:, side])
    found = []
    for frame in late(list(Frames(run.folder, "cells"))):
        with frame.open() as file:
            points = file["VTKHDF/PointData"]
            if "wall_stress" not in points:
                return
            stress = points["wall_stress"][()]
            of = np.unique(points["object"][()][np.any(stress != 0, axis=1)])
        found.append((frame, stress, of))
    for number in sorted({int(o) for _, _, of in found for o in of}):
        mesh = found[-1][0].mesh(number)
        with found[-1][0].open() as file:
            mine = file["VTKHDF/PointData/object"][()] == number
        add(f"object {number}: shear stress from above", mesh.points[:, 0], mesh.points[:, 2], np.array([stress[mine] for _, stress, _ in found]), mesh.triangles)


def add_crowd(sheet):
    """Distributions over the objects, and how far they have gone."""
    crowds = [run for run in sheet.runs if run.objects() >= MANY]
    if not crowds:
        return

    def histogram(column, over, label, title):
        def draw(axes):
            n = 0
            for run in crowds:
                times = run.cells["time (us)"]
                late = chosen(run.cells, times >= times.max() / 2)
                for name in np.unique(late["name"]):
                    values = late[column][late["name"] == name] / over
                    axes.hist(values, bins=40, density=True, histtype="step", color=COLOURS[n % len(COLOURS)], label=sheet.label(run, str(name)))
                    n += 1
            axes.set(xlabel=label, ylabel="density (1 / unit of the axis)", title=title + ", second half")
        sheet.add(draw)
    histogram("taylor_deformation", 1, "Taylor deformation (1)", "deformation of the objects")
    histogram("inclination (rad)", np.pi, r"inclination ($\pi$ rad)", "inclination of the objects")

    if all("spin x (rad/us)" in run.cells for run in crowds):
        histogram("spin x (rad/us)", 1e-6, "spin about the vorticity x (rad/s)", "spin of the objects")

    contacts = [(run, run.contact_times()) for run in crowds]
    contacts = [(run, times) for run, times in contacts if len(times)]

    def contact_times(axes):
        for n, (run, times) in enumerate(contacts):
            axes.hist(times / sheet.size, bins=40, density=True, histtype="step", color=COLOURS[n % len(COLOURS)],
                      label=sheet.label(run, f"{len(times)} contacts"))
        axes.set(xlabel=f"time of a contact ({sheet.unit})", ylabel=f"density (1/{sheet.unit})", title="times of contacts that began and ended")
    if contacts:
        sheet.add(contact_times)

    def displacements(run):
        if not run.kinds:
            return []
        found = []
        for name in np.unique(run.kinds["name"]):
            kind = chosen(run.kinds, run.kinds["name"] == name)
            for d in "xyz":  # about the mean of the kind, which a flow carries along
                spread = kind[f"mean squared displacement {d} (um^2)"] - kind[f"mean displacement {d} (um)"] ** 2
                found.append((f"{name}, {d}", kind["time (us)"], spread, None))
        return found
    sheet.add_series("mean squared displacement about the mean", r"(um$^2$)", displacements)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run_dirs", nargs="+", metavar="RUN_DIR")
    parser.add_argument("--object", type=int, help="number of the object (default: the first that has rows in cells.csv)")
    parser.add_argument("--out", action="append", help="the picture, .png, .svg or .pdf; may be given again (default: RUN_DIR/run.png)")
    options = parser.parse_args()
    outs = options.out or [os.path.join(options.run_dirs[0], "run.png")]
    for folder in options.run_dirs:
        if not os.path.isdir(folder):
            sys.exit(f"plot_run.py: {folder}: no such folder")
    if plot_line.is_line(options.run_dirs[0]):
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

    sheet = Sheet(runs)
    if len(runs) == 1 and runs[0].cells:
        add_shapes(sheet, runs[0], options.object)
    if any(run.cells for run in runs):
        add_object(sheet, options.object)
    add_whole(sheet)
    add_profiles(sheet)
    if len(runs) == 1:
        add_stress(sheet, runs[0])
    add_crowd(sheet)
    figure = sheet.figure(", ".join(run.name for run in runs))
    for out in outs:
        figure.savefig(out, dpi=120, metadata={"Date": None} if out.endswith(".svg") else {"CreationDate": None} if out.endswith(".pdf") else None)
        print(out)


if __name__ == "__main__":
    main()
