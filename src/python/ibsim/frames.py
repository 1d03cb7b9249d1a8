"""Frames of a run: frames/cells_000123.vtkhdf and so on. Each is a file that gets its name when it is complete.

They are found in the folder, not in the lists for ParaView, which may lack the newest ones while a run goes on.
"""
import contextlib
import re
from dataclasses import dataclass, field
from pathlib import Path

import h5py
import numpy as np

from .errors import ArgumentError, InputError, NotThere, as_path, need, reading, regular_file
from .quantity import microseconds


def open_hdf5(path, missing="no such file"):
    """A file by h5py, without a lock. @raises InputError"""
    regular_file(path, missing)
    try:
        return h5py.File(path, "r", locking=False)
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"is damaged: {error}", file=str(path)) from None


@contextlib.contextmanager
def within(frame):
    """The open file of a frame or map. @raises InputError, also for missing content"""
    with reading(frame.path), frame.open() as file:
        yield file


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


@dataclass
class Mesh:
    """Triangles of one surface, without any package: points [n, 3] (um), triangles [m, 3] of indices, fields {name: [n] or [n, 3]}.

    Without triangles it is a cloud of points.
    """
    points: np.ndarray
    triangles: np.ndarray
    fields: dict = field(default_factory=dict)
    units: dict = field(default_factory=dict)

    def pyvista(self):
        """As a pyvista.PolyData, the fields as point data."""
        pyvista = need("pyvista", "pyvista", "a surface")
        if len(self.triangles):
            surface = pyvista.PolyData(self.points, np.hstack([np.full((len(self.triangles), 1), 3), self.triangles]).ravel())
        else:
            surface = pyvista.PolyData(self.points)
        for name, values in self.fields.items():
            surface.point_data[name] = values
            surface.field_data[f"{name} (unit)"] = [self.units.get(name, "")]
        return surface


class Frame:
    """The content of one file, read on access: frame["velocity"] is an array, frame.units["velocity"] its unit."""

    def __init__(self, path, number, time):
        self.path, self.number, self.time = Path(path), number, time

    def __repr__(self):
        return f"<frame {self.path.name} at {self.time:g}>"

    def open(self):
        """The file, by h5py; without a lock."""
        return open_hdf5(self.path, missing="no such frame (was it deleted?)")

    @property
    def units(self):
        with within(self) as file:
            return {name: text(array.attrs.get("units", "")) for data in _data(file) for name, array in data.items()}

    def keys(self):
        with within(self) as file:
            return [name for data in _data(file) for name in data]

    def __iter__(self):
        return iter(self.keys())

    def __getitem__(self, name):
        with within(self) as file:
            for data in _data(file):
                if isinstance(name, str) and name in data:
                    return data[name][()]
        raise NotThere(f"has no array {name!r}; it has {', '.join(self.keys())}", file=str(self.path))

    @property
    def points(self):
        """[n, 3], um. Points of an object stay together, also outside the box: no periodic image is taken."""
        with within(self) as file:
            return file["VTKHDF/Points"][()]

    @property
    def state_hash(self):
        """The state hash as in run.csv: 16 digits."""
        with within(self) as file:
            return f"{int(file['VTKHDF/FieldData/StateHash'][0]):016x}"

    @property
    def objects(self):
        """The numbers of the objects that have a surface; tracers are points (tracers())."""
        return self._content().numbers

    def mesh(self, number=0):
        """The surface of one object as a Mesh of arrays."""
        content = self._content()
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
            raise ArgumentError(f"expected the number of an object, got {number!r}", key="number")
        if number not in content.numbers:
            what = "is a tracer, a point: see tracers()" if number in content.objects else f"is not there; there are {_counted(content.numbers)}"
            raise NotThere(f"object {number} {what}", file=str(self.path))
        return content.mesh(number)

    def tracers(self):
        """The tracers as a Mesh without triangles: a point for each, with its number in fields["object"]. In pyvista a cloud of points."""
        return self._content().tracers()

    def surface(self, number=0):
        """The surface of one object as a pyvista.PolyData, with traction, tensions and velocity at its points."""
        need("pyvista", "pyvista", "a surface")
        return self.mesh(number).pyvista()

    def surfaces(self):
        """All objects as a pyvista.MultiBlock, "object 0" and so on, and all tracers as one block "tracers"."""
        pyvista = need("pyvista", "pyvista", "a surface")
        content = self._content()
        blocks = {f"object {number}": content.mesh(number).pyvista() for number in content.numbers}
        tracers = content.tracers()
        if len(tracers.points):
            blocks["tracers"] = tracers.pyvista()
        return pyvista.MultiBlock(blocks)

    def _content(self):
        with within(self) as file:
            return _Content(file, self.path)


