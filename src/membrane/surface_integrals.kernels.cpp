// Integrals over the surfaces of all objects, as sums over sample sites with the weights w of the unit sphere.
//
// n = X_1 x X_2 is the outward normal times area per unit of the sphere's area. With x counted from a point of the surface itself,
// the divergence theorem gives what is inside:
//   area = sum w |n|,   V = sum w (x.n)/3,   int x_a = sum w x_a (x.n)/4,   int x_a x_b = sum w x_a x_b (x.n)/5
//   energy = sum w S W,   force = sum w F,   torque = sum w x x F
#include "membrane/surface_integrals.hpp"

#include "parallel/for_each.hpp"

#include <limits>

namespace ibsim {
namespace {

/// One partial result; a plain block of surface_integral_numbers numbers.
struct Sums {
  real area = 0, volume = 0, energy = 0;
  Real3 first;             ///< int x_a
  Real3 diagonal, mixed;   ///< int x_a x_a; int x y, x z, y z
  Real3 force, torque;
  real max_stretch = 0, min_area_ratio = std::numeric_limits<real>::infinity();
  Real3 origin;            ///< what x is counted from
};
static_assert(sizeof(Sums) == surface_integral_numbers * sizeof(real));

/// The larger (or, with the signs changed, smaller) of two; a NaN stays.
IBSIM_HD real larger_or_nan(real a, real b) { return (a != a || a > b) ? a : b; }

template <class B>
void partial_sums(const Queue<B>& queue, DerivativeBlock block, ReferenceMetrics reference, const real* weights, Skalak law, Sums* parts) {
  for_each(queue, block.n_objects * surface_integral_parts, [=] IBSIM_KERNEL(Index i) {
    const Index part = i % surface_integral_parts, object = i / surface_integral_parts;
    Sums sums;
    sums.origin = block.at(SurfaceOperator::value, object, 0);
    for (Index s = part; s < block.n_sample; s += surface_integral_parts) {
      const real w = weights[s];
      const Real3 x = block.at(SurfaceOperator::value, object, s) - sums.origin;
      const SurfaceJet jet = block.jet(object, s);
      const ReferenceMetric ref = reference.at(s);
      Invariants invariants;
      const Real3 force = w * force_density(ref, jet, law, invariants);
      const Real3 normal = cross(jet.d1, jet.d2);
      const real flux = w * dot(x, normal);
      sums.area += w * norm(normal);
      sums.volume += flux / 3;
      sums.first += flux / 4 * x;
      sums.diagonal += flux / 5 * Real3{x.x * x.x, x.y * x.y, x.z * x.z};
      sums.mixed += flux / 5 * Real3{x.x * x.y, x.x * x.z, x.y * x.z};
      sums.energy += w * ref.area * law(invariants.i1, invariants.i2).w;
      sums.force += force;
      sums.torque += cross(x, force);
      sums.max_stretch = larger_or_nan(sums.max_stretch, principal_stretches(invariants).first);
      sums.min_area_ratio = -larger_or_nan(-sums.min_area_ratio, -std::sqrt(invariants.i2));
    }
    parts[i] = sums;
  });
}

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
std::vector<MembraneIntegrals> surface_integrals(const Queue<B>& queue, DerivativeBlock block, ReferenceMetrics reference, const real* weights,
                                                 Skalak law, Array<real, B>& scratch) {
  partial_sums(queue, block, reference, weights, law, reinterpret_cast<Sums*>(scratch.data()));
  std::vector<Sums> parts(static_cast<std::size_t>(block.n_objects) * surface_integral_parts);
  if (!parts.empty()) copy_to_host(queue, parts.data(), scratch.data(), parts.size() * sizeof(Sums));

  std::vector<MembraneIntegrals> integrals;
  for (Index object = 0; object < block.n_objects; ++object) {
    Sums total;
    for (Index p = 0; p < surface_integral_parts; ++p) {
      const Sums& part = parts[static_cast<std::size_t>(object) * surface_integral_parts + p];
      total.area += part.area;
      total.volume += part.volume;
      total.energy += part.energy;
      total.first += part.first;
      total.diagonal += part.diagonal;
      total.mixed += part.mixed;
      total.force += part.force;
      total.torque += part.torque;
      total.max_stretch = larger_or_nan(total.max_stretch, part.max_stretch);
      total.min_area_ratio = -larger_or_nan(-total.min_area_ratio, -part.min_area_ratio);
      total.origin = part.origin;
    }
    integrals.push_back(finish(total));
  }
  return integrals;
}

template std::vector<MembraneIntegrals> surface_integrals(const Queue<ThisBackend>&, DerivativeBlock, ReferenceMetrics, const real*, Skalak,
                                                          Array<real, ThisBackend>&);

} // namespace ibsim
