// Volume of each object in each layer of the box: slabs of constant y, or shells about the axis of a
// tube. By the divergence theorem, without cutting any surface: with F of divergence 1 in a layer, 0 outside,
//   V_k = sum over sites of F_k . n w,  n = X_1 x X_2
//   slab  [a, b] in y   F = (0, clamp(y, a, b) - a, 0)
//   shell [a, b] in r   F = (x, y)/2 (min(1, b^2/r^2) - min(1, a^2/r^2))
// The F of all layers together are those of the whole volume, so their volumes add up to it to round-off.
//
// The error of a layer is that of the quadrature where F has a kink, along the curves in which its faces cut
// the surface. Midpoints of cells of width d are wrong there by at most d^2/12 of the jump in slope an a
// length of the curve, |n_y| sqrt(1 - n_y^2) <= 1/2: together less than d^2 L/24, L the length of the curves;
// errors of different sites hardly add up, so that it is several times less as a rule.
#pragma once

#include "grid/layers.hpp"
#include "parallel/array.hpp"
#include "surface/surface.hpp"

namespace ibsim {

/// The axis of the shells of one object, um: that image of it which its sites lie about.
struct LayerAxis {
  real x = 0, y = 0;
};

/// What objects have in the layers that they reach: of each object so many numbers, the first of these layers
/// and the volumes in it and in those behind it, um^3.
struct LayerVolumes {
  std::size_t numbers = 1;
  std::vector<real> of_objects; ///< [object][number]
};

/// Volumes of all objects of a kind. Waits for the stream.
/// @param positions of the sample sites
/// @param block their derivatives
/// @param axes one an object, of shells; else empty
template <class B>
LayerVolumes layer_volumes(const Stream<B>&, const Layers&, VectorsView<const real> positions,
                           DerivativeBlock block, const real* weights, const std::vector<LayerAxis>& axes);

/// The volume of all objects together in each layer, in their order, um^3.
std::vector<real> total_in_layers(const Layers&, const LayerVolumes&);

} // namespace ibsim
