// Overlaps of a pair are found once, side by side; then each object sums what its pairs, in the order of the
// list, ask of it. So no sum depends on the number of threads.
#include "packing/packed_bodies.hpp"

#include "parallel/for_each.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

constexpr real part_a_round = 0.8; // of what all its overlaps ask of an object; less oscillates less
constexpr real most_move = 0.025;  // a round, as a part of its radius
constexpr real most_turn = 0.06;   // a round
constexpr real most_move_of_spheres = 0.25;
constexpr real least_stiffness = 0.1; // where the pushes of a pair cancel, they say nothing of how far to go

using Rows = Real3[3];

Real3 along(const Rows& rows, const Real3& v) { return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)}; }
/// The transposed of it.
Real3 back(const Rows& rows, const Real3& v) { return v.x * rows[0] + v.y * rows[1] + v.z * rows[2]; }

/// Turns q by the small rotation vector v in space.
void turn(std::array<real, 4>& q, const Real3& v) {
  const auto [w, x, y, z] = q;
  const Real3 u{x, y, z}, h = 0.5 * v;
  const Real3 t = u + w * h + cross(h, u);
  const real s = w - dot(h, u), length = std::sqrt(s * s + dot(t, t));
  q = {s / length, t.x / length, t.y / length, t.z / length};
}

/// Half the width of the box around a shape in a direction of space.
real half_width(const PackedShape& shape, const Rows& rows, const Real3& direction) {
  const Real3 u = back(rows, direction);
  return shape.half_widths.x * std::abs(u.x) + shape.half_widths.y * std::abs(u.y) +
         shape.half_widths.z * std::abs(u.z);
}

real thinnest(const PackedShape& shape) {
  return std::min({shape.half_widths.x, shape.half_widths.y, shape.half_widths.z});
}

/// How easily a body without mass goes, and turns (as a disc about a diameter).
real ease(const PackedBody& body, const PackedShape& shape) {
  return body.room < 0 ? 0 : 1 / (shape.radius * shape.radius * shape.radius);
}
real ease_of_turning(const PackedBody& body, const PackedShape& shape, real scale) {
  constexpr real gyration = 0.3; // squared, in units of the radius
  return body.turns ? ease(body, shape) / (gyration * scale * scale * shape.radius * shape.radius) : 0;
}

} // namespace

void rotation_of(const std::array<real, 4>& q, Real3 (&rows)[3]) {
  const auto [w, x, y, z] = q;
  rows[0] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)};
  rows[1] = {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)};
  rows[2] = {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)};
}

PackedBodies::PackedBodies(std::vector<PackedShape> shapes, std::vector<PackingRoom> rooms,
                           std::vector<PackedBody> bodies, const Real3& periods)
    : shapes_(std::move(shapes)), rooms_(std::move(rooms)), bodies_(std::move(bodies)), periods_(periods),
      poses_(bodies_.size()) {
  real widest = 0;
  for (const PackedShape& shape : shapes_) widest = std::max(widest, shape.radius);
  skin_ = 0.15 * widest;
}

void PackedBodies::renew_pairs() {
  real most = 0;
  for (std::size_t i = 0; i < listed_at_.size(); ++i)
    most = std::max(most, norm(bodies_[i].centre - listed_at_[i]));
  if (!listed_at_.empty() && 2 * most < skin_) return;
  listed_at_.clear();
  std::vector<real> radii;
  for (PackedBody& body : bodies_) {
    const PackingRoom* room = body.room < 0 ? nullptr : &rooms_[static_cast<std::size_t>(body.room)];
    for (int d = 0; d < 3; ++d)
      if (room && !room->bounded[d] && periods_[d] > 0) {
        body.centre[d] -= periods_[d] * std::floor(body.centre[d] / periods_[d]);
        if (!(body.centre[d] < periods_[d])) body.centre[d] = 0; // of one that was -1e-20
      }
    listed_at_.push_back(body.centre);
    radii.push_back(body.full_size * shapes_[static_cast<std::size_t>(body.shape)].radius);
  }
  pairs_ = near_pairs(listed_at_, radii, periods_, skin_);
  of_each_ = pairs_of_each(pairs_, bodies_.size());
  overlaps_.resize(pairs_.size());
}

