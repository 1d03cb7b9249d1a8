#!/bin/bash
# kernels_name_their_backend.sh NM LIBRARY..: a *.kernels.cpp is compiled once a backend, so what others can call there must
# have the backend in its name: a template's instance, or a function of a Stream<ThisBackend>. Any other function stands in
# the program twice, and only the linker of a build with CUDA says so. It belongs into a .cpp.
nm=$1
shift
status=0 looked=0
for library; do
  # "library:member:address type name"; T, D, B, R: what is defined here for all, and may be defined once
  while IFS= read -r line; do
    looked=$((looked + 1))
    [[ $line =~ ^[^:]*:([^:]*\.kernels\.cpp\.o):\ *[0-9a-f]+\ ([TDBR])\ (.*)$ ]] || continue
    [[ ${BASH_REMATCH[3]} == *ibsim::Cpu* ]] && continue
    echo "${BASH_REMATCH[1]%.o}: ${BASH_REMATCH[3]} does not name its backend: put it into a .cpp"
    status=1
  done < <("$nm" -A -C --defined-only "$library" | grep '\.kernels\.cpp\.o:')
done
[[ $looked -gt 0 ]] || { echo "no kernels in $*"; exit 1; }
exit $status
