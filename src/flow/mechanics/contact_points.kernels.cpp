// See contact_points.hpp.
#include "mechanics/contact_points.hpp"

#include "parallel/for_each_team.hpp"

#include <utility>

namespace ibsim {
namespace {

/// A_s/A_p and A_p.
template <class B>
void find_parts(const Stream<B>& stream, ContactPoints points, const StructureSites<B>& of, real* parts,
                real* areas) {
  const real* const weights = of.surface.weights();
  const ReferenceMetrics at_rest = of.surface.reference();
  for_each(stream, points.n, [=] IBSIM_KERNEL(Index p) {
    const auto area = [&](Index k) { return weights[points.order[k]] * at_rest.at(points.order[k]).area; };
    const Index begin = points.first(p), end = points.first(p + 1);
    real all = 0;
    for (Index k = begin; k < end; ++k) all += area(k);
    areas[p] = all;
    for (Index k = begin; k < end; ++k) parts[k] = area(k) / all;
  });
}

/// A coordinate of X_p. @param x of the sites of its object
IBSIM_IN_KERNEL real mean(const ContactPoints& points, Index p, const real* x) {
  real sum = 0;
  for (Index k = points.first(p); k < points.first(p + 1); ++k) sum += points.parts[k] * x[points.order[k]];
  return sum;
}

/// X_p of all objects.
template <class B>
void find_positions(const Stream<B>& stream, ContactPoints points, VectorsView<const real> X,
                    VectorsView<real> found) {
  const Index n = points.n, n_sample = points.n_sample;
  for_each(stream, found.n, [=] IBSIM_KERNEL(Index i) {
    const Index from = i / n * n_sample, p = i % n;
    found.set(i, {mean(points, p, X.x + from), mean(points, p, X.y + from), mean(points, p, X.z + from)});
  });
}

/// Points of many objects. Sites of a point do not follow each other in memory: a team brings an object's
/// into its own, an axis at a time.
template <class B>
void find_positions_of_many(const Stream<B>& stream, ContactPoints points, VectorsView<const real> X,
                            VectorsView<real> found) {
  const Index n = points.n, n_sample = points.n_sample;
  for_each_team(stream, X.n / n_sample, sizeof(real) * n_sample,
                [=] IBSIM_KERNEL(const Team& team, Index object) {
                  real* const mine = reinterpret_cast<real*>(team.memory);
                  const auto find = [&](const real* x, real* to) {
                    for (Index s = team.rank; s < n_sample; s += team.size)
                      mine[s] = x[object * n_sample + s];
                    team.wait();
                    for (Index p = team.rank; p < n; p += team.size)
                      to[object * n + p] = mean(points, p, mine);
                    team.wait();
                  };
                  find(X.x, found.x), find(X.y, found.y), find(X.z, found.z);
                });
}

} // namespace

template <class B>
ContactPointsFinder<B>::ContactPointsFinder(const Stream<B>& stream, const PointsOfObject& of, int objects)
    : points_(of.points), n_sample_(static_cast<Index>(of.order.size())), objects_(objects),
      order_(stream, of.order), parts_(of.order.size()), areas_(static_cast<std::size_t>(of.points)),
      positions_(3 * static_cast<std::size_t>(of.points) * objects) {
  stream.synchronize(); // `of` is in use until here
}

template <class B>
ContactPoints ContactPointsFinder<B>::found() const {
  return {.n = points_,
          .n_sample = n_sample_,
          .order = order_.data(),
          .parts = parts_.data(),
          .areas = areas_.data(),
          .positions = vectors_view<const real>(positions_.data(), points_ * objects_)};
}

template <class B>
ContactPoints ContactPointsFinder<B>::find(const Stream<B>& stream, const StructureSites<B>& of) {
  const ContactPoints points = found();
  if (!std::exchange(has_parts_, true)) find_parts(stream, points, of, parts_.data(), areas_.data());
  const VectorsView<real> to = vectors_view(positions_.data(), points_ * objects_);
  constexpr Index many = 256; // of fewer, not all parts of a GPU would have one
  if (objects_ >= many && sizeof(real) * n_sample_ <= most_team_memory(stream))
    find_positions_of_many(stream, points, of.positions, to);
  else
    find_positions(stream, points, of.positions, to);
  return points;
}

template class ContactPointsFinder<ThisBackend>;

} // namespace ibsim
