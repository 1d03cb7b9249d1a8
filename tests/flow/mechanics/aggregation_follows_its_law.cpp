// The attraction between membranes of two objects is an energy per area: of planes and of spheres it is that
// of its law, it does not depend on the sites, and its forces are minus its gradient.
#include "examples/examples.hpp"
#include "mechanics/aggregation.hpp"
#include "mechanics/meeting.hpp"

namespace ibsim {
namespace {

constexpr Grid box{{24, 24, 24}, 0.5}, of_sheets{{16, 16, 16}, 0.5}; // sheets fill the latter
constexpr real contact_range = 0.5;                                  // um

template <class B>
class AggregationForce : public BackendTest<B> {};
TYPED_TEST_SUITE(AggregationForce, Backends, BackendNames);

/// 2 uJ/m^2 over as much as contact.
AggregationProperties attraction(AttractionForm form = AttractionForm::finite_range) {
  AggregationProperties of;
  of.energy = 2e-3, of.range = 0.5, of.form = form;
  return of;
}

/// The force alone, with a search of its own, between all structures by one law.
template <class B>
std::unique_ptr<PairForce<B>> make_alone(const Stream<B>& stream, const AggregationLaw& law, const Grid& grid,
                                         const std::vector<ContactStructure>& structures) {
  return make_aggregation(
      stream, std::vector<AggregationLaw>(structures.size() * structures.size(), law), grid.h,
      std::make_shared<NeighbourSearch<B>>(stream, grid, ranges_of_attraction({law}), structures));
}

TEST(AggregationLaw, is_the_slope_of_its_energies) {
  for (const AttractionForm form : {AttractionForm::finite_range, AttractionForm::morse}) {
    const AggregationLaw law = aggregation_law(attraction(form), contact_range);
    const real peak = law.energy / law.width;
    for (const real r : {0.51, 0.6, 0.75, 0.9, 0.99}) {
      const real e = 1e-4; // central differences: e^2 p'''/6, p''' some 400 e/w^4, are 1e-5 of the peak
      EXPECT_NEAR((law.pressure(r + e) - law.pressure(r - e)) / (2 * e), law.pressure_slope(r),
                  1e-4 * peak / law.width)
          << r;
      EXPECT_NEAR((law.planar_energy(r - e) - law.planar_energy(r + e)) / (2 * e), law.pressure(r),
                  1e-5 * peak)
          << r;
      EXPECT_NEAR((law.potential(r - e) - law.potential(r + e)) / (2 * e), law.force(r), 1e-4 * peak) << r;
    }
    EXPECT_NEAR(law.planar_energy(contact_range), -law.energy, 1e-12 * law.energy);
    EXPECT_EQ(law.planar_energy(law.end()), 0);
    EXPECT_NEAR(law.pressure(law.end()), 0, 1e-12 * peak);
  }
  const AggregationLaw law = aggregation_law(attraction(), contact_range);
  EXPECT_NEAR(law.pressure(0.75), -1.875 * law.energy / law.width, 1e-12);
  EXPECT_NEAR(law.largest_slope(), 10 / std::sqrt(real{3}) * law.energy / (law.width * law.width), 1e-5);
}

// Sites 0.4 of the range apart, on lattices that lie as one: the least favourable of their kind. The sum over
// them is the plane's integral but for 2 % of the force where it is largest, and 1.5 % of the depth
// (docs/notes/aggregation.md). Means over four places of the sites of one plane against those of the other.
TYPED_TEST(AggregationForce, of_two_planes_is_that_of_the_law) {
  const auto& stream = this->stream();
  const SurfaceKind sheet = make_flat_sheet(8, 8, 9, 40); // sites 0.2 um apart
  for (const auto& [form, d] : {std::pair{AttractionForm::finite_range, 0.5},
                                {AttractionForm::finite_range, 0.6},
                                {AttractionForm::finite_range, 0.75},
                                {AttractionForm::finite_range, 0.9},
                                {AttractionForm::morse, 0.6}}) {
    const AggregationLaw law = aggregation_law(attraction(form), contact_range);
    const real peak = (form == AttractionForm::morse ? 1 : 1.875) * law.energy / law.width;
    real pressure = 0, energy = 0, sideways = 0;
    for (int place = 0; place < 4; ++place) {
      const Real3 shift{place % 2 * 0.1, 0, place / 2 * 0.1 + 0.03};
      Meeting<TypeParam> meeting(stream);
      for (const bool upper : {false, true})
        meeting.add(sheet, {[=, height = 4 + d](const Real3& xi) {
                      const Real3 at{xi.x * 8 / (2 * pi), upper ? height : 4, xi.y * 8 / (2 * pi)};
                      return upper ? at + shift : at;
                    }});
      const auto force = make_alone(stream, law, of_sheets, meeting.structures_in_contact());
      const auto forces = meeting.forces(*force);
      const Real3 on_upper = 1.0 / 64 * sum(forces[1]);
      pressure += on_upper.y / 4, energy += measured(stream, *force, meeting.sites()).energy / 64 / 4;
      sideways += (on_upper.x * on_upper.x + on_upper.z * on_upper.z) / 4;
      EXPECT_LT(norm(sum(forces[0]) + sum(forces[1])), 1e-13 * 64 * peak);
    }
    EXPECT_NEAR(pressure, law.pressure(d), 0.02 * peak) << d;
    EXPECT_NEAR(energy, law.planar_energy(d), 0.015 * law.energy) << d;
    EXPECT_LT(std::sqrt(sideways), 0.02 * peak) << d; // locking of sites, in the root mean square
  }
}

// An element feels a sphere of radius R by (R/D) W(D - R), D its distance from the centre, by integrating u
// over it. Over a second one that gives E = (2 pi R R'/L) V, V = int_d^inf W, for centres L apart and
// surfaces d; the force is -dE/dL (Derjaguin's is the first term for L = R + R').
TYPED_TEST(AggregationForce, of_two_spheres_is_derjaguins) {
  const auto& stream = this->stream();
  const real R = 2, S = 1.5;
  const SurfaceKind one = make_closed_surface({ReferenceShape::sphere, {R, R, R}}, 100, 4000, {}),
                    other = make_closed_surface({ReferenceShape::sphere, {S, S, S}}, 100, 2400, {});
  const AggregationLaw law = aggregation_law(attraction(), contact_range);
  const auto rest = [&](real d) { // V by the trapezoidal rule, exact to 1e-6
    const int n = 4000;
    real V = 0;
    for (int i = 0; i < n; ++i) {
      const real a = d + (law.end() - d) * i / n, b = d + (law.end() - d) * (i + 1) / n;
      V += (law.planar_energy(a) + law.planar_energy(b)) / 2 * (b - a);
    }
    return V;
  };
  for (const real d : {0.5, 0.6, 0.75}) {
    const real L = R + S + d, energy = 2 * pi * R * S / L * rest(d),
               force = 2 * pi * R * S / L * law.planar_energy(d) + energy / L;
    real found = 0, found_energy = 0;
    constexpr int turns = 4;
    for (int turn = 0; turn < turns; ++turn) { // so that others of their sites are near
      const real c = std::cos(real(turn)), sine = std::sin(real(turn));
      const auto turned = [=](const Real3& centre, real radius) -> Map {
        return [=](const Real3& xi) {
          return centre + radius * Real3{xi.x, c * xi.y - sine * xi.z, sine * xi.y + c * xi.z};
        };
      };
      Meeting<TypeParam> meeting(stream); // without a start: each site is a point
      meeting.add(one, {turned({6, 6, 4}, R)});
      meeting.add(other, {turned({6, 6, 4 + L}, S)});
      const auto alone = make_alone(stream, law, box, meeting.structures_in_contact());
      found += sum(meeting.forces(*alone)[1]).z / turns;
      found_energy += measured(stream, *alone, meeting.sites()).energy / turns;
    }
    // sites 0.11 um apart, a fifth of the range: below 1 % of planes, of which some 40 sites are near here
    EXPECT_NEAR(found, force, 0.02 * std::abs(force)) << d;
    EXPECT_NEAR(found_energy, energy, 0.02 * std::abs(energy)) << d;
  }
}

// Two red cells face to face, and askew: half the sites, as points or between them, and another grid, change
// nothing that counts. A potential between vertices would change fourfold.
TYPED_TEST(AggregationForce, does_not_depend_on_sites) {
  const auto& stream = this->stream();
  const AggregationLaw law = aggregation_law(attraction(), contact_range);
  std::vector<SurfaceKind> cells;
  for (const int sites : {8000, 4000, 2000}) cells.push_back(make_closed_surface(red_cell, 200, sites, {}));
  for (const real tilt : {0.0, 0.1}) {
    std::vector<real> energies;
    for (const SurfaceKind& cell : cells)
      for (const real h : {0.5, 0.25}) {
        Meeting<TypeParam> meeting(stream);
        meeting.add(cell,
                    {[](const Real3& xi) {
                       return Real3{6, 6, 4} + position(red_cell, xi);
                     },
                     [=](const Real3& xi) {
                       const Real3 x = position(red_cell, xi);
                       return Real3{6, 6, 7} + Real3{std::cos(tilt) * x.x + std::sin(tilt) * x.z, x.y,
                                                     std::cos(tilt) * x.z - std::sin(tilt) * x.x};
                     }},
                    red_cell_at_start);
        const Grid grid{{static_cast<int>(12 / h), static_cast<int>(12 / h), static_cast<int>(12 / h)}, h};
        const auto alone = make_alone(stream, law, grid, meeting.structures_in_contact());
        energies.push_back(measured(stream, *alone, meeting.sites()).energy);
      }
    ASSERT_LT(energies[0], 0);
    for (const real energy : energies) EXPECT_NEAR(energy, energies[0], 0.01 * std::abs(energies[0])) << tilt;
  }
}

// Points half of the range apart pull as all sites do. Two red cells face to face lie alike, as in a rouleau,
// so the points of one follow those of the other: the net force of points is that of all sites within 2 % of
// the largest stress on the area in contact, also sideways, wherever one is above the other.
TYPED_TEST(AggregationForce, of_points_is_that_of_all_sites) {
  const auto& stream = this->stream();
  const AggregationLaw law = aggregation_law(attraction(), contact_range);
  const SurfaceKind cell = make_closed_surface(red_cell, 200, 8000, {});
  for (const Real3& shift : {Real3{0, 0, 0}, {0.06, 0.02, 0}, {0.13, -0.07, 0.05}, {0.4, 0.2, 0.1}}) {
    Real3 forces[2];
    real area = 0;
    for (const bool by_points : {true, false}) {
      Meeting<TypeParam> meeting(stream);
      meeting.add(cell,
                  {[](const Real3& xi) {
                     return Real3{6, 6, 4} + position(red_cell, xi);
                   },
                   [=](const Real3& xi) {
                     return Real3{6, 6, 7} + shift + position(red_cell, xi);
                   }},
                  by_points ? red_cell_at_start : Map(nullptr));
      const auto alone = make_alone(stream, law, box, meeting.structures_in_contact());
      forces[by_points] = sum(meeting.forces(*alone)[0], 8000);
      area = -measured(stream, *alone, meeting.sites()).energy / law.energy;
    }
    const real largest = 1.875 * law.energy / law.width * area;
    std::printf("  %.2f %.2f %.2f: %.2e %.2e %.2e of %.3f um^2\n", shift.x, shift.y, shift.z,
                (forces[1].x - forces[0].x) / largest, (forces[1].y - forces[0].y) / largest,
                (forces[1].z - forces[0].z) / largest, area);
    EXPECT_LT(norm(forces[1] - forces[0]), 0.02 * largest);
  }
}

Map deformed(const Real3& centre, real radius, real phase) {
  return [=](const Real3& xi) {
    const Real3 x = radius * xi;
    return centre + Real3{1.2 * x.x + 0.1 * std::sin(2 * x.y + phase), 0.9 * x.y,
                          x.z + 0.2 * x.z * x.x + 0.1 * std::cos(3 * x.x)};
  };
}
Real3 motion(const Real3& x) {
  return {std::sin(x.y + 0.3 * x.z), 0.5 * std::cos(x.x) + 0.2 * x.y, std::sin(x.x - x.y) + 0.1 * x.z};
}

// Virtual work in a motion that stretches and bends both, by a central difference; and neither a net force
// nor a net torque.
TYPED_TEST(AggregationForce, is_the_gradient_of_its_energy) {
  const auto& stream = this->stream();
  const SurfaceKind one = make_closed_surface({ReferenceShape::sphere, {1.5, 1.5, 1.5}}, 100, 1200, {}),
                    other = make_closed_surface({ReferenceShape::sphere, {1.2, 1.2, 1.2}}, 100, 900, {});
  for (const AttractionForm form : {AttractionForm::finite_range, AttractionForm::morse}) {
    const AggregationLaw law = aggregation_law(attraction(form), contact_range);
    const auto moved = [&](real by) {
      Meeting<TypeParam> meeting(stream);
      const auto add = [&](const SurfaceKind& kind, const Map& map, real radius) {
        meeting.add(kind, {[=](const Real3& xi) { return map(xi) + by * motion(map(xi)); }},
                    ball({}, radius));
      };
      add(one, deformed({5, 5, 5}, 1.5, 0), 1.5), add(other, deformed({5.2, 8.3, 5}, 1.4, 1), 1.2);
      return meeting;
    };
    Meeting<TypeParam> meeting = moved(0);
    const auto alone = make_alone(stream, law, box, meeting.structures_in_contact());
    const auto forces = meeting.forces(*alone);
    const real e = 1e-4;
    Meeting<TypeParam> ahead = moved(e), behind = moved(-e);
    const real lost =
        (measured(stream, *alone, behind.sites()).energy - measured(stream, *alone, ahead.sites()).energy) /
        (2 * e);
    real given = 0, size = 0, turning = 0;
    Real3 force, torque;
    for (std::size_t k = 0; k < 2; ++k) {
      const auto to = vectors(ahead.x[k].to_host(stream)), from = vectors(behind.x[k].to_host(stream));
      const auto at = vectors(meeting.x[k].to_host(stream));
      for (std::size_t i = 0; i < to.size(); ++i) {
        const Real3 velocity = 1 / (2 * e) * (to[i] - from[i]), f = forces[k][i];
        given += dot(f, velocity), size += norm(f) * norm(velocity);
        force += f, torque += cross(at[i], f), turning += norm(at[i]) * norm(f);
      }
    }
    ASSERT_GT(size, 1e-4);
    // e^2 u'''/6 of pairs, and where pairs pass the ends of the range, a jump of u''' (of Morse's, of u' at
    // one end, where it is a hundredth) over e for a part e/0.2 of them
    EXPECT_NEAR(given, lost, (form == AttractionForm::morse ? 1e-4 : 2e-6) * size);
    EXPECT_LT(norm(force), 1e-13 * size);
    EXPECT_LT(norm(torque), 1e-13 * turning);
    meeting.repeated_forces(*alone); // the same bits for any number of threads
  }
}

// An elastic sheet with a wave over a flat one: the second variation of the energy is W'', so waves grow
// where kappa k^4 + sigma k^2 < -W''. Element by element that is exact, since one of them feels a plane by
// its height alone.
TYPED_TEST(AggregationForce, makes_waves_grow_by_the_curvature_of_its_energy) {
  const auto& stream = this->stream();
  const SurfaceKind sheet = make_flat_sheet(8, 8, 9, 40);
  const AggregationLaw law = aggregation_law(attraction(), contact_range);
  for (const auto& [t, waves] : {std::pair{0.25, 1}, {0.6, 1}, {0.789, 2}}) {
    const real d = contact_range + t * law.width, a = 0.1 * law.width;
    const auto energy = [&, waves = waves](real amplitude) { // mean over four places of the sites
      real mean = 0;
      for (int place = 0; place < 4; ++place) {
        const real x = place % 2 * 0.1 + 0.05, z = place / 2 * 0.1 + 0.03;
        Meeting<TypeParam> meeting(stream);
        meeting.add(sheet, {[](const Real3& xi) {
                      return Real3{xi.x * 8 / (2 * pi), 4, xi.y * 8 / (2 * pi)};
                    }});
        meeting.add(sheet, {[=](const Real3& xi) {
                      return Real3{xi.x * 8 / (2 * pi) + x, 4 + d + amplitude * std::cos(waves * xi.x),
                                   xi.y * 8 / (2 * pi) + z};
                    }});
        const auto alone = make_alone(stream, law, of_sheets, meeting.structures_in_contact());
        mean += measured(stream, *alone, meeting.sites()).energy / 64 / 4;
      }
      return mean;
    };
    // The mean of cos^2 is a half; both signs take the odd part away.
    const auto curvature_of = [&](const auto& energy_at) {
      return 2 * (energy_at(a) + energy_at(-a) - 2 * energy_at(real{0})) / (a * a);
    };
    const real expected = curvature_of([&](real amplitude) {
      real mean = 0;
      for (int i = 0; i < 64; ++i) mean += law.planar_energy(d + amplitude * std::cos(2 * pi * i / 64)) / 64;
      return mean;
    });
    // W'' = -p'; the wave itself adds a^2 W''''/8, at most 0.01/8 of 360 e/w^2
    EXPECT_NEAR(expected, -law.pressure_slope(d), 0.45 * law.energy / (law.width * law.width));
    EXPECT_NEAR(curvature_of(energy), expected, 0.03 * law.largest_slope()) << t << " " << waves;
  }
}

// Objects do not feel themselves, nor those of kinds that the laws leave out; the areas by which others hold
// them are the same from both sides, and that of two planes at the range of contact is all of them.
TYPED_TEST(AggregationForce, acts_between_the_kinds_that_it_is_told) {
  const auto& stream = this->stream();
  const SurfaceKind disc = make_closed_surface({ReferenceShape::ellipsoid, {3, 3, 0.6}}, 200, 1600, {}),
                    sphere = make_closed_surface({ReferenceShape::sphere, {1.5, 1.5, 1.5}}, 100, 600, {});
  const AggregationLaw law = aggregation_law(attraction(), contact_range), none;
  Meeting<TypeParam> meeting(stream);
  meeting.add(disc, {rolled_disc({6, 6, 5})}, flat_disc); // whose rims meet
  meeting.add(sphere, {ball({3, 3, 3}, 1.5), ball({3, 3, 6.6}, 1.5)}, ball({}, 1.5));
  meeting.add(sphere, {ball({3, 6.6, 3}, 1.5)}, ball({}, 1.5));
  const auto structures = meeting.structures_in_contact();
  const PairRanges ranges(law.end(), contact_range, contact_range);
  const auto with = [&](const std::vector<AggregationLaw>& laws) {
    return make_aggregation(stream, laws, box.h,
                            std::make_shared<NeighbourSearch<TypeParam>>(stream, box, ranges, structures));
  };
  const auto of_second = with({none, none, none, none, law, none, none, none, none});
  const auto forces = meeting.forces(*of_second);
  EXPECT_EQ(norm(sum(forces[0])) + norm(sum(forces[2])), 0);
  for (const Real3& f : forces[0]) ASSERT_EQ(norm(f), 0);
  EXPECT_LT(sum(forces[1], 600).z, 0);
  const std::vector<HeldArea> areas = of_second->held_areas(stream, meeting.sites());
  ASSERT_EQ(areas.size(), 2u);
  EXPECT_EQ(areas[0].kind, 1u);
  EXPECT_EQ(areas[0].object, 0);
  EXPECT_EQ(areas[0].other, 1);
  EXPECT_NEAR(areas[0].area, areas[1].area, 1e-12 * areas[0].area);
  EXPECT_NEAR(areas[0].area, -measured(stream, *of_second, meeting.sites()).energy / law.energy,
              1e-12 * areas[0].area);
  const auto of_both = with({none, none, none, none, none, law, none, law, none});
  const auto mixed = meeting.forces(*of_both);
  EXPECT_LT(sum(mixed[2]).y, 0);
  EXPECT_EQ(norm(sum(mixed[1], 600)), 0);
}

} // namespace
} // namespace ibsim
