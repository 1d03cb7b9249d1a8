#include "packing/place_tracers.hpp"

#include "base/error.hpp"
#include "model/flow_model.hpp"
#include "model/placed_bodies.hpp"
#include "packing/place_objects.hpp"
#include "packing/random_place.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// Whether p is inside any of them, in any image of the box. Bodies are looked up by slabs along z.
class Insides {
 public:
  explicit Insides(const FlowModel& model) : bodies_(placed_bodies(model)), periods_(periods_of(model)) {
    for (const Body& body : bodies_) widest_ = std::max(widest_, body.radius);
    slabs_.resize(
        widest_ > 0 ? std::clamp<std::size_t>(static_cast<std::size_t>(periods_.z / widest_), 1, 4096) : 1);
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      slabs_[slab_of(bodies_[b].placement->centre.z)].push_back(b);
  }

  bool hold(const Real3& p) const {
    const std::size_t n = slabs_.size(), here = slab_of(p.z);
    for (std::size_t k = 0; k < std::min<std::size_t>(n, 3); ++k)
      for (const std::size_t b : slabs_[(here + n + k - (n >= 3 ? 1 : 0)) % n])
        if (is_inside(bodies_[b], p)) return true;
    return false;
  }

 private:
  std::size_t slab_of(real z) const {
    const real part = z / periods_.z - std::floor(z / periods_.z);
    return std::min(slabs_.size() - 1, static_cast<std::size_t>(part * static_cast<real>(slabs_.size())));
  }
  bool is_inside(const Body& body, const Real3& p) const {
    const Real3& centre = body.placement->centre;
    Real3 away = p - centre;
    for (int d = 0; d < 3; ++d) away[d] -= periods_[d] * std::round(away[d] / periods_[d]);
    const real reach = 1.02 * body.radius; // beyond the points by which that was measured
    return dot(away, away) < reach * reach &&
           contains(body.kind->closed().surface, *body.placement, centre + away);
  }

  std::vector<Body> bodies_;
  Real3 periods_;
  real widest_ = 0;
  std::vector<std::vector<std::size_t>> slabs_;
};

} // namespace

void place_tracers(FlowModel& model) {
  std::vector<std::pair<std::size_t, std::vector<Placement>>> found; // bodies point into the kinds
  const Insides insides(model);
  for (const auto& [k, kind, tracer] : kinds_of<Tracer>(std::as_const(model).objects)) {
    if (!kind.packing) continue;
    const PackingPlan& plan = *kind.packing;
    const PackingRoom room = room_of(model, plan);
    std::seed_seq seeds{static_cast<std::uint32_t>(plan.seed), static_cast<std::uint32_t>(plan.seed >> 32),
                        static_cast<std::uint32_t>(k)};
    Random random{std::mt19937_64(seeds)};
    std::vector<Placement> placements;
    int in_vain = 0; // in a row
    while (placements.size() < static_cast<std::size_t>(plan.number)) {
      Placement placement;
      placement.centre = any_place(room, random);
      if (!insides.hold(placement.centre)) {
        placements.push_back(placement), in_vain = 0;
      } else if (++in_vain == 100000) {
        throw InputError("objects." + std::to_string(k) +
                         ".placements: there is no fluid outside of objects for tracers");
      }
    }
    found.emplace_back(k, std::move(placements));
  }
  for (auto& [k, placements] : found) {
    model.objects[k].placements = std::move(placements);
    model.objects[k].packing.reset();
  }
}

} // namespace ibsim
