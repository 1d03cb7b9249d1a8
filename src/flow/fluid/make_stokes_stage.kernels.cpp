// The stage for the ends of a box.
#include "fluid/periodic_stage.hpp"
#include "fluid/wall_stage.hpp"

namespace ibsim {

template <class B, class T>
std::unique_ptr<StokesStage<B, T>> make_stokes_stage(const Stream<B>& stream,
                                                     const std::type_identity_t<LocalGrid<B>>& local,
                                                     const WallFlow& walls) {
  if (local.grid.topology.y.ends != Ends::walls) return std::make_unique<PeriodicStage<B, T>>(stream, local);
  return std::make_unique<WallStage<B, T>>(stream, local, walls);
}

template std::unique_ptr<StokesStage<ThisBackend, double>>
make_stokes_stage(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, const WallFlow&);
template std::unique_ptr<StokesStage<ThisBackend, float>>
make_stokes_stage(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, const WallFlow&);

} // namespace ibsim
