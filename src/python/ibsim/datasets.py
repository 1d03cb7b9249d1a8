"""Fluid and lines as xarray datasets, over all frames of a run; values are read from the files on access."""
import os

import numpy as np

from .errors import InputError, need, reading
from .frames import Frames, text, within

xarray = need("xarray", "xarray", "the fluid")
from xarray.backends import BackendArray  # noqa: E402
from xarray.core import indexing  # noqa: E402


class FrameArray(BackendArray):
    """One array of all frames: [time, ...]."""

    def __init__(self, frames, name, shape, dtype):
        self.frames, self.name = frames, name
        self.shape, self.dtype = (len(frames), *shape), dtype

    def __getitem__(self, key):
        return indexing.explicit_indexing_adapter(key, self.shape, indexing.IndexingSupport.BASIC, self._read)

    def _read(self, key):
        first, rest = key[0], tuple(key[1:])
        if isinstance(first, (int, np.integer)):
            return self._of(self.frames[first], rest)
        chosen = self.frames[first]
        if not chosen:
            shape = np.empty(self.shape[1:], dtype=np.bool_)[rest].shape
            return np.empty((0, *shape), dtype=self.dtype)
        return np.stack([self._of(frame, rest) for frame in chosen])

    def _of(self, frame, key):
        with frame.open() as file:
            with reading(frame.path):
                array = file[self.name]
            try:
                return np.asarray(array[key])
            except OSError as error:
                raise InputError(f"is damaged: {error}", file=str(frame.path)) from None


def _dataset(folder, series, group, dims, coordinates):
    frames = list(Frames(folder, series))
    if not frames:
        raise InputError(f"no frames of {series}", file=str(folder))
    with within(frames[0]) as file:
        root = file["VTKHDF"]
        time_unit = text(root["FieldData/TimeValue"].attrs.get("units", ""))
        coords = coordinates(root)
        variables = {}
        for name, array in root[group].items():
            lazy = indexing.LazilyIndexedArray(FrameArray(frames, f"VTKHDF/{group}/{name}", array.shape, array.dtype))
            names = ("time", *dims, *(("component",) if array.ndim > len(dims) else ()))
            variables[name] = (names, lazy, {"units": text(array.attrs.get("units", ""))})
    coords["time"] = ("time", [frame.time for frame in frames], {"units": time_unit})
    if any("component" in names for names, *_ in variables.values()):
        coords["component"] = ("component", ["x", "y", "z"])
    data = xarray.Dataset(variables, coords)
    data.attrs["run"] = os.fspath(folder)
    # "us" is a unit here, not "since when" of a calendar
    return data


def fluid_dataset(folder):
    """velocity (um/us) and pressure (kPa) at the grid points: dims time z y x."""

    def centres(root):
        places = {}
        for axis, name in enumerate("xyz"):
            n = int(root.attrs["WholeExtent"][2 * axis + 1])
            at = root.attrs["Origin"][axis] + (np.arange(n) + 0.5) * root.attrs["Spacing"][axis]
            places[name] = (name, at, {"units": "um"})
        return places

    return _dataset(folder, "fluid", "CellData", ("z", "y", "x"), centres)


def line_dataset(folder):
    """The quantities of a line at its points: time point, with x and the segment of each point."""

    def places(root):
        points, offsets = root["Points"], root["Lines/Offsets"][()]
        segment = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        return {"x": ("point", points[:, 0], {"units": text(points.attrs.get("units", ""))}), "segment": ("point", segment)}

    return _dataset(folder, "line", "PointData", ("point",), places)
