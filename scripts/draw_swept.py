#!/usr/bin/env python3
"""Draws the figures of docs/line.md: the swept rule, traced tier by tier. Every dot is checked to depend only on what is there.

usage: draw_swept.py [FOLDER]     (default: docs/pictures; needs nothing but Python)
"""
import os
import sys

RED, BLUE, GREY = "#c8102e", "#2060c0", "#9aa0a6"


class Picture:
    """Dots on a grid of points and tiers, as SVG."""
    def __init__(self, columns, rows, legend):
        self.step, self.left, self.top = 18, 46, 14
        self.width, self.height = self.left + columns * self.step + 20, self.top + rows * self.step + 46
        self.rows, self.columns, self.items = rows, columns, []
        self.text(self.left + columns * self.step / 2, self.height - 8, legend)

    def place(self, x, t):
        return self.left + (x + 0.5) * self.step, self.top + (self.rows - t - 0.5) * self.step

    def dot(self, x, t, colour, edge=False, square=False, label=None, cross=False):
        cx, cy = self.place(x, t)
        stroke = ' stroke="black" stroke-width="2"' if edge else ""
        if cross:
            self.items.append(f'<path d="M{cx - 5} {cy - 5}l10 10m0 -10l-10 10" stroke="{colour}" stroke-width="2"/>')
        elif square:
            self.items.append(f'<rect x="{cx - 6}" y="{cy - 6}" width="12" height="12" fill="{colour}"{stroke}/>')
        else:
            self.items.append(f'<circle cx="{cx}" cy="{cy}" r="6" fill="{colour}"{stroke}/>')
        if label is not None:
            self.text(cx, cy + 3, label, 8, "white")

    def text(self, x, y, words, size=12, colour="#505050", anchor="middle"):
        self.items.append(f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" font-family="sans-serif">{words}</text>')

    def label_rows(self, labels):
        for t, words in enumerate(labels[:self.rows]):
            self.text(self.left - 6, self.place(0, t)[1] + 4, words, 10, anchor="end")

    def save(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}">'
                       f'<rect width="100%" height="100%" fill="white"/>{"".join(self.items)}</svg>\n')
        print(path)


def up(n, rho, first=0, bottom=0):
    """Points of an up triangle: {(x, t): is an edge}."""
    points, tiers = {}, n // (2 * rho)
    for t in range(tiers):
        lo, hi = rho * t, n - rho * t
        for x in range(lo, hi):
            points[first + x, bottom + t] = x < lo + 2 * rho or x >= hi - 2 * rho
    return points


def down(n, rho, middle, bottom):
    """Points of a down triangle: the gap between two up triangles that began at tier `bottom`."""
    return [(x, bottom + t) for t in range(1, n // (2 * rho) + 1) for x in range(middle - rho * t, middle + rho * t)]


def check(known, new, rho):
    for x, t in sorted(new, key=lambda p: p[1]):
        if t > 0:
            missing = [(x + k, t - 1) for k in range(-rho, rho + 1) if (x + k, t - 1) not in known]
            assert not missing, f"point {x} of tier {t} needs {missing}"
        known.add((x, t))


def triangles(folder, n=16):
    picture = Picture(2 * n, n // 2, "up triangles of two nodes of 16 points; edges, which must be kept, have a border")
    known = set()
    for node, colour in ((0, RED), (1, BLUE)):
        points = up(n, 1, node * n)
        check(known, points, 1)
        for (x, t), edge in points.items():
            picture.dot(x, t, colour, edge)
    picture.label_rows([f"t = {t}" for t in range(n // 2)])
    picture.save(os.path.join(folder, "swept_up_triangle.svg"))


def diamonds(folder, n=16):
    picture = Picture(3 * n, n + 1, "the gap between two triangles fills from its tip, and the node goes on upward: a diamond")
    known, dots = set(), {}
    for node in range(3):
        points = up(n, 1, node * n)
        check(known, points, 1)
        dots.update({p: (RED if node % 2 == 0 else BLUE, e) for p, e in points.items()})
    for gap in (1, 2):
        middle, colour = gap * n, "#e08030" if gap == 1 else "#30a070"
        new = down(n, 1, middle, 0)
        check(known, new, 1)
        dots.update({p: (colour, False) for p in new})
        again = up(n, 1, middle - n // 2, n // 2)
        check(known, [p for p in again if p[1] > n // 2], 1)
        dots.update({p: (colour, e) for p, e in again.items()})
    for (x, t), (colour, edge) in dots.items():
        picture.dot(x, t, colour, edge)
    picture.label_rows([f"t = {t}" for t in range(n + 1)])
    picture.save(os.path.join(folder, "swept_diamonds.svg"))


def two_rows(folder, n=16, rho=1):
    """Figure 2 of the article: indices of the left (dots) and right (squares) edges in the two rows; after, shifted to a new node."""
    width, m = n + 2 * rho, 2 * rho
    half = width // 2
    before, after = {}, {}
    for j in range(n):
        k, o = j // m, j % m
        r = k & 1
        before[rho + rho * k + o, r, "left"] = j
        before[width - 3 * rho - rho * k + o, r, "right"] = j
        after[half - rho * (k + 2) + o, r, "right"] = j
        after[half + rho * k + o, r, "left"] = j
    picture = Picture(width, 6, "edges in the two rows (above); where the next node wants them (below)")
    for part, base in ((before, 4), (after, 1)):
        for (x, r, which), j in part.items():
            picture.dot(x, base + r, RED if which == "left" else BLUE, square=which == "right", label=j)
    picture.label_rows(["", "row 0", "row 1", "", "row 0", "row 1"])
    # the same points of the line: the right edges of a node become the left half of the next one, n/2 further on
    for (x, r, which), j in before.items():
        shift = -n // 2 if which == "right" else n // 2
        assert after[x + shift, r, which] == j
    picture.save(os.path.join(folder, "swept_two_rows.svg"))


def flattening(folder, n=20):
    tall = Picture(n, n // 2, "flux as a tier of its own: four tiers a step; crosses are written over before they are needed")
    points = up(n, 1)
    check(set(), points, 1)
    for (x, t), edge in points.items():
        step = t // 4 * 4
        lost = t % 4 == 2 and step >= 0 and x >= t + 2 and x < n - t - 2  # tier t takes the place of the step's value, tier t - 2
        tall.dot(x, t, RED if t % 4 == 0 else GREY, edge)
        if lost and (x, t - 2) in points and (t - 2) % 4 == 0:
            tall.dot(x, t - 2, "white", cross=True)
    tall.label_rows(["u", "flux", "u half", "flux"] * (n // 8 + 1))
    tall.save(os.path.join(folder, "swept_flux.svg"))
    flat = Picture(n, n // 4, "flattened: neighbours of neighbours, two tiers a step; four values a tier are edges")
    points = up(n, 2)
    check(set(), points, 2)
    for (x, t), edge in points.items():
        flat.dot(x, t, RED if t % 2 == 0 else GREY, edge)
    flat.label_rows(["u", "predictor"] * (n // 8 + 1))
    flat.save(os.path.join(folder, "swept_flattened.svg"))


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "pictures")
    os.makedirs(folder, exist_ok=True)
    triangles(folder)
    diamonds(folder)
    two_rows(folder)
    flattening(folder)


main()
