// A camera moved by hand.
#pragma once

#include "renderer/camera.hpp"

namespace ibsim::view {

/// Turns the eye about the target, by angles in rad: to the right, and upwards (not over the pole).
void orbit(Camera&, float right, float upwards);
/// Brings the eye nearer by a factor.
void approach(Camera&, float factor);
/// Moves eye and target across the line of sight, by parts of the picture's height.
void pan(Camera&, float right, float upwards);
/// The ray through a place of the picture (-1..1 to the right and upwards): where it begins, and its
/// direction.
std::pair<Vec3f, Vec3f> ray(const Camera&, float aspect, float right, float upwards);

} // namespace ibsim::view
