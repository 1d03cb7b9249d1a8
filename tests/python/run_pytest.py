"""Runs the tests of one file with the program given; exits with 77 where numpy, h5py, PyYAML or pytest is not installed.

usage: run_pytest.py IBSIM test_NAME.py [arguments of pytest]
"""
import importlib.util
import os
import sys

missing = [name for name in ("numpy", "h5py", "yaml", "pytest") if importlib.util.find_spec(name) is None]
if missing:
    print("skipped: not installed:", ", ".join(missing))
    sys.exit(77)

here = os.path.dirname(os.path.abspath(__file__))
os.environ["IBSIM"] = os.path.abspath(sys.argv[1])
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # else the program starts itself once more
import pytest  # noqa: E402

sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "--rootdir", here, os.path.join(here, sys.argv[2]), *sys.argv[3:]]))
