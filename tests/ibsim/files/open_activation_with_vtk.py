"""VTK's own readers open the maps of a run of kind activation, and so does ParaView where it is installed; and ibsim reads what VTK writes.

usage: open_activation_with_vtk.py IBSIM; exits with 77 where the Python package vtk is not installed

A ball with a stimulus of 2 mm at its centre, of 3 ms and of 5 ms: within it times are 3 ms (5 ms) + distance / speed to rounding. The .dat
files hold the same numbers as text.
"""
import os
import shutil
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOHDF import vtkHDFReader
    from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader, vtkXMLUnstructuredGridWriter
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

SCENARIO = """kind: activation
mesh: {ball: {radius: 5 mm, edge: 1.5 mm}}
fibres: {direction: [0, 0, 1]}
velocity: {all: 0.5 m/s}
cases:
  - {name: early, stimuli: [{at: [0 mm, 0 mm, 0 mm], radius: 2 mm, time: 3 ms}]}
  - {name: late, stimuli: [{at: [0 mm, 0 mm, 0 mm], radius: 2 mm, time: 5 ms}]}
output: {formats: [vtkhdf, vtu, dat]}
device: {backend: cpu}
"""
IN_PARAVIEW = """
import sys
from paraview.simple import OpenDataFile, VTKHDFReader
for path in sys.argv[1:]:
    source = OpenDataFile(path) if path.endswith(".vtu") else VTKHDFReader(FileName=[path])
    source.UpdatePipeline()
    found = source.GetDataInformation()
    print("found", found.GetNumberOfPoints(), found.GetNumberOfCells(), *source.PointData["activation_time_early"].GetRange())
"""


def check(data, dat, counts):
    points = vtk_to_numpy(data.GetPoints().GetData())
    cells = vtk_to_numpy(data.GetCells().GetConnectivityArray()).reshape(-1, 4)
    assert (data.GetNumberOfPoints(), data.GetNumberOfCells()) == counts, (data.GetNumberOfPoints(), data.GetNumberOfCells())
    assert all(data.GetCellType(i) == 10 for i in range(data.GetNumberOfCells()))  # VTK_TETRA
    edges = points[cells[:, 1:]] - points[cells[:, :1]]
    volumes = np.linalg.det(edges) / 6
    assert (volumes > 0).all() and abs(volumes.sum() / (4 / 3 * np.pi * 5**3) - 1) < 0.1  # faceted by edges of 0.3 radii: 0.3^2
    assert np.allclose(vtk_to_numpy(data.GetCellData().GetArray("fibre")), [0, 0, 1])
    distance = np.linalg.norm(points, axis=1)
    for case, start in (("early", 3), ("late", 5)):
        times = vtk_to_numpy(data.GetPointData().GetArray("activation_time_" + case))
        assert np.array_equal(times, dat[case]), case
        inside = distance < 2 - 1e-9
        assert inside.sum() > 10 and np.allclose(times[inside], start + distance[inside] / 0.5, rtol=1e-12)
        assert (times >= start + distance / 0.5 * (1 - 1e-12)).all()  # no front is faster than 0.5 m/s


with tempfile.TemporaryDirectory() as top:
    scenario, folder = os.path.join(top, "ball.yaml"), os.path.join(top, "ball")
    with open(scenario, "w") as file:
        file.write(SCENARIO)
    subprocess.run([os.path.abspath(sys.argv[1]), scenario, "--output", folder, "--quiet"], check=True)
    dat = {case: np.loadtxt(os.path.join(folder, f"activation_{case}.dat")) for case in ("early", "late")}
    files = [os.path.join(folder, "activation." + ending) for ending in ("vtkhdf", "vtu")]
    counts = None
    for reader, path in zip((vtkHDFReader(), vtkXMLUnstructuredGridReader()), files):
        assert reader.CanReadFile(path), path
        reader.SetFileName(path)
        reader.Update()
        data = reader.GetOutputDataObject(0)
        counts = counts or (len(dat["early"]), data.GetNumberOfCells())
        check(data, dat, counts)
        print(path, "opens in VTK")

    # The same mesh, as VTK writes it in each of its encodings, gives the same times in the same order.
    modes = {"ascii": ("Ascii", "None"), "base64": ("Binary", "None"), "zlib": ("Binary", "ZLib"), "raw": ("Appended", "None"),
             "raw zlib": ("Appended", "ZLib")}
    for name, (mode, compressor) in modes.items():
        for bits in (32, 64):
            writer = vtkXMLUnstructuredGridWriter()
            writer.SetInputData(data)
            writer.SetFileName(os.path.join(top, "mesh.vtu"))
            getattr(writer, f"SetDataModeTo{mode}")()
            getattr(writer, f"SetCompressorTypeTo{compressor}")()
            getattr(writer, f"SetHeaderTypeToUInt{bits}")()
            writer.SetEncodeAppendedData(bits == 64)
            assert writer.Write()
            with open(scenario, "w") as file:
                file.write(SCENARIO.replace("{ball: {radius: 5 mm, edge: 1.5 mm}}", "{file: mesh.vtu, unit: mm}")
                           .replace("{direction: [0, 0, 1]}", "{cells: fibre}").replace("[vtkhdf, vtu, dat]", "[dat]"))
            subprocess.run([os.path.abspath(sys.argv[1]), scenario, "--output", folder + "_again", "--overwrite", "--quiet"], check=True)
            for case in dat:
                again = np.loadtxt(os.path.join(folder + "_again", f"activation_{case}.dat"))
                assert np.allclose(again, dat[case], rtol=1e-9, atol=0), (name, bits)  # ascii has eleven digits
        print("VTK's", name, "is read")

    pvpython = shutil.which("pvpython")
    if pvpython:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
        script = os.path.join(top, "open.py")
        with open(script, "w") as file:
            file.write(IN_PARAVIEW)
        done = subprocess.run([pvpython, "--force-offscreen-rendering", script, *files], capture_output=True, text=True, env=clean)
        lines = [line.split() for line in done.stdout.splitlines() if line.startswith("found")]
        wanted = [counts[0], counts[1], dat["early"].min(), dat["early"].max()]
        assert done.returncode == 0 and len(lines) == 2 and all(np.allclose([float(x) for x in line[1:]], wanted) for line in lines), done
        assert "ERR" not in done.stderr and "WARN" not in done.stderr, done.stderr
        print("ParaView opens both")
