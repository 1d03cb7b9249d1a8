"""Whatever is asked for, and however a folder is damaged: an IbsimError that names the file or the key, and no wait without an end."""
import json
import os
import shutil
import signal
from pathlib import Path

import h5py
import ibsim
import numpy as np
import pytest
from conftest import FLOW, ROOT

ODD = [None, 5, 2.5, True, b"bytes", "a\0b", object(), [1], {"a": 1}, "x" * 5000, "no\ud800letter"]


@pytest.fixture(autouse=True)
def no_wait():
    """A call that waits for a pipe is ended."""
    def end(*_):
        raise AssertionError("this call waits")
    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def ask(call):
    """The error, which is one of ibsim's and says where; None if there is none."""
    try:
        call()
    except ibsim.IbsimError as error:
        assert error.file or error.key or isinstance(error, ibsim.ResourceError), repr(error)
        assert "\n" not in str(error), repr(error)
        return error
    return None


# --- arguments --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("call", [ibsim.open, ibsim.open_sweep, ibsim.resume, ibsim.info, ibsim.Run, ibsim.Sweep, ibsim.Activation, ibsim.check,
                                  lambda odd: ibsim.run(odd, progress=False), lambda odd: ibsim.diff(odd, odd), ibsim.tables.read_columns,
                                  lambda odd: ibsim.sweep(odd, {"time.end": [1, 2]})])
