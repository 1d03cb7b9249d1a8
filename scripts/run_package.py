"""Makes the package `ibsim` of this clone (src/python) the one that scripts import, installed or not."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
for folder in (os.path.join(HERE, "..", "src", "python"), os.path.join(HERE, "..", "python")):  # in the clone, installed
    if os.path.isdir(os.path.join(folder, "ibsim")):
        sys.path.insert(0, os.path.abspath(folder))
        break
