#include "objects/listed_objects.hpp"

#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

#include <cmath>
#include <limits>

namespace ibsim {
namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();

struct Around {
  IBSIM_HD Extent operator()(const Extent& a, const Extent& b) const {
    return {std::fmin(a.low, b.low), std::fmax(a.high, b.high), std::fmin(a.bottom, b.bottom),
            std::fmax(a.top, b.top)};
  }
};

constexpr Extent of_nothing = Extent::of_nothing();

struct AroundBoth {
  IBSIM_HD ObjectBox operator()(const ObjectBox& a, const ObjectBox& b) const {
    return {{std::fmin(a.low.x, b.low.x), std::fmin(a.low.y, b.low.y), std::fmin(a.low.z, b.low.z)},
            {std::fmax(a.high.x, b.high.x), std::fmax(a.high.y, b.high.y), std::fmax(a.high.z, b.high.z)}};
  }
};

/// The box of a site.
struct AtSite {
  VectorsView<const real> X;
  Index per_object;
  IBSIM_HD ObjectBox operator()(Index object, Index s) const {
    const Real3 x = X.at(object * per_object + s);
    return {x, x};
  }
};

/// From where to where a site lies.
struct OfSite {
  VectorsView<const real> X;
  Index per_object;
  IBSIM_HD Extent operator()(Index object, Index s) const {
    const Index i = object * per_object + s;
    return {X.z[i], X.z[i], X.y[i], X.y[i]};
  }
};

} // namespace

template <class B>
std::vector<Extent> extents_of_objects(const Stream<B>& stream, VectorsView<const real> X, Index per_object) {
  return reduce(stream, X.n / per_object, per_object, of_nothing, OfSite{X, per_object}, Around{});
}

template <class B>
std::vector<ObjectBox> boxes_of_objects(const Stream<B>& stream, VectorsView<const real> X,
                                        Index per_object) {
  const Real3 far{infinity, infinity, infinity};
  return reduce(stream, X.n / per_object, per_object, ObjectBox{far, -far}, AtSite{X, per_object},
                AroundBoth{});
}

template <class B>
void find_extents(const Stream<B>& stream, VectorsView<const real> X, Index per_object, Extent* extents) {
  reduce_each(stream, X.n / per_object, per_object, of_nothing, OfSite{X, per_object}, Around{}, extents);
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
template std::vector<ObjectBox> boxes_of_objects(const Stream<ThisBackend>&, VectorsView<const real>, Index);
template void find_extents(const Stream<ThisBackend>&, VectorsView<const real>, Index, Extent*);
template void take_objects(const Stream<ThisBackend>&, const Array<Index, ThisBackend>&, Index,
                           VectorsView<const real>, VectorsView<real>);
template void give_objects_back(const Stream<ThisBackend>&, const Array<Index, ThisBackend>&, Index,
                                VectorsView<const real>, VectorsView<real>);
template void take_rows(const Stream<ThisBackend>&, const Array<Index, ThisBackend>&, Index,
                        const std::uint32_t*, std::uint32_t*);

} // namespace ibsim
