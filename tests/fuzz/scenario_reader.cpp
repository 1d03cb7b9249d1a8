// Fuzzer of scenario files and --set: for any bytes the reader gives a scenario or an InputError of one line.
// A scenario can be written and read again to the same one. No grid or membrane is allocated.
//
// A line `#set path.to.key=value` at the start of the input is an override, as on the command line. Run by
// scripts/fuzz.
#include "base/error.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_files/write_resolved.hpp"
#include "model/scenario.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool holds, const char* what, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

void read_and_write(const std::string& text, const std::vector<std::string>& overrides) {
  std::vector<std::string> warnings, again;
  const ibsim::Scenario scenario = ibsim::read_scenario_text(text, "fuzz.yaml", overrides, warnings);
  const std::string resolved = ibsim::resolved_scenario(scenario);
  const ibsim::Scenario reread = ibsim::read_scenario_text(resolved, "resolved.yaml", {}, again);
  require(ibsim::resolved_scenario(reread) == resolved, "reads back as another scenario", resolved);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> overrides;
  while (text.starts_with("#set ") && text.find('\n') != text.npos) {
    overrides.emplace_back(text.substr(5, text.find('\n') - 5));
    text.remove_prefix(text.find('\n') + 1);
  }
  try {
    read_and_write(std::string(text), overrides);
  } catch (const ibsim::InputError& e) {
    const std::string message = e.what();
    require(!message.empty() && message.find_first_of("\n\r") == message.npos, "not one line", message);
    require(!message.starts_with("resolved.yaml"), "its own output is refused", message);
  }
  return 0;
}
