#include "flow_run/surface_snapshots.hpp"

#include "grid/packed_points.hpp"
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
    copies_ = std::make_unique<HostCopies<B>>(stream, sizeof(float) * (tensions_ ? 4 : 3) * points_, slots_);
  }
  float* const positions = static_cast<float*>(copies_->begin(stream, slot));
  float* const tensions = positions + 3 * points_;
  std::size_t first = 0;
  for (std::size_t kind = 0; kind < step.structures(); ++kind) {
    Surface<B>& surface = step.structure(kind).surface();
    const Index n = surface.sample_sites();
    VectorsView<const real> sites;
    if (tensions_) { // by an evaluation, which takes the sites to the present too
      simulation.principal_tensions(kind, sites_.data(), sites_.data() + n);
      pack_numbers(stream, sites_.data(), n, tensions + first);
      sites = step.sample_positions(kind);
    } else {
      const VectorsView<real> made = vectors_view(sites_.data(), n);
      surface.to_sample_sites(stream, simulation.present_sites(kind), made);
      sites = made;
    }
    pack_points(stream, sites, positions + 3 * first);
    first += static_cast<std::size_t>(n);
  }
  copies_->send(stream, slot);
}

template <class B>
typename SurfaceSnapshots<B>::Seen SurfaceSnapshots<B>::arrived(int slot) {
  const float* const all = static_cast<const float*>(copies_->arrived(slot));
  return {{all, 3 * points_}, {all + 3 * points_, tensions_ ? points_ : 0}};
}

template class SurfaceSnapshots<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class SurfaceSnapshots<Cuda>;
#endif

} // namespace ibsim
