// What several ranks cannot do as yet, said in one place, before anything is written.
#pragma once

#include <string>
#include <vector>

namespace ibsim {

struct Scenario;

/// @throws InputError with the way round it, if the ranks of scenario.device cannot take its steps together
/// @param on_gpu where they would work
void require_distributable(const Scenario&, bool on_gpu);

/// Which GPU and which planes each of several ranks has, a line each; none for one rank.
std::vector<std::string> parts_of_ranks(const Scenario&);

} // namespace ibsim
