// States of a run: the first one, and copies on the device (on the host: kept_states.hpp).
#pragma once

#include "fluid/background_shear.hpp"
#include "fluid/developed_flow.hpp"
#include "fluid/kolmogorov_force.hpp"
#include "fluid/navier_stokes.hpp"
#include "fluid/taylor_green.hpp"
#include "grid/local_grid.hpp"
#include "grid/packed_points.hpp"
#include "model/flow_model.hpp"
#include "model/initial_sites.hpp"
#include "step/immersed_boundary_step.hpp"
#include "walls/driven_flow.hpp"

namespace ibsim {

/// @param into its memory is taken where it has the sizes @param grid of fields that it has not
template <class B>
State<B> copy_of(const Stream<B>& stream, const Grid& grid, const State<B>& from, State<B> into) {
  if (into.velocity.values().empty()) into.velocity = FaceField<B>(stream, grid, from.velocity.storage());
  if (from.has_before() && into.velocity_before.values().empty())
    into.velocity_before = FaceField<B>(stream, grid, from.velocity.storage());
  into.has_step_before = from.has_step_before;
  into.data_sites.resize(from.data_sites.size());
  into.data_sites_before.resize(from.data_sites_before.size());
  into.data_sites_expected.resize(from.data_sites_expected.size());
  into.remembered.resize(from.remembered.size());
  for (std::size_t i = 0; i < from.remembered.size(); ++i)
    into.remembered[i].name = from.remembered[i].name, into.remembered[i].dealt = from.remembered[i].dealt;
  std::vector<const Array<real, B>*> sources;
  for_each_array(from, [&](const auto&, auto& array, const auto&) { sources.push_back(&array); });
  auto source = sources.begin();
  for_each_array(into, [&](const auto&, auto& target, const auto&) {
    if (target.size() != (*source)->size()) target = Array<real, B>((*source)->size());
    target.copy_from(stream, **source++);
  });
  copy_clock(from, into);
  return into;
}

/// The sites before, as if nothing had moved.
template <class B>
void begin_history_of_sites(const Stream<B>& stream, State<B>& state) {
  state.has_step_before = true;
  for (const Array<real, B>& sites : state.data_sites)
    for (auto* history : {&state.data_sites_before, &state.data_sites_expected}) {
      history->emplace_back(sites.size());
      history->back().copy_from(stream, sites);
    }
}

/// u at time 0 on a rank's planes, whose ghosts are filled. Collective.
template <class B>
void set_initial_flow(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& local,
                      FaceField<B>& field) {
  if (field.storage() == Storage::floats) { // rounded, once
    FaceField<B> exact(stream, local.slab);
    set_initial_flow(stream, model, local, exact);
    pack_numbers(stream, exact.values().data(), static_cast<Size>(exact.values().size()),
                 reinterpret_cast<float*>(field.values().data()));
    return stream.synchronize(); // `exact` goes
  }
  const FaceView<real> u = field.view();
  if (model.initial_flow == InitialFlow::shear)
    set_background_shear(stream, local.own(), model.drive.shear_rate.at(0), u);
  if (model.initial_flow == InitialFlow::taylor_green) {
    set_taylor_green(stream, model.grid, model.taylor_green_speed, u, local.slab);
    fill_ghosts(stream, local, u);
    project(stream, local, u);
  }
  if (model.initial_flow == InitialFlow::developed) {
    const bool periodic = !model.has_walls() && !model.is_sheared();
    set_developed_flow(stream, local.own(), periodic ? DevelopedFlow{} : developed_flow(model), u);
    if (model.drive.kolmogorov.speed > 0) add_kolmogorov_flow(stream, local.own(), model.drive.kolmogorov, u);
  }
  fill_ghosts(stream, local, u);
}

/// The sites of a model at time 0. @param kinds of its objects, in their order
template <class B>
State<B> sites_at_start(const Stream<B>& stream, const FlowModel& model, real time_step,
                        const std::vector<SurfaceKind>& kinds) {
  State<B> state;
  state.time_step = time_step;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    state.data_sites.emplace_back(stream, initial_sites(model.objects[kind].placements, kinds[kind].start()));
  if (model.is_bdf2()) begin_history_of_sites(stream, state);
  return state;
}

/// The prefix of the names of what a kind remembers.
inline std::string name_of_kind(std::size_t kind) { return "structure_" + std::to_string(kind + 1); }

/// Memory of terms at the start of a run.
template <class B>
std::vector<StateArray<B>> memory_of_terms(const Stream<B>& stream, const ImmersedBoundaryStep<B>& step) {
  std::vector<StateArray<B>> all;
  for (std::size_t kind = 0; kind < step.structures(); ++kind)
    for (StateArray<B>& one : step.structure(kind).state_at_start(stream, name_of_kind(kind), kind))
      all.push_back(std::move(one));
  return all;
}

/// The state of a model at time 0. @param kinds of its objects, in their order
template <class B>
State<B> state_at_start(const Stream<B>& stream, const FlowModel& model, real time_step,
                        const std::vector<SurfaceKind>& kinds, ImmersedBoundaryStep<B>& step) {
  State<B> state = sites_at_start<B>(stream, model, time_step, kinds);
  state.velocity = FaceField<B>(stream, model.grid, model.fluid_storage());
  set_initial_flow(stream, model, LocalGrid<B>(model.grid), state.velocity);
  state.remembered = memory_of_terms(stream, step);
  step.add_memory(stream, state.velocity.any(), state.remembered);
  if (model.is_bdf2()) { // the first step gives it no weight
    state.velocity_before = FaceField<B>(stream, model.grid, model.fluid_storage());
    state.velocity_before.values().copy_from(stream, state.velocity.values());
  }
  return state;
}

} // namespace ibsim
