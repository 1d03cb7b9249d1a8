// Hearts of the tables of the eikonal paper (Ganellari, Haase and Zumbusch 2018): a heart of a number of
// tetrahedra, an algorithm, a storage, a device. Their hearts are not public; a ventricle with turning fibres
// is scaled to their sizes.
#pragma once

#include "eikonal/solver.hpp"
#include "paper/experiment.hpp"

#include <string>
#include <vector>

namespace ibsim {

struct Heart {
  TetMesh mesh; ///< in the solver's order
  Medium medium;
  StartValues start; ///< at the tip
};
/// The one of the last call is kept.
const Heart& heart_of(double tetrahedra);
/// The paper's coarse or fine heart, or one of an eighth of its size where the settings say `coarse`.
const Heart& heart_of(const ExperimentSettings&, bool fine);

struct HeartTime {
  double seconds = 0;         ///< the least of some solves
  SolveStatistics statistics; ///< of one
  double set_up = 0;
  int domains = 0;
  double bytes_a_tetrahedron = 0; ///< in arrays of the device
};
/// @param threads of the CPU; 0: a GPU
HeartTime time_heart(const Heart&, const SolveOptions&, int threads);

/// "3.07 M tetrahedra".
std::string size_text(double tetrahedra);

/// Options of a solve in single precision, as in the paper.
SolveOptions eikonal_options(SolveSchedule, MeshStorage, int domains = 0);
/// The threads of the CPU that `settings` allow.
int eikonal_threads(const ExperimentSettings&);
/// What all its tables need to be read rightly.
std::vector<std::string> eikonal_notes(const ExperimentSettings&);
/// A finding about a ratio that should be at least so much; nothing where it was not measured (NaN).
void find_ratio(std::vector<Evidence>&, const std::string& claim, double ratio, double least);

} // namespace ibsim
