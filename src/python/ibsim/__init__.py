"""Runs of ibsim in Python.

    import ibsim
    run = ibsim.open("results/quickstart")   # also while it goes on
    run.table                                # run.csv: pandas, units in attrs["units"]
    run.cells                                # cells.csv
    run.frame("500 us").surface(0)           # pyvista
    run.fluid                                # xarray: time z y x
    run = ibsim.run("scenario.yaml", set={"time.end": "2 ms"})

Numpy, h5py and PyYAML are enough for tables, frames and scenarios; pandas, xarray and pyvista come in where something of theirs is asked
for. Files are opened for reading, without locks, and never changed.
"""
from .errors import ArgumentError, DivergedError, IbsimError, InputError, MissingPackage, NotARun, NotThere, ResourceError, Stopped
from .frames import Frame, Frames, Mesh
from .program import check, diff, examples, find_program, info, resume, run, sweep, version
from .quantity import Quantity
from .runs import Activation, Run, open
from .sweeps import Sweep, open_sweep

try:
    from ._version import __version__  # written when the package is built, from CMakeLists.txt
except ImportError:  # the package of a clone
    import pathlib
    import re

    __version__ = re.search(r"project\(ibsim VERSION ([0-9.]+)", (pathlib.Path(__file__).resolve().parents[3] / "CMakeLists.txt").read_text())[1]
    del pathlib, re

__all__ = ["Activation", "ArgumentError", "DivergedError", "Frame", "Frames", "IbsimError", "InputError", "Mesh", "MissingPackage",
           "NotARun", "NotThere", "Quantity", "ResourceError", "Run", "Stopped", "Sweep", "check", "diff", "examples", "find_program", "info",
           "open", "open_sweep", "resume", "run", "sweep", "version"]
