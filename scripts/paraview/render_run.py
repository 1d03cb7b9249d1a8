#!/usr/bin/env python3
"""Draws a run with VTK alone, without ParaView: the cells coloured by tension, the fluid on a slice through the middle of the box.

usage: render_run.py RUN_DIR [--save PICTURE.png] [--time US] [--every-frame] [--field NAME] [--size WIDTH HEIGHT]

Writes RUN_DIR/picture.png, or the file of --save, of the last frame or of that nearest to --time; with --every-frame
PICTURE.0000.png and so on. Needs Python's vtk, 9.3 or newer, which it finds or installs (own_python.py); no display, though 9.3 then
wants `xvfb-run`.
"""
import argparse
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import own_python  # noqa: E402
from listed_frames import listed_frames  # noqa: E402

own_python.need("render_run.py", "vtk")

import vtkmodules.vtkRenderingFreeType  # noqa: E402, F401  (text)
import vtkmodules.vtkRenderingOpenGL2  # noqa: E402, F401  (the pixels)
from vtkmodules.vtkCommonColor import vtkColorSeries  # noqa: E402
from vtkmodules.vtkCommonCore import vtkLookupTable, vtkVersion  # noqa: E402
from vtkmodules.vtkCommonDataModel import vtkPlane  # noqa: E402
from vtkmodules.vtkCommonExecutionModel import vtkTrivialProducer  # noqa: E402
from vtkmodules.vtkFiltersCore import vtkCutter  # noqa: E402
from vtkmodules.vtkFiltersModeling import vtkOutlineFilter  # noqa: E402
from vtkmodules.vtkIOHDF import vtkHDFReader  # noqa: E402
from vtkmodules.vtkIOImage import vtkPNGWriter  # noqa: E402
from vtkmodules.vtkRenderingAnnotation import vtkScalarBarActor  # noqa: E402
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper, vtkRenderer, vtkRenderWindow, vtkTextActor, vtkWindowToImageFilter  # noqa: E402

UNITS = {"tension_1": "larger tension\n(dyn/cm)", "tension_2": "smaller tension\n(dyn/cm)", "traction": "traction (kPa)",
         "velocity": "velocity (um/us)"}


class Frames:
    """The frames that NAME.vtkhdf.series lists, read one at a time; false where the run has none."""

    def __init__(self, run, name):
        self.times, self.paths = listed_frames(run, name)
        self.shown = vtkTrivialProducer()
        if self.times:
            self.update(self.times[0])

    def __bool__(self):
        return bool(self.times)

    def update(self, time):
        nearest = min(range(len(self.times)), key=lambda f: abs(self.times[f] - time))
        reader = vtkHDFReader()  # a new one: that of VTK 9.7 keeps what it has read from another file
        reader.SetFileName(self.paths[nearest])
        reader.Update()
        self.shown.SetOutput(reader.GetOutputDataObject(0))

    def data(self):
        return self.shown.GetOutputDataObject(0)

    def port(self):
        return self.shown.GetOutputPort()


