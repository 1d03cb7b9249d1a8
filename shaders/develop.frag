#version 450 core
// The picture from its texels, several a pixel: mean of light, over the background, in sRGB.
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "colour_space.glsl"
#include "background.glsl"
layout(binding = 0) uniform sampler2D texels; // premultiplied, linear
layout(location = 0) out vec4 result;

void main() {
  const int s = int(size.z);
  const ivec2 first = ivec2(gl_FragCoord.xy) * s;
  vec4 sum = vec4(0);
  for (int j = 0; j < s; ++j)
    for (int i = 0; i < s; ++i) sum += texelFetch(texels, first + ivec2(i, j), 0);
  sum /= float(s * s);
  const vec3 behind = background(gl_FragCoord.xy * size.z / size.xy);
  // a transparent background keeps the colour as it is, with its coverage beside it
  const vec3 seen = bottom.a > 0 ? sum.rgb + behind * (1 - sum.a) : sum.rgb / max(sum.a, 1e-6);
  result = vec4(srgb(seen), bottom.a > 0 ? 1.0 : sum.a);
}
