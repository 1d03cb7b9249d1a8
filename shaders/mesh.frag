#version 450 core
// What stands around the cells, soberly: walls, the box, paths, beads, streamlines.
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "colour_space.glsl"
#include "map.glsl"
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;
layout(location = 2) in float number;
layout(location = 3) flat in uint which;
layout(location = 0) out vec4 result;

void main() {
  const vec3 towards_eye = size.w > 0.5 ? vec3(0, 0, 1) : normalize(-place);
  const vec3 base = which >= kind_by_value ? map_colour(number) : colour[which].rgb;
  const float shade = 0.72 + 0.28 * abs(dot(normalize(facing), normalize(light.xyz + towards_eye)));
  result = vec4(base * shade, 1);
}
