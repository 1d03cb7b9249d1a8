// The objects of a scenario as bodies in space, before anything runs: for tests of overlap and of distance.
#pragma once

#include "base/vec3.hpp"

#include <string>
#include <vector>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace ibsim {

struct FlowModel;
struct ObjectBox;
struct ObjectKind;
struct Placement;
struct ReferenceSurface;

/// Points on the surface of a kind of objects, a twelfth of its radius apart, before they are placed.
struct BodySurface {
  std::vector<Real3> points, tangents[2]; ///< um
};

/// A placed object.
struct Body {
  std::string key;  ///< in the scenario: "objects.0.placements.1"
  std::string name; ///< for a person: "\"red cell\" (object 1)"
  const ObjectKind* kind;
  const Placement* placement;
  std::shared_ptr<const BodySurface> surface; ///< of the kind
  Real3 low, high;                            ///< of the points
  real radius = 0;                            ///< of a sphere about the centre that holds them

  std::size_t points() const { return surface->points.size(); }
  Real3 point(std::size_t) const;          ///< um
  Real3 outward_normal(std::size_t) const; ///< there, of unit length
};

/// All of them but tubes (tubes.hpp), in the order of the scenario, which must outlive them.
std::vector<Body> placed_bodies(const FlowModel&);

/// Box around an object as placed, um.
ObjectBox box_at_start(const FlowModel&, std::size_t kind, std::size_t object);

/// The periods of the box; so long that nothing meets its image where there are walls.
Real3 periods_of(const FlowModel&);

/// True if a point p (um, not wrapped) is inside the placed object.
bool contains(const ReferenceSurface&, const Placement&, const Real3& p);

/// True if a point of one surface, moved outward by `distance` (um), is inside the other object, in a
/// box of these periods; with distance zero: if they overlap.
bool closer_than(const Body&, const Body&, const Real3& periods, real distance);

/// First pair a < b, by a and then by b, for which `meets` holds. Only pairs whose spheres are closer than
/// `distance` in a box of these periods are looked at. The bodies are sorted into cells
/// as wide as the widest pair, so only neighbours cost time.
std::optional<std::pair<std::size_t, std::size_t>>
first_pair(const std::vector<Body>&, const Real3& periods, real distance,
           const std::function<bool(const Body&, const Body&)>& meets);

/// First pair a < b, by a and then by b, that is closer_than `distance`; all cores look.
std::optional<std::pair<std::size_t, std::size_t>> first_close_pair(const std::vector<Body>&,
                                                                    const Real3& periods, real distance);

/// All pairs a < b, by a and then by b, that are closer_than `distance`; all cores look.
std::vector<std::pair<std::size_t, std::size_t>> close_pairs(const std::vector<Body>&, const Real3& periods,
                                                             real distance);

} // namespace ibsim
