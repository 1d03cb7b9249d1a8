// Signed distances on grids and masks of voxels, from files of each kind.
#include "base/error.hpp"
#include "files/hdf5.hpp"
#include "geometry/grid_distance.hpp"
#include "geometry/primitives.hpp"
#include "geometry/sampled_distance.hpp"
#include "test_folder.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <zlib.h>

namespace ibsim {
namespace {

const PeriodicBox periodic{{12, 16, 20}};
const ImplicitShape tube = repeated(cylinder_shape(2, {6, 8, 0}, 4), periodic);
const ImplicitShape ball = sphere_shape({6, 8, 10}, 4);

/// Nodes at h/2, 3h/2, .. around the box.
DistanceGrid sampled(const SignedDistance& shape, real h) {
  const SampledDistance s = sample_distance(shape, periodic, h);
  return {s.n, s.node(0, 0, 0), s.spacing(), {s.values.begin(), s.values.end()}};
}

real largest_error(const SignedDistance& found, const SignedDistance& exact, real within) {
  real most = 0;
  for (int i = 0; i < 4000; ++i) {
    const Real3 x{std::fmod(i * 7.31, 12), std::fmod(i * 3.17, 16), std::fmod(i * 5.03, 20)};
    const real d = exact.distance(x);
    if (std::abs(d) < within) most = std::max(most, std::abs(found.distance(x) - d));
  }
  return most;
}

// The interpolant of Catmull and Rom reproduces quadratics: its error is 0.008 h^3 f''' and h^4 f''''/16 a
// direction. Of circles of 3 um and more f''' < 0.2 and f'''' < 0.1: 6e-4 in two directions. Its nodes reach
// one micrometre farther, and at two from the wall images of the tube meet.
constexpr real of_cubics = 6e-4;

TEST(Grids, hold_a_distance) {
  const ImplicitShape shape = grid_shape(sampled(*tube, 0.5), periodic, "grid");
  EXPECT_LT(largest_error(*shape, *tube, 0.9), of_cubics);
  for (const Real3& x : {Real3{6.1, 5, 19.9}, Real3{9.5, 8, 0.1}})
    EXPECT_NEAR(shape->distance(x), shape->distance(x + Real3{0, 0, 20}), 1e-9);
}

TEST(Grids, are_written_and_read) {
  const TestFolder folder;
  const DistanceGrid grid = sampled(*tube, 0.5);
  write_distance_hdf5(folder.path / "d.h5", grid);
  const DistanceGrid found = read_distance_hdf5(folder.path / "d.h5", 1);
  EXPECT_EQ(found.values, grid.values);
  EXPECT_EQ(found.n, grid.n);
  EXPECT_LT(norm(found.origin - grid.origin) + norm(found.spacing - grid.spacing), 1e-15);
  EXPECT_NEAR(read_distance_hdf5(folder.path / "d.h5", 1000).spacing.x, 500, 1e-12); // mm
}

// Mirheo: sizes and numbers as text, floats, nodes at both ends of the box.
TEST(Grids, of_mirheo_have_nodes_at_both_ends) {
  const TestFolder folder;
  const Int3 n{25, 33, 41};
  std::string bytes = "12.0 16.0 20.0\n25 33 41\n";
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i) {
        const float d = static_cast<float>(tube->distance({0.5 * i, 0.5 * j, 0.5 * k}));
        bytes.append(reinterpret_cast<const char*>(&d), 4);
      }
  write_text(folder.path / "tube.sdf", bytes);
  const ImplicitShape shape = grid_shape(read_sdf(folder.path / "tube.sdf", 1), periodic, "tube.sdf");
  EXPECT_LT(largest_error(*shape, *tube, 0.9), of_cubics);
  write_text(folder.path / "cut.sdf", bytes.substr(0, bytes.size() / 2));
  EXPECT_THROW(read_sdf(folder.path / "cut.sdf", 1), InputError);
}

TEST(Grids, whose_fluid_ends_at_a_face_are_refused) {
  DistanceGrid grid = sampled(*tube, 0.5);
  grid.n.z /= 2, grid.values.resize(static_cast<std::size_t>(grid.n.x) * grid.n.y * grid.n.z);
  try {
    grid_shape(grid, periodic, "half.h5");
    ADD_FAILURE();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("half.h5: fluid ends at the face of the grid at ("),
              std::string::npos)
        << e.what();
    EXPECT_NE(std::string(e.what()).find("along z the grid is 10 um long and the box 20 um"),
              std::string::npos);
  }
}

VoxelMask mask_of(const SignedDistance& shape, const Int3& n) {
  VoxelMask mask{n, {periodic.size.x / n.x, periodic.size.y / n.y, periodic.size.z / n.z}, {}};
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i)
        mask.fluid.push_back(shape.distance({(i + 0.5) * mask.voxel.x, (j + 0.5) * mask.voxel.y,
                                             (k + 0.5) * mask.voxel.z}) < 0);
  return mask;
}

