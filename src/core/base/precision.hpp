// Number types. All physics is in `real`.
//
// An Index counts within one array of a kind that is checked to hold fewer than 2^31 elements where it is
// made: the cells of a rank's part of the grid (1290^3), the sites of all objects. What goes across
// components, or is a product of two such numbers (3 n^3 passes 2^31 at 895^3), is a Size, or std::size_t
// where it is a size in memory. Measured: docs/notes/performance.md, "Widths of indices".
#pragma once

#include <cstddef>
#include <cstdint>

namespace ibsim {

using real = double;
using Index = std::int32_t;
using Size = std::int64_t;

} // namespace ibsim
