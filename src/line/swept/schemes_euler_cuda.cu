#include "swept/euler.hpp"
#include "swept/schemes_cuda.cuh"

namespace ibsim::line {
template struct Schemes<Euler, Cuda>;
}
