"""A sweep: the folder that `ibsim sweep` writes, a run for each point."""
from .errors import ArgumentError, InputError, NotARun, NotThere, as_path, reading
from .runs import Run
from .tables import read_columns, read_table


class Sweep:
    """sweep[i] is the Run of the row i of .table: keys of the point, its status, and the results of a point that is done."""

    def __init__(self, folder):
        self.folder = as_path(folder, "folder")
        with reading(self.folder):
            is_sweep = (self.folder / "sweep.csv").is_file()
        if not is_sweep:
            raise NotARun("is not the folder of a sweep: it has no sweep.csv", file=str(folder))

    @property
    def table(self):
        """sweep.csv: pandas, units in attrs["units"]. Missing results of unfinished points are NaN."""
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
        """Runs that have begun, in the order of the table."""
        return [Run(path) for path in self._folders() if (path / "scenario.yaml").is_file()]

    def _folders(self):
        return [self.folder / str(name) for name in self._column("point")]

    def _column(self, name):
        columns = self.columns
        if name not in columns:
            raise InputError(f"is damaged: it has no column {name}", file=str(self.folder / "sweep.csv"))
        return columns[name]

    def __len__(self):
        return len(self._folders())

    def __getitem__(self, index):
        folders = self._folders()
        try:
            return Run(folders[index])
        except IndexError:
            raise NotThere(f"no point {index}; there are {len(folders)}", file=str(self.folder)) from None
        except TypeError:
            raise ArgumentError(f"expected the number of a point, got {index!r}", key="index") from None

    def __repr__(self):
        status = self._column("status")
        return f"<ibsim sweep {self.folder}: {len(status)} points, {int((status == 'done').sum())} done>"


def open_sweep(folder):
    """The sweep in a folder, also in progress. @raises NotARun"""
    return Sweep(folder)
