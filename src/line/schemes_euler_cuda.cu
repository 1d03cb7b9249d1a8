#include "line/euler.hpp"
#include "line/schemes_cuda.cuh"

namespace ibsim::line {
template struct Schemes<Euler, Cuda>;
}
