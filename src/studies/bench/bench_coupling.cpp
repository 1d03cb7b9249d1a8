// `ibsim bench coupling`: interpolation and spreading, three components, h = 1/4 um; by the cosine kernel,
// and at points of red cells by composite kernels too.
#include "base/error.hpp"
#include "base/text.hpp"
#include "bench/bench.hpp"
#include "bench/bench_points.hpp"
#include "bench/bench_timing.hpp"
#include "bench/where.hpp"
#include "coupling/interpolator.hpp"
#include "coupling/spread.hpp"
#include "fluid/background_shear.hpp"
#include "parallel/copy_bandwidth.hpp"
#include "parallel/device.hpp"

#include <random>

namespace ibsim {
namespace {

constexpr real h = 0.25, shear_rate = 1e-3, time_step = 0.1; // um, 1/us, us: the paper's
constexpr DeltaKernel kernel = DeltaKernel::cosine;
constexpr int most_calls = 300; // that a PhaseTimer keeps

struct CouplingCase {
  const char* name;
  PointSet set;
  Index points;
  int n; ///< cells a side
  int where;
};
constexpr CouplingCase coupling_cases[] = {
    {"2^10 random points", PointSet::random, 1 << 10, 16, quick},
    {"2^12 random points", PointSet::random, 1 << 12, 32, quick},
    {"2^14 random points", PointSet::random, 1 << 14, 64, gpu | cpu},
    // the paper's Table 1: as many points on every grid
    {"2^16 random points", PointSet::random, 1 << 16, 16, gpu},
    {"2^16 random points", PointSet::random, 1 << 16, 32, gpu},
    {"2^16 random points", PointSet::random, 1 << 16, 64, gpu | cpu},
    {"2^16 random points", PointSet::random, 1 << 16, 128, gpu},
    {"2^16 random points", PointSet::random, 1 << 16, 256, gpu},
    {"8832 points of a red cell", PointSet::cell_surfaces, 8832, 64, gpu | cpu},
    {"2^20 random points", PointSet::random, 1 << 20, 128, gpu | cpu},
    {"2^20 points of red cells", PointSet::cell_surfaces, 1 << 20, 128, gpu},
    {"2^22 points of red cells", PointSet::cell_surfaces, 1 << 22, 256, gpu},
    {"2^24 random points", PointSet::random, 1 << 24, 256, gpu},
    {"2^16 points in one grid cell", PointSet::one_grid_cell, 1 << 16, 64, gpu | cpu},
    {"2^20 points in one grid cell", PointSet::one_grid_cell, 1 << 20, 128, gpu},
    {"2^20 points in a ball of 2 um", PointSet::cluster, 1 << 20, 256, gpu},
    {"10 random points", PointSet::random, 10, 64, gpu | cpu},
    {"10 random points", PointSet::random, 10, 512, gpu},
    {"100 random points", PointSet::random, 100, 64, gpu},
};

const char *const by_tiles = "spread by tiles", *const by_atomics = "spread by atomics",
                  *const ordering = "put in order", *const in_order = "interpolate in order";
const char* const sorted_in_order = "same, sorted points";

/// Seconds that ibsim means to reach on an NVIDIA H200: spreading is nowhere slower than plain atomics.
double reach_on_h200(const CouplingCase& size, const std::string& operation, double atomics) {
  const bool random = size.set == PointSet::random, cells = size.set == PointSet::cell_surfaces;
  if (operation == sorted_in_order) return random && size.points == 1 << 20 ? 0.16e-3 : no_figure;
  if (operation != by_tiles) return no_figure;
  if (random && size.points == 1 << 16 && size.n == 64) return 80e-6;
  if ((random || cells) && size.points == 1 << 20) return 0.5e-3;
  if (cells && size.points == 1 << 22) return 2.5e-3;
  return atomics;
}

/// What is timed at one case: its arrays, and the calls on them.
template <class B>
class CouplingBench {
 public:
  CouplingBench(const Stream<B>& stream, const BenchSettings& settings, const CouplingCase& size)
      : stream_(stream), size_(size),
        budget_(settings.quick ? 0.02 : 0.3), grid_{{size.n, size.n, size.n}, h}, u_(stream, grid_),
        f_(stream, grid_), n_(size.points) {
    const std::vector<real> points = bench_points(size.set, n_, grid_);
    touched_ = grid_points_touched(points, grid_, support(kernel));
    X_ = Array<real, B>(stream, points);
    sorted_ = Array<real, B>(stream, sorted_by_cell(points, grid_));
    std::mt19937_64 random(7);
    std::vector<real> forces(points.size());
    for (real& force : forces) force = static_cast<real>(random() >> 11) * 0x1p-52 - 1;
    F_ = Array<real, B>(stream, forces);
    U_ = Array<real, B>(stream, points.size());
    set_background_shear(stream, grid_, shear_rate, u_.view());
  }

