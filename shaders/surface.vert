#version 450 core
// A vertex of a surface, drawn once for each periodic image.
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
layout(location = 0) in vec3 position; // um
layout(location = 1) in vec3 normal;
layout(location = 2) in float value;
layout(location = 3) in uint kind;
layout(location = 0) out vec3 place;   // before the eye, um
layout(location = 1) out vec3 facing;  // before the eye
layout(location = 2) out float number;
layout(location = 3) flat out uint which;
layout(location = 4) out vec3 scene;   // um

void main() {
  scene = position + image[gl_InstanceID].xyz;
  const vec4 before_eye = view * vec4(scene, 1);
  place = before_eye.xyz;
  facing = mat3(view) * normal;
  number = value;
  which = kind;
  gl_Position = projection * before_eye;
}
