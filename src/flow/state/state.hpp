// All that changes in a simulation, and so all that a checkpoint must hold: a clock and arrays.
#pragma once

#include "grid/grid.hpp"
#include "parallel/host_array.hpp"
#include "state/clock.hpp"
#include "state/structure.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace ibsim {

template <class B>
struct State : Clock {
  FaceField<B> velocity;                  ///< u^n, um/us
  std::vector<Array<real, B>> data_sites; ///< X^n of each kind: all x, all y, all z (um)
  /// what the force terms of each kind remember (mechanics/force_term.hpp); none: empty
  std::vector<std::vector<StateArray<B>>> remembered;

  /// what the fluid remembers between walls (WallAccount in fluid/wall_stage.hpp); empty in a periodic box
  Array<real, B> fluid_memory;

  /// forces at the points of rigid walls (held_walls.hpp), pg um/us^2: all x, all y, all z; none: empty.
  /// Behind them the forces of a vessel's pumps, and their levels (held_flow_rates.hpp)
  Array<real, B> wall_forces;

  /// With TimeScheme::bdf2, else empty: u^{n-1}, X^{n-1} of each kind, and where X^n was expected.
  FaceField<B> velocity_before;
  std::vector<Array<real, B>> data_sites_before, data_sites_expected;

  /// Number of the copy that several ranks keep of this state (step_of_ranks.hpp), which has a clock alone
  /// here and is nowhere whole. Null: this is the state that they have.
  std::shared_ptr<const int> kept_by_ranks;
  /// Arrays of a copy that lies in the memory of the host (kept_states.hpp), in the order of
  /// for_each_array; those above are empty then.
  std::vector<HostArray<real, B>> on_host;

  VectorsView<real> sites(std::size_t kind) {
    return vectors_view(data_sites[kind].data(), static_cast<Index>(data_sites[kind].size() / 3));
  }
  VectorsView<const real> sites(std::size_t kind) const {
    return vectors_view<const real>(data_sites[kind].data(), static_cast<Index>(data_sites[kind].size() / 3));
  }
  VectorsView<real> sites_before(std::size_t kind) {
    return vectors_view(data_sites_before[kind].data(), sites(kind).n);
  }
  VectorsView<real> sites_expected(std::size_t kind) {
    return vectors_view(data_sites_expected[kind].data(), sites(kind).n);
  }
  bool has_before() const { return has_step_before; }
  /// Whether this array is one of the two fields.
  bool is_field(const Array<real, B>& array) const {
    return &array == &velocity.values() || &array == &velocity_before.values();
  }
  StructureState<B> of(std::size_t kind) {
    return {sites(kind), kind < remembered.size() ? std::span<StateArray<B>>(remembered[kind])
                                                  : std::span<StateArray<B>>()};
  }
};

/// f(name, array) for all arrays of a state, in the order of its hash; the names are those of a checkpoint.
/// Whoever copies, hashes, writes or reads a state goes by this, and so carries what a force term remembers
/// without knowing of it.
template <class S, class F>
void for_each_array(S& state, F f) {
  f(std::string("velocity"), state.velocity.values());
  for (std::size_t kind = 0; kind < state.data_sites.size(); ++kind)
    f("data_sites_" + std::to_string(kind + 1), state.data_sites[kind]);
  for (auto& of_kind : state.remembered)
    for (auto& array : of_kind) f(array.name, array.values);
  if (!state.fluid_memory.empty()) f(std::string("fluid_memory"), state.fluid_memory);
  if (!state.wall_forces.empty()) f(std::string("wall_forces"), state.wall_forces);
  if (state.has_before()) f(std::string("velocity_before"), state.velocity_before.values());
  for (std::size_t kind = 0; kind < state.data_sites_before.size(); ++kind)
    f("data_sites_before_" + std::to_string(kind + 1), state.data_sites_before[kind]);
  for (std::size_t kind = 0; kind < state.data_sites_expected.size(); ++kind)
    f("data_sites_expected_" + std::to_string(kind + 1), state.data_sites_expected[kind]);
}

} // namespace ibsim
