#version 450 core
// Depth as the light sees it.
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
layout(location = 0) in vec3 position; // um

void main() { gl_Position = light_clip * vec4(position + image[gl_InstanceID].xyz, 1); }
