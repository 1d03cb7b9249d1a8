"""What scripts/measure found, in words: the README of a folder of figures, and the blocks of README.md and docs that show them.

A block stands between `<!-- measured: NAME (scripts/measure) -->` and `<!-- end -->`. A folder that holds only some parts fills only the
blocks that need no others. Python's own library is all that this needs, but for the charts, which plot_results.py draws.
"""
import csv
import glob
import json
import math
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXPERIMENTS = ["laplace", "table3", "table4", "table5", "figure5", "table2", "figure4", "table1", "figure3",
               "eikonal/table5", "eikonal/table6", "eikonal/table7", "eikonal/figure8", "swept/heat", "swept/ks", "swept/euler"]
VALIDATION = "validation"  # the published experiments: what `ibsim validate` leaves, in a folder of this name


def file_name(experiment):
    return experiment.replace("/", "_")


def load(folder, name):
    try:
        with open(os.path.join(folder, file_name(name) + ".json")) as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def claims_of(folder):
    """{experiment: claims}"""
    found = {name: load(folder, name) for name in EXPERIMENTS}
    return {name: content["claims"] for name, content in found.items() if content}


def count(claims):
    kinds = {"hold": 0, "do not": 0, "should": 0, "not measured": 0}
    for claim in claims:
        verdict = claim["verdict"]
        kinds["not measured" if verdict == "not measured" else "hold" if verdict.startswith("holds") else "do not"] += 1
        kinds["should"] += claim["broken"]
    return kinds


def counted(kinds):
    return (f"{kinds['hold']} hold, {kinds['do not']} do not ({kinds['should'] or 'none'} of them should), "
            f"{kinds['not measured']} were not measured")


def made(folder):
    """Commit, GPU, date of a folder, for sentences."""
    with open(os.path.join(folder, "version.txt")) as file:
        version = file.read()
    commit = re.search(r"\(commit ([^)]*)\)", version)
    gpu = re.search(r"^GPU +(?!none|\s)([^,\n]*)", version, re.M)
    content = load(folder, "bench") or next((c for c in map(lambda n: load(folder, n), EXPERIMENTS) if c), None) or made_cases(folder)
    return {"commit": commit[1] if commit else "none", "gpu": gpu[1] if gpu else "", "machine": content.get("machine", ""),
            "date": content.get("date", "")[:10], "version": version}


def made_cases(folder):
    """Machine and date of what `ibsim validate` left."""
    for path in sorted(glob.glob(os.path.join(folder, VALIDATION, "*.md"))):
        with open(path) as file:
            found = dict(re.findall(r"^- (machine|date): (.*)$", file.read(), re.M))
        return {"machine": found["machine"].split(", GPU ")[0], "date": found["date"]}
    return {}


def cases_of(folder):
    """{case: its comparisons, {column: value}} of `ibsim validate`"""
    cases = {}
    for path in sorted(glob.glob(os.path.join(folder, VALIDATION, "*.csv"))):
        if not path.endswith(("_curves.csv", "_convergence.csv")):
            with open(path, newline="") as file:
                cases[os.path.basename(path)[:-len(".csv")]] = list(csv.DictReader(file))
    return cases


def convergence_table(folder):
    """Numbers outside their bands with one thing refined at a time (`ibsim validate --convergence`); empty if none were."""
    rows = []
    for path in sorted(glob.glob(os.path.join(folder, VALIDATION, "*_convergence.csv"))):
        case = os.path.basename(path)[:-len("_convergence.csv")]
        with open(path, newline="") as file:
            for one in csv.DictReader(file):
                number = lambda column: f"{float(one[column]):.4g}" if one[column] not in ("", "nan") else "none"  # noqa: E731, B023
                rows.append([f"`{case}`: {one['quantity']}", f"{number('band from')} to {number('band to')}"] +
                            [number(column) for column in ("ours", "2/3 h", "3/2 n_d", "k/2")])
    return "" if not rows else "\n\nNumbers outside their bands, with one thing refined at a time:\n\n" + table(
        ["number", "band", "as it is", "2/3 of h", "3/2 of the data sites", "half of the time step"], rows)


