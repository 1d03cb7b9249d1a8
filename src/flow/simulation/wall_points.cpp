#include "simulation/wall_points.hpp"

#include "simulation/flow_model.hpp"
#include "simulation/tubes.hpp"

namespace ibsim {
namespace {

void append(const WallPoints& more, WallPoints& all) {
  all.at.insert(all.at.end(), more.at.begin(), more.at.end());
  all.outward.insert(all.outward.end(), more.outward.begin(), more.outward.end());
  all.area.insert(all.area.end(), more.area.begin(), more.area.end());
  all.velocity.insert(all.velocity.end(), more.velocity.begin(), more.velocity.end());
}

} // namespace

real wall_point_offset(const Real3& n) {
  constexpr real axis = 0.2845238, edge = 0.3058009, corner = 0.3125827; // the integral
  constexpr real fourth = 2 * (axis - edge), mean = edge - fourth / 2,
                 sixth = 27 * (corner - mean - fourth / 3);
  const real x = n.x * n.x, y = n.y * n.y, z = n.z * n.z;
  return mean + fourth * (x * x + y * y + z * z) + sixth * x * y * z;
}

bool is_held(const ObjectKind& kind) {
  const Tube* const tube = std::get_if<Tube>(&kind.structure);
  return tube && tube->held_by == HeldBy::points;
}

WallPoints points_of_walls(const FlowModel& model) {
  WallPoints all;
  for (const auto& [k, kind, tube] : kinds_of<Tube>(model.objects))
    if (is_held(kind)) append(tube_points(model, kind, tube), all);
  return all;
}

} // namespace ibsim