// The transform is exact to the centres of voxels: of two parallel walls, and of a single voxel.
TEST(Masks, have_exact_distances) {
  const bool nowhere[3] = {};
  VoxelMask one{{9, 9, 9}, {1, 2, 3}, std::vector<char>(729, 0)};
  one.fluid[one.number(4, 4, 4)] = 1;
  // before smoothing: seen through a linear function, which a Gaussian leaves alone, far from the voxel
  const DistanceGrid grid = distance_of_mask(one, nowhere);
  EXPECT_GT(grid.values[one.number(0, 4, 4)], 2.5);
  VoxelMask slab{{40, 8, 8}, {0.5, 0.5, 0.5}, {}};
  for (int k = 0; k < 64; ++k)
    for (int i = 0; i < 40; ++i) slab.fluid.push_back(i >= 10 && i < 30);
  const DistanceGrid walls = distance_of_mask(slab, nowhere);
  // the wall is between voxels 9 and 10, at 5 um; voxel i is at (i + 1/2)/2 um
  for (const int i : {14, 15, 16})
    EXPECT_NEAR(walls.values[slab.number(i, 4, 4)], -((i + 0.5) / 2 - 5), 1e-6);
}

// A wall of voxels is known to half a voxel; its mean place better. Tubes and balls are found to a third of
// one.
TEST(Masks, are_shapes) {
  const bool around[3] = {true, true, true};
  for (const ImplicitShape& shape : {tube, ball}) {
    const ImplicitShape found =
        grid_shape(distance_of_mask(mask_of(*shape, {48, 64, 80}), around), periodic, "mask");
    EXPECT_LT(largest_error(*found, *shape, 1), 0.34 * 0.25 * 1.5);
  }
}

// The distance on the axis of a tube is its radius, by which throats are found: its wall is known to half a
// voxel, and the axis lies between voxels, up to half of sqrt(2) of one away from a centre.
TEST(Masks, keep_the_radius_of_a_throat) {
  const bool around[3] = {true, true, true};
  for (const int per_um : {1, 2, 4}) {
    const Int3 n{12 * per_um, 16 * per_um, 20 * per_um};
    const ImplicitShape found = grid_shape(distance_of_mask(mask_of(*tube, n), around), periodic, "mask");
    real deepest = 0, of_tube = 0;
    for (int j = 0; j < 64; ++j)
      for (int i = 0; i < 64; ++i) {
        const Real3 at{periodic.size.x * i / 64, periodic.size.y * j / 64, periodic.size.z / 2};
        deepest = std::min(deepest, found->distance(at)), of_tube = std::min(of_tube, tube->distance(at));
      }
    EXPECT_NEAR(deepest, of_tube, (0.5 + 0.71) / per_um) << per_um;
  }
}

TEST(Masks, keep_their_largest_part) {
  const bool around[3] = {true, true, true};
  VoxelMask mask = mask_of(*tube, {24, 32, 40}), clean = mask;
  mask.fluid[mask.number(0, 0, 3)] = 1, mask.fluid[mask.number(0, 0, 4)] = 1;
  keep_largest_part(mask, around);
  EXPECT_EQ(mask.fluid, clean.fluid);
}

void put(std::string& bytes, std::size_t at, std::uint64_t value, int size, bool big) {
  for (int i = 0; i < size; ++i)
    bytes[at + static_cast<std::size_t>(big ? size - 1 - i : i)] = static_cast<char>(value >> 8 * i & 255);
}
std::uint64_t bits_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, 4);
  return bits;
}

std::string nifti_of(const VoxelMask& mask, bool big) {
  std::string bytes(352, '\0');
  put(bytes, 0, 348, 4, big), put(bytes, 40, 3, 2, big);
  for (int d = 0; d < 3; ++d) {
    put(bytes, 42 + 2 * static_cast<std::size_t>(d), static_cast<std::uint64_t>(mask.n[d]), 2, big);
    put(bytes, 80 + 4 * static_cast<std::size_t>(d), bits_of(static_cast<float>(mask.voxel[d])), 4, big);
  }
  put(bytes, 48, 1, 2, big), put(bytes, 70, 4, 2, big), put(bytes, 72, 16, 2, big);
  put(bytes, 108, bits_of(352), 4, big);
  bytes.replace(344, 3, "n+1");
  for (const char fluid : mask.fluid) {
    bytes += "\0\0";
    bytes.resize(bytes.size() + 2);
    put(bytes, bytes.size() - 2, fluid ? 300 : 0, 2, big);
  }
  return bytes;
}

