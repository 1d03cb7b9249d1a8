#version 450 core
// Letters and bars, in pixels from the upper left corner.
layout(location = 0) uniform vec2 extent; // of the picture, pixels
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 texture_place;
layout(location = 2) in vec4 colour;
layout(location = 0) out vec2 at;
layout(location = 1) out vec4 tint;

void main() {
  at = texture_place;
  tint = colour;
  gl_Position = vec4(position.x / extent.x * 2 - 1, 1 - position.y / extent.y * 2, 0, 1);
}
