#!/usr/bin/env python3
"""Opens a run in ParaView: the cells coloured by tension, the fluid on a slice through the middle of the box, all frames in time.

usage: open_run.py RUN_DIR [--save PICTURE.png] [--time US] [--every-frame] [--field NAME] [--size WIDTH HEIGHT]

Without --save it starts ParaView's window; with --save it writes a picture, without a window, of the last frame or of that nearest
to --time, or PICTURE.0000.png and so on of every frame. It finds `pvpython` and `paraview` on the PATH, and `xvfb-run` where there
is no display. ParaView 5.12 or newer reads the .vtkhdf.series files; older ones read the .xdmf files beside them.
"""
import argparse
import os
import shutil
import sys

ARGUMENTS = "IBSIM_OPEN_RUN"  # how they reach a script that ParaView's window starts


def arguments():
    given = os.environ.get(ARGUMENTS)
    parser = argparse.ArgumentParser(prog="open_run.py", description=__doc__.split("\n\n")[0])
    parser.add_argument("run", metavar="RUN_DIR")
    parser.add_argument("--save", metavar="PICTURE.png")
    parser.add_argument("--time", type=float, metavar="US")
    parser.add_argument("--every-frame", action="store_true")
    parser.add_argument("--field", default="tension_1", choices=["tension_1", "tension_2", "traction", "velocity"])
    parser.add_argument("--size", type=int, nargs=2, default=[1200, 900], metavar=("WIDTH", "HEIGHT"))
    return parser.parse_args(given.split("\n") if given else None)


def start_paraview(options):
    """Run this script again, within ParaView."""
    program = "pvpython" if options.save else "paraview"
    if not shutil.which(program):
        sys.exit(f"open_run.py: {program} is not on the PATH; install ParaView (Debian: paraview and python3-paraview)")
    here = os.path.abspath(__file__)
    os.environ[ARGUMENTS] = "\n".join(sys.argv[1:])
    # Debian's ParaView is compiled against its own Python: nothing of a virtual environment must reach it.
    os.environ.pop("PYTHONPATH", None), os.environ.pop("PYTHONHOME", None)
    command = [program, "--force-offscreen-rendering", here] if options.save else [program, f"--script={here}"]
    if options.save and not os.environ.get("DISPLAY") and shutil.which("xvfb-run"):
        # Debian's ParaView draws on X only. A number of our own: that of a server which is about to end looks free. And no reset when
        # ParaView closes the connection by which it has a first look, since the next one would come too early.
        command = ["xvfb-run", "-a", "-n", str(100 + os.getpid() % 10000), "-s", "-noreset -screen 0 1600x1200x24"] + command
    os.execvp(command[0], command)


def reader(pv, run, name):
    """The reader of cells or fluid, or None where the run has none or no frame of them."""
    new = pv.GetParaViewVersion() >= (5, 12)
    path = os.path.join(os.path.abspath(run), name + (".vtkhdf.series" if new else ".xdmf"))
    if not os.path.exists(path):
        return None
    # Of the three readers that older ParaViews offer for .xdmf, this is the one that takes all times.
    source = pv.OpenDataFile(path) if new else pv.XDMFReader(registrationName=name, FileNames=[path])
    source.UpdatePipelineInformation()
    return source if len(times_of(source)) else None


def times_of(source):
    times = source.TimestepValues
    return list(times) if hasattr(times, "__len__") else [times]


