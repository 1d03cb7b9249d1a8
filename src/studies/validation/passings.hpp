// Objects that pass a plane across the box, from rows of cells.csv.
#pragma once

#include "validation/follow_suspension.hpp"

#include <vector>

namespace ibsim {

/// A centre that crossed the plane between two rows of its object.
struct Passing {
  double time = 0;   ///< of the later row, us
  double x = 0;      ///< of the centre then, um
  double volume = 0; ///< um^3
  int direction = 0; ///< 1 along z, -1 against it
};

/// The passings of the plane z, in the order of their times. An object moves by less than half of the period
/// between two rows, so a larger change of place is its way through the end of the box.
/// @param of_kind SuspensionSeries::objects of a kind @param period of the box along z, um
std::vector<Passing> passings(const TableColumns& of_kind, double z, double period);

/// Adds up directions and volumes of those with from <= time < to and low <= x < high.
struct Passed {
  double count = 0, volume = 0; ///< volume in um^3
};
Passed passed(const std::vector<Passing>&, double from, double to, double low, double high);

} // namespace ibsim
