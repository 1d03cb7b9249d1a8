#include "surface/motion_sums.hpp"

#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

struct AddedSums {
  IBSIM_HD MotionSums operator()(const MotionSums& a, const MotionSums& b) const {
    return {a.sites + b.sites,           b.sites > 0 ? b.origin : a.origin,
            a.marker + b.marker,         a.positions + b.positions,
            a.velocities + b.velocities, a.moments + b.moments,
            a.diagonal + b.diagonal,     a.mixed + b.mixed};
  }
};

} // namespace

template <class B>
std::vector<MotionSums> motion_sums(const Stream<B>& stream, int objects, VectorsView<const real> X,
                                    VectorsView<const real> U, const Index* markers, Index objects_in_all) {
  const Index n = objects > 0 ? X.n / objects : 0;
  return reduce(
      stream, objects, n, MotionSums{},
      [=] IBSIM_KERNEL(Index object, Index site) {
        const Index i = object * n + site;
        const Real3 origin = X.at(object * n), x = X.at(i), u = U.at(i), r = x - origin;
        return MotionSums{
            1, origin,      site == markers[object] ? x : Real3{}, r,
            u, cross(r, u), {r.x * r.x, r.y * r.y, r.z * r.z},     {r.x * r.y, r.x * r.z, r.y * r.z}};
      },
      AddedSums{}, objects_in_all);
}

template std::vector<MotionSums> motion_sums(const Stream<ThisBackend>&, int, VectorsView<const real>,
                                             VectorsView<const real>, const Index*, Index);

} // namespace ibsim
