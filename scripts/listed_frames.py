"""The frames of a run, for the scripts that draw it."""
import json
import os


def listed_frames(run, name):
    """Times (us) and paths of the frames that RUN/NAME.vtkhdf.series lists; those that were taken away since are left out."""
    path = os.path.join(run, name + ".vtkhdf.series")
    if not os.path.exists(path):
        return [], []
    with open(path) as file:
        listed = [(entry["time"], os.path.join(run, entry["name"])) for entry in json.load(file)["files"]]
    there = [(time, path) for time, path in listed if os.path.exists(path)]
    return [time for time, _ in there], [path for _, path in there]
