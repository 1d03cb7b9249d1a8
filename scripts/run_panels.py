"""The panels that plot_run.py draws, each a function of a Sheet (run_sheet.py) and of runs as they were read (run_tables.py)."""
import matplotlib.pyplot as plt
import numpy as np
from run_sheet import COLOURS, draw_walls
from run_tables import Surfaces, chosen, last_profile, pure_fluid, section, stresses_on_sheets, stresses_on_walls, walls_of

MANY = 8  # objects, from which on their distribution is drawn


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
        if walls:
            draw_walls(axes, 0, walls[0])
        axes.autoscale()
        axes.set_aspect("equal", adjustable="datalim")
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
            axes.set_box_aspect(None, zoom=0.8)  # else the label of y lies on the next panel
        return draw
    sheet.add(sections)
    sheet.add(surface(0), projection="3d")
    sheet.add(surface(last), projection="3d")


def parted(angle, period):
    """Angles without the lines that jump from one end of their period to the other."""
    jumps = np.flatnonzero(np.abs(np.diff(angle)) > period / 2)
    return np.insert(angle.astype(float), jumps + 1, np.nan), jumps + 1


def add_object(sheet, number):
    of = {run: chosen(run.cells, run.cells["object"] == number) if run.cells else {} for run in sheet.runs}

    def columns(*wanted):
        return lambda run: [(label, of[run]["time (us)"], of[run][name] / over, None) for label, name, over in wanted if name in of[run]]

    def inclination(run):
        curves = columns(("", "inclination (rad)", np.pi / 180))(run)
        parts = [(label, times, *parted(values, 180)) for label, times, values, _ in curves]  # an axis is the same after half a turn
        return [(label, np.insert(times, jumps, np.nan), values, None) for label, times, values, jumps in parts]
    sheet.add_series(f"object {number}: shape", "deformation, index (1)", columns(("Taylor deformation", "taylor_deformation", 1),
                                                              ("elongation index", "elongation_index", 1)))
    sheet.add_series(f"object {number}: inclination", "inclination (degrees)", inclination)
    sheet.add_series(f"object {number}: how far its membrane has gone round", "turns", columns(("", "tank_treading_angle (rad)", 2 * np.pi)))
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
                    average = run.average(name.split(" (")[0]) if run.objects() else None
                    if average:
                        average = {**average, "mean": factor * average["mean"], "error": factor * average["error"]}
                    values = factor * run.series[name]
                    if name == "relative viscosity":  # of a fluid at rest it is not known, and 0 in the table
                        values = np.where(values == 0, np.nan, values)
                    found.append((label, run.series["time (us)"], values, average))
            return found
        return curves
    sheet.add_series("energy", "energy (fJ)", columns(("kinetic", "kinetic energy (fJ)", 1), ("elastic", "elastic energy (fJ)", 1)))
    steady = [run for run in sheet.runs if np.any(run.series.get("relative viscosity", 0))]
    if steady:
        sheet.add_series("viscosity of fluid and objects, over the fluid's", "relative viscosity (1)",
                         averaged(("", "relative viscosity", 1)))
    sheet.add_series("wall shear stress", "stress (Pa)", columns(("lower wall", "lower wall stress z (kPa)", 1e3), ("upper wall", "upper wall stress z (kPa)", 1e3),
                                                                 ("tubes", "wall shear stress in tubes (kPa)", 1e3)))
    sheet.add_series("shear stress", "stress (Pa)", columns(("", "shear stress (kPa)", 1e3)))
    sheet.add_series("least distances", "distance (um)", columns(("between objects", "least distance of objects (um)", 1), ("within an object", "least distance within an object (um)", 1),
                                                                 ("from walls", "least distance from walls (um)", 1)))
    sheet.add_series("cell-free layer", "thickness (um)", averaged(("lower wall", "lower cell-free layer (um)", 1), ("upper wall", "upper cell-free layer (um)", 1),
                                                                   ("", "cell-free layer (um)", 1)))


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
    if any(np.abs(table["velocity z (um/us)"]).max() > 1e-9 * np.max(run.series["max speed (um/us)"]) for run, table, _ in found):  # else round-off alone
        sheet.add(velocity)
    if any(np.any(table["volume fraction"]) for _, table, _ in found):
        sheet.add(fractions)


