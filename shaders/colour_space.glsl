// sRGB (IEC 61966-2-1) of linear values.
vec3 srgb(vec3 x) {
  x = clamp(x, 0.0, 1.0);
  return mix(12.92 * x, 1.055 * pow(x, vec3(1 / 2.4)) - 0.055, step(0.0031308, x));
}
vec3 linear(vec3 x) { return mix(x / 12.92, pow((x + 0.055) / 1.055, vec3(2.4)), step(0.04045, x)); }

// Light beyond 1 rolls off instead of being cut: Hable's curve in the form of Narkowicz's fit to ACES
// (2015, "ACES filmic tone mapping curve").
vec3 film(vec3 x) { return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }
