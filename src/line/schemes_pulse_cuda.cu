#include "line/pulse.hpp"
#include "line/schemes_cuda.cuh"

namespace ibsim::line {
template struct Schemes<Pulse, Cuda>;
}
