#include "swept/pulse.hpp"
#include "swept/schemes_cuda.cuh"

namespace ibsim::line {
template struct Schemes<Pulse, Cuda>;
}
