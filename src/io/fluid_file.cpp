#include "io/fluid_file.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/run_folder.hpp"
#include "io/temporal_vtkhdf.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

const std::string root = "/VTKHDF";
const std::string cell_data = root + "/CellData/";

std::string join(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (const std::size_t n : numbers) text += (text.empty() ? "" : " ") + std::to_string(n);
  return text;
}

} // namespace

std::vector<double> at_cell_centres(const Grid& grid, const std::vector<double>& velocity) {
  const auto cells = static_cast<std::size_t>(grid.cells());
  if (velocity.size() != 3 * cells)
    throw std::invalid_argument("at_cell_centres: three components on the faces of the grid");
  std::vector<double> centred(3 * cells);
  for (int k = 0; k < grid.n.z; ++k)
    for (int j = 0; j < grid.n.y; ++j)
      for (int i = 0; i < grid.n.x; ++i) {
        const std::size_t here = static_cast<std::size_t>(grid.index(i, j, k));
        const Index above[] = {grid.index(Grid::next(i, grid.n.x), j, k),
                               grid.index(i, Grid::next(j, grid.n.y), k),
                               grid.index(i, j, Grid::next(k, grid.n.z))};
        for (std::size_t d = 0; d < 3; ++d)
          centred[3 * here + d] =
              0.5 * (velocity[d * cells + here] + velocity[d * cells + static_cast<std::size_t>(above[d])]);
      }
  return centred;
}

struct FluidFile::Parts {
  TemporalVtkhdf frames;
  XdmfFile xdmf;
  Grid grid;
  FrameFormat format;

  std::string xdmf_grid(std::size_t frame) const;
};

