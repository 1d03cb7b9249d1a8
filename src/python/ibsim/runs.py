"""A run: the folder that `ibsim scenario.yaml` writes."""
from .errors import InputError, NotARun, as_path, need, reading, regular_file
from .frames import Frames, open_hdf5, text, within
from .quantity import microseconds, with_quantities
from .tables import Tables

TABLE_OF_KIND = {"flow": "run", "line": "run", "activation": "regions"}
FRAMES_OF_KIND = {"flow": "cells", "line": "line"}


class Run:
    """The folder of a run of any kind. Each access reads the files again, so a run in progress is seen as it is now."""

    def __init__(self, folder):
        self.folder = as_path(folder, "folder")
        with reading(self.folder):
            is_folder, there, is_run = self.folder.is_dir(), self.folder.exists(), (self.folder / "scenario.yaml").is_file()
        if not is_folder:
            raise NotARun("is not a folder" if there else "no such folder", file=str(folder))
        if not is_run:
            raise NotARun("is not the folder of a run: it has no scenario.yaml", file=str(folder))

    def __repr__(self):
        try:
            return f"<ibsim run {self.folder} of kind {self.kind}: {self.title}>"
        except InputError as error:  # what is shown while one looks for an error is no place for another
            return f"<ibsim run {self.folder}, damaged: {error}>"

    @property
    def scenario(self):
        """The scenario with every value: dicts, lists, numbers, words, and Quantities, which pint reads."""
        import yaml
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        path = regular_file(self.folder / "scenario.yaml")
        with reading(path):
            try:
                tree = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
            except yaml.YAMLError as error:
                raise InputError(f"is damaged: {error}".replace("\n", " "), file=str(path)) from None
            if not isinstance(tree, dict):
                raise InputError("is damaged: it is no scenario", file=str(path))
            return with_quantities(tree)

    @property
    def kind(self):
        """flow, activation or line."""
        path = regular_file(self.folder / "scenario.yaml")
        found = "flow"
        with reading(path):
            with path.open(encoding="utf-8") as file:
                for line in file:
                    if line.startswith("kind:"):
                        found = line.split(":", 1)[1].strip()
                        break
        if found not in TABLE_OF_KIND:
            raise InputError(f"is damaged: there is no kind {found!r}", file=str(path))
        return found

    @property
    def title(self):
        return self.scenario.get("title", "")

    @property
    def status(self):
        """done, diverged or unfinished (also in progress), as in the table of a sweep."""
        if self.kind == "activation":
            return "done" if "regions" in self.tables else "unfinished"
        columns = self.tables.columns("run") if "run" in self.tables else {}
        times = next((columns[name] for name in ("time (us)", "time") if name in columns), ())
        end = self.scenario.get("time", {}).get("end", 0)
        if len(times) and times[-1] >= (1 - 1e-9) * (microseconds(end) if isinstance(end, str) else end):
            return "done"
        return "diverged" if any(self.folder.rglob("failure_*.vtkhdf")) else "unfinished"

    # --- tables ---------------------------------------------------------------------------------------------------------
    @property
    def tables(self):
        """All tables by name: tables["vessels"]; tables.columns(name) needs no pandas."""
        return Tables(self.folder)

    @property
    def table(self):
        """The table of the run over time (run.csv; of an activation regions.csv): pandas, units in attrs["units"]."""
        return self.tables[TABLE_OF_KIND[self.kind]]

    @property
    def cells(self):
        """cells.csv: a row for each object and time."""
        return self.tables["cells"]

    # --- frames ---------------------------------------------------------------------------------------------------------
    def series(self, name):
        """The frames called NAME_000000.vtkhdf and so on: cells, fluid, wall, wall_means, line, failure_cells, failure_fluid."""
        return Frames(self.folder, name)

    @property
    def frames(self):
        """Frames of the surfaces; for a line, frames of its points."""
        if self.kind not in FRAMES_OF_KIND:
            raise InputError("an activation has one map and no frames: run.activation", file=str(self.folder))
        return self.series(FRAMES_OF_KIND[self.kind])

    @property
    def times(self):
        """Times of the frames, us."""
        return self.frames.times

    def frame(self, time=None):
        """The frame nearest to a time (us, or "2 ms"); without one the last."""
        frames = self.frames
        return frames.nearest(time) if time is not None else frames.last()

    # --- fields ---------------------------------------------------------------------------------------------------------
    @property
    def fluid(self):
        """Velocity and pressure as an xarray.Dataset, dims time z y x (and component), read on access."""
        from .datasets import fluid_dataset
        return fluid_dataset(self.folder)

    @property
    def fields(self):
        """The quantities of a line as an xarray.Dataset, dims time and point."""
        from .datasets import line_dataset
        return line_dataset(self.folder)

    @property
    def activation(self):
        """The mesh of an activation, and the times at which the front reaches its points."""
        return Activation(self.folder / "activation.vtkhdf")


class Activation:
    """activation.vtkhdf: points [n, 3] (mm), tetrahedra [m, 4], times {case: [n]} (ms; below 0 or not finite for tissue that is never reached)."""

    PREFIX = "activation_time"

    def __init__(self, path):
        self.path = regular_file(as_path(path, "path"), missing="no such map (output.formats must name vtkhdf)")

    def open(self):
        """The file, by h5py; without a lock."""
        return open_hdf5(self.path, missing="no such map (was it deleted?)")

    @property
    def points(self):
        with within(self) as file:
            return file["VTKHDF/Points"][()]

    @property
    def tetrahedra(self):
        with within(self) as file:
            return file["VTKHDF/Connectivity"][()].reshape(-1, 4)

    @property
    def cases(self):
        """Names of the cases; "" for a single case without a name."""
        with within(self) as file:
            return [name[len(self.PREFIX):].lstrip("_") for name in file["VTKHDF/PointData"] if name.startswith(self.PREFIX)]

    @property
    def times(self):
        with within(self) as file:
            data = file["VTKHDF/PointData"]
            return {name[len(self.PREFIX):].lstrip("_"): data[name][()] for name in data if name.startswith(self.PREFIX)}

    def mesh(self):
        """As a pyvista.UnstructuredGrid, with times at its points and fibres in its tetrahedra."""
        pyvista = need("pyvista", "pyvista", "a mesh")
        with within(self) as file:
            root = file["VTKHDF"]
            cells = root["Connectivity"][()].reshape(-1, 4)
            grid = pyvista.UnstructuredGrid({pyvista.CellType.TETRA: cells}, root["Points"][()])
            for group, data in (("PointData", grid.point_data), ("CellData", grid.cell_data)):
                for name, values in root.get(group, {}).items():
                    data[name] = values[()]
                    grid.field_data[f"{name} (unit)"] = [text(values.attrs.get("units", ""))]
        return grid


def open(folder):  # noqa: A001  (ibsim.open is what one expects)
    """The run in a folder, also in progress. @raises NotARun"""
    return Run(folder)
