#include "line/kuramoto_sivashinsky_flux.hpp"
#include "line/schemes_cuda.cuh"

namespace ibsim::line {
template struct Schemes<KuramotoSivashinskyFlux, Cuda>;
}
