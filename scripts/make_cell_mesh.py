"""A closed mesh of a cell as a binary STL, without any packages: an example for shape: mesh.

usage: make_cell_mesh.py FILE.stl [--fineness 3] [--radius 3.91] [--cup 0.12]

The cell is the paper's red cell (equation 16) of the radius in um. --cup C bends it to a cup: z grows by C (x^2 + y^2) per um, which keeps its
volume. --fineness N cuts each triangle of an icosahedron into four N times: 642 vertices with 3. data/meshes/cup_cell.stl has the default values.
"""
import argparse
import math

from binary_stl import write_stl


def icosphere(fineness):
    """Vertices on the unit sphere and triangles, counter-clockwise from outside."""
    t = (1 + math.sqrt(5)) / 2
    vertices = [(-1, t, 0), (1, t, 0), (-1, -t, 0), (1, -t, 0), (0, -1, t), (0, 1, t), (0, -1, -t), (0, 1, -t), (t, 0, -1), (t, 0, 1), (-t, 0, -1), (-t, 0, 1)]
    faces = [(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6), (7, 1, 8),
             (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)]

    def unit(x):
        length = math.sqrt(sum(c * c for c in x))
        return tuple(c / length for c in x)

    vertices = [unit(x) for x in vertices]
    for _ in range(fineness):
        middles, finer = {}, []

        def middle(a, b):
            edge = (min(a, b), max(a, b))
            if edge not in middles:
                middles[edge] = len(vertices)
                vertices.append(unit([p + q for p, q in zip(vertices[a], vertices[b])]))
            return middles[edge]

        for a, b, c in faces:
            d, e, f = middle(a, b), middle(b, c), middle(c, a)
            finer += [(a, d, f), (b, e, d), (c, f, e), (d, e, f)]
        faces = finer
    return vertices, faces


def red_cell(x, radius, cup):
    q = x[0] ** 2 + x[1] ** 2
    at = (radius * x[0], radius * x[1], radius * (0.105 + q - 0.56 * q * q) * x[2])
    return at[0], at[1], at[2] + cup * (at[0] ** 2 + at[1] ** 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--fineness", type=int, default=3)
    parser.add_argument("--radius", type=float, default=3.91)
    parser.add_argument("--cup", type=float, default=0.12)
    options = parser.parse_args()
    vertices, faces = icosphere(options.fineness)
    vertices = [red_cell(x, options.radius, options.cup) for x in vertices]
    write_stl(options.file, b"a red cell bent to a cup, in um", vertices, faces)


if __name__ == "__main__":
    main()
