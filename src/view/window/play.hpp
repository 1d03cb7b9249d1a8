// Events in a window between two redraws, apart from the window: frames that come, frames that are
// played, scenes that are made, mouse and keys.
#pragma once

#include "window/window_state.hpp"

namespace ibsim::view {

/// When the folder was looked at and a frame was played last, s.
struct PlayClock {
  double looked = 0, played = 0;
};

/// New frames of a run that goes on, and the next one of those that are played. @param now s
void advance(WindowState&, PlayClock&, double now);

/// Makes the scene and takes it to the card, if it has changed. A frame that cannot be read is a message, and
/// the last picture stays. @param height of the picture, pixels
void make_scene(WindowState&, Renderer&, float aspect, int height);

/// Mouse, as Dear ImGui has it: orbit, move, zoom, pick.
void move_camera(WindowState&, float width, float height);

/// What keys ask of the window itself.
struct Wishes {
  bool quit = false, save_picture = false;
};
/// Keys that were pressed, as Dear ImGui has them (GLFW's numbers).
Wishes take_keys(WindowState&);

} // namespace ibsim::view
