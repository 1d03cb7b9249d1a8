// A scenario's file before anyone knows what kind of scenario it is: its text, its tree, its `kind:`.
#pragma once

#include "schema/tree.hpp"

#include <filesystem>

namespace ibsim {

/// The text of a scenario. @throws InputError if there is no such file, or it is none, too large or
/// unreadable
std::string scenario_text(const std::filesystem::path& file);

/// Text -> tree, with the `--set` options applied. @param name stands for the file in messages
/// @throws InputError
Tree scenario_tree(const std::string& text, const std::string& name,
                   const std::vector<std::string>& overrides);

/// The word after `kind:`; "flow" where there is none. @throws InputError at its place if it is none of
/// `kinds`
std::string scenario_kind(const Tree&, const std::vector<std::string>& kinds);

/// Adds the place of the key to the message of an error found after a scenario was read. The message begins
/// with its key ("method.node: must be a multiple of 64"); any other stays as it is.
std::string with_place(const std::string& message, const Tree&);

} // namespace ibsim