class _Content:
    """Surfaces and tracers of a file, read once."""

    def __init__(self, file, path):
        root = file["VTKHDF"]
        data = root.get("PointData", {})
        if "object" not in data:
            raise InputError("this frame has no objects", file=str(path))
        self.points, self.objects = root["Points"][()], data["object"][()]
        self.fields = {name: array[()] for name, array in data.items()}
        self.units = {name: text(array.attrs.get("units", "")) for name, array in data.items()}
        # points of an object follow each other, and so do its triangles; a tracer is a point of none
        self.triangles = root["Polygons/Connectivity"][()].reshape(-1, 3)
        self.of_triangles = self.objects[self.triangles[:, 0]]
        self.numbers = np.unique(self.of_triangles).tolist()

    def mesh(self, number):
        mine = np.flatnonzero(self.objects == number)
        new = np.full(len(self.objects), -1)
        new[mine] = np.arange(len(mine))
        return self._mesh(mine, new[self.triangles[self.of_triangles == number]])

    def tracers(self):
        return self._mesh(np.flatnonzero(~np.isin(self.objects, self.numbers)), np.empty((0, 3), int))

    def _mesh(self, mine, triangles):
        return Mesh(self.points[mine], triangles, {name: values[mine] for name, values in self.fields.items()}, self.units)


def _counted(numbers):
    return f"{numbers[0]} to {numbers[-1]}" if numbers else "none"


def _data(file):
    """Its groups of arrays that are there."""
    root = file["VTKHDF"]
    return [root[name] for name in ("PointData", "CellData") if name in root]


class Frames:
    """The frames of one kind in the order of time: len(), [i], iteration, .times, .nearest(t). Each access reads the folder again."""

    def __init__(self, folder, name):
        self.folder, self.name = as_path(folder, "folder"), name
        self._times = {}  # of files seen before; a new run in the folder has other inodes

    def _found(self):
        pattern = re.compile(re.escape(self.name) + r"_(\d{6,})\.vtkhdf")
        found = []
        folder = self.folder / "frames"
        with reading(folder):
            for path in folder.iterdir() if folder.is_dir() else ():
                number = pattern.fullmatch(path.name)
                if number:
                    found.append((int(number[1]), path))
        frames = []
        for number, path in sorted(found):
            try:
                status = path.stat()
                known = (path.name, status.st_ino, status.st_mtime_ns)
                if known not in self._times:
                    self._times[known] = _time_of(path)
                frames.append(Frame(path, number, self._times[known]))
            except FileNotFoundError:
                continue  # taken away meanwhile
            except OSError as error:
                raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from error
        return frames

    def __len__(self):
        return len(self._found())

    def __getitem__(self, index):
        frames = self._found()
        try:
            return frames[index]
        except IndexError:
            raise NotThere(f"no frame {index} of {self.name}; there are {len(frames)}", file=str(self.folder)) from None
        except TypeError:
            raise ArgumentError(f"expected the number of a frame, got {index!r}", key="index") from None

    def __iter__(self):
        return iter(self._found())

    @property
    def times(self):
        """Times in us; numbers without a unit for a line without dimensions."""
        return np.array([frame.time for frame in self._found()])

    def nearest(self, time):
        """The frame nearest to a time: us, or text with a unit, "2 ms"."""
        wanted = microseconds(time)
        return min(self._some(), key=lambda frame: abs(frame.time - wanted))

    def last(self):
        return self._some()[-1]

    def _some(self):
        frames = self._found()
        if not frames:
            raise InputError(f"no frames of {self.name}", file=str(self.folder))
        return frames

    def __repr__(self):
        frames = self._found()
        return f"<{len(frames)} frames of {self.name}" + (f" from {frames[0].time:g} to {frames[-1].time:g}>" if frames else ">")


def _time_of(path):
    """From the first lines of the file, without HDF5."""
    with reading(regular_file(path)):
        with open(path, "rb") as file:
            head = file.read(512)
    found = re.search(rb"^time (\S+)$", head, re.M)
    try:
        if head.startswith(b"ibsim ") and found:
            return float(found[1])
    except ValueError:
        pass  # what stands there is no time
    raise InputError("is no frame of ibsim", file=str(path))
