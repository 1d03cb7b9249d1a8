"""The program called from Python: results, errors with their places, and runs that are stopped, go on, or are looked at meanwhile."""
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import types
from pathlib import Path

import ibsim
import pytest
from conftest import FLOW, LINE, ROOT


def last_hash(run):
    return run.tables.columns("run")["state_hash"][-1]


def test_the_scenario_of_a_run_gives_the_run_again(flow, tmp_path):
    again = ibsim.run(flow.scenario, output=tmp_path / "again")
    assert last_hash(again) == last_hash(flow)


def test_values_are_changed_by_set_and_by_keywords(tmp_path):
    run = ibsim.run(FLOW, output=tmp_path / "a", set={"objects.0.membrane.shear_modulus": "5 uN/m"}, time__end="4 us")
    assert run.scenario["time"]["end"] == "4 us" and run.scenario["objects"][0]["membrane"]["shear_modulus"] == "0.005 dyn/cm"


def test_quantities_of_pint_are_understood(tmp_path):
    units = pytest.importorskip("pint").UnitRegistry()
    run = ibsim.run({**FLOW, "objects": [], "fluid": {**FLOW["fluid"], "viscosity": units.Quantity(1.2, "mPa * s")}}, output=tmp_path / "a",
                    time__end=units.Quantity(4, "us"))
    assert run.scenario["fluid"]["viscosity"].to("cP") == pytest.approx(1.2) and run.scenario["time"]["end"] == "4 us"


def test_without_a_folder_results_are_named_by_the_title(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert ibsim.run(LINE, time__end=0.01).folder == Path("results/sod")
    assert list(tmp_path.iterdir()) == [tmp_path / "results"]  # and nothing else is left


def test_a_file_and_its_own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = ibsim.run(ROOT / "config" / "sod.yaml", time__end=0.001, output__folder="mine")
    assert run.folder == Path("mine") and run.kind == "line"


def test_an_error_knows_its_key_and_place(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text("domain: {size: [16 um, 16 um, 16 um], cell: 1 um}\nfluid:\n  viscosity: 3 s\n")
    with pytest.raises(ibsim.InputError) as caught:
        ibsim.run(file)
    error = caught.value
    assert (error.file, error.line, error.exit_code, error.key) == (str(file), 3, 2, "fluid.viscosity")
    assert "expected a viscosity" in error.message
    with pytest.raises(ibsim.InputError) as caught:
        ibsim.run({**FLOW, "fluid": {"visc": "1 cP"}}, output=tmp_path / "a")
    assert caught.value.key == "fluid.visc" and caught.value.file == "the scenario"
    with pytest.raises(ibsim.InputError) as caught:
        ibsim.run(FLOW, output=tmp_path / "a", set={"fluid.viscosity": 3})
    assert caught.value.key == "fluid.viscosity" and "has no unit" in caught.value.message
    assert not (tmp_path / "a").exists()


def test_a_run_is_not_replaced_unasked(flow):
    with pytest.raises(ibsim.InputError, match="overwrite"):
        ibsim.run(FLOW, output=flow.folder)


def test_a_run_that_diverged_is_an_error(tmp_path):
    # gas crosses 128 / 20 cells in a step, so an explicit scheme grows without bound
    with pytest.raises(ibsim.DivergedError, match="no longer finite"):
        ibsim.run(LINE, output=tmp_path / "a", set={"time.beyond_stability_limit": True, "time.step": "1/20", "time.end": 20, "output.frames_every": 1})
    assert ibsim.open(tmp_path / "a").kind == "line"


def test_a_program_that_is_not_there_is_said_so(monkeypatch):
    monkeypatch.setenv("IBSIM", "/nowhere/ibsim")
    with pytest.raises(ibsim.ResourceError, match="IBSIM"):
        ibsim.run(FLOW)


LONG = {**FLOW, "time": {"step": "0.4 us", "end": "40 ms"}}


def test_the_command_of_a_package_is_the_program(tmp_path):
    """What pip makes of [project.scripts] starts the program, and does not find itself on the PATH instead of it."""
    program = ibsim.find_program()
    script = tmp_path / "ibsim"
    script.write_text(f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT / 'src' / 'python')!r})\nfrom ibsim.program import main\nmain()\n")
    script.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:/usr/bin:/bin", "IBSIM": program}
    assert subprocess.run([script, "--version"], capture_output=True, text=True, env=environment).stdout == ibsim.version()
    # without the program: an error of exit code 3, and no endless search
    bare = {**environment, "PATH": str(tmp_path)}
    del bare["IBSIM"]
    lonely = tmp_path / "lib" / "a" / "ibsim"
    shutil.copytree(ROOT / "src" / "python" / "ibsim", lonely, ignore=shutil.ignore_patterns("__pycache__"))
    (lonely / "_version.py").write_text('__version__ = "0"\n')
    script.write_text(script.read_text().replace(str(ROOT / "src" / "python"), str(lonely.parent)))
    done = subprocess.run([script, "--version"], capture_output=True, text=True, env=bare, timeout=60)
    assert done.returncode == 3 and "the program ibsim was not found" in done.stderr


