"""The engine by which xarray opens runs: xarray.open_dataset("results/quickstart", engine="ibsim")."""
from pathlib import Path

from xarray.backends import BackendEntrypoint

from .errors import InputError, as_path
from .runs import Run


class IbsimBackend(BackendEntrypoint):
    """Opens the folder of a run: the fluid of a flow, the points of a line."""
    description = "runs of ibsim"
    open_dataset_parameters = ("filename_or_obj", "drop_variables")

    def open_dataset(self, filename_or_obj, *, drop_variables=None):
        path = as_path(filename_or_obj, "filename_or_obj")
        run = Run(path.parent if path.name in ("fluid.vtkhdf.series", "line.vtkhdf.series") else path)
        if run.kind == "activation":
            raise InputError("an activation has no fields over time: ibsim.open(..).activation", file=str(path))
        data = run.fields if run.kind == "line" else run.fluid
        return data.drop_vars(drop_variables) if drop_variables else data

    def guess_can_open(self, filename_or_obj):
        try:
            path = Path(filename_or_obj)
        except TypeError:
            return False
        return path.name in ("fluid.vtkhdf.series", "line.vtkhdf.series") or (path / "scenario.yaml").is_file()
