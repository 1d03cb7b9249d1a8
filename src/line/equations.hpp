// All equations, for explicit instantiation.
#pragma once

#include "line/euler.hpp"
#include "line/heat.hpp"
#include "line/kuramoto_sivashinsky.hpp"
#include "line/kuramoto_sivashinsky_flux.hpp"
#include "line/pulse.hpp"

#define IBSIM_FOR_EACH_EQUATION(apply)                                                                       \
  apply(Heat) apply(KuramotoSivashinsky) apply(KuramotoSivashinskyFlux) apply(Euler) apply(Pulse)
