// The look of pictures of runs: by scenarios (output.pictures.look), `ibsim render`, and pictures beside a
// run.
#pragma once

namespace ibsim {

enum class PictureLook {
  microscope, ///< brightfield: light through haemoglobin
  studio,     ///< lit, with shadows
  data        ///< coloured by a field
};

} // namespace ibsim
