#include "parallel/cores.hpp"

#include <algorithm>
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

namespace ibsim {

int cores_of_loops() { return omp_get_max_threads(); }
void set_cores_of_loops(int cores) { omp_set_num_threads(cores); }

void leave_cores_to_others() {
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 5); // on Linux: of this thread
  set_cores_of_loops(std::clamp(omp_get_num_procs() / 4, 1, 4));
}

} // namespace ibsim
