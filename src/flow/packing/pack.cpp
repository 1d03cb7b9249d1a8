#include "packing/pack.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "geometry/triangle_mesh.hpp"
#include "packing/packed_bodies.hpp"
#include "packing/random_place.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

// of a red cell 0.37 um apart, so 0.02 um may go unseen between two rims
constexpr int points_a_shape = 1000;
constexpr real growth = 1.006;          // a round in which no overlap is deeper than
constexpr real soft = 0.05;             // this, as a part of the least half width
constexpr real well_apart = 0.004;      // the same at the end: 5 nm of a red cell
constexpr int most_rounds_alike = 2000; // without growth: it is jammed
constexpr int most_attempts = 6;
constexpr real first_size = 0.5, fewest_spheres = 0.15; // of their room, which random places leave loose

/// A turn at random, all alike (Shoemake 1992, Graphics Gems III).
std::array<real, 4> any_turn(Random& random) {
  const real a = random.uniform(), b = 2 * std::numbers::pi * random.uniform(),
             c = 2 * std::numbers::pi * random.uniform();
  return {std::sqrt(a) * std::cos(c), std::sqrt(1 - a) * std::sin(b), std::sqrt(1 - a) * std::cos(b),
          std::sqrt(a) * std::sin(c)};
}

/// Such that the object's own z lies along that axis.
std::array<real, 4> turn_to(PackingTurn turn) {
  const real half = std::sqrt(real{0.5});
  if (turn == PackingTurn::x) return {half, 0, half, 0};  // by 90 degrees about y
  if (turn == PackingTurn::y) return {half, -half, 0, 0}; // by -90 degrees about x
  return {1, 0, 0, 0};
}

/// The quaternion of a placement's rotation (Shepperd 1978).
std::array<real, 4> quaternion_of(const Placement& placed) {
  const Real3(&r)[3] = placed.rotation;
  const real squares[4] = {1 + r[0].x + r[1].y + r[2].z, 1 + r[0].x - r[1].y - r[2].z,
                           1 - r[0].x + r[1].y - r[2].z, 1 - r[0].x - r[1].y + r[2].z};
  const auto largest = std::max_element(squares, squares + 4) - squares;
  const real differences[3] = {r[2].y - r[1].z, r[0].z - r[2].x, r[1].x - r[0].y};
  const real sums[3] = {r[1].x + r[0].y, r[0].z + r[2].x, r[2].y + r[1].z}; // xy, xz, yz
  const real four = 2 * std::sqrt(squares[largest]);
  std::array<real, 4> q{};
  if (largest == 0)
    q = {four / 4, differences[0] / four, differences[1] / four, differences[2] / four};
  else if (largest == 1)
    q = {differences[0] / four, four / 4, sums[0] / four, sums[1] / four};
  else if (largest == 2)
    q = {differences[1] / four, sums[0] / four, four / 4, sums[2] / four};
  else
    q = {differences[2] / four, sums[1] / four, sums[2] / four, four / 4};
  return q;
}

PackedBodies scattered(const PackingProblem& problem, int attempt) {
  std::vector<PackedShape> shapes;
  std::vector<PackingRoom> rooms;
  std::vector<PackedBody> bodies;
  real largest_margin = 0;
  for (std::size_t g = 0; g < problem.groups.size(); ++g) {
    const PackedGroup& group = problem.groups[g];
    const auto low_bits = static_cast<std::uint32_t>(group.seed),
               high_bits = static_cast<std::uint32_t>(group.seed >> 32);
    std::seed_seq seeds{low_bits, high_bits, static_cast<std::uint32_t>(g),
                        static_cast<std::uint32_t>(attempt)};
    Random random{std::mt19937_64(seeds)};
    PackedBody body;
    body.shape = body.room = static_cast<int>(g);
    body.turns = group.turn == PackingTurn::random;
    body.full_size = 1 + group.margin;
    for (int i = 0; i < group.number; ++i) {
      body.centre = any_place(group.room, random);
      body.quaternion = body.turns ? any_turn(random) : turn_to(group.turn);
      bodies.push_back(body);
    }
    shapes.push_back(packed_shape(group.surface, {1, 1, 1}, points_a_shape));
    if (group.room.vessel) find_patches(shapes.back());
    rooms.push_back(group.room);
    largest_margin = std::max(largest_margin, group.margin);
  }
  for (const FixedObject& fixed : problem.fixed) {
    PackedBody body;
    body.shape = static_cast<int>(shapes.size());
    body.turns = false;
    body.full_size = 1 + largest_margin;
    body.centre = fixed.placement.centre;
    body.quaternion = quaternion_of(fixed.placement);
    bodies.push_back(body);
    shapes.push_back(packed_shape(fixed.surface, fixed.placement.stretch, points_a_shape));
  }
  return PackedBodies(std::move(shapes), std::move(rooms), std::move(bodies), problem.periods);
}

