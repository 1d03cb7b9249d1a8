"""Tables of a run: CSV files whose header has the units, "time (us)"."""
import csv
import re

import numpy as np

from .errors import ArgumentError, InputError, NotThere, as_path, need, reading, regular_file

HEADER = re.compile(r"(.*?) \(([^()]*)\)")
WORDS = ("state_hash", "name", "motion", "case", "point", "region", "kind", "quantity", "status")  # text, though it may look like a number


def name_and_unit(header):
    """"time (us)" -> ("time", "us"); a pure number has the unit ""."""
    found = HEADER.fullmatch(header)
    return (found[1], found[2]) if found else (header, "")


def read_columns(path):
    """Columns of a table by their headers: arrays of numbers, or of text. A row that is being written is left out.

    @raises InputError if there is no such table
    """
    path = regular_file(as_path(path, "path"), missing="no such table")
    with reading(path):
        text = path.read_text(encoding="utf-8")
        try:
            rows = list(csv.reader(text[:text.rfind("\n") + 1].splitlines()))
        except csv.Error as error:
            raise InputError(f"is no table: {error}", file=str(path)) from None
    if not rows:
        return {}
    whole = [row for row in rows[1:] if len(row) == len(rows[0])]
    columns = {}
    for i, name in enumerate(rows[0]):
        values = [row[i] for row in whole]
        if name in WORDS or (values and not any(values)):
            columns[name] = np.array(values, dtype=str)
            continue
        try:  # an empty cell is a number that is not known
            columns[name] = np.array([value or "nan" for value in values], dtype=float)
        except ValueError:
            columns[name] = np.array(values, dtype=str)
    return columns


def read_table(path):
    """A table as a pandas.DataFrame: names without units, which stand in attrs["units"] by name."""
    pandas = need("pandas", "pandas", "a table")
    columns, units = {}, {}
    for header, values in read_columns(path).items():
        name, unit = name_and_unit(header)
        columns[name], units[name] = values, unit
    for name, values in columns.items():  # counts
        if values.dtype.kind == "f" and name in ("step", "object", "vertex", "tetrahedra", "vertices", "not activated"):
            columns[name] = values.astype(np.int64)
    frame = pandas.DataFrame(columns)
    frame.attrs.update(units=units, file=str(path))
    return frame


class Tables:
    """The tables of a folder by name, without .csv: tables["vessels"]. Each access reads the file again, because a run may be in progress."""

    def __init__(self, folder):
        self.folder = as_path(folder, "folder")

    def keys(self):
        with reading(self.folder):
            return sorted(path.stem for path in self.folder.glob("*.csv"))

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.keys())

    def __contains__(self, name):
        return name in self.keys()

    def __getitem__(self, name):
        return read_table(self._path(name))

    def columns(self, name):
        """Without pandas: arrays by their headers, with units, as "time (us)"."""
        return read_columns(self._path(name))

    def _path(self, name):
        if not isinstance(name, str):
            raise ArgumentError(f"expected the name of a table, got {name!r}", key="name")
        if name not in self:
            raise NotThere(f"no table {name}; there are: {', '.join(self.keys()) or 'none'}", file=str(self.folder))
        return self.folder / f"{name}.csv"

    def __repr__(self):
        return f"<tables {', '.join(self.keys())}>"