  /// Spreading by tiles and by atomics and both interpolations, in turn, so that a disturbance meets all of
  /// them.
  void time_together(int threads, bool with_atomics, BenchCase& result) {
    const auto tiles = make_spreader<B>(stream_, SpreadAlgorithm::tiles, kernel, grid_, n_);
    const auto atomics =
        with_atomics ? make_spreader<B>(stream_, SpreadAlgorithm::atomics, kernel, grid_, n_) : nullptr;
    Interpolator<B> interpolator(stream_, kernel, grid_, n_);
    const CallTimes times =
        time_calls(stream_,
                   {by_tiles, by_atomics, "interpolate", "interpolate, sorted points", "move", ordering,
                    in_order, sorted_in_order},
                   4 * budget_, 5, most_calls, [&](PhaseTimer<B>& timer) {
                     timer.begin(stream_);
                     move(X_);
                     move(sorted_);
                     timer.mark(stream_, 4);
                     tiles->spread(stream_, view(X_), view(F_), f_.view());
                     timer.mark(stream_, 0);
                     if (atomics) atomics->spread(stream_, view(X_), view(F_), f_.view());
                     timer.mark(stream_, 1);
                     interpolate_at(X_);
                     timer.mark(stream_, 2);
                     interpolate_at(sorted_);
                     timer.mark(stream_, 3);
                     interpolator.place(stream_, view(X_));
                     timer.mark(stream_, 5);
                     interpolator.interpolate(stream_, u_.view(), view(X_), view(U_));
                     timer.mark(stream_, 6);
                     interpolator.place(stream_, view(sorted_));
                     timer.mark(stream_, 4);
                     interpolator.interpolate(stream_, u_.view(), view(sorted_), view(U_));
                     timer.mark(stream_, 7);
                   });
    const double spreading = 48.0 * n_ + 24 * static_cast<double>(grid_.cells()),
                 interpolation = 48.0 * n_ + 24 * touched_;
    add(result, by_tiles, threads, times.seconds[0], times.calls, spreading);
    if (atomics) add(result, by_atomics, threads, times.seconds[1], times.calls, spreading);
    add(result, "interpolate", threads, times.seconds[2], times.calls, interpolation);
    add(result, "interpolate, sorted points", threads, times.seconds[3], times.calls, interpolation);
    if constexpr (std::is_same_v<B, Cuda>) { // the CPU puts nothing in order
      // positions in, their order out
      add(result, ordering, threads, times.seconds[5], times.calls, 28.0 * n_);
      add(result, in_order, threads, times.seconds[6], times.calls, interpolation);
      add(result, sorted_in_order, threads, times.seconds[7], times.calls, interpolation);
    }
  }

  /// Spreading by tiles and interpolation by another kernel, at the same points.
  void time_other_kernel(DeltaKernel other, int threads, BenchCase& result) {
    const auto tiles = make_spreader<B>(stream_, SpreadAlgorithm::tiles, other, grid_, n_);
    Interpolator<B> interpolator(stream_, other, grid_, n_);
    const CallTimes times =
        time_calls(stream_, {by_tiles, in_order, "move"}, budget_, 3, most_calls, [&](PhaseTimer<B>& timer) {
          timer.begin(stream_);
          move(X_);
          timer.mark(stream_, 2);
          tiles->spread(stream_, view(X_), view(F_), f_.view());
          timer.mark(stream_, 0);
          interpolator.place(stream_, view(X_));
          timer.mark(stream_, 2);
          interpolator.interpolate(stream_, u_.view(), view(X_), view(U_));
          timer.mark(stream_, 1);
        });
    add(result, by_tiles + (", " + to_string(other)), threads, times.seconds[0], times.calls,
        48.0 * n_ + 24 * static_cast<double>(grid_.cells()));
    add(result, in_order + (", " + to_string(other)), threads, times.seconds[1], times.calls,
        48.0 * n_ + 24 * touched_);
  }

  void time_algorithm(const char* name, SpreadAlgorithm algorithm, int threads, BenchCase& result) {
    const auto spreader = make_spreader<B>(stream_, algorithm, kernel, grid_, n_);
    const CallTimes times =
        time_calls(stream_, {"spread", "move"}, budget_, 3, 50, [&](PhaseTimer<B>& timer) {
          timer.begin(stream_);
          move(X_);
          timer.mark(stream_, 1);
          spreader->spread(stream_, view(X_), view(F_), f_.view());
          timer.mark(stream_, 0);
        });
    add(result, name, threads, times.seconds[0], times.calls,
        48.0 * n_ + 24 * static_cast<double>(grid_.cells()));
  }

