#version 450 core
// How much of the sky a point sees: the part of a hemisphere of points around it that nothing hides
// (after M. Mittring, "Finding Next Gen: CryEngine 2", SIGGRAPH 2007 courses, with the hemisphere along the
// normal). A spiral of 16 directions, turned by a hash of the pixel over a 4 x 4 pattern that the blur takes
// away again.
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
layout(binding = 0) uniform sampler2D points; // normal, depth
layout(location = 0) out float seen;

vec3 place_of(vec2 at, float depth) { // at: 0..1
  const vec2 clip = at * 2 - 1;
  const float scale = size.w > 0.5 ? 1.0 : depth;
  return vec3(clip * scale / vec2(projection[0][0], projection[1][1]), -depth);
}

void main() {
  const ivec2 here = ivec2(gl_FragCoord.xy);
  const vec2 extent = vec2(textureSize(points, 0));
  const vec4 point = texelFetch(points, here, 0);
  seen = 1;
  if (point.w <= 0) return;
  const vec3 n = point.xyz, centre = place_of(gl_FragCoord.xy / extent, point.w);
  const float radius = light.w;
  const vec3 side = normalize(abs(n.y) < 0.9 ? cross(vec3(0, 1, 0), n) : cross(vec3(1, 0, 0), n)), up = cross(n, side);
  const float turn = 6.2831853 / 16 * float((here.x & 3) + 4 * (here.y & 3));
  float hidden = 0;
  for (int i = 0; i < 16; ++i) {
    const float t = (float(i) + 0.5) / 16, angle = turn + float(i) * 2.39996323; // golden angle
    const float r = sqrt(1 - t * t);
    const vec3 direction = side * (cos(angle) * r) + up * (sin(angle) * r) + n * t;
    const float reach = radius * mix(0.12, 1.0, fract(float(i) * 0.61803 + float((here.x ^ here.y) & 3) * 0.25));
    const vec3 probe = centre + direction * reach;
    const vec4 clip = projection * vec4(probe, 1);
    const vec2 at = clip.xy / clip.w * 0.5 + 0.5;
    const float depth = texelFetch(points, clamp(ivec2(at * extent), ivec2(0), ivec2(extent) - 1), 0).w;
    const float before = -probe.z - depth; // um by which something stands before the probe
    if (depth > 0 && before > 0.02 * radius) hidden += smoothstep(2.5 * radius, radius, before);
  }
  seen = 1 - hidden / 16;
}
