#include "activation_files/read_activation.hpp"

#include "base/error.hpp"
#include "schema/scenario_file.hpp"

namespace ibsim {

ActivationScenario read_activation_text(const std::string& text, const std::string& name,
                                        const std::vector<std::string>& overrides,
                                        std::vector<std::string>& warnings, NamedFiles files) {
  const Tree root = scenario_tree(text, name, overrides);
  scenario_kind(root, {"activation"});
  ActivationScenario s;
  read_keys(root, activation_keys(s, name, files), warnings);
  if (s.stimuli.empty() && s.cases.empty())
    fail_at(root, "missing key \"stimuli\", such as stimuli: [{at: [0 mm, 0 mm, -60 mm], radius: 1 mm}]");
  return s;
}

ActivationScenario read_activation(const std::filesystem::path& file,
                                   const std::vector<std::string>& overrides,
                                   std::vector<std::string>& warnings, NamedFiles files) {
  return read_activation_text(scenario_text(file), file.string(), overrides, warnings, files);
}

std::string resolved_activation(const ActivationScenario& s) {
  ActivationScenario fields = s; // the entries refer to what they could fill
  return write_keys(activation_keys(fields, "", NamedFiles::left_alone));
}

std::vector<KeyDifference> activation_differences(ActivationScenario first, ActivationScenario second) {
  return key_differences(activation_keys(first, "", NamedFiles::left_alone),
                         activation_keys(second, "", NamedFiles::left_alone));
}

} // namespace ibsim
