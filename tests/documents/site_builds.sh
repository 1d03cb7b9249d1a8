#!/usr/bin/env bash
# mkdocs builds the site of docs/ without a warning. Exit code 77 where it or latex2mathml is not installed;
# equations are typeset.
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
for page in index.html scenario/index.html errors/index.html tutorials/capsule/index.html; do
  [[ -s $site/$page ]] || { echo "no $page"; exit 1; }
done
grep -q '<math ' "$site/membranes/index.html" || { echo "membranes: no equation is typeset"; exit 1; }
if grep -rlE 'class="arithmatex"|\\\[|\$\$' --include=index.html "$site"; then echo "an equation was left as it is in the raw page"; exit 1; fi
