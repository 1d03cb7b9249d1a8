#!/bin/bash
# starts_without_gpu_libraries.sh PROGRAM..: cuFFT and cuBLAS are loaded by runs on a GPU, not by each start, which they slow down by 0.2 s.
status=0
for program; do
  loaded=$(ldd "$program") || exit 1
  if grep -E 'libcu(fft|blas)' <<< "$loaded"; then
    echo "$program loads them when it starts: some file calls a function of theirs by its name (linalg/cufft_library.hpp)"
    status=1
  fi
done
exit $status
