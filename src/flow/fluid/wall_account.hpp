// The balance of momentum between walls (WallAccount in wall_stage.hpp), of mode 0: by the rank that has it.
#pragma once

#include "fluid/wall_passes.hpp"

namespace ibsim {

/// Mode 0 before step 1 of the half step: what forces give in a step, into the account.
template <class B, class T>
void account_for_forces(const Stream<B>&, const WallModes<T>&, WallAccount*);
/// Begins, with bdf2, accounts[0] and that of the step before, accounts[1]: the first becomes that of the new
/// step as far as it is known at its beginning, its slopes extrapolated, the second what the first was.
template <class B>
void begin_account(const Stream<B>&, const BackwardDifference&, WallAccount* accounts);
/// The friction of b ((1 + w) L u - w L v) of n rows with the walls of their times, none of the forces.
template <class B>
void account_for_extrapolated(const Stream<B>&, int n, real b, real w, const WallsNow* now,
                              const WallsNow* before, WallAccount*);
/// Then, for the right-hand side in mode 0, what forces give.
template <class B, class T>
void account_for_right_hand_side(const Stream<B>&, const WallModes<T>&, WallAccount*);
/// Then, of the solution, normalised: the friction with b = a/h^2, and what a prescribed mean of u_z took.
template <class B, class T>
void close_account(const Stream<B>&, const WallModes<T>&, const BackwardDifference&, real b, bool driven,
                   const WallsNow* after, WallAccount*);
/// account += what an answer adds: means, sums and slopes; the start stays.
template <class B>
void add_to_account(const Stream<B>&, const WallAccount* added, WallAccount* account);
/// The mean over one row j of a component, x and z. Waits for the stream.
template <class B>
real row_mean(const Stream<B>&, const Grid&, const real* values, int row);
/// The account at the start of a run, from the velocity itself.
template <class B, class T>
void open_account(const Stream<B>&, const LocalGrid<B>&, FaceView<const T> u, WallAccount*);

} // namespace ibsim
