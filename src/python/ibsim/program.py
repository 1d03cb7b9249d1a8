"""The program, called from Python: run, resume, check, info, diff, sweep."""
import contextlib
import json
import numbers
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import warnings
from collections.abc import Mapping
from pathlib import Path

from .errors import ArgumentError, IbsimError, ResourceError, as_path, error_from
from .quantity import as_yaml
from .runs import Run

STEP = re.compile(r"info: \w+ (?P<done>\d+)/(?P<all>\d+)  (?P<rest>.*)")


def find_program():
    """The path of ibsim: $IBSIM; the program of the wheel; build/release of the clone that this package lies in; else on the PATH.
    @raises ResourceError"""
    named = os.environ.get("IBSIM")
    if named:
        if not os.access(named, os.X_OK) or os.path.isdir(named):
            raise ResourceError(f"$IBSIM is {named}, which is no program")
        return named
    package = Path(__file__).resolve().parent
    bundled = package / "bin" / "ibsim"
    if os.access(bundled, os.X_OK):
        _require_avx2(package)
        return str(bundled)
    built = Path(__file__).resolve().parents[3] / "build" / "release" / "ibsim"
    if os.access(built, os.X_OK):
        return str(built)
    # a script of the same name is no program of ours, but whoever made one meant it; main() below starts this package again
    ours = os.path.realpath(Path(sysconfig.get_path("scripts")) / "ibsim")
    for folder in os.get_exec_path():
        found = shutil.which("ibsim", path=folder)
        if found and os.path.realpath(found) not in (ours, os.path.realpath(sys.argv[0])):
            return found
    raise ResourceError("the program ibsim was not found; build it (scripts/build) and set IBSIM to its path, or put it on the PATH")


def _require_avx2(package):
    """Raises ResourceError where the wheel's program would end at its first instruction of AVX2 (scripts/wheel leaves a note of this need)."""
    if not (package / "bin" / "needs_avx2").exists():
        return
    with contextlib.suppress(OSError):
        flags = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.M)
        if flags and not {"avx2", "fma"} <= set(flags[1].split()):
            raise ResourceError("the program of this wheel needs a CPU with AVX2 and FMA; build ibsim from its sources for this one (pip install .)")


def examples():
    """The folder of the scenarios that come with ibsim (config of the clone). @raises ResourceError"""
    package = Path(__file__).resolve().parent
    for folder in (package / "share" / "ibsim" / "config", *(parent / "config" for parent in package.parents[1:3])):
        if (folder / "quickstart.yaml").is_file():
            return folder
    raise ResourceError("the scenarios that come with ibsim were not installed with this package")


def main():
    """The command `ibsim` of an installed package: the program, with this Python first on its PATH, because `ibsim compare` draws by Python."""
    try:
        program = find_program()
    except IbsimError as error:
        print(f"ibsim: error: {error.message}", file=sys.stderr)
        sys.exit(error.exit_code or 3)
    folder = os.path.dirname(sys.executable)
    os.environ["PATH"] = os.pathsep.join([folder, *[one for one in os.get_exec_path() if one != folder]])
    os.execv(program, ["ibsim", *sys.argv[1:]])


def version():
    """The text of ibsim --version."""
    return _finish(_start(["--version"]), None)[0]


def run(scenario, *, set=None, output=None, overwrite=False, device=None, threads=None, progress=None, **overrides):
    """Runs a scenario and returns the Run.

    scenario: the path of a YAML file, or a dict as such a file has it; values are numbers, text with units, or quantities of pint.
    set: {"time.end": "2 ms"} changes values; so do further keywords, with __ for the dot: time__end="2 ms".
    output: the folder; without it that of the scenario (of a dict: results/ and its title). overwrite: replace the run that is there.
    progress: True shows it (by default in a notebook and a terminal), False does not, a function gets (steps done, of all, text).
    @raises InputError (with key, line, message), ResourceError, DivergedError, Stopped; KeyboardInterrupt ends the run with a checkpoint
    """
    with _scenario_file(scenario, output) as (file, folder):
        arguments = ["run", str(file), *_options(set, overrides, folder, device, threads), *(["--overwrite"] if overwrite else [])]
        said = _call(arguments, progress, scenario)
    return Run(_folder_in(said, folder))


