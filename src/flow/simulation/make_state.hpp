// States of a run: the first one, and copies on the device.
#pragma once

#include "fluid/background_shear.hpp"
#include "fluid/developed_flow.hpp"
#include "fluid/navier_stokes.hpp"
#include "fluid/taylor_green.hpp"
#include "simulation/driven_flow.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/immersed_boundary_step.hpp"
#include "simulation/initial_sites.hpp"

namespace ibsim {

/// @param into its memory is taken where it has the sizes
template <class B>
State<B> copy_of(const Stream<B>& stream, const Grid& grid, const State<B>& from, State<B> into) {
  if (into.velocity.values().empty()) into.velocity = FaceField<B>(stream, grid);
  into.data_sites.resize(from.data_sites.size());
  if (into.fluid_memory.size() != from.fluid_memory.size())
    into.fluid_memory = Array<real, B>(from.fluid_memory.size());
  if (from.has_before() && !into.has_before()) into.velocity_before = FaceField<B>(stream, grid);
  into.data_sites_before.resize(from.data_sites_before.size());
  into.data_sites_expected.resize(from.data_sites_expected.size());
  into.remembered.resize(from.remembered.size());
  for (std::size_t kind = 0; kind < from.remembered.size(); ++kind) {
    into.remembered[kind].resize(from.remembered[kind].size());
    for (std::size_t i = 0; i < from.remembered[kind].size(); ++i)
      into.remembered[kind][i].name = from.remembered[kind][i].name;
  }
  std::vector<const Array<real, B>*> sources;
  for_each_array(from, [&](const std::string&, const Array<real, B>& array) { sources.push_back(&array); });
  auto source = sources.begin();
  for_each_array(into, [&](const std::string&, Array<real, B>& target) {
    if (target.size() != (*source)->size()) target = Array<real, B>((*source)->size());
    target.copy_from(stream, **source++);
  });
  copy_clock(from, into);
  return into;
}

/// The step before, as if nothing had moved in it; the first step gives it no weight.
template <class B>
void begin_history(const Stream<B>& stream, const Grid& grid, State<B>& state) {
  state.velocity_before = FaceField<B>(stream, grid);
  state.velocity_before.values().copy_from(stream, state.velocity.values());
  for (const Array<real, B>& sites : state.data_sites)
    for (auto* history : {&state.data_sites_before, &state.data_sites_expected}) {
      history->emplace_back(sites.size());
      history->back().copy_from(stream, sites);
    }
}

/// The state of a model at time 0. @param time_step us @param kinds of its objects, in their order
template <class B>
State<B> state_at_start(const Stream<B>& stream, const FlowModel& model, real time_step,
                        const std::vector<SurfaceKind>& kinds, ImmersedBoundaryStep<B>& step) {
  State<B> state;
  state.velocity = FaceField<B>(stream, model.grid);
  state.time_step = time_step;
  if (model.initial_flow == InitialFlow::shear)
    set_background_shear(stream, model.grid, model.drive.shear_rate.at(0), state.velocity.view());
  if (model.initial_flow == InitialFlow::taylor_green) {
    set_taylor_green(stream, model.grid, model.taylor_green_speed, state.velocity.view());
    project(stream, model.grid, state.velocity.view());
  }
  if (model.initial_flow == InitialFlow::developed)
    set_developed_flow(stream, model.grid, developed_flow(model), state.velocity.view());
  state.fluid_memory = step.fluid_memory_at_start(stream, state.velocity.view());
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    state.data_sites.emplace_back(stream, initial_sites(model.objects[kind].placements, kinds[kind].start()));
    state.remembered.push_back(
        step.structure(kind).state_at_start(stream, "structure_" + std::to_string(kind + 1)));
  }
  if (model.is_bdf2()) begin_history(stream, model.grid, state);
  return state;
}

} // namespace ibsim
