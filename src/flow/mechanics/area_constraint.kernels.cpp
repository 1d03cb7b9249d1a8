// area_constraint.hpp: the area of each object is summed first, in a fixed order, and stays on the device.
#include "mechanics/area_constraint.hpp"

#include "base/error.hpp"
#include "mechanics/curvature.hpp"
#include "mechanics/tension_stress.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// What the kernels need of the surfaces.
struct AreaSites {
  DerivativeBlock block;
  ReferenceMetrics reference;
  const real* weights;

  /// Present area and area at rest of a sample site, um^2.
  IBSIM_HD Real3 areas(Index object, Index s) const {
    const Real3 d1 = block.at(SurfaceOperator::d1, object, s), d2 = block.at(SurfaceOperator::d2, object, s);
    return weights[s] * Real3{norm(cross(d1, d2)), reference.at(s).area, 0};
  }
};

template <class B>
AreaSites sites_of(const Motion<B>& now) {
  return {now.block, now.surface.reference(), now.surface.weights()};
}

IBSIM_HD real tension_of(real modulus, const Real3& areas) { return modulus * (areas.x / areas.y - 1); }

template <class B>
void sum_areas(const Stream<B>& stream, AreaSites sites, GroupSums<B>& sums) {
  sum_by_group(
      stream, sites.block.n_sample,
      [=] IBSIM_KERNEL(Index object, Index s) { return sites.areas(object, s); }, sums);
}

template <class B>
void add_tension_forces(const Stream<B>& stream, AreaSites sites, real modulus, const Real3* areas,
                        VectorsView<real> F) {
  const Index n = sites.block.n_sample;
  for_each(stream, F.n, [=] IBSIM_KERNEL(Index i) {
    const Curvature c = curvature(sites.block.jet(i / n, i % n));
    const real strength = 2 * tension_of(modulus, areas[i / n]) * c.mean * c.area;
    F.set(i, F.at(i) + sites.weights[i % n] * strength * c.normal);
  });
}

/// T^ab per length of the parameter domain, for add_tension_stresses.
struct AreaTension {
  real modulus;
  const Real3* areas;
  template <class T>
  IBSIM_HD TensorOf<T> operator()(Index, Index object, Index, const TensorOf<T>& g) const {
    return (T(tension_of(modulus, areas[object])) * std::sqrt(determinant(g))) * inverse(g);
  }
};

/// T^ab = sigma g^ab.
template <class B>
void add_isotropic_tension(const Stream<B>& stream, AreaSites sites, real modulus, const Real3* areas,
                           VectorsView<real> T) {
  const Index n = sites.block.n_sample;
  for_each(stream, T.n, [=] IBSIM_KERNEL(Index i) {
    const Tensor inv = inverse(metric_tensor(sites.block.at(SurfaceOperator::d1, i / n, i % n),
                                             sites.block.at(SurfaceOperator::d2, i / n, i % n)));
    const real sigma = tension_of(modulus, areas[i / n]);
    T.set(i, T.at(i) + sigma * Real3{inv.a11, inv.a12, inv.a22});
  });
}

/// A and A_0 of each object, on the host.
template <class B>
std::vector<Real3> areas_of(const Stream<B>& stream, AreaSites sites) {
  return reduce(
      stream, sites.block.n_objects, sites.block.n_sample, Real3{},
      [=] IBSIM_KERNEL(Index object, Index s) { return sites.areas(object, s); }, Plus{},
      sites.block.objects_in_all);
}

/// int H dA and int H^2 dA of each object, on the host.
template <class B>
std::vector<Real3> curvatures_of(const Stream<B>& stream, AreaSites sites) {
  return reduce(
      stream, sites.block.n_objects, sites.block.n_sample, Real3{},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Curvature c = curvature(sites.block.jet(object, s));
        const real dA = sites.weights[s] * c.area;
        return Real3{dA * c.mean, dA * c.mean * c.mean, 0};
      },
      Plus{}, sites.block.objects_in_all);
}

/// All of it but its forces. @tparam Kind of term
template <class B, class Kind>
class AreaTerm : public Kind {
 public:
  AreaTerm(const Stream<B>& stream, Index objects, Index n_sample, real modulus)
      : modulus_(modulus), areas_(stream, objects, n_sample) {}
  std::string name() const override { return "area"; }

  void add_tension(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> T) override {
    sum_areas(stream, sites_of(now), areas_);
    add_isotropic_tension(stream, sites_of(now), modulus_, areas_.totals(), T);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    std::vector<real> energies;
    for (const Real3& a : areas_of(stream, sites_of(now)))
      energies.push_back(0.5 * modulus_ * (a.x - a.y) * (a.x - a.y) / a.y);
    return energies;
  }
  Stiffness stiffness(const Stream<B>& stream, const Motion<B>& now) override {
    Stiffness most;
    const Larger larger;
    const std::vector<Real3> areas = areas_of(stream, sites_of(now)),
                             curvatures = curvatures_of(stream, sites_of(now));
    for (std::size_t o = 0; o < areas.size(); ++o) {
      const Real3& a = areas[o];
      const real spread = curvatures[o].y - curvatures[o].x * curvatures[o].x / a.x;
      const Stiffness one = stiffness_of_area(modulus_, a.y, a.x, spread);
      most.modulus = larger(one.modulus, most.modulus), most.anchor = larger(one.anchor, most.anchor);
    }
    return most;
  }

 protected:
  real modulus_;
  GroupSums<B> areas_; ///< (A, A_0, 0) of each object
};

template <class B>
class AreaConstraint final : public AreaTerm<B, SampleTerm<B>> {
 public:
  using AreaTerm<B, SampleTerm<B>>::AreaTerm;
  void add(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> F) override {
    sum_areas(stream, sites_of(now), this->areas_);
    add_tension_forces(stream, sites_of(now), this->modulus_, this->areas_.totals(), F);
  }
};

template <class B>
class AreaStress final : public AreaTerm<B, StressTerm<B>> {
 public:
  using AreaTerm<B, StressTerm<B>>::AreaTerm;
  void add(const Stream<B>& stream, const Motion<B>& now, SiteStresses stresses, bool first) override {
    sum_areas(stream, sites_of(now), this->areas_);
    add_tension_stresses(stream, now, stresses, AreaTension{this->modulus_, this->areas_.totals()}, first);
  }
};

} // namespace

template <class B>
AnyTerm<B> make_area_constraint(const Stream<B>& stream, const SurfaceKind& kind, int objects, real modulus) {
  if (!(modulus >= 0) || !std::isfinite(modulus))
    throw InputError("the modulus of the area as a whole must be positive or zero");
  const Index n_sample = kind.operators.n_sample;
  if (kind.has_weak_form()) return std::make_unique<AreaStress<B>>(stream, objects, n_sample, modulus);
  return std::make_unique<AreaConstraint<B>>(stream, objects, n_sample, modulus);
}

template AnyTerm<ThisBackend> make_area_constraint(const Stream<ThisBackend>&, const SurfaceKind&, int, real);

} // namespace ibsim
