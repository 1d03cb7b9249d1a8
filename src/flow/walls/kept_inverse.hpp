// Inverses of walls of points (wall_inverse.hpp) on disk: what takes a solve of the fluid for each patch.
//
// A file is named by a hash of what its numbers follow from. It has the version of these files, that hash,
// its sizes and a checksum; one that differs in any of them counts as missing, so that it is made anew. It is
// written under another name and renamed, so a reader never meets a half of it.
#pragma once

#include "grid/any_faces.hpp"
#include "grid/mac_grid.hpp"
#include "linalg/block_rows.hpp"
#include "walls/wall_points.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ibsim {

struct KeptInverse {
  BlockMatrix local;             ///< G, whose blocks are kept as floats
  std::vector<float> of_patches; ///< K, column by column
  real farthest = 0;             ///< the eigenvalue of M G that is farthest outside of 0 to 1
  Real3 at;                      ///< the point that its mode moves most
  std::uint64_t checksum = 0;    ///< of the file that it was read from
};

/// All that an inverse follows from.
struct InverseProblem {
  const Grid& grid;
  const WallPoints& points;
  real beta, a, density; ///< of the stage: us, um^2, pg/um^3
  Storage storage;       ///< of the answers that it is made of
  std::string device;    ///< bits differ from one kind to another
};

/// The file of a problem in a folder of caches.
std::filesystem::path file_of_inverse(const std::filesystem::path& folder, const InverseProblem&);

/// None if there is no such file, or if it is not whole, or not for so many points and patches.
std::optional<KeptInverse> read_inverse(const std::filesystem::path&, Index points, Index patches);

/// Keeps an inverse, unless it is larger than a GiB. Removes the oldest ones beyond 4 GiB. Where the disk
/// takes none, the log says so.
void keep_inverse(const std::filesystem::path&, KeptInverse);

} // namespace ibsim
