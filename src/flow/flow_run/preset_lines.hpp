// Values that presets have filled in, for `ibsim check`: each constant with its source.
#pragma once

#include <cstddef>
#include <string>

namespace ibsim {

struct ClosedSurface;
struct FlowModel;
struct Presets;

/// Lines, or nothing where no preset holds.
/// @param kind number of the kind of objects
std::string preset_lines(const FlowModel&, const Presets&, std::size_t kind, const ClosedSurface&);
std::string fluid_preset_line(const FlowModel&, const Presets&);

} // namespace ibsim
