// Integrals over the surfaces of all objects, as sums over sample sites with the weights w of the unit
// sphere.
//
// n = X_1 x X_2 is the outward normal times area per unit of the sphere's area. With x counted from a point
// of the surface itself, the divergence theorem gives what is inside:
//   area = sum w |n|,   V = sum w (x.n)/3,   int x_a = sum w x_a (x.n)/4,   int x_a x_b = sum w x_a x_b
//   (x.n)/5
//   energy = sum w S W,   force = sum w F,   torque = sum w x x F
#include "mechanics/surface_integrals.hpp"

#include "mechanics/surface_force.hpp"
#include "parallel/reduce.hpp"

#include <limits>

namespace ibsim {
namespace {

/// Of some of the sites, or of one.
struct Sums {
  real area = 0, volume = 0, energy = 0;
  Real3 first;           ///< int x_a
  Real3 diagonal, mixed; ///< int x_a x_a; int x y, x z, y z
  Real3 force, torque;
  real max_stretch = 0, min_area_ratio = std::numeric_limits<real>::infinity();
  real sites = 0; ///< how many
  Real3 origin;   ///< what x is counted from, a point of the surface; known where there is a site
};

struct Added {
  IBSIM_HD Sums operator()(const Sums& a, const Sums& b) const {
    const Larger larger;
    return {a.area + b.area,
            a.volume + b.volume,
            a.energy + b.energy,
            a.first + b.first,
            a.diagonal + b.diagonal,
            a.mixed + b.mixed,
            a.force + b.force,
            a.torque + b.torque,
            larger(a.max_stretch, b.max_stretch),
            -larger(-a.min_area_ratio, -b.min_area_ratio),
            a.sites + b.sites,
            b.sites > 0 ? b.origin : a.origin};
  }
};

MembraneIntegrals finish(const Sums& s) {
  MembraneIntegrals out;
  out.area = s.area;
  out.volume = s.volume;
  out.energy = s.energy;
  const Real3 centre = s.first / s.volume;
  out.centre = s.origin + centre;
  out.net_force = s.force;
  out.net_torque = s.torque - cross(centre, s.force);
  const Real3 d = s.diagonal / s.volume, m = s.mixed / s.volume;
  out.gyration[0] = Real3{d.x, m.x, m.y} - centre.x * centre;
  out.gyration[1] = Real3{m.x, d.y, m.z} - centre.y * centre;
  out.gyration[2] = Real3{m.y, m.z, d.z} - centre.z * centre;
  out.max_stretch = s.max_stretch;
  out.min_area_ratio = s.min_area_ratio;
  return out;
}

} // namespace

template <class B>
std::vector<MembraneIntegrals> surface_integrals(const Stream<B>& stream, DerivativeBlock block,
                                                 ReferenceMetrics reference, const real* weights,
                                                 Skalak law) {
  const std::vector<Sums> sums = reduce(
      stream, block.n_objects, block.n_sample, Sums{},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const real w = weights[s];
        const Real3 origin = block.at(SurfaceOperator::value, object, 0);
        const Real3 x = block.at(SurfaceOperator::value, object, s) - origin;
        const SurfaceJet jet = block.jet(object, s);
        const ReferenceMetric ref = reference.at(s);
        Invariants invariants;
        const Real3 force = w * force_density(ref, jet, law, invariants);
        const Real3 normal = cross(jet.d1, jet.d2);
        const real flux = w * dot(x, normal);
        return Sums{w * norm(normal),
                    flux / 3,
                    w * ref.area * law(invariants.i1, invariants.i2).w,
                    flux / 4 * x,
                    flux / 5 * Real3{x.x * x.x, x.y * x.y, x.z * x.z},
                    flux / 5 * Real3{x.x * x.y, x.x * x.z, x.y * x.z},
                    force,
                    cross(x, force),
                    principal_stretches(invariants).first,
                    std::sqrt(invariants.i2),
                    1,
                    origin};
      },
      Added{});
  std::vector<MembraneIntegrals> integrals;
  for (const Sums& object : sums) integrals.push_back(finish(object));
  return integrals;
}

template std::vector<MembraneIntegrals> surface_integrals(const Stream<ThisBackend>&, DerivativeBlock,
                                                          ReferenceMetrics, const real*, Skalak);

} // namespace ibsim