/// Adds the points of a that lie inside b. @param apart from the centre of b to that of a @param sign 1 where
/// a is the first of the pair
void PackedBodies::add_points_inside(std::size_t a, std::size_t b, const Real3& apart, real sign,
                                     Overlap& sum) const {
  const PackedShape& of = shapes_[static_cast<std::size_t>(bodies_[a].shape)];
  const PackedShape& in = shapes_[static_cast<std::size_t>(bodies_[b].shape)];
  const Pose &pose = poses_[a], &other = poses_[b];
  const real ratio = pose.scale / other.scale;
  Rows relative; // from the axes of a to those of b, in units of b's shape
  for (int r = 0; r < 3; ++r) {
    Real3 column{other.rows[0][r], other.rows[1][r], other.rows[2][r]};
    relative[r] = ratio * back(pose.rows, column);
  }
  const Real3 from = back(other.rows, apart) / other.scale;
  const Real3& half = in.half_widths;
  for (const Real3& p : of.points) {
    const real z = dot(relative[2], p) + from.z;
    if (std::abs(z) >= half.z) continue;
    const Real3 at{dot(relative[0], p) + from.x, dot(relative[1], p) + from.y, z};
    if (at.x * at.x + at.y * at.y >= in.radius * in.radius) continue;
    const Depth found = in.surface.map ? depth_in_map(in, at) : depth_in(in, at);
    if (!(found.depth > 0)) continue;
    const real depth = other.scale * found.depth;
    const Real3 push = depth * along(other.rows, found.normal);
    const Real3 place = pose.scale * along(pose.rows, p); // from the centre of a
    sum.push += sign * push;
    sum.levers[sign > 0 ? 0 : 1] += cross(place, push);
    sum.levers[sign > 0 ? 1 : 0] -= cross(place + apart, push);
    sum.weight += depth;
    sum.depth = std::max(sum.depth, depth);
  }
}

PackedBodies::Overlap PackedBodies::overlap_of(const NearPair& pair) const {
  const auto i = static_cast<std::size_t>(pair.first), j = static_cast<std::size_t>(pair.second);
  const PackedShape& first = shapes_[static_cast<std::size_t>(bodies_[i].shape)];
  const PackedShape& second = shapes_[static_cast<std::size_t>(bodies_[j].shape)];
  const Real3 apart = bodies_[i].centre - bodies_[j].centre - pair.shift;
  const real near = poses_[i].scale * first.radius + poses_[j].scale * second.radius;
  if (!(dot(apart, apart) < near * near)) return {};
  const auto between = [&](const Real3& direction) { // whether a plane across it lies between their boxes
    return std::abs(dot(apart, direction)) >=
           poses_[i].scale * half_width(first, poses_[i].rows, direction) +
               poses_[j].scale * half_width(second, poses_[j].rows, direction);
  };
  for (const std::size_t one : {i, j})
    for (int d = 0; d < 3; ++d)
      if (between({poses_[one].rows[0][d], poses_[one].rows[1][d], poses_[one].rows[2][d]})) return {};
  Overlap sum;
  add_points_inside(i, j, apart, 1, sum);
  add_points_inside(j, i, -apart, -1, sum);
  if (!(sum.depth > 0)) return {};
  sum.push *= 1 / sum.weight;
  for (Real3& lever : sum.levers) lever *= 1 / sum.weight;
  const real go = ease(bodies_[i], first) + ease(bodies_[j], second);
  sum.stiffness = go * dot(sum.push, sum.push) +
                  ease_of_turning(bodies_[i], first, poses_[i].scale) * dot(sum.levers[0], sum.levers[0]) +
                  ease_of_turning(bodies_[j], second, poses_[j].scale) * dot(sum.levers[1], sum.levers[1]);
  sum.stiffness = std::max(sum.stiffness, least_stiffness * go);
  return sum;
}

