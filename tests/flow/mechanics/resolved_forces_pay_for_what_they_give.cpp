// Forces of a membrane in the space of its motion, each term alone and all together: they feed no degree
// above it, and what they give to the fluid is what the energy of the moving surface loses, to round-off, for
// any sites and any motion of the space.
#include "examples/examples.hpp"
#include "mechanics/area_constraint.hpp"
#include "mechanics/bending.hpp"
#include "mechanics/membrane_viscosity.hpp"
#include "mechanics/membranes.hpp"
#include "surface/sphere_quadrature.hpp"

namespace ibsim {
namespace {

constexpr int n_sample = 1600, degree = 6;

template <class B>
class ResolvedForces : public BackendTest<B> {
 protected:
  using Terms = typename Structure<B>::Terms;
  using Fields = std::vector<real>; ///< at the data sites

  struct Cell {
    SurfaceKind kind;
    Structure<B> structure;
    std::vector<StateArray<B>> remembered;
    const Stream<B>& stream;
    Index n_sample;

    Cell(const Stream<B>& on, const SurfaceKind& of, Terms terms)
        : kind(of), structure(on, of, 1, std::move(terms), true),
          remembered(structure.state_at_start(on, "cell")), stream(on),
          n_sample(structure.surface().sample_sites()) {}
    StructureState<B> state(const Array<real, B>& X) {
      return {vectors_view(X.data(), static_cast<int>(kind.data_nodes.size())), remembered};
    }
    /// At the sample sites. @param U velocities, if any @param time_step of a step, if it is one
    std::vector<Real3> forces(const Fields& sites, const Fields& U = {}, real time_step = 0,
                              bool of_others = true) {
      const Array<real, B> X(stream, sites), V(stream, U);
      Array<real, B> x(3 * std::size_t(n_sample)), f(3 * std::size_t(n_sample));
      VectorsView<const real> velocities{};
      if (!U.empty()) velocities = vectors_view(V.data(), static_cast<int>(U.size() / 3));
      structure.forces(stream, state(X), velocities, time_step, vectors_view(x.data(), n_sample),
                       vectors_view(f.data(), n_sample));
      structure.resolve_forces(stream, vectors_view(f.data(), n_sample), of_others);
      return vectors(f.to_host(stream));
    }
    real energy(const Fields& sites) {
      const Array<real, B> X(stream, sites);
      return structure.integrals(stream, state(X))[0].energy;
    }
    std::vector<Real3> at_samples(const Fields& at_data) {
      const Array<real, B> V(stream, at_data);
      Array<real, B> v(3 * std::size_t(n_sample));
      structure.surface().to_sample_sites(stream,
                                          vectors_view(V.data(), static_cast<int>(at_data.size() / 3)),
                                          vectors_view(v.data(), n_sample));
      return vectors(v.to_host(stream));
    }
    /// What forces here give to a motion, and the sum of |F.u|.
    std::pair<real, real> power(const Fields& X, const Fields& motion) {
      const std::vector<Real3> F = forces(X), u = at_samples(motion);
      std::pair<real, real> sums;
      for (Index s = 0; s < n_sample; ++s)
        sums.first += dot(F[s], u[s]), sums.second += std::abs(dot(F[s], u[s]));
      return sums;
    }
    /// -dE/dt, by a difference of fourth order.
    real lost(const Fields& X, const Fields& motion, real e) {
      const auto at = [&](real t) {
        Fields moved = X;
        for (std::size_t i = 0; i < X.size(); ++i) moved[i] += t * motion[i];
        return energy(moved);
      };
      return (8 * (at(-e) - at(e)) - (at(-2 * e) - at(2 * e))) / (12 * e);
    }
  };
  /// A law, bending, Maxwell elements, one tension of all the area, and springs to anchors.
  Terms all_terms(const SurfaceKind& of, bool anchored = true) {
    Terms terms;
    terms.push_back(make_in_plane<B>(red_cell_law));
    terms.push_back(make_bending<B>(this->stream(), of, 1, {.modulus = 2e-4, .about_reference = true}));
    terms.push_back(make_membrane_viscosity<B>(this->stream(), of, 1, {.viscosity = 30, .modulus = 0.3}));
    terms.push_back(make_area_constraint<B>(this->stream(), of, 1, 0.1));
    if (anchored) {
      std::vector<real> anchors(3 * n_sample);
      for (int s = 0; s < n_sample; ++s)
        vectors_view(anchors.data(), n_sample).set(s, 1.02 * position(red_cell, of.sample_nodes[s]));
      terms.push_back(make_anchor_springs<B>(anchors, 1e-3));
    }
    return terms;
  }
  template <class Term>
  static Terms one(Term term) {
    Terms terms;
    terms.push_back(std::move(term));
    return terms;
  }
  static SurfaceKind kind(int n_data = 400) {
    return make_resolved_surface(red_cell, n_data, n_sample, degree);
  }
  /// The part of the space of a map of the sphere.
  static std::vector<real> resolved(const SurfaceKind& kind, const Map& map) {
    std::vector<real> X = data_sites(kind, {map}), all;
    const std::size_t n_data = kind.data_nodes.size();
    for (int d = 0; d < 3; ++d) {
      const std::vector<real> low =
          projected(kind.resolved.at_data, {X.begin() + d * n_data, X.begin() + (d + 1) * n_data});
      all.insert(all.end(), low.begin(), low.end());
    }
    return all;
  }
};
TYPED_TEST_SUITE(ResolvedForces, Backends, BackendNames);

Real3 bent(const Real3& xi) {
  const Real3 x = position(red_cell, xi);
  return {1.05 * x.x, 0.97 * x.y + 0.1 * std::sin(0.5 * x.x), 0.97 * x.z + 0.2 * std::cos(0.4 * x.x)};
}

/// sum_s F_s Y_lm(xi_s)
Real3 moment(const SurfaceKind& kind, const std::vector<Real3>& F, int l, int m) {
  std::vector<real> Y((l + 1) * (l + 1));
  Real3 sum;
  for (int s = 0; s < n_sample; ++s) {
    spherical_harmonics(kind.sample_nodes[s], l, Y.data());
    sum += Y[l * l + l + m] * F[s];
  }
  return sum;
}

/// A motion without any order, of all degrees of the space.
std::vector<real> any_motion(const SurfaceKind& kind) {
  std::vector<real> all;
  const std::size_t n = kind.data_nodes.size();
  unsigned seed = 1;
  for (int d = 0; d < 3; ++d) {
    std::vector<real> values(n);
    for (real& v : values) seed = 1664525u * seed + 1013904223u, v = seed / 2147483648.0 - 1;
    const std::vector<real> low = projected(kind.resolved.at_data, values);
    all.insert(all.end(), low.begin(), low.end());
  }
  return all;
}

// As far as the weights integrate products exactly nothing above the degree is left: 1600 roundings.
TYPED_TEST(ResolvedForces, of_all_terms_feed_no_degree_above_that_of_the_motion) {
  const SurfaceKind kind = this->kind();
  typename TestFixture::Cell cell(this->stream(), kind, this->all_terms(kind));
  const int exact = sphere_quadrature(kind.sample_nodes).degree - degree;
  ASSERT_GE(exact, 9);
  const std::vector<Real3> forces = cell.forces(TestFixture::resolved(kind, bent));
  real size = 0;
  for (const Real3& f : forces) size += norm(f);
  for (int l = degree + 1; l <= exact; ++l)
    for (int m = -l; m <= l; ++m) EXPECT_LT(norm(moment(kind, forces, l, m)), 1e-13 * size) << l;
}

// Moved and turned, a membrane at rest about its own curvature has no force. The space holds the moved cell,
// whose shape is of degree 5. What is left is round-off of positions of 10 um, 1e-15 of 4 um, that two
// derivatives and their transposes raise by degree^4 = 1300.
TYPED_TEST(ResolvedForces, of_a_rigid_motion_are_none) {
  const SurfaceKind kind = this->kind();
  typename TestFixture::Cell cell(this->stream(), kind, this->all_terms(kind, false));
  const Map moved = [](const Real3& xi) { return rotated(position(red_cell, xi)) + Real3{8, -8, 3}; };
  const std::vector<real> exact = data_sites(kind, {moved}), X = TestFixture::resolved(kind, moved);
  for (std::size_t i = 0; i < X.size(); ++i) EXPECT_NEAR(X[i], exact[i], 1e-12);
  const real of_bent = largest(cell.forces(TestFixture::resolved(kind, bent)));
  EXPECT_LT(largest(cell.forces(X)), 1e-10 * of_bent);
}

// The difference is of fourth order: e = 1e-3 um of motions of 1/2 um a unit, with degrees up to 6 on a cell
// of 4 um and a rim of 1/2 um, so 1e-12 times a fifth derivative that may be 1e2 of the first, and round-off
// of 1e-15/e of the energy, which is of the order of the power: 1e-9 of what is given and taken at all sites.
// Any number of sample sites will do that is as exact for its own energy: also two a function.
TYPED_TEST(ResolvedForces, of_each_term_are_minus_the_gradient_of_its_energy) {
  const auto& stream = this->stream();
  using Terms = typename TestFixture::Terms;
  const auto error = [&](const SurfaceKind& kind, Terms terms) {
    typename TestFixture::Cell cell(stream, kind, std::move(terms));
    const std::vector<real> X = TestFixture::resolved(kind, bent), motion = any_motion(kind);
    const auto [given, size] = cell.power(X, motion);
    EXPECT_GT(size, 0);
    return std::abs(given - cell.lost(X, motion, 1e-3)) / size;
  };
  for (const SurfaceKind& kind :
       {this->kind(), make_resolved_surface(red_cell, 100, 98, degree), // of no symmetry: 98 is not 4 n
        make_resolved_surface({ReferenceShape::ellipsoid, {3, 3.5, 3.91}}, 200, 400, degree)}) {
    for (const AnyLaw& law : {AnyLaw(Skalak{1, 3}), AnyLaw(NeoHookean{1}), AnyLaw(EvansSkalak{1, 3}),
                              AnyLaw(Hooke{1, 0.4}), AnyLaw(Lim{1, 3})})
      EXPECT_LT(error(kind, this->one(make_in_plane<TypeParam>(law))), 1e-9) << "law " << law.index();
    EXPECT_LT(error(kind, this->one(make_fung<TypeParam>(Fung{1, 0.5}))), 1e-9);
    for (const BendingProperties& bending :
         {BendingProperties{.modulus = 1}, BendingProperties{.modulus = 1, .curvature = 0.2},
          BendingProperties{.modulus = 1, .about_reference = true}})
      EXPECT_LT(error(kind, this->one(make_bending<TypeParam>(stream, kind, 1, bending))), 1e-9)
          << bending.curvature << bending.about_reference;
    EXPECT_LT(error(kind, this->one(make_area_constraint<TypeParam>(stream, kind, 1, 1))), 1e-9);
    EXPECT_LT(error(kind, this->one(make_membrane_viscosity<TypeParam>(stream, kind, 1,
                                                                       {.viscosity = 30, .modulus = 1}))),
              1e-9); // springs that remember the shape at rest
  }
  const SurfaceKind kind = this->kind();
  EXPECT_LT(error(kind, this->all_terms(kind)), 1e-9);
}

// Where no term makes point forces, none of others are asked for if there are none: to the bits of zeros.
TYPED_TEST(ResolvedForces, are_those_beside_point_forces_of_nothing) {
  for (const SurfaceKind& kind : {this->kind(), make_resolved_surface(red_cell, 100, 98, degree)}) {
    typename TestFixture::Cell cell(this->stream(), kind, this->all_terms(kind, false));
    const std::vector<real> X = TestFixture::resolved(kind, bent);
    EXPECT_TRUE(cell.forces(X, {}, 0, false) == cell.forces(X, {}, 0, true));
  }
}

// The surface moves by P U at the data sites, U a flow with waves of 3 um: the fluid gets sum F.U over the
// sample sites, the energy loses as much but for what the two sets of sites make of degrees above that of the
// motion.
TYPED_TEST(ResolvedForces, give_to_the_fluid_what_the_energy_loses) {
  const auto flow = [](const Real3& x) {
    const real q = 2 * pi / 3;
    return Real3{0.3 * std::sin(q * x.y), 0.3 * std::sin(q * x.z) + 0.2 * x.x, 0.3 * std::cos(q * x.x)};
  };
  for (const auto& [n_data, tolerance] : {std::pair{400, 5e-3}, std::pair{864, 5e-4}}) {
    const SurfaceKind kind = this->kind(n_data);
    typename TestFixture::Cell cell(this->stream(), kind, this->all_terms(kind));
    const std::vector<real> X = TestFixture::resolved(kind, bent);
    const std::vector<real> U = TestFixture::resolved(kind, [&](const Real3& xi) { return flow(bent(xi)); });
    const real lost = cell.lost(X, U, 1e-3);
    const std::vector<Real3> F = cell.forces(X);
    real given = 0;
    for (int s = 0; s < n_sample; ++s) given += dot(F[s], flow(bent(kind.sample_nodes[s])));
    EXPECT_NEAR(given, lost, tolerance * std::abs(lost)) << n_data;
  }
}

// In single precision derivatives have errors of 6e-8 of the size times the degree, and of second derivatives
// times its square. Bending takes two derivatives and their transposes, degree^4 = 1300: 8e-5. The forces
// move and turn with the membrane wherever it is, since products see positions from an origin of the object.
// What is internal adds up to nothing: some 1e3 roundings of 6e-8, of either sign.
TYPED_TEST(ResolvedForces, in_single_precision_are_those_in_double) {
  for (int n : {n_sample, 98}) { // of four characters; of no symmetry
    SurfaceKind kind = make_resolved_surface(red_cell, n == 98 ? 100 : 400, n, degree);
    const auto forces = [&](const Map& map, Storage storage) {
      kind.storage = storage;
      typename TestFixture::Cell cell(this->stream(), kind, this->all_terms(kind, false));
      return cell.forces(TestFixture::resolved(kind, map), {}, 0, false);
    };
    const std::vector<Real3> exact = forces(bent, Storage::doubles);
    const real tolerance = 8e-5 * largest(exact);
    const Map far = [](const Real3& xi) { return bent(xi) + Real3{4096, -300, 77}; };
    for (const Map& map : {Map(bent), far}) {
      const std::vector<Real3> F = forces(map, Storage::floats);
      Real3 sum, torque;
      real size = 0;
      for (std::size_t s = 0; s < F.size(); ++s) {
        EXPECT_LT(norm(F[s] - exact[s]), tolerance);
        const Real3 x = bent(kind.sample_nodes[s]);
        sum += F[s], torque += cross(x, F[s]), size += norm(F[s]);
      }
      EXPECT_LT(norm(sum), 1e-6 * size);
      EXPECT_LT(norm(torque), 4 * 1e-5 * size); // arms of 4 um; a degree above that of bent() is not held
    }
    const Map moved = [](const Real3& xi) { return rotated(position(red_cell, xi)) + Real3{8, -8, 3}; };
    EXPECT_LT(largest(forces(moved, Storage::floats)), tolerance); // at rest
  }
}

} // namespace
} // namespace ibsim
