// ActivationSolver<B>: a mesh and a medium on a device, ready to be solved for any start values.
//
// The mesh should be in the order of mesh/hilbert.hpp. Memory a tetrahedron (6 numbers): 24 bytes of edges,
// 16 of vertices, 16 of incidences, and 12 of its share of a vertex in single precision (48, 16, 16, 20 in
// double).
#pragma once

#include "eikonal/medium.hpp"
#include "eikonal/solve_options.hpp"
#include "mesh/tetrahedra.hpp"
#include "parallel/stream.hpp"

#include <memory>

namespace ibsim {

/// Seconds that it took to make a solver.
struct SetUpTimes {
  double incidences = 0, products = 0, upload = 0, decomposition = 0;
};

template <class B>
class ActivationSolver {
 public:
  /// @throws InputError for options that do not go together or that the device cannot do, ResourceError if
  /// there is not enough memory
  ActivationSolver(const Stream<B>&, const TetMesh&, const Medium&, const SolveOptions&);
  ~ActivationSolver();
  ActivationSolver(ActivationSolver&&) noexcept;

  /// The times in us of each case, by vertex; infinity where the front never comes. Times are relative to the
  /// earliest start inside, so they may be negative. Cases that are solved side by side give the same bits as
  /// alone.
  std::vector<std::vector<real>> solve(const Stream<B>&, const std::vector<StartValues>& cases,
                                       SolveStatistics&);
  /// Solves without a copy of the times to the host, for benchmarks.
  void solve_only(const Stream<B>&, const std::vector<StartValues>& cases, SolveStatistics&);

  /// Mean time along an edge, us: the unit of the window.
  real edge_time() const;
  const SetUpTimes& set_up() const;
  int domains() const; ///< 0: not decomposed

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
