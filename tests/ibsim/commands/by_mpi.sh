#!/usr/bin/env bash
# Promises to those who start ibsim with mpirun, one function a case: files are those of one process, and nobody stays behind.
#
#   by_mpi.sh CASE IBSIM      exit code 0: it holds, 77: there is no MPI here
set -uo pipefail
case=$1 ibsim=$(readlink -f "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export IBSIM_CACHE=$work/cache OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive
# more processes than cores, also as root of a container: Open MPI 4, and 5
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe PRTE_MCA_hwloc_default_binding_policy=none
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 # of MPI's own

fail() { echo "FAILED: $*"; echo "--- stdout"; cat "$work/out"; echo "--- stderr"; cat "$work/err"; exit 1; }
command -v mpirun > /dev/null || { echo "skipped: there is no mpirun"; exit 77; }
"$ibsim" --version | grep -q '^MPI  *none' && { echo "skipped: built without MPI"; exit 77; }

# gives CODE COMMAND...: it ends with this code; its output is in `out` and `err`
gives() {
  local expected=$1 code
  shift
  "$@" > "$work/out" 2> "$work/err"
  code=$?
  [[ $code == "$expected" ]] || fail "$* gave exit code $code instead of $expected"
}
# says TEXT: all processes together have said one error, with that text
says() {
  [[ $(grep -c '^ibsim: error: ' err) == 1 ]] || fail "expected one line 'ibsim: error: ...'"
  grep '^ibsim: error: ' err | grep -qF -- "$1" || fail "the error does not say: $1"
}
# same ONE OTHER: all files of both runs but their logs
same() {
  diff -rq --exclude=ibsim.log --exclude='*.lock' "$1" "$2" > different || fail "$(cat different)"
}
waits_for() { # TENTHS_OF_A_SECOND COMMAND...
  local left=$1
  shift
  until "$@"; do
    ((left-- > 0)) || return 1
    sleep 0.1
  done
}
# processes: of all ranks, as the log names them
processes() { sed -n 's/.*rank [0-9]* (process \([0-9]*\) on .*planes.*/\1/p' err; }
none_is_left() { for process in $(processes); do ! kill -0 "$process" 2> /dev/null || return 1; done; }

# Two kinds of objects with what acts on them, across the planes between ranks. arguments: END, ENDS of y, STEP, SCHEME
scenario() {
  cat > scenario.yaml << YAML
domain: {size: [16 um, 16 um, 16 um], cell: 1 um}
flow: {ends_in_y: ${2:-periodic}}
time: {step: ${3:-0.25 us}, end: ${1:-5 us}, scheme: ${4:-bdf2}}
objects:
  - name: cell
    shape: red cell
    membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm, bending_modulus: 4e-4 fJ, viscosity: 1e-7 N s/m}
    viscosity_ratio: 5
    data_sites: 100
    sample_sites: 400
    placements: [{at: [8 um, 6 um, 15 um]}, {at: [8 um, 10 um, 6 um]}]
  - name: sphere
    shape: sphere
    radius: 1.5 um
    membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}
    data_sites: 60
    sample_sites: 240
    at: [3 um, 4 um, 11 um]
output: {folder: one, cells_every: 1 us, fluid_every: 1 us, series_every: 0.5 us, checkpoint_every: 1 us}
device: {backend: cpu}
YAML
}

# --- the same bits ----------------------------------------------------------------------------------------------------
processes_leave_the_files_of_one() { # test
  for kind in "periodic 0.25us bdf2" "walls auto bdf2" "periodic 0.25us imex-rk"; do
    read -r ends step scheme <<< "$kind"
    scenario "3 us" "$ends" "${step/us/ us}" "$scheme"
    rm -rf one several && mkdir several
    gives 0 "$ibsim" scenario.yaml
    (cd several && gives 0 mpirun -n 3 "$ibsim" ../scenario.yaml) || exit 1
    [[ $(processes | wc -l) == 3 ]] || fail "the log does not name the three ranks"
    same one several/one
  done
}

other_numbers_of_processes_go_on() { # test
  scenario "2 us"
  gives 0 mpirun -n 4 "$ibsim" scenario.yaml --output parts
  gives 0 mpirun -n 3 "$ibsim" resume parts --until "3 us"
  gives 0 "$ibsim" resume parts --until "5 us"
  scenario "5 us"
  gives 0 "$ibsim" scenario.yaml
  gives 0 "$ibsim" diff one parts
  grep -q 'the same, bit for bit' out || fail "diff sees a difference"
}

