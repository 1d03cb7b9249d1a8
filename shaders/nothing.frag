#version 450 core
// Depth alone.
void main() {}
