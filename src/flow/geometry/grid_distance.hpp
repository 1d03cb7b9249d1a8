// A signed distance given at the nodes of a grid, and what makes one: files, and masks of voxels.
//
// Between nodes it is the tricubic interpolant of Catmull and Rom, which is smooth enough for normals. Along
// a direction in which the grid is as long as the box it goes around; elsewhere all beyond it is solid.
#pragma once

#include "geometry/signed_distance.hpp"

#include <array>
#include <filesystem>

namespace ibsim {

/// Nodes at origin + (i spacing.x, j spacing.y, k spacing.z), x fastest.
struct DistanceGrid {
  Int3 n;
  Real3 origin, spacing;     ///< um
  std::vector<float> values; ///< um, negative in the fluid
  std::size_t number(int i, int j, int k) const {
    return static_cast<std::size_t>(i) +
           static_cast<std::size_t>(n.x) * (j + static_cast<std::size_t>(n.y) * k);
  }
};

/// @param open across these directions what lies in the faces of the grid goes on beyond them
/// @throws InputError "NAME: .." where fluid ends at another face of the grid that is within the box
ImplicitShape grid_shape(DistanceGrid, const PeriodicBox&, const std::string& name,
                         const std::array<bool, 3>& open = {});

/// Mirheo's format: sizes and numbers of nodes as text, then floats; nodes at both ends of the box.
/// @param unit um of a number @throws InputError
DistanceGrid read_sdf(const std::filesystem::path&, real unit);

/// HDF5: `distance` [z][y][x] with the attributes `origin` and `spacing` [x, y, z], in `unit`. @throws
/// InputError
DistanceGrid read_distance_hdf5(const std::filesystem::path&, real unit);
/// Writes the same in um. @throws ResourceError
void write_distance_hdf5(const std::filesystem::path&, const DistanceGrid&);

/// Voxels: non-zero is fluid.
struct VoxelMask {
  Int3 n;
  Real3 voxel;             ///< um
  std::vector<char> fluid; ///< x fastest
  std::size_t number(int i, int j, int k) const {
    return static_cast<std::size_t>(i) +
           static_cast<std::size_t>(n.x) * (j + static_cast<std::size_t>(n.y) * k);
  }
};

/// Distances at the centres of voxels: exact to the centre of the nearest voxel of the other kind
/// (Felzenszwalb and Huttenlocher 2012, Theory of Computing 8, 415), less half a voxel. A Gaussian of a voxel
/// then smooths the steps next to the wall. @param around which directions go around
DistanceGrid distance_of_mask(const VoxelMask&, const bool (&around)[3]);

/// Turns all fluid into solid that is not connected, by faces of voxels, to the largest part.
void keep_largest_part(VoxelMask&, const bool (&around)[3]);

/// A mask from a NIfTI file (.nii, .nii.gz), HDF5 (`mask` [z][y][x] with the attribute `spacing`), or a TIFF
/// stack. @param voxel um; zero: that of the file, in `unit` @param threshold fluid is what is greater
/// @throws InputError
VoxelMask read_mask(const std::filesystem::path&, const Real3& voxel, real unit, real threshold);

} // namespace ibsim
