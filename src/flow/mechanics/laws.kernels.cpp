// One kernel a law: the alternatives of AnyLaw (laws.hpp).
#include "mechanics/laws.hpp"

#include "mechanics/in_plane.hpp"

namespace ibsim {

template <class B>
std::unique_ptr<PassingTerm<B>> make_in_plane(const AnyLaw& any) {
  check(any);
  return std::visit(
      [](const auto& law) -> std::unique_ptr<PassingTerm<B>> {
        return std::make_unique<InPlane<B, std::decay_t<decltype(law)>>>(law);
      },
      any);
}

template std::unique_ptr<PassingTerm<ThisBackend>> make_in_plane(const AnyLaw&);

} // namespace ibsim