 private:
  VectorsView<real> view(Array<real, B>& values) { return vectors_view(values.data(), n_); }
  void move(Array<real, B>& X) { move_with_shear(stream_, grid_, shear_rate, time_step, view(X)); }
  void interpolate_at(Array<real, B>& X) {
    interpolate<B>(stream_, kernel, grid_, u_.view(), view(X), view(U_));
  }
  void add(BenchCase& result, const std::string& operation, int threads, double seconds, int calls,
           double bytes) {
    result.times.push_back({operation, threads, seconds, calls, double(n_), bytes, no_figure, no_figure});
  }

  const Stream<B>& stream_;
  const CouplingCase& size_;
  double budget_; ///< seconds an operation
  Grid grid_;
  FaceField<B> u_, f_;
  Index n_;
  double touched_ = 0; ///< grid points in reach of any
  Array<real, B> X_, sorted_, F_, U_;
};

template <class B>
void run_case(const Stream<B>& stream, const BenchSettings& settings, const CouplingCase& size,
              BenchCase& result) {
  constexpr bool on_gpu = std::is_same_v<B, Cuda>;
  CouplingBench<B> bench(stream, settings, size);
  const int all = on_gpu ? 0 : cpu_threads();
  for (int threads : on_gpu || all == 1 ? std::vector<int>{all} : std::vector<int>{1, all}) {
    if (!on_gpu) set_cpu_threads(threads);
    // What is slower, and takes buffers that grow with the grid, is left to the smaller cases.
    const bool small = on_gpu ? size.points <= 1 << 22 && size.n <= 256 : size.points <= 1 << 16;
    bench.time_together(threads, on_gpu || small, result);
    if (small) {
      bench.time_algorithm("spread, Algorithm 4", SpreadAlgorithm::sort_reduce, threads, result);
      bench.time_algorithm("spread, Algorithm 5", SpreadAlgorithm::preallocated_buffer, threads, result);
      bench.time_algorithm("spread, Algorithm 6", SpreadAlgorithm::on_the_fly_buffer, threads, result);
    }
    if (size.set == PointSet::cell_surfaces)
      for (const DeltaKernel other : {DeltaKernel::composite_b_spline32, DeltaKernel::composite_b_spline21,
                                      DeltaKernel::composite_sharp})
        bench.time_other_kernel(other, threads, result);
    if (small && !on_gpu && threads == 1) {
      bench.time_algorithm("spread, serial", SpreadAlgorithm::serial, threads, result);
      constexpr double reach_on_a_core = 60e-3; // 2^16 points on 64^3 cells
      if (size.set == PointSet::random && size.points == 1 << 16) result.times.back().reach = reach_on_a_core;
    }
  }
}

template <class B>
void copy_on(const Stream<B>& stream, const BenchSettings& settings, BenchReport& report) {
  std::size_t bytes = std::size_t{512} << 20;
  if constexpr (std::is_same_v<B, Cuda>)
    bytes = std::min(std::size_t{1} << 30, free_cuda_memory() / 8);
  else
    bytes = std::min(bytes, free_host_memory() / 8);
  if (settings.quick) bytes = std::min(bytes, std::size_t{32} << 20);
  settings.report("copy bandwidth");
  report.copy_bytes = static_cast<double>(bytes);
  report.copy_bandwidth = copy_bandwidth(stream, bytes);
}

template <class B>
void coupling_on(const Stream<B>& stream, const BenchSettings& settings, BenchReport& report) {
  const int all_threads = cpu_threads();
  const int here = settings.quick ? quick : std::is_same_v<B, Cuda> ? gpu : cpu;
  for (const CouplingCase& size : coupling_cases) {
    if (!(size.where & here) && (settings.quick || size.where == quick)) continue;
    BenchCase result;
    result.kind = "coupling";
    result.name = size.name;
    result.grid = {size.n, size.n, size.n};
    result.points = size.points;
    settings.report(std::string(size.name) + text(" on a grid of %d^3", size.n));
    if (!(size.where & here))
      result.skipped = "for the GPU: it would take long on a CPU";
    else {
      try {
        run_case(stream, settings, size, result);
      } catch (const ResourceError& e) { // what was measured before stays
        result.skipped = e.what();
      }
      set_cpu_threads(all_threads);
    }
    if (report.is_h200)
      for (BenchTime& time : result.times)
        time.reach = reach_on_h200(size, time.operation, result.seconds(by_atomics));
    report.cases.push_back(std::move(result));
  }
}

} // namespace

double BenchCase::seconds(const std::string& operation, int threads) const {
  for (const BenchTime& time : times)
    if (time.operation == operation && (threads == 0 || time.threads == threads)) return time.seconds;
  return no_figure;
}

void bench_copy(const AnyStream& any, const BenchSettings& settings, BenchReport& report) {
  any.with([&](const auto& stream) { copy_on(stream, settings, report); });
}

void bench_coupling(const AnyStream& any, const BenchSettings& settings, BenchReport& report) {
  any.with([&](const auto& stream) { coupling_on(stream, settings, report); });
}

} // namespace ibsim
