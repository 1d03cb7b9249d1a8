"""What sums up a sweep: points that did not finish are no data, windows, strains and degrees are what they say, motions are columns."""
import contextlib
import io
import json
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import ibsim
import numpy as np
import pytest
from conftest import FLOW, ROOT

# a red cell in 30 mPa s on a grid that is too coarse for 2000 1/s, where it folds at a strain of about 39, and holds 100 1/s
CELL = {"domain": {"size": ["12 um", "12 um", "12 um"], "cell": "1 um"}, "flow": {"ends_in_y": "walls", "shear_rate": "100 1/s"},
        "fluid": {"viscosity": "30 mPa s"}, "time": {"step": "auto", "end": "25 ms"}, "coupling": {"keep_volume": True},
        "objects": [{"shape": "red cell", "preset": "healthy", "at": ["6 um", "6 um", "6 um"], "rotate": {"axis": "x", "angle": "70 deg"}}],
        "output": {"series_every": "1 ms", "cells_every": "never", "fluid_every": "never"}}


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    with pytest.warns(UserWarning, match="1 of 2 points failed"):
        return ibsim.sweep(CELL, {"flow.shear_rate": ["100 1/s", "2000 1/s"]}, output=tmp_path_factory.mktemp("sweeps") / "a", device="cpu")


def compare(*arguments, code=0):
    """What scripts/compare_runs.py says, in this process: another Python would load matplotlib again. `ibsim compare` is called in test_sweeps.py."""
    curves()
    script = str(ROOT / "scripts" / "compare_runs.py")
    said, errors, before, ended = io.StringIO(), io.StringIO(), sys.argv, 0
    sys.argv = [script, *map(str, arguments)]
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors):
            runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        ended = end.code or 0
    finally:
        sys.argv = before
    assert ended == code, errors.getvalue()
    return SimpleNamespace(stdout=said.getvalue(), stderr=errors.getvalue())


def curves():
    sys.path.insert(0, str(ROOT / "scripts"))
    pytest.importorskip("matplotlib")
    import compared_curves
    return compared_curves


def test_a_point_that_did_not_finish_has_no_numbers(swept):
    assert list(swept.columns["status"]) == ["done", "diverged"] == [run.status for run in swept.runs]
    assert swept.status == {"shear_rate=100_1_s": "done", "shear_rate=2000_1_s": "diverged"}
    columns = swept.columns
    for name in ("elongation_index", "taylor_deformation", "inclination (rad)", "kinetic energy (fJ)", "mean of elongation_index of red cell"):
        assert np.isfinite(columns[name]).tolist() == [True, False], name
    assert columns["time (us)"][0] == 25000 > columns["time (us)"][1] > 15000  # how far it came
    assert columns["motion"][0] in ("treads", "swings") and columns["motion"][1] == ""


def test_compare_leaves_out_what_did_not_finish(swept, tmp_path):
    pytest.importorskip("matplotlib")
    done = compare(swept.folder, "--y", "elongation_index", "--out", tmp_path / "a.svg")
    assert "left out of what is drawn over flow.shear_rate: shear_rate=2000_1_s (diverged)" in done.stderr
    assert "shear rate 2000 1/s (diverged)" in (tmp_path / "a.svg").read_text()  # matplotlib writes its words as comments too
    assert "1 of 2 points left out" in (tmp_path / "a.svg").read_text()


