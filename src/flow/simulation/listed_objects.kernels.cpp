#include "simulation/listed_objects.hpp"

#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

#include <cmath>
#include <limits>

namespace ibsim {
namespace {

struct Least {
  IBSIM_HD real operator()(real a, real b) const { return std::fmin(a, b); }
};

/// The least of sign * x of each object, of one coordinate of its sites.
template <class B>
std::vector<real> least_of_objects(const Stream<B>& stream, Index objects, Index per_object, const real* x,
                                   real sign) {
  return reduce(
      stream, objects, per_object, std::numeric_limits<real>::infinity(),
      [=] IBSIM_KERNEL(Index object, Index s) { return sign * x[object * per_object + s]; }, Least{});
}

} // namespace

template <class B>
std::vector<Extent> extents_of_objects(const Stream<B>& stream, VectorsView<const real> X, Index per_object) {
  if (X.n == 0) return {};
  const auto least = [&](const real* x, real sign) {
    return least_of_objects(stream, X.n / per_object, per_object, x, sign);
  };
  const std::vector<real> low = least(X.z, 1), high = least(X.z, -1), bottom = least(X.y, 1),
                          top = least(X.y, -1);
  std::vector<Extent> extents;
  for (std::size_t o = 0; o < low.size(); ++o) extents.push_back({low[o], -high[o], bottom[o], -top[o]});
  return extents;
}

template <class B>
void take_objects(const Stream<B>& stream, const Array<Index, B>& objects, Index per_object,
                  VectorsView<const real> from, VectorsView<real> to) {
  const Index* const object = objects.data();
  for_each(stream, to.n, [=] IBSIM_KERNEL(Index i) {
    to.set(i, from.at(object[i / per_object] * per_object + i % per_object));
  });
}

template <class B>
void give_objects_back(const Stream<B>& stream, const Array<Index, B>& objects, Index per_object,
                       VectorsView<const real> from, VectorsView<real> to) {
  const Index* const object = objects.data();
  for_each(stream, from.n, [=] IBSIM_KERNEL(Index i) {
    const Index of = object[i / per_object];
    if (of >= 0) to.set(of * per_object + i % per_object, from.at(i));
  });
}

template <class B>
void take_rows(const Stream<B>& stream, const Array<Index, B>& slots, Index words, const std::uint32_t* from,
               std::uint32_t* to) {
  const Index* const slot = slots.data();
  for_each(stream, static_cast<Size>(slots.size()) * words, [=] IBSIM_KERNEL(Size i) {
    to[i] = from[static_cast<Size>(slot[i / words]) * words + i % words];
  });
}

template std::vector<Extent> extents_of_objects(const Stream<ThisBackend>&, VectorsView<const real>, Index);
template void take_objects(const Stream<ThisBackend>&, const Array<Index, ThisBackend>&, Index,
                           VectorsView<const real>, VectorsView<real>);
template void give_objects_back(const Stream<ThisBackend>&, const Array<Index, ThisBackend>&, Index,
                                VectorsView<const real>, VectorsView<real>);
template void take_rows(const Stream<ThisBackend>&, const Array<Index, ThisBackend>&, Index,
                        const std::uint32_t*, std::uint32_t*);

} // namespace ibsim
