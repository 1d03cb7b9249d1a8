"""Velocity of a free sphere of radius 1 in the shear u_x = z next to a plane wall at z = 0, for gaps on the command line.

Point forces on a smaller sphere inside, each with its image in the wall (Blake 1971, Math. Proc. Camb. Phil. Soc. 70, 303), give the velocity of a rigid
body at points of the sphere, by least squares; they have no sum and no torque. Prints the gap, the velocity over the fluid's at the centre, the spin, and
the largest difference at a point. A gap of 0.5431 has 0.92185 (Goldman, Cox and Brenner 1967, Chem. Eng. Sci. 22, 653). Needs numpy.
"""
import sys

import numpy as np


def answers(x, y):
    """Velocity at x for a unit force at y, [x][y][component][component of the force], in a fluid of viscosity 1."""
    r, above = x[:, None, :] - y[None, :, :], y[None, :, 2]
    image = r.copy()
    image[..., 2] = x[:, None, 2] + above
    near, far = np.linalg.norm(r, axis=2)[..., None, None], np.linalg.norm(image, axis=2)[..., None, None]
    one = np.eye(3)
    found = one / near + r[..., :, None] * r[..., None, :] / near**3 - one / far - image[..., :, None] * image[..., None, :] / far**3
    far = far[..., 0, 0]
    for i in range(3):
        for k in range(3):
            change = above * (one[i, k] / far**3 - 3 * image[..., i] * image[..., k] / far**5) + one[i, 2] * image[..., k] / far**3
            change -= (one[i, k] * image[..., 2] + image[..., i] * one[k, 2]) / far**3 - 3 * image[..., i] * image[..., 2] * image[..., k] / far**5
            found[..., i, k] += 2 * above * (1 if k < 2 else -1) * change
    return found / (8 * np.pi)


def on_sphere(n):
    i = np.arange(n) + 0.5
    z, angle = 1 - 2 * i / n, np.pi * (1 + 5**0.5) * i
    return np.stack([np.sqrt(1 - z * z) * np.cos(angle), np.sqrt(1 - z * z) * np.sin(angle), z], 1)


def free_sphere(gap, forces=500):
    points = 3 * forces
    centre = np.array([0, 0, 1 + gap])
    depth = min(0.5, 0.55 * gap)
    sources, r = centre + (1 - depth) * on_sphere(forces), on_sphere(points)
    matrix = np.zeros((3 * points + 6, 3 * forces + 6))
    matrix[:3 * points, :3 * forces] = answers(centre + r, sources).transpose(0, 2, 1, 3).reshape(3 * points, 3 * forces)
    weight = 100  # of no sum and no torque
    for d in range(3):
        along = np.eye(3)[d]
        matrix[:3 * points, 3 * forces + d] = -np.tile(along, points)
        matrix[:3 * points, 3 * forces + 3 + d] = -np.cross(along, r).reshape(-1)
        matrix[3 * points + d, d:3 * forces:3] = weight
        matrix[3 * points + 3 + d, :3 * forces] = weight * np.array([np.cross(s, e)[d] for s in sources - centre for e in np.eye(3)])
    wanted = np.zeros(3 * points + 6)
    wanted[:3 * points:3] = -(centre + r)[:, 2]
    solution = np.linalg.lstsq(matrix, wanted, rcond=1e-13)[0]
    return solution[3 * forces] / (1 + gap), solution[3 * forces + 4], np.abs(matrix @ solution - wanted).max()


for argument in sys.argv[1:]:
    print(argument, *(f"{number:.4g}" for number in free_sphere(float(argument))))
