// The relative viscosity as the last words of a run: the mean and its error, or why it is no result yet.
#pragma once

#include "base/precision.hpp"

#include <string>

namespace ibsim {

struct FlowModel;

/// The strain from which on a mean is taken for a result; at the start the stress is that of the places.
constexpr real least_strain_of_viscosity = 5;

/// @param mean of averages.csv in words, empty: none  @param time to which the run came, us
std::string viscosity_in_words(const FlowModel&, real time, const std::string& mean);

} // namespace ibsim
