#include "bench/line_times.hpp"

#include "base/error.hpp"
#include "parallel/with_cuda.hpp"
#include "swept/line_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {

line::LineScenario swept_case(line::EquationKind equation, int log2_points) {
  line::LineScenario s;
  s.equation = equation;
  s.points = Index{1} << log2_points;
  switch (equation) {
  case line::EquationKind::euler:
    s.cell = 1.0 / s.points, s.time.step = 0.2 * s.cell, s.ends = line::LineEnds::open;
    s.initial.shape = line::InitialShape::step;
    break;
  case line::EquationKind::heat:
    s.cell = 1, s.time.step = 0.4, s.diffusivity = 1, s.ends = line::LineEnds::insulated;
    s.initial.waves = 3;
    break;
  default:
    s.cell = 0.5, s.time.step = 5e-3;
    s.initial.amplitude = 2, s.initial.waves = std::max(1.0, std::round(19.0 * s.points / 512));
  }
  return s;
}

template <class B>
double line_step_time(const Stream<B>& stream, line::LineScenario s, line::Scheme scheme, Index node,
                      double budget) {
  s.method.scheme = scheme, s.method.node = node;
  const line::LineSetUp set = line::set_up(s);
  try {
    const auto solver = line::make_line_solver(stream, s, set);
    const auto time = [&](std::uint64_t steps) {
      stream.synchronize();
      const double begin = stream.seconds();
      solver->advance(steps);
      stream.synchronize();
      return stream.seconds() - begin;
    };
    // whole passes of `swept`, since what is left of one is done by plain steps
    const int reach = s.equation == line::EquationKind::heat ? 1 : 4;
    const bool swept = solver->scheme() == line::Scheme::swept;
    const auto pass = static_cast<std::uint64_t>(swept ? std::max(1, solver->node() / (2 * reach)) : 64);
    time(pass);
    const double one = time(pass) / static_cast<double>(pass);
    const auto passes = std::clamp(std::round(budget / one / static_cast<double>(pass)), 1.0, 1e6);
    const std::uint64_t steps = static_cast<std::uint64_t>(passes) * pass;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) least = std::min(least, time(steps) / static_cast<double>(steps));
    return least;
  } catch (const InputError&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

template double line_step_time(const Stream<Cpu>&, line::LineScenario, line::Scheme, Index, double);
#if defined(IBSIM_WITH_CUDA)
template double line_step_time(const Stream<Cuda>&, line::LineScenario, line::Scheme, Index, double);
#endif

} // namespace ibsim
