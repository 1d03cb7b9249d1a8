// wall_modes.hpp: a thread has a few rows of one mode in its registers, 32 of them make a mode, and 8 modes
// side by side a block, so that 128 bytes are read together.
//
// Away from the walls the rows of all systems are constant, -b x_{j-1} + (s + 2 b) x_j - b x_{j+1} = r_j with
// b = a/h^2, s = 1 + a k2. Without walls the solution is
//   x_j = K sum_i rho^|i-j| r_i,   rho + 1/rho = 2 + s/b, rho < 1,   K = rho/(b (1 - rho^2)),
// two sums that run upwards and downwards, each a scan: over the rows of a thread, and over the 32 threads by
// what these tell each other: shuffles within a warp, which has 4 of them, and
// shared memory between warps. Walls add A rho^j and B rho^(N-j), with A and B such that the rows
// beside them hold:
//   tangential   3 q_-1 + 6 q_0 - q_1 = 8 g       added A rho^(j+1) + B rho^(N-j)
//   normal       v_0 = 0                           added A rho^j + B rho^(N-j)
//   psi          psi_-1 = psi_0                    added A q^j + B q^(N-1-j), q + 1/q = 2 + k2 h^2
// and mirrored above. U of the influence functions is such a pair by itself. So nothing but the right-hand
// sides is read: 96 bytes a mode and row.
#include "fluid/wall_modes.hpp"

#include "fluid/wall_scans.cuh"
#include "parallel/cuda_check.hpp"

