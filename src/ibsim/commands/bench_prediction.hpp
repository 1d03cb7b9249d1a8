// `ibsim bench prediction`: how good the times are that `ibsim check` predicts. Each scenario gets a dry run,
// as `check` gives it, and is then run with all its output in a temporary folder; what was predicted stands
// beside what was needed.
#pragma once

#include "bench/bench.hpp"

namespace ibsim {

void bench_prediction(const AnyStream&, const BenchSettings&, BenchReport&);

} // namespace ibsim
