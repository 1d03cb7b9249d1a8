"""Scripts that draw work when started by a Python without any packages, by going over to build/python; and say what to do where that fails.

usage: scripts_find_their_python.py; exits with 77 where build/python was not made
"""
import os
import shutil
import subprocess
import sys
import tempfile

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(root, "scripts"))
sys.dont_write_bytecode = True
import own_python  # noqa: E402

needed = {"plot_run.py": ["numpy", "h5py", "matplotlib"], "plot_isochrones.py": ["numpy", "h5py", "matplotlib"],
          "plot_bonds.py": ["numpy", "h5py", "yaml", "pint", "matplotlib"], "plot_results.py": ["matplotlib"],
          "paraview/render_run.py": ["vtk"]}
environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "IBSIM_OWN"))}


def run(python, script, *arguments):
    return subprocess.run([python, script, *arguments], capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL)


if not own_python.has(own_python.OWN, {package for packages in needed.values() for package in packages}):
    print("skipped: build/python was not made")
    sys.exit(77)

with tempfile.TemporaryDirectory() as top:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", os.path.join(top, "bare")], check=True)
    bare = os.path.join(top, "bare", "bin", "python3")
    assert not own_python.has(bare, ["h5py"]), "a bare Python has h5py"
    for script in needed:
        helped = run(bare, os.path.join(root, "scripts", script), "--help")
        assert helped.returncode == 0 and "usage" in helped.stdout.lower(), (script, helped)
    for script in ("plot_run.py", "paraview/render_run.py"):  # one of each folder
        absent = run(bare, os.path.join(root, "scripts", script), os.path.join(top, "nowhere"))
        assert absent.returncode == 1 and absent.stderr.startswith(os.path.basename(script)), (script, absent)

    # A clone whose packages cannot be installed: one line that says what is missing, no trace of Python's.
    os.makedirs(os.path.join(top, "clone", "scripts"))
    for name in ("plot_run.py", "own_python.py", "listed_frames.py"):
        shutil.copy(os.path.join(root, "scripts", name), os.path.join(top, "clone", "scripts"))
    setup = os.path.join(top, "clone", "scripts", "setup")
    with open(setup, "w") as file:
        file.write("#!/bin/sh\necho \"$@\" > \"$(dirname \"$0\")/asked\"\nexit 3\n")
    os.chmod(setup, 0o755)
    failed = run(bare, os.path.join(top, "clone", "scripts", "plot_run.py"), "run")
    assert failed.returncode == 1 and "pip install numpy h5py matplotlib" in failed.stderr and "Traceback" not in failed.stderr, failed
    with open(os.path.join(top, "clone", "scripts", "asked")) as file:
        assert file.read() == "--python numpy h5py matplotlib\n"
