"""Errors. All are IbsimErrors; those of the program know its exit code, and where in the scenario they are."""
import re


class IbsimError(Exception):
    """An error of the program, or about a file of a run.

    message: one line, without its place; key: of the scenario, as "fluid.viscosity"; file, line, column: where (from 1).
    What is not known is None.
    """

    def __init__(self, message, key=None, file=None, line=None, column=None, exit_code=None):
        place = f"{file}:{line}:{column}: " if file and line else f"{file}: " if file else ""
        super().__init__(place + message)
        self.message, self.key, self.file, self.line, self.column, self.exit_code = message, key, file, line, column, exit_code


class InputError(IbsimError):
    """Wrong input: a scenario, an option, a file that is damaged (exit code 2)."""


class ResourceError(IbsimError):
    """The machine: no program, no device, no memory, a full disk (exit code 3)."""


class DivergedError(IbsimError):
    """The simulation diverged (exit code 4). The run's folder is there and tells how."""


class Stopped(IbsimError):
    """The run was interrupted from outside (exit code 130); ibsim.resume goes on with it."""


class NotARun(InputError):
    """The folder holds no run of ibsim."""


class MissingPackage(IbsimError, ImportError):
    """A package of Python that this needs is not installed; the message says how to get it."""


OF_EXIT_CODE = {2: InputError, 3: ResourceError, 4: DivergedError, 130: Stopped}
PLACE = re.compile(r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<rest>.*)", re.S)
OPTION = re.compile(r"--set (?P<key>[^=\s]+)=.*?: (?P<rest>.*)", re.S)
KEY = re.compile(r'(?:unknown key "(?P<unknown>[^"]+)"|(?P<key>[a-z_][a-z0-9_]*(?:\.[a-z0-9_]+)+|[a-z_]+)(?=: | \())')


def error_from(line, exit_code):
    """The error that a line of the program, "scenario.yaml:3:7: fluid.viscosity: ..", tells."""
    kind = OF_EXIT_CODE.get(exit_code, IbsimError)
    where = {"file": None, "line": None, "column": None}
    key = None
    option, place = OPTION.match(line), PLACE.match(line)
    if option:
        key = option["key"]
    elif place:
        where = {"file": place["file"], "line": int(place["line"]), "column": int(place["column"])}
        line = place["rest"]
    named = KEY.match(option["rest"] if option else line)
    if named:
        key = named["unknown"] or named["key"]
    return kind(line, key=key, exit_code=exit_code, **where)


def need(package, extra, what):
    """Imports and returns a package that not everybody has. @raises MissingPackage that says how to get it"""
    import importlib
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise MissingPackage(f"{what} needs {package}: pip install {package} (in the clone: pip install -e '.[{extra}]')") from error