PackedBodies::Overlap PackedBodies::overlap_of_spheres(const NearPair& pair) const {
  const auto i = static_cast<std::size_t>(pair.first), j = static_cast<std::size_t>(pair.second);
  const PackedShape& first = shapes_[static_cast<std::size_t>(bodies_[i].shape)];
  const PackedShape& second = shapes_[static_cast<std::size_t>(bodies_[j].shape)];
  const Real3 apart = bodies_[i].centre - bodies_[j].centre - pair.shift;
  const real near = poses_[i].scale * first.radius + poses_[j].scale * second.radius, distance = norm(apart);
  if (!(distance < near)) return {};
  Overlap sum;
  sum.push = distance > 0 ? apart / distance : Real3{0, 0, 1};
  sum.depth = near - distance;
  sum.stiffness = ease(bodies_[i], first) + ease(bodies_[j], second);
  return sum;
}

/// Adds how a body goes back from beyond the ends of its room.
void PackedBodies::keep_in_room(std::size_t i, bool as_sphere, Real3& move, Real3& turned,
                                real& deepest) const {
  const PackedBody& body = bodies_[i];
  if (body.room < 0) return;
  const PackingRoom& room = rooms_[static_cast<std::size_t>(body.room)];
  const PackedShape& shape = shapes_[static_cast<std::size_t>(body.shape)];
  const Pose& pose = poses_[i];
  const real reach = pose.scale * shape.radius;
  // beyond(place): how far, and the way back
  const auto give_way_at = [&](const std::vector<Real3>& points, const auto& beyond) {
    Real3 push, lever;
    real weight = 0, depth = 0;
    const auto add = [&](const Real3& arm, real extra) {
      const Depth out = beyond(body.centre + arm, extra);
      if (!(out.depth > 0)) return;
      push += out.depth * out.normal, lever += cross(arm, out.depth * out.normal);
      weight += out.depth, depth = std::max(depth, out.depth);
    };
    if (as_sphere)
      add({}, reach);
    else
      for (const Real3& p : points) add(pose.scale * along(pose.rows, p), 0);
    if (!(depth > 0)) return;
    push *= 1 / weight, lever *= 1 / weight;
    const real go = ease(body, shape), turns = as_sphere ? 0 : ease_of_turning(body, shape, pose.scale);
    const real stiffness = std::max(go * dot(push, push) + turns * dot(lever, lever), least_stiffness * go);
    move += depth * go / stiffness * push, turned += depth * turns / stiffness * lever;
    deepest = std::max(deepest, depth);
  };
  const auto give_way = [&](const auto& beyond) { give_way_at(shape.points, beyond); };
  for (int d = 0; d < 3; ++d) {
    if (!room.bounded[d]) continue;
    Real3 up;
    up[d] = 1;
    if (body.centre[d] - reach < room.low[d])
      give_way([&](const Real3& p, real extra) { return Depth{room.low[d] - p[d] + extra, up}; });
    if (body.centre[d] + reach > room.high[d])
      give_way([&](const Real3& p, real extra) { return Depth{p[d] - room.high[d] + extra, -up}; });
  }
  for (const PlacedRelief& floor : room.floors)
    if (body.centre.y - reach <
        floor.y + (floor.relief.map ? floor.relief.map->highest : floor.relief.height))
      give_way([&](const Real3& p, real extra) {
        const ReliefAt at = relief_at(floor, p);
        const Real3 up = upward(at);
        return Depth{(at.y - p.y) * up.y + extra, up};
      });
  if (room.vessel) {
    const SignedDistance& fluid = *room.fluid;
    const real deep = room.vessel->depth(), step = 10 * room.from_wall;
    constexpr real steepest = 1.25; // of a distance, 1, and what its interpolation adds
    const auto may_be_out = [&](const Real3& centre, real within) {
      const Real3 place = body.centre + pose.scale * along(pose.rows, centre);
      return fluid.distance(place) + steepest * pose.scale * within + room.from_wall > 0;
    };
    if (fluid.distance(body.centre) + reach > 0)
      give_way_at(as_sphere ? std::vector<Real3>() : shape.points_where(may_be_out),
                  [&](const Real3& p, real extra) {
                    const real out = fluid.distance(p) + std::min(extra, deep) + room.from_wall;
                    if (!(out > 0)) return Depth{};
                    const Real3 away = gradient_of(fluid, p, 0.1 * step);
                    const real length = norm(away);
                    return length > 0 ? Depth{out, -away / length} : Depth{};
                  });
  }
  if (room.tubes.empty()) return;
  const TubeSection& tube = tube_around(room, body.centre);
  if (std::hypot(body.centre.x - tube.x, body.centre.y - tube.y) + reach > tube.radius)
    give_way([&](const Real3& p, real extra) {
      const Real3 out{p.x - tube.x, p.y - tube.y, 0};
      const real r = norm(out);
      return r > 0 ? Depth{r + std::min(extra, tube.radius) - tube.radius, -out / r} : Depth{};
    });
}