def resume(run, *, until=None, set=None, output=None, device=None, threads=None, progress=None, **overrides):
    """Continues a run (a Run or its folder) from its newest checkpoint, and returns it."""
    folder = _folder(run, "run")
    arguments = ["resume", str(folder), *_options(set, overrides, output, device, threads)]
    if until is not None:
        arguments += ["--until", _word(as_yaml(until, "until"))]
    _call(arguments, progress, folder)
    return Run(output if output is not None else folder)


def check(scenario, *, set=None, output=None, device=None, threads=None, **overrides):
    """The report of ibsim check as a dict: numbers with units in their names, and `warnings`. output: the folder of the planned run. @raises as run"""
    with _scenario_file(scenario, output) as (file, folder):
        arguments = ["check", "--json", "-", str(file), *_options(set, overrides, folder, device, threads)]
        text = _finish(_start(arguments), scenario)[0]
        return _answer(text.replace(f"{file}:", "the scenario:") if isinstance(scenario, Mapping) else text)


def info(path):
    """The description of a file or of the folder of a run, as a dict. @raises InputError"""
    return _answer(_finish(_start(["info", "--json", "-", str(_folder(path, "path"))]), _folder(path, "path"))[0])


def diff(a, b, *, tolerance=0):
    """The comparison of two runs: a dict with `same`, and the first differences. @raises InputError"""
    arguments = ["diff", "--json", "-", str(_folder(a, "a")), str(_folder(b, "b")), "--tolerance", str(_number(tolerance, "tolerance"))]
    return _answer(_finish(_start(arguments), _folder(a, "a"), (0, 1))[0])


def sweep(scenario, values=None, *, together=None, output=None, jobs=None, set=None, device=None, threads=None, progress=None, **overrides):
    """Runs a scenario for all combinations of values: {"fluid.background_shear": ["50 1/s", "100 1/s"]}, or text as --set takes it,
    "50:1000:8log 1/s". Keys of `together` vary together, value by value. What is done is skipped, what was stopped is resumed; points that fail are warned of. @return Sweep"""
    from .sweeps import Sweep
    with _scenario_file(scenario, None) as (file, folder):
        if output is None:
            output = f"{folder}_sweep" if folder else Path("results") / f"{Path(file).stem}_sweep"
        arguments = ["sweep", str(file), *_options(set, overrides, output, device, threads)]
        for option, name, keys in (("--set", "values", values), ("--together", "together", together)):
            for key, each in _mapping({} if keys is None else keys, name).items():
                if hasattr(each, "__iter__") and not isinstance(each, (str, Mapping)) and not hasattr(each, "magnitude"):
                    each = list(each)
                each = as_yaml(each, str(key))
                if isinstance(each, list):
                    each = ",".join(map(_word, each))
                arguments += [option, f"{key}={_word(each)}"]
        if jobs is not None:
            arguments += ["--jobs", str(_number(jobs, "jobs"))]
        try:
            _call(arguments, progress, scenario)
        except IbsimError as error:
            if not re.match(r"\d+ of \d+ points", error.message):
                raise
            warnings.warn(error.message, stacklevel=2)  # the others are done, and the table says which
    return Sweep(output)


# --- how ------------------------------------------------------------------------------------------------------------------
def _folder(run, key):
    return run.folder if isinstance(run, Run) else as_path(run, key)


