// The force between surfaces that come close, against the integrals of its law, and its promises: the
// momentum of pairs, the gradient of the energy, the same bits in any order of objects and threads.
#include "base/error.hpp"
#include "examples/examples.hpp"
#include "mechanics/meeting.hpp"

namespace ibsim {
namespace {

template <class B>
class ContactForce : public BackendTest<B> {};
TYPED_TEST_SUITE(ContactForce, Backends, BackendNames);

constexpr Grid box{{16, 16, 16}, 0.5};

TEST(ContactLaw, is_the_slope_of_its_energies) {
  const ContactLaw law = contact_law({.pressure = 0.1, .range = 1.2});
  for (const real r : {0.05, 0.2, 0.3, 0.6, 1.1}) {
    const real e = 1e-4; // central differences: e^2 f''' / 6 of 1e-7 relative at r = 0.2
    EXPECT_NEAR((law.energy(r - e) - law.energy(r + e)) / (2 * e), law.force(r), 1e-5 * law.force(r)) << r;
    if (r > 0.24)
      EXPECT_NEAR((law.force(r - e) - law.force(r + e)) / (2 * e), law.slope(r), 1e-5 * law.slope(r)) << r;
    const real s = r / law.range;
    EXPECT_NEAR((law.planar_energy(s - e) - law.planar_energy(s + e)) / (2 * e), law.planar(s), 1e-6) << r;
    EXPECT_NEAR((law.planar(s - e) - law.planar(s + e)) / (2 * e), law.planar_slope(s), 1e-4) << r;
  }
  EXPECT_NEAR(law.energy(1.2), 0, 1e-16);
  EXPECT_DOUBLE_EQ(law.p0 * law.planar(0.25), 0.1);
}

// The gaps that docs/contact.md names, as it rounds them: to half of its last digit times the slope.
TEST(ContactLaw, holds_at_the_gaps_of_its_documents) {
  const ContactLaw law = contact_law({.pressure = 1, .range = 1});
  for (const auto& [pressure, gap] :
       {std::pair{0.01, 0.81}, {0.03, 0.73}, {0.1, 0.61}, {0.3, 0.46}, {0.5, 0.38}, {1.0, 0.25}})
    EXPECT_NEAR(law.p0 * law.planar(gap), pressure, 0.005 * law.p0 * law.planar_slope(gap - 0.005));
  // of round parts 2 pi R* r_c p0 W
  EXPECT_NEAR(2 * pi * law.p0 * law.planar_energy(0.25), 1.0, 0.05);
  EXPECT_NEAR(2 * pi * law.p0 * law.planar_energy(0.15), 1.8, 0.05);
}

// Two sheets that fill the box, d apart, press each other by p0 P(d/r_c): the sum over sites a quarter of the
// range apart is the integral over the plane but for terms 4 exp(-2 pi d/spacing) by Poisson's formula, the
// four shortest waves of the lattice, and the cut at r = r_c, a bend of second order: one per cent of it.
TYPED_TEST(ContactForce, of_two_planes_is_the_pressure_of_the_law) {
  const auto& stream = this->stream();
  const SurfaceKind sheet = make_flat_sheet(8, 8, 9, 32); // sites 1/4 um apart
  const ContactProperties properties{.pressure = 0.1, .range = 1};
  const ContactLaw law = contact_law(properties);
  const auto at = [&](real y) {
    return [=](const Real3& xi) { return Real3{xi.x * 8 / (2 * pi), y, xi.y * 8 / (2 * pi)}; };
  };
  for (const real d : {0.25, 0.4, 0.6, 0.9}) {
    Meeting<TypeParam> meeting(stream);
    meeting.add(sheet, {at(4)});
    meeting.add(sheet, {at(4 + d)});
    const auto contact =
        make_contact_alone<TypeParam>(stream, properties, box, meeting.structures_in_contact());
    const auto forces = meeting.forces(*contact);
    const real pressure = law.p0 * ContactLaw::planar(d),
               error = 4 * std::exp(-2 * pi * d / 0.25) * law.p0 + 0.01 * 0.1;
    EXPECT_NEAR(sum(forces[0]).y / 64, -pressure, error) << d;
    EXPECT_NEAR(sum(forces[1]).y / 64, pressure, error) << d;
    EXPECT_NEAR(measured(stream, *contact, meeting.sites()).least.objects, d, 1e-12);
    EXPECT_NEAR(measured(stream, *contact, meeting.sites()).energy / 64,
                law.p0 * ContactLaw::planar_energy(d), 0.002 * 0.1);
    // Of both, 2 p0 P'/r_c along the normal, of which at least the part at r = d moves fluid, and at most
    // all.
    const real stiff = 2 * law.p0 * ContactLaw::planar_slope(d);
    const real found = measured(stream, *contact, meeting.sites()).stiffness.film.stiffness;
    EXPECT_GT(found, 0.97 * stiff * moving_part(d, box.h)) << d;
    EXPECT_LT(found, 1.5 * stiff + 0.2 * law.p0) << d; // in the norm, two directions across too
  }
}

// Two sheets pass where they press each other most, at 1.46 times the pressure by docs/contact.md. A mean
// of few places of their sites against each other, of which single ones differ by a tenth.
TYPED_TEST(ContactForce, lets_planes_pass_at_its_documents_pressure) {
  const auto& stream = this->stream();
  const SurfaceKind sheet = make_flat_sheet(8, 8, 9, 32);
  const ContactProperties properties{.pressure = 0.1, .range = 1};
  real most = 0;
  for (const real d : {0.05, 0.1, 0.12, 0.14, 0.16, 0.2}) {
    real mean = 0;
    for (const real beside : {0.0, 0.0625, 0.125, 0.1875}) {
      Meeting<TypeParam> meeting(stream);
      for (const real y : {4.0, 4 + d})
        meeting.add(sheet, {[=](const Real3& xi) {
                      return Real3{xi.x * 8 / (2 * pi) + (y > 4 ? beside : 0), y,
                                   xi.y * 8 / (2 * pi) + (y > 4 ? 2 * beside : 0)};
                    }});
      const auto contact =
          make_contact_alone<TypeParam>(stream, properties, box, meeting.structures_in_contact());
      mean += sum(meeting.forces(*contact)[1]).y / 64 / 4;
    }
    most = std::max(most, mean);
  }
  EXPECT_NEAR(most, 0.146, 0.015);
}

// A wall gives a plane that very pressure.
TYPED_TEST(ContactForce, of_a_wall_is_the_pressure_of_the_law) {
  const auto& stream = this->stream();
  Grid walled = box;
  walled.topology.y.ends = Ends::walls;
  const SurfaceKind sheet = make_flat_sheet(8, 8, 9, 16);
  const ContactProperties properties{.pressure = 0.1, .range = 1};
  const ContactLaw law = contact_law(properties);
  for (const real d : {0.1, 0.5}) {
    Meeting<TypeParam> meeting(stream);
    for (const real y : {d, 8 - d})
      meeting.add(sheet, {[=](const Real3& xi) {
                    return Real3{xi.x * 8 / (2 * pi), y, xi.y * 8 / (2 * pi)};
                  }});
    const auto contact =
        make_contact_alone<TypeParam>(stream, properties, walled, meeting.structures_in_contact());
    const auto forces = meeting.forces(*contact);
    for (int wall = 0; wall < 2; ++wall)
      EXPECT_NEAR(sum(forces[wall]).y / 64, (wall == 0 ? 1 : -1) * law.p0 * ContactLaw::planar(d), 1e-12);
    EXPECT_NEAR(measured(stream, *contact, meeting.sites()).least.walls, d, 1e-12);
    EXPECT_NEAR(measured(stream, *contact, meeting.sites()).energy / 64,
                2 * law.p0 * ContactLaw::planar_energy(d), 1e-12);
  }
}

// Three objects of two kinds around the edge of the box, one of them through it: pairs are equal and
// opposite, so all forces add up to round-off of the sums of some 1e3 terms; and the force on an object is
// minus the gradient of the energy in its displacement (central differences of second order).
TYPED_TEST(ContactForce, keeps_the_momentum_and_is_the_gradient_of_its_energy) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_closed_surface({ReferenceShape::sphere, {1.5, 1.5, 1.5}}, 100, 600, {}),
                    other = make_closed_surface({ReferenceShape::sphere, {1, 1, 1}}, 100, 400, {});
  const ContactProperties properties{.pressure = 0.1, .range = 1};
  const auto meet = [&](const Real3& moved) {
    Meeting<TypeParam> meeting(stream);
    meeting.add(kind, {ball({0.5, 4, 4}, 1.5), ball({5.1, 4.2, 4.3}, 1.5)});
    meeting.add(other, {ball(Real3{0.6, 6.9, 4} + moved, 1), ball({13.2, 7.2, 4.3}, 1)}); // the last: at 5.2
    return meeting;
  };
  Meeting<TypeParam> meeting = meet({});
  const auto contact =
      make_contact_alone<TypeParam>(stream, properties, box, meeting.structures_in_contact());
  const auto forces = meeting.forces(*contact);
  real all = 0;
  for (const auto& of_kind : forces)
    for (const Real3& f : of_kind) all += norm(f);
  EXPECT_GT(all, 0.01);
  EXPECT_LT(norm(sum(forces[0]) + sum(forces[1])), 1e-14 * all);
  const auto energy = [&](const Real3& moved) {
    Meeting<TypeParam> there = meet(moved);
    return measured(stream, *contact, there.sites()).energy;
  };
  const real e = 1e-3;
  const Real3 force = sum(forces[1], 0, 400);
  for (int d = 0; d < 3; ++d) {
    Real3 step;
    step[d] = e;
    EXPECT_NEAR(force[d], (energy(-1.0 * step) - energy(step)) / (2 * e), 1e-4 * norm(force));
  }
  // least distance: 6.9 - 4 - 2.5 = 0.4 nearly along y; sites and tangent planes tell it to h^2/R
  EXPECT_NEAR(measured(stream, *contact, meeting.sites()).least.objects, 0.4, 0.03);
}

/// To the nearest image.
real nearest(real r, real period) { return period > 0 ? r - period * std::rint(r / period) : r; }

/// Forces by the definition, over all pairs, and of walls. Areas at rest.
template <class B>
std::vector<std::vector<Real3>> by_all_pairs(Meeting<B>& meeting, ContactLaw law, const Grid& grid,
                                             real seam) {
  struct Site {
    Real3 at;
    real area;
    Index object;
    std::size_t structure;
  };
  std::vector<Site> sites;
  Index object = 0;
  const auto all = meeting.sites();
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Index n = all[k].surface.samples_per_object(), objects = all[k].surface.objects();
    const std::vector<real> areas = areas_at_rest(meeting.stream, all[k].surface);
    const std::vector<Real3> at = vectors(meeting.x[k].to_host(meeting.stream));
    for (Index i = 0; i < n * objects; ++i)
      sites.push_back(
          {at[static_cast<std::size_t>(i)], areas[static_cast<std::size_t>(i % n)], object + i / n, k});
    object += objects;
  }
  const Real3 lengths = grid.lengths();
  const bool sheared = grid.topology.y.ends == Ends::lees_edwards,
             walls = grid.topology.y.ends == Ends::walls;
  std::vector<std::vector<Real3>> forces(all.size());
  for (const Site& a : sites) {
    Real3 force;
    for (const Site& b : sites) {
      if (a.object == b.object) continue;
      Real3 apart = a.at - b.at;
      apart.x = nearest(apart.x, lengths.x);
      if (!walls) {
        const real image = std::rint(apart.y / lengths.y);
        apart.y -= image * lengths.y;
        if (sheared) apart.z -= image * seam;
      }
      apart.z = nearest(apart.z, lengths.z);
      const real r = norm(apart);
      if (r < law.range) force += a.area * b.area * law.force(r) / r * apart;
    }
    const real from_wall = std::min(a.at.y, lengths.y - a.at.y);
    if (walls && from_wall < law.range)
      force.y += (a.at.y < lengths.y - a.at.y ? 1 : -1) * law.p0 * law.planar(from_wall / law.range) * a.area;
    forces[a.structure].push_back(force);
  }
  return forces;
}

