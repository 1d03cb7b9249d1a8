#include "line/heat.hpp"
#include "line/schemes_cuda.cuh"

namespace ibsim::line {
template struct Schemes<Heat, Cuda>;
}
