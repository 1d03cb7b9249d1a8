#include "diagnostics/kind_columns.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

void KindSums::add(const MeasuredObject& o, const Real3& displacement) {
  add(o.motion.velocity, displacement);
  volume_ += o.surface.volume;
  deformation_ += o.shape.taylor_deformation;
  deformation_squares_ += o.shape.taylor_deformation * o.shape.taylor_deformation;
  cosines_ += std::cos(2 * o.shape.inclination), sines_ += std::sin(2 * o.shape.inclination);
  contacts_ += o.contacts;
}

void KindSums::add(const Real3& velocity, const Real3& displacement) {
  ++objects_;
  velocity_ += velocity;
  displacement_ += displacement;
  const Real3& r = displacement;
  square_displacement_ += Real3{r.x * r.x, r.y * r.y, r.z * r.z};
}

MeasuredKind KindSums::measured(double time, const std::string& name, real room) const {
  MeasuredKind kind;
  kind.time = time, kind.name = name;
  kind.objects = objects_, kind.volume_fraction = volume_ / room;
  if (objects_ == 0) return kind;
  const real n = objects_;
  kind.deformation = deformation_ / n;
  const real variance = deformation_squares_ / n - kind.deformation * kind.deformation;
  kind.deformation_deviation = std::sqrt(std::max(variance, real{0}));
  kind.inclination = std::atan2(sines_, cosines_) / 2;
  kind.alignment = std::hypot(cosines_, sines_) / n;
  kind.contacts = contacts_ / n;
  kind.velocity = velocity_ / n;
  kind.displacement = displacement_ / n;
  kind.square_displacement = square_displacement_ / n;
  return kind;
}

} // namespace ibsim
