#!/usr/bin/env python3
"""Writes a small mesh in openCARP's format: a slab of tissue with fibres that turn through it, and a strip of fast tissue (region 25).

usage: make_carp_slab.py NAME [--size 10 6 3] [--edge 0.5]      lengths in mm

Makes NAME.pts (um), NAME.elem, NAME.lon and NAME.vtx (the vertices of the face x = 0). Needs nothing but Python.
"""
import argparse
import itertools
import math

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("name")
parser.add_argument("--size", type=float, nargs=3, default=[10.0, 6.0, 3.0])
parser.add_argument("--edge", type=float, default=0.5)
options = parser.parse_args()

n = [max(1, math.ceil(size / options.edge - 1e-9)) for size in options.size]
grid = list(itertools.product(*(range(m + 1) for m in n)))
number = {cell: i for i, cell in enumerate(grid)}
points = [[1000 * options.size[d] * cell[d] / n[d] for d in range(3)] for cell in grid]

elements, fibres = [], []
for low in itertools.product(*map(range, n)):
    for order in itertools.permutations(range(3)):  # the six tetrahedra of a cube, along the axes in each order
        corner, path = list(low), [number[tuple(low)]]
        for axis in order:
            corner[axis] += 1
            path.append(number[tuple(corner)])
        if order in ((0, 2, 1), (1, 0, 2), (2, 1, 0)):  # so that all volumes are positive
            path[1], path[2] = path[2], path[1]
        middle_y = (low[1] + 0.5) / n[1]
        elements.append((path, 25 if 0.4 < middle_y < 0.6 else 1))
        angle = math.radians(60 - 120 * (low[2] + 0.5) / n[2])
        fibres.append((math.cos(angle), math.sin(angle), 0.0))

with open(options.name + ".pts", "w") as file:
    file.write(f"{len(points)}\n" + "".join("%.10g %.10g %.10g\n" % tuple(p) for p in points))
with open(options.name + ".elem", "w") as file:
    file.write(f"{len(elements)}\n" + "".join("Tt %d %d %d %d %d\n" % (*path, region) for path, region in elements))
with open(options.name + ".lon", "w") as file:
    file.write("1\n" + "".join("%.9f %.9f %.9f\n" % fibre for fibre in fibres))
face = [i for i, cell in enumerate(grid) if cell[0] == 0]
with open(options.name + ".vtx", "w") as file:
    file.write(f"{len(face)}\nintra\n" + "".join(f"{i}\n" for i in face))
print(f"{options.name}: {len(points)} points, {len(elements)} tetrahedra")
