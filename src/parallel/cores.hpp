// How many cores the calling thread's loops take. Each thread has its own number, at first that of all cores.
#pragma once

namespace ibsim {

int cores_of_loops();
void set_cores_of_loops(int);

/// The calling thread, and threads that it starts, take what others leave: less of the processor's time where
/// it is scarce (nice 5), and loops a quarter of the cores, four at most.
void leave_cores_to_others();

} // namespace ibsim
