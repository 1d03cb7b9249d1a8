// Limits of the step of a kind of objects, term by term (stability.hpp): for who wants to know which one to
// look at.
#pragma once

#include "base/precision.hpp"

#include <string>
#include <vector>

namespace ibsim {

struct FlowModel;
struct ObjectKind;

struct LimitOfTerm {
  std::string term; ///< in words, as in "without bending" or "by bending"
  std::string key;  ///< for programs
  real limit;       ///< us, at rest
};

/// The limits that the terms of a kind have each by itself, where several are there or other objects share
/// the fluid: then also that of all of them without others near.
std::vector<LimitOfTerm> limits_of_terms(const ObjectKind&, const FlowModel&);

} // namespace ibsim
