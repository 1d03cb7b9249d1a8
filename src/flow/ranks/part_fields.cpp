#include "ranks/part_fields.hpp"

#include "grid/packed_points.hpp"
#include "model/flow_model.hpp"
#include "parallel/with_cuda.hpp"
#include "walls/driven_flow.hpp"

namespace ibsim {

template <class B, class T>
void surface_field(const PartOfState<B>& part, std::size_t kind, SurfaceField field, T* to) {
  const Stream<B>& stream = part.stream;
  Structure<B>& structure = part.step.structure(kind);
  const DerivativeBlock block = part.derivatives(kind);
  const Index n = structure.surface().sample_sites();
  switch (field) {
  case SurfaceField::positions:
    return pack_points(stream, part.step.sample_positions(kind), to);
  case SurfaceField::traction: {
    Array<real, B> areas(static_cast<std::size_t>(n));
    structure.surface().area_elements(stream, block, areas.data());
    return pack_quotients(stream, part.step.sample_forces(kind), areas.data(), to);
  }
  case SurfaceField::tension_1:
  case SurfaceField::tension_2: {
    Array<real, B> both(2 * static_cast<std::size_t>(n));
    structure.principal_tensions(stream, part.state.of(kind), block, both.data(), both.data() + n);
    return pack_numbers(stream, both.data() + (field == SurfaceField::tension_1 ? 0 : n), n, to);
  }
  case SurfaceField::velocity: {
    Array<real, B> values(3 * static_cast<std::size_t>(n));
    const VectorsView<real> velocity = vectors_view(values.data(), n);
    structure.surface().to_sample_sites(stream, part.step.site_velocities(kind), velocity);
    return pack_points(stream, VectorsView<const real>(velocity), to);
  }
  }
}

template <class B, class T>
void fluid_field(const PartOfState<B>& part, Index first, Index planes, const FirstRow& row,
                 const real* pressure, T* velocity, T* of_pressure) {
  const FlowModel& model = part.model;
  const real strain = strain_at(model, part.state.time);
  at_cell_centres(part.stream, model.grid, part.slab, first, planes, std::as_const(part.state.velocity).any(),
                  row, strain, velocity);
  const Size plane = part.slab.plane_cells();
  pack_numbers(part.stream, pressure + plane * first, plane * planes, of_pressure);
}

template void surface_field(const PartOfState<Cpu>&, std::size_t, SurfaceField, float*);
template void surface_field(const PartOfState<Cpu>&, std::size_t, SurfaceField, double*);
template void fluid_field(const PartOfState<Cpu>&, Index, Index, const FirstRow&, const real*, float*,
                          float*);
template void fluid_field(const PartOfState<Cpu>&, Index, Index, const FirstRow&, const real*, double*,
                          double*);
#if defined(IBSIM_WITH_CUDA)
template void surface_field(const PartOfState<Cuda>&, std::size_t, SurfaceField, float*);
template void surface_field(const PartOfState<Cuda>&, std::size_t, SurfaceField, double*);
template void fluid_field(const PartOfState<Cuda>&, Index, Index, const FirstRow&, const real*, float*,
                          float*);
template void fluid_field(const PartOfState<Cuda>&, Index, Index, const FirstRow&, const real*, double*,
                          double*);
#endif

} // namespace ibsim
