#include "renderer/colours.hpp"

#include "pictures/scene.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ibsim::view {
namespace {

/// Every 16th colour of matplotlib's maps (viridis: N. Smith, S. van der Walt, CC0; cividis: J. Nunez, C.
/// Anderton, R. Renslow, PLoS ONE 13 (2018) e0199239; coolwarm: K. Moreland, ISVC 2009).
struct ColourMap {
  const char* name;
  std::array<std::uint32_t, 17> colours;
};
constexpr std::array<ColourMap, 4> maps{
    {{"viridis",
      {0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c, 0x1fa088,
       0x28ae80, 0x3fbc73, 0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725}},
     {"cividis",
      {0x00224e, 0x002e6a, 0x1a386f, 0x32436d, 0x434e6c, 0x535a6d, 0x61656f, 0x6f7073, 0x7d7c78, 0x8c8878,
       0x9b9476, 0xaba072, 0xbcae6c, 0xcdbb63, 0xdec958, 0xf0d846, 0xfee838}},
     {"coolwarm",
      {0x3b4cc0, 0x4e68d8, 0x6282ea, 0x779af7, 0x8db0fe, 0xa3c2fe, 0xb9d0f9, 0xccd9ed, 0xdddcdc, 0xecd3c5,
       0xf5c4ac, 0xf7b093, 0xf4987a, 0xeb7d62, 0xdd5f4b, 0xca3b37, 0xb40426}},
     {"grey", // of slices beside surfaces that a map colours: no number is read from it
      {0x6f7780, 0x767d86, 0x7d848c, 0x848b92, 0x8b9298, 0x92989e, 0x999fa4, 0xa0a5aa, 0xa7acb0, 0xaeb2b6,
       0xb5b9bc, 0xbcbfc2, 0xc3c6c8, 0xcaccce, 0xd1d3d4, 0xd8d9da, 0xdfe0e0}}}};

int channel(std::uint32_t rgb, int c) { return static_cast<int>(rgb >> (16 - 8 * c) & 255); }

Vec4f kind_colour(std::uint32_t rgb, float haemoglobin) {
  const Vec3f c = linear_of(rgb);
  return {c[0], c[1], c[2], haemoglobin};
}

} // namespace

const std::vector<std::string>& map_names() {
  static const std::vector<std::string> names{"viridis", "cividis", "coolwarm"};
  return names;
}

std::vector<std::uint8_t> map_colours(const std::string& name) {
  const ColourMap* map = maps.data();
  for (const ColourMap& each : maps)
    if (name == each.name) map = &each;
  std::vector<std::uint8_t> out;
  for (int i = 0; i < 256; ++i) {
    const double at = i / 255.0 * 16;
    const auto k = std::min<std::size_t>(15, static_cast<std::size_t>(at));
    const double t = at - static_cast<double>(k);
    for (int c = 0; c < 3; ++c)
      out.push_back(static_cast<std::uint8_t>(
          std::lround((1 - t) * channel(map->colours[k], c) + t * channel(map->colours[k + 1], c))));
    out.push_back(255);
  }
  return out;
}

Vec3f linear_of(std::uint32_t rgb) {
  Vec3f out{};
  for (int c = 0; c < 3; ++c) {
    const double s = channel(rgb, c) / 255.0;
    out[static_cast<std::size_t>(c)] =
        static_cast<float>(s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4));
  }
  return out;
}

bool read_colour(const std::string& name, Vec3f& linear) {
  if (name == "white") return linear = {1, 1, 1}, true;
  if (name == "black") return linear = {0, 0, 0}, true;
  std::uint32_t rgb = 0;
  if (name.size() != 7 || name[0] != '#') return false;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + 7, rgb, 16);
  if (error != std::errc() || end != name.data() + 7) return false;
  linear = linear_of(rgb);
  return true;
}

bool Background::dark() const {
  return alpha > 0 &&
         (top[0] + bottom[0]) * 0.2126f + (top[1] + bottom[1]) * 0.7152f + (top[2] + bottom[2]) * 0.0722f <
             0.36f;
}

Background background_of(const std::string& name, int look) {
  Background b;
  if (name == "transparent") return {{1, 1, 1}, {1, 1, 1}, 0, 0};
  if (Vec3f colour; !name.empty() && read_colour(name, colour)) return {colour, colour, 0, 1};
  switch (static_cast<Look>(look)) {
  case Look::microscope:
    // the warm lamp, darker at the rim of the field
    return {linear_of(0xf6efe2), linear_of(0xf6efe2), 0.22f, 1};
  case Look::studio:
    return {linear_of(0xf8f5f2), linear_of(0xe4d8d2), 0.1f, 1};
  case Look::data:
    break;
  }
  return {{1, 1, 1}, {1, 1, 1}, 0, 1};
}

std::array<Vec4f, 16> colours_of(const std::vector<KindLook>& kinds, Look) {
  std::array<Vec4f, 16> colours{};
  for (std::size_t k = 0; k < kind::most_surfaces; ++k) {
    const KindLook::What what = k < kinds.size() ? kinds[k].what : KindLook::What::capsule;
    using What = KindLook::What;
    colours[k] = what == What::red_cell                        ? kind_colour(0x970d16, 1)
                 : what == What::platelet                      ? kind_colour(0xd8b980, 0)
                 : what == What::tissue || what == What::sheet ? kind_colour(0xd9a38f, 0)
                                                               : kind_colour(0x4f8a9a, 0);
  }
  colours[kind::bead] = kind_colour(0xf4e3a0, 0);
  colours[kind::trail] = kind_colour(0x3a4654, 0);
  colours[kind::wall] = kind_colour(0xb4bac2, 0);
  colours[kind::outline] = kind_colour(0x6b7280, 0);
  return colours;
}

} // namespace ibsim::view
