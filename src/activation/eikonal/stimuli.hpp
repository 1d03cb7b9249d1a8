// Stimuli: places and times at which tissue is activated from outside, and the vertices that they set.
//
// A stimulus at a point activates the vertices within its radius at its time plus the travel time from the
// point to them, exactly, by the metric at the point: a point source's own neighbourhood is where linear
// elements would be wrong by h log h. Without a radius, or where no vertex is within it, the nearest vertex
// is activated so. A stimulus by vertices activates all of them at its time.
#pragma once

#include "eikonal/medium.hpp"
#include "eikonal/solve_options.hpp"
#include "mesh/point_locator.hpp"

#include <string>

namespace ibsim {

constexpr real latest_stimulus = 1e15; ///< us, thirty years: sums of times by volumes stay finite

struct Stimulus {
  std::string key;             ///< where it is given, for messages: "stimuli.0", "sites.csv:3"
  std::string name;            ///< "" or the user's, for messages
  Real3 at;                    ///< um
  real radius = 0, time = 0;   ///< um, us
  std::vector<Index> vertices; ///< by number, in the order of the file; then `at` and `radius` mean nothing
};

struct ActivationCase {
  std::string name;
  std::vector<Stimulus> stimuli;
};

/// What stimuli need to know of a mesh, once for all.
class Stimulator {
 public:
  /// @param mesh in the solver's order, @param place_of where vertices of the file have gone, -1: they are in
  /// no tissue that conducts; empty: they stand as they stood. All must stay.
  Stimulator(const TetMesh& mesh, const Medium&, std::vector<Index> place_of, real longest_edge);
  /// @throws InputError for a stimulus outside the mesh, or a vertex that does not exist
  StartValues start_values(const Stimulus&) const;
  const PointLocator& locator() const { return locator_; }

 private:
  const TetMesh& mesh_;
  const Medium& medium_;
  PointLocator locator_;
  std::vector<Index> place_of_, cell_of_; ///< of vertices
  real longest_edge_;
};

} // namespace ibsim