// Every pair is found, wherever objects are, in the box and outside, over each other and alone, in boxes of
// many cells of the range and of one: forces are those of the sum over all pairs, to round-off of positions
// that were moved into the box, 1e-14 um over distances of 1e-3 um and more.
TYPED_TEST(ContactForce, finds_every_pair) {
  const auto& stream = this->stream();
  const SurfaceKind large = make_closed_surface({ReferenceShape::sphere, {1, 1, 1}}, 100, 400, {}),
                    small = make_closed_surface({ReferenceShape::sphere, {1, 1, 1}}, 100, 202, {});
  unsigned random = 1;
  const auto next = [&](real least, real most) { // any numbers
    random = random * 1664525u + 1013904223u;
    return least + (most - least) * (random >> 8) / real(1 << 24);
  };
  for (const Ends ends : {Ends::periodic, Ends::walls, Ends::lees_edwards})
    for (const Int3 n : {Int3{16, 16, 16}, Int3{10, 7, 12}, Int3{6, 5, 40}})
      for (const real range : {0.5, 1.3}) {
        Grid grid{n, 0.5};
        grid.topology.y.ends = ends;
        const Real3 lengths = grid.lengths();
        const ContactProperties properties{.pressure = 0.1, .range = range};
        const real seam = next(0, lengths.z);
        const Array<ShearNow, TypeParam> now(stream,
                                             std::vector<ShearNow>{{1e-3, seam / lengths.y, 0, seam}});
        Meeting<TypeParam> meeting(stream);
        if (ends == Ends::lees_edwards) meeting.shear = now.data();
        for (const SurfaceKind* kind : {&large, &small}) {
          std::vector<Map> maps;
          for (int i = 0; i < 4; ++i) {
            const real radius = next(0.6, 1.1);
            const bool walls = ends == Ends::walls;
            maps.push_back(
                ball({next(-3, 12), walls ? next(radius, lengths.y - radius) : next(-3, 12), next(-3, 24)},
                     radius));
          }
          meeting.add(*kind, maps);
        }
        const auto contact =
            make_contact_alone<TypeParam>(stream, properties, grid, meeting.structures_in_contact());
        const auto found = meeting.forces(*contact),
                   expected = by_all_pairs(meeting, contact_law(properties), grid, seam);
        real most = 0;
        for (const auto& of_kind : expected)
          for (const Real3& f : of_kind) most = std::max(most, norm(f));
        EXPECT_GT(most, 0);
        for (std::size_t k = 0; k < found.size(); ++k)
          for (std::size_t i = 0; i < found[k].size(); ++i)
            ASSERT_LT(norm(found[k][i] - expected[k][i]), 1e-10 * most)
                << "site " << i << " of structure " << k << ", " << n.x << " " << n.y << " " << n.z
                << ", range " << range;
      }
}

