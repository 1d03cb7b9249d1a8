"""Finds a Python that has the packages a script needs, or makes one in build/python.

    import own_python
    own_python.need("plot_run.py", "numpy", "h5py", "matplotlib")

returns if this Python has them all. Else the script is started again by build/python/bin/python3, which is made, or filled, by
`scripts/setup --python PACKAGE...` if need be. If that fails too, the program ends and says what to install.
"""
import importlib.util
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OWN = os.path.join(ROOT, "build", "python", "bin", "python3")
AGAIN = "IBSIM_OWN_PYTHON"  # set while the script runs a second time


LOOK = "import sys, importlib.util as u; sys.exit(any(u.find_spec(name) is None for name in sys.argv[1:]))"


def has(python, packages):
    """Are they all installed for that Python? Looks for them only, since their import takes seconds."""
    return os.path.exists(python) and subprocess.run([python, "-c", LOOK, *packages], capture_output=True).returncode == 0


def need(script, *packages):
    missing = [package for package in packages if importlib.util.find_spec(package) is None]
    if not missing:
        return
    asked = f"{script}: needs the Python packages {', '.join(missing)}"
    if os.environ.get(AGAIN):
        sys.exit(f"{asked}; pip install {' '.join(missing)}")
    setup = os.path.join(ROOT, "scripts", "setup")
    if not has(OWN, packages) and not os.path.exists(setup):  # an installed ibsim has none
        sys.exit(f"{asked}; pip install {' '.join(missing)}")
    if not has(OWN, packages):
        print(f"{asked}; installing them into build/python (once)", file=sys.stderr)
        done = subprocess.run([setup, "--python", *packages], stdin=subprocess.DEVNULL)
        if done.returncode != 0 or not has(OWN, packages):
            sys.exit(f"{asked}, and they could not be installed (see build/python.log); pip install {' '.join(missing)}")
    os.environ[AGAIN] = "1"
    os.environ.pop("PYTHONHOME", None)
    os.execv(OWN, [OWN, *sys.argv])
