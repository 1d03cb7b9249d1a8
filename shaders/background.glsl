// The background at a place of the picture (0..1 from the lower left), linear RGB.
vec3 background(vec2 at) {
  const vec3 sky = mix(bottom.rgb, top.rgb, smoothstep(0.0, 1.0, at.y));
  const vec2 from_centre = (at - vec2(0.5, 0.55)) * vec2(size.x / size.y, 1);
  return sky * (1 - top.w * dot(from_centre, from_centre)); // darker towards the corners
}
