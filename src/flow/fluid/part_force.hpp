// A force along one direction on the fluid within a wall, the same as a pressure that falls by `density` a
// length. Each face takes it by the part of the fluid about it (Wall::parts_of_faces).
#pragma once

#include "base/signal.hpp"
#include "fluid/body_force.hpp"
#include "grid/stored_numbers.hpp"

#include <vector>

namespace ibsim {

template <class B>
class PartForce final : public BodyForce<B> {
 public:
  /// @param own grid of the own planes @param component of the force
  /// @param parts of the faces of that component, on the own planes or on one that stands for all
  /// @param density of the force, pg/(um^2 us^2)
  PartForce(const Grid& own, int component, std::vector<real> parts, Signal density,
            Storage = Storage::doubles);
  void prepare(const Stream<B>&, const StepInTime&) override;
  void add(const Stream<B>&, AnyFaces f) const override;

 private:
  Grid grid_;
  int component_;
  Signal density_;
  std::vector<real> inside_; ///< until it is on the device
  bool by_columns_;          ///< parts are those of one plane
  StoredNumbers<B> parts_;
  StepNumbers<B> now_;
  Storage storage_;
};

} // namespace ibsim
