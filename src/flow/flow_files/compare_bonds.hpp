// The bonds in frames of two runs, which may be others, and of another number.
#pragma once

#include "files/hdf5.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ibsim {

/// How two frames of bonds differ, in lines; empty: they do not. A bond is known by its object, adhesion and
/// receptor; the places and forces of those that both frames have are compared as fields are.
/// @param scale largest value of an array in all frames @throws InputError if a frame is damaged
std::vector<std::string> bond_differences(const hdf5::File& a, const hdf5::File& b, double tolerance,
                                          const std::function<double(const std::string&)>& scale);

} // namespace ibsim