def test_means_are_over_their_window(swept, tmp_path):
    pytest.importorskip("matplotlib")
    cells = swept[0].tables.columns("cells")
    wanted = np.rad2deg(np.mean(cells["inclination (rad)"][10:21]))  # a row a ms, both ends of the window included
    said = compare(swept.folder, "--y", "inclination", "--degrees", "--mean", "10 ms:20 ms", "--out", tmp_path / "a.png").stdout
    assert said.splitlines()[0] == f"shear rate 100 1/s: {wanted:.6g} deg"
    assert (tmp_path / "a.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    # 100 1/s for 10 to 20 ms is a strain of 1 to 2
    said = compare(swept.folder, "--y", "inclination", "--degrees", "--x", "strain", "--mean", "1:2", "--out", tmp_path / "a.png").stdout
    assert said.splitlines()[0] == f"shear rate 100 1/s: {wanted:.6g} deg"
    # the other one does not come to 24 ms
    assert "2000 1/s: does not reach the end of the window (diverged)" in compare(swept.folder, "--y", "inclination", "--mean", "1 ms:24 ms", "--out", tmp_path / "a.png").stdout
    for wrong in ("20:40", "20 ms", "a:b", "20 um:40 um"):  # a time has a unit
        assert "--mean" in compare(swept.folder, "--y", "inclination", "--mean", wrong, code=2).stderr


def test_points_of_an_experiment_are_drawn_in_the_units_of_the_picture(tmp_path):
    module = curves()
    table = tmp_path / "experiment.csv"
    table.write_text("Shear rate (1/ms),inclination (deg),donor\n0.1,18,7\n0.5,9,7\n")
    x, y = module.Measured(table).points("flow.shear_rate (1/s)", "inclination (rad)")
    assert x == pytest.approx([100, 500]) and y == pytest.approx([np.pi / 10, np.pi / 20])
    table.write_text("stress,index\n0.3,0.1\n3,0.4\n")  # two columns are x and y
    assert [list(values) for values in module.Measured(table).points("a (Pa)", "elongation_index")] == [[0.3, 3], [0.1, 0.4]]
    table.write_text("rate (1/s),donor,index\n1,2,3\n")
    with pytest.raises(module.Refused, match="expected the columns shear rate and elongation index"):
        module.Measured(table).points("flow.shear_rate (1/s)", "elongation_index")
    table.write_text("shear rate (mm),elongation index\n1,2\n")
    with pytest.raises(module.Refused, match="mm is no unit|pint"):
        module.Measured(table).points("flow.shear_rate (1/s)", "elongation_index")


def test_an_axis_that_tumbles_makes_no_strokes():
    module = curves()
    angle = np.linspace(0, -3 * np.pi, 61)  # three half turns; rows wrap it into (-pi/2, pi/2]
    wrapped = np.pi / 2 - np.mod(np.pi / 2 - angle, np.pi)
    assert np.allclose(module.without_jumps("inclination (rad)", wrapped), angle)


def test_compare_says_what_is_no_run(swept, tmp_path):
    pytest.importorskip("matplotlib")
    table = tmp_path / "exp.csv"
    table.write_text("a,b\n1,2\n")
    assert f"--data {table}" in compare(swept.folder, table, "--y", "elongation_index", code=2).stderr


def test_keys_vary_together_and_runs_end_by_strain(tmp_path):
    swept = ibsim.sweep({**CELL, "time": {"step": "auto", "strain": 0.5}}, together={"flow.shear_rate": ["100 1/s", "500 1/s"], "fluid.viscosity": "30,6 mPa s"},
                        output=tmp_path / "a", device="cpu")
    assert len(swept) == 2 and list(swept.columns["status"]) == ["done"] * 2
    assert swept.columns["flow.shear_rate (1/s)"].tolist() == [100, 500] and swept.columns["fluid.viscosity (mPa s)"].tolist() == [30, 6]
    assert swept.columns["time (us)"] == pytest.approx([5000, 1000])


def test_what_refuses_the_first_point_stops_the_sweep(tmp_path):
    with pytest.raises(ibsim.InputError, match="the first point, shear_rate=50, failed, and no other point was started: .*has no unit"):
        ibsim.sweep(CELL, {"flow.shear_rate": "50,100"}, output=tmp_path / "a", device="cpu")
    assert [path.name for path in (tmp_path / "a").glob("*.status")] == ["shear_rate=50.status"]
    mended = ibsim.sweep(CELL, {"flow.shear_rate": "50,100 1/s"}, output=tmp_path / "a", device="cpu", time__end="1 ms")
    assert list(mended.columns["status"]) == ["done"] * 2


def test_a_sweep_is_estimated_without_a_run(tmp_path):
    scenario = tmp_path / "cell.yaml"
    scenario.write_text(json.dumps(CELL))
    words = ["sweep", scenario, "--set", "flow.shear_rate=100,500 1/s", "--output", tmp_path / "a", "--check", "--jobs", "2", "--device", "cpu"]
    done = subprocess.run([ibsim.find_program(), *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["point", "steps", "time", "memory", "disk"] and lines[-1].startswith("all of them: ")
    assert [line.split()[0] for line in lines[1:3]] == ["shear_rate=100_1_s", "shear_rate=500_1_s"]
    alone = ibsim.check(CELL, set={"flow.shear_rate": "500 1/s"}, device="cpu")
    assert int(lines[2].split()[1]) == alone["time"]["steps"]
    assert not (tmp_path / "a").exists()


def test_converge_refines_one_thing_at_a_time(tmp_path):
    scenario = tmp_path / "sphere.yaml"
    scenario.write_text(json.dumps({**FLOW, "time": {"step": "0.4 us", "end": "20 us"}, "output": {"cells_every": "never", "fluid_every": "never"}}))
    words = ["converge", scenario, "--of", "taylor_deformation", "--output", tmp_path / "a", "--device", "cpu", "--threads", "1"]
    done = subprocess.run([ibsim.find_program(), *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "taylor_deformation" and [line.split("  ")[0] for line in lines[2:]] == \
        ["as it is, 1 um", "grid of 0.5 um", "steps shorter by 2", "2 times the sites"]
    runs = [ibsim.open(tmp_path / "a" / name) for name in ("as_it_is", "grid", "step", "sites")]
    ends = [run.tables.columns("cells")["taylor_deformation"][-1] for run in runs]
    assert [float(line[24:40]) for line in lines[2:]] == pytest.approx(ends, rel=1e-5)
    given = [run.scenario for run in runs]
    assert [each["domain"]["cell"].magnitude for each in given] == [1, 0.5, 1, 1]
    assert [each["time"]["step"].magnitude for each in given] == pytest.approx([0.4, 0.2, 0.2, 0.4])  # a fixed step is that of the grid
    assert [each["objects"][0]["data_sites"] for each in given] == [100, 100, 100, 200]
    assert [each["objects"][0]["sample_sites"] for each in given] == [400, 400, 400, 800]


def test_motion_reads_runs_and_sweeps(swept, tmp_path):
    words = [ibsim.find_program(), "motion", str(swept.folder), "--output", str(tmp_path / "motion.csv")]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "shear_rate=100_1_s (done)" and "object 0, red cell: " in done.stdout.splitlines()[1]
    from ibsim.tables import read_columns
    rows = read_columns(tmp_path / "motion.csv")
    assert list(rows["status"]) == ["done", "diverged"]
    of_run = swept[0].tables.columns("motion")
    for name in ("period (us)", "half turns", "inclination over half turns (deg)"):
        assert rows[name][0] == of_run[name][0]
    assert subprocess.run([ibsim.find_program(), "motion", str(tmp_path)], capture_output=True).returncode == 2
    assert Path(swept[0].folder / "motion.csv").is_file()
