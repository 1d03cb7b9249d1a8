#!/usr/bin/env python3
"""D of a capsule in unbounded simple shear without inertia by a spectral boundary integral: a reference for what `ibsim validate` finds.

usage: capsule_boundary_integral.py [--ca 0.2] [--order 12] [--law neo-hookean|skalak] [--c 1] [--end 6] [--every 0.5]

The viscosities inside and outside are the same. Units: radius, viscosity and shear rate are 1, so that the shear modulus is 1/Ca, Ca = mu gamma a/G.
Prints a table of time; its accuracy is what another --order, --step and --quadrature change (docs/notes/validation.md).

Positions X and forces f per area at rest are sums of spherical harmonics of degree <= p on the unit sphere xi of the material.
Forces: minus the exact gradient of the energy, F_lm = -int P : grad Y_lm, P = dW/d(grad X), on a grid of 2p x 4p; no second derivatives.
Flow:   u(x0) = (y0, 0, 0) + 1/(8 pi) int [1/r + r r/r^3] f dxi, r = x0 - X(xi), in polar coordinates of xi with their pole at x0, where the
        integrand is smooth: Gauss and Legendre in the polar angle, the trapezoidal rule in the other (as Zhao et al. 2010, J. Comput. Phys. 229, 3726).
Time:   Runge and Kutta's method of order 4.
Turned by pi about z, and mirrored at z = 0, the flow is the same: only a quarter of the targets is computed.
"""
import argparse

import own_python

own_python.need("capsule_boundary_integral.py", "numpy")
import numpy as np
from numpy.polynomial.legendre import leggauss


def harmonics(p, cos_theta, phi, gradient=False):
    """Real orthonormal harmonics at points: (n, (p+1)^2); with their derivatives along e_theta and e_phi."""
    x = np.asarray(cos_theta, float)
    s = np.sqrt(np.maximum(1 - x * x, 1e-300))
    P = np.zeros((p + 2, p + 2, x.size))  # normalised associated Legendre functions of degree l, order m
    P[0, 0] = np.sqrt(1 / (4 * np.pi))
    for m in range(1, p + 2):
        P[m, m] = np.sqrt((2 * m + 1) / (2 * m)) * s * P[m - 1, m - 1]
    for m in range(p + 1):
        P[m + 1, m] = np.sqrt(2 * m + 3) * x * P[m, m]
        for l in range(m + 2, p + 2):
            a = np.sqrt((4 * l * l - 1) / (l * l - m * m))
            b = np.sqrt(((l - 1) ** 2 - m * m) / (4 * (l - 1) ** 2 - 1))
            P[l, m] = a * (x * P[l - 1, m] - b * P[l - 2, m])
    Y = np.empty((x.size, (p + 1) ** 2))
    T, F = (np.empty_like(Y), np.empty_like(Y)) if gradient else (None, None)
    for l in range(p + 1):
        for m in range(l + 1):
            k = np.sqrt(2) if m else 1.0
            c, d = k * np.cos(m * phi), k * np.sin(m * phi)
            Y[:, l * l + l + m] = P[l, m] * c
            if m:
                Y[:, l * l + l - m] = P[l, m] * d
            if gradient:
                up = np.sqrt((l + 1 - m) * (l + 1 + m) * (2 * l + 1) / (2 * l + 3)) * P[l + 1, m]
                dP = (up - (l + 1) * x * P[l, m]) / s
                T[:, l * l + l + m] = dP * c
                F[:, l * l + l + m] = -m * P[l, m] / s * d
                if m:
                    T[:, l * l + l - m] = dP * d
                    F[:, l * l + l - m] = m * P[l, m] / s * c
    return (Y, T, F) if gradient else Y


def product_grid(n, m):
    x, w = leggauss(n)
    phi = 2 * np.pi * np.arange(m) / m
    return (np.repeat(x, m), np.tile(phi, n), np.repeat(w, m) * 2 * np.pi / m)


