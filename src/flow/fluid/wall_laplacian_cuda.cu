// solve_wall_laplacian of wall_modes.hpp: step 2 of wall_modes_cuda.cu by itself, for one field,
//
//   (L_N - k2) psi = r:   psi_j = K sum_i q^|i-j| r_i + A q^j + B q^(N-1-j),   q + 1/q = 2 + k2 h^2,
//
// A and B such that psi_-1 = psi_0, psi_N = psi_N-1. 32 bytes a mode and row. Mode 0, which is singular, is
// the sum of solve_mode_zero (wall_passes.hpp).
#include "fluid/wall_modes.hpp"

#include "fluid/wall_scans.cuh"
#include "parallel/cuda_check.hpp"

namespace ibsim {
namespace {

using namespace wall_scans;

/// psi of mode 0 for its right-hand side in the memory of the block, of the rows of a thread.
template <class T, int R>
__device__ void solve_mode_zero_here(const T* r, Place at, int n, T h2, ComplexOf<T> (&psi)[R]) {
#pragma unroll
  for (int k = 0; k < R; ++k) {
    const int j = at.part * R + k;
    T sum = 0;
    for (int i = 0; i < n; ++i) {
      const T rows = i, above = n - 1 - i,
              mean = (rows * (rows + 1) + above * (above + 1)) / (2 * static_cast<T>(n));
      sum += r[i] * ((i > j ? i - j : j - i) - mean);
    }
    psi[k] = {h2 / 2 * sum, 0};
  }
}

template <class T, int R>
__global__ void __launch_bounds__(wide* parts) wall_laplacian_kernel(WallModes<T> w, T h2, T norm) {
  // not of that type, whose members have values at first
  __shared__ alignas(16) unsigned char memory[sizeof(Shared<T>)];
  __shared__ T of_mode_zero[R * parts];
  Shared<T>& shared = *reinterpret_cast<Shared<T>*>(memory);
  const Place at;
  const int lane = at.lane, first = at.part * R, n = w.shape.z;
  const Index wanted = static_cast<Index>(blockIdx.x) * wide + lane;
  const bool mine = wanted < w.modes;
  const Index m = mine ? wanted : w.modes - 1;

  ComplexOf<T> psi[R];
#pragma unroll
  for (int i = 0; i < R; ++i) {
    psi[i] = first + i < n ? w.psi[m + w.modes * (first + i)] : ComplexOf<T>{};
    if (m == w.mode_zero) of_mode_zero[first + i] = psi[i].re;
  }
  const T q = m != w.mode_zero ? decay(w.k2[m] * h2) : T{0.5}, potential = -h2 * q / (1 - q * q),
          q_n = power(q, n);
  Scans<T, R> scans(shared, 0, at, q, psi);
  __syncthreads();
  scans.solve(shared, 0, at, q, potential, psi);
  tell_edges(shared, 0, at, n, psi);
  __syncthreads();
  // beyond the walls the sum is q psi_0 and q psi_N-1: A - q^N B = q psi_0, B - q^N A = q psi_N-1
  const ComplexOf<T> lower = q * shared.edge[0][0][lane], upper = q * shared.edge[0][3][lane];
  const T per = 1 / (1 - q_n * q_n);
  const ComplexOf<T> from_lower = per * (lower + q_n * upper), from_upper = per * (upper + q_n * lower);
  with_powers_up<R>(q, first, n, [&](int i, T p) { psi[i] = psi[i] + p * from_lower; });
  with_powers_down<R>(q, first, n, [&](int i, T p) { psi[i] = psi[i] + p * from_upper; });
  if (m == w.mode_zero) solve_mode_zero_here(of_mode_zero, at, n, h2, psi);
#pragma unroll
  for (int i = 0; i < R; ++i)
    if (mine && first + i < n) w.psi[m + w.modes * (first + i)] = norm * psi[i];
}

template <class T, int R>
void launch(const Stream<Cuda>& stream, const WallModes<T>& modes) {
  const auto blocks = static_cast<unsigned>((modes.modes - 1) / wide + 1);
  wall_laplacian_kernel<T, R><<<blocks, dim3(wide, parts), 0, static_cast<cudaStream_t>(stream.handle())>>>(
      modes, static_cast<T>(modes.h * modes.h), static_cast<T>(1 / modes.planes));
  check_cuda(cudaGetLastError(), "kernel launch");
}

} // namespace

template <class T>
void solve_wall_laplacian(const Stream<Cuda>& stream, const WallModes<T>& modes) {
  const int rows = modes.shape.z;
  const auto run = rows <= parts       ? launch<T, 1>
                   : rows <= 2 * parts ? launch<T, 2>
                   : rows <= 4 * parts ? launch<T, 4>
                                       : launch<T, 8>;
  run(stream, modes);
}

template void solve_wall_laplacian(const Stream<Cuda>&, const WallModes<double>&);
template void solve_wall_laplacian(const Stream<Cuda>&, const WallModes<float>&);

} // namespace ibsim
