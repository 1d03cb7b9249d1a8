"""Pictures of runs of `kind: line` for plot_run.py: every quantity over place and time, and the tables over time."""
import os

import matplotlib.pyplot as plt
import numpy as np
import run_package  # noqa: F401  (the package of this clone)
from ibsim.frames import Frames
from ibsim.tables import name_and_unit
from print_units import named, save, usual, write_micro


STYLES = ("-", "--", ":", "-.")


def read_frames(folder):
    """Times, x, starts of the segments, and {name (unit): [time, point]}."""
    frames = list(Frames(folder, "line"))
    if not frames:
        return np.array([]), None, None, {}
    with frames[0].open() as file:
        x, starts = file["VTKHDF/Points"][:, 0], file["VTKHDF/Lines/Offsets"][:]
    fields = {named(name, unit): np.array([frame[name] for frame in frames]) for name, unit in frames[0].units.items()}
    return np.array([frame.time for frame in frames]), x, starts, fields


def scaled(values, header):
    """The values of a column in the unit that suits them, and their label."""
    name, unit = name_and_unit(header)
    size, unit = usual(unit, np.nanmax(np.abs(values), initial=0))
    return values / size, named(name, unit)


def off_the_data(axis):
    axis.legend(fontsize="small", frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)


def draw(folder, read_table, out):
    times, x, starts, fields = read_frames(folder)
    run, vessels = read_table(os.path.join(folder, "run.csv")), read_table(os.path.join(folder, "vessels.csv"))
    time_name = "time (us)" if "time (us)" in run else "time"
    has_units = time_name != "time"
    if x is not None:
        x, place = scaled(x, "x (um)" if has_units else "x")
    times, when = scaled(times, time_name)
    columns = max(len(fields), (1 if run else 0) + (3 if vessels else 0), 1)
    figure, axes = plt.subplots(2, columns, figsize=(6 * columns, 9), layout="constrained", squeeze=False)
    figure.get_layout_engine().set(w_pad=0.12, h_pad=0.08)  # inches: labels are on the page
    thin = max(1, (x.size if x is not None else 1) // 2048)
    for axis, (header, values) in zip(axes[0], fields.items()):
        values, label = scaled(values, header)
        if len(times) > 1 and len(starts) == 2:
            image = axis.pcolormesh(x[::thin], times, values[:, ::thin], shading="nearest", rasterized=True)
            figure.colorbar(image, ax=axis, label=label)
            axis.grid(False)
            axis.set(xlabel=place, ylabel=when, title=name_and_unit(label)[0])
        else:  # a network: each segment, at the last time
            for n, (a, b) in enumerate(zip(starts[:-1], starts[1:])):
                axis.plot(x[a:b], values[-1][a:b], STYLES[n % len(STYLES)])
            name, unit = name_and_unit(when)
            axis.set(xlabel=place, ylabel=label, title=f"{name_and_unit(label)[0]} at {times[-1]:g} {unit}")
    position = 0
    if run:
        time, when = scaled(run[time_name], time_name)
        for name in run:
            if name in ("step", time_name, "state_hash") or not np.issubdtype(run[name].dtype, np.number):
                continue
            values, label = scaled(run[name], name)
            most = np.nanmax(np.abs(values), initial=0) or 1
            label, unit = name_and_unit(label)
            axes[1][position].plot(time, values / most, label=f"{label} / {most:.3g} {unit}".rstrip())
        axes[1][position].set(xlabel=when, ylabel="over the greatest", title="the whole line")
        off_the_data(axes[1][position])
        position += 1
    for header in ("pressure (kPa)", "flow (um^3/us)", "wall shear rate (1/us)") if vessels else ():
        values, label = scaled(vessels[header], header)
        time, when = scaled(vessels["time (us)"], "time (us)")
        for n, number in enumerate(np.unique(vessels["object"])):
            mine = vessels["object"] == number
            axes[1][position].plot(time[mine], values[mine], STYLES[n % len(STYLES)], label=vessels["name"][mine][0])
        axes[1][position].set(xlabel=when, ylabel=label, title=name_and_unit(label)[0] + " in the middle of each vessel")
        off_the_data(axes[1][position])
        position += 1
    for row, used in ((0, len(fields)), (1, position)):
        for axis in axes[row][used:]:
            axis.axis("off")
    figure.suptitle(os.path.basename(os.path.abspath(folder)))
    write_micro(figure)
    save(figure, out, dpi=100)
    print(out)