def sentence(folder):
    what = made(folder)
    of_machine = re.search(r"(\d+) threads", what["machine"])
    machine = what["machine"] + (f" ({threads_used(folder)} of them used)" if of_machine and of_machine[1] != threads_used(folder) else "")
    on = f"{what['gpu']}, host {machine}" if what["gpu"] else machine
    return f"Measured on {what['date']} at commit {what['commit']}: {on}; double precision where nothing else is said."


def summary(folder):
    every = claims_of(folder)
    lines = ["# Figures of one commit", "", "Made by `scripts/measure`. " + sentence(folder), "", "```", made(folder)["version"].strip(), "```", ""]
    if every:
        lines += ["Claims of the papers: " + counted(count([claim for claims in every.values() for claim in claims])) + ".", "",
                  "| experiment | hold | do not | of them should | not measured |", "|---|---|---|---|---|"]
        for name, claims in every.items():
            kinds = count(claims)
            lines.append(f"| [{name}]({file_name(name)}.md) | {kinds['hold']} | {kinds['do not']} | {kinds['should']} | {kinds['not measured']} |")
    cases = cases_of(folder)
    if cases:
        lines += ["", "Published experiments (`ibsim validate`):", "", cases_table(cases, "[{0}](" + VALIDATION + "/{0}.md)")]
    return "\n".join(lines) + "\n"


def cases_table(cases, name_as):
    """A row a case: how many of its numbers are in their bands, the one farthest out in widths of its band, and those of which runs were too short to say.
    name_as: of a case's name, {}."""
    rows = []
    for name, compared in cases.items():
        number = lambda one, column: float(one[column])  # noqa: E731
        off = lambda one: f" ± {number(one, 'error'):.2g}" if one["error"] not in ("", "nan") else ", how far off is not known"  # noqa: E731, B023
        inside = [one for one in compared if one["verdict"] == "inside"]
        too_short = [one for one in compared if one["verdict"] == "too short to say"]
        outside = [one for one in compared if one not in inside and one not in too_short]
        failed = [one for one in outside if not one["ours"]]  # the run of that number failed
        worst = max((one for one in outside if one["ours"]), default=None,
                    key=lambda one: abs(number(one, "ours") - number(one, "theirs")) / (number(one, "band to") - number(one, "band from")))
        told = [f"{worst['quantity']}: {number(worst, 'ours'):.4g}; band {number(worst, 'band from'):.4g} to {number(worst, 'band to'):.4g}"] if worst else []
        told += [f"{len(failed)} without a number, since runs failed"] if failed else [] if compared else ["its run failed"]
        told += [f"too short to say: {one['quantity']}: {number(one, 'ours'):.4g}{off(one)}; band {number(one, 'band from'):.4g} to {number(one, 'band to'):.4g}"
                 for one in too_short]
        rows.append([name_as.format(name), f"{len(inside)} of {len(compared)}", "; ".join(told)])
    return table(["case", "numbers inside their band", "farthest outside, or too short to say"], rows)


def with_error(value, error):
    """A value with its error, both to the second digit of the error; an error that is NaN is not known, one of 0 there is none of."""
    if not error > 0:
        return f"{value:.3g}" + (" (how far off is not known)" if math.isnan(error) else "")
    digits = max(0, 1 - math.floor(math.log10(error)))
    return f"{value:.{digits}f} ± {error:.{digits}f}"


def blood_block(folders):
    """A row a number of the cases of blood: ours with its error, the band and where it comes from, the verdict."""
    rows, commits = [], []
    for folder, own in by_folder(folders).items():
        own = [case for case in own if "blood" in case]
        commits += [f"{', '.join(f'`{case}`' for case in own)} at commit {made(folder)['commit']}"] if own else []
        for case in own:
            for one in cases_of(folder)[case]:
                error = float(one["error"] or "nan")
                low, high = float(one["band from"]), float(one["band to"])
                band = f"{low:.3g} and more" if high > 1e8 else f"{low:.3g} to {high:.3g}"  # at least so much has no upper end
                source = one["band"] if one["band"].startswith(band) else f"{band}: {one['band']}"
                ours = "none" if one["ours"] in ("", "nan") else with_error(float(one["ours"]), error)
                verdict = f"**{one['verdict'].lower()}**" if one["verdict"] == "OUTSIDE" else one["verdict"]
                rows.append([f"`{case}`", one["quantity"], ours, source, verdict])
    gpus = ", ".join(dict.fromkeys(made(folder)["gpu"] for folder in by_folder(folders)))
    return f"{gpus}: {'; '.join(commits)}.\n\n" + table(["case", "quantity", "ibsim", "published", "verdict"], sorted(rows, key=lambda row: row[0]))


