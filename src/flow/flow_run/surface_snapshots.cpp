#include "flow_run/surface_snapshots.hpp"

#include "grid/float_points.hpp"
#include "parallel/with_cuda.hpp"

#include <algorithm>

namespace ibsim {

template <class B>
void SurfaceSnapshots<B>::take(Simulation<B>& simulation, int slot) {
  const Stream<B>& stream = simulation.stream();
  ImmersedBoundaryStep<B>& step = simulation.step();
  if (!copies_) {
    Index most = 0;
    for (std::size_t kind = 0; kind < step.structures(); ++kind)
      most = std::max(most, static_cast<Index>(step.structure(kind).surface().sample_sites()));
    sites_ = Array<real, B>(3 * static_cast<std::size_t>(most));
    copies_ = std::make_unique<HostCopies<B>>(stream, (tensions_ ? 4 : 3) * points_, slots_);
  }
  float* const positions = copies_->begin(stream, slot);
  float* const tensions = positions + 3 * points_;
  if (tensions_) simulation.evaluate();
  std::size_t first = 0;
  for (std::size_t kind = 0; kind < step.structures(); ++kind) {
    Structure<B>& structure = step.structure(kind);
    const Index n = structure.surface().sample_sites();
    if (tensions_) {
      structure.principal_tensions(stream, simulation.state().of(kind), sites_.data(), sites_.data() + n);
      float_numbers(stream, sites_.data(), n, tensions + first);
    }
    structure.surface().to_sample_sites(stream, simulation.state().sites(kind),
                                        vectors_view(sites_.data(), n));
    float_points(stream, VectorsView<const real>(vectors_view(sites_.data(), n)), positions + 3 * first);
    first += static_cast<std::size_t>(n);
  }
  copies_->send(stream, slot);
}

template <class B>
typename SurfaceSnapshots<B>::Seen SurfaceSnapshots<B>::arrived(int slot) {
  const float* const all = copies_->arrived(slot);
  return {{all, 3 * points_}, {all + 3 * points_, tensions_ ? points_ : 0}};
}

template class SurfaceSnapshots<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class SurfaceSnapshots<Cuda>;
#endif

} // namespace ibsim
