"""Blocks of times: of steps, schemes, coupling, lines and activation (`ibsim bench`), and of whole runs."""
import csv
import os
import re

from measured_folders import ROOT, load, made, threads_used, times_of
from measured_words import sentence, si, table


def readme_block(folder):
    step = {case["name"]: times_of(case).get("step") for case in load(folder, "bench")["cases"] if case["bench"] == "step"}
    told = [f"A step takes {si(step[name])} with {what}." for name, what in (("1 red cell", "the paper's red cell (grid 64^3, 8832 sample sites)"),
                                                                             ("1000 red cells", "1000 such cells (grid 256^3)")) if step.get(name)]
    return sentence(folder) + "\n" + "\n".join(told)


TOTALS = ("1 red cell", "64 red cells", "1000 red cells", "1 red cell between walls", "1 red cell in unbounded shear", "64 red cells, viscosity ratio 5",
          "1000 red cells, viscosity ratio 5", "1 red cell, bdf2 in its own steps", "1000 red cells, contact, bdf2 in its own steps",
          "1000 red cells, contact, bdf2 with relaxed tensions in its own steps",
          "1000 red cells, bending, viscosity and contact, viscosity ratio 5, bdf2 in its own steps",
          "1000 red cells, bending, viscosity and contact, 4384 sites, viscosity ratio 5, bdf2 in its own steps")


def totals_block(folder):
    """Times of whole steps of a few cases; steps_block has all, by phase."""
    rows = []
    for case in load(folder, "bench")["cases"]:
        if case["bench"] == "step" and case["name"] in TOTALS and times_of(case).get("step"):
            memory = f"{case['device_bytes'] / 1e9:.1f} GB" if case["device_bytes"] else ""
            rows.append([case["name"].replace(" in its own steps", ""), f"{case['grid'][0]}^3", si(times_of(case)["step"]), memory])
    return (sentence(folder) + " `ibsim bench step`, without output: the paper's method unless bdf2 is named, 8832 sample sites a cell unless noted.\n\n" +
            table(["case", "grid", "a step", "memory of the device"], rows))


def steps_block(folder):
    report = load(folder, "bench")
    phases = ["interpolate", "membrane", "spread", "fluid", "move", "step"]
    rows = []
    for case in report["cases"]:
        if case["bench"] != "step" or not case["times"]:
            continue
        times = times_of(case)
        floors = {entry["operation"]: entry["floor_seconds"] for entry in case["times"]}
        micro = lambda seconds: f"{1e6 * seconds:.4g}" if seconds else ""  # noqa: E731
        memory = f" ({case['device_bytes'] / 1e9:.1f} GB of the device)" if case["device_bytes"] else ""
        rows.append([f"{case['name']}, {case['grid'][0]}^3{memory}"] + [micro(times.get(phase)) for phase in phases] +
                    [micro(floors.get("fluid")), micro(floors.get("membrane"))])
    return (sentence(folder) + " Microseconds a step (`ibsim bench step`): phases are medians, the whole step is the wall clock over steps in a row "
            "without output.\n\n" + table([""] + phases + ["transforms alone", "product alone"], rows))


def schemes_block(folder):
    """The schemes in time side by side, a row a case and scheme, with the sites of the paper and those of the grid."""
    found = {}  # {(case, cells): {(scheme, sites): its entry}}
    for case in load(folder, "bench")["cases"]:
        name = re.fullmatch(r"(.*), (imex-rk|bdf2|bdf2 with relaxed tensions) in its own steps", case["name"])
        if name and case["bench"] == "step" and case["times"]:
            sites = re.search(r", (\d+) sites", name[1])
            found.setdefault((re.sub(r", \d+ sites", "", name[1]), case["grid"][0]), {})[name[2], sites[1] if sites else ""] = case
    rows, fewer = [], ""
    for (what, cells), cases in found.items():
        first = cases.get(("imex-rk", ""))
        for (scheme, sites), case in cases.items():
            if sites:
                continue
            times = times_of(case)
            gain = first["seconds_per_physical_ms"] / case["seconds_per_physical_ms"] if first and case is not first else 0
            row = [f"{what}, {cells}^3", scheme, f"{case['time_step_us']:.3g} us", si(times["step"]), si(times["membrane"]), si(case["seconds_per_physical_ms"]),
                   f"{gain:.3g}" if gain else ""]
            other = next((one for (of, number), one in cases.items() if of == scheme and number), None)
            if other:
                fewer = next(number for of, number in cases if of == scheme and number)
                row += [f"{si(times_of(other)['step'])}, {si(times_of(other)['membrane'])}, {si(other['seconds_per_physical_ms'])}"]
            rows.append(row + [""] * (8 - len(row)))
    return (sentence(folder) + " `ibsim bench step`: steps of 3/4 of the longest stable one as automatic steps find it, `coupling.membrane: resolved`, midpoint, h = 1/4 um, "
            "864 data and 8832 sample sites a cell.\n\n" +
            table(["", "`time.scheme`", "step", "takes", "membranes in it", "a physical ms", "times as fast", f"with {fewer} sites: a step, membranes, a physical ms"], rows))