def test_scenarios_come_with_the_package():
    assert (ibsim.examples() / "quickstart.yaml").is_file()


def test_a_run_is_seen_while_it_goes_on_and_ctrl_c_ends_it(tmp_path):
    """A Python of its own runs the scenario; this one looks on, and interrupts it as a notebook does; then it is resumed, with the same bits."""
    script = textwrap.dedent(f"""
        import sys; sys.path.insert(0, {str(ROOT / 'src' / 'python')!r}); sys.path.insert(0, {str(Path(__file__).parent)!r})
        import ibsim, test_the_program_is_called as here
        try: ibsim.run(here.LONG, output={str(tmp_path / 'long')!r}, threads=1)
        except KeyboardInterrupt: print("stopped")
    """)
    process = subprocess.Popen([sys.executable, "-B", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    counts = []
    try:
        while process.poll() is None and len(set(counts)) < 3:
            time.sleep(0.02)
            try:
                run = ibsim.open(tmp_path / "long")
            except ibsim.NotARun:
                continue  # not yet
            if len(run.frames) and "run" in run.tables:
                counts.append(len(run.frames))
                assert run.frame().mesh(0).points.shape == (400, 3)
                assert len(set(map(len, run.tables.columns("run").values()))) == 1
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert out.strip() == "stopped", err
    assert len(set(counts)) >= 3, counts
    run = ibsim.open(tmp_path / "long")
    reached = run.tables.columns("run")["time (us)"][-1]
    assert reached < 40000
    end = f"{20 * (reached // 20 + 2):g} us"
    ibsim.resume(run, until=end, output=tmp_path / "resumed")
    unbroken = ibsim.run(LONG, output=tmp_path / "unbroken", time__end=end)
    assert last_hash(ibsim.open(tmp_path / "resumed")) == last_hash(unbroken)


def test_progress_is_told(tmp_path):
    seen = []
    # lines come every 5 s: a run that takes longer, with frames that take nothing
    ibsim.run({**FLOW, "objects": []}, output=tmp_path / "a", progress=lambda done, steps, text: seen.append((done, steps)), time__end="40 us")
    assert all(0 < done <= steps for done, steps in seen)
    numbers = []
    show = ibsim.program._display(lambda *told: numbers.append(told))
    found = ibsim.program.STEP.fullmatch("info: step 38125/75000  152.5 ms of 300 ms  7615 steps/s  5 s left")
    show((int(found["done"]), int(found["all"]), found["rest"]), "")
    assert numbers == [(38125, 75000, "152.5 ms of 300 ms  7615 steps/s  5 s left")]


def test_a_notebook_shows_a_bar(monkeypatch, capsys):
    """Of IPython only what is asked of it: a shell of a notebook, and a display that is updated."""
    shown = []

    class ZMQInteractiveShell:
        pass

    class Handle:
        def update(self, html):
            shown.append(html)

    display = types.ModuleType("IPython.display")
    display.HTML, display.display = str, lambda html, display_id: Handle()
    ipython = types.ModuleType("IPython")
    ipython.get_ipython, ipython.display = ZMQInteractiveShell, display
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    show = ibsim.program._display(None)  # nothing was said: a notebook shows it
    show((5, 20, "0.1 s left"), "")
    show(None, "warning: doubtful")
    assert shown == ["<progress value=5 max=20></progress> 0.1 s left"]
    assert capsys.readouterr().err == "warning: doubtful\n"
