#include "flow_run/surface_snapshots.hpp"

#include "model/flow_model.hpp"

namespace ibsim {

void SurfaceSnapshots::take(Simulation& simulation, int slot) {
  ValuesOfState& values = simulation.values();
  if (!copies_) copies_ = values.field_copies(sizeof(float) * (tensions_ ? 4 : 3) * points_, slots_);
  float* const positions = static_cast<float*>(copies_->begin(slot));
  float* const tensions = positions + 3 * points_;
  const std::vector<ObjectKind>& kinds = simulation.model().objects;
  std::size_t first = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (tensions_) {
      values.surface_field(kind, SurfaceField::tension_1, tensions + first);
      values.surface_field(kind, SurfaceField::positions, positions + 3 * first);
    } else {
      values.positions_alone(kind, positions + 3 * first);
    }
    first += static_cast<std::size_t>(kinds[kind].sites().sample) * kinds[kind].placements.size();
  }
  copies_->send(slot);
}

SurfaceSnapshots::Seen SurfaceSnapshots::arrived(int slot) {
  const float* const all = static_cast<const float*>(copies_->arrived(slot));
  return {{all, 3 * points_}, {all + 3 * points_, tensions_ ? points_ : 0}};
}

} // namespace ibsim
