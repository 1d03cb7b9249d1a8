#include "walls/gaps_to_walls.hpp"

#include "parallel/atomic_lower.hpp"
#include "parallel/for_each.hpp"

#include <cmath>
#include <limits>

namespace ibsim {
namespace {

IBSIM_HD Index strip_of(real z, real h, Index strips) {
  const auto strip = static_cast<Index>(std::floor(z / h)) % strips;
  return strip < 0 ? strip + strips : strip;
}

/// The gap to a face in each strip.
template <class B>
void gaps_to_face(const Stream<B>& stream, const Grid& grid, const WallFace& of, VectorsView<const real> X,
                  real* least) {
  const real h = grid.h;
  const Real3 box = grid.lengths();
  const Index strips = grid.n.z;
  const WallFace face = of;
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    const real gap = face.gap(X.x[i], X.y[i], box);
    const Index strip = strip_of(X.z[i], h, strips);
    // most sites are not the outermost: a look costs less than an atomic
    if (gap >= 0 && gap < look_at(&least[strip])) atomic_lower(&least[strip], gap);
  });
}

} // namespace

template <class B>
std::vector<real> gaps_to_walls(const Stream<B>& stream, const Grid& grid, const std::vector<WallFace>& faces,
                                VectorsView<const real> X) {
  const std::size_t strips = grid.n.z;
  Array<real, B> gaps(stream,
                      std::vector<real>(faces.size() * strips, std::numeric_limits<real>::infinity()));
  for (std::size_t f = 0; f < faces.size(); ++f)
    gaps_to_face<B>(stream, grid, faces[f], X, gaps.data() + f * strips);
  return gaps.to_host(stream);
}

template std::vector<real> gaps_to_walls(const Stream<ThisBackend>&, const Grid&,
                                         const std::vector<WallFace>&, VectorsView<const real>);

} // namespace ibsim
