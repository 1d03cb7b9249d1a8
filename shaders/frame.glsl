// What all passes of a picture share. The C++ side is FrameBlock in src/view/pictures/frame_block.hpp.
layout(std140, binding = 0) uniform Frame {
  mat4 view;            // scene (um) -> before the eye (um), which looks along -z
  mat4 projection;      // before the eye -> clip space
  mat4 light_clip;      // scene -> the shadow map
  vec4 size;            // width and height in texels, texels a pixel in each direction, 1 if orthographic
  vec4 light;           // towards the light, before the eye; w: radius of the scene, um
  vec4 range;           // of the map: lower end, 1/(upper - lower), distance of isochrones (0: none), opacity
  vec4 top, bottom;     // background, linear RGB; alpha
  vec4 fog;             // distance where haze begins, 1/its length (0: none), its strength, 0
  vec4 light_at_rest;   // microscope: colour of the lamp, linear RGB; strength of edges
  vec4 colour[16];      // of kinds: linear RGB, haemoglobin (1: as in a red cell)
  vec4 image[27];       // where periodic images stand, um
};
const uint kind_by_value = 10u; // kinds from here on are coloured by their value
