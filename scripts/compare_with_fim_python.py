#!/usr/bin/env python3
"""Solves activations with ibsim and with fim-python (pip install fim-python h5py), and compares times and speeds.

usage: compare_with_fim_python.py [MESH...] [--ibsim PROGRAM] [--device cpu|cuda] [--tolerance 1e-5] [--tetrahedra 2e4]

Meshes are a box, a ball and a ventricle with turning fibres (all three if none is named). Both solve the same tetrahedra with the same tensors from
the same start values, in double precision (in single precision, its default, fim-python's times of the ventricle are off by 4e-4). Ends with 1 if
times differ by more than the tolerance (of the last one), with 77 if fim-python, numpy or h5py is not installed.

fim-python: T. Grandits, https://github.com/thomgrand/fim-python; the fast iterative method of Fu, Kirby and Whitaker (2013) on the cores of the CPU.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time

try:
    import h5py
    import numpy as np
    from fimpy.solver import create_fim_solver
except ImportError as missing:
    print(f"skipped: {missing}; pip install fim-python h5py", file=sys.stderr)
    sys.exit(77)

MESHES = {
    "box": "mesh: {box: {size: [10 mm, 8 mm, 6 mm], edge: 0.8 mm, jiggle: 0.1}}\nfibres: {direction: [1, 1, 0]}\n",
    "ball": "mesh: {ball: {radius: 10 mm, edge: 1.5 mm}}\nfibres: {direction: [0, 0, 1]}\n",
    "ventricle": "mesh: {ventricle: {tetrahedra: COUNT}}\nfibres: {rule: {endo: 60 deg, epi: -60 deg}}\n",
}
STIMULI = {"box": "[1 mm, 1 mm, 1 mm]", "ball": "[0 mm, 0 mm, 0 mm]", "ventricle": "[0 mm, 0 mm, -60 mm]"}
SPEEDS = (0.6, 0.4, 0.4)  # around the fibre alike: the output holds fibres, no sheets


def scenario(name, folder, tetrahedra):
    path = os.path.join(folder, name + ".yaml")
    with open(path, "w") as file:
        file.write(f"kind: activation\n{MESHES[name].replace('COUNT', tetrahedra)}velocity: {{along: {SPEEDS[0]} m/s, across: {SPEEDS[1]} m/s, normal: {SPEEDS[2]} m/s}}\n"
                   f"stimuli: [{{at: {STIMULI[name]}, radius: 3 mm}}]\n")
    return path


def compare(path, options, folder):
    results = os.path.join(folder, os.path.basename(path) + ".results")
    began = time.perf_counter()
    subprocess.run([options.ibsim, path, "--output", results, "--device", options.device, "--quiet"], check=True)
    ibsim_all = time.perf_counter() - began
    log = open(os.path.join(results, "ibsim.log")).read()
    ibsim_rate = float(log.split("million tetrahedra a second")[0].split(":")[-1])
    with h5py.File(os.path.join(results, "activation.vtkhdf")) as file:
        root = file["VTKHDF"]
        points, cells = root["Points"][:], root["Connectivity"][:].reshape(-1, 4)
        times = root["PointData/activation_time"][:]
        f = root["CellData/fibre"][:].astype(float)
    f /= np.linalg.norm(f, axis=1)[:, None]
    # tensors of squared speeds, mm/ms; around the fibre both other speeds are taken as equal
    along, across = SPEEDS[0] ** 2, SPEEDS[1] ** 2
    tensors = across * np.eye(3)[None] + (along - across) * f[:, :, None] * f[:, None, :]
    # the stimulus: ibsim's own times within its radius, or of the nearest vertex where there is none
    at = np.array([float(word.split()[0]) for word in STIMULI[os.path.basename(path).split(".")[0]].strip("[]").split(",")])
    distance = np.linalg.norm(points - at, axis=1)
    start = np.flatnonzero(distance <= max(3.0, distance.min()))
    solver = create_fim_solver(points, cells, tensors, precision=np.float64, device="cpu", use_active_list=True)
    began = time.perf_counter()
    theirs = solver.comp_fim(start, times[start])
    seconds = time.perf_counter() - began
    worst = np.abs(theirs - times).max() / times.max()
    print(f"{os.path.basename(path):16s} {len(cells):9d} tetrahedra  difference {worst:.1e}  ibsim {ibsim_rate:8.3f} M/s ({ibsim_all:.2f} s with all"
          f" else)  fim-python {len(cells) / seconds / 1e6:8.4f} M/s ({seconds:.2f} s)")
    return worst <= options.tolerance


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("meshes", nargs="*", default=list(MESHES), help="of: " + ", ".join(MESHES))
    parser.add_argument("--ibsim", default="ibsim")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--tolerance", type=float, default=1e-5)
    parser.add_argument("--tetrahedra", default="2e4", help="of the ventricle")
    options = parser.parse_args()
    unknown = [name for name in options.meshes if name not in MESHES]
    if unknown:
        sys.exit(f"{sys.argv[0]}: there is no mesh {unknown[0]}; of: {', '.join(MESHES)}")
    with tempfile.TemporaryDirectory() as folder:
        good = [compare(scenario(name, folder, options.tetrahedra), options, folder) for name in options.meshes]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
