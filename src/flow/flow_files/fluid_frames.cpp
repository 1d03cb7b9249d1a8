#include "flow_files/fluid_frames.hpp"

#include "base/units.hpp"

namespace ibsim {
namespace {

const std::string cell_data = frame_group + "/CellData/";

std::string join(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (const std::size_t n : numbers) text += (text.empty() ? "" : " ") + std::to_string(n);
  return text;
}

/// The <Grid> of an .xdmf.
std::string xdmf_grid(const std::string& file, const Grid& grid, const FrameFormat& format) {
  const auto nx = static_cast<std::size_t>(grid.n.x), ny = static_cast<std::size_t>(grid.n.y),
             nz = static_cast<std::size_t>(grid.n.z);
  const std::string h = shortest_decimals(grid.h),
                    precision = format.precision == FramePrecision::single_precision ? "4" : "8";
  const auto attribute = [&](const std::string& name, bool vector) {
    std::vector<std::size_t> shape{nz, ny, nx};
    if (vector) shape.push_back(3);
    return "<Attribute Name=\"" + name + "\" AttributeType=\"" + (vector ? "Vector" : "Scalar") +
           "\" Center=\"Cell\"><DataItem Dimensions=\"" + join(shape) +
           "\" NumberType=\"Float\" Precision=\"" + precision + "\" Format=\"HDF\">" + file + ":" +
           cell_data + name + "</DataItem></Attribute>\n";
  };
  return "<Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"" + join({nz + 1, ny + 1, nx + 1}) +
         "\"/>\n<Geometry GeometryType=\"ORIGIN_DXDYDZ\"><DataItem Dimensions=\"3\" Format=\"XML\">0 0 "
         "0</DataItem><DataItem Dimensions=\"3\" Format=\"XML\">" +
         h + " " + h + " " + h + "</DataItem></Geometry>\n" +
         (grid.topology.y.ends == Ends::walls ? "<Information Name=\"walls\" Value=\"y = 0 and y = " +
                                                    shortest_decimals(grid.lengths().y) + " um\"/>\n"
                                              : std::string()) +
         attribute("velocity", true) + attribute("pressure", false);
}

} // namespace

FluidFrames::FluidFrames(const std::filesystem::path& folder, const std::string& name, const Grid& grid,
                         const FrameFormat& format, std::size_t kept, real viscosity)
    : grid_(grid), viscosity_(viscosity), format_(format),
      series_(
          folder, name, [grid, format](const std::string& file) { return xdmf_grid(file, grid, format); },
          kept) {}

template <class T>
std::vector<T> FluidFrames::wall_stress(std::span<const T> velocity,
                                        const std::array<Real3, 2>& walls) const {
  const Int3 n = grid_.n;
  const real factor = viscosity_ / (3 * grid_.h);
  std::vector<T> stress;
  for (const bool upper : {false, true})
    for (int k = 0; k < n.z; ++k)
      for (int i = 0; i < n.x; ++i)
        for (const int d : {0, 2}) {
          const auto row = [&](int from_wall) {
            const int j = upper ? n.y - 1 - from_wall : from_wall;
            return static_cast<real>(velocity[3 * ((static_cast<std::size_t>(k) * n.y + j) * n.x + i) + d]);
          };
          const real into_the_fluid = factor * (9 * row(0) - row(1) - 8 * walls[upper][d]);
          stress.push_back(static_cast<T>(upper ? -into_the_fluid : into_the_fluid));
        }
  return stress;
}

template <class T>
void FluidFrames::append(double time, std::span<const T> velocity, std::span<const T> pressure,
                         std::uint64_t state_hash, const std::array<Real3, 2>& wall_velocity, double strain) {
  // ParaView 5.11 reads version 1 alone, which an image without steps is
  hdf5::File file = begin_frame(series_.next_file(), 1, "ImageData", time, state_hash);
  const Grid& grid = grid_;
  file.set_attribute(frame_group, "WholeExtent",
                     std::vector<std::int64_t>{0, grid.n.x, 0, grid.n.y, 0, grid.n.z});
  file.set_attribute(frame_group, "Origin", std::vector<double>{0, 0, 0});
  file.set_attribute(frame_group, "Spacing", std::vector<double>{grid.h, grid.h, grid.h});
  file.set_attribute(frame_group, "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  file.make_group(frame_group + "/CellData");
  const bool single = format_.precision == FramePrecision::single_precision;
  const auto nx = static_cast<hsize_t>(grid.n.x), ny = static_cast<hsize_t>(grid.n.y),
             nz = static_cast<hsize_t>(grid.n.z);
  const auto write = [&](const std::string& name, std::vector<hsize_t> shape, const std::string& units,
                         std::span<const T> values) {
    std::vector<hsize_t> chunk;
    if (format_.compression > 0) {
      chunk = shape;
      chunk[0] = chunk_rows(nz, (single ? 4 : 8) * nx * ny);
    }
    file.make_array(cell_data + name, {single ? hdf5::Type::float32 : hdf5::Type::float64, std::move(shape),
                                       std::move(chunk), format_.compression, units});
    file.write_all(cell_data + name, values);
  };
  write("velocity", {nz, ny, nx, 3}, "um/us", velocity);
  write("pressure", {nz, ny, nx}, "kPa", pressure);
  if (grid.topology.y.ends == Ends::walls) {
    const std::string data = frame_group + "/FieldData/";
    file.make_array(data + "wall_places", {hdf5::Type::float64, {2}, {}, 0, "um"});
    file.write_all(data + "wall_places", std::vector<double>{0, grid.lengths().y});
    file.make_array(data + "wall_velocity", {hdf5::Type::float64, {2, 3}, {}, 0, "um/us"});
    std::vector<double> velocities;
    for (const Real3& g : wall_velocity)
      for (int d = 0; d < 3; ++d) velocities.push_back(g[d]);
    file.write_all(data + "wall_velocity", velocities);
    if (viscosity_ > 0) {
      file.make_array(data + "wall_stress",
                      {single ? hdf5::Type::float32 : hdf5::Type::float64, {2 * nz * nx, 2}, {}, 0, "kPa"});
      file.write_all(data + "wall_stress", std::span<const T>(wall_stress(velocity, wall_velocity)));
    }
  }
  if (grid.topology.y.ends == Ends::lees_edwards) {
    file.make_array(frame_group + "/FieldData/strain", {hdf5::Type::float64, {1}, {}, 0, ""});
    file.write_all(frame_group + "/FieldData/strain", std::vector<double>{strain});
  }
  series_.append(file, time, state_hash);
}
template void FluidFrames::append(double, std::span<const float>, std::span<const float>, std::uint64_t,
                                  const std::array<Real3, 2>&, double);
template void FluidFrames::append(double, std::span<const double>, std::span<const double>, std::uint64_t,
                                  const std::array<Real3, 2>&, double);

} // namespace ibsim
