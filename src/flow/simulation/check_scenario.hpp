// What must hold of a scenario for physical or numerical reasons, whatever file it came from.
#pragma once

#include "base/precision.hpp"

#include <string>
#include <vector>

namespace ibsim {

struct ReferenceSurface;
struct SiteCounts;
struct Scenario;

struct Finding {
  std::string key;      ///< where, as "time.step" or "objects.0.placements.1"
  std::string message;  ///< one line
  bool is_error = true; ///< or a warning
};

/// Adds the first of findings that say the same of many objects, with how many more there are.
void add_one_of(const std::vector<Finding>& alike, std::vector<Finding>& findings);

/// Objects that overlap (also through the periodic boundary) or do not fit, sizes, sites, time step. Empty:
/// all is well.
std::vector<Finding> check_scenario(const Scenario&);

/// Sample sites of a membrane lie so many cells of the grid apart where nothing is said, and closer ones
/// change nothing (docs/resolution.md); beyond 1 fluid leaks. The paper's lie 0.5 apart.
constexpr real sample_cells_apart = 0.7;

/// Sites that suit a surface on a grid of side h: data sites 1.6 h apart (paper, section 4.2.2), or more
/// where force and motion resolve so much of it (resolved_space.hpp); sample sites 0.7 h apart; within
/// 200..2000 and 400..40000.
SiteCounts suitable_sites(const ReferenceSurface&, real h);

} // namespace ibsim
