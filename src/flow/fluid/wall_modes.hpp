// A whole stage between walls for the spectrum in one kernel, on the GPU: steps 1 to 3 of wall_stage.hpp read
// and write each component once. wall_modes_cuda.cu says how.
#pragma once

#include "fluid/wall_passes.hpp"

namespace ibsim {

/// Whether so many rows fit into it.
bool wall_modes_take(int rows);

/// What is to be done with mode 0 on the way: account_for_forces before the half step's stage, and
/// close_mode_zero (wall_passes.hpp).
template <class T>
struct ModeZero {
  const T* column;        ///< null: no prescribed mean
  const WallsNow* before; ///< at the beginning of the step
  WallAccount* account;   ///< null: none
  bool half;
};

/// x, y, z of `modes`, as the forward transform gives them, become those of the velocity; psi is not used.
/// @param a of the stage, @param walls at its end
template <class T>
void solve_wall_modes(const Stream<Cuda>&, const WallModes<T>& modes, real a, const WallsNow* walls,
                      const ModeZero<T>&);

/// (L_N - k2) psi = r for r in psi, over `planes`; mode 0, which is singular, with the mean zero.
template <class T>
void solve_wall_laplacian(const Stream<Cuda>&, const WallModes<T>& modes);

} // namespace ibsim
