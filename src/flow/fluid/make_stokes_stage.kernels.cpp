// The stage for the ends of a box.
#include "fluid/periodic_stage.hpp"
#include "fluid/wall_stage.hpp"

namespace ibsim {

template <class B>
std::unique_ptr<StokesStage<B>> make_stokes_stage(const Stream<B>& stream, const Grid& grid,
                                                  const WallFlow& walls) {
  if (grid.topology.y.ends == Ends::walls) return std::make_unique<WallStage<B>>(stream, grid, walls);
  return std::make_unique<PeriodicStage<B>>(stream, grid);
}

template std::unique_ptr<StokesStage<ThisBackend>> make_stokes_stage(const Stream<ThisBackend>&, const Grid&,
                                                                     const WallFlow&);

} // namespace ibsim
