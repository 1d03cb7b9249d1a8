// A scenario's equation on a backend, behind one interface for all equations.
#pragma once

#include "parallel/stream.hpp"
#include "swept/line_scenario.hpp"

#include <memory>

namespace ibsim::line {

class LineSolver {
 public:
  virtual ~LineSolver() = default;
  /// Takes `steps` steps; returns at once on the GPU.
  virtual void advance(std::uint64_t steps) = 0;
  virtual std::uint64_t steps() const = 0;
  virtual void wait() const = 0;
  /// Waits. [C][points].
  virtual std::vector<real> values() const = 0;
  virtual void restore(std::uint64_t steps, const std::vector<real>& values) = 0;
  virtual Scheme scheme() const = 0;
  virtual Index node() const = 0; ///< 0: plain stepping
};

/// @throws InputError if the method does not fit
template <class B>
std::unique_ptr<LineSolver> make_line_solver(const Stream<B>&, const LineScenario&, const LineSetUp&);

} // namespace ibsim::line
