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
from .program import check, diff, find_program, info, resume, run, sweep, version
from .quantity import Quantity
from .runs import Activation, Run, open
from .sweeps import Sweep, open_sweep

__version__ = "0.1.0"  # of the program too

__all__ = ["Activation", "ArgumentError", "DivergedError", "Frame", "Frames", "IbsimError", "InputError", "Mesh", "MissingPackage",
           "NotARun", "NotThere", "Quantity", "ResourceError", "Run", "Stopped", "Sweep", "check", "diff", "find_program", "info", "open",
           "open_sweep", "resume", "run", "sweep", "version"]
