"""Pictures of runs of `kind: line` for plot_run.py: every quantity over place and time, and the tables over time."""
import os

import matplotlib.pyplot as plt
import numpy as np
import run_package  # noqa: F401  (the package of this clone)
from ibsim.frames import Frames


def is_line(folder):
    return os.path.exists(os.path.join(folder, "line.vtkhdf.series"))


def read_frames(folder):
    """Times, x, starts of the segments, and {name (unit): [time, point]}."""
    frames = list(Frames(folder, "line"))
    if not frames:
        return np.array([]), None, None, {}
    with frames[0].open() as file:
        x, starts = file["VTKHDF/Points"][:, 0], file["VTKHDF/Lines/Offsets"][:]
    units = frames[0].units
    fields = {name + (f" ({unit})" if unit else ""): np.array([frame[name] for frame in frames]) for name, unit in units.items()}
    return np.array([frame.time for frame in frames]), x, starts, fields


def draw(folder, read_table, out):
    times, x, starts, fields = read_frames(folder)
    run, vessels = read_table(os.path.join(folder, "run.csv")), read_table(os.path.join(folder, "vessels.csv"))
    time_name = "time (us)" if "time (us)" in run else "time"
    tables = [("run.csv", run, [c for c in run if c not in ("step", time_name, "state_hash")])] if run else []
    columns = max(len(fields), len(tables) + (3 if vessels else 0), 1)
    figure, axes = plt.subplots(2, columns, figsize=(6 * columns, 9), constrained_layout=True, squeeze=False)
    thin = max(1, (x.size if x is not None else 1) // 2048)
    for axis, (name, values) in zip(axes[0], fields.items()):
        if len(times) > 1 and len(starts) == 2:
            image = axis.pcolormesh(x[::thin], times, values[:, ::thin], shading="nearest", rasterized=True)
            figure.colorbar(image, ax=axis)
            axis.set(xlabel="x", ylabel=time_name, title=name)
        else:  # a network: each segment, at the last time
            for a, b in zip(starts[:-1], starts[1:]):
                axis.plot(x[a:b], values[-1][a:b])
            axis.set(xlabel="x", title=f"{name} at {times[-1]:g}")
    position = 0
    for title, table, names in tables:
        for name in names:
            if np.issubdtype(table[name].dtype, np.number):
                most = np.abs(table[name]).max() or 1
                axes[1][position].plot(table[time_name], table[name] / most, label=f"{name} / {most:.3g}")
        axes[1][position].set(xlabel=time_name, title=title)
        axes[1][position].legend(fontsize="small", frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)  # off the data
        position += 1
    for name in ("pressure (kPa)", "flow (um^3/us)", "wall shear rate (1/us)") if vessels else ():
        for number in np.unique(vessels["object"]):
            mine = vessels["object"] == number
            axes[1][position].plot(vessels["time (us)"][mine], vessels[name][mine], label=vessels["name"][mine][0])
        axes[1][position].set(xlabel="time (us)", title=name)
        axes[1][position].legend(fontsize="small", frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)  # off the data
        position += 1
    for row, used in ((0, len(fields)), (1, position)):
        for axis in axes[row][used:]:
            axis.axis("off")
    figure.suptitle(os.path.basename(os.path.abspath(folder)))
    figure.savefig(out, dpi=100)
    print(out)
