// `kind: line`: explicit schemes on a line by the swept rule (docs/line.md).
#pragma once

#include "program/application.hpp"
#include "swept/line_scenario.hpp"

namespace ibsim {

Application line_application();

int run_line(const RunRequest&);
int resume_line(const RunRequest&);
int check_line(const RunRequest&);
int diff_line(const RunRequest&);
std::string describe_line(const std::filesystem::path&);
const Keys& keys_of_line();

/// Read, with what the options say.
line::LineScenario line_scenario_of(const RunRequest&, const std::filesystem::path&,
                                    std::vector<std::string>& warnings);

/// "1.2 ms", or "1.2" where the equation has no dimensions.
std::string line_time_text(const line::LineScenario&, real time);
/// "heat: 4096 points of 1000 um, periodic".
std::string line_in_words(const line::LineScenario&, const line::LineSetUp&);

} // namespace ibsim
