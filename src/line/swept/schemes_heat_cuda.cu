#include "swept/heat.hpp"
#include "swept/schemes_cuda.cuh"

namespace ibsim::line {
template struct Schemes<Heat, Cuda>;
}
