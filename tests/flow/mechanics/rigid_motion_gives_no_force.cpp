// A membrane that is only moved and turned has no force, wherever it is.
#include "mechanics/membranes.hpp"

namespace ibsim {
namespace {

template <class B>
class RigidMotion : public BackendTest<B> {};
TYPED_TEST_SUITE(RigidMotion, Backends, BackendNames);

TYPED_TEST(RigidMotion, gives_no_force) {
  for (const ReferenceSurface& surface :
       {the_sphere, red_cell, ReferenceSurface{ReferenceShape::ellipsoid, {3, 2, 4}}}) {
    const MembraneKind kind = make_membrane_kind(surface, red_cell_law, 200, 600, {});
    const Map rest = [&](const Real3& xi) { return position(surface, xi); };
    const Map moved = [&](const Real3& xi) { return rotated(rest(xi)) + Real3{8, -8, 30}; };
    const Answers a = ask(this->stream(), kind, {rest, moved, moved});
    // The force of a strain of one is K S w. A strain of round-off, 30 um * 1e-16 * (second derivatives of
    // size 1/h^2 = 40) / 4 um, is 3e-14; with sums of 500 terms and two more derivatives of the spline,
    // 1e-10.
    const real unit = red_cell_law.area_modulus * area_and_volume(surface).area / 1500;
    EXPECT_LT(largest(a.forces), 1e-10 * unit);
    // W has the terms (E/2)(I1 - I2), each known to 1e-14 or so.
    for (const StructureIntegrals& i : a.integrals)
      EXPECT_LT(std::abs(i.energy), 1e-13 * red_cell_law.shear_modulus * area_and_volume(surface).area);
    // Tensions come from the tensor, not from the root of a difference of invariants: a strain of round-off,
    // as above but for one derivative less.
    for (std::size_t s = 0; s < a.t1.size(); ++s)
      EXPECT_LT(std::abs(a.t1[s]) + std::abs(a.t2[s]), 1e-11 * red_cell_law.area_modulus);
  }
}

TYPED_TEST(RigidMotion, turns_forces_with_the_body) {
  const MembraneKind kind = make_membrane_kind(red_cell, red_cell_law, 300, 800, {});
  const Map stretched = [&](const Real3& xi) {
    const Real3 x = position(red_cell, xi);
    return Real3{1.1 * x.x, x.y / 1.1, x.z + 0.1 * x.x};
  };
  const Map moved = [&](const Real3& xi) { return rotated(stretched(xi)) + Real3{8, -8, 3}; };
  const Answers a = ask(this->stream(), kind, {stretched, moved});
  const real unit = largest(a.forces);
  // round-off as above
  for (int s = 0; s < 800; ++s) EXPECT_LT(norm(a.forces[800 + s] - rotated(a.forces[s])), 1e-9 * unit);
  for (int s = 0; s < 800; ++s)
    EXPECT_LT(norm(a.positions[800 + s] - (rotated(a.positions[s]) + Real3{8, -8, 3})), 1e-12);
}

} // namespace
} // namespace ibsim
