// All that changes in a simulation, and so all that a checkpoint must hold: a clock and arrays.
#pragma once

#include "grid/grid.hpp"
#include "parallel/host_array.hpp"
#include "state/clock.hpp"
#include "state/structure.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace ibsim {

template <class B>
struct State : Clock {
  FaceField<B> velocity;                  ///< u^n, um/us
  std::vector<Array<real, B>> data_sites; ///< X^n of each kind: all x, all y, all z (um)
  /// what force terms remember, kind by kind; behind it what the fluid and rigid walls remember
  std::vector<StateArray<B>> remembered;

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
  /// Memory of the terms of a kind.
  std::span<StateArray<B>> remembered_by(std::size_t kind) {
    const auto is_of_kind = [&](const StateArray<B>& one) { return one.dealt.kind == kind; };
    const auto first = std::find_if(remembered.begin(), remembered.end(), is_of_kind);
    return {first, std::find_if_not(first, remembered.end(), is_of_kind)};
  }
  StructureState<B> of(std::size_t kind) { return {sites(kind), remembered_by(kind)}; }
};

/// Values that are remembered under a name; null: none.
template <class S>
auto* remembered_as(S& state, const char* name) {
  const auto one = std::find_if(state.remembered.begin(), state.remembered.end(),
                                [&](const auto& array) { return array.name == name; });
  return one == state.remembered.end() ? nullptr : &one->values;
}
/// The field with these values.
template <class S, class A>
auto& field_with(S& state, const A& values) {
  return &values == &state.velocity.values() ? state.velocity : state.velocity_before;
}

/// f(name, values, dealt) for all arrays of a state, in the order of its hash; the names are those of a
/// checkpoint. Whoever copies, hashes, writes, reads or deals out a state uses this list alone.
template <class S, class F>
void for_each_array(S& state, F f) {
  const auto give_sites = [&](const std::string& name, auto& of_kinds) {
    for (std::size_t kind = 0; kind < of_kinds.size(); ++kind)
      f(name + std::to_string(kind + 1), of_kinds[kind], DealtOut{DealtOut::By::data_sites, 0, kind});
  };
  f("velocity", state.velocity.values(), DealtOut{DealtOut::By::planes});
  give_sites("data_sites_", state.data_sites);
  for (auto& one : state.remembered) f(one.name, one.values, one.dealt);
  if (state.has_before())
    f("velocity_before", state.velocity_before.values(), DealtOut{DealtOut::By::planes});
  give_sites("data_sites_before_", state.data_sites_before);
  give_sites("data_sites_expected_", state.data_sites_expected);
}

} // namespace ibsim
