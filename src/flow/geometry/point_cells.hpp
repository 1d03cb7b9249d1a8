// Points of a periodic box by cubic cells, for the neighbours of a place.
#pragma once

#include "geometry/signed_distance.hpp"

namespace ibsim {

class PointCells {
 public:
  PointCells(const PeriodicBox& box, real reach);
  /// @param points within the box
  void fill(const std::vector<Real3>& points);

  /// Calls f(number) for all points that may be within reach of x, each once, in an order that follows from
  /// the positions alone.
  template <class F>
  void for_near(const Real3& x, const F& f) const {
    const Int3 c = cell(box_.wrapped(x));
    Int3 first, last;
    for (int d = 0; d < 3; ++d) { // of one or two cells each counts once
      first[d] = n_[d] >= 3 ? c[d] - 1 : 0;
      last[d] = n_[d] >= 3 ? c[d] + 1 : n_[d] - 1;
    }
    for (int k = first.z; k <= last.z; ++k)
      for (int j = first.y; j <= last.y; ++j)
        for (int i = first.x; i <= last.x; ++i) {
          const int at = number({(i + n_.x) % n_.x, (j + n_.y) % n_.y, (k + n_.z) % n_.z});
          for (int m = start_[at]; m < start_[at + 1]; ++m) f(members_[m]);
        }
  }

 private:
  Int3 cell(const Real3& x) const;
  int number(const Int3& c) const { return c.x + n_.x * (c.y + n_.y * c.z); }
  PeriodicBox box_;
  Int3 n_;
  std::vector<int> start_, members_;
};

} // namespace ibsim
