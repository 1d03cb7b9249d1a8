// The metric W = M^-1 = sum of d d^T/v^2 over fibre, sheet and normal, from speeds.
//
// |a|_W is the time along a: with speeds in um/us and lengths in um, in us.
#pragma once

#include "mesh/tetrahedra.hpp"

#include <array>
#include <vector>

namespace ibsim {

/// Speeds along the fibre, in the sheet across it, and normal to the sheet; um/us = m/s. All are zero where
/// tissue does not conduct.
struct Speeds {
  real along = 0, across = 0, normal = 0;
  bool conducts() const { return along > 0; }
  bool isotropic() const { return along == across && across == normal; }
  bool needs_sheet() const { return across != normal; }
  friend bool operator==(const Speeds&, const Speeds&) = default;
};

/// xx, xy, xz, yy, yz, zz.
using TissueMetric = std::array<real, 6>;
TissueMetric isotropic_metric(real speed);
/// False where a direction in the sheet says nothing, since it is zero or parallel to the fibre (to 1e-4).
bool spans_sheet(const Real3& fibre, const Real3& sheet);
/// @param sheet need not be normal to the fibre: its part along the fibre does not count. If nothing is left
/// of it, or it is zero, any direction normal to the fibre serves, which is right only if across == normal.
TissueMetric metric(const Speeds&, const UnitVector& fibre, const UnitVector& sheet);
/// (a^T W a)^(1/2)
real travel_time(const TissueMetric&, const Real3& a);

} // namespace ibsim
