#include "commands/reference_page.hpp"

#include "commands/applications.hpp"
#include "schema/schema_help.hpp"

namespace ibsim {
namespace {

constexpr const char* introduction = R"(# The scenario

<!-- Made by `ibsim help --markdown`; a test compares it with the program. -->

A YAML document. Every value that has a dimension has its unit, as in `0.1 us`, `1/2 um` or `2.5e-3 dyn/cm`; a number
without a unit where one is needed, an unknown unit or one of another dimension is an error with its place in the
file. Keys that are left out have the default; a key that does not exist is an error. [Getting
started](getting_started.md) goes through the smallest scenario line by line.

`ibsim help` lists the keys in the terminal, `ibsim help time.step` explains one, and `--set KEY=VALUE` changes one
for a single run, as in `--set time.end="2 ms" --set objects.0.data_sites=400`. In the tables, `N` stands for the
number of an entry in a list, from 0. Every run writes down all keys with their values in its `scenario.yaml`, which
reads back to the same bits.

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
    if (several) page += "\n## kind: " + application.kind + "\n\nOf " + application.summary + ".\n";
    page += application.keys().empty()
                ? "\nIts keys are in [" + application.kind + "](" + application.kind + ".md).\n"
                : "\n" + key_tables(application.keys(), several ? 3 : 2);
  }
  return page;
}

} // namespace ibsim