def runs_block(folder):
    with open(os.path.join(folder, "runs.csv"), newline="") as file:
        runs_made = list(csv.DictReader(file))
    gpu = made(folder)["gpu"]
    rows = [[f"`{run['scenario']}`", gpu if run["device"] == "cuda" else f"{run['threads']} CPU threads", f"{run['ms a step']} ms",
             f"{int(run['steps']):,} steps in {float(run['seconds']):.3g} s", f"{run['set-up (s)']} s / {run['set-up from the cache (s)']} s",
             run["memory"]] for run in runs_made]
    return sentence(folder) + " All output included.\n\n" + table(["what", "where", "a step", "in all", "set-up, new / from the cache", "memory at most"], rows)


def coupling_block(folder):
    rows = []
    for case in load(folder, "bench")["cases"]:
        times = times_of(case)
        if case["bench"] != "coupling" or not times:
            continue
        pick = lambda *names: " / ".join(si(times[name]) for name in names if name in times)  # noqa: E731
        rows.append([f"{case['name']}, {case['grid'][0]}^3", pick("spread by tiles"), pick("spread by atomics"),
                     pick("spread, Algorithm 4", "spread, Algorithm 5", "spread, Algorithm 6"),
                     " / ".join(si(seconds) for name, seconds in times.items() if name.startswith("interpolate"))])
    return (sentence(folder) + " `ibsim bench coupling`: cosine kernel, three components, sorting included, medians.\n\n" +
            table(["points, grid", "spread by tiles", "plain atomics", "Algorithms 4 / 5 / 6", "interpolate: points as they come / in order"], rows))


def lines_block(folder):
    with open(os.path.join(ROOT, "data", "swept", "swept_k40c.csv"), newline="") as file:
        k40c = {(row["equation"], row["log2 points"]): f"{row['classic (us)']} / {row['swept (us)']}"
                for row in csv.DictReader(line for line in file if not line.startswith("#"))}
    schemes, rows, separate = ["classic", "graph", "barrier", "swept", "halo"], [], ""
    for case in load(folder, "bench")["cases"]:
        if case["bench"] != "line":
            continue
        times = times_of(case)
        found = re.match(r"(\w+), 2\^(\d+) points", case["name"])
        if not found:
            separate = ", ".join(f"{name} {si(seconds)}" for name, seconds in times.items())
            continue
        reach = next((entry["reach_seconds"] for entry in case["times"] if entry["reach_seconds"]), None)
        rows.append([f"{'-'.join(word.capitalize() for word in found[1].split('_'))}, 2^{found[2]}"] + [f"{1e6 * times[name]:.3g}" if name in times else "" for name in schemes] +
                    [f"{1e6 * reach:.3g}" if reach else "", k40c.get((found[1], found[2]), "")])
    return (sentence(folder) + " Microseconds a step, `ibsim bench line` (the least of three; whole passes of `swept`). Times between steps: " +
            separate + ".\n\n" + table(["equation, points"] + schemes + ["aim", "K40c of the authors: classic / swept"], rows))


def few_lines_block(folder):
    """lines_block with three sizes and the schemes that matter to users."""
    rows = [line.split(" | ") for line in lines_block(folder).split("\n") if re.match(r"\| .*2\^(11|17|20) \|", line)]
    return (sentence(folder) + " Microseconds a step, `ibsim bench line`.\n\n" +
            table(["equation, points", "classic", "swept", "halo", "K40c of the authors: classic / swept"],
                  [[row[0].lstrip("| "), row[1], row[4], row[5], row[7].rstrip(" |")] for row in rows]))


def few_activations_block(folder):
    """activation_block with the default schedule and storage alone."""
    rows = []
    for line in activation_block(folder).split("\n"):
        found = re.match(r"\| ([\d.]+ million) \| (?:window 6 numbers (\w):|set-up for (\w))[^|]*\| ([^|]*) \| ([^|]*) \| ([^|]*) \|", line)
        if found:
            rows.append([found[1], "solve" if found[2] else "set-up", "single" if (found[2] or found[3])[0] == "s" else "double", found[4], found[5], found[6]])
    return sentence(folder) + " `ibsim bench activation`:\n\n" + table(["tetrahedra", "part", "precision", "where", "time", "million tetrahedra a second"], rows)


def activation_block(folder):
    """Every schedule and storage."""
    rows = []
    for case in load(folder, "bench")["cases"]:
        if case["bench"] != "activation":
            continue
        for entry in case["times"]:
            rows.append([f"{case['points'] / 1e6:.3g} million", " ".join(entry["operation"].split()), f"{entry['threads']} threads" if entry["threads"] else "GPU", si(entry["seconds"]),
                         f"{entry['points_per_second'] / 1e6:.3g}"])
    for row in next(iter((load(folder, "eikonal/table5") or {"tables": [{"rows": []}]})["tables"]))["rows"]:
        if row[3] == "CPU" and row[2] == 6:
            rows.append([f"{row[1] / 1e6:.3g} million", f"{row[4]} 6 numbers s: {row[7]:.3g} solves, {row[9]:.3g} B (`eikonal/table5`)",
                         f"{threads_used(folder)} threads", si(row[5]), f"{row[1] / row[5] / 1e6:.3g}"])
    return (sentence(folder) + " `ibsim bench activation`: s is single, d double precision, solves are a tetrahedron's, B the bytes of one.\n\n" +
            table(["tetrahedra", "what", "where", "time", "million tetrahedra a second"], rows))
