#include "mechanics/pulls.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// The mean of r of pulls.hpp over a time `step` that ends at `time`; r then for a step of 0.
IBSIM_HD real mean_part(real time, real step, real ramp, real release) {
  const real begin = time > step ? time - step : 0, end = time < release ? time : release;
  if (begin >= release) return 0;
  const real until_release = end < time ? (end - begin) / (time - begin) : 1;
  if (end < ramp) return until_release * (begin + end) / (2 * ramp);
  if (begin >= ramp) return until_release;
  return until_release * (1 - (ramp - begin) * (ramp - begin) / (2 * ramp * (end - begin)));
}

template <class B>
void add_pull(const Stream<B>& stream, Index n_sample, const real* shares, const Real3* forces,
              const real* time, real later, real step, real ramp, real release, VectorsView<real> F) {
  for_each(stream, F.n, [=] IBSIM_KERNEL(Index i) {
    const real share = shares[i % n_sample];
    if (share > 0)
      F.set(i, F.at(i) + share * mean_part(*time + later, step, ramp, release) * forces[i / n_sample]);
  });
}

template <class B>
void pass_time(const Stream<B>& stream, real step, real* time) {
  for_each(stream, Index{1}, [=] IBSIM_KERNEL(Index) { *time += step; });
}

template <class B>
class Pulls final : public SampleTerm<B> {
 public:
  Pulls(const Stream<B>& stream, const std::vector<Pull>& pulls, bool at_end) : at_end_(at_end) {
    for (const Pull& pull : pulls)
      patches_.push_back(
          {Array<real, B>(stream, pull.shares), Array<Real3, B>(stream, pull.forces), pull.history});
  }
  std::string name() const override { return "pulls"; }
  bool is_internal() const override { return false; }

  void add(const Stream<B>& stream, const Motion<B>& now, VectorsView<real> F) override {
    for (const Patch& p : patches_)
      add_pull(stream, now.block.n_sample, p.shares.data(), p.forces.data(), now.state[0].values.data(),
               at_end_ ? now.time_step / 2 : 0, now.time_step, p.history.ramp, p.history.release, F);
  }
  /// Forces that do not depend on where the membrane is store nothing that it could give back.
  std::vector<real> energy(const Stream<B>&, const Motion<B>& now) override {
    return std::vector<real>(static_cast<std::size_t>(now.block.n_objects));
  }
  Stiffness stiffness(const Stream<B>&, const Motion<B>&) override { return {}; }

  std::vector<StateField> fields(int) const override { return {{"time", the_same_for_all, {0}}}; }
  void advance(const Stream<B>& stream, const Motion<B>& now) override {
    pass_time(stream, now.time_step, now.state[0].values.data());
  }

 private:
  struct Patch {
    Array<real, B> shares;
    Array<Real3, B> forces;
    PullHistory history;
  };
  std::vector<Patch> patches_;
  bool at_end_;
};

} // namespace

template <class B>
std::unique_ptr<SampleTerm<B>> make_pulls(const Stream<B>& stream, const std::vector<Pull>& pulls,
                                          bool at_end) {
  return std::make_unique<Pulls<B>>(stream, pulls, at_end);
}

template std::unique_ptr<SampleTerm<ThisBackend>> make_pulls(const Stream<ThisBackend>&,
                                                             const std::vector<Pull>&, bool);

} // namespace ibsim
