#include "diagnostics/cell_free_layer.hpp"

#include "parallel/atomic_lower.hpp"
#include "parallel/for_each.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/structure_properties.hpp"
#include "simulation/tubes.hpp"

#include <cmath>
#include <limits>

namespace ibsim {
namespace {

constexpr real nowhere = std::numeric_limits<real>::infinity();

/// The kind of closed objects that takes the largest volume.
template <class B>
std::size_t kind_of_cells(Simulation<B>& simulation) {
  const FlowModel& model = simulation.model();
  std::size_t found = 0;
  real largest = -1;
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    if (!has_inside(model.objects[kind])) continue;
    real volume = 0;
    for (const StructureIntegrals& object : simulation.integrals(kind)) volume += object.volume;
    if (volume > largest) largest = volume, found = kind;
  }
  return found;
}

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

/// Over the strips that have cells; NaN where none has.
real mean_of(const std::vector<real>& distances, std::size_t first, std::size_t last) {
  real sum = 0, n = 0;
  for (std::size_t i = first; i < last; ++i)
    if (distances[i] < nowhere) sum += distances[i], ++n;
  return sum / n;
}

} // namespace

template <class B>
CellFreeLayer cell_free_layer(Simulation<B>& simulation) {
  const FlowModel& model = simulation.model();
  const Stream<B>& stream = simulation.stream();
  const std::size_t kind = kind_of_cells(simulation);
  simulation.evaluate();
  const VectorsView<const real> X = simulation.step().sample_positions(kind);
  const std::vector<TubeSection> tubes = model.has_tubes() ? inner_parts(model) : std::vector<TubeSection>();
  const std::size_t strips = model.grid.n.z, rows = tubes.empty() ? 2 : tubes.size();
  Array<real, B> distances(stream, std::vector<real>(rows * strips, nowhere));
  if (tubes.empty())
    distances_from_walls<B>(stream, model.grid, X, distances.data(), distances.data() + strips);
  for (std::size_t t = 0; t < tubes.size(); ++t)
    distances_from_tube<B>(stream, model.grid, tubes[t], X, distances.data() + t * strips);
  const std::vector<real> found = distances.to_host(stream);
  if (!tubes.empty()) return {0, 0, mean_of(found, 0, found.size())};
  return {mean_of(found, 0, strips), mean_of(found, strips, 2 * strips), 0};
}

template CellFreeLayer cell_free_layer(Simulation<ThisBackend>&);

} // namespace ibsim
