#version 450 core
// A soft, slightly translucent surface under a key light, a sky and a light from behind.
//
//   diffuse      max((n.l + w)/(1 + w), 0), w = 0.35: light wraps around what is translucent
//   thickness    light that came through L um of haemoglobin glows warm where the cell is thin
//   highlight    Trowbridge and Reitz (1975), roughness 0.38, with Schlick's reflectance
//   rim          what is seen at a grazing angle mirrors the sky
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "colour_space.glsl"
#include "background.glsl"
#include "shadow.glsl"
#include "map.glsl"
layout(binding = 1) uniform sampler2D occlusion;
layout(binding = 3) uniform sampler2D path;
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;
layout(location = 2) in float number;
layout(location = 3) flat in uint which;
layout(location = 4) in vec3 scene;
layout(location = 0) out vec4 result;

void main() {
  const vec3 towards_eye = size.w > 0.5 ? vec3(0, 0, 1) : normalize(-place);
  vec3 n = normalize(facing);
  if (dot(n, towards_eye) < 0) n = normalize(n - 1.02 * dot(n, towards_eye) * towards_eye); // mean normals lean over at rims
  const vec3 l = light.xyz;
  const vec2 at = gl_FragCoord.xy / size.xy;
  const float sky_seen = texture(occlusion, at).r;
  const float through = texture(path, at).r;
  const float haemoglobin = colour[which].a;
  vec3 base = which >= kind_by_value ? map_colour(number) : colour[which].rgb;

  const float sun = lit(scene, transpose(mat3(view)) * n * (0.02 * light.w)) * smoothstep(-0.15, 0.15, dot(n, l));
  const float wrapped = max((dot(n, l) + 0.35) / 1.35, 0.0);
  const float key = wrapped * mix(0.28, 1.0, sun);
  const vec3 sky = mix(vec3(0.42, 0.30, 0.29), vec3(0.92, 0.94, 1.0), 0.5 + 0.5 * n.y);
  const float thin = exp(-0.42 * through) * haemoglobin;
  base = mix(base, vec3(0.56, 0.036, 0.022), 0.6 * thin);
  vec3 light_out = base * (key * vec3(2.2, 2.12, 2.05) + sky * (0.55 * sky_seen * sky_seen));
  light_out += vec3(0.34, 0.020, 0.012) * (haemoglobin * 0.5 * thin * sky_seen);

  const vec3 h = normalize(l + towards_eye);
  const float nh = max(dot(n, h), 0.0), vh = max(dot(towards_eye, h), 0.0), nv = max(dot(n, towards_eye), 0.0);
  const float a2 = 0.021, d = nh * nh * (a2 - 1) + 1;
  const float schlick = 0.04 + 0.96 * pow(1 - vh, 5.0);
  light_out += vec3(1.0, 0.97, 0.93) * (schlick * a2 / (3.1416 * d * d) * sun * max(dot(n, l), 0.0) * 0.85);
  light_out += sky * (pow(1 - nv, 3.5) * 0.30 * sky_seen);

  const float haze = fog.z * clamp((-place.z - fog.x) * fog.y, 0.0, 1.0);
  result = vec4(mix(film(light_out * 0.55), background(at), haze), 1);
}
