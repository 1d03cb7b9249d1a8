// The part of the light that reaches a point: mean over a disc of 12 places of the shadow map.
layout(binding = 2) uniform sampler2DShadow shadow_map;
float lit(vec3 scene, vec3 n_scene_offset) {
  const vec4 clip = light_clip * vec4(scene + n_scene_offset, 1);
  const vec3 at = clip.xyz * 0.5 + 0.5;
  const float texel = 1.0 / float(textureSize(shadow_map, 0).x);
  float sum = 0;
  for (int i = 0; i < 12; ++i) {
    const float r = 3.5 * sqrt((float(i) + 0.5) / 12), a = float(i) * 2.39996323;
    sum += texture(shadow_map, vec3(at.xy + vec2(cos(a), sin(a)) * r * texel, at.z - 0.0008));
  }
  return sum / 12;
}
