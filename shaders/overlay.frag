#version 450 core
// A letter's coverage in the colour of the text; a place left of the letters is a plain rectangle, one beyond
// them the colour map.
#extension GL_GOOGLE_include_directive : require
layout(binding = 0) uniform sampler2D letters;
layout(binding = 5) uniform sampler2D colour_map;
layout(location = 0) in vec2 at;
layout(location = 1) in vec4 tint;
layout(location = 0) out vec4 result;

void main() {
  if (at.x < -0.5)
    result = tint;
  else if (at.x > 1.5)
    result = vec4(texture(colour_map, vec2(((at.x - 2) * 255 + 0.5) / 256, 0.5)).rgb, tint.a);
  else
    result = vec4(tint.rgb, tint.a * texture(letters, at).r);
}
