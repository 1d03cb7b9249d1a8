// Shares of n things that follow each other (rows, modes) among ranks: as even as can be, in order.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

namespace ibsim {

struct Dealt {
  Index n;
  int ranks;

  IBSIM_HD Index first(int rank) const { return static_cast<Index>(Size{n} * rank / ranks); }
  IBSIM_HD Index number(int rank) const { return first(rank + 1) - first(rank); }
  IBSIM_HD int owner(Index i) const { return static_cast<int>(((Size{i} + 1) * ranks - 1) / n); }
};

} // namespace ibsim
