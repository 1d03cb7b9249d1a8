// A number that may change in time: a constant, a sine, a table, or their sum.
//
//   s(t) = mean + amplitude sin(2 pi t/period + phase) + table(t)
//
// t and period in us, phase in rad; a table goes in straight lines from row to row, and stays as it is before
// the first and after the last, or begins anew there.
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim {

struct Signal {
  real mean = 0, amplitude = 0, period = 0, phase = 0;
  std::vector<real> times{}, values{}; ///< of the table; times grow
  bool repeats = false;                ///< the table is a period

  real at(real time) const;
  /// No |s(t)| is larger.
  real bound() const;
  /// True as long as the sine's amplitude is zero and there is no table.
  bool constant() const { return amplitude == 0 && times.empty(); }
  bool zero() const { return constant() && mean == 0; }
  Signal scaled(real factor) const;
  friend bool operator==(const Signal&, const Signal&) = default;
};

} // namespace ibsim
