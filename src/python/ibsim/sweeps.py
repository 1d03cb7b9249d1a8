"""A sweep: the folder that `ibsim sweep` writes, a run for each point."""
from pathlib import Path

from .errors import NotARun
from .runs import Run
from .tables import read_columns, read_table


class Sweep:
    """sweep[i] is the Run of the row i of .table: keys of the point, its status, and what a point that is done ends with."""

    def __init__(self, folder):
        self.folder = Path(folder)
        if not (self.folder / "sweep.csv").is_file():
            raise NotARun("is not the folder of a sweep: it has no sweep.csv", file=str(folder))

    @property
    def table(self):
        """sweep.csv: pandas, units in attrs["units"]. What points that are not done have not reached is NaN."""
        return read_table(self.folder / "sweep.csv")

    @property
    def columns(self):
        """The same without pandas: arrays by their headers."""
        return read_columns(self.folder / "sweep.csv")

    @property
    def status(self):
        """{name of a point: done, diverged, failed, unfinished or waiting}"""
        columns = self.columns
        return {str(name): str(status) for name, status in zip(columns["point"], columns["status"])}

    @property
    def runs(self):
        """Those that have begun, in the order of the table."""
        return [Run(path) for path in self._folders() if (path / "scenario.yaml").is_file()]

    def _folders(self):
        return [self.folder / str(name) for name in self.columns["point"]]

    def __len__(self):
        return len(self._folders())

    def __getitem__(self, index):
        return Run(self._folders()[index])

    def __repr__(self):
        status = self.columns["status"]
        return f"<ibsim sweep {self.folder}: {len(status)} points, {int((status == 'done').sum())} done>"


def open_sweep(folder):
    """The sweep in a folder, also while it goes on. @raises NotARun"""
    return Sweep(folder)