def data_range(frames, at_cells, field):
    """Of a field (its magnitude, if it is a vector), over a few frames from the first to the last."""
    low, high, times = float("inf"), float("-inf"), frames.times
    for time in {times[i * (len(times) - 1) // 4] for i in range(5)}:
        frames.update(time)
        data = frames.data()
        array = (data.GetCellData() if at_cells else data.GetPointData()).GetArray(field)
        a, b = array.GetRange(-1 if array.GetNumberOfComponents() > 1 else 0)
        low, high = min(low, a), max(high, b)
    return low, high


def colours(series, low, high):
    table = vtkLookupTable()
    scheme = vtkColorSeries()
    scheme.SetColorScheme(series)
    scheme.BuildLookupTable(table, vtkColorSeries.ORDINAL)
    few = [table.GetTableValue(i) for i in range(table.GetNumberOfTableValues())]
    table.SetNumberOfTableValues(256)
    for i in range(256):
        x = i / 255 * (len(few) - 1)
        k = min(int(x), len(few) - 2)
        table.SetTableValue(i, *[a + (x - k) * (b - a) for a, b in zip(few[k], few[k + 1])])
    table.SetRange(low, high)
    table.SetVectorModeToMagnitude()
    return table


def add(renderer, source, field, at_cells, table, title, place):
    mapper = vtkPolyDataMapper()
    mapper.SetInputConnection(source)
    mapper.SetScalarModeToUseCellFieldData() if at_cells else mapper.SetScalarModeToUsePointFieldData()
    mapper.SelectColorArray(field)
    mapper.SetLookupTable(table)
    mapper.UseLookupTableScalarRangeOn()
    actor = vtkActor()
    actor.SetMapper(mapper)
    if at_cells:  # a map, not a lit body
        actor.GetProperty().LightingOff()
    renderer.AddActor(actor)
    bar = vtkScalarBarActor()
    bar.SetLookupTable(table)
    bar.SetTitle(title)
    bar.SetPosition(*place)
    bar.SetWidth(0.1), bar.SetHeight(0.35)
    bar.UnconstrainedFontSizeOn()
    for text in (bar.GetTitleTextProperty(), bar.GetLabelTextProperty()):
        text.SetColor(0, 0, 0), text.SetFontSize(16), text.ItalicOff(), text.ShadowOff(), text.BoldOff()
    renderer.AddViewProp(bar)


def scene(options):
    cells, fluid = Frames(options.run, "cells"), Frames(options.run, "fluid")
    if not cells and not fluid:
        sys.exit(f"render_run.py: {options.run} holds no frames of a run")
    renderer = vtkRenderer()
    renderer.SetBackground(1, 1, 1)
    bounds = None
    if fluid:
        low, high = data_range(fluid, True, "velocity")
        bounds = fluid.data().GetBounds()
        plane = vtkPlane()
        plane.SetOrigin(*[(bounds[2 * d] + bounds[2 * d + 1]) / 2 for d in range(3)])
        plane.SetNormal(1, 0, 0)
        cut = vtkCutter()
        cut.SetCutFunction(plane)
        cut.SetInputConnection(fluid.port())
        add(renderer, cut.GetOutputPort(), "velocity", True, colours(vtkColorSeries.BREWER_SEQUENTIAL_BLUE_GREEN_9, low, high), UNITS["velocity"], (0.88, 0.05))
        outline = vtkOutlineFilter()
        outline.SetInputConnection(fluid.port())
        mapper = vtkPolyDataMapper()
        mapper.SetInputConnection(outline.GetOutputPort())
        box = vtkActor()
        box.SetMapper(mapper)
        box.GetProperty().SetColor(0.4, 0.4, 0.4)
        renderer.AddActor(box)
    if cells:
        low, high = data_range(cells, False, options.field)
        bounds = bounds or cells.data().GetBounds()
        add(renderer, cells.port(), options.field, False, colours(vtkColorSeries.BREWER_SEQUENTIAL_YELLOW_ORANGE_BROWN_9, low, high), UNITS[options.field],
            (0.88, 0.55))
    # From the side of small x, z to the right (the flow), y up (its gradient), the box a little turned.
    centre = [(bounds[2 * d] + bounds[2 * d + 1]) / 2 for d in range(3)]
    size = max(bounds[2 * d + 1] - bounds[2 * d] for d in range(3))
    camera = renderer.GetActiveCamera()
    camera.SetFocalPoint(*centre)
    camera.SetPosition(centre[0] - 2.8 * size, centre[1] + 0.7 * size, centre[2] + 0.9 * size)
    camera.SetViewUp(0, 1, 0)
    return renderer, [frames for frames in (cells, fluid) if frames], cells.times or fluid.times


def draw(renderer, sources, chosen, size):
    note = vtkTextActor()
    note.GetTextProperty().SetColor(0, 0, 0), note.GetTextProperty().SetFontSize(20)
    note.SetPosition(15, size[1] - 35)
    renderer.AddViewProp(note)
    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetSize(*size)
    window.AddRenderer(renderer)
    for time, picture in chosen:
        for source in sources:
            source.update(time)
        note.SetInput(f"t = {time:.4g} us")
        renderer.ResetCameraClippingRange()
        window.Render()
        image = vtkWindowToImageFilter()
        image.SetInput(window)
        image.ReadFrontBufferOff()
        writer = vtkPNGWriter()
        writer.SetFileName(picture)
        writer.SetInputConnection(image.GetOutputPort())
        writer.Write()
        print(picture)


def main():
    parser = argparse.ArgumentParser(prog="render_run.py", description=__doc__.split("\n\n")[0])
    parser.add_argument("run", metavar="RUN_DIR")
    parser.add_argument("--save", metavar="PICTURE.png")
    parser.add_argument("--time", type=float, metavar="US")
    parser.add_argument("--every-frame", action="store_true")
    parser.add_argument("--field", default="tension_1", choices=list(UNITS))
    parser.add_argument("--size", type=int, nargs=2, default=[1200, 900], metavar=("WIDTH", "HEIGHT"))
    options = parser.parse_args()
    version = vtkVersion()
    if (version.GetVTKMajorVersion(), version.GetVTKMinorVersion()) < (9, 4) and not os.environ.get("DISPLAY"):  # it draws on X only
        if not shutil.which("xvfb-run"):
            sys.exit("render_run.py: this VTK needs a display; install a newer one (pip install -U vtk), or xvfb-run")
        os.execvp("xvfb-run", ["xvfb-run", "-a", "-n", str(100 + os.getpid() % 10000), "-s", "-noreset -screen 0 1600x1200x24", sys.executable] + sys.argv)
    if not os.path.isdir(options.run):
        sys.exit(f"render_run.py: {options.run}: no such folder")
    picture = options.save or os.path.join(options.run, "picture.png")
    renderer, sources, times = scene(options)
    if options.every_frame:
        stem, ending = os.path.splitext(picture)
        chosen = [(time, f"{stem}.{i:04d}{ending}") for i, time in enumerate(times)]
    else:
        wanted = times[-1] if options.time is None else options.time
        chosen = [(min(times, key=lambda time: abs(time - wanted)), picture)]
    draw(renderer, sources, chosen, options.size)


main()
