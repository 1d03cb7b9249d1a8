"""A script of scripts/paraview draws a run: the picture holds the cell, where it is, as large as it is, and steps through time.

usage: draw_a_run.py SCRIPT IBSIM; exits with 77 where what the script needs (ParaView, or Python's vtk) is not installed

A sphere of 3.91 um in the middle of a box of 16 um is drawn from a distance of 2.8, 0.7 and 0.9 boxes along -x, y and z, with an
opening of 30 degrees. Pictures with and without the cells differ in the sphere's half before the slice.
"""
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

script, ibsim = sys.argv[1:3]
if os.path.basename(script) == "open_run.py":
    if not shutil.which("pvpython"):
        print("skipped: no pvpython")
        sys.exit(77)
else:
    try:
        import vtkmodules.vtkIOHDF  # noqa: F401
    except ImportError as error:
        print(f"skipped: {error}")
        sys.exit(77)

SIZE = 240
SCENARIO = """
domain: {size: [16 um, 16 um, 16 um], cell: 1 um}
fluid: {background_shear: 20000 1/s}
time: {step: 0.5 us, end: 40 us}
objects:
  - shape: sphere
    radius: 3.91 um
    membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}
    data_sites: 200
    sample_sites: 600
    at: [8 um, 8 um, 8 um]
output: {cells_every: 20 us, fluid_every: 20 us, checkpoint_every: never}
device: {backend: cpu}
"""


def pixels(path):
    """The (r, g, b) of each pixel of a PNG with 8 bits a channel, row by row."""
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6), (depth, colour)
            channels = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    raw, stride = zlib.decompress(packed), width * channels
    before, out = bytearray(stride), []
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            a = line[i - channels] if i >= channels else 0
            b, c = before[i], before[i - channels] if i >= channels else 0
            p = a + b - c
            paeth = a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c
            line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
        out.append([tuple(line[i:i + 3]) for i in range(0, stride, channels)])
        before = line
    assert (width, height) == (SIZE, SIZE)
    return out


def draw(run, picture, *options):
    done = subprocess.run([sys.executable, script, run, "--save", picture, "--size", str(SIZE), str(SIZE), *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split()


def differ(a, b):
    """Places (x, y), from the middle, at which two pictures are not alike."""
    return [(x - SIZE / 2, y - SIZE / 2) for y in range(SIZE) for x in range(SIZE) if max(abs(p - q) for p, q in zip(a[y][x], b[y][x])) > 24]


with tempfile.TemporaryDirectory() as root:
    scenario, run, fluid_only = (os.path.join(root, name) for name in ("s.yaml", "run", "fluid_only"))
    with open(scenario, "w") as file:
        file.write(SCENARIO)
    subprocess.run([ibsim, scenario, "--output", run, "--quiet"], env={**os.environ, "IBSIM_CACHE": os.path.join(root, "cache")}, check=True)
    os.mkdir(fluid_only)
    os.mkdir(os.path.join(fluid_only, "frames"))
    for name in ["fluid.vtkhdf.series", "fluid.xdmf"] + [f"frames/fluid_{i:06d}.vtkhdf" for i in range(3)]:
        shutil.copy(os.path.join(run, name), os.path.join(fluid_only, name))

    stem = os.path.join(root, "with")
    draw(run, stem + ".png", "--every-frame")
    frames = [pixels(f"{stem}.{i:04d}.png") for i in range(3)]
    assert not os.path.exists(f"{stem}.0003.png")
    draw(fluid_only, os.path.join(root, "without.png"), "--time", "0")
    empty = pixels(os.path.join(root, "without.png"))

    # Neither blank nor full: the slice is about a fifth of the picture, the rest is white.
    white = sum(pixel == (255, 255, 255) for row in frames[0] for pixel in row) / SIZE**2
    assert 0.3 < white < 0.95, white

    # The sphere at time zero. Seen as a disc of radius r; the slice hides the half behind it, a small lens at its rim. Apart from the
    # cell the pictures differ in the bar of its colours at the right, which is left out.
    distance = 16 * math.sqrt(2.8**2 + 0.7**2 + 0.9**2)
    r = 3.91 / math.sqrt(distance**2 - 3.91**2) / math.tan(math.radians(15)) * SIZE / 2
    cell = [(x, y) for x, y in differ(frames[0], empty) if math.hypot(x, y) < 1.5 * r]
    share = len(cell) / (math.pi * r * r)
    assert 0.75 < share < 1.05, share
    middle = [sum(p[d] for p in cell) / len(cell) for d in (0, 1)]
    assert math.hypot(*middle) < 0.2 * r, middle
    assert max(math.hypot(x, y) for x, y in cell) < 1.1 * r

    # 40 us of a shear of 0.02 1/us turn and stretch it, and each frame differs from the one before.
    for before, after in ((0, 1), (1, 2)):
        assert len(differ(frames[before], frames[after])) > 0.02 * math.pi * r * r, (before, after)

    # The frame nearest to a time is that frame.
    draw(run, os.path.join(root, "again.png"), "--time", "21")
    assert len(differ(pixels(os.path.join(root, "again.png")), frames[1])) == 0

    nothing = subprocess.run([sys.executable, script, root, "--save", stem + ".png"], capture_output=True, text=True)
    assert nothing.returncode != 0 and "holds no frames" in nothing.stdout + nothing.stderr, nothing
