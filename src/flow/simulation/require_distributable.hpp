// What several ranks cannot do as yet, said in one place, before anything is written.
#pragma once

namespace ibsim {

struct Scenario;

/// @throws InputError with the way round it, if the ranks of scenario.device cannot take its steps together
/// @param on_gpu where they would work
void require_distributable(const Scenario&, bool on_gpu);

} // namespace ibsim
