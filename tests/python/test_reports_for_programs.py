"""`--json` of check, info, diff and validate: the same facts as the text, as numbers."""
import json
import re
import shutil
import subprocess

import ibsim
import pytest
from conftest import ACTIVATION, FLOW, LINE, ROOT


def called(*arguments, code=0):
    done = subprocess.run([ibsim.find_program(), *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    return done.stdout


def test_check_says_what_a_run_takes(flow):
    report = ibsim.check(FLOW, device="cpu", threads=1)
    assert report["time"] == {"step_us": 0.4, "automatic": False, "end_us": 40, "steps": 100, "flow_step_limit_us": report["time"]["flow_step_limit_us"]}
    sphere = report["objects"][0]
    assert (sphere["count"], sphere["data_sites"], sphere["sample_sites"]) == (1, 100, 400)
    # Re = rho gamma R^2 / mu and Ca = mu gamma R / E of 1 g/cm^3, 1 cP, 1000 1/s, 3.91 um and 2.5e-3 dyn/cm; in double precision
    assert sphere["reynolds"] == pytest.approx(1e-3 * 3.91**2, rel=1e-12) and sphere["capillary"] == pytest.approx(1e-3 * 3.91 / 2.5e-3, rel=1e-12)
    assert report["prediction"]["frames"] == {"cells": 3, "fluid": 3} == {name: len(flow.series(name)) for name in ("cells", "fluid")}
    assert any("crosses y = 0" in warning and warning.startswith("the scenario:") for warning in report["warnings"])


def test_memory_is_that_of_the_program_alone():
    much = bytearray(b"x" * 500_000_000)  # of the caller: a process keeps the largest size that it had before exec
    assert ibsim.check(FLOW, device="cpu", threads=1)["prediction"]["host_bytes"] < len(much) / 2


def test_check_looks_at_the_folder_that_the_run_would_get(flow, tmp_path):
    there = ibsim.check(FLOW, output=flow.folder, device="cpu")["warnings"]
    assert any("exists and is not empty" in warning for warning in there)
    assert not any("exists" in warning for warning in ibsim.check(FLOW, output=tmp_path / "new", device="cpu")["warnings"])


def test_check_knows_every_kind():
    assert ibsim.check(LINE)["time"]["steps"] == 64 and ibsim.check(LINE)["points"] == 128
    report = ibsim.check(ACTIVATION)
    assert report["cases"] == 2 and report["prediction"]["last_activation_ms"] > 0
    with pytest.raises(ibsim.InputError) as caught:
        ibsim.check(FLOW, set={"time.step": "0.4"})
    assert caught.value.key == "time.step"


def test_a_report_goes_to_a_file_beside_the_text(flow, tmp_path):
    text = called("info", flow.folder, "--json", tmp_path / "info.json")
    assert "table of" in text and json.loads((tmp_path / "info.json").read_text())["kind"] == "flow"
    assert called("info", flow.folder, "--json", tmp_path / "nowhere" / "info.json", code=3) == ""


def test_info_has_what_is_there(flow, line):
    report = ibsim.info(flow)
    assert report["scenario"]["fluid"]["viscosity"] == "1 cP" and report["scenario"]["objects"][0]["data_sites"] == 100
    files = {entry["what"]: entry for entry in report["files"]}
    cells = files["frames of cells"]
    assert (cells["frames"], cells["first_time"], cells["last_time"], cells["missing"]) == (3, 0, 40, 0)
    assert {"name": "velocity", "shape": [400, 3], "units": "um/us"} in cells["arrays"]
    frame = ibsim.info(flow.frame().path)
    assert frame["time"] == 40 and frame["state_hash"] == flow.frame().state_hash
    assert ibsim.info(line.folder / "run.csv")["last_row"]["time"] == 0.1


def test_diff_says_where_runs_part(flow, tmp_path):
    shutil.copytree(flow.folder, tmp_path / "same")
    assert ibsim.diff(flow, tmp_path / "same")["same"] is True
    stiffer = ibsim.run(FLOW, output=tmp_path / "stiffer", set={"objects.0.membrane.shear_modulus": "5e-3 dyn/cm"})
    report = ibsim.diff(flow, stiffer)
    assert report["same"] is False and report["scenario"] == [
        {"key": "objects.0.membrane.shear_modulus", "first": "0.0025 dyn/cm", "second": "0.005 dyn/cm"}]
    rows = next(entry for entry in report["files"] if entry["name"] == "run.csv")
    assert rows["parts_at"] <= 4  # at rest they differ in round-off at most, and one interval of output later for sure
    called("diff", flow.folder, stiffer.folder, "--json", "-", code=1)


def test_diff_knows_every_kind(line, activation, tmp_path):
    assert ibsim.diff(line, line)["same"] and ibsim.diff(activation, activation)["same"]
    other = ibsim.run(ACTIVATION, output=tmp_path / "a", set={"velocity.along": "0.7 m/s"})
    report = ibsim.diff(activation, other)
    assert not report["same"] and report["files"][0]["vertices_that_differ"] > 0


def test_validate_reports_its_numbers(tmp_path):
    names = [case["name"] for case in json.loads(called("validate", "--list", "--json", "-"))]
    assert "uniaxial_patch" in names
    report = json.loads(called("validate", "uniaxial_patch", "--json", "-", "--out", tmp_path / "out", "--device", "cpu"))
    for number in report["cases"][0]["numbers"]:
        assert (number["verdict"] == "inside") == (number["low"] <= number["ours"] <= number["high"])


def documented(heading):
    """Of docs/json.md, below this heading: field -> where it stands (empty: always)."""
    section = (ROOT / "docs/json.md").read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    fields = {}
    for names, where in re.findall(r"^\| (`.*?`) \|.*\| ?([^|]*?) \|$", section, re.M):
        fields.update({name: where.strip() for name in re.findall(r"`([^`]+)`", names)})
    return fields


def fields_of(report, known, path=""):
    """The fields of a report, as docs/json.md names them; what a `*` stands for is not entered."""
    if path + ".*" in known:
        return {path + ".*"}
    if isinstance(report, dict):
        return set().union(*(fields_of(value, known, f"{path}.{name}" if path else name) for name, value in report.items())) if report else {path}
    if isinstance(report, list) and report and path not in known:
        return set().union(*(fields_of(value, known, path + "[]") for value in report))
    return {path}


def is_of(found, name):
    """The field of a report is that of docs/json.md, one of the map that it names, or the empty list of such."""
    return found == name or found.startswith(name + ".") or name.startswith(found + "[]")


def test_every_field_is_documented(flow, line, activation, tmp_path):
    other = ibsim.run(ACTIVATION, output=tmp_path / "a", set={"velocity.along": "0.7 m/s"})
    in_channel = {**FLOW, "flow": {"ends_in_y": "walls", "mean_velocity": "1 mm/s"}, "fluid": {"preset": "plasma"}, "contact": {"pressure": "100 Pa"},
                  "objects": [{**FLOW["objects"][0], "at": ["8 um", "8 um", "8 um"]}]}
    stiffer = ibsim.run(FLOW, output=tmp_path / "stiffer", set={"time.end": "20 us", "objects.0.membrane.shear_modulus": "5e-3 dyn/cm"})
    reports = {
        "check, kind: flow": [ibsim.check(FLOW), ibsim.check(in_channel), ibsim.check(FLOW, set={"time.step": "auto"}),
                                  ibsim.check(ROOT / "config" / "rolling_bead.yaml")],
        "check, kind: activation": [ibsim.check(ACTIVATION)],
        "check, kind: line": [ibsim.check(LINE)],
        "info of a run's folder": [ibsim.info(flow), ibsim.info(line)],
        "info of a frame": [ibsim.info(flow.frame().path)],
        "diff, kind: flow and line": [ibsim.diff(flow, stiffer), ibsim.diff(flow, flow), ibsim.diff(line, line)],
        "diff, kind: activation": [ibsim.diff(activation, other)],
        "bench": [json.loads(called("bench", what, "--quick", "--json", "-", "--device", "cpu", "--threads", "1")) for what in ("coupling", "step", "boxes")],
        "validate": [json.loads(called("validate", "uniaxial_patch", "--json", "-", "--out", tmp_path / "out", "--device", "cpu"))],
        "validate --list": [json.loads(called("validate", "--list", "--json", "-"))],
    }
    for heading, of_it in reports.items():
        known = documented(heading)
        assert known, heading
        for report in of_it:
            found = fields_of(report, known)
            undocumented = {field for field in found if not any(is_of(field, name) for name in known)}
            assert not undocumented, f"{heading}: not in docs/json.md: {sorted(undocumented)}"
            missing = {name for name, where in known.items() if not where and not any(is_of(field, name) for field in found)}
            assert not missing, f"{heading}: in docs/json.md, and the program no longer writes: {sorted(missing)}"
        met = set().union(*(fields_of(report, known) for report in of_it))
        never = {name for name, where in known.items() if where != "GPUs" and not any(is_of(field, name) for field in met)}
        assert not never, f"{heading}: in docs/json.md, and in none of these reports: {sorted(never)}"
