#include "mechanics/contact_forces.hpp"
#include "mechanics/for_each_listed.hpp"

namespace ibsim {

template <>
void add_contact_forces(const Stream<Cpu>& stream, const CloseSites& list, const ContactLaw& law,
                        const OwnSites& own, Index most, VectorsView<real> F) {
  for_each_listed(stream, most, list.count, [=](Index i) {
    if (!own.has(list.objects[i])) return;
    Real3 force{};
    list.for_each_near(i, own.sites, [&](Index j, const Real3& apart, real r, real reach) {
      force += list.sites[i].area * list.sites[j].area * law.within(reach).force(r) / r * apart;
    });
    if (force == Real3{}) return;
    own.points.for_each_site(list.numbers[i], [&](Index s, real part) { F.set(s, F.at(s) + part * force); });
  });
}

} // namespace ibsim