# --- how they end -----------------------------------------------------------------------------------------------------
# A run that lasts, until it has a checkpoint.
start_a_long_run() {
  scenario "1 s"
  mpirun -n 3 "$ibsim" scenario.yaml > out 2> err &
  launcher=$!
  waits_for 600 test -e one/checkpoint.h5 || fail "there is no checkpoint"
}
# ends_soon: the launcher comes back, and nobody is left, within the ten seconds that are promised
ends_soon() {
  waits_for 100 eval "! kill -0 $launcher 2> /dev/null" || fail "mpirun goes on"
  wait "$launcher"
  code=$?
  waits_for 20 none_is_left || fail "a process stays behind"
}

# The launcher ends all, and names the process; what is left is a run to resume.
a_killed_process_ends_all() { # test
  [[ -e ${CUDA_MPS_PIPE_DIRECTORY:-/tmp/nvidia-mps}/control ]] && { echo "skipped: NVIDIA's MPS ends the clients next to one that is killed"; exit 77; }
  for rank in 1 0; do
    rm -rf one
    start_a_long_run
    killed=$(processes | sed -n $((rank + 1))p)
    kill -9 "$killed"
    ends_soon
    ((code != 0)) || fail "mpirun says that all went well"
    ! grep '^ibsim: error: ' err || fail "a rank that did not fail prints an error"
    grep -q "continue with: ibsim resume one" err || fail "the log does not say how to continue"
    ((rank == 1)) || continue
    mpirun -n 2 "$ibsim" resume one > out 2> err & # it does
    launcher=$!
    waits_for 600 grep -q 'from step [1-9]' err || fail "it does not go on"
    kill -TERM "$(processes | head -1)"
    ends_soon
    [[ $code == 130 ]] || fail "the resumed run gave exit code $code"
  done
}

# A rank with too little memory says so once; mpirun then ends the first process by SIGTERM, of which that says so.
a_process_that_fails_ends_all_with_one_message() { # test
  "$ibsim" --version | grep -q '^GPU  *none' || { echo "skipped: CUDA takes more addresses than the limit allows"; exit 77; }
  scenario "1 us" periodic "0.001 us"
  sed -i 's/cell: 1 um/cell: 0.125 um/' scenario.yaml
  gives 3 mpirun -n 1 "$ibsim" scenario.yaml : -n 1 bash -c 'ulimit -v 400000; exec "$0" scenario.yaml' "$ibsim"
  sed -i '/^ibsim: error: interrupted before the first step/d' err
  says "rank 1 (process $(processes | tail -1) on $(hostname)): not enough host memory"
  says "there is no checkpoint to continue from"
  waits_for 20 none_is_left || fail "a process stays behind"
}

the_first_process_answers_signals() { # test
  start_a_long_run
  for process in $(processes | tac); do kill -TERM "$process"; done # the others leave it to the first
  ends_soon
  [[ $code == 130 ]] || fail "exit code $code instead of 130"
  says "continue with: ibsim resume one"
  # before the first step too, where a signal ends the first process at once
  rm -rf one err
  mpirun -n 3 "$ibsim" scenario.yaml > out 2> err &
  launcher=$!
  waits_for 600 grep -qs 'rank 2 (process' err || fail "it does not begin"
  kill -TERM "$(processes | head -1)"
  ends_soon
  [[ $code == 130 ]] || fail "exit code $code instead of 130"
  says ""
}

what_they_cannot_do_is_refused_once() { # test
  scenario
  gives 2 mpirun -n 9 "$ibsim" scenario.yaml # a rank needs two of the 16 planes
  says "9 processes: a grid of 16 x 16 x 16 is too small for them; take at most 8"
  gives 2 mpirun -n 2 "$ibsim" scenario.yaml --ranks 2
  says "2 processes were started together, and each is a rank with at most one GPU: leave out --ranks"
  gives 2 mpirun -n 2 "$ibsim" check scenario.yaml
  says "2 processes were started together, which is for ibsim run and ibsim resume: start one"
  gives 2 mpirun -n 1 "$ibsim" scenario.yaml --output a : -n 1 "$ibsim" scenario.yaml --output b
  says "2 processes were started together with different commands: start each by itself"
  [[ ! -e one && ! -e a && ! -e b ]] || fail "something was written"
  gives 0 mpirun -n 2 "$ibsim" --version
  [[ $(grep -c '^ibsim [0-9]' out) == 1 ]] || fail "the version is said twice"
}

"$case"
