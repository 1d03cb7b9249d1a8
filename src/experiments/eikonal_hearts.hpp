// What the tables of the eikonal paper (Ganellari, Haase and Zumbusch 2018) measure: a heart of so many
// tetrahedra, an algorithm, a storage, a device. Their hearts are not public; a ventricle with turning fibres
// is scaled to their sizes.
#pragma once

#include "activation/solver.hpp"
#include "experiments/experiment.hpp"

#include <memory>

namespace ibsim {

struct Heart {
  TetMesh mesh; ///< in the solver's order
  Medium medium;
  StartValues start; ///< at the tip
};
/// The one of the last call is kept.
const Heart& heart_of(double tetrahedra);

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

} // namespace ibsim
