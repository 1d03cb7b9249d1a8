"""The notebooks of docs/notebooks run from their first cell to the last, and are kept without outputs; so do the Python blocks of the pages."""
import json
import os
import re
import shutil
import sys
import tempfile
import traceback
import types
import warnings

import pytest
from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
PAGES = [ROOT / "docs" / name for name in ("python.md", "sweeps.md")]


@pytest.fixture(scope="module", autouse=True)
def packages():
    """What all of them import, loaded once: it takes two seconds, and a copy of this process has it."""
    os.environ["MPLBACKEND"] = "Agg"
    for package in ("pandas", "xarray", "pint", "matplotlib.pyplot"):
        try:
            __import__(package)
        except ImportError:
            pass


def run_as_main(source, folder, said):
    """What `python -W error::DeprecationWarning:__main__ -c SOURCE` does, with its output in a file; the exit code."""
    os.chdir(folder)
    os.environ.update(PYTHONPATH=str(ROOT / "src" / "python"), PYTHONDONTWRITEBYTECODE="1")
    for number in (1, 2):
        os.dup2(said.fileno(), number)
    sys.stdout = sys.stderr = os.fdopen(1, "w", closefd=False)
    code = 1
    try:
        warnings.filterwarnings("error", category=DeprecationWarning, module=r"__main__\Z")
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        exec(compile(source, "<string>", "exec"), main.__dict__)
        code = 0
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    return code


def execute(source, folder):
    with tempfile.TemporaryFile("w+") as said:
        child = os.fork()
        if child == 0:
            os._exit(run_as_main(source, folder, said))
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        assert ended == 0, said.read()[-3000:]


# what makes the runs of a notebook shorter here: its text, and another
SHORTER = {"first_look": ('"end": "1 ms"', '"end": "0.2 ms"'), "ektacytometer_curve": ("strain = 3 ", "strain = 0.5 "),
           "comparing_a_sweep": ('"end": "5 ms"', '"end": "1 ms"')}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path):
    for package in ("pandas", "xarray", "matplotlib"):
        pytest.importorskip(package)
    notebook = json.loads(path.read_text())
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(code) > 3 and notebook["nbformat"] == 4
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    source, (long, short) = "\n".join("".join(cell["source"]) for cell in code), SHORTER[path.stem]
    assert source.count(long) == 1
    execute(source.replace(long, short), tmp_path)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_its_page_has_its_text_and_code(path):
    """The site shows docs/notebooks/NAME.md, which scripts/run_notebooks makes: run it after a change of a notebook."""
    page = path.with_suffix(".md").read_text()
    for cell in json.loads(path.read_text())["cells"]:
        source = "".join(cell["source"])
        assert (f"```python\n{source}\n```" if cell["cell_type"] == "code" else source) in page


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["comparing_a_sweep", "ektacytometer_curve", "first_look"]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_python_of_a_page_runs(page, tmp_path):
    """Its blocks one after the other, in a folder with config/ and a run of the quickstart, all on a coarse grid."""
    for package in ("pandas", "xarray", "pint", "matplotlib"):
        pytest.importorskip(package)
    shutil.copytree(ROOT / "config", tmp_path / "config")
    (tmp_path / "scenario.yaml").write_text("fluid: {viscosity: 3 s}\n")
    coarse = (tmp_path / "config" / "quickstart.yaml").read_text().replace("cell: 1/2 um", "cell: 1 um").replace("end: 1 ms", "end: 0.1 ms")
    begin = ("import ibsim\nibsim.run('config/quickstart.yaml', output='results/quickstart')\n"
             "ibsim.sweep('config/quickstart.yaml', {'fluid.background_shear': '500,1000 1/s'}, output='results/quickstart_sweep')\n")
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.M | re.S)
    assert len(blocks) >= 1
    source = begin + "\n".join(blocks)
    (tmp_path / "config" / "quickstart.yaml").write_text(coarse)
    execute(source, tmp_path)