/// So small that the spheres around the objects are a loose crowd.
real size_to_begin_with(const PackingProblem& problem) {
  real least = 1;
  for (std::size_t g = 0; g < problem.groups.size(); ++g) {
    real spheres = 0; // of all groups, as if they shared this room
    for (const PackedGroup& other : problem.groups) {
      const real radius = (1 + other.margin) * packed_shape(other.surface, {1, 1, 1}, 4).radius;
      spheres += other.number * 4 * std::numbers::pi / 3 * radius * radius * radius;
    }
    least = std::min(least, fewest_spheres * volume_of(problem.groups[g].room) / spheres);
  }
  return std::min(first_size, std::cbrt(least));
}

/// Coordinate of the image within the box. @param period 0: the box ends there
real within_box(real x, real period) {
  if (!(period > 0)) return x;
  x -= period * std::floor(x / period);
  return x < period ? x : 0; // of one that was -1e-20
}

Real3 within_box(Real3 x, const Real3& periods) {
  for (int d = 0; d < 3; ++d) x[d] = within_box(x[d], periods[d]);
  return x;
}

/// @return if all reached their full size; else how far they came
real grown(PackedBodies& bodies, const PackingProblem& problem, PackingProgress& progress,
           const std::function<void(const PackingProgress&)>& tell) {
  constexpr int most_rounds_of_spheres = 1000; // what then still overlaps is left to the shapes
  real size = size_to_begin_with(problem);
  for (int round = 0; round < most_rounds_of_spheres && bodies.advance(size, true) > soft; ++round) {
  }
  for (int alike = 0; alike < most_rounds_alike; ++alike) {
    const real deepest = bodies.advance(size, false);
    ++progress.rounds, progress.size = size;
    progress.jammed = static_cast<real>(alike) / most_rounds_alike;
    progress.tightest = within_box(bodies.bodies()[bodies.tightest()].centre, problem.periods);
    if (tell) tell(progress);
    if (size == 1 && deepest < well_apart) return 1;
    if (size < 1 && deepest < soft) size = std::min(real{1}, size * growth), alike = 0;
  }
  return std::min(size, real{0.999});
}

Placement placement_of(const PackedBody& body, const PackingRoom& room, const Real3& periods) {
  Placement placed;
  placed.centre = body.centre;
  for (int d = 0; d < 3; ++d) {
    if (!room.bounded[d]) placed.centre[d] = within_box(placed.centre[d], periods[d]);
  }
  rotation_of(body.quaternion, placed.rotation);
  return placed;
}

} // namespace

std::vector<std::vector<Placement>> pack(const PackingProblem& problem,
                                         const std::function<void(const PackingProgress&)>& tell) {
  PackingProgress progress;
  for (const PackedGroup& group : problem.groups) progress.objects += group.number;
  real best = 0;
  Real3 tightest;
  for (progress.attempt = 1; progress.attempt <= most_attempts; ++progress.attempt) {
    PackedBodies bodies = scattered(problem, progress.attempt - 1);
    const real size = grown(bodies, problem, progress, tell);
    if (size > best) best = size, tightest = progress.tightest;
    if (size < 1) continue;
    std::vector<std::vector<Placement>> placements(problem.groups.size());
    for (const PackedBody& body : bodies.bodies())
      if (body.room >= 0) {
        const auto g = static_cast<std::size_t>(body.room);
        placements[g].push_back(placement_of(body, problem.groups[g].room, problem.periods));
      }
    return placements;
  }
  throw InputError(
      text("%d objects found no room: in %d attempts from other places they jammed, at best at "
           "%.3g of their size and margin, tightest near %s. Take fewer of them, or a smaller margin",
           progress.objects, most_attempts, best, place_text(tightest).c_str()));
}

} // namespace ibsim
