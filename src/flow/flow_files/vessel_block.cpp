#include "flow_files/vessel_block.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/hdf5.hpp"
#include "flow_files/mesh_key.hpp"
#include "flow_files/opening_keys.hpp"
#include "geometry/grid_distance.hpp"
#include "geometry/mesh_file.hpp"
#include "geometry/mesh_shape.hpp"
#include "geometry/plenum.hpp"
#include "walls/pilots.hpp"

#include <cctype>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

enum class VesselFile { mesh, sdf, hdf5, mask, other };

VesselFile kind_of_file(const std::filesystem::path& file) {
  std::string name = file.filename().string();
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (is_called_a_mesh(name)) return VesselFile::mesh;
  if (name.ends_with(".sdf")) return VesselFile::sdf;
  if (name.ends_with(".h5") || name.ends_with(".hdf5")) return VesselFile::hdf5;
  for (const char* ending : {".nii", ".nii.gz", ".tif", ".tiff"})
    if (name.ends_with(ending)) return VesselFile::mask;
  return VesselFile::other;
}

/// Sizes that cannot be meant: the unit is wrong then.
void require_likely_size(const Real3& size, const PeriodicBox& box, const std::string& name) {
  const real largest = std::max({size.x, size.y, size.z}),
             of_box = std::max({box.size.x, box.size.y, box.size.z});
  if (largest > 30 * of_box || largest < of_box / 1000)
    throw InputError(name +
                     text(": is %.4g x %.4g x %.4g um large, and the box %.4g x %.4g x %.4g um; is the "
                          "unit right?",
                          size.x, size.y, size.z, box.size.x, box.size.y, box.size.z));
}

/// Ends of the mesh in the planes of its mouths go on into the plenum.
void extend_to_plenum(TriangleMesh& mesh, const Openings& openings, const PeriodicBox& box) {
  constexpr real near = 1e-3; // of the box
  for (int d = 0; d < 3; ++d) {
    if (!openings.across[d]) continue;
    const real length = openings.plenum(d, box.size) / 3;
    extend_ends(mesh, d, -1, openings.low[d], near * box.size[d], length);
    extend_ends(mesh, d, 1, openings.high[d], near * box.size[d], length);
  }
}

VesselShape from_mesh(const std::filesystem::path& file, real unit, const Real3& at, const Openings& openings,
                      const PeriodicBox& box) {
  TriangleMesh mesh = read_mesh(file, unit);
  require_likely_size(box_of(mesh).size(), box, file.string());
  for (Real3& x : mesh.vertices) x += at;
  const std::size_t triangles = mesh.triangles.size();
  if (!openings.empty()) extend_to_plenum(mesh, openings, box);
  return {mesh_shape(std::move(mesh), box, file.string()), text("%zu triangles", triangles)};
}

VesselShape from_grid(DistanceGrid grid, const char* what, const Real3& at, const Openings& openings,
                      const PeriodicBox& box, const std::string& name) {
  Real3 size;
  for (int d = 0; d < 3; ++d) size[d] = grid.n[d] * grid.spacing[d];
  require_likely_size(size, box, name);
  grid.origin += at;
  const Int3 n = grid.n;
  return {grid_shape(std::move(grid), box, name, openings.across),
          text("%s of %d x %d x %d", what, n.x, n.y, n.z)};
}

VesselShape from_mask(const std::filesystem::path& file, const Real3& voxel, real unit, real threshold,
                      bool largest, const Real3& at, const Openings& openings, const PeriodicBox& box) {
  VoxelMask mask = read_mask(file, voxel, unit, threshold);
  bool around[3];
  for (int d = 0; d < 3; ++d) {
    const real length = mask.n[d] * mask.voxel[d];
    around[d] = std::abs(length - box.size[d]) <= 1e-3 * length;
  }
  if (largest) keep_largest_part(mask, around);
  return from_grid(distance_of_mask(mask, around), "voxels", at, openings, box, file.string());
}

Real3 read_voxel(const Tree& tree, const std::string& path) {
  Real3 voxel;
  if (tree.kind == Tree::Kind::list)
    voxel = read_vector(tree, path, dimension::length);
  else
    voxel.x = voxel.y = voxel.z = read_positive(tree, path, dimension::length);
  for (int d = 0; d < 3; ++d)
    if (!(voxel[d] > 0)) fail_at(tree, path + ": must be greater than zero");
  return voxel;
}

/// Keys that mean nothing beside this kind of file.
void refuse_keys(const Fields& f, const std::vector<const char*>& keys, const std::string& why) {
  for (const char* key : keys)
    if (const Tree* tree = f.find(key)) fail_at(*tree, f.path(key) + ": " + why);
}

