"""What scripts/measure found, in words: the README of a folder of figures, and the blocks of README.md and docs that show them.

A block stands between `<!-- measured: NAME (scripts/measure) -->` and `<!-- end -->`. A folder that holds only some parts fills only the
blocks that need no others. measured_folders.py reads the folders; measured_times.py, measured_claims.py and measured_cases.py make the blocks.
Python's own library is all that they need, but for the charts, which plot_results.py draws.
"""
import os

from measured_cases import blood_block, cases_block, cases_table, experiments_block
from measured_claims import claims_block, counted, validation_block
from measured_folders import EXPERIMENTS, ROOT, VALIDATION, cases_of, claims_of, count, file_name, load, made
from measured_times import activation_block, coupling_block, few_activations_block, few_lines_block, lines_block, readme_block, runs_block, schemes_block, steps_block, totals_block
from measured_words import sentence


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


PAPERS = [file_name(name) + ".json" for name in EXPERIMENTS]
# page: {block: (function, what the folder must hold)}
BLOCKS = {"README.md": {"readme": (readme_block, ["bench.json"]), "claims": (claims_block, PAPERS), "cases": (cases_block, [VALIDATION])},
          "docs/activation.md": {"activation": (few_activations_block, ["bench.json: activation", "eikonal_table5.json"])},
          "docs/notes/activation.md": {"schedules": (activation_block, ["bench.json: activation", "eikonal_table5.json"])},
          "docs/line.md": {"lines": (few_lines_block, ["bench.json: line"])},
          "docs/notes/line.md": {"sizes": (lines_block, ["bench.json: line"])},
          "docs/performance.md": {"totals": (totals_block, ["bench.json"]), "schemes": (schemes_block, ["bench.json"])},
          "docs/notes/performance.md": {"steps": (steps_block, ["bench.json"]), "coupling": (coupling_block, ["bench.json"]), "runs": (runs_block, ["runs.csv"])},
          "docs/notes/suspension.md": {"blood": (blood_block, [VALIDATION])},
          "docs/validation.md": {"validation": (validation_block, PAPERS), "experiments": (experiments_block, [VALIDATION])}}
OF_ALL_FOLDERS = {"experiments", "cases", "blood"}  # blocks that take each case from the last folder that has it


def has(folder, part):
    """Whether a folder has a file; FILE: BENCH asks for cases of one benchmark in it."""
    name, _, bench = part.partition(": ")
    if not bench or not os.path.exists(os.path.join(folder, name)):
        return os.path.exists(os.path.join(folder, name))
    return any(case["bench"] == bench for case in load(folder, "bench")["cases"])


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
            having = [folder for folder in folders if all(has(folder, part) for part in needs)]
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
