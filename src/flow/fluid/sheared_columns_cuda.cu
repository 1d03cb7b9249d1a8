// sheared_columns.hpp: a block has 8 modes of a plane side by side, so that 128 bytes are read together, and
// all rows of their three components in shared memory. The transform in y goes by levels (radices.cuh): the
// first takes its values from the planes with the phases of their frame, the last is solved in registers and
// is the first of the inverse, whose last gives the planes of space, rows beyond the box too.
//   half step   reads 48 bytes a mode and row, writes 48 and phi's 16
//   full step   reads 96 and phi's 16, writes 48
//   whole step  reads 144, writes 48
#include "fluid/radices.cuh"
#include "fluid/sheared_columns.hpp"
#include "fluid/sheared_symbols.hpp"
#include "fluid/stokes_stage.hpp"
#include "parallel/cuda_check.hpp"
#include "parallel/for_each_team.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

namespace ibsim {
namespace {

using namespace sheared;

constexpr int side_by_side = 8, most_parts = 32;
constexpr int most_rows = 512; ///< 3 * 8 * 512 + 512 values of 16 bytes: 200 KB

/// Raw pointers.
struct Stage {
  ShearedModes w;
  Radices radices;
  real a;
  const Complex* e_at;
  RightHandSides r;
  Complex *phi, *wide;
};

/// The place of this thread in its block: which mode, and which share of the work of its rows.
struct Place {
  int lane = static_cast<int>(threadIdx.x), part = static_cast<int>(threadIdx.y),
      parts = static_cast<int>(blockDim.y);
  int i, q;   ///< along x and z
  Index mode; ///< i + shape.x q
  bool mine;  ///< else there is no such mode: one that is there stands in
  __device__ explicit Place(const ShearedModes& w) {
    const Index wanted = static_cast<Index>(blockIdx.x) * side_by_side + lane;
    mine = wanted < w.plane();
    mode = mine ? wanted : w.plane() - 1;
    q = mode / w.shape.x, i = mode - q * w.shape.x;
  }
};

/// Component d, row or place in the transform.
__device__ Complex& at(Complex* rows, int n, int d, int row, int lane) {
  return rows[(d * n + row) * side_by_side + lane];
}

/// Row j of a component of the right-hand side, in the frame.
template <PartOfStep part>
__device__ Complex in_frame(const Stage& s, const Place& p, int d, int j) {
  return sheared::in_frame<part>(s.w, s.r, p.q, d, j, p.mode + Size{s.w.plane()} * j + d * s.w.component());
}

/// Row j of a component out of the frame, and its image beyond the box.
__device__ void out_of_frame(const Stage& s, const Place& p, int instant, int d, int j, Complex value) {
  if (!p.mine) return;
  const int n = s.w.shape.z, kind = d == 1 ? 1 : 0;
  Complex* const wide = s.wide + p.mode + d * (Size{s.w.plane()} * (n + rows_beyond));
  const auto put = [&](int row, int space) {
    wide[Size{s.w.plane()} * row] = conj_times(phases_of(s.w, instant, kind, space)[p.q], value);
  };
  put(j, j);
  if (j < rows_beyond / 2) put(j + n, j + n);
  if (j >= n - rows_beyond / 2) put(j + rows_beyond, j - n);
}

/// A level forward but the last, of blocks of length `length`.
template <PartOfStep part, int R>
__device__ void level_forward(const Stage& s, const Place& p, Complex* rows, const Complex* e_y, int length) {
  const int n = s.w.shape.z, of_component = n / R, step = length / R, around = n / length;
  for (int item = p.part; item < 3 * of_component; item += p.parts) {
    const int d = item / of_component, b = item - d * of_component, block = b / step, k = b - block * step,
              first = block * length + k;
    Complex v[R];
    if (length == n) {
#pragma unroll
      for (int t = 0; t < R; ++t) v[t] = in_frame<part>(s, p, d, first + t * step);
    } else {
#pragma unroll
      for (int t = 0; t < R; ++t) v[t] = at(rows, n, d, first + t * step, p.lane);
    }
    radices::transform<-1>(v);
    at(rows, n, d, first, p.lane) = v[0];
#pragma unroll
    for (int u = 1; u < R; ++u)
      at(rows, n, d, first + u * step, p.lane) = conj_times(e_y[around * u * k], v[u]);
  }
}

/// The same back.
template <PartOfStep part, int R>
__device__ void level_back(const Stage& s, const Place& p, Complex* rows, const Complex* e_y, int length) {
  const int n = s.w.shape.z, of_component = n / R, step = length / R, around = n / length;
  for (int item = p.part; item < 3 * of_component; item += p.parts) {
    const int d = item / of_component, b = item - d * of_component, block = b / step, k = b - block * step,
              first = block * length + k;
    Complex v[R];
    v[0] = at(rows, n, d, first, p.lane);
#pragma unroll
    for (int u = 1; u < R; ++u) v[u] = times(e_y[around * u * k], at(rows, n, d, first + u * step, p.lane));
    radices::transform<1>(v);
    if (length == n) {
#pragma unroll
      for (int t = 0; t < R; ++t)
        out_of_frame(s, p, part == PartOfStep::half ? 1 : 2, d, first + t * step, v[t]);
    } else {
#pragma unroll
      for (int t = 0; t < R; ++t) at(rows, n, d, first + t * step, p.lane) = v[t];
    }
  }
}

/// The last level forward, the solve (solve_step of sheared_modes.hpp), and the first level back.
template <PartOfStep part, int R>
__device__ void solve(const Stage& s, const Place& p, Complex* rows) {
  const ShearedModes& w = s.w;
  const int n = w.shape.z;
  for (int block = p.part; block < n / R; block += p.parts) {
    Complex x[R], y[R], z[R];
#pragma unroll
    for (int t = 0; t < R; ++t) {
      x[t] = at(rows, n, 0, block * R + t, p.lane);
      y[t] = at(rows, n, 1, block * R + t, p.lane);
      z[t] = at(rows, n, 2, block * R + t, p.lane);
    }
    radices::transform<-1>(x), radices::transform<-1>(y), radices::transform<-1>(z);
#pragma unroll
    for (int u = 0; u < R; ++u) {
      const int place = block * R + u;
      const Size m = p.mode + Size{w.plane()} * place;
      Complex phi{};
      if constexpr (part == PartOfStep::full) phi = s.phi[m];
      solve_mode<part>(w, p.i, p.q, s.e_at[place], s.a, phi, x[u], y[u], z[u]);
      if constexpr (part == PartOfStep::half)
        if (p.mine) s.phi[m] = phi;
    }
    radices::transform<1>(x), radices::transform<1>(y), radices::transform<1>(z);
#pragma unroll
    for (int t = 0; t < R; ++t) {
      at(rows, n, 0, block * R + t, p.lane) = x[t];
      at(rows, n, 1, block * R + t, p.lane) = y[t];
      at(rows, n, 2, block * R + t, p.lane) = z[t];
    }
  }
}

/// work(std::integral_constant<int, radix>).
template <class Work>
__device__ void with_radix(int radix, const Work& work) {
  switch (radix) {
  case 2:
    return work(std::integral_constant<int, 2>());
  case 3:
    return work(std::integral_constant<int, 3>());
  case 4:
    return work(std::integral_constant<int, 4>());
  case 5:
    return work(std::integral_constant<int, 5>());
  default:
    return work(std::integral_constant<int, 8>());
  }
}

template <PartOfStep part>
__global__ void __launch_bounds__(side_by_side* most_parts, 2) sheared_stage_kernel(Stage s) {
  extern __shared__ unsigned char memory[];
  const int n = s.w.shape.z, last = s.radices.levels - 1;
  Complex* const rows = reinterpret_cast<Complex*>(memory);
  Complex* const e_y = rows + 3 * n * side_by_side;
  const Place p(s.w);
  for (int l = p.part * side_by_side + p.lane; l < n; l += p.parts * side_by_side) e_y[l] = s.w.e_y[l];
  __syncthreads();
  int length = n;
  for (int level = 0; level < last; ++level) {
    with_radix(s.radices.radix[level],
               [&](auto radix) { level_forward<part, radix()>(s, p, rows, e_y, length); });
    length /= s.radices.radix[level];
    __syncthreads();
  }
  switch (length) {
  case 3:
    solve<part, 3>(s, p, rows);
    break;
  case 4:
    solve<part, 4>(s, p, rows);
    break;
  default:
    solve<part, 5>(s, p, rows);
  }
  for (int level = last - 1; level >= 0; --level) {
    length *= s.radices.radix[level];
    __syncthreads();
    with_radix(s.radices.radix[level],
               [&](auto radix) { level_back<part, radix()>(s, p, rows, e_y, length); });
  }
}

std::size_t shared_bytes(int rows) {
  return sizeof(Complex) * (3 * side_by_side + 1) * static_cast<std::size_t>(rows);
}

template <PartOfStep part>
void launch(const Stream<Cuda>& stream, const Stage& s) {
  const int n = s.w.shape.z, parts = n < 2 * most_parts ? most_parts / 2 : most_parts;
  const auto blocks = static_cast<unsigned>((s.w.plane() - 1) / side_by_side + 1);
  sheared_stage_kernel<part><<<blocks, dim3(side_by_side, static_cast<unsigned>(parts)), shared_bytes(n),
                               static_cast<cudaStream_t>(stream.handle())>>>(s);
  check_cuda(cudaGetLastError(), "kernel launch");
}

/// exp(2 pi i l/N) of the frequency l at each place after the levels.
std::vector<Complex> exponentials_at(int n, const Radices& radices) {
  constexpr real pi = 3.14159265358979323846;
  std::vector<Complex> values;
  for (int place = 0; place < n; ++place) {
    int l = 0, scale = 1, rest = place, length = n;
    for (int level = 0; level < radices.levels; ++level) {
      const int radix = radices.radix[level];
      length /= radix;
      l += scale * (rest / length);
      rest %= length, scale *= radix;
    }
    values.push_back({std::cos(2 * pi * l / n), std::sin(2 * pi * l / n)});
  }
  return values;
}

} // namespace

std::optional<Radices> radices_of(const Stream<Cuda>& stream, int rows) {
  if (rows < 16 || rows > most_rows || shared_bytes(rows) > most_team_memory(stream)) return {};
  const auto divides = [](int radix, int number) { return number % radix == 0; };
  Radices found{};
  int rest = rows, last = 0; // few values are solved at once, since all components of them are
  for (const int radix : {5, 3, 4})
    if (divides(radix, rows)) last = radix;
  if (last == 0) return {};
  for (rest /= last; rest > 1 && found.levels < 7; rest /= found.radix[found.levels++]) {
    int& radix = found.radix[found.levels];
    for (const int r : {2, 3, 5, 4, 8})
      if (divides(r, rest) && !(r == 8 && rest == 16)) radix = r; // 16 is 4 times 4
    if (radix == 0) return {};
  }
  found.radix[found.levels++] = last;
  return found;
}

ShearedColumns::ShearedColumns(const Stream<Cuda>& stream, int rows, const Radices& radices)
    : radices_(radices), e_at_(stream, exponentials_at(rows, radices)) {
  // the same for all grids: the attribute is the kernel's
  const std::size_t bytes = std::min(shared_bytes(most_rows), most_team_memory(stream));
  for (const auto kernel : {sheared_stage_kernel<PartOfStep::half>, sheared_stage_kernel<PartOfStep::full>,
                            sheared_stage_kernel<PartOfStep::whole>})
    check_cuda(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "asking for shared memory");
}

void ShearedColumns::half_step(const Stream<Cuda>& stream, const ShearedModes& modes, real a,
                               const Complex* planes, Complex* phi, Complex* wide) const {
  launch<PartOfStep::half>(stream, {modes, radices_, a, e_at_.data(), {planes, nullptr, nullptr}, phi, wide});
}

void ShearedColumns::full_step(const Stream<Cuda>& stream, const ShearedModes& modes, real a,
                               const Complex* start, const Complex* middle, const Complex* phi,
                               Complex* wide) const {
  launch<PartOfStep::full>(
      stream, {modes, radices_, a, e_at_.data(), {start, middle, nullptr}, const_cast<Complex*>(phi), wide});
}

void ShearedColumns::whole_step(const Stream<Cuda>& stream, const ShearedModes& modes, real a,
                                const Complex* end, const Complex* start, const Complex* before,
                                Complex* wide) const {
  launch<PartOfStep::whole>(stream, {modes, radices_, a, e_at_.data(), {start, before, end}, nullptr, wide});
}

} // namespace ibsim