bool has_distances(const std::filesystem::path& file, const Tree& name, const std::string& path) {
  try {
    return hdf5::File::open(file).exists("distance");
  } catch (const InputError& e) {
    fail_at(name, path + ": " + e.what());
  }
}

VesselShape vessel_from_file(const Fields& f, const Tree& name, const Openings& openings,
                             const PeriodicBox& box, const std::filesystem::path& folder) {
  const std::filesystem::path file = read_file_name(name, f.path("file"), folder);
  VesselFile kind = kind_of_file(file);
  if (kind == VesselFile::other)
    fail_at(name,
            f.path("file") + ": " + in_quotes(file.filename().string()) +
                " is no file that is read: meshes are .stl, .ply, .off, signed distances .h5 and .sdf, masks "
                ".nii, .nii.gz, .tif, .tiff and .h5");
  Real3 at;
  if (const Tree* tree = f.find("at")) at = read_vector(*tree, f.path("at"), dimension::length);
  if (kind == VesselFile::hdf5 && !has_distances(file, name, f.path("file"))) kind = VesselFile::mask;
  if (kind != VesselFile::mask)
    refuse_keys(f, {"voxel", "threshold", "keep"}, "only a mask of voxels has it");
  const Tree *const voxel_tree = f.find("voxel"), *const threshold_tree = f.find("threshold"),
                    *const keep = f.find("keep");
  if (voxel_tree) refuse_keys(f, {"unit"}, "voxel already gives the size of the mask");
  const real unit = voxel_tree ? 1 : read_unit_of_length(f.need("unit", "1 um"), f.path("unit"));
  const Real3 voxel = voxel_tree ? read_voxel(*voxel_tree, f.path("voxel")) : Real3{};
  const real threshold = threshold_tree ? read_number(*threshold_tree, f.path("threshold")) : 0;
  const bool largest = keep && read_choice(*keep, f.path("keep"), {"all", "largest"}) == 1;
  try {
    if (kind == VesselFile::mesh) return from_mesh(file, unit, at, openings, box);
    if (kind == VesselFile::sdf)
      return from_grid(read_sdf(file, unit), "distances", at, openings, box, file.string());
    if (kind == VesselFile::hdf5)
      return from_grid(read_distance_hdf5(file, unit), "distances", at, openings, box, file.string());
    return from_mask(file, voxel, unit, threshold, largest, at, openings, box);
  } catch (const InputError& e) {
    fail_at(name, f.path("file") + ": " + e.what());
  }
}

ShapeBounds block_of(const Openings& openings) {
  constexpr real endless = std::numeric_limits<real>::infinity();
  ShapeBounds block{openings.low, openings.high};
  for (int d = 0; d < 3; ++d)
    if (!openings.across[d]) block.low[d] = -endless, block.high[d] = endless;
  return block;
}

} // namespace

VesselShape read_vessel(const Tree& tree, const std::string& path, const PeriodicBox& box, real h,
                        const std::filesystem::path& folder) {
  const Fields f(
      tree, path,
      {"file", "unit", "at", "voxel", "threshold", "keep", "hash", "shape", "fluid", "openings", "tight"});
  const Tree *const file = f.find("file"), *const shape = f.find("shape");
  if (!file == !shape) fail_at(tree, path + ": give a file (and its unit), or a shape, and not both");
  if (shape) refuse_keys(f, {"unit", "at", "voxel", "threshold", "keep", "hash"}, "belongs to a file");
  Openings openings;
  if (const Tree* given = f.find("openings"))
    openings = read_openings(*given, f.path("openings"), box.size, folder);
  VesselShape vessel = shape ? VesselShape{read_shape(*shape, f.path("shape"), box), "shapes"}
                             : vessel_from_file(f, *file, openings, box, folder);
  if (const Tree* side = f.find("fluid");
      side && read_choice(*side, f.path("fluid"), {"inside", "outside"}) == 1)
    vessel.fluid = complement_of(vessel.fluid);
  if (!openings.empty()) {
    const ImplicitShape alone = vessel.fluid;
    vessel.fluid = with_plenum(alone, block_of(openings), box);
    try {
      vessel.fluid = with_pilots(vessel.fluid, alone, openings, box, h);
    } catch (const InputError& e) {
      fail_at(*f.find("openings"), f.path("openings") + "." + e.what());
    }
  }
  vessel.openings = std::move(openings);
  const Tree* const tight = f.find("tight");
  // pumps put a pressure on the walls, against the plenum outside
  if (tight ? read_boolean(*tight, f.path("tight")) : !vessel.openings.empty())
    vessel.spacing = WallSpacing::tight;
  return vessel;
}

} // namespace ibsim
