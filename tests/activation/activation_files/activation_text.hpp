// Scenarios of kind activation as text, for tests.
#pragma once

#include "activation_files/prepare_activation.hpp"
#include "activation_files/read_activation.hpp"
#include "base/error.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ibsim {

inline const std::string small =
    "kind: activation\nmesh: {ball: {radius: 5 mm, edge: 1.5 mm}}\nvelocity: {all: 0.5 m/s}\n"
    "stimuli: [{at: [0 mm, 0 mm, 0 mm], radius: 2 mm, time: 3 ms}]\n";

inline ActivationScenario read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  std::vector<std::string> warnings;
  return read_activation_text(text, "heart.yaml", overrides, warnings);
}
inline std::string complaint(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    prepare_activation(read(text, overrides));
  } catch (const InputError& e) {
    return e.what();
  }
  return "no complaint";
}
inline void expect_complaint(const std::string& text, const std::string& part,
                             const std::vector<std::string>& overrides = {}) {
  EXPECT_NE(complaint(text, overrides).find(part), std::string::npos) << complaint(text, overrides);
}

} // namespace ibsim
