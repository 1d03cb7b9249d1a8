#version 450 core
// Brightfield: Beer and Lambert's law, I = I0 exp(-a L), for three colours of light.
//
// a per um of the solution in a red cell (33 g/dl, 5.1 mM): oxyhaemoglobin takes 0.06 of green light (540 nm), 0.07
// of blue (450 nm), 0.0004 of red (650 nm) and 0.62 of violet (415 nm) in each um (S. Prahl, Oregon Medical Laser
// Center). With these a single cell is a pale shadow, so green and blue are taken as violet is; red a tenth
// of that, by which stacked cells grow dark. Light that a steep surface bends out of the objective's cone is lost too: a
// rim where the path changes fast from pixel to pixel.
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "colour_space.glsl"
#include "background.glsl"
layout(binding = 0) uniform sampler2D things; // lines, slices and walls behind the cells; alpha: covered
layout(binding = 1) uniform sampler2D path;   // um
layout(location = 0) out vec4 result;
const vec3 haemoglobin = vec3(0.060, 0.62, 0.62), other = vec3(0.055, 0.045, 0.030); // 1/um

void main() {
  const int s = int(size.z);
  const ivec2 first = ivec2(gl_FragCoord.xy) * s;
  const vec2 at = gl_FragCoord.xy * size.z / size.xy;
  const vec3 lamp = background(at);
  vec3 sum = vec3(0);
  for (int j = 0; j < s; ++j)
    for (int i = 0; i < s; ++i) {
      const ivec2 here = first + ivec2(i, j);
      const vec4 thing = texelFetch(things, here, 0);
      const vec2 l = max(texelFetch(path, here, 0).rg, 0.0);
      sum += (lamp * (1 - thing.a) + thing.rgb) * exp(-haemoglobin * l.r - other * l.g);
    }
  sum /= float(s * s);
  // edges: the slope of the path, um a um
  const ivec2 last = textureSize(path, 0) - 1;
  const vec2 right = texelFetch(path, min(first + ivec2(s, 0), last), 0).rg, left = texelFetch(path, max(first - ivec2(s, 0), ivec2(0)), 0).rg;
  const vec2 up = texelFetch(path, min(first + ivec2(0, s), last), 0).rg, down = texelFetch(path, max(first - ivec2(0, s), ivec2(0)), 0).rg;
  const vec2 slope = vec2(right.x + right.y - left.x - left.y, up.x + up.y - down.x - down.y) * fog.w;
  const float bent = dot(slope, slope);
  const float kept = 1 - light_at_rest.a * bent / (bent + 24);
  result = vec4(srgb(sum * kept), 1);
}
