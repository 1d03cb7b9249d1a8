// A vessel or device around the fluid, from a map of keys:
//
//   vessel: {file: network.stl, unit: 1 um, fluid: inside, at: [0 um, 0 um, 0 um]}
//   vessel: {shape: {difference: [{box: {from: .., to: ..}}, {pillars: {..}}]}}
//   vessel: {file: network.stl, unit: 1 um, openings: {in: {..}, out: {..}}}    (opening_keys.hpp)
//   vessel: {shape: {..}, tight: true}
#pragma once

#include "geometry/signed_distance.hpp"
#include "schema/tree.hpp"
#include "walls/vessel.hpp"

#include <filesystem>

namespace ibsim {

struct VesselShape {
  ImplicitShape fluid;     ///< negative in the fluid, periodic in the box; with the plenum of its openings
  std::string description; ///< "network.stl: 10240 triangles", for a person
  Openings openings{};     ///< none: it goes on through the ends of the box
  WallSpacing spacing = WallSpacing::usual;
};

/// @param path of the map in the scenario, for messages @param h grid spacing, um
/// @param folder in which files are looked for @throws InputError at the place of the key that is wrong
VesselShape read_vessel(const Tree&, const std::string& path, const PeriodicBox&, real h,
                        const std::filesystem::path& folder);

/// A shape of primitives and devices, joined by union, difference and intersection.
ImplicitShape read_shape(const Tree&, const std::string& path, const PeriodicBox&);

} // namespace ibsim
