#include "examples/examples.hpp"
#include "mechanics/in_plane.hpp"

namespace ibsim {

template <class B>
std::unique_ptr<ForceTerm<B>> make_neo_hookean(const NeoHookean& law) {
  return std::make_unique<InPlane<B, NeoHookean>>(law);
}

template std::unique_ptr<ForceTerm<ThisBackend>> make_neo_hookean(const NeoHookean&);

} // namespace ibsim
