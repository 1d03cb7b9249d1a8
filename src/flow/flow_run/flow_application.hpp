// `kind: flow`, which a scenario without a kind is: red cells and other elastic objects in a viscous fluid.
#pragma once

#include "program/application.hpp"
#include "program/choose_device.hpp"

#include <memory>

namespace ibsim {

struct Presets;
struct Scenario;

Application flow_application();

int run_flow(const RunRequest&);
int resume_flow(const RunRequest&);
int check_flow(const RunRequest&);
int diff_flow(const RunRequest&);
int pack_flow(const RunRequest&);
std::string describe_flow(const std::filesystem::path&);
const Keys& keys_of_flow();

/// The scenario in `file`: read, checked, with what the options say. Warnings are appended, presets filled in
/// if given.
/// @param choose whether the devices must be there: choose_device_to_plan where nothing is computed on them
/// @throws InputError
Scenario scenario_of(const RunRequest&, const std::filesystem::path& file, std::vector<std::string>& warnings,
                     const std::shared_ptr<Presets>& presets = {},
                     DeviceChoice (*choose)(const DevicePlan&) = choose_device);

} // namespace ibsim
