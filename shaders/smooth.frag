#version 450 core
// Mean over 4 x 4 pixels of about the same depth: takes the pattern of occlusion.frag away.
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
layout(binding = 0) uniform sampler2D points;
layout(binding = 1) uniform sampler2D occlusion;
layout(location = 0) out float seen;

void main() {
  const ivec2 here = ivec2(gl_FragCoord.xy), last = textureSize(points, 0) - 1;
  const float depth = texelFetch(points, here, 0).w;
  float sum = 0, weights = 0;
  if (depth > 0)
    for (int j = -2; j < 2; ++j)
      for (int i = -2; i < 2; ++i) {
        const ivec2 at = clamp(here + ivec2(i, j), ivec2(0), last);
        const float other = texelFetch(points, at, 0).w;
        const float weight = other > 0 && abs(other - depth) < 0.3 * light.w ? 1.0 : 0.0;
        sum += weight * texelFetch(occlusion, at, 0).r, weights += weight;
      }
  seen = weights > 0 ? sum / weights : 1.0;
}