real PackedBodies::advance(real size, bool as_spheres) {
  renew_pairs();
  const Stream<Cpu> stream;
  const auto n = static_cast<Index>(bodies_.size()), pairs = static_cast<Index>(pairs_.size());
  for_each(stream, n, [&](Index i) {
    const PackedBody& body = bodies_[static_cast<std::size_t>(i)];
    Pose& pose = poses_[static_cast<std::size_t>(i)];
    rotation_of(body.quaternion, pose.rows);
    pose.scale = body.full_size * (body.room < 0 ? 1 : size);
  });
  for_each(stream, pairs, [&](Index p) {
    const NearPair& pair = pairs_[static_cast<std::size_t>(p)];
    overlaps_[static_cast<std::size_t>(p)] = as_spheres ? overlap_of_spheres(pair) : overlap_of(pair);
  });
  std::vector<real> deepest(bodies_.size());
  for_each(stream, n, [&](Index index) {
    const auto i = static_cast<std::size_t>(index);
    PackedBody& body = bodies_[i];
    const PackedShape& shape = shapes_[static_cast<std::size_t>(body.shape)];
    const real scale = poses_[i].scale, go = ease(body, shape),
               turns = as_spheres ? 0 : ease_of_turning(body, shape, scale);
    Real3 move, turned;
    for (Index e = of_each_.begin[i]; e < of_each_.begin[i + 1]; ++e) {
      const Index entry = of_each_.entries[static_cast<std::size_t>(e)];
      const Overlap& overlap = overlaps_[static_cast<std::size_t>(entry / 2)];
      if (!(overlap.depth > 0)) continue;
      const real way = overlap.depth / overlap.stiffness;
      move += (entry % 2 ? -1 : 1) * way * go * overlap.push;
      turned += way * turns * overlap.levers[entry % 2];
      const NearPair& pair = pairs_[static_cast<std::size_t>(entry / 2)];
      const real other = thinnest(shapes_[static_cast<std::size_t>(
          bodies_[static_cast<std::size_t>(entry % 2 ? pair.first : pair.second)].shape)]);
      deepest[i] = std::max(deepest[i], overlap.depth / std::min(thinnest(shape), other));
    }
    real out = 0;
    keep_in_room(i, as_spheres, move, turned, out);
    deepest[i] = std::max(deepest[i], out / thinnest(shape));
    if (go == 0) return;
    move *= part_a_round, turned *= part_a_round;
    const real step = norm(move), angle = norm(turned);
    const real most = (as_spheres ? most_move_of_spheres : most_move) * scale * shape.radius;
    if (step > most) move *= most / step;
    if (angle > most_turn) turned *= most_turn / angle;
    body.centre += move;
    turn(body.quaternion, turned);
  });
  if (deepest.empty()) return 0;
  const auto most = std::max_element(deepest.begin(), deepest.end());
  tightest_ = static_cast<std::size_t>(most - deepest.begin());
  return *most;
}

} // namespace ibsim
