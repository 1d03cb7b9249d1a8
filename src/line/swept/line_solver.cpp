#include "swept/line_solver.hpp"

#include "parallel/with_cuda.hpp"
#include "swept/equations.hpp"
#include "swept/stepper.hpp"

namespace ibsim::line {
namespace {

template <class E, class B>
class SolverOf final : public LineSolver {
 public:
  SolverOf(const Stream<B>& stream, const E& equation, const LineScenario& s, const LineSetUp& set,
           Array<Vessel, B> vessels = {}, Array<real, B> inflow = {})
      : stream_(stream), vessels_(std::move(vessels)), inflow_(std::move(inflow)),
        stepper_(stream, equation, set.lines, s.method, set.start) {}
  void advance(std::uint64_t steps) override {
    stepper_.advance(static_cast<std::int64_t>(steps_), static_cast<std::int64_t>(steps));
    steps_ += steps;
  }
  std::uint64_t steps() const override { return steps_; }
  void wait() const override { stream_.synchronize(); }
  std::vector<real> values() const override { return stepper_.values(); }
  void restore(std::uint64_t steps, const std::vector<real>& values) override {
    stepper_.set_values(values);
    steps_ = steps;
  }
  Scheme scheme() const override { return stepper_.scheme(); }
  Index node() const override { return stepper_.node(); }

 private:
  const Stream<B>& stream_;
  Array<Vessel, B> vessels_;
  Array<real, B> inflow_;
  Stepper<E, B> stepper_;
  std::uint64_t steps_ = 0;
};

} // namespace

template <class B>
std::unique_ptr<LineSolver> make_line_solver(const Stream<B>& stream, const LineScenario& s,
                                             const LineSetUp& set) {
  const real dx = s.cell, dt = s.time.step;
  switch (s.equation) {
  case EquationKind::heat:
    return std::make_unique<SolverOf<Heat, B>>(stream, Heat::with(s.diffusivity * dt / (dx * dx)), s, set);
  case EquationKind::kuramoto_sivashinsky:
    return std::make_unique<SolverOf<KuramotoSivashinsky, B>>(stream, KuramotoSivashinsky::with(dx, dt), s,
                                                              set);
  case EquationKind::kuramoto_sivashinsky_flux:
    return std::make_unique<SolverOf<KuramotoSivashinskyFlux, B>>(
        stream, KuramotoSivashinskyFlux::with(dx, dt), s, set);
  case EquationKind::euler:
    return std::make_unique<SolverOf<Euler, B>>(stream, Euler::with(s.gamma, dx, dt), s, set);
  case EquationKind::pulse:
    break;
  }
  Array<Vessel, B> vessels(stream, set.vessels);
  const PulseNetwork& n = s.network;
  std::vector<real> samples_and_times = n.inflow;
  samples_and_times.insert(samples_and_times.end(), n.inflow_times.begin(), n.inflow_times.end());
  Array<real, B> inflow(stream, samples_and_times);
  const Pulse pulse{vessels.data(),
                    {inflow.data(), static_cast<Index>(n.inflow.size()), n.inflow_spacing, n.inflow_repeats,
                     n.inflow_times.empty() ? nullptr : inflow.data() + n.inflow.size()},
                    s.network.density,
                    set.friction,
                    dt};
  return std::make_unique<SolverOf<Pulse, B>>(stream, pulse, s, set, std::move(vessels), std::move(inflow));
}

template std::unique_ptr<LineSolver> make_line_solver(const Stream<Cpu>&, const LineScenario&,
                                                      const LineSetUp&);
#if defined(IBSIM_WITH_CUDA)
template std::unique_ptr<LineSolver> make_line_solver(const Stream<Cuda>&, const LineScenario&,
                                                      const LineSetUp&);
#endif

} // namespace ibsim::line
