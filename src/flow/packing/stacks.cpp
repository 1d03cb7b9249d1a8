#include "packing/stacks.hpp"

#include "base/error.hpp"
#include "packing/packed_shape.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace ibsim {

std::vector<Placement> stacked_places(const ReferenceSurface& surface, const PackingPlan& plan,
                                      const PackingRoom& room, real gap) {
  constexpr int points = 512;
  const Real3 half = packed_shape(surface, {1, 1, 1}, points).half_widths;
  const int along = plan.turn == PackingTurn::x   ? 0
                    : plan.turn == PackingTurn::y ? 1
                                                  : 2,
            u = (along + 1) % 3, v = (along + 2) % 3;
  const real pitch = 2 * half.z + gap, beside = 2 * std::max(half.x, half.y),
             column = beside + std::max(gap, plan.margin * beside), stack = plan.stack * pitch;
  const auto places = [&](int d, real side) {
    return std::max(0, static_cast<int>(std::floor((room.high[d] - room.low[d]) / side * (1 + 1e-12))));
  };
  const int n[3] = {places(u, column), places(v, column), places(along, stack)};
  const std::int64_t room_for = std::int64_t{n[0]} * n[1] * n[2];
  const std::int64_t stacks = (std::int64_t{plan.number} - 1) / plan.stack + 1;
  if (stacks > room_for)
    throw InputError("there is room for " + std::to_string(room_for) + " stacks of " +
                     std::to_string(plan.stack) + " side by side, not for " + std::to_string(stacks));
  std::vector<Placement> placed;
  for (std::int64_t s = 0; s < stacks; ++s) {
    const auto place = static_cast<int>(s * room_for / stacks);
    const int i = place % n[0], j = place / n[0] % n[1], k = place / (n[0] * n[1]);
    for (int m = 0; m < plan.stack && static_cast<int>(placed.size()) < plan.number; ++m) {
      Placement at;
      at.centre[u] = room.low[u] + (i + 0.5) * (room.high[u] - room.low[u]) / n[0];
      at.centre[v] = room.low[v] + (j + 0.5) * (room.high[v] - room.low[v]) / n[1];
      at.centre[along] = room.low[along] + (k + 0.5) * (room.high[along] - room.low[along]) / n[2] +
                         (m + 0.5 * (1 - plan.stack)) * pitch;
      if (along == 0) // own z along x: x -> y, y -> z, z -> x
        at.rotation[0] = {0, 0, 1}, at.rotation[1] = {1, 0, 0}, at.rotation[2] = {0, 1, 0};
      if (along == 1) // own z along y: x -> z, y -> x, z -> y
        at.rotation[0] = {0, 1, 0}, at.rotation[1] = {0, 0, 1}, at.rotation[2] = {1, 0, 0};
      placed.push_back(at);
    }
  }
  return placed;
}

} // namespace ibsim
