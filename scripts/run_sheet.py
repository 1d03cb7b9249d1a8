"""A figure of panels, one for each quantity of one run or several: colours, legends, bands of errors, walls. Needs matplotlib."""
import matplotlib
import numpy as np
from print_units import write_micro

matplotlib.use("Agg")
matplotlib.rcParams.update({"svg.hashsalt": "ibsim", "svg.fonttype": "none", "pdf.fonttype": 42, "axes.grid": True, "grid.alpha": 0.3,
                            "legend.fontsize": "small", "legend.frameon": False, "axes.titlesize": "medium"})
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of a backend without a window)

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]  # Okabe and Ito 2008: also for eyes that see few colours
STYLES = ["-", "--", "-.", ":"]


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
        figure.get_layout_engine().set(w_pad=0.15, h_pad=0.08)  # inches: room for labels of three dimensions, and of the last ticks
        for n, (draw, options) in enumerate(self.panels):
            axes = figure.add_subplot(rows, columns, n + 1, **options)
            draw(axes)
            labels = axes.get_legend_handles_labels()[1]
            if labels and not options:  # below the axes, off the data
                axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2 if max(map(len, labels)) < 22 else 1)
        figure.suptitle(title)
        write_micro(figure)
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
                style = STYLES[c % len(STYLES)]  # curves that lie on each other are seen
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