// In unbounded shear the images above and below have slid by the seam. Two spheres across it press each other
// as they do in the middle of the box, and so do a sphere and an image of its neighbour, wherever it is taken
// from: round-off of positions (1e-15 of 10 um) times forces over the range. Wherever the seam is among the
// cells, at whole ones (0, 3) and between, those near are found, above each other and diagonal.
TYPED_TEST(ContactForce, across_a_sliding_seam_is_that_of_the_images) {
  const auto& stream = this->stream();
  Grid sheared = box;
  sheared.topology.y.ends = Ends::lees_edwards;
  const SurfaceKind kind = make_closed_surface({ReferenceShape::sphere, {1.5, 1.5, 1.5}}, 100, 600, {});
  const ContactProperties properties{.pressure = 0.1, .range = 1};
  const std::pair<Real3, Real3> above{{4, 6.8, 4}, {4.3, 10.1, 4.5}}, back{{4, 6.4, 4}, {4, 9.6, 2.5}},
      ahead{{4, 6.4, 4}, {4, 9.6, 5.5}};
  for (const real seam : {0.0, 0.35, 3.0, 3.2, 7.9})
    for (const auto& [a, b] : {above, back, ahead}) {
      const Array<ShearNow, TypeParam> now(stream, std::vector<ShearNow>{{1e-3, seam / 8, 0, seam}});
      const auto pressed = [&](const Real3& one, const Real3& other) {
        Meeting<TypeParam> meeting(stream);
        meeting.shear = now.data();
        meeting.add(kind, {ball(one, 1.5), ball(other, 1.5)});
        const auto contact =
            make_contact_alone<TypeParam>(stream, properties, sheared, meeting.structures_in_contact());
        return meeting.forces(*contact)[0];
      };
      const Real3 image{0, 8, seam};
      const std::vector<Real3> in_the_middle = pressed(a - Real3{0, 4, 0}, b - Real3{0, 4, 0});
      const real all = norm(sum(in_the_middle, 0, 600));
      EXPECT_GT(all, 0.005);
      for (const auto& [of_a, of_b] :
           {std::pair{a, b}, {a, b - image}, {a - image, b}, {a + image, b - image}}) {
        const std::vector<Real3> forces = pressed(of_a, of_b);
        EXPECT_LT(norm(sum(forces)), 1e-14 * all);
        for (std::size_t i = 0; i < forces.size(); ++i)
          ASSERT_LT(norm(forces[i] - in_the_middle[i]), 1e-12 * all) << "seam " << seam << ", site " << i;
      }
    }
}

