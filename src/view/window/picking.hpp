// Which object a ray meets.
#pragma once

#include "pictures/scene.hpp"

namespace ibsim::view {

/// The number of the object whose surface is the first on a ray; nothing if it meets none.
std::optional<int> picked_object(const Scene&, const Vec3f& from, const Vec3f& along);

} // namespace ibsim::view
