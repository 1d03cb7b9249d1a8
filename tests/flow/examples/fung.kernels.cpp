#include "examples/examples.hpp"
#include "mechanics/in_plane.hpp"

namespace ibsim {

template <class B>
std::unique_ptr<PassingTerm<B>> make_fung(const Fung& law) {
  return std::make_unique<InPlane<B, Fung>>(law);
}

template std::unique_ptr<PassingTerm<ThisBackend>> make_fung(const Fung&);

} // namespace ibsim
