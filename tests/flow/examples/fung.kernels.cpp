#include "examples/examples.hpp"
#include "mechanics/in_plane.hpp"

namespace ibsim {

template <class B>
std::unique_ptr<ForceTerm<B>> make_fung(const Fung& law) {
  return std::make_unique<InPlane<B, Fung>>(law);
}

template std::unique_ptr<ForceTerm<ThisBackend>> make_fung(const Fung&);

} // namespace ibsim
