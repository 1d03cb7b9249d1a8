// A force term in one small file: each sample site hangs on a spring from an anchor Z, which may follow it
// slowly.
//
//   F = -c S (X - Z),   energy (c/2) sum w S |X - Z|^2,   Z_t = (X - Z)/tau           S = sqrt(det G)
//
// Anchors are held by something outside, so the term is not internal. Z is a part of the simulation's state:
// backward Euler, Z += k/(tau + k) (X - Z).
#include "examples/examples.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

/// What the kernels below need of the surfaces and of Z.
struct Springs {
  DerivativeBlock block;
  ReferenceMetrics reference;
  const real* weights;
  VectorsView<const real> Z;

  IBSIM_HD Real3 stretch(Index object, Index s) const {
    return block.at(SurfaceOperator::value, object, s) - Z.at(object * block.n_sample + s);
  }
  IBSIM_HD real area(Index s) const { return weights[s] * reference.at(s).area; } // at rest
};

template <class B>
Springs springs_of(const Motion<B>& now) {
  const Array<real, B>& Z = now.state[0].values;
  return {now.block, now.surface.reference(), now.surface.weights(),
          vectors_view(Z.data(), static_cast<Index>(Z.size() / 3))};
}

template <class B>
void pull(const Stream<B>& stream, Springs springs, real c, VectorsView<real> F) {
  const Index n = springs.block.n_sample;
  for_each(stream, F.n, [=] IBSIM_KERNEL(Index i) {
    F.set(i, F.at(i) - c * springs.area(i % n) * springs.stretch(i / n, i % n));
  });
}

template <class B>
void follow(const Stream<B>& stream, Springs springs, real part, VectorsView<real> Z) {
  const Index n = springs.block.n_sample;
  for_each(stream, Z.n,
           [=] IBSIM_KERNEL(Index i) { Z.set(i, Z.at(i) + part * springs.stretch(i / n, i % n)); });
}

template <class B>
std::vector<real> energies(const Stream<B>& stream, Springs springs, real c) {
  return reduce(
      stream, springs.block.n_objects, springs.block.n_sample, real{0},
      [=] IBSIM_KERNEL(Index object, Index s) {
        const Real3 d = springs.stretch(object, s);
        return 0.5 * c * springs.area(s) * dot(d, d);
      },
      Plus{});
}

/// The largest of area at rest over present area.
template <class B>
real densest(const Stream<B>& stream, Springs springs) {
  const Index n = springs.block.n_sample;
  return max_of(stream, n * springs.block.n_objects, [=] IBSIM_KERNEL(Index i) {
    const SurfaceJet jet = springs.block.jet(i / n, i % n);
    return springs.reference.at(i % n).area / norm(cross(jet.d1, jet.d2));
  });
}

template <class B>
class AnchorSprings final : public SampleTerm<B> {
 public:
  AnchorSprings(std::vector<real> anchors, real stiffness, real relaxation)
      : anchors_(std::move(anchors)), stiffness_(stiffness), relaxation_(relaxation) {}
  std::string name() const override { return "anchors"; }
  bool is_internal() const override { return false; }

  void add(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> F) override {
    pull(stream, springs_of(now), stiffness_, F);
  }
  std::vector<real> energy(const Stream<B>& stream, const Motion<B>& now) override {
    return energies(stream, springs_of(now), stiffness_);
  }
  Stiffness stiffness(const Stream<B>& stream, const Motion<B>& now) override {
    return {.anchor = stiffness_ * densest(stream, springs_of(now))};
  }
  std::vector<StateField> fields(int objects) const override {
    return {{"positions", by_objects(static_cast<Index>(anchors_.size()) / 3 / objects), anchors_}};
  }
  void advance(const Stream<B>& stream, const Motion<B>& now) override {
    Array<real, B>& Z = now.state[0].values;
    if (relaxation_ > 0)
      follow(stream, springs_of(now), now.time_step / (relaxation_ + now.time_step),
             vectors_view(Z.data(), static_cast<Index>(Z.size() / 3)));
  }

 private:
  std::vector<real> anchors_;
  real stiffness_, relaxation_;
};

} // namespace

template <class B>
std::unique_ptr<SampleTerm<B>> make_anchor_springs(std::vector<real> anchors, real stiffness,
                                                   real relaxation) {
  return std::make_unique<AnchorSprings<B>>(std::move(anchors), stiffness, relaxation);
}

template std::unique_ptr<SampleTerm<ThisBackend>> make_anchor_springs(std::vector<real>, real, real);

} // namespace ibsim
