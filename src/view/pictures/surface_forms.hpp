// The objects of a topology, and meshes of other fineness for the kinds of surfaces among them.
//
// Objects with the same triangles are of one form. Its coarser meshes keep a quarter of the points of the one
// before: edges are twice as long. A mesh whose edges are about the width of a pixel costs as much as one of
// a tenth of its triangles and shows no more.
//
// A finer mesh has a point more on each edge, on the cubic that has the normals of both ends (the middle of
// the edge of a PN triangle, A. Vlachos et al. 2001, doi:10.1145/364338.364387),
//   m = (a + b)/2 - (((b - a).n_a) n_a + ((a - b).n_b) n_b)/8
// so that the outline of a coarse surface seen from near is no polygon.
#pragma once

#include "files/read_frames.hpp"
#include "renderer/mesh.hpp"

#include <array>

namespace ibsim::view {

/// A mesh with some of a form's points.
struct CoarserMesh {
  std::vector<std::uint32_t> points;    ///< of the form's, those that stay
  std::vector<std::uint32_t> triangles; ///< [triangle][3] of `points`
};

/// A mesh with a point more on each edge.
struct FinerMesh {
  std::vector<std::array<std::uint32_t, 2>> edges; ///< the new points follow those of the mesh before
  std::vector<std::uint32_t> triangles;            ///< four for each
};

struct SurfaceForm {
  std::size_t points = 0;
  std::vector<std::uint32_t> triangles; ///< [triangle][3], points counted from the object's first
  float edge = 0;                       ///< mean length, um
  std::vector<CoarserMesh> coarser;
  std::vector<FinerMesh> finer;
};

struct SurfaceObject {
  std::size_t first = 0; ///< of its points in the frame
  std::size_t form = 0;
  int number = 0, kind = 0;
};

/// What the objects of a topology are. @param positions of one frame, [point][3]: coarser meshes are made
/// such that they fit the first object of each form there
/// @throws InputError if a triangle has corners of two objects
struct SurfaceForms {
  SurfaceForms(const SurfaceTriangles&, const std::vector<float>& positions);
  std::vector<SurfaceObject> objects;
  std::vector<SurfaceForm> forms;

  /// The coarsest level whose edges are at most so long; negative: finer than the form. 0: the form itself.
  static int level(const SurfaceForm&, float longest_edge);
  const std::vector<std::uint32_t>& triangles(const SurfaceForm&, int level) const;
  std::size_t points(const SurfaceForm&, int level) const;
};

/// A quarter of the points of a closed or open surface: edges shrink to one of their ends, as far as the
/// surface stays one and no triangle turns over. Points at an open border stay.
CoarserMesh coarser(const std::vector<Vec3f>& points, const std::vector<std::uint32_t>& triangles);
FinerMesh finer(std::size_t points, const std::vector<std::uint32_t>& triangles);

} // namespace ibsim::view
