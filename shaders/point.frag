#version 450 core
// For occlusion: where the nearest surface is, and where it faces, before the eye.
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;
layout(location = 0) out vec4 normal_and_depth;

void main() { normal_and_depth = vec4(normalize(facing), -place.z); }
