// A number's colour in the map, linear RGB; grey for what is none.
layout(binding = 5) uniform sampler2D colour_map; // 256 x 1, sRGB values
vec3 map_colour(float number) {
  if (isnan(number)) return vec3(0.35);
  const float t = clamp((number - range.x) * range.y, 0.0, 1.0);
  return linear(texture(colour_map, vec2((t * 255 + 0.5) / 256, 0.5)).rgb);
}
