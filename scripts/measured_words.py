"""Figures as they stand in documents: times with units, values with errors, tables, and the sentence that says of what commit and machine they are."""
import math
import re

from measured_folders import made, threads_used


def si(seconds):
    """Seconds in three digits, with a unit."""
    for scale, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= scale or unit == "us":
            return f"{seconds / scale:.3g} {unit}"


def with_error(value, error):
    """A value with its error, both to the second digit of the error; an error that is NaN is not known, one of 0 there is none of."""
    if not error > 0:
        return f"{value:.3g}" + (" (how far off is not known)" if math.isnan(error) else "")
    digits = max(0, 1 - math.floor(math.log10(error)))
    return f"{value:.{digits}f} ± {error:.{digits}f}"


def table(header, rows):
    return "\n".join(["| " + " | ".join(header) + " |", "|" + "---|" * len(header)] + ["| " + " | ".join(row) + " |" for row in rows])


def sentence(folder):
    what = made(folder)
    machine = re.sub(r"(\d+) threads", lambda found: f"{threads_used(folder)} of {found[0]}" if found[1] != threads_used(folder) else found[0], what["machine"])
    on = f"{what['gpu']}, host {machine}" if what["gpu"] else machine
    return f"Measured on {on}; {what['date']}, commit {what['commit']}; double precision unless noted."