def angles_and_radii(points):
    """Of points about the line along z through their middle."""
    x, y = (points[:, d] - (points[:, d].min() + points[:, d].max()) / 2 for d in (0, 1))
    return np.arctan2(x, y), np.hypot(x, y)


def add_stress(sheet, run):
    """Maps of the shear stress on walls and sheets: its size, the mean over the second half of the frames."""
    def add(title, x, z, stress, corners=None, across="x (um)"):
        def draw(axes):
            shown = axes.tripcolor(z, x, stress, triangles=corners, shading="gouraud") if corners is not None else \
                axes.pcolormesh(z, x, stress.reshape(len(z), len(x)).T, shading="nearest")
            shown.set_rasterized(True)  # triangle by triangle an .svg would have some 20 MB
            plt.colorbar(shown, ax=axes, label="shear stress (Pa)")
            axes.set_aspect("equal")
            axes.grid(False)
            axes.set(xlabel="z (um), along the flow", ylabel=across, title=title)
        sheet.add(draw)
    for name, x, z, stress in stresses_on_walls(run.folder):
        add(f"{name} wall: shear stress", x, z, stress)
    for number, mesh, stress in stresses_on_sheets(run.folder):
        x, z, corners = mesh.points[:, 0], mesh.points[:, 2], mesh.triangles
        around, radii = angles_and_radii(mesh.points)
        is_tube = np.ptp(radii) < 0.2 * radii.mean()  # it is drawn cut open along its length
        if is_tube:
            x = radii.mean() * around
            corners = corners[np.ptp(around[corners], axis=1) < np.pi]
        add(f"object {number}: shear stress of the flow", x, z, stress, corners, "around the tube (um)" if is_tube else "x (um)")


def add_crowd(sheet):
    """Distributions over the objects, and how far they have gone."""
    crowds = [run for run in sheet.runs if run.objects() >= MANY]
    if not crowds:
        return

    def histogram(column, over, label, unit, title):
        def draw(axes):
            n = 0
            for run in crowds:
                times = run.cells["time (us)"]
                late = chosen(run.cells, times >= times.max() / 2)
                for name in np.unique(late["name"]):
                    values = late[column][late["name"] == name] / over
                    axes.hist(values, bins=40, density=True, histtype="step", color=COLOURS[n % len(COLOURS)], label=sheet.label(run, str(name)))
                    n += 1
            axes.set(xlabel=label, ylabel=f"probability density ({unit})", title=title + ", second half")
        sheet.add(draw)
    histogram("taylor_deformation", 1, "Taylor deformation (1)", "1", "deformation of the objects")
    histogram("inclination (rad)", np.pi, r"inclination ($\pi$ rad)", r"1/($\pi$ rad)", "inclination of the objects")

    if all("spin x (rad/us)" in run.cells for run in crowds):
        histogram("spin x (rad/us)", 1e-6, "spin about the vorticity x (rad/s)", "s/rad", "spin of the objects")

    contacts = [(run, run.contact_times()) for run in crowds]
    contacts = [(run, times) for run, times in contacts if len(times)]

    def contact_times(axes):
        for n, (run, times) in enumerate(contacts):
            axes.hist(times / sheet.size, bins=40, density=True, histtype="step", color=COLOURS[n % len(COLOURS)],
                      label=sheet.label(run, f"{len(times)} contacts"))
        axes.set(xlabel=f"time of a contact ({sheet.unit})", ylabel=f"probability density (1/{sheet.unit})", title="times of contacts that began and ended")
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
    sheet.add_series("mean squared displacement about the mean", "squared displacement (um²)", displacements)
