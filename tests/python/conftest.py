"""Runs of every kind by the program itself, small ones, made once."""
import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src" / "python"))
sys.dont_write_bytecode = True

import ibsim  # noqa: E402

# a sphere in shear, whose centre is a corner of the box, so that it lies in eight images of it
FLOW = {"title": "a sphere at the corner", "domain": {"size": ["16 um", "16 um", "16 um"], "cell": "1 um"},
        "fluid": {"density": "1 g/cm^3", "viscosity": "1 cP", "background_shear": "1000 1/s"},
        "time": {"step": "0.4 us", "end": "40 us"},
        "objects": [{"shape": "sphere", "radius": "3.91 um", "data_sites": 100, "sample_sites": 400, "at": ["0 um", "0 um", "0 um"],
                     "membrane": {"shear_modulus": "2.5e-3 dyn/cm", "area_modulus": "0.25 dyn/cm"}}],
        "output": {"cells_every": "20 us", "fluid_every": "20 us", "series_every": "4 us", "precision": "double"}}
LINE = {"kind": "line", "title": "Sod", "equation": {"euler": {"gamma": 1.4}}, "domain": {"points": 128, "cell": "1/128", "ends": "open"},
        "initial": {"shape": "step", "centre": 0.5, "left": [1, 0, 1], "right": [0.125, 0, 0.1]},
        "time": {"step": "1/640", "end": 0.1}, "output": {"frames_every": 0.02}}
ACTIVATION = {"kind": "activation", "title": "two sites", "mesh": {"ventricle": {"tetrahedra": 2000}},
              "fibres": {"rule": {"endo": "60 deg", "epi": "-60 deg"}}, "velocity": {"along": "0.6 m/s", "across": "0.4 m/s", "normal": "0.2 m/s"},
              "cases": [{"name": "septum", "stimuli": [{"at": ["-25 mm", "0 mm", "0 mm"], "radius": "10 mm"}]},
                        {"name": "wall", "stimuli": [{"at": ["25 mm", "0 mm", "0 mm"], "radius": "10 mm"}]}],
              "points": [{"name": "tip", "at": ["0 mm", "0 mm", "-60 mm"]}]}


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory):
    os.environ["IBSIM_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session", autouse=True)
def entry_points(tmp_path_factory):
    """What pip would write of pyproject.toml's entry points, so that xarray finds the engine of this very source."""
    tomllib = pytest.importorskip("tomllib")
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    folder = tmp_path_factory.mktemp("site") / "ibsim-0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: ibsim\nVersion: 0\n")
    (folder / "entry_points.txt").write_text("".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items()) for group, points in groups.items()))
    sys.path.insert(0, str(folder.parent))


@pytest.fixture(scope="session")
def flow(tmp_path_factory):
    return ibsim.run(FLOW, output=tmp_path_factory.mktemp("runs") / "flow", device="cpu", threads=1)


@pytest.fixture(scope="session")
def line(tmp_path_factory):
    return ibsim.run(LINE, output=tmp_path_factory.mktemp("runs") / "line", device="cpu", threads=1)


@pytest.fixture(scope="session")
def activation(tmp_path_factory):
    return ibsim.run(ACTIVATION, output=tmp_path_factory.mktemp("runs") / "activation", device="cpu", threads=1)
