"""Values with units, as scenarios have them: text such as "2.5e-3 dyn/cm"."""
import decimal
import numbers
import os
import re

from .errors import ArgumentError

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
        found = QUANTITY.fullmatch(text.strip()) if isinstance(text, str) else None
        if not found:
            raise ArgumentError(f"expected a number and a unit such as '1 cP', got {text!r}")
        self = super().__new__(cls, text)
        self.magnitude = float(found[1]) / float(found[2] or 1)
        self.units = found[3]
        return self

    def to(self, units):
        """The number in other units, by pint."""
        from .errors import need
        pint = need("pint", "pint", "to convert units")
        try:
            return pint.Quantity(f"{self.magnitude} {self.units}").to(units).magnitude
        except (pint.PintError, TypeError, ValueError, AttributeError) as error:
            raise ArgumentError(f"{self} in {units!r}: {error}", key="units") from None


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
    """A time as a number (us), as text with its unit, "2 ms", or as a quantity of pint. @raises ArgumentError"""
    if isinstance(time, numbers.Real):
        try:
            return float(time)
        except OverflowError:
            raise ArgumentError("time: is too large a number", key="time") from None
    try:
        quantity = Quantity(as_yaml(time, "time"))
    except ArgumentError:
        quantity = None
    if quantity is None or quantity.units not in TIMES:
        raise ArgumentError(f"time: expected a number of us or a time such as '2 ms', got {time!r}", key="time")
    return quantity.magnitude * TIMES[quantity.units]


def as_yaml(value, key=None):
    """What a scenario or --set takes, of numbers, text, paths, lists, dicts, arrays, and quantities of pint. JSON is YAML.

    key: where it stands, as "domain.size". @raises ArgumentError with the key
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):  # numpy's float64 is one, but is not written as one
        return int(value) if isinstance(value, int) else float(value)
    if isinstance(value, (str, os.PathLike)):
        return str(value)
    if isinstance(value, dict):
        return {str(name): as_yaml(item, f"{key}.{name}" if key else str(name)) for name, item in value.items()}
    if hasattr(value, "magnitude") and hasattr(value, "units"):  # pint's
        units = f"{value.units:~C}".replace("**", "^").replace("µ", "u").replace("*", " ")
        return _with_units(as_yaml(value.magnitude, key), units)
    if isinstance(value, (list, tuple, range)):
        return [as_yaml(item, f"{key}.{i}" if key else str(i)) for i, item in enumerate(value)]
    if hasattr(value, "tolist"):  # numpy's
        return as_yaml(value.tolist(), key)
    if isinstance(value, (numbers.Real, decimal.Decimal)):
        try:
            return float(value)
        except OverflowError:
            raise ArgumentError(f"{key or 'value'}: is too large a number", key=key) from None
    raise ArgumentError(f"{key or 'value'}: a {type(value).__name__} cannot stand in a scenario", key=key)


def _with_units(magnitude, units):
    if isinstance(magnitude, list):
        return [_with_units(item, units) for item in magnitude]
    return f"{magnitude!r} {units}" if units else magnitude
