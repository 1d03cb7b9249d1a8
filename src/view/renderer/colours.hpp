// Colours: names, backgrounds, and the maps from numbers to colours.
#pragma once

#include "pictures/frame_block.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ibsim::view {

/// "viridis", "cividis", "coolwarm"
const std::vector<std::string>& map_names();
/// 256 colours of a map, sRGB. viridis and cividis look even to the eye, also printed in grey, and for those
/// who do not see red or green.
std::vector<std::uint8_t> map_colours(const std::string& name); ///< [256][4]

/// Linear values of an sRGB colour such as "#b01020", "white" or "black"; false if it is none.
bool read_colour(const std::string&, Vec3f& linear);
Vec3f linear_of(std::uint32_t rgb); ///< 0xb01020

/// The background of a look: `name` empty, a colour or "transparent".
struct Background {
  Vec3f top, bottom; ///< linear
  float vignette = 0, alpha = 1;
  bool dark() const; ///< so that writing on it is light
};
Background background_of(const std::string& name, int look);

} // namespace ibsim::view