// An object that has come into another has a negative distance.
TYPED_TEST(ContactForce, tells_an_overlap) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_closed_surface({ReferenceShape::sphere, {1.5, 1.5, 1.5}}, 100, 600, {});
  Meeting<TypeParam> meeting(stream);
  meeting.add(kind, {ball({2.5, 4, 4}, 1.5), ball({5.4, 4, 4}, 1.5)});
  const auto contact = make_contact_alone<TypeParam>(stream, {.pressure = 0.1, .range = 1}, box,
                                                     meeting.structures_in_contact());
  EXPECT_LT(measured(stream, *contact, meeting.sites()).least.objects, -0.05);
}

// Sites that are far from all others cost nothing and feel nothing; and forces are the same bits however
// often and by however many threads they are found.
TYPED_TEST(ContactForce, repeats_to_the_bit) {
  const auto& stream = this->stream();
  const SurfaceKind kind = make_closed_surface({ReferenceShape::sphere, {1.5, 1.5, 1.5}}, 100, 2000, {});
  Meeting<TypeParam> meeting(stream);
  meeting.add(kind, {ball({1.6, 4, 4}, 1.5), ball({4.8, 4.1, 3.8}, 1.5), ball({3, 1.1, 4}, 1.2)});
  const auto contact = make_contact_alone<TypeParam>(stream, {.pressure = 0.1, .range = 1}, box,
                                                     meeting.structures_in_contact());
  const auto first = meeting.repeated_forces(*contact);
  int untouched = 0;
  for (const Real3& f : first[0]) untouched += f == Real3{};
  EXPECT_GT(untouched, 3000);
  EXPECT_LT(untouched, 6000);
}

TYPED_TEST(ContactForce, refuses_what_is_no_law) {
  for (const ContactProperties& wrong :
       {ContactProperties{0, 1}, {-1, 1}, {1, 0}, {std::numeric_limits<real>::quiet_NaN(), 1}})
    EXPECT_THROW(make_contact_alone<TypeParam>(this->stream(), wrong, box, {}), InputError);
}

} // namespace
} // namespace ibsim