FluidFile::FluidFile(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
FluidFile::~FluidFile() = default;
FluidFile::FluidFile(FluidFile&&) noexcept = default;
void FluidFile::settle() { parts_->frames.file.settle(); }
std::size_t FluidFile::frames() const { return parts_->frames.times.size(); }

FluidFile::FluidFile(const std::filesystem::path& path, const Grid& grid, const FrameFormat& format) {
  require_free_space(path, 128u << 10);
  parts_.reset(new Parts{TemporalVtkhdf::create(path, "ImageData"),
                         XdmfFile(std::filesystem::path(path).replace_extension(".xdmf")), grid, format});
  hdf5::File& file = parts_->frames.file;
  file.set_attribute(root, "WholeExtent", std::vector<std::int64_t>{0, grid.n.x, 0, grid.n.y, 0, grid.n.z});
  file.set_attribute(root, "Origin", std::vector<double>{0, 0, 0});
  file.set_attribute(root, "Spacing", std::vector<double>{grid.h, grid.h, grid.h});
  file.set_attribute(root, "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  file.make_group(root + "/CellData");
  file.make_group(root + "/Steps/CellDataOffsets");
  const bool single = format.precision == Scenario::Precision::single_precision;
  const auto nx = static_cast<hsize_t>(grid.n.x), ny = static_cast<hsize_t>(grid.n.y),
             nz = static_cast<hsize_t>(grid.n.z);
  const hsize_t slices = chunk_rows(nz, (single ? 4 : 8) * nx * ny);
  const hdf5::Type number = single ? hdf5::Type::float32 : hdf5::Type::float64;
  file.make_array(cell_data + "velocity",
                  {number, {0, nz, ny, nx, 3}, {1, slices, ny, nx, 3}, format.compression, "um/us"});
  file.make_array(cell_data + "pressure",
                  {number, {0, nz, ny, nx}, {1, slices, ny, nx}, format.compression, "kPa"});
  for (const char* name : {"velocity", "pressure"})
    parts_->frames.make_step_array(std::string("CellDataOffsets/") + name);
  file.flush();
  parts_->xdmf.write({});
}

FluidFile FluidFile::reopen(const std::filesystem::path& path, const Grid& grid, const FrameFormat& format,
                            std::size_t n) {
  auto parts = std::unique_ptr<Parts>(
      new Parts{TemporalVtkhdf::open(path, "ImageData"),
                XdmfFile(std::filesystem::path(path).replace_extension(".xdmf")), grid, format});
  hdf5::File& file = parts->frames.file;
  if (file.integer_attribute(root, "WholeExtent") !=
          std::vector<std::int64_t>{0, grid.n.x, 0, grid.n.y, 0, grid.n.z} ||
      file.real_attribute(root, "Spacing") != std::vector<double>{grid.h, grid.h, grid.h})
    throw InputError(path.string() + ": holds another grid than this scenario");
  parts->frames.shorten_steps(n);
  for (const char* name : {"velocity", "pressure"})
    file.shorten(cell_data + name, parts->frames.times.size());
  file.flush();
  std::vector<std::string> grids;
  for (std::size_t f = 0; f < parts->frames.times.size(); ++f) grids.push_back(parts->xdmf_grid(f));
  parts->xdmf.write(grids);
  return FluidFile(std::move(parts));
}

void FluidFile::append(double time, const std::vector<double>& velocity, const std::vector<double>& pressure,
                       std::uint64_t state_hash) {
  Parts& p = *parts_;
  require_free_space(p.frames.file.path(), static_cast<std::size_t>(p.grid.cells()) * 4 * 9 + (64u << 10));
  const auto frame = static_cast<std::int64_t>(p.frames.times.size());
  p.frames.file.append(cell_data + "velocity", 1, at_cell_centres(p.grid, velocity));
  p.frames.file.append(cell_data + "pressure", 1, pressure);
  for (const char* name : {"velocity", "pressure"})
    p.frames.append_step(std::string("CellDataOffsets/") + name, {frame});
  p.frames.commit(time, state_hash);
  p.xdmf.append(p.xdmf_grid(static_cast<std::size_t>(frame)));
}

std::string FluidFile::Parts::xdmf_grid(std::size_t frame) const {
  const auto nx = static_cast<std::size_t>(grid.n.x), ny = static_cast<std::size_t>(grid.n.y),
             nz = static_cast<std::size_t>(grid.n.z);
  const std::string h = shortest_decimals(grid.h),
                    precision = format.precision == Scenario::Precision::single_precision ? "4" : "8";
  const auto attribute = [&](const std::string& name, bool vector) {
    std::vector<std::size_t> start{frame, 0, 0, 0}, stride{1, 1, 1, 1}, count{1, nz, ny, nx},
        whole{frame + 1, nz, ny, nx}, shown{nz, ny, nx};
    if (vector)
      start.push_back(0), stride.push_back(1), count.push_back(3), whole.push_back(3), shown.push_back(3);
    return "<Attribute Name=\"" + name + "\" AttributeType=\"" + (vector ? "Vector" : "Scalar") +
           "\" Center=\"Cell\"><DataItem ItemType=\"HyperSlab\" Dimensions=\"" + join(shown) +
           "\" Type=\"HyperSlab\"><DataItem Dimensions=\"3 " + std::to_string(start.size()) +
           "\" Format=\"XML\">" + join(start) + " " + join(stride) + " " + join(count) +
           "</DataItem><DataItem Dimensions=\"" + join(whole) + "\" NumberType=\"Float\" Precision=\"" +
           precision + "\" Format=\"HDF\">" + xml(frames.file.path().filename().string()) + ":" + cell_data +
           name + "</DataItem></DataItem></Attribute>\n";
  };
  return "<Grid Name=\"fluid\"><Time Value=\"" + shortest_decimals(frames.times.at(frame)) +
         "\"/>\n<Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"" + join({nz + 1, ny + 1, nx + 1}) +
         "\"/>\n<Geometry GeometryType=\"ORIGIN_DXDYDZ\"><DataItem Dimensions=\"3\" Format=\"XML\">0 0 "
         "0</DataItem><DataItem Dimensions=\"3\" Format=\"XML\">" +
         h + " " + h + " " + h + "</DataItem></Geometry>\n" + attribute("velocity", true) +
         attribute("pressure", false) + "</Grid>\n";
}

} // namespace ibsim