def _word(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _mapping(value, key):
    if not isinstance(value, Mapping):
        raise ArgumentError(f"{key}: expected a dict of keys and values, got {value!r}", key=key)
    return value


def _number(value, key):
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ArgumentError(f"{key}: expected a number, got {value!r}", key=key)
    return as_yaml(value)


def _options(set, overrides, output, device, threads):
    words = []
    given = {**_mapping({} if set is None else set, "set"), **{key.replace("__", "."): value for key, value in overrides.items()}}
    for key, value in given.items():
        words += ["--set", f"{key}={_word(as_yaml(value, str(key)))}"]
    if output is not None:
        words += ["--output", str(as_path(output, "output"))]
    if device is not None:
        if not isinstance(device, str):
            raise ArgumentError(f"device: expected auto, cpu or cuda, got {device!r}", key="device")
        words += ["--device", device]
    if threads is not None:
        words += ["--threads", str(_number(threads, "threads"))]
    return words


def _answer(text):
    try:
        return json.loads(text)
    except ValueError:
        raise ResourceError(f"{find_program()} did not answer in JSON: it is no ibsim, or another version") from None


@contextlib.contextmanager
def _scenario_file(scenario, output):
    """A file of the scenario, and the folder to be given: of a dict, whose file is not to be seen, named by its title."""
    if output is not None:
        output = as_path(output, "output")
    if not isinstance(scenario, Mapping):
        yield str(as_path(scenario, "scenario")), output
        return
    try:
        tree = as_yaml(dict(scenario))
    except RecursionError:
        raise ArgumentError("scenario: holds itself", key="scenario") from None
    outputs = tree.get("output")
    if output is None and not (isinstance(outputs, dict) and "folder" in outputs):
        output = Path("results") / (re.sub(r"\W+", "_", str(tree.get("title", "run"))).strip("_").lower() or "run")
    # beside where the program is called, so that the files that a scenario names are found from there
    here = "." if os.access(".", os.W_OK) else None
    try:
        text = json.dumps(tree, ensure_ascii=False, indent=1).encode()
    except ValueError as error:  # half of a letter
        raise ArgumentError(f"scenario: {error}", key="scenario") from None
    try:
        with tempfile.NamedTemporaryFile("wb", prefix=".ibsim-", suffix=".yaml", dir=here, delete=False) as file:
            file.write(text)
    except OSError as error:
        raise ResourceError(f"cannot write the scenario into a file: {error.strerror}") from error
    try:
        yield file.name, output
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(file.name)


def _start(arguments):
    program = find_program()
    try:
        return subprocess.Popen([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                encoding="utf-8", errors="replace", start_new_session=True)  # Ctrl-C is ours to hand on, once
    except OSError as error:
        raise ResourceError(f"cannot start {program}: {error}") from error
    except ValueError as error:  # a byte of zero, or half of a letter
        raise ArgumentError(f"cannot be given to the program: {error}") from None


def _finish(process, about, accepted=(0,), show=None):
    """Standard output and error of the program when it has ended. about: the scenario or file that it is asked about.
    @raises the error that it reports"""
    said, printed = [], []

    def read():
        for line in process.stderr:
            said.append(line.rstrip("\n"))
            found = STEP.fullmatch(said[-1])
            if show and (found or said[-1].startswith("warning:")):
                show(found and (int(found["done"]), int(found["all"]), found["rest"]), said[-1])

    readers = [threading.Thread(target=read, daemon=True), threading.Thread(target=lambda: printed.append(process.stdout.read()), daemon=True)]
    for reader in readers:
        reader.start()
    try:
        process.wait()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)  # closes its files and writes a checkpoint
        process.wait()
        raise
    finally:
        for reader in readers:
            reader.join(5)
        if show:
            show(None, None)
    if process.returncode in accepted:
        return printed[0], said
    errors = [line[len("ibsim: error: "):] for line in said if line.startswith("ibsim: error: ")]
    error = error_from(errors[-1] if errors else " ".join(said[-3:]) or f"ended by signal {-process.returncode}", process.returncode)
    if isinstance(about, Mapping):
        about = "the scenario"
        if error.file:
            error = type(error)(error.message, error.key, about, error.line, error.column, error.exit_code)
    if not error.file:
        error.file = about and str(about)  # what the program was asked about
    raise error


def _call(arguments, progress, about):
    show = _display(progress)
    return _finish(_start(arguments), about, show=show)[1]


def _folder_in(said, folder):
    """Where the results are: as given, or as the program says, "... -> results/name" or "results in results/name"."""
    if folder is not None:
        return folder
    for line in said:
        found = re.search(r" -> (.+)$|results in (.+)$", line)
        if found:
            return found[1] or found[2]
    raise ResourceError("the program did not say where its results are")


def _in_notebook():
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    return bool(shell) and type(shell).__name__ == "ZMQInteractiveShell"


def _display(progress):
    """A function of (numbers or None, line or None) that shows how far a run is; None and None at its end."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise ArgumentError(f"progress: expected True, False or a function, got {progress!r}", key="progress")
    if callable(progress):
        return lambda numbers, line: progress(*numbers) if numbers else None
    if progress is False or (progress is None and not _in_notebook() and not sys.stderr.isatty()):
        return None
    if _in_notebook():
        from IPython.display import HTML, display
        handle = display(HTML(""), display_id=True)

        def in_notebook(numbers, line):
            if numbers:
                handle.update(HTML(f"<progress value={numbers[0]} max={numbers[1]}></progress> {numbers[2]}"))
            elif line:
                print(line, file=sys.stderr)
        return in_notebook

    def in_terminal(numbers, line):
        print("\r\033[K" + (f"{numbers[0]}/{numbers[1]}  {numbers[2]}" if numbers else f"{line}\n" if line else ""), end="", file=sys.stderr, flush=True)
    return in_terminal
