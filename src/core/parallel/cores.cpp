#include "parallel/cores.hpp"

#include "parallel/device.hpp"

#include <algorithm>
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

namespace ibsim {

void leave_cores_to_others() {
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 5); // on Linux: of this thread
  set_cpu_threads(std::clamp(omp_get_num_procs() / 4, 1, 4));
}

} // namespace ibsim
