#include "line/kuramoto_sivashinsky.hpp"
#include "line/schemes_cuda.cuh"

namespace ibsim::line {
template struct Schemes<KuramotoSivashinsky, Cuda>;
}
