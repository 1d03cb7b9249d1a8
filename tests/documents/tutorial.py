"""A tutorial of docs/tutorials does what it says: its files are written, its shell blocks run one after the other, and none fails.

usage: tutorial.py TUTORIAL.md IBSIM; exits with 77 where a package that its scripts need is not installed

Blocks ```yaml title="NAME" are files; blocks ```sh are given to one bash, which stops at the first command that fails. It runs in a folder
that looks like the clone's top (config, scripts), with `ibsim` on the PATH.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

page, ibsim = sys.argv[1:3]
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(root, "scripts"))
sys.dont_write_bytecode = True
import own_python  # noqa: E402

with open(page) as file:
    text = file.read()

blocks = re.findall(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', text, re.M | re.S)
files = {name: body for kind, name, body in blocks if kind == "yaml" and name}
commands = [body for kind, _, body in blocks if kind == "sh"]
assert files and len(commands) > 1, page
if any("plot_run.py" in body or "plot_isochrones.py" in body for body in commands):
    if not any(own_python.has(python, ("numpy", "h5py", "matplotlib")) for python in (own_python.OWN, sys.executable)):
        print("skipped: numpy, h5py and matplotlib are not installed")
        sys.exit(77)

if any("ibsim render" in body for body in commands):
    said = subprocess.run([ibsim, "render", root], capture_output=True, text=True).stderr
    if "built without pictures" in said or not shutil.which("ffmpeg"):
        print("skipped: this ibsim draws no pictures, or ffmpeg is not installed")
        sys.exit(77)

# The beat of an artery is cut short: its series is what the cell's run reads, from 5 to 6 ms.
SHORTER = {"artery.yaml": ("end: 100 ms", "end: 20 ms")}
for name, (long, short) in SHORTER.items():
    if name in files:
        assert files[name].count(long) == 1, name
        files[name] = files[name].replace(long, short)

with tempfile.TemporaryDirectory() as top:
    for name, body in files.items():
        with open(os.path.join(top, name), "w") as file:
            file.write(body)
    for name in ("config", "scripts"):
        os.symlink(os.path.join(root, name), os.path.join(top, name))
    os.mkdir(os.path.join(top, "bin"))
    os.symlink(os.path.abspath(ibsim), os.path.join(top, "bin", "ibsim"))
    environment = {**os.environ, "PATH": os.path.join(top, "bin") + os.pathsep + os.environ["PATH"], "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": "1",
                   "IBSIM_CACHE": os.path.join(top, "cache")}
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", "\n".join(commands)], cwd=top, env=environment, capture_output=True, text=True)
    print(done.stdout, done.stderr, sep="\n")
    assert done.returncode == 0, f"{page}: exit code {done.returncode}"