@pytest.mark.parametrize("odd", ODD, ids=[str(i) for i in range(len(ODD))])
def test_what_is_no_path_is_said_so(call, odd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert ask(lambda: call(odd))


@pytest.mark.parametrize("key, values", [
    ("set", [5, "time.end=1", ["time.end"]]), ("output", [5, b"x", "a\0b", [1]]), ("device", [5, b"cpu", "abacus"]),
    ("threads", ["many", [1], True, -3]), ("progress", ["yes", 3]), ("time__end", [object(), b"1 us", {1}, 1j, [1, 2]]),
    ("set", [{"domain.size": object()}, {"nothing.of.it": 1}, {5: 5}])])
def test_arguments_of_a_run(key, values, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for value in values:
        error = ask(lambda: ibsim.run(FLOW, **{"output": tmp_path / "run", key: value}))
        assert error and error.key, (key, value, error)
    assert list(tmp_path.iterdir()) == []


def test_a_scenario_that_cannot_be_written():
    itself = {}
    itself["domain"] = itself
    for scenario, key in ((itself, "scenario"), ({"title": "half a letter \ud800"}, "scenario"), ({"domain": {"size": [1, {2}]}}, "domain.size.1"),
                          ({"output": 5}, None), ({}, None), ({"kind": "nothing"}, "kind")):
        error = ask(lambda: ibsim.check(scenario))
        assert error and (key is None or error.key == key), (scenario, error)
    assert not list(Path().glob(".ibsim-*"))


def test_other_arguments(flow, tmp_path):
    for call in (lambda: flow.frame("soon"), lambda: flow.frame([1]), lambda: flow.frame(object()), lambda: flow.frame("2 m"), lambda: flow.frames[99],
                 lambda: flow.frames["last"], lambda: flow.frame()["nothing"], lambda: flow.frame()[5], lambda: flow.frame().mesh("a"),
                 lambda: flow.frame().mesh(99), lambda: flow.tables["nothing"], lambda: flow.tables[5], lambda: ibsim.Quantity("much"),
                 lambda: ibsim.Quantity(5), lambda: ibsim.diff(flow, flow, tolerance="small"), lambda: ibsim.resume(flow, until=object()),
                 lambda: ibsim.sweep(FLOW, 5), lambda: ibsim.sweep(FLOW, {"time.end": object()}),
                 lambda: ibsim.sweep(FLOW, {"time.end": ["1 us"]}, jobs="all")):
        with pytest.raises(ibsim.IbsimError):
            call()
    with pytest.raises(KeyError):  # what Python expects of these
        flow.frame()["nothing"]
    with pytest.raises(IndexError):
        flow.frames[99]
    with pytest.raises(ValueError):
        ibsim.Quantity("much")


def test_numbers_too_large_and_names_that_are_arrays(flow):
    assert ask(lambda: flow.frame(10 ** 400)).key == "time"
    assert ask(lambda: flow.frames.nearest(10 ** 400)).key == "time"
    assert ask(lambda: flow.tables[np.array([1, 2])]).key == "name"


def test_another_program_is_said_so(monkeypatch):
    for program in ("/bin/true", "/bin/echo"):
        monkeypatch.setenv("IBSIM", program)
        for call in (lambda: ibsim.check(FLOW), lambda: ibsim.info("x"), lambda: ibsim.diff("x", "y")):
            with pytest.raises(ibsim.ResourceError):
                call()
        assert ask(lambda: ibsim.run(FLOW))


# --- what is accepted -------------------------------------------------------------------------------------------------------
def test_paths_and_arrays_are_written_as_scenarios_have_them(tmp_path):
    as_yaml = ibsim.quantity.as_yaml
    assert as_yaml(Path("a") / "b") == "a/b"
    assert as_yaml(np.float64(1.5)) == 1.5 and as_yaml(np.array([1, 2])) == [1, 2] and as_yaml(range(2)) == [0, 1]
    units = pytest.importorskip("pint").UnitRegistry()
    assert as_yaml(np.array([16.0, 8.0]) * units.um) == ["16.0 um", "8.0 um"]
    assert as_yaml(units.Quantity(np.float64(1.2), "mPa * s")) == "1.2 mPa s"
    assert as_yaml(units.Quantity(3.0, "")) == 3.0
    run = ibsim.run({**FLOW, "objects": [], "domain": {"size": np.array([16.0, 16.0, 16.0]) * units.um, "cell": 2.0 * units.um},
                     "output": {"folder": tmp_path / "a"}}, time__end=0.004 * units.ms)
    assert run.folder == tmp_path / "a" and run.scenario["domain"]["size"] == ["16 um"] * 3
    assert run.scenario["time"]["end"] == "4 us" and ibsim.quantity.microseconds(0.004 * units.ms) == 4


def test_the_version_is_that_of_the_program():
    assert ibsim.version().split()[:2] == ["ibsim", ibsim.__version__]
    assert f"project(ibsim VERSION {ibsim.__version__} " in (ROOT / "CMakeLists.txt").read_text()


# --- damaged folders --------------------------------------------------------------------------------------------------------
def cut(path):
    os.truncate(path, path.stat().st_size // 2)


def empty(path):
    os.truncate(path, 0)


def garbage(path):
    path.write_bytes(bytes(range(256)) * 40)


def words(path):
    path.write_text("neither here: nor\nthere, \"\n")


def other_hdf5(path):
    path.unlink()
    with h5py.File(path, "w") as file:
        file["VTKHDF"] = 5


def gone(path):
    path.unlink()


def pipe(path):
    path.unlink()
    os.mkfifo(path)


def folder(path):
    path.unlink()
    path.mkdir()


def loop(path):
    path.unlink()
    path.symlink_to(path.name)


DAMAGES = [cut, empty, garbage, words, other_hdf5, gone, pipe, folder, loop]


def everything(path, of_program):
    """All that can be asked of a run, one after the other; of the program too, if so."""
    yield lambda: repr(ibsim.Run(path))
    for name in ("scenario", "kind", "title", "table", "cells", "times", "fluid", "fields", "activation"):
        yield lambda name=name: getattr(ibsim.open(path), name)
    yield lambda: ibsim.open(path).tables["averages"]
    yield lambda: ibsim.open(path).tables.columns("run")
    yield lambda: [repr(ibsim.open(path).tables), repr(ibsim.open(path).frames)]
    for ask_frame in (lambda f: f.keys(), lambda f: f.units, lambda f: f["velocity"], lambda f: f.points, lambda f: f.state_hash, lambda f: f.objects,
                      lambda f: f.mesh(0), lambda f: f.tracers(), lambda f: f.surfaces(), lambda f: f.open().close()):
        yield lambda ask_frame=ask_frame: ask_frame(ibsim.open(path).frame())
        yield lambda ask_frame=ask_frame: ask_frame(ibsim.open(path).frame(0))
    yield lambda: ibsim.open(path).fluid.velocity.values
    yield lambda: ibsim.open(path).fields.density.values
    for ask_map in (lambda a: a.points, lambda a: a.tetrahedra, lambda a: a.cases, lambda a: a.times, lambda a: a.mesh()):
        yield lambda ask_map=ask_map: ask_map(ibsim.open(path).activation)
    if of_program:
        yield lambda: ibsim.info(path)
        yield lambda: ibsim.diff(path, path)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("kind", ["flow", "line", "activation"])
def test_a_damaged_folder(kind, damage, request, tmp_path):
    whole = request.getfixturevalue(kind)
    chosen = [Path(name) for name in ("scenario.yaml", "run.csv", "cells.csv", "regions.csv", "activation.vtkhdf") if (whole.folder / name).exists()]
    chosen += sorted(path.relative_to(whole.folder) for path in whole.folder.glob("frames/*_000000.vtkhdf"))
    assert len(chosen) >= 3
    # The program's own words about files like these are a test of the command line. Here each damage is of another file for it.
    of_program = chosen[DAMAGES.index(damage) % len(chosen)]
    for file in chosen:
        path = tmp_path / "run"
        shutil.copytree(whole.folder, path)
        damage(path / file)
        for call in everything(path, file == of_program):
            ask(call)
        shutil.rmtree(path)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_sweep(damage, line, tmp_path):
    path = tmp_path / "sweep"
    shutil.copytree(line.folder, path / "a")
    (path / "sweep.csv").write_text("point,status,time.end\na,done,0.1\n")
    assert ibsim.open_sweep(path)[0].folder == path / "a"
    for call in (lambda: ibsim.open_sweep(path)[5], lambda: ibsim.open_sweep(path)["a"]):
        assert ask(call)
    damage(path / "sweep.csv")
    for call in (lambda: ibsim.open_sweep(path), lambda: ibsim.open_sweep(path).table, lambda: ibsim.open_sweep(path).columns,
                 lambda: ibsim.open_sweep(path).runs, lambda: len(ibsim.open_sweep(path)), lambda: repr(ibsim.open_sweep(path)),
                 lambda: ibsim.open_sweep(path)[0]):
        ask(call)
