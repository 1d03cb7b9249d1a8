"""A closed mesh of a vessel with an aneurysm as a binary STL, without any packages: an example for vessel: {file: ..}.

usage: make_aneurysm_mesh.py FILE.stl [--radius 6] [--height 9] [--length 48]

The vessel runs along z from 0 to the length, about x = y = 12 um, with flat ends in the faces of the box. On the side of +x it bulges by the height,
as a Gaussian over 6 um along the vessel and 45 degrees around it. data/meshes/aneurysm.stl has the default values.
"""
import argparse
import math

from binary_stl import write_stl


def surface(radius, height, length, around=48, along=64):
    """Vertices and triangles, counter-clockwise from outside."""
    vertices = []
    for k in range(along + 1):
        z = length * k / along
        for i in range(around):
            angle = 2 * math.pi * i / around
            from_side = angle if angle <= math.pi else angle - 2 * math.pi
            bulge = height * math.exp(-((z - length / 2) / 6) ** 2 - (from_side / (math.pi / 4)) ** 2)
            r = radius + bulge
            vertices.append((12 + r * math.cos(angle), 12 + r * math.sin(angle), z))
    faces = []
    for k in range(along):
        for i in range(around):
            a, b = k * around + i, k * around + (i + 1) % around
            faces += [(a, b, b + around), (a, b + around, a + around)]
    for z, first in ((0, 0), (length, along * around)):
        centre = len(vertices)
        vertices.append((12, 12, z))
        for i in range(around):
            a, b = first + i, first + (i + 1) % around
            faces.append((centre, b, a) if z == 0 else (centre, a, b))
    return vertices, faces


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--radius", type=float, default=6)
    parser.add_argument("--height", type=float, default=9)
    parser.add_argument("--length", type=float, default=48)
    options = parser.parse_args()
    vertices, faces = surface(options.radius, options.height, options.length)
    write_stl(options.file, b"a vessel with an aneurysm, in um", vertices, faces)


if __name__ == "__main__":
    main()