namespace ibsim {
namespace {

using namespace wall_scans;

/// A and B.
template <class T>
struct Pair {
  ComplexOf<T> lower, upper;
};
/// The solution of [same, other; other, same] (A, B) = (lower, upper).
template <class T>
__device__ Pair<T> solve_pair(std::type_identity_t<T> same, std::type_identity_t<T> other, ComplexOf<T> lower,
                              ComplexOf<T> upper) {
  const ComplexOf<T> even = (1 / (same + other)) * (lower + upper),
                     odd = (1 / (same - other)) * (lower - upper);
  return {T{0.5} * (even + odd), T{0.5} * (even - odd)};
}

/// close_mode_zero of wall_passes.hpp, before the normalisation, by the block of mode 0.
template <class T, int R>
__device__ void close_mode_zero_here(Shared<T>& shared, Place at, const WallModes<T>& w, real b,
                                     const ModeZero<T>& zero, const WallsNow* walls, ComplexOf<T> (&x)[R],
                                     ComplexOf<T> (&z)[R]) {
  const int n = w.shape.z, first = at.part * R;
  const real to_mean = 1 / (w.planes * n);
  real mean[2] = {sum_of_mode_zero(shared, at, n, x) * to_mean, sum_of_mode_zero(shared, at, n, z) * to_mean};
  real drive = 0;
  if (zero.column) {
    real response = 0;
    for (int j = 0; j < n; ++j) response += zero.column[j];
    drive = (walls->mean_z - mean[1]) / (response / n);
    mean[1] = walls->mean_z;
    if (at.lane == 0)
      for (int i = 0; i < R; ++i)
        if (first + i < n) z[i].re += static_cast<T>(drive * w.planes * zero.column[first + i]);
  }
  if (!zero.account || zero.half) return;
  tell_edges(shared, 0, at, n, x), tell_edges(shared, 2, at, n, z);
  __syncthreads();
  if (at.lane == 0 && at.part < 2) {
    const int d = at.part;
    WallAccount& account = *zero.account;
    const ComplexOf<T>(&edge)[4][wide] = shared.edge[2 * d];
    const real slope_lower = (edge[1][0].re - 9 * real{edge[0][0].re}) / (3 * w.planes),
               slope_upper = (edge[2][0].re - 9 * real{edge[3][0].re}) / (3 * w.planes);
    account.lower[d] +=
        b * (account.slope_lower[d] + slope_lower + (zero.before->lower[d] + walls->lower[d]) * 8 / 3) / n;
    account.upper[d] +=
        b * (account.slope_upper[d] + slope_upper + (zero.before->upper[d] + walls->upper[d]) * 8 / 3) / n;
    account.slope_lower[d] = slope_lower, account.slope_upper[d] = slope_upper;
    account.forces[d] += d == 1 ? drive : 0;
    account.mean[d] = mean[d];
    if (d == 1) account.drive = drive;
  }
  __syncthreads();
}

/// Numbers of a stage in T, rounded once.
template <class T>
struct OfStage {
  T a, b, h2, per_h, norm;
};

template <class T, int R>
__global__ void __launch_bounds__(wide* parts)
    wall_modes_kernel(WallModes<T> w, real a, OfStage<T> of, const WallsNow* walls, ModeZero<T> zero) {
  // not of that type, whose members have values at first
  __shared__ alignas(16) unsigned char memory[sizeof(Shared<T>)];
  Shared<T>& shared = *reinterpret_cast<Shared<T>*>(memory);
  const Place at;
  const int lane = at.lane, first = at.part * R;
  const Index wanted = static_cast<Index>(blockIdx.x) * wide + lane;
  const bool mine = wanted < w.modes;
  const Index m = mine ? wanted : w.modes - 1;
  const int n = w.shape.z;

  ComplexOf<T> x[R], y[R], z[R], psi[R];
#pragma unroll
  for (int i = 0; i < R; ++i) {
    const int j = first + i;
    const Index c = m + w.modes * j;
    x[i] = j < n ? w.x[c] : ComplexOf<T>{};
    y[i] = j < n && j > 0 ? w.y[c] : ComplexOf<T>{};
    z[i] = j < n ? w.z[c] : ComplexOf<T>{};
  }
  const T k2 = w.k2[m], h2 = of.h2, b = of.b, s = 1 + of.a * k2;
  const T rho = b > 0 ? decay(s / b) : T{0}, factor = b > 0 ? rho / (b * (1 - rho * rho)) : 1 / s;
  const T q = m != w.mode_zero ? decay(k2 * h2) : T{0.5}, potential = -h2 * q / (1 - q * q);
  const T rho_before = power(rho, n - 1), rho_n = rho_before * rho, q_before = power(q, n - 2),
          q_last = q_before * q, q_n = q_last * q;
  if (blockIdx.x == 0 && w.mode_zero == 0 && zero.account && zero.half) {
    const real to_mean = 1 / (w.planes * n), of_x = sum_of_mode_zero(shared, at, n, x) * to_mean,
               of_z = sum_of_mode_zero(shared, at, n, z) * to_mean;
    if (lane == 0 && at.part == 0) {
      zero.account->forces[0] += 2 * (of_x - zero.account->mean[0]);
      zero.account->forces[1] += 2 * (of_z - zero.account->mean[1]);
    }
  }

  // 1
  {
    Scans<T, R> of_x(shared, 0, at, rho, x), of_y(shared, 1, at, rho, y), of_z(shared, 2, at, rho, z);
    __syncthreads();
    of_x.solve(shared, 0, at, rho, factor, x);
    of_y.solve(shared, 1, at, rho, factor, y);
    of_z.solve(shared, 2, at, rho, factor, z);
  }
  tell_edges(shared, 0, at, n, x), tell_edges(shared, 1, at, n, y), tell_edges(shared, 2, at, n, z);
  __syncthreads();

  const ComplexOf<T> dx = w.symbol_x[m % w.shape.x], dz = w.symbol_z[m / w.shape.x];
  const ComplexOf<T> gx{-dx.re, dx.im}, gz{-dz.re, dz.im};
  const T same = 3 + 6 * rho - rho * rho, other = 3 * rho_n * rho + 6 * rho_n - rho_before;
  ComplexOf<T> wall[2][2]{}; // 8 g, by component and wall
  if (m == w.mode_zero)
    for (int d = 0; d < 2; ++d)
      wall[d][0].re = static_cast<T>(8 * w.planes * walls->lower[d]),
      wall[d][1].re = static_cast<T>(8 * w.planes * walls->upper[d]);
  const auto tangential = [&](int slot, const ComplexOf<T>(&g)[2]) {
    const ComplexOf<T>(&edge)[4][wide] = shared.edge[slot];
    const T beyond = 3 * rho + 6;
    return solve_pair<T>(same, other, g[0] - beyond * edge[0][lane] + edge[1][lane],
                         g[1] - beyond * edge[3][lane] + edge[2][lane]);
  };
  const Pair<T> of_x = tangential(0, wall[0]), of_z = tangential(2, wall[1]),
                of_y =
                    solve_pair<T>(1, rho_n, T{-1} * shared.edge[1][0][lane], -rho * shared.edge[1][3][lane]);
  with_powers_up<R>(rho, first, n, [&](int i, T p) {
    x[i] = x[i] + (rho * p) * of_x.lower;
    y[i] = y[i] + p * of_y.lower;
    z[i] = z[i] + (rho * p) * of_z.lower;
  });
  with_powers_down<R>(rho, first, n, [&](int i, T p) {
    x[i] = x[i] + (rho * p) * of_x.upper;
    y[i] = y[i] + (rho * p) * of_y.upper;
    z[i] = z[i] + (rho * p) * of_z.upper;
  });
  if (first == 0) y[0] = {};
  __syncthreads(); // the edges have been read
  if (blockIdx.x == 0 && w.mode_zero == 0 && (zero.column || zero.account))
    close_mode_zero_here(shared, at, w, a / (w.h * w.h), zero, walls, x, z);

    // 2; once more after the wall data of the influence functions
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    shared.row[at.part][lane] = y[0];
    __syncthreads();
    const ComplexOf<T> above = at.part + 1 < parts ? shared.row[at.part + 1][lane] : ComplexOf<T>{};
#pragma unroll
    for (int i = 0; i < R; ++i) {
      const int j = first + i;
      const ComplexOf<T> next = i + 1 < R ? y[i + 1] : above;
      const ComplexOf<T> rise = j + 1 < n ? next - y[i] : T{-1} * y[i];
      psi[i] = j < n && m != w.mode_zero ? dx * x[i] + dz * z[i] + of.per_h * rise : ComplexOf<T>{};
    }
    Scans<T, R> of_psi(shared, 0, at, q, psi);
    __syncthreads();
    of_psi.solve(shared, 0, at, q, potential, psi);
    tell_edges(shared, 0, at, n, psi);
    __syncthreads();
    const ComplexOf<T>(&edge)[4][wide] = shared.edge[0];
    const Pair<T> ends = solve_pair<T>(1, -q_n, q * edge[0][lane], q * edge[3][lane]);
    with_powers_up<R>(q, first, n, [&](int i, T p) { psi[i] = psi[i] + p * ends.lower; });
    with_powers_down<R>(q, first, n, [&](int i, T p) { psi[i] = psi[i] + p * ends.upper; });
    if (pass == 1) continue;
    // psi_w by the parabola, from the rows next to the walls
    const auto row = [&](int e, T lower, T upper) {
      return edge[e][lane] + lower * ends.lower + upper * ends.upper;
    };
    const ComplexOf<T> lower = T{0.125} * (9 * row(0, 1, q_last) - row(1, q, q_before)),
                       upper = T{0.125} * (9 * row(3, q_last, 1) - row(2, q_before, q));
    const ComplexOf<T> even = w.even[m] * (lower + upper), odd = w.odd[m] * (lower - upper);
    const Pair<T> response = solve_pair<T>(same, other, T{4} * (even + odd), T{4} * (even - odd));
    const auto add = [&](int i, ComplexOf<T> added) { x[i] = x[i] + gx * added, z[i] = z[i] + gz * added; };
    with_powers_up<R>(rho, first, n, [&](int i, T p) { add(i, (rho * p) * response.lower); });
    with_powers_down<R>(rho, first, n, [&](int i, T p) { add(i, (rho * p) * response.upper); });
  }

