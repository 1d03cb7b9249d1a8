// A mesh of any body given by its signed distance, from a body-centred cubic lattice.
//
// The lattice has vertices at the corners and at the centres of cubes of side a. Two neighbouring centres and
// an edge of the face between their cubes make a tetrahedron of volume a^3/12: twelve a cube, all of one
// shape, with two edges of a and four of sqrt(3)/2 a. Those whose mean distance is inside are kept, and their
// vertices beside others are moved onto the surface, by less where a tetrahedron would lose more than 4/5 of
// its volume (after Labelle and Shewchuk, Isosurface stuffing, SIGGRAPH 2007, doi:10.1145/1275808.1276448,
// without their stencils).
#pragma once

#include "base/error.hpp"
#include "mesh/tetrahedra.hpp"
#include "parallel/for_each.hpp"

#include <cmath>
#include <vector>

namespace ibsim {

/// The side of the cubes for a mean edge of `edge`.
inline real lattice_side(real edge) { return 6 * edge / (2 + 4 * 0.86602540378443864676); }

/// Numbers of cubes and the lowest corner of the lattice.
struct Lattice {
  Int3 n;
  Real3 low;
  real side;

  Index corners() const { return (n.x + 1) * (n.y + 1) * (n.z + 1); }
  Index cubes() const { return n.x * n.y * n.z; }
  IBSIM_HD Index corner(int i, int j, int k) const { return (k * (n.y + 1) + j) * (n.x + 1) + i; }
  IBSIM_HD Index centre(int i, int j, int k) const { return corners_ + (k * n.y + j) * n.x + i; }
  Real3 point(Index vertex) const;
  Index corners_ = 0;
};
/// Around a box, with a cube to spare on all sides. @throws InputError if it is too large
Lattice lattice_around(Real3 low, Real3 high, real edge);

/// The twelve tetrahedra that belong to cube (i, j, k): four around each of its faces towards +x, +y and +z.
/// False where there is no cube beyond the face.
bool lattice_tetrahedra(const Lattice&, int i, int j, int k, int direction, Tetrahedron (&four)[4]);

/// Finds from the distances at all lattice vertices (positive inside) the tetrahedra that are kept, with
/// vertices renumbered, and those of them that may move (beside tetrahedra that are not kept).
TetMesh kept_part(const Lattice&, const std::vector<float>& distance, std::vector<unsigned char>& outer);
/// Moves outer vertices towards their targets as far as the tetrahedra allow.
void move_outer(TetMesh&, const std::vector<unsigned char>& outer, const std::vector<Real3>& targets,
                real side);

/// @param body `real distance(Real3)`, positive inside and right near the surface, and `Real3
/// surface(Real3)`, a point of the surface near the given one
template <class Body>
TetMesh lattice_mesh(const Body& body, Real3 low, Real3 high, real edge) {
  const Stream<Cpu> stream;
  const Lattice lattice = lattice_around(low, high, edge);
  const Index all = lattice.corners() + lattice.cubes();
  std::vector<float> distance(static_cast<std::size_t>(all));
  float* d = distance.data();
  for_each(stream, all,
           [=, &body, &lattice](Index v) { d[v] = static_cast<float>(body.distance(lattice.point(v))); });
  std::vector<unsigned char> outer;
  TetMesh mesh = kept_part(lattice, distance, outer);
  std::vector<Real3> targets = mesh.points;
  Real3* target = targets.data();
  const unsigned char* moves = outer.data();
  for_each(stream, mesh.vertices(), [=, &body](Index v) {
    if (moves[v]) target[v] = body.surface(target[v]);
  });
  move_outer(mesh, outer, targets, lattice.side);
  return mesh;
}

} // namespace ibsim
