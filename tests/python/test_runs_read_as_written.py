"""What Python reads of a run is what the program wrote, in every kind."""
import csv
import math

import ibsim
import numpy as np
import pytest
from conftest import FLOW


def rows(run, name):
    with open(run.folder / f"{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


def test_a_table_has_its_numbers_and_units(flow):
    pytest.importorskip("pandas")
    written = rows(flow, "run")
    assert list(flow.table["time"]) == [float(row["time (us)"]) for row in written]
    assert list(flow.table["kinetic energy"]) == [float(row["kinetic energy (fJ)"]) for row in written]
    assert flow.table.attrs["units"]["kinetic energy"] == "fJ" and flow.table.attrs["units"]["CFL"] == ""
    # a hash of digits and an e is no number
    assert list(flow.table["state_hash"]) == [row["state_hash"] for row in written]
    assert flow.cells.object.tolist() == [int(row["object"]) for row in rows(flow, "cells")]


def test_a_row_that_is_being_written_is_left_out(tmp_path):
    path = tmp_path / "run.csv"
    path.write_text("time (us),state_hash\n1,12e4567890123456\n2,00")
    columns = ibsim.tables.read_columns(path)
    assert columns["time (us)"].tolist() == [1.0] and columns["state_hash"].tolist() == ["12e4567890123456"]
    path.write_text("time (us),D,kind\n1,,\n2,0.5,\n")  # what is not known is no number; what is never there is no number either
    columns = ibsim.tables.read_columns(path)
    assert np.isnan(columns["D"][0]) and columns["D"][1] == 0.5 and columns["kind"].tolist() == ["", ""]
    path.write_text("time (us),state_hash\n")
    assert ibsim.tables.read_columns(path)["time (us)"].tolist() == []


def test_frames_are_those_of_the_table(flow):
    hashes = dict(zip(flow.tables.columns("run")["time (us)"], flow.tables.columns("run")["state_hash"]))
    assert flow.times.tolist() == [0, 20, 40]
    for frame in flow.frames:
        assert frame.state_hash == hashes[frame.time]
    assert flow.frame("0.019 ms").time == 20 and flow.frame().time == 40 and flow.frames[-1].time == 40


def test_a_surface_that_lies_in_eight_images_is_whole(flow):
    mesh = flow.frame(0).mesh(0)
    centre, radius = np.zeros(3), 3.91
    assert np.allclose(np.linalg.norm(mesh.points - centre, axis=1), radius, rtol=1e-12)
    corners = mesh.points[mesh.triangles]
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    # Triangles lie within the sphere by at most s^2 / (8 a), s the distance of sites, here sqrt(4 pi a^2 / N): of the volume
    # 3 s^2 / (8 a^2) = 3 pi / (2 N) on average over the three corners and less; twice that.
    assert abs(abs(volume) / (4 / 3 * math.pi * radius**3) - 1) < 2 * 3 * math.pi / (2 * len(mesh.points))
    assert mesh.units["tension_1"] == "dyn/cm" and mesh.fields["velocity"].shape == mesh.points.shape
    with pytest.raises(ibsim.InputError, match="object 1 is not there; there are 0 to 0"):
        flow.frame().mesh(1)


def test_a_surface_is_one_of_pyvista(flow):
    pytest.importorskip("pyvista")
    mesh, surface = flow.frame().mesh(0), flow.frame().surface(0)
    assert surface.n_points == len(mesh.points) and surface.n_cells == len(mesh.triangles)
    assert np.array_equal(surface["traction"], mesh.fields["traction"])
    assert surface.is_manifold  # closed


def test_tracers_are_one_cloud_of_points(tmp_path):
    scenario = {**FLOW, "time": {"step": "0.4 us", "end": "0.4 us"}, "output": {"precision": "double"},
                "objects": FLOW["objects"] + [{"shape": "tracer", "placements": {"number": 5, "seed": 1}}]}
    frame = ibsim.run(scenario, output=tmp_path / "run", device="cpu", threads=1).frame(0)
    assert frame.objects == [0]
    cloud = frame.tracers()
    assert cloud.points.shape == (5, 3) and len(cloud.triangles) == 0 and cloud.fields["object"].tolist() == [1, 2, 3, 4, 5]
    # they are scattered outside of the sphere, whose centre is a corner of the box of 16 um
    nearest = cloud.points - 16 * np.round(cloud.points / 16)
    assert np.linalg.norm(nearest, axis=1).min() > 3.91
    with pytest.raises(ibsim.InputError, match=r"object 3 is a tracer, a point: see tracers\(\)"):
        frame.mesh(3)
    pytest.importorskip("pyvista")
    blocks = frame.surfaces()
    assert list(blocks.keys()) == ["object 0", "tracers"]
    assert blocks["tracers"].n_points == 5 and blocks["tracers"].n_verts == 5 and np.array_equal(blocks["tracers"].points, cloud.points)
    assert np.array_equal(blocks["object 0"].points, frame.mesh(0).points)


def test_the_fluid_is_lazy_and_knows_its_places(flow, monkeypatch):
    xarray = pytest.importorskip("xarray")
    opened = []
    whole = ibsim.Frame.open
    monkeypatch.setattr(ibsim.Frame, "open", lambda frame: (opened.append(frame.number), whole(frame))[1])
    fluid = xarray.open_dataset(flow.folder, engine="ibsim")
    assert fluid.velocity.dims == ("time", "z", "y", "x", "component") and fluid.pressure.dims == ("time", "z", "y", "x")
    assert opened == [0]
    start = fluid.velocity.sel(time=0, component="z")
    # The flow at the start is u_z = 0.001/us (y - 8 um) at the centres; its last bits are those of three products.
    expected = 0.001 * (fluid.y - 8)
    assert float(abs(start - expected).max()) < 1e-15
    assert opened == [0, 0]
    assert fluid.velocity.attrs["units"] == "um/us" and fluid.time.attrs["units"] == "us" and fluid.x.values[0] == 0.5
    everything = fluid.pressure.values
    assert np.array_equal(fluid.pressure.isel(time=[2, 0], z=slice(None, None, -3), y=5).values, everything[[2, 0], ::-3, 5])


def test_a_line_has_its_mass(line):
    xarray = pytest.importorskip("xarray")
    fields = xarray.open_dataset(line.folder, engine="ibsim")
    table = line.tables.columns("run")
    mass = dict(zip(table["time"], table["mass"]))
    shared = [time for time in fields.time.values if time in mass]
    assert len(shared) > 2
    for time in shared:  # the sum of 128 numbers of size 1 has at most so much round-off, whatever its order
        assert abs(float(fields.density.sel(time=time).sum()) / 128 - mass[time]) < 128 * 2.3e-16
    assert fields.x.size == 128 and set(fields.segment.values) == {0}
    assert line.frame().time == 0.1


def test_an_activation_has_the_times_of_its_points(activation):
    map_ = activation.activation
    assert sorted(map_.cases) == ["septum", "wall"]
    table = activation.tables.columns("points")
    for case, vertex, time in zip(table["case"], table["vertex"], table["time (ms)"]):
        assert map_.times[case][int(vertex)] == time
    assert map_.tetrahedra.max() == len(map_.points) - 1
    with pytest.raises(ibsim.InputError, match="run.activation"):
        activation.frames
    pandas = pytest.importorskip("pandas")
    assert isinstance(activation.table, pandas.DataFrame) and set(activation.table["case"]) == {"septum", "wall"}


def test_an_activation_is_a_mesh_of_pyvista(activation):
    pyvista = pytest.importorskip("pyvista")
    grid = activation.activation.mesh()
    assert grid.n_cells == len(activation.activation.tetrahedra) and set(grid.celltypes) == {pyvista.CellType.TETRA}


def test_a_scenario_has_quantities(flow, line):
    assert flow.scenario["fluid"]["viscosity"] == "1 cP" and flow.scenario["fluid"]["viscosity"].magnitude == 1
    assert flow.scenario["objects"][0]["data_sites"] == 100
    assert line.scenario["time"]["step"] == 1 / 640  # "0.0015625" and "4e-04" are numbers
    assert isinstance(line.scenario["output"]["series_every"], float)
    assert (flow.kind, line.kind, line.title) == ("flow", "line", "Sod")


def test_pint_reads_every_quantity(flow, activation):
    pint = pytest.importorskip("pint")

    def quantities(tree):
        for item in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
            if isinstance(item, ibsim.Quantity):
                yield item
            yield from quantities(item)
    found = [*quantities(flow.scenario), *quantities(activation.scenario)]
    assert len(found) > 30
    for quantity in found:
        pint.Quantity(quantity)
    assert flow.scenario["fluid"]["viscosity"].to("Pa s") == pytest.approx(1e-3, rel=1e-15)


def test_what_is_no_run_is_said_so(tmp_path, flow):
    with pytest.raises(ibsim.NotARun, match="no scenario.yaml"):
        ibsim.open(tmp_path)
    with pytest.raises(ibsim.NotARun, match="no such folder"):
        ibsim.open(tmp_path / "nowhere")
    with pytest.raises(ibsim.InputError, match="no table vessels; there are: .*cells, .*run"):
        flow.tables["vessels"]


@pytest.mark.parametrize("package, ask", [("pandas", lambda run: run.table), ("xarray", lambda run: run.fluid),
                                          ("pyvista", lambda run: run.frame().surface(0))])
def test_a_package_that_is_not_there_is_named_with_its_extra(flow, monkeypatch, package, ask):
    import sys
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "ibsim.datasets", raising=False)
    with pytest.raises(ibsim.MissingPackage, match=rf"pip install {package} .*'\.\[{package}\]'"):
        ask(flow)