def newest(folders):
    """{case: the last of the folders that has it}"""
    return {case: folder for folder in folders for case in cases_of(folder)}


def cases_with_charts(folder, cases):
    """Title, source and charts of these cases as Markdown, {case: it}; plot_results.py draws the charts as docs/pictures/validate_*.svg."""
    told_of = {}
    subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "plot_results.py"), os.path.join(folder, VALIDATION),
                    "--out", os.path.join(ROOT, "docs", "pictures"), "--prefix", "validate_"], check=True, stdout=subprocess.DEVNULL)
    for case in cases:
        with open(os.path.join(folder, VALIDATION, f"{case}.md")) as file:
            page = file.read()
        charts = re.findall(r"^- \[(.*?)\]\((.*?)_curves\.csv\)$", page, re.M)
        if not charts:
            continue
        title, source = re.match(r"# \w+: (.*)\n\n(.*)\n", page).groups()
        lines = [f"### {title[0].upper()}{title[1:]}", "", f"Source: {source}.", ""]
        for told, name in charts:
            lines += [f"![{told}](pictures/validate_{name}.svg)", ""]
        told_of[case] = "\n".join(lines).rstrip()
    return told_of


def si(seconds):
    """Seconds in three digits, with a unit."""
    for scale, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= scale or unit == "us":
            return f"{seconds / scale:.3g} {unit}"


def times_of(case):
    """{operation: seconds} of the first number of threads."""
    times = {}
    for entry in case["times"]:
        times.setdefault(entry["operation"], entry["seconds"])
    return times


def table(header, rows):
    return "\n".join(["| " + " | ".join(header) + " |", "|" + "---|" * len(header)] + ["| " + " | ".join(row) + " |" for row in rows])


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


def validation_block(folder):
    every = claims_of(folder)
    text = [sentence(folder) + " Claims of the papers: " + counted(count([c for claims in every.values() for c in claims])) +
            f"; each with both numbers in `{os.path.relpath(folder, ROOT)}`.", ""]
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
                 "The row h = 1 um hangs on how 220 sample sites lie between 625 data sites, which the paper does not say.", ""]
    first = load(folder, "table1")
    if first:
        content = first["tables"][0]
        devices = list(dict.fromkeys(row[0] for row in content["rows"]))
        at, paper = content["columns"].index("64 (s)"), content["columns"].index("paper 64 (s)")
        algorithms = list(dict.fromkeys(row[1] for row in content["rows"]))
        cell = {(row[0], row[1]): si(row[at]) + (f" ({si(row[paper])})" if isinstance(row[paper], float) else "")
                for row in content["rows"] if isinstance(row[at], float)}
        text += ["65,536 scattered points on 64^3 cells (Table 1), a call; in brackets the paper's, on a Xeon E5-2697 v2 and a Tesla K80:", "",
                 table([""] + devices, [[name] + [cell.get((device, name), "") for device in devices] for name in algorithms])]
    return "\n".join(text).rstrip()


def by_folder(folders):
    """{folder: the cases that it is the last to have}, the first folder first"""
    found = {}
    for case, folder in sorted(newest(folders).items()):
        found.setdefault(folder, []).append(case)
    return {folder: found[folder] for folder in folders if folder in found}


def experiments_block(folders):
    cases, told, charts, convergence = {}, [], {}, ""
    for folder, own in by_folder(folders).items():
        cases.update({case: compared for case, compared in cases_of(folder).items() if case in own})
        of = "" if not told else ", ".join(f"`{case}`" for case in own) + ": "
        told.append(of + sentence(folder) + f" Each case with its tables is in `{os.path.relpath(folder, ROOT)}/{VALIDATION}`.")
        charts.update(cases_with_charts(folder, own))
        convergence += convergence_table(folder)
    return "\n".join(told) + "\n\n" + cases_table(dict(sorted(cases.items())), "`{}`") + convergence + "\n\n" + "\n\n".join(charts[case] for case in sorted(charts))


