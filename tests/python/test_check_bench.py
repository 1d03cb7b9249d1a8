"""scripts/check_bench: a stored report agrees with itself, and a time that is 10 % longer is named."""
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STORED = ROOT / "data/results/h200/2026-11-24/bench.json"


def check(*arguments):
    return subprocess.run([sys.executable, ROOT / "scripts/check_bench", *arguments], capture_output=True, text=True)


def test_same_times_pass():
    done = check(STORED, "--against", STORED)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("0 of ")


def test_a_longer_time_fails_and_is_named(tmp_path):
    report = json.loads(STORED.read_text())
    time = report["cases"][0]["times"][0]
    time["seconds"] *= 1.11
    slower = tmp_path / "bench.json"
    slower.write_text(json.dumps(report))
    done = check(slower, "--against", STORED)
    assert done.returncode == 1
    assert time["operation"] in done.stdout and "+11.0 %" in done.stdout
    assert check(slower, "--against", STORED, "--limit", "12").returncode == 0


def test_another_machine_has_nothing_to_compare_with(tmp_path):
    report = json.loads(STORED.read_text())
    report["device"] = "a GPU that nobody has"
    other = tmp_path / "bench.json"
    other.write_text(json.dumps(report))
    done = check(other)
    assert done.returncode == 2 and "a GPU that nobody has" in done.stderr
    other.write_text("{}")
    assert check(other).returncode == 2
