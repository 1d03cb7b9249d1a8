// The pairs of objects that touch, each once.
#pragma once

#include "objects/touching_objects.hpp"

#include <vector>

namespace ibsim {

struct ContactPair {
  int first = 0, second = 0; ///< numbers among all objects of all kinds, first < second
  real distance = 0;         ///< um
  friend bool operator==(const ContactPair&, const ContactPair&) = default;
};

/// In the order of their numbers. @param touches each perhaps seen from both sides, in any order
std::vector<ContactPair> pairs_of(const std::vector<Touch>& touches);

} // namespace ibsim
