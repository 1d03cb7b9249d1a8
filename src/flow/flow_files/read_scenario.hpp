// YAML -> Scenario, checked. Every key is an entry in flow_keys.cpp, schema.hpp says what an entry is.
//
// Every error is an InputError of one line, "file:line:column: message", and comes before any long work.
// Overrides are as typed after --set: "time.end=2 ms", "objects.0.data_sites=400", "domain.cell=1/2 um"; they
// create keys as needed.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ibsim {

struct Presets;
struct Scenario;

/// Brings objects that are to be packed to their places (packing/place_objects.hpp), which may take minutes;
/// called once all else is known, and only where there are such objects.
using PlaceObjects = std::function<void(Scenario&)>;

/// @param warnings what is allowed but hardly meant, each with its place; appended.
/// @param place none: such objects stay without places (ObjectKind::packing), for those who only look
/// @param presets that the file names, filled in if given
/// @throws InputError
Scenario read_scenario(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                       std::vector<std::string>& warnings, const PlaceObjects& place = {},
                       const std::shared_ptr<Presets>& presets = {});

/// Reads a scenario from text; `name` replaces the file in messages, and gives the default title and folder.
Scenario read_scenario_text(const std::string& text, const std::string& name,
                            const std::vector<std::string>& overrides, std::vector<std::string>& warnings,
                            const PlaceObjects& place = {}, const std::shared_ptr<Presets>& presets = {});

} // namespace ibsim
