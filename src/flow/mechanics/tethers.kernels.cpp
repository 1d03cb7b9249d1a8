#include "mechanics/tethers.hpp"

#include "base/error.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

#include <cmath>

namespace ibsim {
namespace {

struct TetherSites {
  DerivativeBlock block;
  const real* weights;
  const real* areas;
  VectorsView<const real> anchors;

  IBSIM_HD Real3 stretch(Index object, Index s) const {
    return block.at(SurfaceOperator::value, object, s) - anchors.at(object * block.n_sample + s);
  }
};

template <class B>
void add_tether_forces(const Stream<B>& stream, TetherSites sites, real c, VectorsView<real> F) {
  const Index n = sites.block.n_sample;
  for_each(stream, F.n, [=] IBSIM_KERNEL(Index i) {
    if (sites.areas[i % n] > 0) F.set(i, F.at(i) - c * sites.areas[i % n] * sites.stretch(i / n, i % n));
  });
}

template <class B>
std::vector<real> tether_energies(const Stream<B>& stream, TetherSites sites, real c) {
  return reduce(
      stream, sites.block.n_objects, sites.block.n_sample, real{0},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Real3 d = sites.stretch(object, s);
        return 0.5 * c * sites.areas[s] * dot(d, d);
      },
      Plus{}, sites.block.objects_in_all);
}

/// The largest of area at rest over present area.
template <class B>
real densest(const Stream<B>& stream, TetherSites sites) {
  const Index n = sites.block.n_sample;
  return max_of(stream, n * sites.block.n_objects, [=] IBSIM_KERNEL(Index i) {
    const Index s = i % n, object = i / n;
    return sites.areas[s] / (sites.weights[s] * norm(cross(sites.block.at(SurfaceOperator::d1, object, s),
                                                           sites.block.at(SurfaceOperator::d2, object, s))));
  });
}

template <class B>
class Tethers final : public SampleTerm<B> {
 public:
  Tethers(const Stream<B>& stream, real stiffness, const std::vector<real>& areas,
          const std::vector<real>& anchors)
      : stiffness_(stiffness), areas_(stream, areas), anchors_(stream, anchors) {}
  std::string name() const override { return "tethers"; }
  bool is_internal() const override { return false; }

  void add(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> F) override {
    add_tether_forces(stream, sites_of(now), stiffness_, F);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    return tether_energies(stream, sites_of(now), stiffness_);
  }
  Stiffness stiffness(const Stream<B>& stream, const Motion<B>& now) override {
    return {.anchor = stiffness_ * densest(stream, sites_of(now))};
  }

 private:
  TetherSites sites_of(const Motion<B>& now) const {
    return {now.block, now.surface.weights(), areas_.data(),
            vectors_view(anchors_.data(), static_cast<Index>(anchors_.size() / 3))};
  }
  real stiffness_;
  Array<real, B> areas_, anchors_;
};

} // namespace

template <class B>
std::unique_ptr<SampleTerm<B>> make_tethers(const Stream<B>& stream, real stiffness,
                                            const std::vector<real>& areas,
                                            const std::vector<real>& anchors) {
  if (!(stiffness >= 0) || !std::isfinite(stiffness))
    throw InputError("the stiffness of tethers must be positive or zero");
  return std::make_unique<Tethers<B>>(stream, stiffness, areas, anchors);
}

template std::unique_ptr<SampleTerm<ThisBackend>>
make_tethers(const Stream<ThisBackend>&, real, const std::vector<real>&, const std::vector<real>&);

} // namespace ibsim
