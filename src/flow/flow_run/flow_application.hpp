// `kind: flow`, which a scenario without a kind is: red cells and other elastic objects in a viscous fluid.
#pragma once

#include "program/application.hpp"

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
/// @throws InputError
Scenario scenario_of(const RunRequest&, const std::filesystem::path& file, std::vector<std::string>& warnings,
                     const std::shared_ptr<Presets>& presets = {});

} // namespace ibsim
