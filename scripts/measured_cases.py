"""Blocks of published experiments (`ibsim validate`). Of several folders each case is taken from the last that has it."""
import csv
import glob
import os
import re
import subprocess
import sys

from measured_folders import ROOT, VALIDATION, by_folder, cases_of, made, newest
from measured_words import table, with_error


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


def cases_block(folders):
    cases = {case: cases_of(folder)[case] for case, folder in newest(folders).items()}
    verdicts = [one["verdict"] for compared in cases.values() for one in compared]
    count_of = lambda verdict: sum(one == verdict for one in verdicts)  # noqa: E731
    inside, too_short = count_of("inside"), count_of("too short to say")
    failed = [f"`{name}`" for name, compared in cases.items() if not compared]
    return (f"`ibsim validate` compares {len(verdicts)} numbers with {len(cases)} published experiments and theories: {inside} lie inside their bands and "
            f"{len(verdicts) - inside - too_short} outside" + (f"; {too_short} need longer runs" if too_short else "") +
            (f"; the run of {', '.join(failed)} failed" if failed else "") + ".")


def experiments_block(folders):
    cases, charts, convergence = {}, {}, ""
    of_folder = by_folder(folders)
    for folder, own in of_folder.items():
        cases.update({case: compared for case, compared in cases_of(folder).items() if case in own})
        charts.update(cases_with_charts(folder, own))
        convergence += convergence_table(folder)
    largest = max(of_folder, key=lambda folder: len(of_folder[folder]))
    rows = [[", ".join(f"`{case}`" for case in own), made(folder)["date"], made(folder)["commit"], f"`{os.path.relpath(folder, ROOT)}/{VALIDATION}`"]
            for folder, own in of_folder.items() if folder != largest]
    rows.append(["all others" if rows else "all", made(largest)["date"], made(largest)["commit"], f"`{os.path.relpath(largest, ROOT)}/{VALIDATION}`"])
    gpus = ", ".join(dict.fromkeys(made(folder)["gpu"] or made(folder)["machine"] for folder in of_folder))
    return f"Measured on {gpus}, in double precision:\n\n" + table(["cases", "date", "commit", "with all tables in"], rows) + "\n\n" + cases_table(dict(sorted(cases.items())), "`{}`") + convergence + "\n\n" + "\n\n".join(charts[case] for case in sorted(charts))


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


def cases_with_charts(folder, cases):
    """Title, source and charts of these cases as Markdown, {case: it}; plot_results.py draws the charts as docs/pictures/validate_*.svg."""
    told_of = {}
    if not glob.glob(os.path.join(folder, VALIDATION, "*_curves.csv")):
        return told_of
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
