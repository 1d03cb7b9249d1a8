// Fields of a simulation's present state for frames: by one rank from its step, by several from theirs.
#include "coupling/interpolate.hpp"
#include "grid/host_points.hpp"
#include "model/scenario.hpp"
#include "parallel/with_cuda.hpp"
#include "ranks/part_fields.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

template <class B>
template <class T>
void Simulation<B>::surface_field(std::size_t kind, SurfaceField field, T* to) {
  if (ranks_) return ranks_->surface_field(state_, kind, field, to);
  ibsim::surface_field(all_of_it(needs_derivatives(field)), kind, field, to);
}

template <class B>
template <class T>
void Simulation<B>::fluid_field(T* to) {
  if (ranks_) return ranks_->fluid_field(state_, to);
  Array<real, B> of_cells(static_cast<std::size_t>(scenario_.grid.cells()));
  pressure(of_cells.data());
  const AnyConstFaces u = std::as_const(state_.velocity).any();
  ibsim::fluid_field(all_of_it(false), 0, scenario_.grid.n.z, FirstRow{u, slab_.plane_cells()},
                     of_cells.data(), to, to + 3 * scenario_.grid.cells());
}

template <class B>
std::vector<real> Simulation<B>::surface_field_on_host(std::size_t kind, SurfaceField field) {
  const std::size_t sites = static_cast<std::size_t>(scenario_.objects[kind].sites().sample) *
                            scenario_.objects[kind].placements.size();
  std::vector<real> values(sites * static_cast<std::size_t>(components_of(field)));
  if (ranks_) {
    surface_field(kind, field, values.data());
    return values;
  }
  Array<real, B> on_device(values.size());
  surface_field(kind, field, on_device.data());
  return on_device.to_host(stream_);
}

template <class B>
std::vector<Real3> Simulation<B>::velocities_at(const std::vector<Real3>& points) {
  if (ranks_) return ranks_->velocities_at(points);
  const Array<real, B> places = points_on_device(stream_, points);
  Array<real, B> found(places.size());
  const auto n = static_cast<Index>(points.size());
  interpolate<B>(stream_, scenario_.kernel, scenario_.grid, std::as_const(state_.velocity).any(),
                 vectors_view<const real>(places.data(), n), vectors_view(found.data(), n));
  return points_on_host(stream_, found);
}

template <class B>
Real3 Simulation<B>::site_of(bool is_sample, std::size_t kind, std::size_t object, Index site) {
  if (ranks_) return ranks_->site(state_, is_sample, kind, static_cast<Index>(object), site);
  evaluate();
  const Surface<B>& surface = step_->structure(kind).surface();
  const VectorsView<const real> X =
      is_sample ? step_->sample_positions(kind) : std::as_const(state_).sites(kind);
  const Index i =
      static_cast<Index>(object) * (is_sample ? surface.samples_per_object() : surface.data_per_object()) +
      site;
  Real3 at;
  for (int d = 0; d < 3; ++d) copy_to_host(stream_, &at[d], X[d] + i, sizeof(real));
  return at;
}

template <class B>
std::vector<real> Simulation<B>::velocity_on_host() const {
  std::vector<real> words = ranks_ ? ranks_->array_on_host(0) : state_.velocity.values().to_host(stream_);
  if (scenario_.fluid_storage() == Storage::doubles) return words;
  const auto* const floats = reinterpret_cast<const float*>(words.data());
  return {floats, floats + 2 * words.size()};
}

template class Simulation<Cpu>; // what stands here, and the rest in simulation.cpp
template void Simulation<Cpu>::surface_field(std::size_t, SurfaceField, float*);
template void Simulation<Cpu>::surface_field(std::size_t, SurfaceField, double*);
template void Simulation<Cpu>::fluid_field(float*);
template void Simulation<Cpu>::fluid_field(double*);
#if defined(IBSIM_WITH_CUDA)
template class Simulation<Cuda>;
template void Simulation<Cuda>::surface_field(std::size_t, SurfaceField, float*);
template void Simulation<Cuda>::surface_field(std::size_t, SurfaceField, double*);
template void Simulation<Cuda>::fluid_field(float*);
template void Simulation<Cuda>::fluid_field(double*);
#endif

} // namespace ibsim
