// Number types of a flow: what single precision can do (`device.precision`).
#pragma once

#include "base/precision.hpp"

#include <string>

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// Why a model cannot be computed in mixed or in single precision; empty: it can, or it asks for double.
std::string why_not_mixed(const FlowModel&);

/// Why mixed precision is inaccurate for a model in steps of this length (us); empty: it is not.
///
/// A step rounds velocities by about 2e-7. Between walls the solution of a step decays by 1 - h/sqrt(nu step)
/// from row to row. This rate is rounded by 1.2e-7, so sums over rows err by 1.2e-7 sqrt(nu step)/h more.
/// The slowest mode changes by nu step q^2 in a step: q is 2 pi/L in a box of length L, pi/H between walls.
/// It is 2.4/a in a tube of radius a, and pi/(2 d) in a vessel whose deepest place is d from its wall.
/// The ratio of both is the relative error of the mode's rate, and of a steady flow.
std::string doubt_of_mixed(const FlowModel&, real step);

/// Why single precision is inaccurate for membranes of this kind, or does not reach them; empty: neither.
///
/// First derivatives of positions have errors of 3e-7 of an object's size R at most. So strains are wrong by
/// 3e-7, and tensions by 3e-7 M, M the modulus at rest. The tension of the flow is mu gamma R. A force F (a
/// pull, tweezers, the weight) is carried across the equator by F/(2 pi R). The ratio is the error of the
/// membrane's load: it grows in slow flows, for small forces and stiff membranes.
std::string doubt_of_single(const FlowModel&, const ObjectKind&);

/// Which forces between objects single precision leaves in double; empty: none.
std::string pairs_in_double(const FlowModel&);

} // namespace ibsim
