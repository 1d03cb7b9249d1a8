#include "base/error.hpp"
#include "base/text.hpp"
#include "files/file_bytes.hpp"
#include "files/hdf5.hpp"
#include "geometry/grid_distance.hpp"

#include <cmath>
#include <cstring>
#include <span>
#include <sstream>

namespace ibsim {
namespace {

constexpr long most_nodes = 1L << 31;

void require_finite(const DistanceGrid& grid, const std::string& name) {
  for (std::size_t i = 0; i < grid.values.size(); ++i)
    if (!std::isfinite(grid.values[i]))
      throw InputError(name + text(": the distance at node %zu is not finite", i));
}

} // namespace

DistanceGrid read_sdf(const std::filesystem::path& file, real unit) {
  const std::string bytes = read_file(file), name = file.string();
  std::istringstream header(bytes.substr(0, 400));
  Real3 size;
  Int3 n;
  header >> size.x >> size.y >> size.z >> n.x >> n.y >> n.z;
  if (!header || !(size.x > 0 && size.y > 0 && size.z > 0) || n.x < 2 || n.y < 2 || n.z < 2)
    throw InputError(name + ": an .sdf file begins with three sizes and three numbers of nodes as text");
  const std::uint64_t nodes = std::uint64_t(n.x) * n.y * n.z;
  if (nodes > most_nodes || bytes.size() < 4 * nodes + 12)
    throw InputError(name + text(": %d x %d x %d nodes take %llu bytes, and the file has %zu", n.x, n.y, n.z,
                                 static_cast<unsigned long long>(4 * nodes), bytes.size()));
  DistanceGrid grid{
      n, {}, {unit * size.x / (n.x - 1), unit * size.y / (n.y - 1), unit * size.z / (n.z - 1)}, {}};
  grid.values.resize(nodes);
  std::memcpy(grid.values.data(), bytes.data() + (bytes.size() - 4 * nodes), 4 * nodes); // little endian
  for (float& v : grid.values) v = static_cast<float>(unit * v);
  require_finite(grid, name);
  return grid;
}

DistanceGrid read_distance_hdf5(const std::filesystem::path& file, real unit) {
  const hdf5::File h5 = hdf5::File::open(file);
  const std::string name = file.string();
  if (!h5.exists("distance")) throw InputError(name + ": has no array \"distance\"");
  const std::vector<hsize_t> shape = h5.shape("distance");
  if (shape.size() != 3) throw InputError(name + ": \"distance\" is not an array [z][y][x]");
  DistanceGrid grid;
  grid.n = {static_cast<int>(shape[2]), static_cast<int>(shape[1]), static_cast<int>(shape[0])};
  for (int d = 0; d < 3; ++d)
    if (grid.n[d] < 2) throw InputError(name + ": \"distance\" has fewer than two nodes along a direction");
  const auto three = [&](const char* attribute) {
    if (!h5.has_attribute("distance", attribute))
      throw InputError(name + text(": \"distance\" has no attribute \"%s\" [x, y, z]", attribute));
    const std::vector<double> v = h5.real_attribute("distance", attribute);
    if (v.size() != 3 || !std::isfinite(v[0] + v[1] + v[2]))
      throw InputError(name + text(": the attribute \"%s\" is not three numbers [x, y, z]", attribute));
    return Real3{unit * v[0], unit * v[1], unit * v[2]};
  };
  grid.origin = three("origin"), grid.spacing = three("spacing");
  if (!(grid.spacing.x > 0 && grid.spacing.y > 0 && grid.spacing.z > 0))
    throw InputError(name + ": the attribute \"spacing\" must be greater than zero");
  grid.values = h5.read_floats("distance");
  for (float& v : grid.values) v = static_cast<float>(unit * v);
  require_finite(grid, name);
  return grid;
}

void write_distance_hdf5(const std::filesystem::path& file, const DistanceGrid& grid) {
  hdf5::File h5 = hdf5::File::create(file, 512);
  const hsize_t nx = static_cast<hsize_t>(grid.n.x), ny = static_cast<hsize_t>(grid.n.y),
                nz = static_cast<hsize_t>(grid.n.z);
  h5.make_array("distance", {hdf5::Type::float32, {nz, ny, nx}, {}, 0, "um"});
  h5.write_all("distance", std::span<const float>(grid.values));
  h5.set_attribute("distance", "origin", std::vector<double>{grid.origin.x, grid.origin.y, grid.origin.z});
  h5.set_attribute("distance", "spacing",
                   std::vector<double>{grid.spacing.x, grid.spacing.y, grid.spacing.z});
  write_file(file, h5.bytes());
}

} // namespace ibsim
