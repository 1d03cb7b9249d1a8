#!/usr/bin/env python3
"""Repeats the places of a periodic box in all directions: repeat_places.py PLACES.csv EDGE_UM TIMES > MORE.csv"""
import csv
import sys

with open(sys.argv[1], newline="") as file:
    header, *rows = csv.reader(file)
edge, times = float(sys.argv[2]), int(sys.argv[3])
table = csv.writer(sys.stdout, lineterminator="\n")
table.writerow(header)
for k in range(times):
    for j in range(times):
        for i in range(times):
            for name, x, y, z, *turn in rows:
                table.writerow([name, float(x) + i * edge, float(y) + j * edge, float(z) + k * edge, *turn])
