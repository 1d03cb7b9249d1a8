"""scripts/plot_run.py draws a run with objects, one without, two over each other, and says what is wrong with a folder that holds no run.

usage: plot_a_run.py PLOT_RUN IBSIM_TESTS; exits with 77 where h5py or matplotlib is not installed
"""
import os
import subprocess
import sys
import tempfile

try:
    import h5py  # noqa: F401
    import matplotlib  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

plot, tests = sys.argv[1:3]
RUN = "step,time (us),kinetic energy (fJ),elastic energy (fJ)\n0,0,1,2\n1,0.5,0.5,1\n"
CELLS = ("time (us),object,name,area (um^2),volume (um^3),taylor_deformation,inclination (rad),tank_treading_angle (rad)\n"
         "0,0,red cell,1,1,0,0,0\n0,1,red cell,1,1,0,0,0\n0.5,0,red cell,1.1,1,0.1,0.2,0.1\n0.5,1,red cell,1,1,0,0,0\n")


def draw(folder, *options):
    return subprocess.run([sys.executable, plot, folder, *options], capture_output=True, text=True)


def draw_here(*arguments):
    """The same without another Python, whose matplotlib takes a second to load."""
    sys.path.insert(0, os.path.dirname(plot))
    import plot_run
    sys.argv = [plot, *arguments]
    plot_run.main()


def refused_here(*arguments):
    """What it says before it ends with 1."""
    try:
        draw_here(*arguments)
    except SystemExit as end:
        assert isinstance(end.code, str), end.code  # Python prints it, and ends with 1
        return end.code
    raise AssertionError("it drew something")


def labels_have_room():
    """Of panels of all kinds (lines, three dimensions, maps with a scale) none lies on another, and all of each is on the page."""
    sys.path.insert(0, os.path.dirname(plot))
    from run_sheet import Sheet

    class OfMicroseconds:
        name = "run"

        def time_unit(self):
            return 1.0, "us"
    sheet = Sheet([OfMicroseconds()])

    def line(axes):
        axes.plot([0, 0.14], [1.0745, 1.0775], label="a curve")
        axes.set(xlabel="volume fraction (1)", ylabel="relative viscosity (1)")

    def body(axes):
        axes.plot([0, 8], [0, 8], [0, 8])
        axes.set(xlabel="z (um)", ylabel="x (um)", zlabel="y (um)")

    def scale(axes):
        axes.figure.colorbar(axes.pcolormesh([[0.61, 0.65], [0.62, 0.63]]), ax=axes, label="shear stress (Pa)")
    for draw, options in 2 * [(line, {}), (body, {"projection": "3d"}), (body, {"projection": "3d"}), (line, {}), (scale, {}), (scale, {})]:
        sheet.add(draw, **options)
    figure = sheet.figure("run")
    for _ in range(2):  # ticks follow from sizes, and sizes from ticks
        figure.draw_without_rendering()
    page = figure.bbox
    boxes = [axes.get_tightbbox().padded(5) for axes in figure.axes]  # pixels, of 100 an inch
    for n, box in enumerate(boxes):
        assert page.x0 <= box.x0 and page.y0 <= box.y0 and box.x1 <= page.x1 and box.y1 <= page.y1, (n, box, page)
        for m, other in enumerate(boxes[:n]):
            assert not box.overlaps(other), (m, n, other, box)


labels_have_room()
with tempfile.TemporaryDirectory() as root:
    subprocess.run([tests, "--gtest_filter=Frames.for_vtk"], env={**os.environ, "IBSIM_TINY_FRAMES": root}, check=True, capture_output=True)
    folder = os.path.join(root, "whole")
    assert "holds no run" in refused_here(folder)

    with open(os.path.join(folder, "run.csv"), "w") as file:
        file.write(RUN)
    pictures = [os.path.join(root, name) for name in ("without.png", "with.png")]
    done = draw(folder, "--out", pictures[0])
    assert done.returncode == 0, done.stderr
    with open(os.path.join(folder, "cells.csv"), "w") as file:
        file.write(CELLS)
    draw_here(folder, "--out", pictures[1])
    for picture in pictures:
        with open(picture, "rb") as file:
            assert file.read(8) == b"\x89PNG\r\n\x1a\n"
    # two runs over each other, in forms that are printed
    svg, pdf = os.path.join(root, "two.svg"), os.path.join(root, "two.pdf")
    draw_here(folder, folder, "--out", svg, "--out", pdf)
    with open(svg, encoding="utf-8") as file:
        text = file.read()
    assert text.startswith("<?xml") and "Taylor deformation" in text and "energy (fJ)" in text
    assert "time (\N{MICRO SIGN}s)" in text and "(um)" not in text
    with open(pdf, "rb") as file:
        assert file.read(5) == b"%PDF-"
    assert "from 0 to 1" in refused_here(folder, "--object", "2")
