// All equations, for explicit instantiation.
#pragma once

#include "swept/euler.hpp"
#include "swept/heat.hpp"
#include "swept/kuramoto_sivashinsky.hpp"
#include "swept/kuramoto_sivashinsky_flux.hpp"
#include "swept/pulse.hpp"

#define IBSIM_FOR_EACH_EQUATION(apply)                                                                       \
  apply(Heat) apply(KuramotoSivashinsky) apply(KuramotoSivashinskyFlux) apply(Euler) apply(Pulse)
