"""Values with units, as scenarios have them: text such as "2.5e-3 dyn/cm"."""
import numbers
import re

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
# units of scenarios: "6 numbers", the name of a storage, is no quantity
UNIT = r"(?:1|(?:[fpnuµmcdkMG]?(?:m|s|g|Pa|N|J|L|l|P|Hz)|[mu]?bar|dyn|erg|deg|rad|min|h|mmHg|[cm]mH2O|psi|cc|[Pp]oise|kT|%)(?:\^?-?\d+)?)"
QUANTITY = re.compile(rf"({NUMBER})(?:/(\d+\.?\d*))?\s+({UNIT}(?:[ */]+{UNIT})*)")
TIMES = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6, "min": 6e7}


class Quantity(str):
    """A value and its unit: text that pint reads (pint.Quantity(q)), with both parts at hand.

    magnitude: the number; units: the rest, as "dyn/cm".
    """

    def __new__(cls, text):
        found = QUANTITY.fullmatch(text.strip())
        if not found:
            raise ValueError(f"expected a number and a unit such as '1 cP', got {text!r}")
        self = super().__new__(cls, text)
        self.magnitude = float(found[1]) / float(found[2] or 1)
        self.units = found[3]
        return self

    def to(self, units):
        """The number in other units, by pint."""
        from .errors import need
        return need("pint", "pint", "to convert units").Quantity(f"{self.magnitude} {self.units}").to(units).magnitude


def with_quantities(value):
    """A tree of YAML with a Quantity for each text that is one, and numbers for texts such as "4e-04", which PyYAML takes for words."""
    if isinstance(value, dict):
        return {key: with_quantities(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_quantities(item) for item in value]
    if isinstance(value, str):
        if re.fullmatch(NUMBER, value):
            return float(value)
        if QUANTITY.fullmatch(value):
            return Quantity(value)
    return value


def microseconds(time):
    """A time as a number (us) or as text with its unit, "2 ms". @raises ValueError"""
    if isinstance(time, numbers.Real):
        return float(time)
    quantity = Quantity(time)
    if quantity.units not in TIMES:
        raise ValueError(f"expected a time such as '2 ms', got {time!r}")
    return quantity.magnitude * TIMES[quantity.units]


def as_yaml(value):
    """What a scenario or --set takes, of numbers, text, lists, dicts, and quantities of pint. JSON is YAML."""
    if hasattr(value, "magnitude") and hasattr(value, "units") and not isinstance(value, str):  # pint's
        return f"{value.magnitude!r} {value.units:~C}".replace("**", "^").replace("µ", "u").replace("*", " ")
    if isinstance(value, str):
        return str(value)
    if isinstance(value, dict):
        return {str(key): as_yaml(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_yaml(item) for item in value]
    if hasattr(value, "tolist"):  # numpy's
        return as_yaml(value.tolist())
    return value
