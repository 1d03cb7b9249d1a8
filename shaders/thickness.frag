#version 450 core
// The path of a ray through closed surfaces is the distance of its ways out less that of its ways in,
//
//   L = sum over faces of s |x|,   s = +1 where the ray leaves (back faces), -1 where it enters (front faces)
//
// so added up with blending it is exact and depends on no order (but by rounding). With a parallel projection
// the distance is the depth. Red: um of haemoglobin solution; green: um of anything else.
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;
layout(location = 2) in float number;
layout(location = 3) flat in uint which;
layout(location = 0) out vec2 path;

void main() {
  const float distance_here = size.w > 0.5 ? -place.z : length(place);
  const float signed_distance = gl_FrontFacing ? -distance_here : distance_here;
  const float haemoglobin = colour[which].a;
  path = signed_distance * vec2(haemoglobin, 1 - haemoglobin);
}
