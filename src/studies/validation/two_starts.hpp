// The developed state, from runs that start on both sides of it.
//
// Blood in a vessel needs 25 to 50 diameters of its way until the layer of plasma at the wall is developed
// (arXiv 2003.09217), ten times what a case can afford. Two runs, one of which starts below and one above,
// enclose what is developed as long as each moves towards the other: it lies between their ends. One that
// moves away by no more than its errors stands, as far as can be told; what it moved is an error as well.
// Where both move the same way nothing is known of how far they go, however near to each other they are,
// unless they have met: then what they moved by together is an error as well.
#pragma once

namespace ibsim {

/// A mean and its standard error.
struct Estimate {
  double mean = 0, error = 0;
};

/// A quantity in the third quarter of a run, and in the last.
struct LaterHalf {
  Estimate third, last;
};

/// What is developed; `error` is how far off it may be: half of what the ends differ by, and two standard
/// errors. NaN where the starts do not enclose it.
Estimate enclosed(const LaterHalf& one, const LaterHalf& other);

} // namespace ibsim
