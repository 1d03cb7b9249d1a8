#version 450 core
// A surface in the colours of a field, lit from the eye so faintly that the map can be read back; with lines
// where the number is a whole multiple of a step (isochrones). Translucent surfaces are drawn a layer at a
// time, the nearest first: what is not behind the layer before is left out (C. Everitt, "Interactive
// order-independent transparency", NVIDIA 2001).
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "colour_space.glsl"
#include "map.glsl"
layout(binding = 0) uniform sampler2D layer_before; // depth; 0 before the first
layout(binding = 1) uniform sampler2D occlusion;
layout(binding = 4) uniform sampler2D things;       // depth of what is opaque
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;
layout(location = 2) in float number;
layout(location = 3) flat in uint which;
layout(location = 0) out vec4 result;

void main() {
  const ivec2 here = ivec2(gl_FragCoord.xy);
  if (range.w < 1 && (gl_FragCoord.z <= texelFetch(layer_before, here, 0).r || gl_FragCoord.z >= texelFetch(things, here, 0).r)) discard;
  const vec3 towards_eye = size.w > 0.5 ? vec3(0, 0, 1) : normalize(-place);
  const float nv = abs(dot(normalize(facing), towards_eye));
  vec3 c = map_colour(number);
  if (range.z > 0 && !isnan(number)) {
    const float phase = number / range.z, line = abs(fract(phase + 0.5) - 0.5) / max(fwidth(phase), 1e-6);
    c = mix(c, vec3(0.01), 0.75 * (1 - smoothstep(1.0, 2.2, line)));
  }
  const float seen = range.w < 1 ? 1.0 : texture(occlusion, gl_FragCoord.xy / size.xy).r;
  c *= (0.62 + 0.38 * nv) * mix(0.55, 1.0, seen);
  // at its rim a film is seen along itself, so it covers more
  const float opacity = range.w < 1 ? 1 - pow(1 - range.w, 1 / max(nv, 0.25)) : 1.0;
  result = vec4(c * opacity, opacity);
}
