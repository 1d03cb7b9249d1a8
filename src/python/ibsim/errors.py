"""Errors. All derive from IbsimError; errors of the program have its exit code and the place in the scenario."""
import contextlib
import os
import re
import stat
from pathlib import Path


class IbsimError(Exception):
    """An error of the program, or about a file of a run.

    message: one line, without its place; key: of the scenario, as "fluid.viscosity"; file, line, column: where (from 1).
    What is not known is None.
    """

    def __init__(self, message, key=None, file=None, line=None, column=None, exit_code=None):
        place = f"{file}:{line}:{column}: " if file and line else f"{file}: " if file else ""
        super().__init__(place + message)
        self.message, self.key, self.file, self.line, self.column, self.exit_code = message, key, file, line, column, exit_code

    def __str__(self):  # KeyError would put it in quotes
        return str(self.args[0])


class InputError(IbsimError):
    """Wrong input: a scenario, an option or a damaged file (exit code 2)."""


class ArgumentError(InputError, TypeError, ValueError):
    """An argument without a meaning; `key` is its name."""


class NotThere(InputError, KeyError, IndexError):
    """An array, a frame, a table or a point that does not exist."""


class ResourceError(IbsimError):
    """The machine: no program, no device, no memory, a full disk (exit code 3)."""


class DivergedError(IbsimError):
    """The simulation diverged (exit code 4). The folder of the run has the failed state."""


class Stopped(IbsimError):
    """The run was interrupted from outside (exit code 130); ibsim.resume continues it."""


class NotARun(InputError):
    """The folder holds no run of ibsim."""


class MissingPackage(IbsimError, ImportError):
    """A Python package is not installed; the message says how to install it."""


OF_EXIT_CODE = {2: InputError, 3: ResourceError, 4: DivergedError, 130: Stopped}
PLACE = re.compile(r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<rest>.*)", re.S)
OPTION = re.compile(r"--set (?P<key>[^=\s]+)=.*?: (?P<rest>.*)", re.S)
OTHER_OPTION = re.compile(r"--(?P<key>[a-z]+): ")
KEY = re.compile(r'(?:unknown key "(?P<unknown>[^"]+)"|(?P<key>[a-z_][a-z0-9_]*(?:\.[a-z0-9_]+)+|[a-z_]+)(?=: | \())')


def error_from(line, exit_code):
    """The error in a line of the program, "scenario.yaml:3:7: fluid.viscosity: .."."""
    kind = OF_EXIT_CODE.get(exit_code, IbsimError)
    where = {"file": None, "line": None, "column": None}
    key = None
    option, place = OPTION.match(line), PLACE.match(line)
    other = OTHER_OPTION.match(line)
    if option or other:
        key = (option or other)["key"]
    elif place:
        where = {"file": place["file"], "line": int(place["line"]), "column": int(place["column"])}
        line = place["rest"]
    named = KEY.match(option["rest"] if option else line)
    if named:
        key = named["unknown"] or named["key"]
    return kind(line, key=key, exit_code=exit_code, **where)


def as_path(value, key):
    """A path as an argument. @raises ArgumentError"""
    try:
        path = Path(value)
    except TypeError:
        raise ArgumentError(f"{key}: expected a path, got {value!r}", key=key) from None
    try:
        named = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        named = False
    if not named:
        raise ArgumentError(f"{key}: {value!r} is no path: no file can have this name", key=key)
    return path


def regular_file(path, missing="no such file"):
    """The path, if it is a regular file: opening a pipe would wait for ever. @raises InputError"""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        raise InputError(missing, file=str(path)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from None
    if not stat.S_ISREG(mode):
        raise InputError("is a folder, not a regular file" if stat.S_ISDIR(mode) else "is not a regular file", file=str(path))
    return path


@contextlib.contextmanager
def reading(path):
    """Reports missing or malformed content, read inside this context, as damage of this file or folder. @raises InputError"""
    try:
        yield
    except IbsimError:
        raise
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=str(path)) from error
    except (KeyError, IndexError) as error:
        raise InputError(f"is damaged: it lacks {error.args[0] if error.args else 'a part'}", file=str(path)) from error
    except (ValueError, TypeError, AttributeError, RuntimeError, MemoryError, ArithmeticError) as error:
        raise InputError(f"is damaged: {error}", file=str(path)) from error


def need(package, extra, what):
    """Imports and returns an optional package. @raises MissingPackage with the command that installs it"""
    import importlib
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise MissingPackage(f"{what} needs {package}: pip install {package} (in the clone: pip install -e '.[{extra}]')") from error
