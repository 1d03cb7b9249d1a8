#!/usr/bin/env bash
# mkdocs builds the site of docs/ without a warning, and equations are typeset. Search and navigation are as users need them.
# Exit code 77 where mkdocs or latex2mathml is not installed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
python=$root/build/python/bin/python3
if ! "$python" -c 'import mkdocs, material, latex2mathml' 2> /dev/null; then
  echo "skipped: mkdocs-material or latex2mathml is not installed (scripts/setup --tests could not, or was not run)"
  exit 77
fi
site=$(mktemp -d)
trap 'rm -rf "$site"' EXIT
export NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true # advertisements of the packages' authors
# not --quiet, by which warnings are not counted either
"$python" -m mkdocs build --strict --config-file "$root/mkdocs.yml" --site-dir "$site"
for page in index.html scenario/index.html errors/index.html tutorials/capsule/index.html what_it_can_do/index.html howto/constriction/index.html cpp/equations/index.html; do
  [[ -s $site/$page ]] || { echo "no $page"; exit 1; }
done
grep -q '<math ' "$site/membranes/index.html" || { echo "membranes: no equation is typeset"; exit 1; }
if grep -rlE 'class="arithmatex"|\\\[|\$\$' --include=index.html "$site"; then echo "an equation was left as it is in the raw page"; exit 1; fi
# Search finds the words of users, and no laboratory notes; the navigation has no notes; no table shows a backslash.
"$python" - "$site" << 'PYTHON'
import json, pathlib, re, sys

site = pathlib.Path(sys.argv[1])
entries = json.loads((site / "search" / "search_index.json").read_text())["docs"]
text = " ".join(entry["title"] + " " + entry["text"] for entry in entries).lower()
missing = [word for word in ("constriction", "aggregation", "margination", "rtx", "rectangular", "inlet", "transit", "deformability", "rouleaux", "consumer",
                                "a100", "diabetes", "sickle", "phase diagram", "hematocrit", "thrombus", "wss", "dld", "spleen") if word not in text]
assert not missing, f"search does not find {missing}"
headings = " ".join(entry["title"] for entry in entries if entry["location"].split("#")[0] not in ("scenario/", "glossary/")).lower()
missing = [word for word in ("constriction", "aggregation", "margination", "rtx", "haematocrit", "inlet", "outlet", "stent", "aneurysm", "platelet", "slurm",
                             "paraview") if word not in headings]
assert not missing, f"no page answers in its title or a heading: {missing}"
notes = [entry["location"] for entry in entries if entry["location"].startswith("notes/")]
assert not notes, f"search finds notes: {notes[:3]}"
home = (site / "index.html").read_text()
assert 'href="notes/' not in home, "the navigation has notes"
for page in site.rglob("index.html"):
    cells = re.findall(r"<td[^>]*>(.*?)</td>", page.read_text(), re.S)
    shown = [cell for cell in cells if "\\|" in cell]
    assert not shown, f"{page}: a backslash is shown: {shown[0]}"
PYTHON
