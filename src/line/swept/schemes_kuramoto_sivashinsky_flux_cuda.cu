#include "swept/kuramoto_sivashinsky_flux.hpp"
#include "swept/schemes_cuda.cuh"

namespace ibsim::line {
template struct Schemes<KuramotoSivashinskyFlux, Cuda>;
}
