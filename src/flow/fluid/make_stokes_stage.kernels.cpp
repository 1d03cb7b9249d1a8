// The stage for the ends of a box.
#include "base/error.hpp"
#include "fluid/periodic_stage.hpp"
#include "fluid/wall_stage.hpp"

namespace ibsim {

template <class B, class T>
std::unique_ptr<StokesStage<B, T>> make_stokes_stage(const Stream<B>& stream,
                                                     const std::type_identity_t<LocalGrid<B>>& local,
                                                     const WallFlow& walls) {
  if (local.grid.topology.y.ends != Ends::walls) return std::make_unique<PeriodicStage<B, T>>(stream, local);
  if constexpr (std::is_same_v<T, real>) return std::make_unique<WallStage<B>>(stream, local, walls);
  throw InputError("the solver between walls has no single precision");
}

template std::unique_ptr<StokesStage<ThisBackend, double>>
make_stokes_stage(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, const WallFlow&);
template std::unique_ptr<StokesStage<ThisBackend, float>>
make_stokes_stage(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, const WallFlow&);

} // namespace ibsim