def readme_block(folder):
    step = {case["name"]: times_of(case).get("step") for case in load(folder, "bench")["cases"] if case["bench"] == "step"}
    told = [f"{si(step[name])} a step with {what}" for name, what in (("1 red cell", "the paper's red cell (64^3 grid cells, 8832 sample sites)"),
                                                                     ("1000 red cells", "1000 of them on 256^3")) if step.get(name)]
    return sentence(folder) + "\n" + " and ".join(told).capitalize() + "."


def claims_block(folder):
    kinds = count([claim for claims in claims_of(folder).values() for claim in claims])
    return f"Of the claims that are checked in the papers' tables and figures {counted(kinds)} (commit {made(folder)['commit']})."


def cases_block(folders):
    cases = {case: cases_of(folder)[case] for case, folder in newest(folders).items()}
    verdicts = [one["verdict"] for compared in cases.values() for one in compared]
    count_of = lambda verdict: sum(one == verdict for one in verdicts)  # noqa: E731
    inside, too_short = count_of("inside"), count_of("too short to say")
    failed = [f"`{name}`" for name, compared in cases.items() if not compared]
    return (f"Of {len(verdicts)} numbers of {len(cases)} published experiments and theories (`ibsim validate`) {inside} lie inside their bands, "
            f"{len(verdicts) - inside - too_short} outside, and of {too_short} the runs were too short to say" +
            (f"; the run of {', '.join(failed)} failed" if failed else "") +
            " (commit " + ", ".join(made(folder)["commit"] + ("" if i == 0 else f" of {len(own)} cases") for i, (folder, own) in enumerate(by_folder(folders).items())) + ").")


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
    return (sentence(folder) + " Microseconds a step, `ibsim bench line` (the least of three; whole passes of `swept`). What separates steps there: " +
            separate + ".\n\n" + table(["equation, points"] + schemes + ["asked", "K40c of the authors: classic / swept"], rows))


def activation_block(folder):
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


def threads_used(folder):
    found = re.search(r"OpenMP, (\d+) thread", made(folder)["version"])
    return found[1] if found else "all"


# page: {block: (function, what the folder must hold)}
PAPERS = [file_name(name) + ".json" for name in EXPERIMENTS]
BLOCKS = {"README.md": {"readme": (readme_block, ["bench.json"]), "claims": (claims_block, PAPERS), "cases": (cases_block, [VALIDATION])},
          "docs/activation.md": {"activation": (activation_block, ["bench.json", "eikonal_table5.json"])},
          "docs/line.md": {"lines": (lines_block, ["bench.json"])},
          "docs/performance.md": {"steps": (steps_block, ["bench.json"]), "schemes": (schemes_block, ["bench.json"]), "runs": (runs_block, ["runs.csv"]), "coupling": (coupling_block, ["bench.json"])},
          "docs/suspension.md": {"blood": (blood_block, [VALIDATION])},
          "docs/validation.md": {"validation": (validation_block, PAPERS), "experiments": (experiments_block, [VALIDATION])}}


OF_ALL_FOLDERS = {"experiments", "cases", "blood"}  # blocks that take each case from the last folder that has it


def documents(folders):
    """Fills every block that one of the folders has figures for, from the last of them.

    Returns the pages that were written. Throws ValueError if a page has no place for a block.
    """
    written = []
    for page, blocks in BLOCKS.items():
        path = os.path.join(ROOT, page)
        with open(path) as file:
            text = before = file.read()
        for name, (block, needs) in blocks.items():
            having = [folder for folder in folders if all(os.path.exists(os.path.join(folder, part)) for part in needs)]
            if not having:
                continue
            begin, end = f"<!-- measured: {name} (scripts/measure) -->\n", "\n<!-- end -->"
            if begin not in text:
                raise ValueError(f"{page} has no place for {name}")
            head, rest = text.split(begin, 1)
            text = head + begin + block(having if name in OF_ALL_FOLDERS else having[-1]) + rest[rest.index(end):]
        if text != before:
            with open(path, "w") as file:
                file.write(text)
            written.append(page)
    return written
