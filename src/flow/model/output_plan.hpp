// Output of a scenario: its files, their folder and their times.
#pragma once

#include "base/precision.hpp"
#include "files/frame_precision.hpp"
#include "program/picture_look.hpp"

#include <string>

namespace ibsim {

struct OutputPlan {
  std::string folder;
  real cells_every = 0, fluid_every = 0, series_every = 0; ///< us; 0: only at the start and the end
  real checkpoint_every = 0;                               ///< us; 0: only at the end
  real checkpoint_every_wall_clock = 600e6;                ///< us of the clock on the wall; 0: never
  bool fluid = true, cells = true, checkpoints = true;     ///< false: never
  bool wall = true;                                        ///< frames of the wall of a vessel
  real wall_every = 0;                                     ///< us; 0: only at the start and the end
  bool profiles = true;
  real profiles_every = 0; ///< us, in whole intervals that the other outputs set; 0: at the start and the end
  real averages_from = 0;  ///< us: from there on averages over time are taken
  /// of frames, which are to be looked at: what a run goes on from is in checkpoints
  FramePrecision precision = FramePrecision::single_precision;
  /// gzip level 0..9; the last bits of numbers hardly compress, and it takes twenty times as long as writing
  int compression = 0;
  using Look = PictureLook;
  struct Pictures {
    bool wanted = false;
    real every = 0; ///< us; 0: only at the start and the end
    Look look = Look::studio;
  } pictures; ///< drawn while the run goes on
};

} // namespace ibsim
