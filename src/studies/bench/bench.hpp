// `ibsim bench`: interpolation, spreading and whole steps, timed on this machine and held against what it can
// do.
//
// Times are medians over rounds of calls, by events on the GPU, after a warm-up (bench_timing.hpp). Between
// two calls the points move as in a simulation. Rates count the least traffic (bytes that must move even with
// perfect caches): spreading 48 bytes a point (X and F in) and 24 a grid cell (f out); interpolation 48 bytes
// a point (X in, U out) and 24 a grid point in reach of any (u in); a step as in step/step_traffic.hpp.
// They are compared with a plain copy on the same device, measured first.
#pragma once

#include "grid/grid.hpp"
#include "parallel/any_stream.hpp"

#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace ibsim {

struct BenchSettings {
  bool quick = false; ///< small sizes and few calls: some seconds on two cores
  int gpus = 1;
  int ranks = 1;                               ///< more: steps by so many, on these GPUs, against one
  std::filesystem::path cache_folder;          ///< of membrane operators; empty: none
  std::function<void(const std::string&)> say; ///< what is measured now; may be empty
  void report(const std::string& line) const {
    if (say) say(line);
  }
};

constexpr double no_figure = std::numeric_limits<double>::quiet_NaN();

/// One operation or one phase of a step.
struct BenchTime {
  std::string operation;
  int threads = 0;    ///< of the CPU; 0: a GPU
  double seconds = 0; ///< a call, or of the phase in a step
  int calls = 0;      ///< timed
  double points = 0;  ///< a call; 0: none
  double bytes = 0;   ///< least traffic of a call; 0: not counted
  /// seconds that its library call alone takes (transforms, product), measured here
  double floor = no_figure;
  double reach = no_figure; ///< seconds that ibsim means to reach, on the device for which that is said
};

struct BenchCase {
  std::string kind;             ///< the benchmark: "coupling", "step"
  std::string name;             ///< "2^16 random points", "4 red cells"
  std::string compared, scheme; ///< of a step, where schemes in time are compared: the name without it
  Int3 grid{};                  ///< all 0: the name says the size
  double points = 0;            ///< or sample sites
  int objects = 0;
  std::string skipped;           ///< why, if it was
  std::vector<BenchTime> times;  ///< of a step: the phases, then "step" (wall clock of steps in a row)
  double time_step = 0;          ///< of a step, us, where schemes are compared; else 0
  double array_bytes = 0;        ///< held in arrays
  double device_bytes = 0;       ///< by which the free memory of the GPU fell
  std::optional<bool> same_bits; ///< of boxes side by side: each has those that it has alone

  /// The time of an operation; NaN if it was not measured. @param threads 0: the first
  double seconds(const std::string& operation, int threads = 0) const;
  /// Seconds a physical millisecond; NaN where time_step is 0.
  double seconds_a_millisecond() const {
    return time_step > 0 ? 1e3 / time_step * seconds("step") : no_figure;
  }
};

struct BenchReport {
  std::string device;        ///< "NVIDIA H200, ..." or the CPU
  std::string backend;       ///< "cpu" or "cuda"
  bool is_h200 = false;      ///< for which most of the times to be reached are given
  double copy_bandwidth = 0; ///< bytes a second, read and written
  double copy_bytes = 0;     ///< of the array copied
  std::vector<BenchCase> cases;
};

/// What `ibsim bench NAME` measures: into report.cases, whose `kind` is the name.
struct Benchmark {
  std::string name, what;
  void (*measure)(const AnyStream&, const BenchSettings&, BenchReport&);
};
/// All of them, listed in benchmarks.cpp: a new one is a line there.
const std::vector<Benchmark>& benchmarks();

/// The copy bandwidth of the backend, as all benches need it, into the report.
void bench_copy(const AnyStream&, const BenchSettings&, BenchReport&);
void bench_coupling(const AnyStream&, const BenchSettings&, BenchReport&);
void bench_step(const AnyStream&, const BenchSettings&, BenchReport&);
/// Does of it what settings.ranks asks for.
void bench_gpus(const AnyStream&, const BenchSettings&, BenchReport&);
void bench_boxes(const AnyStream&, const BenchSettings&, BenchReport&);
void bench_activation(const AnyStream&, const BenchSettings&, BenchReport&);
void bench_line(const AnyStream&, const BenchSettings&, BenchReport&);

/// The report for people, of at most 120 columns.
std::string bench_text(const BenchReport&);
/// One JSON document. @param about further entries, name and value
std::string bench_json(const BenchReport&, const std::vector<std::pair<std::string, std::string>>& about);

} // namespace ibsim
