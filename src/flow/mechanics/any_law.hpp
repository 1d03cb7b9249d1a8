// The laws of membranes that a scenario can choose from: the one place where they are listed. Another law is
// another alternative of AnyLaw, with a header like skalak.hpp; laws.kernels.cpp then makes its kernel, and
// io reads its keys.
#pragma once

#include "mechanics/evans_skalak.hpp"
#include "mechanics/hooke.hpp"
#include "mechanics/lim.hpp"
#include "mechanics/neo_hookean.hpp"
#include "mechanics/skalak.hpp"

#include <variant>

namespace ibsim {

using AnyLaw = std::variant<Skalak, NeoHookean, EvansSkalak, Hooke, Lim>;

} // namespace ibsim
