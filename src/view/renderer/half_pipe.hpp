// The wall of a round tube in a picture: the half that lies behind what flows, so that one looks into it.
#pragma once

#include "renderer/mesh.hpp"

namespace ibsim::view {

/// @param middle of the axis, which is along z @param from, to its ends along z, um @param towards the
/// viewer, from the axis: the half on that side is cut away. One along z, or nothing: the upper half is
void add_half_pipe(Mesh&, const Vec3f& middle, float radius, float thickness, float from, float to,
                   const Vec3f& towards, std::uint32_t kind);

} // namespace ibsim::view
