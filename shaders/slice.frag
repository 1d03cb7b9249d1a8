#version 450 core
// The picture's own colours, linear.
#extension GL_GOOGLE_include_directive : require
#include "colour_space.glsl"
layout(binding = 0) uniform sampler2D picture;
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 result;

void main() { result = vec4(linear(texture(picture, at).rgb), 1); }
