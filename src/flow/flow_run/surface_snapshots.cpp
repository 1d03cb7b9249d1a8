#include "flow_run/surface_snapshots.hpp"

#include "grid/packed_points.hpp"
#include "model/flow_model.hpp"
#include "parallel/with_cuda.hpp"

namespace ibsim {

template <class B>
void SurfaceSnapshots<B>::take(Simulation<B>& simulation, int slot) {
  const Stream<B>& stream = simulation.stream();
  const bool on_host = simulation.values().shows_on_host();
  if (!copies_)
    copies_ = std::make_unique<HostCopies<B>>(stream, sizeof(float) * (tensions_ ? 4 : 3) * points_, slots_);
  float* const positions =
      static_cast<float*>(on_host ? copies_->on_host(slot) : copies_->begin(stream, slot));
  float* const tensions = positions + 3 * points_;
  const std::vector<ObjectKind>& kinds = simulation.model().objects;
  std::size_t first = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (tensions_) simulation.values().surface_field(kind, SurfaceField::tension_1, tensions + first);
    if (tensions_ || on_host)
      simulation.values().surface_field(kind, SurfaceField::positions, positions + 3 * first);
    else // without an evaluation
      pack_sites(simulation, kind, positions + 3 * first);
    first += static_cast<std::size_t>(kinds[kind].sites().sample) * kinds[kind].placements.size();
  }
  if (!on_host) copies_->send(stream, slot);
}

/// The sample sites of the present, by a product for them alone.
template <class B>
void SurfaceSnapshots<B>::pack_sites(Simulation<B>& simulation, std::size_t kind, float* to) {
  Surface<B>& surface = simulation.step().structure(kind).surface();
  const std::size_t numbers = 3 * static_cast<std::size_t>(surface.sample_sites());
  if (sites_.size() < numbers) sites_ = Array<real, B>(numbers);
  const VectorsView<real> made = vectors_view(sites_.data(), surface.sample_sites());
  surface.to_sample_sites(simulation.stream(), simulation.values().sites(kind).X, made);
  pack_points(simulation.stream(), VectorsView<const real>(made), to);
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
