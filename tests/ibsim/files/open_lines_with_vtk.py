"""Runs of `kind: line` open in VTK: each frame a polyline a segment with the values of its CSV, the .xdmf the same, the space-time picture
all frames; and scripts/plot_run.py draws them.

usage: open_lines_with_vtk.py IBSIM CONFIG_FOLDER PLOT_RUN; exits with 77 where VTK, h5py or matplotlib is not installed
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

try:
    import h5py  # noqa: F401
    import matplotlib  # noqa: F401
    import numpy as np
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOHDF import vtkHDFReader
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

ibsim, config, plot = sys.argv[1:4]


def read(path):
    reader = vtkHDFReader()
    assert reader.CanReadFile(path), path
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutputDataObject(0)


def table_of(path):
    with open(path) as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]


def check_frame(data, header, rows, segments):
    assert data.GetNumberOfPoints() == len(rows)
    x = vtk_to_numpy(data.GetPoints().GetData())[:, 0]
    assert np.array_equal(x, [float(row[1]) for row in rows])
    for column, name in enumerate(header[2:], 2):
        values = vtk_to_numpy(data.GetPointData().GetArray(name.split(" (")[0]))
        assert np.array_equal(values, [float(row[column]) for row in rows]), name
    if segments is not None:
        assert data.GetNumberOfCells() == data.GetNumberOfLines() == segments


with tempfile.TemporaryDirectory() as root:
    for name, end, segments in (("sod", "0.02", 1), ("pulse", "2 ms", 7)):
        out = os.path.join(root, name)
        subprocess.run([ibsim, os.path.join(config, name + ".yaml"), "--quiet", "--device", "cpu", "--output", out, "--set", f"time.end={end}",
                        "--set", "output.frames_every=0.004" if name == "sod" else "output.frames_every=1 ms"], check=True)
        with open(os.path.join(out, "line.vtkhdf.series")) as file:
            frames = json.load(file)["files"]
        assert len(frames) > 2 and frames[0]["time"] == 0, frames
        tables = []
        for frame in frames:
            path = os.path.join(out, frame["name"])
            tables.append(table_of(path[:-7] + ".csv"))
            data = read(path)
            check_frame(data, *tables[-1], segments)
            assert data.GetFieldData().GetArray("TimeValue").GetTuple1(0) == frame["time"]
        try:
            from vtkmodules.vtkIOXdmf2 import vtkXdmfReader
            reader = vtkXdmfReader()
            reader.SetFileName(os.path.join(out, "line.xdmf"))
            reader.UpdateInformation()
            reader.UpdateTimeStep(frames[-1]["time"])
            data = reader.GetOutputDataObject(0)
            while data.IsA("vtkMultiBlockDataSet"):
                data = data.GetBlock(0)
            check_frame(data, *tables[-1], None)
        except ImportError:
            print("the .xdmf files were not tried: this VTK has no reader for them")
        picture = os.path.join(out, "space_time.vtkhdf")
        assert os.path.exists(picture) == (segments == 1)
        if segments == 1:
            data = read(picture)
            assert data.GetDimensions() == (len(tables[0][1]), len(frames), 1), data.GetDimensions()
            density = vtk_to_numpy(data.GetPointData().GetArray("density")).reshape(len(frames), -1)
            for values, (header, rows) in zip(density, tables):
                assert np.array_equal(values, [float(row[header.index("density")]) for row in rows])
        done = subprocess.run([sys.executable, plot, out], capture_output=True, text=True)
        assert done.returncode == 0 and os.path.getsize(os.path.join(out, "run.png")) > 10000, done
        print(name, "opens")
