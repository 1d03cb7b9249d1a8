// Writing on a picture: time, scale bar or axes, and the bar of the map with its units.
#pragma once

#include "pictures/scene.hpp"

#include <memory>
#include <string>

namespace ibsim::view {

class Annotations {
 public:
  Annotations(int width, int height); ///< of the picture, pixels
  ~Annotations();
  /// Into the framebuffer that is bound.
  void draw(const Scene&, const Camera&, const PictureOptions&);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Numbers for a bar from least to most: 4 to 7 of them, whole multiples of 1, 2 or 5 times a power of ten.
std::vector<double> ticks(double least, double most);
/// The greatest of 1, 2, 5 times a power of ten that is at most x.
double round_length(double x);

} // namespace ibsim::view
