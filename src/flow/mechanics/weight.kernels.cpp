#include "mechanics/weight.hpp"

#include "base/error.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

/// What the kernels need of the surfaces.
struct WeightSites {
  DerivativeBlock block;
  const real* weights;
  Real3 weight; ///< r g

  /// r g.x from the first site of the object, pg/(um us^2).
  IBSIM_HD real pressure(Index object, Index s) const {
    return dot(weight,
               block.at(SurfaceOperator::value, object, s) - block.at(SurfaceOperator::value, object, 0));
  }
  /// n dA, um^2.
  IBSIM_HD Real3 area(Index object, Index s) const {
    return weights[s] *
           cross(block.at(SurfaceOperator::d1, object, s), block.at(SurfaceOperator::d2, object, s));
  }
};

/// Sums over each object of pressure times area, and of area, as x and y.
template <class B>
void sum_heights(const Stream<B>& stream, WeightSites sites, GroupSums<B>& sums) {
  sum_by_group(
      stream, sites.block.n_sample,
      [=] IBSIM_KERNEL(Index object, Index s) {
        const real area = norm(sites.area(object, s));
        return Real3{area * sites.pressure(object, s), area, 0};
      },
      sums);
}

/// F += traction, and its sum over each object.
template <class B>
void add_traction(const Stream<B>& stream, WeightSites sites, const Real3* heights, VectorsView<real> F,
                  GroupSums<B>& sums) {
  sum_by_group(
      stream, sites.block.n_sample,
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Real3 mean = heights[object];
        const Real3 force = (sites.pressure(object, s) - mean.x / mean.y) * sites.area(object, s);
        const Index i = object * sites.block.n_sample + s;
        F.set(i, F.at(i) + force);
        return force;
      },
      sums);
}

/// F += what of the weight of each object the traction lacks.
template <class B>
void make_up(const Stream<B>& stream, WeightSites sites, real parameter_area, const real* volumes,
             const Real3* totals, VectorsView<real> F) {
  const Index n = sites.block.n_sample;
  for_each(stream, F.n, [=] IBSIM_KERNEL(Index i) {
    const Real3 lacks = volumes[i / n] * sites.weight - totals[i / n];
    F.set(i, F.at(i) + sites.weights[i % n] / parameter_area * lacks);
  });
}

/// -r int g.x dV = -int (r g.x)^2 (r g).n dA/(2 |r g|^2), from the origin.
template <class B>
std::vector<real> potential_energies(const Stream<B>& stream, WeightSites sites, const real* volumes,
                                     Index objects_in_all) {
  const real square = dot(sites.weight, sites.weight);
  return reduce(
      stream, sites.block.n_objects, sites.block.n_sample, real{0},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const real p = sites.pressure(object, s);
        const real first =
            s > 0 ? real{0}
                  : volumes[object] * dot(sites.weight, sites.block.at(SurfaceOperator::value, object, 0));
        return -p * p * dot(sites.weight, sites.area(object, s)) / (2 * square) - first;
      },
      Plus{}, objects_in_all);
}

template <class B>
class Weight final : public SampleTerm<B> {
 public:
  Weight(const Stream<B>& stream, const SurfaceKind& kind, const Real3& weight,
         const std::vector<real>& volumes)
      : weight_(weight), volumes_(stream, volumes),
        heights_(stream, static_cast<Index>(volumes.size()), static_cast<Index>(kind.sample_nodes.size())),
        forces_(stream, static_cast<Index>(volumes.size()), static_cast<Index>(kind.sample_nodes.size())) {}
  std::string name() const override { return "weight"; }
  bool is_internal() const override { return false; }

  void add(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> F) override {
    const WeightSites sites = sites_of(now);
    sum_heights(stream, sites, heights_);
    add_traction(stream, sites, heights_.totals(), F, forces_);
    make_up<B>(stream, sites, now.surface.parameter_area(), volumes_.data(), forces_.totals(), F);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    return potential_energies(stream, sites_of(now), volumes_.data(), now.block.objects_in_all);
  }
  /// A surface below heavy fluid resists as a spring does.
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override { return {.anchor = norm(weight_)}; }

 private:
  WeightSites sites_of(const Motion<B>& now) const { return {now.block, now.surface.weights(), weight_}; }

  Real3 weight_;
  Array<real, B> volumes_;
  GroupSums<B> heights_, forces_;
};

} // namespace

template <class B>
std::unique_ptr<SampleTerm<B>> make_weight(const Stream<B>& stream, const SurfaceKind& kind,
                                           const Real3& weight, const std::vector<real>& volumes) {
  if (kind.topology != SurfaceTopology::closed)
    throw InputError("a surface that is not closed has no inside, and so no weight");
  return std::make_unique<Weight<B>>(stream, kind, weight, volumes);
}

template std::unique_ptr<SampleTerm<ThisBackend>> make_weight(const Stream<ThisBackend>&, const SurfaceKind&,
                                                              const Real3&, const std::vector<real>&);

} // namespace ibsim
