// Keys that every kind of scenario has.
#pragma once

#include "parallel/device_plan.hpp"
#include "schema/schema.hpp"

namespace ibsim {

/// `kind`. The word is checked by schema/scenario_file, this is for writing it back and for the help.
Key kind_key(const std::string& kind);
/// `title`: by default the name of the file.
Key title_key(std::string& title, const std::string& file_name);
/// `folder`, within `output`: by default results/NAME.
Key folder_key(std::string& folder, const std::string& file_name);
/// `checkpoint_every_wall_clock`, within `output`. @param every us; 0: never
Key wall_clock_key(real& every);
/// `device: {backend: auto, threads: 0}`.
/// @param several whether runs of the kind can work on several GPUs
Key device_key(DevicePlan&, bool several = false);

} // namespace ibsim
