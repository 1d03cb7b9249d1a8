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

/// The distance from y = 0 (first) and from y = height (second) in each strip.
template <class B>
void distances_from_walls(const Stream<B>& stream, const Grid& grid, VectorsView<const real> X, real* lower,
                          real* upper) {
  const real h = grid.h, height = grid.lengths().y;
  const Index strips = grid.n.z;
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    const Index strip = strip_of(X.z[i], h, strips);
    const real below = X.y[i] > 0 ? X.y[i] : real{0}, above = X.y[i] < height ? height - X.y[i] : real{0};
    // most sites are not the outermost: a look costs less than an atomic
    if (below < look_at(&lower[strip])) atomic_lower(&lower[strip], below);
    if (above < look_at(&upper[strip])) atomic_lower(&upper[strip], above);
  });
}

/// The distance from the wall of a tube in each strip, of the sites in it.
template <class B>
void distances_from_tube(const Stream<B>& stream, const Grid& grid, const TubeSection& tube,
                         VectorsView<const real> X, real* distance) {
  const real h = grid.h;
  const Real3 box = grid.lengths();
  const Index strips = grid.n.z;
  const TubeSection t = tube;
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    const real x = std::remainder(X.x[i] - t.x, box.x), y = std::remainder(X.y[i] - t.y, box.y),
               r = std::sqrt(x * x + y * y);
    const Index strip = strip_of(X.z[i], h, strips);
    if (r < t.radius && t.radius - r < look_at(&distance[strip]))
      atomic_lower(&distance[strip], t.radius - r);
  });
}

} // namespace

template <class B>
std::vector<real> gaps_to_walls(const Stream<B>& stream, const Grid& grid,
                                const std::vector<TubeSection>& tubes, VectorsView<const real> X) {
  const std::size_t strips = grid.n.z, walls = tubes.empty() ? 2 : tubes.size();
  Array<real, B> distances(stream, std::vector<real>(walls * strips, std::numeric_limits<real>::infinity()));
  if (tubes.empty()) distances_from_walls<B>(stream, grid, X, distances.data(), distances.data() + strips);
  for (std::size_t t = 0; t < tubes.size(); ++t)
    distances_from_tube<B>(stream, grid, tubes[t], X, distances.data() + t * strips);
  return distances.to_host(stream);
}

template std::vector<real> gaps_to_walls(const Stream<ThisBackend>&, const Grid&,
                                         const std::vector<TubeSection>&, VectorsView<const real>);

} // namespace ibsim