std::string deflated(const std::string& bytes, int window) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  std::string out(compressBound(bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data()), stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string tiff_of(const VoxelMask& mask, bool big, bool compressed) {
  std::string bytes(8, '\0');
  bytes[0] = bytes[1] = big ? 'M' : 'I';
  put(bytes, 2, 42, 2, big);
  std::size_t link = 4;
  for (int k = 0; k < mask.n.z; ++k) {
    std::string plane;
    for (int i = 0; i < mask.n.x * mask.n.y; ++i)
      plane += mask.fluid[static_cast<std::size_t>(k) * mask.n.x * mask.n.y + static_cast<std::size_t>(i)]
                   ? '\xff'
                   : '\0';
    if (compressed) plane = deflated(plane, 15);
    const std::size_t data = bytes.size();
    bytes += plane;
    if (bytes.size() % 2) bytes += '\0';
    put(bytes, link, bytes.size(), 4, big);
    const std::pair<int, std::uint64_t> tags[] = {{256, static_cast<std::uint64_t>(mask.n.x)},
                                                  {257, static_cast<std::uint64_t>(mask.n.y)},
                                                  {258, 8},
                                                  {259, compressed ? 8 : 1},
                                                  {273, data},
                                                  {277, 1},
                                                  {278, static_cast<std::uint64_t>(mask.n.y)},
                                                  {279, plane.size()}};
    const std::size_t at = bytes.size();
    bytes.resize(at + 2 + 12 * std::size(tags) + 4);
    put(bytes, at, std::size(tags), 2, big);
    for (std::size_t t = 0; t < std::size(tags); ++t) {
      const std::size_t entry = at + 2 + 12 * t;
      put(bytes, entry, static_cast<std::uint64_t>(tags[t].first), 2, big), put(bytes, entry + 2, 4, 2, big);
      put(bytes, entry + 4, 1, 4, big), put(bytes, entry + 8, tags[t].second, 4, big);
    }
    link = at + 2 + 12 * std::size(tags);
  }
  return bytes;
}

TEST(Masks, come_from_nifti_tiff_and_hdf5) {
  const TestFolder folder;
  const VoxelMask mask = mask_of(*ball, {13, 17, 9});
  const auto same = [&](const std::string& name, const Real3& voxel) {
    const VoxelMask found = read_mask(folder.path / name, voxel, 1, 0);
    EXPECT_EQ(found.n, mask.n) << name;
    EXPECT_EQ(found.fluid, mask.fluid) << name;
    EXPECT_LT(norm(found.voxel - mask.voxel), 1e-6) << name; // NIfTI has floats
  };
  for (const bool big : {false, true}) {
    write_text(folder.path / "m.nii", nifti_of(mask, big));
    same("m.nii", {});
    write_text(folder.path / "m.nii.gz", deflated(nifti_of(mask, big), 15 + 16));
    same("m.nii.gz", {});
    for (const bool compressed : {false, true}) {
      write_text(folder.path / "m.tif", tiff_of(mask, big, compressed));
      same("m.tif", mask.voxel);
    }
  }
  hdf5::File h5 = hdf5::File::create(folder.path / "m.h5", 512);
  h5.make_array("mask", {hdf5::Type::float32, {9, 17, 13}, {}, 0, ""});
  h5.write_all("mask", std::span<const float>(std::vector<float>(mask.fluid.begin(), mask.fluid.end())));
  h5.set_attribute("mask", "spacing", std::vector<double>{mask.voxel.x, mask.voxel.y, mask.voxel.z});
  const auto bytes = h5.bytes();
  write_text(folder.path / "m.h5", std::string(bytes.begin(), bytes.end()));
  same("m.h5", {});
}

TEST(Masks, that_are_damaged_or_empty_are_refused) {
  const TestFolder folder;
  const VoxelMask mask = mask_of(*ball, {13, 17, 9});
  const auto says = [&](const std::string& name, const std::string& bytes, const std::string& part,
                        real threshold = 0) {
    write_text(folder.path / name, bytes);
    try {
      read_mask(folder.path / name, {}, 1, threshold);
      ADD_FAILURE() << part;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
    }
  };
  says("cut.nii", nifti_of(mask, false).substr(0, 1000), "ends too early");
  says("no.nii", "no header", "is no NIfTI-1 file");
  says("other.nii", std::string(400, 'x'), "is no NIfTI-1 file");
  const std::string zipped = deflated(nifti_of(mask, false), 15 + 16);
  says("cut.nii.gz", zipped.substr(0, zipped.size() / 2), "compressed part is damaged or cut off");
  says("solid.nii", nifti_of(mask, false), "all voxels are solid at the threshold of 400", 400);
  says("m.tif", tiff_of(mask, false, false), "does not say how large a voxel is; give voxel");
  std::string lzw = tiff_of(mask, false, false);
  for (std::size_t at = 8; at + 12 < lzw.size(); ++at) // the tag of the compression
    if (lzw[at] == 3 && lzw[at + 1] == 1 && lzw[at + 2] == 4 && lzw[at + 8] == 1) lzw[at + 8] = 5;
  says("lzw.tif", lzw, "compressed by method 5");
}

} // namespace
} // namespace ibsim