def data_range(source, association, field, times):
    """Of a field (its magnitude, if it is a vector), over a few frames from the first to the last."""
    low, high = float("inf"), float("-inf")
    for time in {times[i * (len(times) - 1) // 4] for i in range(5)}:
        source.UpdatePipeline(time)
        array = getattr(source, association)[field]
        a, b = array.GetRange(-1 if array.GetNumberOfComponents() > 1 else 0)
        low, high = min(low, a), max(high, b)
    return low, high


def coloured(pv, source, view, association, field, limits, title, place):
    display = pv.Show(source, view)
    display.Representation = "Surface"
    pv.ColorBy(display, ("POINTS" if association == "PointData" else "CELLS", field))
    colours = pv.GetColorTransferFunction(field + "_of_" + association, display, separate=True)
    colours.ApplyPreset("Viridis (matplotlib)" if association == "CellData" else "Cool to Warm (Extended)", True)
    colours.RescaleTransferFunction(*limits)
    display.LookupTable = colours
    bar = pv.GetScalarBar(colours, view)
    bar.Title, bar.ComponentTitle = title, ""
    bar.WindowLocation = place
    bar.TitleColor = bar.LabelColor = [0, 0, 0]
    bar.Visibility = 1
    return display


def scene(pv, options):
    cells, fluid = reader(pv, options.run, "cells"), reader(pv, options.run, "fluid")
    if not cells and not fluid:
        sys.exit(f"open_run.py: {options.run} holds no frames of a run")
    view = pv.GetActiveViewOrCreate("RenderView")
    view.ViewSize = options.size
    view.Background = [1, 1, 1]
    view.UseColorPaletteForBackground = 0
    view.OrientationAxesLabelColor = [0, 0, 0]
    units = {"tension_1": "larger tension (dyn/cm)", "tension_2": "smaller tension (dyn/cm)", "traction": "traction (kPa)",
             "velocity": "velocity (um/us)"}
    times, bounds = [], None
    if fluid:
        times = times_of(fluid)
        limits = data_range(fluid, "CellData", "velocity", times)
        bounds = fluid.GetDataInformation().GetBounds()
        middle = [(bounds[2 * d] + bounds[2 * d + 1]) / 2 for d in range(3)]
        cut = pv.Slice(registrationName="slice of the fluid", Input=fluid)
        cut.SliceType = "Plane"
        cut.SliceType.Origin, cut.SliceType.Normal = middle, [1, 0, 0]
        pv.Hide(fluid, view)
        plane = coloured(pv, cut, view, "CellData", "velocity", limits, units["velocity"], "Lower Right Corner")
        plane.Ambient, plane.Diffuse = 1, 0  # a map, not a lit body
        box = pv.Show(pv.Outline(registrationName="box", Input=fluid), view)
        box.AmbientColor = box.DiffuseColor = [0.4, 0.4, 0.4]
    if cells:
        times = times_of(cells)
        limits = data_range(cells, "PointData", options.field, times)
        coloured(pv, cells, view, "PointData", options.field, limits, units[options.field], "Upper Right Corner")
        bounds = bounds or cells.GetDataInformation().GetBounds()
    note = pv.AnnotateTimeFilter(registrationName="time", Input=cells or fluid)
    note.Format = "t = {time:.4g} us" if pv.GetParaViewVersion() >= (5, 10) else "t = %.4g us"
    pv.Show(note, view).Color = [0, 0, 0]
    # From the side of small x, z to the right (the flow), y up (its gradient), the box a little turned.
    centre = [(bounds[2 * d] + bounds[2 * d + 1]) / 2 for d in range(3)]
    size = max(bounds[2 * d + 1] - bounds[2 * d] for d in range(3))
    view.CameraFocalPoint = centre
    view.CameraPosition = [centre[0] - 2.8 * size, centre[1] + 0.7 * size, centre[2] + 0.9 * size]
    view.CameraViewUp = [0, 1, 0]
    pv.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
    return view, times


def save(pv, view, times, options):
    if options.every_frame:
        stem, ending = os.path.splitext(options.save)
        chosen = [(time, f"{stem}.{i:04d}{ending}") for i, time in enumerate(times)]
    else:
        wanted = times[-1] if options.time is None else options.time
        chosen = [(min(times, key=lambda time: abs(time - wanted)), options.save)]
    for time, picture in chosen:
        view.ViewTime = time
        pv.GetAnimationScene().AnimationTime = time
        pv.Render(view)
        pv.SaveScreenshot(os.path.abspath(picture), view, ImageResolution=options.size)
        print(picture)


def main():
    options = arguments()
    if not os.path.isdir(options.run):
        sys.exit(f"open_run.py: {options.run}: no such folder")
    try:
        from paraview import simple as pv
    except ImportError:
        start_paraview(options)
    pv._DisableFirstRenderCameraReset()
    view, times = scene(pv, options)
    if options.save:
        save(pv, view, times, options)
    else:
        pv.Render(view)


main()
