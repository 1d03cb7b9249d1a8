// The velocity of the fluid in a scene: a slice with line integral convolution or arrows, and streamlines.
#pragma once

#include "files/read_frames.hpp"
#include "pictures/scene.hpp"

namespace ibsim::view {

/// Trilinear between the centres of cells, periodic (um/us). Where y is not, between walls and where images
/// slide past, the last half cell has the value at its centre.
class Velocity {
 public:
  Velocity(const FluidFrameData& data, bool ends_in_y) : data_(data), ends_in_y_(ends_in_y) {}
  Vec3f at(const Vec3f& place) const;
  Vec3f size() const;
  float cell() const { return data_.h; } ///< um

 private:
  const FluidFrameData& data_;
  bool ends_in_y_;
};

/// Noise smeared along the flow within the plane (B. Cabral, L. Leedom, SIGGRAPH 1993,
/// doi:10.1145/166117.166151), in the colours of the speed: from 0 to the fastest, or of the range given.
/// @return the picture, and the speeds between which its colours go, um/us
std::pair<PictureInScene, Range> flow_slice(const Velocity&, const Slice&, const std::string& map,
                                            const std::optional<Range>& range = {});
/// The least and the greatest speed at the centres of cells beside the plane; between them speeds are
/// smaller.
Range speeds_on(const Velocity&, const Slice&);
/// Arrows on the plane, as long as the speed.
void add_arrows(Scene&, const Velocity&, const Slice&);
/// Lines along the velocity through a lattice of points in the middle of the box, up to its ends.
void add_streamlines(Scene&, const Velocity&);

} // namespace ibsim::view
