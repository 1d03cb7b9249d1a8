// Interpolation at many points that stay where they are for some calls: on a GPU they are put in the order of
// the tiles of the grid once, and each call then reads the field tile by tile through shared memory.
#pragma once

#include "coupling/interpolate.hpp"

#include <memory>

namespace ibsim {

template <class B>
class Interpolator {
 public:
  /// @param grid of the whole box @param slab of the fields, all of it or a rank's
  /// @param most_points that will be given to place() @param in_all those of all ranks, where each has some:
  /// they decide how it is done; 0: the points that are given
  Interpolator(const Stream<B>&, DeltaKernel, const Grid& grid, const Slab& slab, Index most_points,
               Index in_all = 0);
  Interpolator(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, Index most_points)
      : Interpolator(stream, kernel, grid, slab_of_all(grid.n), most_points) {}
  ~Interpolator();
  Interpolator(Interpolator&&) noexcept;

  /// Put the points at X (um, anywhere; wrapped here) in order, on the device alone: the host remembers
  /// nothing, so this may be recorded (parallel/graph.hpp). @throws std::invalid_argument if X.n exceeds the
  /// most points.
  void place(const Stream<B>&, VectorsView<const real> X);

  /// U[j] = u at X[j], as interpolate() gives it to round-off, for the X that was placed last and is as it
  /// was then; with a slab as interpolate() of a slab does, U with its components behind each other.
  /// Allocates nothing and does not wait for the stream.
  void interpolate(const Stream<B>&, AnyConstFaces u, VectorsView<const real> X, VectorsView<real> U);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
