"""Sweeps: every point is the run that it would be alone, what is done is skipped, what was stopped goes on to the same bits."""
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import ibsim
import numpy as np
import pytest
from conftest import FLOW, LINE

SHEAR = "fluid.background_shear"


def sweep(*arguments, code=0):
    done = subprocess.run([ibsim.find_program(), "sweep", *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    return done.stderr


@pytest.fixture
def scenario(tmp_path):
    path = tmp_path / "scenario.yaml"
    path.write_text(json.dumps(FLOW))
    return path


def last_hash(run):
    return run.tables.columns("run")["state_hash"][-1]


def test_a_point_is_the_run_that_it_is_alone(scenario, tmp_path):
    folder = tmp_path / "swept"
    sweep(scenario, "--set", f"{SHEAR}=500,1000 1/s", "--set", "objects.0.membrane.shear_modulus=2.5e-3:5e-3:2 dyn/cm", "--output", folder)
    swept = ibsim.open_sweep(folder)
    assert len(swept) == 4 and list(swept.columns["status"]) == ["done"] * 4
    assert swept.columns[f"{SHEAR} (1/s)"].tolist() == [500, 500, 1000, 1000]
    assert swept.columns["objects.0.membrane.shear_modulus (dyn/cm)"].tolist() == [0.0025, 0.005] * 2
    for i, (rate, modulus) in enumerate([(500, 2.5e-3), (500, 5e-3), (1000, 2.5e-3), (1000, 5e-3)]):  # on a GPU they have run side by side
        alone = ibsim.run(scenario, output=tmp_path / f"alone_{i}", set={SHEAR: f"{rate} 1/s", "objects.0.membrane.shear_modulus": f"{modulus} dyn/cm"})
        assert swept.columns["state_hash"][i] == last_hash(swept[i]) == last_hash(alone)
        assert swept.columns["taylor_deformation"][i] == alone.tables.columns("cells")["taylor_deformation"][-1]


def test_what_is_done_is_skipped_and_what_is_new_is_run(tmp_path):
    scenario, folder = tmp_path / "sod.yaml", tmp_path / "swept"
    scenario.write_text(json.dumps(LINE))
    sweep(scenario, "--set", "time.end=0.015625,0.03125", "--output", folder)
    before = {path: path.stat().st_mtime_ns for path in folder.glob("*/run.csv")}
    assert len(before) == 2
    said = sweep(scenario, "--set", "time.end=0.015625,0.03125,0.046875", "--output", folder)
    assert "point 1/1  end=0.046875: done" in said
    assert all(path.stat().st_mtime_ns == at for path, at in before.items())
    assert ibsim.open_sweep(folder).columns["time"].tolist() == pytest.approx([0.015625, 0.03125, 0.046875])
    shutil.rmtree(folder / "end=0.03125")  # taken away, so made again
    assert "point 1/1  end=0.03125: done" in sweep(scenario, "--set", "time.end=0.015625,0.03125,0.046875", "--output", folder)
    # another scenario does not mix with it
    assert "sweep of another scenario" in sweep(scenario, "--set", "time.end=0.015625,0.03125", "--set", "domain.points=64", "--output", folder, code=2)


def test_a_scenario_that_was_refused_may_be_mended(tmp_path):
    scenario, folder = tmp_path / "sod.yaml", tmp_path / "swept"
    scenario.write_text(json.dumps({**LINE, "titel": "Sod"}))
    values = ("--set", "time.end=0.015625,0.03125", "--output", folder)
    assert 'unknown key "titel"; did you mean "title"?' in sweep(scenario, *values, code=2)
    scenario.write_text(json.dumps(LINE))
    assert "2 points done" in sweep(scenario, *values)
    assert list(ibsim.open_sweep(folder).columns["status"]) == ["done"] * 2


def test_the_table_has_means_over_time_with_their_errors(tmp_path):
    scenario, folder = tmp_path / "sod.yaml", tmp_path / "swept"
    scenario.write_text(json.dumps(LINE))
    sweep(scenario, "--set", "time.end=0.015625,0.03125", "--output", folder)
    (folder / "end=0.03125" / "averages.csv").write_text("quantity,unit,kind,mean,error\nshear stress,kPa,,2.5,0.5\ncell-free layer,um,red cell,1,nan\n")
    sweep(scenario, "--set", "time.end=0.015625,0.03125", "--output", folder)
    columns = ibsim.open_sweep(folder).columns
    assert np.isnan(columns["mean of shear stress (kPa)"][0]) and columns["mean of shear stress (kPa)"][1] == 2.5
    assert columns["error of shear stress (kPa)"][1] == 0.5 and columns["mean of cell-free layer of red cell (um)"][1] == 1


def test_a_point_that_fails_is_told_and_the_others_go_on(scenario, tmp_path):
    folder = tmp_path / "swept"
    said = sweep(scenario, "--set", "objects.0.data_sites=100,3,121", "--output", folder, code=2)
    assert "1 of 3 points failed: data_sites=3: --set objects.0.data_sites=3" in said
    assert list(ibsim.open_sweep(folder).columns["status"]) == ["done", "failed", "done"]
    said = sweep(scenario, "--set", "objects.0.data_sites=100,3,121", "--output", folder, code=2)
    assert "point 1/" not in said  # it is not tried again
    assert "point 1/1" in sweep(scenario, "--set", "objects.0.data_sites=100,3,121", "--output", folder, "--retry", code=2)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The first point of the sweeps that are stopped, without a stop."""
    return ibsim.run(FLOW, output=tmp_path_factory.mktemp("runs") / "alone", set={SHEAR: "200 1/s"}, time__end="0.2 ms", threads=1)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_sweep_that_was_stopped_goes_on_to_the_same_bits(scenario, alone, tmp_path, how):
    folder = tmp_path / "swept"
    command = ["sweep", scenario, "--set", f"{SHEAR}=200,400 1/s", "--set", "time.end=0.2 ms", "--set", "output.checkpoint_every=8 us", "--output", folder, "--jobs", "2"]
    process = subprocess.Popen([ibsim.find_program(), *map(str, command)], stderr=subprocess.PIPE, text=True)
    while process.poll() is None and len(list(folder.glob("*/checkpoint.previous.h5"))) < 2:
        time.sleep(0.02)
    assert process.poll() is None, "it ended before it could be stopped"
    lines = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(process.pid)], capture_output=True, text=True).stdout.splitlines()
    assert sum("mps" not in line for line in lines) == 2, lines
    children = [int(line.split()[0]) for line in lines]  # on a GPU also the daemon that lets them share it
    process.send_signal(how)
    said = process.communicate(timeout=60)[1]
    if how == signal.SIGINT:
        assert process.returncode == 130 and "continues it" in said
        assert list(ibsim.open_sweep(folder).columns["status"]) == ["unfinished"] * 2
    for child in children:  # none lives on
        for _ in range(500):
            if not os.path.exists(f"/proc/{child}") or " Z " in open(f"/proc/{child}/stat").read():
                break
            time.sleep(0.02)
        else:
            pytest.fail("a run lives on")
    sweep(*command[1:])
    swept = ibsim.open_sweep(folder)
    assert list(swept.columns["status"]) == ["done"] * 2
    assert "resume" in (swept[0].folder / "ibsim.log").read_text()
    assert last_hash(swept[0]) == last_hash(alone)


def test_an_array_job_runs_every_point_and_queues_itself_again(scenario, tmp_path):
    """The script that --slurm prints, run as Slurm does, with an scontrol that notes what it was told."""
    folder = tmp_path / "swept"
    command = ["sweep", scenario, "--set", f"{SHEAR}=200,400 1/s", "--set", "time.end=0.2 ms", "--set", "output.checkpoint_every=8 us", "--output", folder]
    script = tmp_path / "job.sh"
    script.write_text(subprocess.run([ibsim.find_program(), *map(str, command), "--slurm"], capture_output=True, text=True, check=True).stdout)
    assert "#SBATCH --array=0-1" in script.read_text()
    (tmp_path / "scontrol").write_text(f"#!/bin/sh\necho \"$@\" > {tmp_path}/told\n")
    (tmp_path / "scontrol").chmod(0o755)
    environment = {**os.environ, "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_JOB_ID": "77", "SLURM_CPUS_PER_TASK": "1", "SLURM_SUBMIT_DIR": str(tmp_path),
                   "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    job = subprocess.Popen(["bash", script], env=environment, stderr=subprocess.PIPE, text=True)
    while job.poll() is None and not list(folder.glob("*/checkpoint.previous.h5")):
        time.sleep(0.02)
    job.send_signal(signal.SIGTERM)  # the time limit is near
    said = job.communicate(timeout=60)[1]
    assert job.returncode == 0, said
    assert (tmp_path / "told").read_text() == "requeue 77_1\n"
    again = subprocess.run(["bash", script], env=environment, capture_output=True, text=True)
    assert again.returncode == 0, again.stderr
    assert [path.parent.name for path in folder.glob("*/run.csv")] == ["background_shear=400_1_s"]
    assert "resume" in (folder / "background_shear=400_1_s" / "ibsim.log").read_text()


def test_a_job_of_several_tasks_hands_its_signal_to_them(scenario, tmp_path):
    """scripts/containers/run.sbatch, with an srun that kills its tasks on SIGTERM, as Slurm's does."""
    def program(name, text):
        (tmp_path / name).write_text("#!/bin/bash\n" + text)
        (tmp_path / name).chmod(0o755)
    program("srun", f'while [[ $1 == -* ]]; do shift; done\n"$@" & task=$!\necho $task > {tmp_path}/task\ntrap "kill -KILL $task" TERM\nwait $task\n')
    program("scancel", f'[[ "$*" == "--signal=TERM 77" ]] && kill -TERM "$(cat {tmp_path}/task)"\n')
    program("scontrol", f'echo "$@" > {tmp_path}/told\n')
    environment = {**os.environ, "SLURM_JOB_ID": "77", "SLURM_NTASKS": "2", "SLURM_CPUS_PER_TASK": "1", "IBSIM": str(ibsim.find_program()),
                   "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    folder = tmp_path / "run"
    command = ["bash", Path(__file__).parents[2] / "scripts/containers/run.sbatch", scenario, folder, "--set", "time.end=0.2 ms", "--set", "output.checkpoint_every=8 us"]
    job = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    while job.poll() is None and not (folder / "checkpoint.previous.h5").exists():
        time.sleep(0.02)
    job.send_signal(signal.SIGTERM)
    said = job.communicate(timeout=60)[1]
    assert job.returncode == 0, said
    assert (tmp_path / "told").read_text() == "requeue 77\n"
    again = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert again.returncode == 0, again.stderr
    assert "resume" in (folder / "ibsim.log").read_text()


def test_python_sweeps(tmp_path):
    pandas = pytest.importorskip("pandas")
    swept = ibsim.sweep({**FLOW, "time": {"step": "0.4 us", "end": "4 us"}}, {SHEAR: ["500 1/s", "1000 1/s"]}, output=tmp_path / "a", jobs=1)
    assert isinstance(swept.table, pandas.DataFrame) and swept.table.attrs["units"][SHEAR] == "1/s"
    assert [run.scenario["fluid"]["background_shear"].magnitude for run in swept.runs] == [500, 1000]
    with pytest.warns(UserWarning, match="1 of 2 points failed"):  # the others are there
        swept = ibsim.sweep(FLOW, {"objects.0.data_sites": [100, 3]}, output=tmp_path / "b", time__end="4 us")
    assert list(swept.columns["status"]) == ["done", "failed"] and len(swept.runs) == 1
    with pytest.raises(ibsim.InputError, match="numbered from 0"):
        ibsim.sweep(FLOW, {"objects.7.data_sites": [100, 3]}, output=tmp_path / "c")
    # sweep and run are of the same scenario, whose file had another name each time
    assert len(ibsim.sweep({**FLOW, "time": {"step": "0.4 us", "end": "4 us"}}, {SHEAR: "500:1000:2 1/s"}, output=tmp_path / "a")) == 2


def test_compare_draws_runs_and_sweeps(flow, tmp_path):
    pytest.importorskip("matplotlib")
    swept = ibsim.sweep({**FLOW, "time": {"step": "0.4 us", "end": "8 us"}}, {SHEAR: "50:1000:3log 1/s"}, output=tmp_path / "a")
    assert np.allclose(swept.columns[f"{SHEAR} (1/s)"], [50, 50 * 20**0.5, 1000], rtol=1e-5)  # of six digits
    done = subprocess.run([ibsim.find_program(), "compare", flow.folder, swept.folder, "--y", "taylor_deformation", "--out", tmp_path / "compare.svg"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "compare.svg").stat().st_size > 1000
    assert "background shear (1/s)" in (tmp_path / "compare.svg").read_text() or "<path" in (tmp_path / "compare.svg").read_text()
    done = subprocess.run([ibsim.find_program(), "compare", flow.folder, "--y", "taylor_deformations"], capture_output=True, text=True)
    assert done.returncode == 2 and 'did you mean "taylor_deformation"?' in done.stderr and "Traceback" not in done.stderr
