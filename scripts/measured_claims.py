"""Blocks of the papers' tables and claims (`ibsim reproduce`)."""
import os

from measured_folders import ROOT, claims_of, count, load, made
from measured_words import sentence, si, table


def counted(kinds):
    said = f"{kinds['hold']} hold"
    if kinds["do not"] - kinds["should"]:
        said += f"; {kinds['do not'] - kinds['should']} do not and were not expected to"
    if kinds["should"]:
        said += f"; {kinds['should']} should hold and do not"
    if kinds["not measured"]:
        said += f"; {kinds['not measured']} were not measured"
    return said


def claims_block(folder):
    kinds = count([claim for claims in claims_of(folder).values() for claim in claims])
    number = kinds["hold"] + kinds["do not"] + kinds["not measured"]
    return f"`ibsim reproduce` checks {number} claims of the papers' tables and figures: {counted(kinds)} (commit {made(folder)['commit']})."


def validation_block(folder):
    every = claims_of(folder)
    text = [sentence(folder) + " Claims of the papers: " + counted(count([c for claims in every.values() for c in claims])) +
            f". `{os.path.relpath(folder, ROOT)}` has both numbers of each.", ""]
    convergence = {name: load(folder, name) for name in ("table3", "table4")}
    if all(convergence.values()):
        rows = []
        columns = {name: content["tables"][0]["columns"] for name, content in convergence.items()}
        for three, four in zip(convergence["table3"]["tables"][0]["rows"], convergence["table4"]["tables"][0]["rows"]):
            v, x = dict(zip(columns["table3"], three)), dict(zip(columns["table4"], four))
            cells = [f"{v['h (um)']:g}"]
            for values, unit in ((v, "cm/s"), (x, "10 um")):
                for norm in ("l2", "max"):
                    here, there = values[f"{norm} ({unit})"], values.get(f"paper {norm} ({unit})")
                    cells.append(f"{here:.3g}" + (f" ({there:.3g})" if isinstance(there, float) else ""))
            rows.append(cells)
        text += ["The convergence study, differences between h and h/2 at 160 us; in brackets the paper's Tables 3 and 4:", "",
                 table(["h (um)", "velocity, L2 (cm/s)", "velocity, maximum", "data sites, L2 (10 um)", "data sites, maximum"], rows), "",
                 "The row h = 1 um depends on how 220 sample sites lie between 625 data sites. The paper does not give this.", ""]
    first = load(folder, "table1")
    if first:
        content = first["tables"][0]
        devices = list(dict.fromkeys(row[0] for row in content["rows"]))
        at, paper = content["columns"].index("64 (s)"), content["columns"].index("paper 64 (s)")
        algorithms = list(dict.fromkeys(row[1] for row in content["rows"]))
        cell = {(row[0], row[1]): si(row[at]) + (f" ({si(row[paper])})" if isinstance(row[paper], float) else "")
                for row in content["rows"] if isinstance(row[at], float)}
        text += ["65,536 scattered points on a grid of 64^3 (Table 1), a call; in brackets the paper's, on a Xeon E5-2697 v2 and a Tesla K80:", "",
                 table([""] + devices, [[name] + [cell.get((device, name), "") for device in devices] for name in algorithms])]
    return "\n".join(text).rstrip()
