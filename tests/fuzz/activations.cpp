// Fuzzer of scenarios of kind activation: for any bytes the reader gives a scenario or an InputError of one
// line. A scenario can be written and read again to the same one. Files that it names are left alone.
#include "activation_files/read_activation.hpp"
#include "base/error.hpp"
#include "fuzzing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace ibsim;
  const std::string text(reinterpret_cast<const char*>(data), size);
  fuzzing::read_or_refused([&] {
    std::vector<std::string> warnings;
    const ActivationScenario scenario =
        read_activation_text(text, "fuzz.yaml", {}, warnings, NamedFiles::left_alone);
    const std::string resolved = resolved_activation(scenario);
    try {
      const ActivationScenario again =
          read_activation_text(resolved, "resolved.yaml", {}, warnings, NamedFiles::left_alone);
      fuzzing::require(resolved_activation(again) == resolved, "reads back as another scenario", resolved);
    } catch (const InputError& e) {
      fuzzing::require(false, e.what(), resolved);
    }
  });
  return 0;
}
