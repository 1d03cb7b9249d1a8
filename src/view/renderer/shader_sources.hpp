// The files of shaders/, which are part of the program (scripts/cmake/IbsimShaders.cmake).
#pragma once

#include <span>
#include <string>

namespace ibsim::view {

/// A file with the files that it includes in their places. @throws std::logic_error if there is none of that
/// name
std::string shader_source(const std::string& name);

/// The font of annotations: a TrueType file.
std::span<const unsigned char> font_file();

} // namespace ibsim::view
