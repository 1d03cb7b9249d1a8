// Integrals over the surfaces of all objects, as sums over sample sites with the weights w of the unit
// sphere.
//
// n = X_1 x X_2 is the outward normal times area per unit of the sphere's area. With x counted from a point
// of the surface itself, the divergence theorem gives what is inside:
//   area = sum w |n|,   V = sum w (x.n)/3,   int x_a = sum w x_a (x.n)/4,   int x_a x_b = sum w x_a x_b
//   (x.n)/5
#include "surface/surface_integrals.hpp"

#include "parallel/reduce.hpp"
#include "surface/strain.hpp"

#include <limits>

namespace ibsim {
namespace {

/// Sums over some of the sites, or one.
struct Sums {
  real area = 0, volume = 0;
  Real3 first;           ///< int x_a
  Real3 diagonal, mixed; ///< int x_a x_a; int x y, x z, y z
  real max_stretch = 0, min_area_ratio = std::numeric_limits<real>::infinity();
  real sites = 0; ///< how many
  Real3 origin;   ///< what x is counted from, a point of the surface; known where there is a site
};

struct Added {
  IBSIM_HD Sums operator()(const Sums& a, const Sums& b) const {
    const Larger larger;
    return {a.area + b.area,
            a.volume + b.volume,
            a.first + b.first,
            a.diagonal + b.diagonal,
            a.mixed + b.mixed,
            larger(a.max_stretch, b.max_stretch),
            -larger(-a.min_area_ratio, -b.min_area_ratio),
            a.sites + b.sites,
            b.sites > 0 ? b.origin : a.origin};
  }
};

SurfaceIntegrals finish(const Sums& s, SurfaceTopology topology) {
  SurfaceIntegrals out;
  out.area = s.area;
  out.max_stretch = s.max_stretch;
  out.min_area_ratio = s.min_area_ratio;
  if (topology == SurfaceTopology::point) out.centre = s.origin;
  if (topology != SurfaceTopology::closed) return out;
  out.volume = s.volume;
  const Real3 centre = s.first / s.volume;
  out.centre = s.origin + centre;
  const Real3 d = s.diagonal / s.volume, m = s.mixed / s.volume;
  out.gyration[0] = Real3{d.x, m.x, m.y} - centre.x * centre;
  out.gyration[1] = Real3{m.x, d.y, m.z} - centre.y * centre;
  out.gyration[2] = Real3{m.y, m.z, d.z} - centre.z * centre;
  return out;
}

} // namespace

template <class B>
std::vector<SurfaceIntegrals> surface_integrals(const Stream<B>& stream, DerivativeBlock block,
                                                ReferenceMetrics reference, const real* weights,
                                                SurfaceTopology topology) {
  const std::vector<Sums> sums = reduce(
      stream, block.n_objects, block.n_sample, Sums{},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const real w = weights[s];
        const Real3 origin = block.at(SurfaceOperator::value, object, 0);
        const Real3 x = block.at(SurfaceOperator::value, object, s) - origin;
        const Real3 d1 = block.at(SurfaceOperator::d1, object, s),
                    d2 = block.at(SurfaceOperator::d2, object, s);
        const ReferenceMetric ref = reference.at(s);
        const Tensor g = metric_tensor(d1, d2);
        const Real3 normal = cross(d1, d2);
        const real flux = w * dot(x, normal);
        return Sums{w * norm(normal),
                    flux / 3,
                    flux / 4 * x,
                    flux / 5 * Real3{x.x * x.x, x.y * x.y, x.z * x.z},
                    flux / 5 * Real3{x.x * x.y, x.x * x.z, x.y * x.z},
                    principal_stretches(ref, g).first,
                    std::sqrt(invariants(ref, g).i2),
                    1,
                    origin};
      },
      Added{}, block.objects_in_all);
  std::vector<SurfaceIntegrals> integrals;
  for (const Sums& object : sums) integrals.push_back(finish(object, topology));
  return integrals;
}

template std::vector<SurfaceIntegrals> surface_integrals(const Stream<ThisBackend>&, DerivativeBlock,
                                                         ReferenceMetrics, const real*, SurfaceTopology);

} // namespace ibsim
