"""Opens files that ibsim wrote with VTK's own readers, and checks times, counts and values against the formulas of tiny_frames.hpp.

usage: open_with_vtk.py IBSIM_TESTS      (the test program, which writes the files); exits with 77 where VTK is not installed
"""
import json
import math
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOHDF import vtkHDFReader
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

TIMES = [0, 0.5, 2.25]
N = (4, 3, 2)


def expect_cells(data, f, tolerance):
    i = np.arange(8)
    points = np.stack([(i % 4 == 1) + 3 * (i // 4), (i % 4 == 2) + 0.1 * f, (i % 4 == 3) + 0.2 * f], axis=1)
    assert data.GetNumberOfPoints() == 8 and data.GetNumberOfCells() == 8, (data.GetNumberOfPoints(), data.GetNumberOfCells())
    assert np.allclose(vtk_to_numpy(data.GetPoints().GetData()), points, rtol=0, atol=tolerance)
    corners = [tuple(data.GetCell(c).GetPointId(p) for p in range(3)) for c in range(8)]
    one = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    assert corners == one + [(a + 4, b + 4, c + 4) for a, b, c in one], corners
    arrays = data.GetPointData()
    assert np.allclose(vtk_to_numpy(arrays.GetArray("velocity")), np.stack([i, 10 * i, 0 * i + 100 * f], axis=1), rtol=0, atol=tolerance)
    assert np.allclose(vtk_to_numpy(arrays.GetArray("tension_1")), i + f / 8, rtol=0, atol=tolerance)
    assert vtk_to_numpy(arrays.GetArray("object")).tolist() == [0] * 4 + [1] * 4
    assert vtk_to_numpy(arrays.GetArray("kind")).tolist() == [0] * 4 + [7] * 4


def expect_fluid(data, f, tolerance):
    assert data.GetDimensions() == tuple(n + 1 for n in N) and data.GetNumberOfCells() == 24
    assert np.allclose(data.GetSpacing(), 0.5) and np.allclose(data.GetOrigin(), 0)
    velocity = vtk_to_numpy(data.GetCellData().GetArray("velocity"))
    pressure = vtk_to_numpy(data.GetCellData().GetArray("pressure"))
    face = lambda d, m: (d + 1) * math.cos(2 * math.pi * m / N[d]) + f
    for k in range(N[2]):
        for j in range(N[1]):
            for i in range(N[0]):
                c = i + N[0] * (j + N[1] * k)  # VTK: x fastest
                assert abs(pressure[c] - (i + 10 * j + 100 * k + 1000 * f)) <= tolerance
                for d, m in enumerate((i, j, k)):
                    assert abs(velocity[c, d] - (face(d, m) + face(d, m + 1)) / 2) <= tolerance


def check_vtkhdf(folder, tolerance, times):
    """Each frame by itself, as the .series names it, the last one first."""
    for name, expect in (("cells", expect_cells), ("fluid", expect_fluid)):
        with open(os.path.join(folder, name + ".vtkhdf.series")) as file:
            series = json.load(file)
        assert series["file-series-version"] == "1.0" and [entry["time"] for entry in series["files"]] == times, series
        for f in reversed(range(len(times))):
            reader = vtkHDFReader()  # one for each file: that of VTK 9.7 keeps what it has read from another
            path = os.path.join(folder, series["files"][f]["name"])
            assert reader.CanReadFile(path), path
            reader.SetFileName(path)
            reader.Update()
            data = reader.GetOutputDataObject(0)
            expect(data, f, tolerance)
            assert data.GetFieldData().GetArray("TimeValue").GetTuple1(0) == times[f]


def check_xdmf(folder, tolerance, times):
    try:
        from vtkmodules.vtkIOXdmf2 import vtkXdmfReader
    except ImportError:
        print("the .xdmf files were not tried: this VTK has no reader for them")
        return
    from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline
    for name, expect in (("cells", expect_cells), ("fluid", expect_fluid)):
        reader = vtkXdmfReader()
        reader.SetFileName(os.path.join(folder, name + ".xdmf"))
        reader.UpdateInformation()
        seen = list(reader.GetOutputInformation(0).Get(vtkStreamingDemandDrivenPipeline.TIME_STEPS()) or [])
        assert len(times) == 1 or seen == times, seen  # of a single frame this reader says no time
        for f in reversed(range(len(times))):
            reader.UpdateTimeStep(times[f])
            data = reader.GetOutputDataObject(0)
            while data.IsA("vtkMultiBlockDataSet"):
                data = data.GetBlock(0)
            expect(data, f, tolerance)


with tempfile.TemporaryDirectory() as root:
    done = subprocess.run([sys.argv[1], "--gtest_filter=Frames.for_vtk"], env={**os.environ, "IBSIM_TINY_FRAMES": root}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    # double: a sum or two of rounding on values up to 3000; single: half a unit in the last place of 3000 is 1.2e-4
    for folder, tolerance in (("whole", 1e-12), ("killed", 1e-12), ("resumed", 1e-12), ("single", 2e-4), ("one", 1e-12)):
        times = TIMES[:1] if folder == "one" else TIMES
        check_vtkhdf(os.path.join(root, folder), tolerance, times)
        check_xdmf(os.path.join(root, folder), tolerance, times)
        print(folder, "opens")
