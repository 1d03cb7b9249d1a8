// A force term that draws random numbers and remembers, in one small file: in each step an object gets a
// kick.
//
//   F_s = size r(object, step) a_s/sum a,   r of three numbers in (-1, 1),   I += k size r     a_s: area at
//   rest
//
// The draw is a function of the object's number and of the step (base/philox.hpp). Both are memory of the
// term: objects take theirs along from rank to rank and into checkpoints. So the bits are the same on any
// number of ranks, and after a resume. The impulse I is remembered to be looked at.
#include "base/philox.hpp"
#include "examples/examples.hpp"
#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// Arrays of the term, in the order of its fields. The first two have a vector for each object, the last one
/// number for all.
enum Memory { number, impulse, steps };

struct Kicks {
  real size;
  PhiloxKey key;

  IBSIM_HD Real3 of(real object, real steps_taken) const {
    const auto step = static_cast<std::uint64_t>(steps_taken);
    const auto id = static_cast<std::uint32_t>(object);
    const auto low = static_cast<std::uint32_t>(step), high = static_cast<std::uint32_t>(step >> 32);
    const PhiloxWords xy = philox({{id, 0, low, high}}, key), z = philox({{id, 1, low, high}}, key);
    return size * Real3{2 * uniform(xy, 0) - 1, 2 * uniform(xy, 1) - 1, 2 * uniform(z, 0) - 1};
  }
};

template <class B>
VectorsView<real> view_of(std::span<StateArray<B>> state, Memory which) {
  Array<real, B>& values = state[which].values;
  return vectors_view(values.data(), static_cast<Index>(values.size() / 3));
}

template <class B>
void add_kicks(const Stream<B>& stream, const Motion<B>& now, Kicks kicks, VectorsView<real> F) {
  const Index n = now.surface.samples_per_object();
  const real* const weights = now.surface.weights();
  const ReferenceMetrics at_rest = now.surface.reference();
  const VectorsView<real> numbers = view_of(now.state, number);
  const real* const steps_taken = now.state[steps].values.data();
  for_each(stream, now.surface.objects(), [=] IBSIM_KERNEL(Index object) {
    const Real3 kick = kicks.of(numbers.x[object], *steps_taken);
    real area = 0;
    for (Index s = 0; s < n; ++s) area += weights[s] * at_rest.at(s).area;
    for (Index s = 0; s < n; ++s) {
      const Index i = object * n + s;
      F.set(i, F.at(i) + weights[s] * at_rest.at(s).area / area * kick);
    }
  });
}

template <class B>
void count(const Stream<B>& stream, const Motion<B>& now, Kicks kicks) {
  const VectorsView<real> numbers = view_of(now.state, number), impulses = view_of(now.state, impulse);
  real* const steps_taken = now.state[steps].values.data();
  const real k = now.time_step;
  for_each(stream, Index{1}, [=] IBSIM_KERNEL(Index) { *steps_taken += 1; });
  for_each(stream, impulses.n, [=] IBSIM_KERNEL(Index object) {
    impulses.set(object, impulses.at(object) + k * kicks.of(numbers.x[object], *steps_taken));
  });
}

template <class B>
class RandomKicks final : public SampleTerm<B> {
 public:
  RandomKicks(Kicks kicks, std::vector<Index> numbers) : kicks_(kicks), numbers_(std::move(numbers)) {}
  std::string name() const override { return "kicks"; }
  bool is_internal() const override { return false; }

  void add(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> F) override {
    add_kicks(stream, now, kicks_, F);
  }
  std::vector<real> energy(const Stream<B>&, const Motion<B>& now) override {
    return std::vector<real>(static_cast<std::size_t>(now.surface.objects()));
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override { return {}; }
  std::vector<StateField> fields(int objects) const override {
    const auto n = static_cast<std::size_t>(objects);
    std::vector<real> of_objects(3 * n), none(3 * n);
    for (std::size_t o = 0; o < n; ++o) of_objects[o] = numbers_[o];
    return {{"number", by_objects(1), of_objects},
            {"impulse", by_objects(1), none},
            {"steps", the_same_for_all, {0}}};
  }
  void advance(const Stream<B>& stream, const Motion<B>& now) override { count(stream, now, kicks_); }

 private:
  Kicks kicks_;
  std::vector<Index> numbers_;
};

} // namespace

template <class B>
std::unique_ptr<SampleTerm<B>> make_random_kicks(real size, std::uint32_t seed, std::vector<Index> numbers) {
  return std::make_unique<RandomKicks<B>>(Kicks{size, {{seed, 0}}}, std::move(numbers));
}
template std::unique_ptr<SampleTerm<ThisBackend>> make_random_kicks(real, std::uint32_t, std::vector<Index>);

#if !defined(__CUDACC__)     // the specification, once
#if defined(IBSIM_WITH_CUDA) // instantiated where nvcc compiles this file
extern template std::unique_ptr<SampleTerm<Cuda>> make_random_kicks(real, std::uint32_t, std::vector<Index>);
#endif
TermSpec random_kicks(real size, std::uint32_t seed) {
  TermSpec spec;
  spec.acts_on = [](const ObjectKind& kind) { return has_inside(kind); };
  spec.make = term_maker([=](const auto& stream, const TermSurroundings& around) {
    using B = std::conditional_t<std::is_same_v<decltype(stream), const Stream<Cpu>&>, Cpu, Cuda>;
    return make_random_kicks<B>(size, seed, around.numbers);
  });
  return spec;
}
#endif

} // namespace ibsim
