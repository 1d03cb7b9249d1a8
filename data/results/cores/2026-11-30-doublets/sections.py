"""Faces of two cells that stick, along the radius: usage: sections.py ENERGY=RUN..., prints rows of sections.csv. Needs numpy and h5py."""
import glob, sys
import h5py, numpy as np


def face(points, x, y, upper):
    """Height of the upper or lower face of a cell at (x, y): the points near there are of both faces."""
    near = points[np.hypot(points[:, 0] - x, points[:, 1] - y) < 0.45]
    if len(near) < 4: return np.nan
    middle = (near[:, 2].min() + near[:, 2].max()) / 2
    near = near[(near[:, 2] > middle) == upper]
    distance = np.hypot(near[:, 0] - x, near[:, 1] - y)
    nearest = distance.argsort()[:4]
    weight = 1 / (distance[nearest] + 0.05)**2
    return (near[nearest, 2] * weight).sum() / weight.sum()


print('energy (uJ/m^2),distance from the axis (um),gap (um),largest distance of its middle from the plane (um),outer face from the plane (um)')
for argument in sys.argv[1:]:
    energy, run = argument.split('=')
    with h5py.File(sorted(glob.glob(run + '/frames/cells_0*.vtkhdf'))[-1]) as file:
        points, of = file['VTKHDF/Points'][:], file['VTKHDF/PointData/object'][:]
    lower, upper = points[of == 0], points[of == 1]
    centre = (lower.mean(0) + upper.mean(0)) / 2
    for r in (0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5):
        around = [(centre[0] + r * np.cos(t), centre[1] + r * np.sin(t)) for t in np.arange(16) * np.pi / 8]
        faces = np.array([[face(cell, x, y, up) for cell in (lower, upper) for up in (False, True)] for x, y in around])
        gap, middle = faces[:, 2] - faces[:, 1], (faces[:, 2] + faces[:, 1]) / 2 - centre[2]
        print(f'{energy},{r},{gap.mean():.2f},{np.abs(middle).max():.2f},{((faces[:, 3] - faces[:, 0]) / 2).mean():.2f}')
