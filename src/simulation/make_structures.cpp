#include "simulation/make_structures.hpp"

namespace ibsim {

std::vector<SurfaceKind> make_surface_kinds(const Scenario& scenario,
                                            const std::filesystem::path& cache_folder) {
  std::vector<SurfaceKind> kinds;
  for (const ObjectKind& object : scenario.objects) {
    check(object.law); // before the minutes that operators may take
    kinds.push_back(
        make_closed_surface(object.surface, object.data_sites, object.sample_sites, cache_folder));
  }
  return kinds;
}

template <class B>
std::vector<Structure<B>> make_structures(const Stream<B>& stream, const Scenario& scenario,
                                          const std::vector<SurfaceKind>& kinds) {
  std::vector<Structure<B>> structures;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const ObjectKind& object = scenario.objects[kind];
    typename Structure<B>::Terms terms;
    terms.push_back(make_in_plane<B>(object.law));
    structures.emplace_back(stream, kinds[kind], static_cast<int>(object.placements.size()), std::move(terms),
                            scenario.remove_net_force);
  }
  return structures;
}

template std::vector<Structure<Cpu>> make_structures(const Stream<Cpu>&, const Scenario&,
                                                     const std::vector<SurfaceKind>&);
#if defined(IBSIM_WITH_CUDA)
template std::vector<Structure<Cuda>> make_structures(const Stream<Cuda>&, const Scenario&,
                                                      const std::vector<SurfaceKind>&);
#endif

} // namespace ibsim
