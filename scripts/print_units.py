"""Units as people say them, for axes of figures: mm/s, where tables have um/us."""
import re

# what a unit of a table is in others, the largest first
USUAL = {"us": ((1e6, "s"), (1e3, "ms"), (1.0, "us")),
         "um": ((1e6, "m"), (1e3, "mm"), (1.0, "um")),
         "um^2": ((1e6, "mm^2"), (1.0, "um^2")),
         "um^3": ((1e9, "mm^3"), (1.0, "um^3")),
         "um/us": ((1.0, "m/s"), (1e-3, "mm/s"), (1e-6, "um/s")),
         "um^3/us": ((1e6, "mL/s"), (1e3, "uL/s"), (1.0, "nL/s")),
         "1/us": ((1e-6, "1/s"),),
         "rad/us": ((1e-6, "rad/s"),),
         "kPa": ((1.0, "kPa"), (1e-3, "Pa")),
         "dyn/cm": ((1.0, "mN/m"), (1e-3, "uN/m"))}


def usual(unit, most):
    """What numbers up to `most` in a unit of a table are divided by, and the unit that they have then: the largest of which `most` is one at least."""
    ladder = USUAL.get(unit, ((1.0, unit),))
    return next((size, name) for size, name in ladder if abs(most) >= size or (size, name) == ladder[-1])


def named(name, unit):
    """A label: "pressure (kPa)"; of a number without a unit its name alone."""
    return f"{name} ({unit})" if unit else name


def write_micro(figure):
    """Each um, us, uN and uL of a figure's words as print has them, and its squares and cubes."""
    from matplotlib.text import Text
    for words in figure.findobj(Text):
        text = re.sub(r"\bu(?=[msNL](?![A-Za-z]))", "\N{MICRO SIGN}", words.get_text())
        words.set_text(text if "$" in text else text.replace("^2", "²").replace("^3", "³"))


def save(figure, path, dpi):
    """Writes a figure in the form that the path ends with, without the time at which it is made: the same figure is the same file."""
    dates = {".svg": "Date", ".pdf": "CreationDate"}
    date = next((dates[end] for end in dates if path.endswith(end)), None)
    figure.savefig(path, dpi=dpi, metadata={date: None} if date else None)
