// Ways to solve the eikonal equation, which all give the same times, and the cost of a solve.
#pragma once

#include "base/precision.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ibsim {

/// The paper's algorithms by number, and ours.
enum class SolveSchedule {
  window,    ///< ours, the default: pushes from a window behind the front
  naive,     ///< Algorithm 2: all tetrahedra until nothing changes
  list,      ///< Algorithm 3: an active list, one vertex after the other; CPU, one thread
  sweeping,  ///< Algorithm 4: the list and its successor; CPU, one thread
  shared,    ///< Algorithm 5: the same, the list shared out among threads
  scan,      ///< Algorithms 6 to 8, corrected: fast iterative method, lists compacted by scans
  domains_1, ///< Algorithm 9: sub-domains, interfaces exchanged after each sweep; several kernels
  domains_2, ///< Algorithm 10: each sub-domain until it does not change, then exchange; one block each
};
enum class MeshStorage { edges, products, coordinates }; ///< 6 numbers, 18 numbers, points and metric
enum class TimePrecision { single_, double_ };

const std::vector<std::string>& schedule_names(); ///< "window", "naive", ..., in the order of SolveSchedule
const std::vector<std::string>& storage_names();  ///< "6 numbers", "18 numbers", "coordinates"
std::string to_string(SolveSchedule);
std::string to_string(MeshStorage);

struct SolveOptions {
  SolveSchedule schedule = SolveSchedule::window;
  MeshStorage storage = MeshStorage::edges;
  TimePrecision precision = TimePrecision::double_;
  /// A time counts as changed if it falls by more than this part of it; 0: 2e-13 in double, 2e-7 in single
  /// precision.
  real tolerance = 0;
  real window =
      0; ///< in mean travel times along an edge; 0: 0.7 on the CPU, 1.7 on the GPU, whose rounds cost more,
         ///< and wider in tissue that is slow across its fibres
  int domains = 0; ///< of domains_1 and domains_2; 0: one for each 3000 tetrahedra
};

struct SolveStatistics {
  std::uint64_t rounds = 0; ///< passes over a list (of the lists of sub-domains: exchanges); of all cases
  std::uint64_t solves = 0; ///< calls of the local solver that were not skipped
  double seconds = 0;       ///< from start values to times, without copies to and from the device
  /// Asked for: seconds after which the default schedule on the CPU stops, as a dry run wants. Then the times
  /// are not right yet, and `complete` is false.
  double most_seconds = std::numeric_limits<double>::infinity();
  bool complete = true;
};

/// A vertex that is active from a time on, unless the front gets there before; in the solver's order.
struct StartValue {
  Index vertex;
  real time; ///< us, not negative
};
using StartValues = std::vector<StartValue>;

} // namespace ibsim
