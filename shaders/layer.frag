#version 450 core
// A layer as it is, to be put under those before it by blending.
layout(binding = 0) uniform sampler2D layer;
layout(location = 0) out vec4 result;

void main() { result = texelFetch(layer, ivec2(gl_FragCoord.xy), 0); }
