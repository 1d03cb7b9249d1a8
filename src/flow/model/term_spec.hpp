// A force term that no key gives (docs/extending.md): which kinds have it, and who makes it. A model has a
// list of these.
#pragma once

#include "parallel/backend.hpp"
#include "parallel/stream.hpp"

#include <functional>
#include <memory>

namespace ibsim {

struct ObjectKind;
template <class B>
class SampleTerm;
struct TermSurroundings;

/// Makes a term on either backend (state/term_maker.hpp).
struct TermMaker {
  std::function<std::unique_ptr<SampleTerm<Cpu>>(const Stream<Cpu>&, const TermSurroundings&)> cpu;
  std::function<std::unique_ptr<SampleTerm<Cuda>>(const Stream<Cuda>&, const TermSurroundings&)> cuda;
};

struct TermSpec {
  std::function<bool(const ObjectKind&)> acts_on;
  TermMaker make;
};

} // namespace ibsim
