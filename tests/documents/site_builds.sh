#!/usr/bin/env bash
# mkdocs builds the site of docs/ without a warning. Exit code 77 where mkdocs-material is not installed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
python=$root/build/python/bin/python3
if ! "$python" -c 'import mkdocs, material' 2> /dev/null; then
  echo "skipped: mkdocs-material is not installed (scripts/setup --tests could not, or was not run)"
  exit 77
fi
site=$(mktemp -d)
trap 'rm -rf "$site"' EXIT
export NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true # advertisements of the packages' authors
"$python" -m mkdocs build --quiet --strict --config-file "$root/mkdocs.yml" --site-dir "$site"
for page in index.html scenario/index.html errors/index.html tutorials/capsule/index.html; do
  [[ -s $site/$page ]] || { echo "no $page"; exit 1; }
done
