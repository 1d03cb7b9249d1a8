"""scripts/check_bench: a stored report agrees with itself, and a time that is 10 % longer is named."""
import importlib.machinery
import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STORED = ROOT / "data/results/h200/2026-11-24/bench.json"


@pytest.fixture
def check(monkeypatch, capsys):
    loader = importlib.machinery.SourceFileLoader("check_bench", str(ROOT / "scripts/check_bench"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_bench", loader))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["check_bench", *map(str, arguments)])
        code = module.main()
        return code, *capsys.readouterr()

    return run


def test_same_times_pass(check):
    code, out, _ = check(STORED, "--against", STORED)
    assert code == 0
    assert out.startswith("0 of ")


def test_a_longer_time_fails_and_is_named(check, tmp_path):
    report = json.loads(STORED.read_text())
    time = report["cases"][0]["times"][0]
    time["seconds"] *= 1.11
    slower = tmp_path / "bench.json"
    slower.write_text(json.dumps(report))
    code, out, _ = check(slower, "--against", STORED)
    assert code == 1
    assert time["operation"] in out and "+11.0 %" in out
    assert check(slower, "--against", STORED, "--limit", "12")[0] == 0


def test_another_machine_has_nothing_to_compare_with(check, tmp_path):
    report = json.loads(STORED.read_text())
    report["device"] = "a GPU that nobody has"
    other = tmp_path / "bench.json"
    other.write_text(json.dumps(report))
    code, _, err = check(other)
    assert code == 2 and "a GPU that nobody has" in err
    other.write_text("{}")
    assert check(other)[0] == 2
