#include "eikonal/metric.hpp"

#include <cmath>

namespace ibsim {

TissueMetric isotropic_metric(real speed) {
  const real w = 1 / (speed * speed);
  return {w, 0, 0, w, 0, w};
}

bool spans_sheet(const Real3& fibre, const Real3& sheet) {
  const Real3 f = normalized(fibre);
  const Real3 across = sheet - dot(sheet, f) * f;
  return dot(across, across) > 1e-8 * dot(sheet, sheet);
}

TissueMetric metric(const Speeds& speeds, const UnitVector& fibre, const UnitVector& sheet) {
  if (speeds.isotropic()) return isotropic_metric(speeds.along);
  const Real3 f = normalized(Real3{fibre.x, fibre.y, fibre.z});
  Real3 s{sheet.x, sheet.y, sheet.z};
  s -= dot(s, f) * f;
  if (!(dot(s, s) > 1e-8)) { // the axis farthest from the fibre
    const real x = std::fabs(f.x), y = std::fabs(f.y), z = std::fabs(f.z);
    s = x <= y && x <= z ? Real3{1, 0, 0} : y <= z ? Real3{0, 1, 0} : Real3{0, 0, 1};
    s -= dot(s, f) * f;
  }
  s = normalized(s);
  const Real3 n = cross(f, s);
  TissueMetric W{};
  const auto add = [&](const Real3& d, real speed) {
    const real w = 1 / (speed * speed);
    W[0] += w * d.x * d.x, W[1] += w * d.x * d.y, W[2] += w * d.x * d.z;
    W[3] += w * d.y * d.y, W[4] += w * d.y * d.z, W[5] += w * d.z * d.z;
  };
  add(f, speeds.along), add(s, speeds.across), add(n, speeds.normal);
  return W;
}

real travel_time(const TissueMetric& W, const Real3& a) {
  return std::sqrt(W[0] * a.x * a.x + W[3] * a.y * a.y + W[5] * a.z * a.z +
                   2 * (W[1] * a.x * a.y + W[2] * a.x * a.z + W[4] * a.y * a.z));
}

} // namespace ibsim
