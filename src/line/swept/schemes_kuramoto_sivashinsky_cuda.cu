#include "swept/kuramoto_sivashinsky.hpp"
#include "swept/schemes_cuda.cuh"

namespace ibsim::line {
template struct Schemes<KuramotoSivashinsky, Cuda>;
}
