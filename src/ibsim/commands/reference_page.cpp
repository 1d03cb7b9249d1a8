#include "commands/reference_page.hpp"

#include "commands/applications.hpp"
#include "schema/schema_help.hpp"

#include <cctype>

namespace ibsim {
namespace {

constexpr const char* introduction = R"(# The scenario

<!-- Made by `ibsim help --markdown`; a test compares it with the program. -->

A scenario is a YAML document. Every value with a dimension has its unit, as in `0.1 us`, `1/2 um` or
`2.5e-3 dyn/cm`. A missing or unknown unit, one of another dimension, and an unknown key are errors with their place
in the file. Keys that are left out have defaults. [Getting started](getting_started.md) explains the smallest
scenario line by line.

`ibsim help` lists the keys in the terminal, and `ibsim help time.step` explains one. `--set KEY=VALUE` changes a value
for a single run, as in `--set time.end="2 ms" --set objects.0.data_sites=400`. In the tables `N` is the number of an
entry in a list, from 0. The `scenario.yaml` of a run has all keys with their values, and reads back to the same bits.

```yaml
title: a red cell in shear
domain:   {size: [16 um, 16 um, 16 um], cell: 0.25 um}
fluid:    {viscosity: 1 cP, background_shear: 1000 1/s}
time:     {step: auto, end: 1 ms}
objects:
  - shape: red cell
    membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}
    at: [8 um, 8 um, 8 um]
    rotate: [{axis: x, angle: 30 deg}]
output:   {folder: results/shear, cells_every: 20 us, fluid_every: never}
```
)";

} // namespace

std::string reference_page() {
  std::string page = introduction;
  const bool several = applications().size() > 1;
  for (const Application& application : applications()) {
    std::string summary = application.summary;
    summary[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(summary[0])));
    if (several) page += "\n## kind: " + application.kind + "\n\n" + summary + ".\n";
    page += application.keys().empty()
                ? "\nIts keys are in [" + application.kind + "](" + application.kind + ".md).\n"
                : "\n" + key_tables(application.keys(), several ? 3 : 2);
  }
  return page;
}

} // namespace ibsim
