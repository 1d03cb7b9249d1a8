"""What a folder that scripts/measure filled holds: the reports of ibsim bench, reproduce and validate, and of what commit and machine they are."""
import csv
import glob
import json
import os
import re

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


def threads_used(folder):
    found = re.search(r"OpenMP, (\d+) thread", made(folder)["version"])
    return found[1] if found else "all"


def times_of(case):
    """{operation: seconds} of the first number of threads."""
    times = {}
    for entry in case["times"]:
        times.setdefault(entry["operation"], entry["seconds"])
    return times


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


def cases_of(folder):
    """{case: its comparisons, {column: value}} of `ibsim validate`"""
    cases = {}
    for path in sorted(glob.glob(os.path.join(folder, VALIDATION, "*.csv"))):
        if not path.endswith(("_curves.csv", "_convergence.csv")):
            with open(path, newline="") as file:
                cases[os.path.basename(path)[:-len(".csv")]] = list(csv.DictReader(file))
    return cases


def newest(folders):
    """{case: the last of the folders that has it}"""
    return {case: folder for folder in folders for case in cases_of(folder)}


def by_folder(folders):
    """{folder: the cases that it is the last to have}, the first folder first"""
    found = {}
    for case, folder in sorted(newest(folders).items()):
        found.setdefault(folder, []).append(case)
    return {folder: found[folder] for folder in folders if folder in found}