  // 3
  __syncthreads();
  shared.row[at.part][lane] = psi[R - 1];
  __syncthreads();
  ComplexOf<T> below = at.part > 0 ? shared.row[at.part - 1][lane] : ComplexOf<T>{};
  const T norm = of.norm;
#pragma unroll
  for (int i = 0; i < R; ++i) {
    const int j = first + i;
    const Index c = m + w.modes * j;
    if (mine && j < n) {
      w.x[c] = norm * (x[i] - gx * psi[i]);
      w.z[c] = norm * (z[i] - gz * psi[i]);
      w.y[c] = j > 0 && m != w.mode_zero ? norm * (y[i] - of.per_h * (psi[i] - below)) : ComplexOf<T>{};
    }
    below = psi[i];
  }
}

template <class T, int R>
void launch(const Stream<Cuda>& stream, const WallModes<T>& modes, real a, const WallsNow* walls,
            const ModeZero<T>& zero) {
  const real h2 = modes.h * modes.h;
  const OfStage<T> of{static_cast<T>(a), static_cast<T>(a / h2), static_cast<T>(h2),
                      static_cast<T>(1 / modes.h), static_cast<T>(1 / modes.planes)};
  const auto blocks = static_cast<unsigned>((modes.modes - 1) / wide + 1);
  wall_modes_kernel<T, R><<<blocks, dim3(wide, parts), 0, static_cast<cudaStream_t>(stream.handle())>>>(
      modes, a, of, walls, zero);
  check_cuda(cudaGetLastError(), "kernel launch");
}

} // namespace

bool wall_modes_take(int rows) { return rows <= 8 * parts; }

template <class T>
void solve_wall_modes(const Stream<Cuda>& stream, const WallModes<T>& modes, real a, const WallsNow* walls,
                      const ModeZero<T>& zero) {
  const int rows = modes.shape.z;
  const auto run = rows <= parts       ? launch<T, 1>
                   : rows <= 2 * parts ? launch<T, 2>
                   : rows <= 4 * parts ? launch<T, 4>
                                       : launch<T, 8>;
  run(stream, modes, a, walls, zero);
}

template void solve_wall_modes(const Stream<Cuda>&, const WallModes<double>&, real, const WallsNow*,
                               const ModeZero<double>&);
template void solve_wall_modes(const Stream<Cuda>&, const WallModes<float>&, real, const WallsNow*,
                               const ModeZero<float>&);

} // namespace ibsim
