#version 450 core
// A picture on a rectangle in the scene.
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
layout(location = 0) uniform vec3 corner;
layout(location = 1) uniform vec3 along;
layout(location = 2) uniform vec3 across;
layout(location = 0) out vec2 at;

void main() {
  at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = projection * view * vec4(corner + at.x * along + at.y * across, 1);
}
