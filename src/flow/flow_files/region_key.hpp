// The key of a part of the box, given by two corners.
#pragma once

#include "grid/grid.hpp"
#include "schema/schema.hpp"

namespace ibsim {

/// A corner of a region; one that is left out is that of the box.
inline Key corner_key(const char* name, Real3& corner, const Real3& of_box, const char* help) {
  return key::vector(name, corner, dimension::length, help)
      .or_word(
          "box", [&corner, of_box] { return norm(corner - of_box) == 0; },
          [&corner, of_box](bool box) {
            if (box) corner = of_box;
          })
      .by_default("box", [&corner, of_box] { corner = of_box; });
}

/// @tparam R with corners `low` and `high`, um
template <class R>
Key region_key(const char* name, R& region, const Grid& grid, const char* help) {
  return key::map(name,
                  {corner_key("low", region.low, {}, "Corner with the least coordinates."),
                   corner_key("high", region.high, grid.lengths(), "The opposite corner.")},
                  help)
      .check([&region]() -> std::string {
        for (int d = 0; d < 3; ++d)
          if (!(region.high[d] > region.low[d]))
            return std::string("has no extent in ") + "xyz"[d] + ": give a high corner above the low one";
        return "";
      });
}

} // namespace ibsim