class Capsule:
    def __init__(s, p, ca, law, c, quadrature):
        s.p, s.ca, s.law, s.c = p, ca, law, c
        s.l = np.concatenate([[l] * (2 * l + 1) for l in range(p + 1)])
        x, phi, s.w = product_grid(2 * p, 4 * p)
        s.Y, s.T, s.F = harmonics(p, x, phi, True)
        # targets: a Gauss grid exact for degree 2p; of it the quarter z > 0, 0 <= phi < pi
        s.n, s.m = 2 * ((p + 2) // 2), 2 * (p + 1) + (2 * (p + 1)) % 4
        xt, wt = leggauss(s.n)
        s.north = np.where(xt > 0)[0]
        s.half = s.m // 2
        phit = 2 * np.pi * np.arange(s.half) / s.m
        s.targets = []
        nt, nf = int(quadrature * p) + 2, 2 * int(quadrature * p) + 4
        tg, wg = leggauss(nt)
        tg, wg = np.pi * (tg + 1) / 2, wg * np.pi / 2 * np.sin(np.pi * (tg + 1) / 2)
        fg = 2 * np.pi * (np.arange(nf) + .5) / nf
        th, fi = np.repeat(tg, nf), np.tile(fg, nt)
        s.ws = np.repeat(wg, nf) * 2 * np.pi / nf
        q = np.stack([np.sin(th) * np.cos(fi), np.sin(th) * np.sin(fi), np.cos(th)])
        for i in s.north:
            c0, s0 = xt[i], np.sqrt(1 - xt[i] ** 2)
            r = np.array([[c0, 0, s0], [0, 1, 0], [-s0, 0, c0]]) @ q
            s.targets.append((harmonics(p, r[2], np.arctan2(r[1], r[0])),
                              harmonics(p, np.array([c0]), np.zeros(1)), wt[i]))
        # turn by phi about z: f(R q), as coefficients
        k = np.arange((p + 1) ** 2)
        s.order = k - s.l * s.l - s.l
        s.partner = s.l * s.l + s.l - s.order
        s.cosines = [np.cos(np.abs(s.order) * f)[:, None] for f in phit]
        s.sines = [(np.sign(s.order) * np.sin(np.abs(s.order) * f))[:, None] for f in phit]
        # analysis of a field known in the quarter: its three images
        xs = np.repeat(xt[s.north], s.half)
        ws = np.repeat(wt[s.north], s.half) * 2 * np.pi / s.m
        fs = np.tile(phit, s.north.size)
        at = [harmonics(p, xs, fs), harmonics(p, xs, fs + np.pi), harmonics(p, -xs, fs), harmonics(p, -xs, fs + np.pi)]
        across = ((at[0] - at[1] + at[2] - at[3]) * ws[:, None]).T.copy()  # of u_x and u_y, which the turn reverses
        along = ((at[0] + at[1] - at[2] - at[3]) * ws[:, None]).T.copy()  # of u_z, which the mirror reverses
        s.analysis = [across, across, along]
        s.X = np.zeros(((p + 1) ** 2, 3))
        k = np.sqrt(4 * np.pi / 3)
        s.X[3, 0], s.X[1, 1], s.X[2, 2] = k, k, k

    def turned(s, a, k):
        return s.cosines[k] * a + s.sines[k] * a[s.partner]

    def force(s, X):
        D = np.stack([s.T @ X, s.F @ X], 2)  # (n, 3, 2): dX/dxi
        C = np.einsum("nia,nib->nab", D, D)
        det = C[:, 0, 0] * C[:, 1, 1] - C[:, 0, 1] ** 2
        inv = np.stack([np.stack([C[:, 1, 1], -C[:, 0, 1]], 1), np.stack([-C[:, 0, 1], C[:, 0, 0]], 1)], 1)
        inv /= det[:, None, None]
        if s.law == "neo-hookean":
            P = D - np.einsum("nia,nab->nib", D, inv) / det[:, None, None]
        else:  # Skalak, W = (G/4)(I1^2 + 2 I1 - 2 I2) + (K/4) I2^2, K = c G
            i1, i2 = C[:, 0, 0] + C[:, 1, 1] - 2, det - 1
            P = (i1 + 1)[:, None, None] * D + ((s.c * i2 - 1) * det)[:, None, None] * np.einsum("nia,nab->nib", D, inv)
        P *= s.w[:, None, None] / s.ca
        return -(s.T.T @ P[:, :, 0] + s.F.T @ P[:, :, 1])

    def velocity(s, X):
        f = s.force(X)
        both = np.concatenate([X, f], 1)
        many = np.concatenate([s.turned(both, k) for k in range(s.half)], 1)  # (modes, half*6)
        U = np.empty((s.north.size, s.half, 3))
        for i, (S, at, _) in enumerate(s.targets):
            v = (S @ many).reshape(-1, s.half, 6)
            x0 = (at @ many).reshape(s.half, 6)[:, :3]
            r = x0[None] - v[:, :, :3]
            g = v[:, :, 3:] * s.ws[:, None, None]
            q = 1 / np.sqrt(np.einsum("nki,nki->nk", r, r))
            rf = np.einsum("nki,nki->nk", r, g) * q ** 3
            u = (np.einsum("nki,nk->ki", g, q) + np.einsum("nki,nk->ki", r, rf)) / (8 * np.pi)
            u[:, 0] += x0[:, 1]
            U[i] = u
        U = U.reshape(-1, 3)
        return np.stack([s.analysis[k] @ U[:, k] for k in range(3)], 1)

    def step(s, dt):
        a = s.velocity(s.X)
        b = s.velocity(s.X + dt / 2 * a)
        c = s.velocity(s.X + dt / 2 * b)
        d = s.velocity(s.X + dt * c)
        s.X = s.X + dt / 6 * (a + 2 * b + 2 * c + d)

    def shape(s):
        """D of the ellipsoid with the same second moments, its inclination over pi, D of the largest and least radius in z = 0, the volume,
        and the larger of the two highest degrees of X over the first."""
        X, A, B = s.Y @ s.X, s.T @ s.X, s.F @ s.X
        n = np.cross(A, B) * s.w[:, None]
        xn = (X * n).sum(1)
        V = xn.sum() / 3
        M = np.einsum("n,ni,nj->ij", xn, X, X) / 5 / V
        e, v = np.linalg.eigh(M[:2, :2])
        L, W = np.sqrt(5 * e[1]), np.sqrt(5 * e[0])
        phi = np.linspace(0, np.pi, 4001)
        r = np.linalg.norm(harmonics(s.p, np.zeros_like(phi), phi) @ s.X, axis=1)
        energy = np.array([np.sqrt((s.X[s.l == l] ** 2).sum()) for l in range(s.p + 1)])
        angle = np.arctan2(v[1, 1], v[0, 1]) % np.pi / np.pi
        return (L - W) / (L + W), angle, (r.max() - r.min()) / (r.max() + r.min()), V, energy[-2:].max() / energy[1]


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--order", type=int, default=12)
    a.add_argument("--ca", type=float, default=0.2, help="mu gamma a/G")
    a.add_argument("--law", default="neo-hookean", choices=["neo-hookean", "skalak"])
    a.add_argument("--c", type=float, default=1, help="K/G of Skalak's law")
    a.add_argument("--end", type=float, default=6, help="gamma t")
    a.add_argument("--every", type=float, default=0.5)
    a.add_argument("--step", type=float, default=0)
    a.add_argument("--quadrature", type=float, default=1.5, help="polar nodes of the singular integral over order")
    o = a.parse_args()
    capsule = Capsule(o.order, o.ca, o.law, o.c, o.quadrature)
    dt = o.step or min(0.05, 1.1 * o.ca / o.order)
    n = max(1, int(np.ceil(o.every / dt)))
    dt = o.every / n
    print(f"# order {o.order}, {o.law}, mu gamma a/G = {o.ca:g}, step {dt:g}, quadrature {o.quadrature:g}")
    print("gamma t,D,inclination over pi,D by radii,volume over 4 pi/3,last over first degree", flush=True)
    for k in range(int(round(o.end / o.every)) + 1):
        D, angle, Dr, V, tail = capsule.shape()
        print(f"{k * o.every:.4g},{D:.6f},{angle:.6f},{Dr:.6f},{V * 3 / 4 / np.pi:.8f},{tail:.2e}", flush=True)
        for _ in range(n):
            capsule.step(dt)


if __name__ == "__main__":
    main()
